// Pictures to keep: SVG as it is, PNG, and PDF with a picture on each page.
import { size } from "./dom.js";

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

/** Draws pictures into tiles of a canvas, as large as they fit. */
async function canvasOf(width, height, svgs, across) {
  const canvas = new OffscreenCanvas(Math.round(width), Math.round(height));
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  const down = Math.ceil(svgs.length / across);
  for (const [i, svg] of svgs.entries()) {
    const [w, h] = size(svg);
    const scale = Math.min(width / across / w, height / down / h);
    const x = ((i % across) + 0.5) * (width / across) - (scale * w) / 2;
    const y = (Math.floor(i / across) + 0.5) * (height / down) - (scale * h) / 2;
    pen.drawImage(await image(svg), x, y, scale * w, scale * h);
  }
  return canvas;
}

export async function pngFile(svg) {
  const [w, h] = size(svg);
  const scale = Math.min(3, Math.sqrt(mostPixels / (w * h)));
  return (await canvasOf(w * scale, h * scale, [svg], 1)).convertToBlob({ type: "image/png" });
}

/** A4 in points, its margin, and the pixels for a point: 200 to the inch. */
const page = { width: 595, height: 842, margin: 40, pixels: 200 / 72 };

/** A PDF with so many pictures on a page, each sharp enough to print. */
export async function pdfFile(svgs, perPage) {
  const [width, height] = [page.width - 2 * page.margin, page.height - 2 * page.margin];
  const across = Math.ceil(Math.sqrt(perPage / 1.5));
  const sheets = [];
  for (let i = 0; i < svgs.length; i += perPage) {
    const on = svgs.slice(i, i + perPage);
    while (on.length < perPage && i > 0) on.push('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    sheets.push(await bitmap(await canvasOf(width * page.pixels, height * page.pixels, on, Math.min(across, on.length))));
  }
  return pdf(sheets, width, height);
}

/** The red, green and blue of a canvas, deflated as PDF has it. */
async function bitmap(canvas) {
  const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0, k = 0; i < data.length; i += 4) {
    rgb[k++] = data[i];
    rgb[k++] = data[i + 1];
    rgb[k++] = data[i + 2];
  }
  const deflated = new Blob([rgb]).stream().pipeThrough(new CompressionStream("deflate"));
  return { width, height, bytes: new Uint8Array(await new Response(deflated).arrayBuffer()) };
}

/** A document with a page for each bitmap (PDF 1.4; ISO 32000, sections 7.5 and 8.9). */
function pdf(sheets, width, height) {
  const parts = ["%PDF-1.4\n"];
  const offsets = [];
  let length = parts[0].length;
  const add = (part) => {
    parts.push(part);
    length += part.length;
  };
  const object = (dictionary, bytes) => {
    offsets.push(length);
    add(`${offsets.length} 0 obj\n${dictionary}\n`);
    if (bytes) {
      add("stream\n");
      add(bytes);
      add("\nendstream\n");
    }
    add("endobj\n");
  };
  const kids = sheets.map((_, i) => `${3 + 3 * i} 0 R`).join(" ");
  object("<< /Type /Catalog /Pages 2 0 R >>");
  object(`<< /Type /Pages /Count ${sheets.length} /Kids [${kids}] /MediaBox [0 0 ${page.width} ${page.height}] >>`);
  for (const [i, sheet] of sheets.entries()) {
    const draw = `q ${width} 0 0 ${height} ${page.margin} ${page.margin} cm /P Do Q`;
    object(`<< /Type /Page /Parent 2 0 R /Contents ${4 + 3 * i} 0 R /Resources << /XObject << /P ${5 + 3 * i} 0 R >> >> >>`);
    object(`<< /Length ${draw.length} >>`, draw);
    object(
      `<< /Type /XObject /Subtype /Image /Width ${sheet.width} /Height ${sheet.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${sheet.bytes.length} >>`,
      sheet.bytes,
    );
  }
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const start = length;
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: "application/pdf" });
}
