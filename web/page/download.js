// Pictures to keep: SVG as it is, PNG, and paper.
import { el, picture, size } from "./dom.js";

/** Offers a file. */
export function save(name, blob) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}

/** A name for a file that every system takes. */
export const fileName = (title, ending) => `${title.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "puzzle"}.${ending}`;

export const svgFile = (svg) => new Blob([svg], { type: "image/svg+xml" });

async function image(svg) {
  const img = new Image();
  img.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await img.decode();
  return img;
}

/** The most pixels that a picture gets: what every browser can still draw. */
const mostPixels = 4096 * 4096;

export async function pngFile(svg) {
  const [w, h] = size(svg);
  const scale = Math.min(3, Math.sqrt(mostPixels / (w * h)));
  const canvas = new OffscreenCanvas(Math.round(w * scale), Math.round(h * scale));
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(await image(svg), 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/png" });
}

/**
 * Prints pictures: one on a page, or many. Every browser can print into a PDF, and there they stay what they
 * are, lines and letters; so the page needs no PDF of its own.
 */
export async function print(title, svgs) {
  const images = svgs.map((svg) => picture(svg, ""));
  const paper = el("div", { class: svgs.length > 1 ? "paper many" : "paper" }, ...images);
  const before = document.title;
  document.querySelector(".paper")?.remove();
  document.body.append(paper);
  await Promise.all(images.map((i) => i.decode()));
  addEventListener("afterprint", () => {
    paper.remove();
    document.title = before;
  }, { once: true });
  document.title = title; // which becomes the name of the file
  window.print();
}
