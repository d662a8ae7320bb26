// The solutions that were found: one at a time, or all of them.
import { el, grouped, picture } from "./dom.js";
import { fileName, pdfFile, pngFile, save, svgFile } from "./download.js";

/**
 * The ways to look at a solution. Each says which solutions it suits, and shows one in an
 * element. A solution has number, svg, text, lattice and placements, and a scene if it is in space. What takes a while
 * asks whether it is still wanted.
 */
const views = [
  { name: "Picture", suits: (s) => s.svg, show: (element, s) => element.replaceChildren(picture(s.svg, `Solution ${s.number}. Its pieces are listed under Cells.`)) },
  { name: "3D", suits: (s) => s.scene, show: inSpace },
  { name: "Text", suits: () => true, show: (element, s) => element.replaceChildren(el("pre", { tabindex: "0", role: "img", "aria-label": `Solution ${s.number}, drawn in characters` }, s.text)) },
  { name: "Cells", suits: () => true, show: (element, s) => element.replaceChildren(cells(s)) },
];

/** How many pictures stand on a sheet of all. */
const onSheet = 120;

/** How many characters of pictures are sent at once: servers take no longer questions. */
const atOnce = 3_500_000;

export class Solutions {
  #panel;
  #ask;
  #found = [];
  #at = 0;
  #view = "Picture";
  #title = "puzzle";
  #stage = el("div", { class: "stage" });
  #slider = el("input", { type: "range", min: "1", "aria-label": "Solution", oninput: (e) => this.#go(Number(e.target.value) - 1) });
  #place = el("output", { class: "place" });
  #views = el("div", { class: "views", role: "group", "aria-label": "Show as" });
  #saves = el("div", { class: "saves", role: "group", "aria-label": "Save" });
  #back = el("button", { type: "button", "aria-label": "Solution before", onclick: () => this.#go(this.#at - 1) }, "‹");
  #forth = el("button", { type: "button", "aria-label": "Next solution", onclick: () => this.#go(this.#at + 1) }, "›");
  #due = false;

  /** Shows solutions in a panel. What asks Quadrille is for files that it writes. */
  constructor(panel, ask) {
    this.#panel = panel;
    this.#ask = ask;
    this.clear("puzzle", "Press Solve to see solutions.");
  }

  /** Forgets all, and says why there is nothing. */
  clear(title, why) {
    this.#found = [];
    this.#at = 0;
    this.#title = title;
    this.#panel.replaceChildren(el("p", { class: "empty" }, why));
  }

  get length() {
    return this.#found.length;
  }

  add(solution) {
    this.#found.push(solution);
    if (this.#found.length === 1) {
      this.#panel.replaceChildren(
        el("div", { class: "bar" }, el("div", { class: "steps" }, this.#back, this.#place, this.#forth), this.#views, this.#saves),
        this.#slider,
        this.#stage,
      );
      this.#makeBars(solution);
      this.#show();
    } else if (!this.#due) {
      this.#due = true; // thousands a second would each move the slider
      requestAnimationFrame(() => {
        this.#due = false;
        this.#count();
        if (this.#view === "All") this.#show();
      });
    }
  }

  #makeBars(solution) {
    const names = views.filter((v) => v.suits(solution)).map((v) => v.name);
    if (solution.svg) names.push("All");
    if (!names.includes(this.#view)) this.#view = names[0];
    this.#views.replaceChildren(
      ...names.map((name) => el("button", { type: "button", "aria-pressed": String(name === this.#view), onclick: () => this.#choose(name) }, name)),
    );
    const kinds = solution.svg ? ["SVG", "PNG", "PDF"] : ["Text"];
    this.#saves.replaceChildren(...kinds.map((kind) => el("button", { type: "button", title: `Save as ${kind}`, onclick: () => this.#save(kind) }, kind)));
  }

  #choose(name) {
    this.#view = name;
    for (const b of this.#views.children) b.setAttribute("aria-pressed", String(b.textContent === name));
    this.#show();
  }

  #go(to) {
    this.#at = Math.max(0, Math.min(to, this.#found.length - 1));
    this.#show();
  }

  #count() {
    this.#slider.max = this.#found.length;
    this.#slider.value = this.#at + 1;
    this.#slider.hidden = this.#found.length < 2;
    this.#place.textContent = `${grouped(this.#at + 1)} of ${grouped(this.#found.length)}`;
    this.#back.disabled = this.#at === 0;
    this.#forth.disabled = this.#at >= this.#found.length - 1;
  }

  #show() {
    this.#count();
    if (this.#view === "All") return this.#showAll();
    this.#stage.classList.remove("all");
    const solution = this.#found[this.#at];
    const view = this.#view;
    const wanted = () => this.#view === view && this.#found[this.#at] === solution;
    views.find((v) => v.name === view).show(this.#stage, solution, wanted);
  }

  #showAll() {
    if (this.#stage.classList.contains("all") && this.#stage.childElementCount >= Math.min(onSheet, this.#found.length)) return;
    this.#stage.classList.add("all");
    const shown = this.#found.slice(0, onSheet).map((s, i) =>
      el("button", { type: "button", "aria-label": `Solution ${s.number}`, onclick: () => { this.#choose("Picture"); this.#go(i); } }, picture(s.svg, ""), el("span", {}, String(s.number))),
    );
    if (this.#found.length > onSheet) shown.push(el("p", {}, `and ${grouped(this.#found.length - onSheet)} more: step to them with the slider`));
    this.#stage.replaceChildren(...shown);
  }

  /** Saves the solution that is shown. A PDF has all of them, if all are shown. */
  async #save(kind) {
    const s = this.#found[this.#at];
    const name = fileName(`${this.#title} ${s.number}`, kind === "Text" ? "txt" : kind.toLowerCase());
    if (kind === "SVG") save(name, svgFile(s.svg));
    if (kind === "PNG") save(name, await pngFile(s.svg));
    if (kind === "Text") save(name, new Blob([s.text], { type: "text/plain" }));
    if (kind !== "PDF") return;
    if (this.#view === "All") save(fileName(this.#title, "pdf"), await pdfFile(this.#ask, this.#sheet()));
    else save(name, await pdfFile(this.#ask, [s.svg]));
  }

  /** The pictures of a sheet, as many as can be sent. */
  #sheet() {
    let size = 0;
    return this.#found.slice(0, onSheet).map((s) => s.svg).filter((svg) => (size += svg.length) < atOnce);
  }

  /** Shows what was found out about the solutions, in place of them: words, lines of the text, and pictures. */
  tell(findings, goToLine) {
    this.#found = [];
    this.#panel.replaceChildren(...findings.map((f) => el("article", { class: "finding" },
      ...f.words.split("\n").map((line) => el("p", {}, line)),
      ...(f.lines ?? []).map((line) => el("button", { type: "button", class: "place", onclick: () => goToLine(line) }, `line ${line}`)),
      ...(f.svg ? [picture(f.svg, "The cells that this is about")] : []),
    )));
  }
}

/** Cubes and balls, to be turned by hand. What draws them is large, and loaded when it is needed. */
async function inSpace(element, s, wanted) {
  await import("./solid.js"); // one script, which files that stand alone have as well
  if (wanted()) quadrilleSolid.show(element, [s.scene]);
}

/** A table of what lies where, for eyes and for screen readers. */
function cells(s) {
  const row = (p) => {
    const where = (p.cells ?? []).map((c, i) => `(${c.join(", ")})${p.letters ? ` ${p.letters[i]}` : ""}`).join(" ");
    const onto = p.onto ? ` → ${p.onto.map((c) => `(${c.join(", ")})`).join(" ")}` : "";
    return el("tr", {}, el("th", { scope: "row" }, p.piece ?? ""), el("td", {}, where ? where + onto : (p.items ?? []).join(" ")));
  };
  const named = s.placements.some((p) => p.piece);
  const head = el("tr", {}, el("th", { scope: "col" }, named ? "Piece" : ""), el("th", { scope: "col" }, s.scene ? "Cells (layer, row, column)" : "Cells (row, column)"));
  return el("table", {}, el("caption", {}, `Solution ${s.number}`), el("thead", {}, head), el("tbody", {}, ...s.placements.map(row)));
}
