// Solving by hand: a person puts symbols, men or pieces on the board, and Quadrille says whether that goes on.
import { el, size } from "./dom.js";
import { saveButtons, savePicture } from "./download.js";
import { HandBoard } from "./hand-board.js";
import { Placing } from "./placing.js";

/** How many seconds are spent on each question: a person waits no longer. */
const patience = 4;

export class Hand {
  #panel;
  #ask;
  #question = {};
  #title = "puzzle";
  #placing; // what can be put where, or nothing
  #board;
  #moves = [];
  #past = []; // lists of moves
  #future = [];
  #drawn; // the picture of the moves
  #hinted = {}; // the moves after a hint, with the picture that shows why
  #verdict;
  #busy = false;
  #due; // the question that waits for the one under way
  #state = el("p", { class: "state", role: "status" });
  #reason = el("p", { class: "reason", role: "status" }); // of the last step
  #palette = el("div", { class: "palette", role: "group", "aria-label": "What to put" });
  #back = el("button", { type: "button", onclick: () => this.#goBack() }, "Go back to where it was right");
  #undo = el("button", { type: "button", title: "Ctrl+Z", onclick: () => this.#travel(this.#past, this.#future) }, "Undo");
  #redo = el("button", { type: "button", title: "Ctrl+Y", onclick: () => this.#travel(this.#future, this.#past) }, "Redo");
  #clear = el("button", { type: "button", onclick: () => this.#change([]) }, "Clear");
  #hint = el("button", { type: "button", title: "Make one step, and say why", onclick: () => this.#judge(true) }, "Hint");

  /** Lets a person play in a panel. What asks Quadrille judges the moves. */
  constructor(panel, ask) {
    this.#panel = panel;
    this.#ask = ask;
    panel.addEventListener("keydown", (e) => this.#key(e));
  }

  /** Begins a puzzle, unless it is the one that is played. */
  async show(question, title) {
    const asked = { name: question.name, text: question.text, params: question.params };
    if (JSON.stringify(asked) === JSON.stringify(this.#question)) return;
    this.#question = asked;
    this.#title = title;
    this.#placing = undefined;
    [this.#moves, this.#past, this.#future, this.#verdict, this.#drawn] = [[], [], [], undefined, undefined];
    let game;
    const pictures = new Map();
    const end = await this.#ask({ ...asked, do: "play", seconds: patience }, (a) => {
      if (a.game) game = a.game;
      if (a.drawing) pictures.set(a.drawing.name, a.drawing.svg);
    }).end;
    if (asked !== this.#question) return;
    if (!game) {
      this.#question = {};
      return this.#panel.replaceChildren(el("p", { class: "empty" }, `This cannot be solved by hand here: ${end.error ?? "it takes too long"}.`));
    }
    this.#placing = new Placing(game, pictures);
    this.#placing.moves = this.#moves;
    this.#board = new HandBoard(game.cells, { act: (cell, touched) => this.#act(cell, touched), look: (cell) => this.#look(cell) });
    const saves = el("div", { class: "saves", role: "group", "aria-label": "Save" }, ...saveButtons(["SVG", "PNG", "PDF"], (kind) => this.#drawn && savePicture(kind, `${this.#title} by hand`, this.#drawn, this.#ask)));
    this.#panel.replaceChildren(el("div", { class: "bar" }, el("div", { class: "row" }, this.#undo, this.#redo, this.#clear, this.#hint), saves), this.#palette, el("div", { class: "told" }, this.#state, this.#back, this.#reason), el("div", { class: "stage" }, this.#board.element));
    this.#showAll();
    this.#judge();
  }

  // ---- moves ----

  /** Replaces the moves, so that it can be undone. */
  #change(moves) {
    if (moves === this.#moves) return;
    this.#past.push(this.#moves);
    this.#future = [];
    this.#set(moves);
  }

  /** Takes back the moves since the last one that was right. The button goes, so the board gets the focus. */
  #goBack() {
    this.#change(this.#moves.slice(0, this.#verdict.right));
    this.#board.focus();
  }

  #set(moves) {
    this.#moves = moves;
    this.#placing.moves = moves;
    this.#showAll();
    this.#judge();
  }

  /** Takes the last list of one stack, and puts the present one on the other. */
  #travel(from, to) {
    if (!from.length) return;
    to.push(this.#moves);
    this.#set(from.pop());
  }

  /** A cell is chosen. With a finger nothing is seen before: the first touch shows where a piece would lie. */
  #act(cell, touched) {
    if (touched && this.#placing.needsLook(cell, this.#board.ghost)) return this.#look(cell);
    const moves = this.#placing.act(cell);
    if (moves === this.#moves && this.#placing.turns.length) this.#reason.textContent = "The piece does not fit here as it lies: turn it, or take another.";
    this.#change(moves);
    this.#look(cell);
  }

  /** Shows where the piece would lie that is picked. */
  #look(cell) {
    this.#board.ghost = this.#placing.ghost(cell);
  }

  #pick(k) {
    this.#placing.picked = k;
    this.#showPalette();
    this.#look(this.#board.at);
  }

  #turn(k) {
    this.#placing.turn(k);
    this.#look(this.#board.at);
  }

  #key(e) {
    if (!this.#placing) return;
    const command = e.ctrlKey || e.metaKey;
    const key = e.key.toLowerCase();
    let done = true;
    if (command && (key === "y" || (key === "z" && e.shiftKey))) this.#travel(this.#future, this.#past);
    else if (command && key === "z") this.#travel(this.#past, this.#future);
    else if (command || e.altKey || !this.#board.element.contains(e.target)) return;
    else if (e.key === "Delete" || e.key === "Backspace") this.#change(this.#placing.lift(this.#board.at));
    else if (this.#placing.turnKeys.includes(key)) this.#turn(this.#placing.turnKeys.indexOf(key));
    else if (this.#placing.symbolOf(e.key) >= 0) this.#change(this.#placing.put(this.#board.at, this.#placing.symbolOf(e.key)));
    else done = false;
    if (done) e.preventDefault();
  }

  // ---- what is seen ----

  #showAll() {
    this.#undo.disabled = !this.#past.length;
    this.#redo.disabled = !this.#future.length;
    this.#clear.disabled = !this.#moves.length;
    this.#hint.disabled = false;
    this.#back.hidden = true;
    this.#board.label((cell) => this.#placing.content(cell));
    this.#board.wrong = [];
    this.#reason.textContent = "";
    this.#showPalette();
  }

  #showPalette() {
    const focused = [...this.#palette.children].indexOf(document.activeElement);
    const { things, turns } = this.#placing;
    this.#palette.replaceChildren(
      ...things.map((t, k) => el("button", { type: "button", "aria-pressed": String(k === this.#placing.picked), "aria-label": t.label, disabled: t.left === 0, onclick: () => this.#pick(k) }, ...t.face())),
      ...turns.map((t, k) => el("button", { type: "button", class: "turn", title: `Key ${t.key.toUpperCase()}`, onclick: () => this.#turn(k) }, t.name)),
    );
    if (focused >= 0) this.#palette.children[focused]?.focus();
  }

  #say(words, mood = "") {
    this.#state.textContent = words;
    this.#state.className = `state ${mood}`;
  }

  // ---- questions ----

  /** Has the moves drawn and judged; of moves that change meanwhile the last ones. */
  async #judge(hint = false) {
    if (this.#busy) return (this.#due = { hint });
    this.#busy = true;
    const moves = this.#moves;
    let step;
    const end = await this.#ask({ ...this.#question, do: "try", moves, hint, seconds: patience }, (a) => {
      if (moves !== this.#moves) return;
      if (a.drawing) this.#showPicture(a.drawing);
      if (a.judged) this.#showVerdict(a.judged);
      if (a.step) step = a.step;
    }).end;
    this.#busy = false;
    const due = this.#due;
    this.#due = undefined;
    if (due) return this.#judge(due.hint);
    if (end.reason === "error") this.#say(end.error, "bad");
    if (step && moves === this.#moves) this.#take(step);
  }

  #showPicture(drawn) {
    this.#drawn = drawn;
    const svg = (this.#hinted.moves === this.#moves && this.#hinted.svg) || drawn.svg;
    this.#board.picture(svg, size(svg));
  }

  #showVerdict(v) {
    this.#verdict = v;
    this.#say(v.state === "done" ? `Done: ${v.words.toLowerCase()}` : v.words, { done: "good", wrong: "bad" }[v.state]);
    this.#board.wrong = v.cells ?? [];
    this.#back.hidden = v.state !== "wrong" || v.right >= this.#moves.length;
    this.#hint.disabled = v.state === "done" || v.state === "wrong";
  }

  /** Makes a step that was asked for, and says why. */
  #take(step) {
    this.#reason.textContent = step.words;
    if (!step.moves?.length) return;
    const made = step.moves.map((m) => `${m.piece || m.symbol} at ${m.cells.map((c) => `(${c.join(", ")})`).join(" ")}`).join(", ");
    const moves = [...this.#moves, ...step.moves];
    this.#hinted = { moves, svg: step.svg };
    this.#change(moves);
    this.#reason.textContent = `${made}. ${step.words}`;
  }
}
