// Draws solids as SVG: for paper, and where there is no WebGL.
import { beads, faces, neckRadius } from "./solid-model.js";

const namespace = "http://www.w3.org/2000/svg";

export class SvgDrawing {
  element = document.createElementNS(namespace, "svg");
  kind = "svg";

  constructor() {
    this.element.setAttribute("preserveAspectRatio", "xMidYMid meet");
  }

  /** Draws pieces as they are seen: turned about the vertical by turn, and from above by tilt. */
  draw(pieces, { middle, reach, turn, tilt, zoom }) {
    const [ct, st, cp, sp] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
    /** [right, down, near] of a point. */
    const seen = ([x, y, z]) => {
      const [right, back] = [x * ct - z * st, x * st + z * ct];
      return [right, -(y * cp - back * sp), y * sp + back * cp];
    };
    const list = []; // {near, shapes}
    for (const piece of pieces) {
      if (piece.hidden) continue;
      const move = (p) => seen(p.map((v, k) => v + piece.offset[k] - middle[k]));
      list.push(...(piece.lattice === "balls" ? rounds(piece, move) : flats(piece, move, seen)));
    }
    list.sort((a, b) => a.near - b.near);
    const size = (1.1 * reach) / zoom;
    this.element.setAttribute("viewBox", [-size, -size, 2 * size, 2 * size].map(round).join(" "));
    this.element.replaceChildren(light(pieces), ...list.flatMap((item) => item.shapes));
  }

  dispose() {}
}

/** The faces of a piece that are seen, each with its lines. */
function flats(piece, move, seen) {
  return faces(piece.cells, piece.lattice).flatMap((f) => {
    const normal = seen(f.normal);
    if (normal[2] < 1e-6) return []; // it looks away
    const fill = lit(piece.color, normal);
    return {
      near: move(f.of)[2],
      shapes: [
        shape("path", { d: outline(f.corners.map(move)) + "Z", fill, stroke: fill, "stroke-width": 0.03 }),
        shape("path", { d: f.lines.map((l) => outline(l.map(move))).join(""), fill: "none", stroke: ink, "stroke-width": 0.045, "stroke-linecap": "round" }),
      ],
    };
  });
}

/** Balls and necks. A neck reaches from surface to surface. */
function rounds(piece, move) {
  const { balls, necks } = beads(piece.cells);
  return [
    ...balls.map(move).map(([x, y, near]) => ({ near, shapes: [shape("circle", { cx: round(x), cy: round(y), r: 0.48, fill: `url(#${lightOf(piece.color)})`, stroke: ink, "stroke-width": 0.03 })] })),
    ...necks.map((ends) => ends.map(move)).map(([a, b]) => {
      const d = outline([mix(a, b, 0.42), mix(a, b, 0.58)]);
      return { near: (a[2] + b[2]) / 2, shapes: [shape("path", { d, stroke: lit(piece.color, [0.25, 0.45, 0.6]), "stroke-width": 2 * neckRadius })] };
    }),
  ];
}

/** The light on balls, by color: it comes from the upper left. */
function light(pieces) {
  const colors = new Set(pieces.filter((p) => p.lattice === "balls").map((p) => p.color));
  const of = (color) => {
    const stops = [[0, [-0.5, -0.9, 0.2]], [0.6, [0, 0, 1]], [1, [0.5, 0.9, 0]]];
    const shades = stops.map(([offset, normal]) => shape("stop", { offset, "stop-color": lit(color, normal) }));
    return shape("radialGradient", { id: lightOf(color), cx: "38%", cy: "32%", r: "70%" }, ...shades);
  };
  return shape("defs", {}, ...[...colors].map(of));
}

const lightOf = (color) => `light-${color.slice(1)}`;
const mix = (a, b, t) => a.map((v, k) => v + t * (b[k] - v));

const ink = "#222";
const round = (v) => Math.round(1000 * v) / 1000;
const outline = (points) => "M" + points.map(([x, y]) => `${round(x)},${round(y)}`).join("L");

function shape(name, attributes, ...children) {
  const e = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

/** The color of a face by how it stands to the light, which comes from the upper left. */
function lit(color, [right, down, near]) {
  const light = 0.86 + 0.14 * Math.max(-1, -0.5 * right - 0.9 * down + 0.2 * near);
  const part = (at) => Math.min(255, Math.round(parseInt(color.slice(at, at + 2), 16) * light));
  return `rgb(${part(1)},${part(3)},${part(5)})`;
}
