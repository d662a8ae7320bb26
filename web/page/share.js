// A link that holds the text: #code= and the text, deflated, in base64url.

export async function toCode(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const binary = Array.from(bytes, (b) => String.fromCharCode(b)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text of a code. It throws an error if it is none, or if it is larger than a puzzle. */
export async function fromCode(code) {
  const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(binary, (c) => c.charCodeAt(0)));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** The most that a link may hold: a short one can stand for gigabytes. */
const most = 4 << 20;

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) throw new Error("it is too large");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** What the address asks for: {code} or {example}, or neither. */
export function asked(hash = location.hash) {
  const params = new URLSearchParams(hash.slice(1));
  return { code: params.get("code"), example: params.get("example") };
}
