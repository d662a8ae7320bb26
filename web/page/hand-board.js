// A picture of a board whose cells can be pointed at, by mouse, finger and keys. The picture is an image; what is pointed
// at lies over it, and has no ink but for what is looked at.
import { el, picture } from "./dom.js";

const svgSpace = "http://www.w3.org/2000/svg";

/** How far from a stick it is still meant, in units of the picture. */
const reach = 14;

export class HandBoard {
  #cells; // the elements of the cells
  #middles;
  #numbers;
  #image = el("span");
  #over = document.createElementNS(svgSpace, "svg");
  #ghost = [];

  /** Gives the focus to the cell that had it last. */
  focus() {
    this.element.querySelector("[tabindex='0']")?.focus();
  }

  /** The cell that has the focus, or would have it. */
  at = 0;

  element = el("div", { class: "hand-board" }, this.#image, this.#over);

  /** Tells of cells by their numbers: act when one is chosen, and whether by a finger; look when one is looked at. */
  constructor(cells, { act, look }) {
    this.#over.setAttribute("role", "group");
    this.#over.setAttribute("aria-label", "Board. Arrow keys go from cell to cell.");
    this.#numbers = new Map(cells.map((c, i) => [String(c.at), i]));
    this.#middles = cells.map((c) => [mean(c.corners, 0), mean(c.corners, 1)]);
    this.#cells = cells.map((c, i) => {
      const area = this.#area(c.corners);
      area.dataset.name = `(${c.at.join(", ")})`;
      area.setAttribute("role", "button");
      area.setAttribute("tabindex", i === 0 ? "0" : "-1");
      area.addEventListener("click", (e) => act(i, e.pointerType === "touch"));
      area.addEventListener("pointerenter", (e) => e.pointerType === "mouse" && look(i));
      area.addEventListener("focus", () => {
        this.#rove(i);
        look(i);
      });
      return area;
    });
    this.#over.append(...this.#cells);
    this.#over.addEventListener("keydown", (e) => this.#key(e, act));
  }

  /** The area of a cell; sticks have two ends. */
  #area(corners) {
    const stick = corners.length === 4;
    const area = document.createElementNS(svgSpace, stick ? "line" : "polygon");
    if (stick) {
      for (const [k, name] of ["x1", "y1", "x2", "y2"].entries()) area.setAttribute(name, corners[k]);
      area.setAttribute("stroke-width", reach);
    } else area.setAttribute("points", corners.join(" "));
    area.setAttribute("class", stick ? "stick" : "cell");
    return area;
  }

  #rove(to) {
    this.#cells[this.at].setAttribute("tabindex", "-1");
    this.#cells[to].setAttribute("tabindex", "0");
    this.at = to;
  }

  #key(e, act) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (way) this.#cells[this.#next(way)].focus();
    else if (e.key === "Enter" || e.key === " ") act(this.at, false);
    else return;
    e.preventDefault();
  }

  /** The nearest cell in a direction; a step aside counts twice. */
  #next([dx, dy]) {
    const [x, y] = this.#middles[this.at];
    let best = this.at;
    let least = Infinity;
    for (const [i, [mx, my]] of this.#middles.entries()) {
      const along = (mx - x) * dx + (my - y) * dy;
      const aside = Math.abs((mx - x) * dy) + Math.abs((my - y) * dx);
      if (along > 1 && aside <= along * 1.8 && along + 2 * aside < least) [best, least] = [i, along + 2 * aside];
    }
    return best;
  }

  /** Shows a picture under the cells. */
  picture(svg, [width, height]) {
    this.#image.replaceChildren(picture(svg, ""));
    this.#over.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty("--ratio", width / height);
    this.element.style.setProperty("--width", `${width * 1.3}px`);
  }

  /** Says of each cell what lies on it. */
  label(content) {
    for (const [i, area] of this.#cells.entries()) area.setAttribute("aria-label", `${area.dataset.name}: ${content(i)}`);
  }

  get ghost() {
    return this.#ghost;
  }

  /** Shows where a piece would lie. */
  set ghost(cells) {
    this.#ghost = cells;
    for (const [i, area] of this.#cells.entries()) area.classList.toggle("ghost", cells.includes(i));
  }

  /** Shows on which cells something is wrong, by their coordinates. */
  set wrong(cells) {
    const wrong = new Set(cells.map((at) => this.#numbers.get(String(at))));
    for (const [i, area] of this.#cells.entries()) area.classList.toggle("wrong", wrong.has(i));
  }
}

const mean = (corners, axis) => corners.reduce((sum, v, i) => sum + (i % 2 === axis ? v : 0), 0) / (corners.length / 2);
