// The solutions that were found: one at a time, or all of them. A solution is a number and a few options; it is drawn
// when it is looked at.
import { el, grouped, picture, size } from "./dom.js";
import { Drawn } from "./drawn.js";
import { fileName, pdfFile, save, saveButtons, savePicture } from "./download.js";

/**
 * The ways to look at a solution. Each says which solutions it suits, and shows one in an
 * element. A drawn solution has number, svg, text, lattice and placements, and a scene if it is in space. What takes a
 * while asks whether it is still wanted.
 */
const views = [
  { name: "Picture", suits: (s) => s.svg, show: (element, s) => element.replaceChildren(picture(s.svg, `Solution ${s.number}. Its pieces are listed under Cells.`)) },
  { name: "3D", suits: (s) => s.scene, show: inSpace },
  { name: "Text", suits: () => true, show: (element, s) => element.replaceChildren(el("pre", { tabindex: "0", role: "img", "aria-label": `Solution ${s.number}, drawn in characters` }, s.text)) },
  { name: "Cells", suits: () => true, show: (element, s) => element.replaceChildren(cells(s)) },
];

/** How many pictures a PDF of all has at most. */
const onPaper = 120;

/** How many characters of pictures are sent at once: servers take no longer questions. */
const atOnce = 3_500_000;

/** How many solutions around the one that is shown are drawn ahead. */
const ahead = 6;

export class Solutions {
  #panel;
  #ask;
  #found = [];
  #drawn;
  #at = 0;
  #view = "Picture";
  #title = "puzzle";
  #stage = el("div", { class: "stage" });
  #tiles = []; // of the view of all
  #seen; // what notices which tiles are on the screen
  #slider = el("input", { type: "range", min: "1", "aria-label": "Solution", oninput: (e) => this.#go(Number(e.target.value) - 1) });
  #place = el("output", { class: "place" });
  #views = el("div", { class: "views", role: "group", "aria-label": "Show as" });
  #saves = el("div", { class: "saves", role: "group", "aria-label": "Save" });
  #back = el("button", { type: "button", "aria-label": "Solution before", onclick: () => this.#go(this.#at - 1) }, "‹");
  #forth = el("button", { type: "button", "aria-label": "Next solution", onclick: () => this.#go(this.#at + 1) }, "›");
  #due = false;

  /** Shows solutions in a panel. What asks Quadrille draws them, and writes files. */
  constructor(panel, ask) {
    this.#panel = panel;
    this.#ask = ask;
    this.clear("puzzle", "Press Solve to see solutions.");
  }

  /** Forgets all, and says why there is nothing. The question is the one that solutions will answer. */
  clear(title, why, question = {}) {
    this.#found = [];
    this.#at = 0;
    this.#title = title;
    this.#clearTiles();
    this.#drawn?.end();
    this.#drawn = new Drawn(this.#ask, question, this.#found, (i) => this.#arrived(i));
    this.#panel.replaceChildren(el("p", { class: "empty" }, why));
  }

  get length() {
    return this.#found.length;
  }

  /** Adds solutions. The first one of all is drawn. */
  add(list) {
    const first = this.#found.length === 0;
    this.#found.push(...list);
    if (first) {
      this.#panel.replaceChildren(
        el("div", { class: "bar" }, el("div", { class: "steps" }, this.#back, this.#place, this.#forth), this.#views, this.#saves),
        this.#slider,
        this.#stage,
      );
      this.#makeBars(list[0]);
      this.#show();
    } else if (!this.#due) {
      this.#due = true; // thousands a second would each move the slider
      requestAnimationFrame(() => {
        this.#due = false;
        if (!this.#found.length) return;
        this.#count();
        if (this.#view === "All") this.#addTiles();
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
    this.#saves.replaceChildren(...saveButtons(solution.svg ? ["SVG", "PNG", "PDF"] : ["Text"], (kind) => this.#save(kind)));
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
    this.#clearTiles();
    const at = this.#at;
    // Until it is drawn, the one before stands there, greyed.
    this.#stage.setAttribute("aria-busy", String(!this.#drawn.has(at)));
    this.#drawn.want([at, ...Array.from({ length: ahead }, (_, k) => [at + k + 1, at - k - 1]).flat()]);
    if (this.#drawn.has(at)) this.#showOne(at);
  }

  #showOne(at) {
    const view = this.#view;
    const found = this.#found;
    this.#stage.setAttribute("aria-busy", "false");
    const wanted = () => this.#view === view && this.#found === found && this.#at === at;
    views.find((v) => v.name === view).show(this.#stage, this.#drawn.get(at), wanted);
  }

  /** Shows a solution that has been drawn, or why it cannot be drawn. */
  #arrived(i) {
    if (this.#view === "All") this.#showTile(i);
    else if (i === this.#at && this.#drawn.has(i)) this.#showOne(i);
    if (this.#drawn.error && this.#view !== "All" && !this.#drawn.has(this.#at)) {
      this.#stage.setAttribute("aria-busy", "false");
      this.#stage.replaceChildren(el("p", { class: "empty" }, `This solution cannot be drawn: ${this.#drawn.error}`));
    }
  }

  // ---- all of them ----

  #clearTiles() {
    this.#seen?.disconnect();
    this.#seen = undefined;
    this.#tiles = [];
    this.#stage.classList.remove("all");
  }

  #showAll() {
    if (this.#seen) return this.#addTiles();
    this.#stage.setAttribute("aria-busy", "false");
    this.#stage.classList.add("all");
    this.#stage.replaceChildren();
    this.#seen = new IntersectionObserver((changes) => {
      for (const { isIntersecting, target } of changes) {
        target.onScreen = isIntersecting;
        if (isIntersecting) this.#showTile(target.index);
        else target.firstChild.replaceChildren(); // pictures that nobody sees take memory
      }
      this.#drawn.want(this.#tiles.filter((t) => t.onScreen).map((t) => t.index));
    }, { rootMargin: "300px", scrollMargin: "300px" });
    this.#addTiles();
  }

  #addTiles() {
    const [width, height] = size(this.#drawn.get(0).svg);
    const more = this.#found.slice(this.#tiles.length).map((s, k) => {
      const index = this.#tiles.length + k;
      const frame = el("span", { class: "frame" });
      frame.style.aspectRatio = `${width} / ${height}`;
      const tile = el("button", { type: "button", "aria-label": `Solution ${s.number}`, onclick: () => { this.#at = index; this.#choose("Picture"); } }, frame, el("span", {}, String(s.number)));
      tile.index = index;
      this.#seen.observe(tile);
      return tile;
    });
    this.#tiles.push(...more);
    this.#stage.append(...more);
  }

  #showTile(i) {
    const tile = this.#tiles[i];
    if (tile?.onScreen && this.#drawn.has(i) && !tile.firstChild.childElementCount) tile.firstChild.append(picture(this.#drawn.get(i).svg, ""));
  }

  // ---- files ----

  /** Saves the solution that is shown. A PDF has all of them, if all are shown. */
  async #save(kind) {
    const drawn = this.#drawn;
    if (kind === "PDF" && this.#view === "All") {
      return save(fileName(this.#title, "pdf"), await pdfFile(this.#ask, sheet(await drawn.all(this.#found.slice(0, onPaper).keys()))));
    }
    const [s] = await drawn.all([this.#at]);
    await savePicture(kind, `${this.#title} ${s.number}`, s, this.#ask);
  }

  /** Shows what was found out about the solutions, in place of them: words, lines of the text, and pictures. */
  tell(findings, goToLine) {
    this.clear(this.#title, "");
    this.#panel.replaceChildren(...findings.map((f) => el("article", { class: "finding" },
      ...f.words.split("\n").map((line) => el("p", {}, line)),
      ...(f.lines ?? []).map((line) => el("button", { type: "button", class: "place", onclick: () => goToLine(line) }, `line ${line}`)),
      ...(f.svg ? [picture(f.svg, "The cells that this is about"), el("div", { class: "keep" }, ...saveButtons(["SVG", "PNG", "PDF"], (kind) => savePicture(kind, `${this.#title} finding`, f, this.#ask)))] : []),
    )));
  }
}

/** The pictures of a sheet, as many as can be sent. */
function sheet(list) {
  let length = 0;
  return list.map((s) => s.svg).filter((svg) => (length += svg.length) < atOnce);
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
  const head = el("tr", {}, named ? el("th", { scope: "col" }, "Piece") : el("td", {}), el("th", { scope: "col" }, s.scene ? "Cells (layer, row, column)" : "Cells (row, column)"));
  return el("table", {}, el("caption", {}, `Solution ${s.number}`), el("thead", {}, head), el("tbody", {}, ...s.placements.map(row)));
}
