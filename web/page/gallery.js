// The examples and the standard sets, with pictures.
import { byId, el, picture } from "./dom.js";

export class Gallery {
  #entries;
  #draw;
  #loaded;
  #shown = false;

  /** Draw makes a picture of an entry that comes without. */
  constructor(draw) {
    this.#draw = draw;
    this.#loaded = fetch("gallery.json").then((r) => {
      if (!r.ok) throw new Error(r.statusText);
      return r.json();
    });
    this.#loaded.catch(() => {});
    byId("gallery-open").addEventListener("click", () => this.open());
    byId("gallery-close").addEventListener("click", () => byId("gallery").close());
    byId("gallery-search").addEventListener("input", (e) => this.#filter(e.target.value));
    byId("gallery-list").addEventListener("click", (e) => e.target.closest("a") && byId("gallery").close());
  }

  async find(name) {
    return (await this.#loaded).find((e) => e.name === name);
  }

  async open() {
    byId("gallery").showModal();
    if (this.#shown) return;
    this.#shown = true;
    try {
      this.#show(await this.#loaded);
    } catch (e) {
      this.#shown = false;
      byId("gallery-list").replaceChildren(el("p", {}, `The examples could not be loaded: ${e.message}`));
    }
  }

  #show(entries) {
    const missing = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        missing.unobserve(target);
        this.#draw(target.entry).then((svg) => svg && target.replaceChildren(picture(svg, "")));
      }
    });
    this.#entries = entries.map((entry) => {
      const shown = el("span", { class: "picture" });
      shown.entry = entry;
      if (entry.svg) shown.append(Object.assign(picture(entry.svg, ""), { loading: "lazy" }));
      else if (entry.drawn) shown.append(el("pre", {}, entry.drawn));
      else missing.observe(shown);
      const slow = entry.slow ? [el("span", { class: "tag" }, "takes long")] : [];
      const card = el("a", { href: `#example=${encodeURIComponent(entry.name)}` }, shown, el("span", { class: "name" }, entry.title), el("span", { class: "about" }, entry.about ?? ""), ...slow);
      return { entry, card: el("li", {}, card), words: `${entry.name} ${entry.title} ${entry.about} ${entry.group}`.toLowerCase() };
    });
    const groups = Map.groupBy(this.#entries, (e) => e.entry.group);
    byId("gallery-list").replaceChildren(
      ...[...groups].map(([name, cards]) => el("section", {}, el("h3", {}, name), el("ul", { class: "cards" }, ...cards.map((c) => c.card)))),
    );
  }

  #filter(text) {
    const wanted = text.toLowerCase().split(/\s+/);
    for (const { card, words } of this.#entries ?? []) card.hidden = !wanted.every((w) => words.includes(w));
    for (const section of byId("gallery-list").querySelectorAll("section")) section.hidden = !section.querySelector("li:not([hidden])");
  }
}
