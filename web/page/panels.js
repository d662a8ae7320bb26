// What there is to see besides solutions: pieces, expectations, the matrix, statistics.
import { byId, el, grouped, picture, plural, size } from "./dom.js";
import { saveButtons, savePicture } from "./download.js";

/** The drawings of the board and the pieces. All pieces have one scale. What asks Quadrille writes files. */
export function showPieces(about, drawings, ask) {
  const board = about.drawable;
  const pieces = drawings.slice(board ? 1 : 0).map((d) => size(d.svg));
  const scale = Math.min(1, pieceSize / Math.max(...pieces.flat(), 1));
  const cards = drawings.map((d, i) => {
    const image = picture(d.svg, d.name ? `Drawing of ${d.name}` : "Drawing of the board");
    if (i >= drawings.length - pieces.length) image.width = scale * size(d.svg)[0];
    const whole = board && i === 0;
    const keep = (kind) => savePicture(kind, `${about.title ?? "puzzle"} ${d.name || "board"}`, d, ask);
    const keeps = el("div", { class: "keep", role: "group", "aria-label": `Save ${d.name || "board"}` }, ...saveButtons(whole ? ["SVG", "PNG", "PDF"] : ["SVG"], keep));
    return el("li", { class: whole ? "board" : "piece" }, el("span", { class: "picture" }, image), el("h2", {}, d.name || "board"), el("p", {}, d.about), keeps);
  });
  const text = el("details", {}, el("summary", {}, "In words"), el("pre", { tabindex: "0" }, about.text));
  byId("pieces").replaceChildren(cards.length ? el("ul", { class: "drawings" }, ...cards) : el("p", { class: "empty" }, "There is no board to draw."), text);
  text.open = cards.length === 0;
}

const pieceSize = 120; // in pixels, of the largest piece

/** The verdicts on what the text expects, line by line; those to come are pending. */
export function showTests(expectations, verdicts, go) {
  const rows = expectations.map((e, i) => {
    const v = verdicts[i];
    const outcome = v?.outcome ?? "not tested";
    return el(
      "li",
      { class: outcome.replace(" ", "-") },
      el("span", { class: "mark", "aria-hidden": "true" }, { met: "✓", failed: "✗", undecided: "…" }[outcome] ?? "·"),
      el("button", { type: "button", class: "place", onclick: () => go(e.line) }, `line ${e.line}`),
      el("code", {}, e.text),
      el("span", {}, v?.found ? `${outcome}: ${v.found}` : outcome),
    );
  });
  byId("tests").replaceChildren(
    rows.length ? el("ul", { class: "verdicts" }, ...rows) : el("p", { class: "empty" }, "The text expects nothing. Write “expect 520 solutions” to have it tested."),
  );
}

/** The matrix: its size, what each statement became, and its first options. */
export function showMatrix(m) {
  const size = `${plural(m.primary, "primary item")}, ${grouped(m.secondary)} secondary, ${plural(m.options, "option")}, ${grouped(m.entries)} entries`;
  const rows = (m.rows ?? []).map((r, i) => el("tr", {}, el("td", {}, String(i)), el("td", {}, r.items.join(" ")), el("td", {}, r.origin ?? "")));
  const head = el("tr", {}, ...["Option", "Items", "What it is"].map((t) => el("th", { scope: "col" }, t)));
  const rest = m.options - rows.length;
  byId("matrix").replaceChildren(
    el("p", { class: "size" }, size),
    el("details", { open: true }, el("summary", {}, "What each statement became"), el("pre", { tabindex: "0" }, m.lowering)),
    el("details", {}, el("summary", {}, "Items"), el("p", { class: "items" }, (m.items ?? []).join("  "))),
    el("details", { open: true }, el("summary", {}, "Options"), el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)), el("p", {}, rest > 0 ? `and ${grouped(rest)} more` : "")),
  );
}

/** What a search has done. */
export function showEffort(effort, seconds) {
  if (!effort?.engine && !effort?.nodes) return byId("facts").replaceChildren(el("p", { class: "empty" }, "Solve or count to see what the search does."));
  const facts = [
    ["Engine", effort.why ? `${effort.engine}: ${effort.why}` : effort.engine],
    ["Solutions", effort.solutions],
    ["Nodes", effort.nodes],
    ["Updates", effort.updates],
    ["Memory accesses", effort.mems],
    ["Nodes a second", seconds > 0.001 ? Math.round(effort.nodes / seconds) : 0],
  ].filter(([, value]) => value);
  const list = facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, typeof value === "number" ? grouped(value) : value)]);
  byId("facts").replaceChildren(el("dl", { class: "facts" }, ...list), ...profile(effort.profile ?? []));
}

function profile(levels) {
  if (levels.length < 2) return [];
  const most = Math.max(...levels.map((l) => l.nodes));
  const rows = levels.map((l, i) =>
    el("tr", {}, el("th", { scope: "row" }, String(i)), el("td", {}, grouped(l.nodes)), el("td", {}, el("meter", { min: "0", max: String(most), value: String(l.nodes), "aria-label": `Nodes on level ${i}` })), el("td", {}, grouped(l.solutions))),
  );
  const head = el("tr", {}, ...["Level", "Nodes", "", "Solutions"].map((t) => (t ? el("th", { scope: "col" }, t) : el("td", {}))));
  return [el("table", { class: "profile" }, el("caption", {}, "The tree, level by level"), el("thead", {}, head), el("tbody", {}, ...rows))];
}

/** Tabs that the arrow keys step through, as the pattern of ARIA has it. */
export class Tabs {
  #tabs;

  constructor(list) {
    this.#tabs = [...list.querySelectorAll("[role=tab]")];
    for (const [i, tab] of this.#tabs.entries()) {
      tab.addEventListener("click", () => this.show(tab.getAttribute("aria-controls")));
      tab.addEventListener("keydown", (e) => {
        const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 }[e.key];
        if (to === undefined) return;
        e.preventDefault();
        const next = this.#tabs.at(to % this.#tabs.length);
        this.show(next.getAttribute("aria-controls"));
        next.focus();
      });
    }
  }

  /** The panel that is shown. */
  shown = "pieces";
  onshow = () => {};

  show(id) {
    this.shown = id;
    for (const tab of this.#tabs) {
      const on = tab.getAttribute("aria-controls") === id;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = !on;
    }
    this.onshow(id);
  }
}
