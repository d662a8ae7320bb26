// What a program does with a puzzle. index.d.ts describes it.
import { createConnections, deferred } from "./connection.js";

/** Why a text is no puzzle: its first mistake in words, and all of them as diagnostics. */
export class PuzzleError extends Error {
  name = "PuzzleError";

  constructor(diagnostics) {
    const errors = diagnostics.filter((d) => d.severity === "error");
    const [first] = errors.length > 0 ? errors : diagnostics;
    const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
    super(`line ${first.line}, column ${first.column}: ${first.summary}${first.hint ? `; ${first.hint}` : ""}${more}`);
    this.diagnostics = diagnostics;
  }
}

/** Returns the function load of a host, which is a browser or Node. */
export function createLoad(host) {
  const connect = createConnections(host);
  return async (text, { params, upTo, seconds, signal, worker } = {}) => {
    signal?.throwIfAborted();
    const connection = await connect(worker);
    const puzzle = { text, params, upTo };
    const asked = (word, hear) => askOrThrow(connection, { ...puzzle, do: word, seconds }, hear, signal);
    let about;
    const drawings = [];
    const looked = await asked("look", (answer) => {
      if (answer.about) ({ about } = answer);
      if (answer.drawing) drawings.push(answer.drawing);
    });
    let diagnostics;
    const checked = await asked("check", (answer) => (diagnostics = placed(text, answer.checked.diagnostics)));
    for (const { reason } of [looked, checked]) if (reason !== "done") throw unfinished(reason, signal);
    return new Puzzle(connection, puzzle, { ...about, drawings, diagnostics });
  };
}

/** Why a text was not read to its end. */
const unfinished = (reason, signal) =>
  signal?.aborted ? signal.reason : new Error(reason === "time" ? "There was not enough time to read the puzzle." : `The puzzle was not read: ${reason}.`);

/** Asks, and throws what is wrong with the text or the question. */
async function askOrThrow(connection, question, hear, signal) {
  let mistakes;
  const end = await connection.ask(question, (answer) => {
    const found = question.do !== "check" && answer.checked?.diagnostics;
    if (!found) return hear(answer);
    mistakes = new PuzzleError(placed(question.text, found));
  }, signal);
  if (mistakes) throw mistakes;
  if (end.reason === "error") throw new Error(end.error);
  return end;
}

/** Diagnostics with the line and the column where they begin, both from 1. */
function placed(text, diagnostics) {
  return diagnostics.map((d) => {
    const before = text.slice(0, d.from).split("\n");
    return { ...d, line: before.length, column: before.at(-1).length + 1 };
  });
}

export class Puzzle {
  #connection;
  #puzzle;

  constructor(connection, puzzle, { title = "", text, params, ...rest }) {
    this.#connection = connection;
    this.#puzzle = puzzle;
    this.runsIn = connection.runsIn;
    Object.assign(this, { title, summary: text, params: params ?? [], ...rest });
  }

  async count({ signal, ...bounds } = {}) {
    let found = { number: "0", exact: false }; // of a question that was ended before it said anything
    const { reason } = await this.#ask("count", bounds, (answer) => {
      if (answer.count) found = answer.count;
    }, signal);
    return { number: BigInt(found.number), exact: found.exact, reason };
  }

  solutions({ limit, signal, ...bounds } = {}) {
    if (limit !== undefined && !(limit >= 1)) throw new RangeError(`The limit is ${limit}, and must be 1 or more.`);
    const ask = (hear, signal) => this.#ask("solve", { ...bounds, limit, drawn: true }, hear, signal);
    return new Search(ask, signal);
  }

  #ask(word, { seconds, bytes, limit, drawn }, hear, signal) {
    const question = { ...this.#puzzle, do: word, seconds, bytes, limit, drawn };
    return askOrThrow(this.#connection, question, hear, signal);
  }
}

/** A search for solutions, which goes on while its solutions are taken. */
export class Search {
  end;
  #ask;
  #signal;

  constructor(ask, signal) {
    this.#ask = ask;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator]() {
    let batch = deferred(); // the next one
    let wanted; // settled when the loop is through with a batch
    this.end = undefined;
    const over = this.#ask((answer) => {
      if (!answer.solutions) return;
      wanted = deferred();
      batch.resolve(answer.solutions);
      return wanted.promise;
    }, this.#signal).then(({ reason, more = false }) => {
      this.end = { reason, complete: reason === "done", more };
    });
    try {
      for (let list; (list = await Promise.race([batch.promise, over])); ) {
        for (const { number, text, svg, lattice, placements } of list) {
          if (this.#signal?.aborted) break;
          yield { number, text, svg, lattice, placements };
        }
        batch = deferred();
        wanted.resolve(true);
      }
    } finally {
      wanted?.resolve(false);
      await over.catch(() => {}); // it is thrown above
    }
  }
}
