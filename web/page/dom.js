// Elements are made by hand: no text ever becomes markup.

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** An element with attributes, listeners (onclick: …) and children, which are elements or texts. */
export function el(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...children);
  return e;
}

/** A number with its thing, in the plural if it takes one. */
export const plural = (n, thing) => `${grouped(n)} ${thing}${String(n) === "1" ? "" : "s"}`;

/** A number with narrow blanks between groups of digits. */
export const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** A time in words. */
export function duration(seconds) {
  if (seconds < 0.0995) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 99.5) return `${seconds.toPrecision(2).replace(/\.?0+$/, (z) => (z.startsWith(".") ? "" : z))} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** An image of a picture in SVG. Nothing in an image can run, or reach for anything. */
export const picture = (svg, alt) => el("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt });

/** The width and height of a picture that Quadrille has drawn, in its own units. To parse it would make a document, which
 * takes a megabyte until it is collected. */
export function size(svg) {
  const [, width, height] = svg.match(/<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/);
  return [Number(width), Number(height)];
}
