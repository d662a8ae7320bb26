// Shows packings of cubes, prisms or balls in space: turned, exploded, layer by layer, and step by step as they are
// put together.
//
//   const shown = show(element, solutions, options)
//
// Solutions are what Go calls a Scene: {lattice, pieces: [{name, color, cells: [[layer, row, column], …]}, …],
// assembly: {steps: [{pieces, to, from}, …], stuck}}, where steps name pieces by number and the assembly
// may be missing. Options are {at, svg}: the solution to begin with, and true to draw with SVG
// though there is WebGL. Shown again in the same element, the view stays as it was turned.
//
// Whatever draws has {element, draw(pieces, view), dispose()}.
import { el } from "./dom.js";
import { arrange, boxOf, reachOf, stepText } from "./solid-model.js";
import { SvgDrawing } from "./solid-svg.js";
import { styles } from "./solid-style.js";

const shown = new WeakMap();

/** Shows solutions in an element; returns {go, dispose}. */
export function show(element, solutions, options = {}) {
  let viewer = shown.get(element);
  if (!viewer) {
    viewer = new Viewer(options);
    shown.set(element, viewer);
  }
  element.replaceChildren(viewer.host);
  viewer.show(solutions, options.at ?? 0);
  return {
    go: (to) => viewer.go(to),
    dispose: () => {
      viewer.dispose();
      shown.delete(element);
    },
  };
}

/** How long a step of the assembly takes, in milliseconds. */
const stepTime = 900;

/** From which wait on WebGL is not asked for again, in milliseconds. */
const patience = 60_000;

const help = "Drag or use the arrow keys to turn; + and −, or a click and the wheel, for size. E explodes, PageUp and PageDown change layers, , and . step through the assembly, space plays it, [ and ] change the solution, 0 starts anew.";

class Viewer {
  host = el("div", { class: "solid" });
  #solutions = [];
  #at = 0;
  #view = { turn: -0.6, tilt: 0.5, zoom: 1 };
  #state = { explode: 0, layers: 1, step: 0, hidden: new Set() };
  #drawing;
  #playing = 0;
  #due = 0;
  #asking = 0;
  #stage = el("div", { class: "stage", tabindex: 0, role: "application", title: help });
  #legend = el("ul", { "aria-label": "Pieces: press to hide" });
  #says = el("output");
  #sliders = {
    solution: slider("Solution", (v) => this.go(v - 1)),
    explode: slider("Explode", (v) => this.#set({ explode: v / 100 })),
    layers: slider("Layers", (v) => this.#set({ layers: v })),
    step: slider("Assembly", (v) => this.#stepTo(v)),
  };
  #play = el("button", { type: "button", onclick: () => this.#playOrStop() });
  #resized = new ResizeObserver(() => this.#redraw());

  constructor({ svg }) {
    const root = this.host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    const { solution, explode, layers, step } = this.#sliders;
    step.row.append(this.#play);
    root.append(this.#stage, el("div", { class: "controls" }, solution.row, explode.row, layers.row, step.row), this.#says, this.#legend);
    this.#listen();
    this.#resized.observe(this.#stage);
    this.#use(new SvgDrawing());
    if (!svg) this.#useWebGL();
  }

  /** Three.js comes when it is needed; SVG stays until there is WebGL. A browser that has just begun says
   * at first that it has none, and a context may be lost: so it is asked for again, and ever more seldom. */
  async #useWebGL(wait = 250) {
    const again = () => {
      if (wait < patience) this.#asking = setTimeout(() => this.#useWebGL(2 * wait), wait);
    };
    if (!document.createElement("canvas").getContext("webgl2")) return again();
    try {
      const { WebGLDrawing } = await import("./solid-webgl.js");
      if (!this.#resized) return; // disposed meanwhile
      const drawing = new WebGLDrawing();
      drawing.element.addEventListener("webglcontextlost", () => {
        if (this.#drawing !== drawing) return;
        this.#use(new SvgDrawing());
        again();
      });
      this.#use(drawing);
    } catch {
      again(); // The picture is there already.
    }
  }

  #use(drawing) {
    this.#drawing?.dispose();
    this.#drawing = drawing;
    drawing.element.setAttribute("aria-hidden", "true"); // the stage says what there is to see
    this.#stage.replaceChildren(drawing.element);
    this.host.dataset.drawn = drawing.kind;
    if (this.#solutions.length) this.#redraw();
  }

  show(solutions, at) {
    this.#solutions = solutions;
    this.#sliders.solution.range(1, solutions.length);
    this.go(at);
  }

  get #solution() {
    return this.#solutions[this.#at];
  }

  get #steps() {
    return this.#solution.assembly?.steps.length ?? 0;
  }

  /** Goes to a solution. */
  go(to) {
    this.#stop();
    this.#at = Math.max(0, Math.min(to, this.#solutions.length - 1));
    const { layers } = boxOf(this.#solution);
    this.#sliders.solution.put(this.#at + 1, `${this.#at + 1} of ${this.#solutions.length}`);
    this.#sliders.layers.range(1, layers);
    this.#sliders.step.range(0, this.#steps);
    this.#sliders.step.row.hidden = this.#steps === 0;
    this.#sliders.explode.range(0, 100);
    this.#set({ layers, step: this.#steps, hidden: new Set() });
    this.#listPieces();
  }

  #set(change) {
    Object.assign(this.#state, change);
    const { explode, layers, step } = this.#state;
    this.#sliders.explode.put(Math.round(100 * explode), `${Math.round(100 * explode)} %`);
    this.#sliders.layers.put(layers, `${layers} of ${boxOf(this.#solution).layers}`);
    this.#sliders.step.put(Math.ceil(step), `${Math.ceil(step)} of ${this.#steps}`);
    this.#play.textContent = this.#playing ? "Stop" : "Play";
    const said = this.#words();
    if (this.#says.textContent !== said) this.#says.textContent = said;
    const which = this.#solutions.length > 1 ? `Solution ${this.#at + 1}: ` : "";
    this.#stage.ariaLabel = `${which}${this.#solution.pieces.length} pieces in space, ${this.#solution.pieces.map((p) => p.name).join(", ")}. ${help}`;
    this.#redraw();
  }

  /** What there is to say of the assembly. */
  #words() {
    const { step } = this.#state;
    const stuck = (this.#solution.assembly?.stuck ?? []).map((group) => group.map((i) => this.#solution.pieces[i].name).join(" + "));
    if (step < this.#steps && step > 0) return `Step ${Math.ceil(step)}: ${stepText(this.#solution, Math.ceil(step) - 1)}`;
    if (stuck.length) return `No straight move along an axis parts ${stuck.join(", nor ")}.`;
    return "";
  }

  #listPieces() {
    this.#legend.replaceChildren(...this.#solution.pieces.map((piece, i) => {
      const swatch = el("span", { class: "swatch" });
      swatch.style.background = piece.color;
      const button = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.#hide(i, button) }, swatch, piece.name);
      return el("li", {}, button);
    }));
  }

  #hide(i, button) {
    const { hidden } = this.#state;
    if (!hidden.delete(i)) hidden.add(i);
    button.ariaPressed = String(hidden.has(i));
    this.#redraw();
  }

  /** Draws once, however much has changed. */
  #redraw() {
    this.#due ||= requestAnimationFrame(() => {
      this.#due = 0;
      if (!this.#solutions.length || !this.host.isConnected) return;
      const pieces = arrange(this.#solution, this.#state);
      this.#drawing.draw(pieces, { ...this.#view, middle: boxOf(this.#solution).middle, reach: reachOf(this.#solution, this.#state, pieces) });
    });
  }

  // ---- the assembly ----

  #stop() {
    cancelAnimationFrame(this.#playing);
    this.#playing = 0;
  }

  #stepTo(step) {
    this.#stop();
    this.#set({ step: Math.max(0, Math.min(step, this.#steps)) });
  }

  /** Moves on by one step. */
  #forth() {
    this.#stop();
    const begin = this.#state.step >= this.#steps ? 0 : Math.floor(this.#state.step);
    this.#run(begin, begin + 1);
  }

  #playOrStop() {
    if (this.#playing) return this.#stepTo(Math.ceil(this.#state.step));
    this.#run(this.#state.step >= this.#steps ? 0 : this.#state.step, this.#steps);
  }

  /** Plays the steps between two moments. Who wants no motion sees each step done. */
  #run(begin, end) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const started = performance.now();
    const frame = (now) => {
      const gone = begin + Math.max(0, now - started) / stepTime;
      const step = Math.min(end, still ? Math.floor(gone) + 1 : gone);
      this.#playing = step < end ? requestAnimationFrame(frame) : 0;
      this.#set({ step: still ? step : eased(step) });
    };
    if (end > begin) this.#playing = requestAnimationFrame(frame);
  }

  // ---- hands ----

  #turn(right, up) {
    this.#view.turn += right;
    this.#view.tilt = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.#view.tilt + up));
    this.#redraw();
  }

  #zoom(by) {
    this.#view.zoom = Math.max(0.3, Math.min(6, this.#view.zoom * by));
    this.#redraw();
  }

  #listen() {
    const pointers = new Map();
    const apart = () => {
      const [a, b] = [...pointers.values()];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    const stage = this.#stage;
    stage.onpointerdown = (e) => {
      pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      stage.setPointerCapture(e.pointerId);
    };
    stage.onpointerup = stage.onpointercancel = (e) => pointers.delete(e.pointerId);
    stage.onpointermove = (e) => {
      const was = pointers.get(e.pointerId);
      if (!was) return;
      const before = pointers.size === 2 ? apart() : 0;
      pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (pointers.size === 1) this.#turn((was.x - e.clientX) / 120, (e.clientY - was.y) / 120);
      if (pointers.size === 2 && before > 0) this.#zoom(apart() / before);
    };
    stage.addEventListener("wheel", (e) => {
      if (!stage.matches(":focus")) return; // the page scrolls
      e.preventDefault();
      this.#zoom(Math.exp(-e.deltaY / 600));
    }, { passive: false });
    stage.onkeydown = (e) => {
      const act = e.ctrlKey || e.metaKey || e.altKey ? undefined : this.#keys[e.key.toLowerCase()];
      if (!act) return;
      e.preventDefault();
      act();
    };
  }

  #keys = {
    arrowleft: () => this.#turn(0.15, 0),
    arrowright: () => this.#turn(-0.15, 0),
    arrowup: () => this.#turn(0, -0.15),
    arrowdown: () => this.#turn(0, 0.15),
    "+": () => this.#zoom(1.15),
    "=": () => this.#zoom(1.15),
    "-": () => this.#zoom(1 / 1.15),
    e: () => this.#set({ explode: this.#state.explode > 0 ? 0 : 1 }),
    pageup: () => this.#set({ layers: Math.min(this.#state.layers + 1, boxOf(this.#solution).layers) }),
    pagedown: () => this.#set({ layers: Math.max(this.#state.layers - 1, 1) }),
    ",": () => this.#stepTo(Math.ceil(this.#state.step) - 1),
    ".": () => this.#forth(),
    " ": () => this.#playOrStop(),
    "[": () => this.go(this.#at - 1),
    "]": () => this.go(this.#at + 1),
    0: () => {
      this.#view = { turn: -0.6, tilt: 0.5, zoom: 1 };
      this.#set({ explode: 0 });
      this.go(this.#at);
    },
  };

  dispose() {
    this.#stop();
    cancelAnimationFrame(this.#due);
    clearTimeout(this.#asking);
    this.#resized.disconnect();
    this.#resized = undefined;
    this.#drawing.dispose();
    this.#drawing = undefined;
    this.host.remove();
  }
}

/** Each step begins and ends gently. */
function eased(step) {
  const t = step - Math.floor(step);
  return Math.floor(step) + t * t * (3 - 2 * t);
}

/** A slider with its name and its value in words. */
function slider(name, change) {
  const input = el("input", { type: "range", "aria-label": name, oninput: () => change(Number(input.value)) });
  const value = el("span", { class: "value", "aria-hidden": "true" });
  const row = el("div", { class: "row" }, el("span", { class: "name", "aria-hidden": "true" }, name), input, value);
  return {
    row,
    range(least, most) {
      input.min = least;
      input.max = most;
      row.hidden = most <= least;
    },
    put(at, words) {
      input.value = at;
      input.ariaValueText = words;
      value.textContent = words;
    },
  };
}
