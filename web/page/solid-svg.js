// Draws solids as SVG: for paper, and where there is no WebGL.
import { faces } from "./solid-model.js";

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
    const list = [];
    for (const piece of pieces) {
      if (piece.hidden) continue;
      const move = (p) => seen(p.map((v, k) => v + piece.offset[k] - middle[k]));
      for (const f of faces(piece.cells)) {
        const normal = seen(f.normal);
        if (normal[2] < 1e-6) continue; // it looks away
        const cube = f.middle.map((v, k) => v - f.normal[k] / 2);
        list.push({ near: move(cube)[2], fill: lit(piece.color, normal), corners: f.corners.map(move), lines: f.lines.map((l) => l.map(move)) });
      }
    }
    list.sort((a, b) => a.near - b.near);
    const size = (1.1 * reach) / zoom;
    this.element.setAttribute("viewBox", [-size, -size, 2 * size, 2 * size].map(round).join(" "));
    this.element.replaceChildren(...list.flatMap((f) => [
      path(outline(f.corners) + "Z", { fill: f.fill, stroke: f.fill, "stroke-width": 0.03 }),
      path(f.lines.map(outline).join(""), { fill: "none", stroke: "#222", "stroke-width": 0.045, "stroke-linecap": "round" }),
    ]));
  }

  dispose() {}
}

const round = (v) => Math.round(1000 * v) / 1000;
const outline = (points) => "M" + points.map(([x, y]) => `${round(x)},${round(y)}`).join("L");

function path(d, attributes) {
  const p = document.createElementNS(namespace, "path");
  p.setAttribute("d", d);
  for (const [name, value] of Object.entries(attributes)) p.setAttribute(name, value);
  return p;
}

/** The color of a face by how it stands to the light, which comes from the upper left. */
function lit(color, [right, down, near]) {
  const light = 0.86 + 0.14 * Math.max(-1, -0.5 * right - 0.9 * down + 0.2 * near);
  const part = (at) => Math.min(255, Math.round(parseInt(color.slice(at, at + 2), 16) * light));
  return `rgb(${part(1)},${part(3)},${part(5)})`;
}
