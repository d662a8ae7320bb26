// Pictures to keep: SVG as it is, PNG, and PDF.
import { el, size } from "./dom.js";

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

/** Buttons to save in each of several kinds. */
export const saveButtons = (kinds, save) => kinds.map((kind) => el("button", { type: "button", title: `Save as ${kind}`, onclick: () => save(kind) }, kind));

/** Saves what has a picture, or a text if it has none. */
export async function savePicture(kind, title, { svg, text }, ask) {
  const name = fileName(title, kind === "Text" ? "txt" : kind.toLowerCase());
  if (kind === "SVG") save(name, svgFile(svg));
  if (kind === "PNG") save(name, await pngFile(svg));
  if (kind === "PDF") save(name, await pdfFile(ask, [svg]));
  if (kind === "Text") save(name, new Blob([text], { type: "text/plain" }));
}

const svgFile = (svg) => new Blob([svg], { type: "image/svg+xml" });

async function image(svg) {
  const img = new Image();
  img.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await img.decode();
  return img;
}

/** The most pixels that a picture gets: what every browser can still draw. */
const mostPixels = 4096 * 4096;

async function pngFile(svg) {
  const [w, h] = size(svg);
  const scale = Math.min(3, Math.sqrt(mostPixels / (w * h)));
  const canvas = new OffscreenCanvas(Math.round(w * scale), Math.round(h * scale));
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(await image(svg), 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/png" });
}

/** A document of PDF with pictures, which Quadrille is asked for: one by itself, or many on pages. */
export async function pdfFile(ask, svgs) {
  let paper;
  const end = await ask({ do: "paper", pictures: svgs }, (a) => (paper = a.paper)).end;
  if (!paper) throw new Error(end.error ?? end.reason);
  return new Blob([Uint8Array.from(atob(paper), (c) => c.charCodeAt(0))], { type: "application/pdf" });
}
