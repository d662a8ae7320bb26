// What can be put where on a board, and what lies there: lists of moves made from lists of moves. It knows no page but
// for the faces of buttons.
import { el, picture } from "./dom.js";

/** What a cross is called: no man stands there. */
const cross = { symbol: "", label: "cross: nothing stands here", face: "×" };

/** The keys that turn a piece, by what is done. */
const keyOf = { turn: "r", tip: "t", flip: "f" };

export class Placing {
  #game;
  #numbers; // of cells, by their coordinates
  #pictures;
  #symbols; // what can be put on a cell; a packing has none
  #middles; // of cells
  #orientations; // of the pieces, as they would be put
  #places = []; // by piece and orientation
  #moves = [];
  #on = new Map(); // the move that lies on a cell, by the cell's number

  /** What is put next: the number of a thing. */
  picked = 0;

  constructor(game, pictures) {
    this.#game = game;
    this.#pictures = pictures;
    this.#numbers = new Map(game.cells.map((c, i) => [String(c.at), i]));
    this.#symbols = [...(game.symbols ?? []).map((symbol) => ({ symbol, label: symbol, face: symbol })), ...(game.crosses ? [cross] : [])];
    this.#middles = game.cells.map((c) => middle(c.corners));
    this.#orientations = (game.pieces ?? []).map(() => 0);
    for (const p of game.places ?? []) ((this.#places[p.piece] ??= [])[p.orientation] ??= []).push(p.cells);
    for (const [k, piece] of (game.pieces ?? []).entries()) this.#orientations[k] = Math.max(0, (this.#places[k] ?? []).findIndex((list) => list));
    this.picked = game.symbols?.length === 2 ? 1 : 0; // of two symbols the first one means nothing
    this.turns = (game.turns ?? []).filter((_, k) => game.pieces.some((p) => p.turned[k].some((to, from) => to !== from))).map((name) => ({ name: name[0].toUpperCase() + name.slice(1), key: keyOf[name], way: game.turns.indexOf(name) }));
  }

  get moves() {
    return this.#moves;
  }

  set moves(moves) {
    this.#moves = moves;
    this.#on = new Map(moves.flatMap((m) => m.cells.map((at) => [this.#numbers.get(String(at)), m])));
    const { things } = this;
    if (things[this.picked]?.left === 0) this.picked = Math.max(0, things.findIndex((t) => t.left !== 0));
  }

  /** What can be put: each with a label, how many are left if that is bounded, and the face of its button. */
  get things() {
    if (this.#symbols.length) return this.#symbols.map((s) => ({ label: s.label, face: () => [s.face] }));
    return this.#game.pieces.map((p) => {
      const left = p.copies < 0 ? undefined : p.copies - this.#moves.filter((m) => m.piece === p.name).length;
      const svg = this.#pictures.get(p.name);
      return { left, label: left === undefined ? p.name : `${p.name}, ${left} left`, face: () => [...(svg ? [picture(svg, "")] : []), left > 1 ? `${p.name} ×${left}` : p.name] };
    });
  }

  get turnKeys() {
    return this.turns.map((t) => t.key);
  }

  /** The number of the symbol that a key stands for or begins, or -1. */
  symbolOf(key) {
    const begins = (s) => (s === cross ? key === "x" : s.face[0].toLowerCase() === key.toLowerCase());
    const exactly = this.#symbols.findIndex((s) => s.face === key);
    return exactly >= 0 ? exactly : this.#symbols.findIndex((s) => key.length === 1 && begins(s));
  }

  /** What lies on a cell, in words. */
  content(cell) {
    const { given } = this.#game.cells[cell];
    if (given) return `${given}, given`;
    const move = this.#on.get(cell);
    return move ? move.piece || move.symbol || "cross" : "empty";
  }

  /** Puts what is picked on a cell, or takes away what lies there. */
  act(cell) {
    const there = this.#on.get(cell);
    if (there && (!this.#symbols.length || there.symbol === this.#symbols[this.picked].symbol)) return this.lift(cell);
    return this.put(cell, this.picked);
  }

  /** Takes away what lies on a cell. */
  lift(cell) {
    const move = this.#on.get(cell);
    return move ? this.#moves.filter((m) => m !== move) : this.#moves;
  }

  /** Puts a thing on a cell. */
  put(cell, k) {
    if (this.#game.cells[cell].given) return this.#moves;
    if (this.#symbols.length) return [...this.lift(cell), { symbol: this.#symbols[k].symbol, cells: [this.#game.cells[cell].at] }];
    const cells = this.ghost(cell);
    if (!cells.length || cells.some((c) => this.#on.has(c))) return this.#moves;
    return [...this.#moves, { piece: this.#game.pieces[k].name, orientation: this.#orientations[k], cells: cells.map((c) => this.#game.cells[c].at) }];
  }

  /** The cells that the picked piece would lie on, its middle as near to a cell as it can be, and on no other piece if
   * there is such a place. */
  ghost(cell) {
    if (this.#symbols.length || this.things[this.picked].left === 0) return [];
    const all = (this.#places[this.picked]?.[this.#orientations[this.picked]] ?? []).filter((cells) => cells.includes(cell));
    const free = all.filter((cells) => !cells.some((c) => this.#on.has(c)));
    const [x, y] = this.#middles[cell];
    const away = (cells) => {
      const [mx, my] = middle(cells.flatMap((c) => this.#middles[c]));
      return Math.hypot(mx - x, my - y);
    };
    return (free.length ? free : all).reduce((best, cells) => (!best.length || away(cells) < away(best) - 1e-6 ? cells : best), []);
  }

  /** Reports whether a piece would be put where it is not seen yet. */
  needsLook(cell, seen) {
    return !this.#symbols.length && !this.#on.has(cell) && String(this.ghost(cell)) !== String(seen);
  }

  /** Turns the picked piece in one of the ways. */
  turn(k) {
    const piece = this.#game.pieces[this.picked];
    this.#orientations[this.picked] = piece.turned[this.turns[k].way][this.#orientations[this.picked]];
  }
}

/** The middle of points, given as x and y in turn. */
function middle(points) {
  const of = (axis) => points.filter((_, i) => i % 2 === axis);
  const mean = (list) => list.reduce((sum, v) => sum + v, 0) / list.length;
  return [mean(of(0)), mean(of(1))];
}
