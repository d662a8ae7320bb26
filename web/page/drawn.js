// Solutions are drawn on demand: what is looked at first, and a few at a time, so that nobody waits for what is gone
// from the screen.

/** How many drawn solutions are kept. A picture has some ten thousand characters. */
const kept = 240;

/** How many solutions one question has drawn: each question compiles the puzzle anew. */
const inQuestion = 12;

export class Drawn {
  #ask;
  #question;
  #found;
  #arrived;
  #views = new Map(); // by place in the list, the one that was used last at the end
  #wanted = [];
  #busy = false;
  #ended = false;

  /** Why solutions cannot be drawn, or undefined. */
  error;

  /** Draws the solutions of a list, which grows, to a question. Each one that is drawn is told by its place. */
  constructor(ask, question, found, arrived) {
    this.#ask = ask;
    this.#question = { name: question.name, text: question.text, params: question.params, upTo: question.upTo };
    this.#found = found;
    this.#arrived = arrived;
  }

  /** Draws no more. */
  end() {
    this.#ended = true;
  }

  /** Reports whether a solution is drawn: those that came so are. */
  has(i) {
    return this.#found[i]?.text !== undefined || this.#views.has(i);
  }

  get(i) {
    const s = this.#found[i];
    if (s.text !== undefined) return s;
    const views = this.#views.get(i);
    this.#keep(i, views);
    return views;
  }

  #keep(i, views) {
    this.#views.delete(i);
    this.#views.set(i, views);
    if (this.#views.size > kept) this.#views.delete(this.#views.keys().next().value);
  }

  /** Says which solutions are looked at, the most urgent one first. What was wanted before is no longer. */
  async want(places) {
    this.#wanted = places;
    if (this.#busy) return;
    this.#busy = true;
    let few = 1; // the first one is waited for
    for (let next = this.#missing(few); next.length && !this.#ended && !this.error; next = this.#missing(few)) {
      few = inQuestion;
      try {
        await this.#draw(next, (i, views) => {
          this.#keep(i, views);
          if (!this.#ended) this.#arrived(i);
        });
      } catch (e) {
        this.error = e.message;
        if (!this.#ended) this.#arrived(next[0]);
      }
    }
    this.#busy = false;
  }

  #missing(most) {
    return this.#wanted.filter((i) => i >= 0 && i < this.#found.length && !this.has(i)).slice(0, most);
  }

  async #draw(places, hear) {
    const at = new Map(places.map((i) => [this.#found[i].number, i]));
    const solutions = places.map((i) => ({ number: this.#found[i].number, options: this.#found[i].options }));
    const end = await this.#ask({ ...this.#question, do: "draw", solutions }, (a) => {
      for (const s of a.solutions ?? []) hear(at.get(s.number), s);
    }).end;
    if (end.reason !== "done") throw new Error(end.error ?? end.reason);
  }

  /** Draws many solutions, whether they are looked at or not. */
  async all(places) {
    const list = [...places];
    const views = new Map(list.filter((i) => this.has(i)).map((i) => [i, this.get(i)]));
    const missing = list.filter((i) => !views.has(i));
    if (missing.length) await this.#draw(missing, (i, s) => views.set(i, s));
    return list.map((i) => views.get(i));
  }
}
