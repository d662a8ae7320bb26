/** Reads a puzzle. The promise is rejected by a {@link PuzzleError} if there are mistakes in the text. */
export function load(text: string, options?: LoadOptions): Promise<Puzzle>;

export interface LoadOptions {
  /** Values of parameters, by name, in place of those in the text. They are whole numbers. */
  params?: Record<string, number>;
  /** Which solutions count as one: those that are alike up to rotation, or up to rotation and reflection. */
  upTo?: "rotation" | "symmetry";
  /**
   * Whether to search in a worker. By default that is done where a worker starts, and otherwise on the thread of the
   * caller. `true` rejects where none starts; `false` starts none.
   */
  worker?: boolean;
  /** The time for reading, in seconds; none is without bound. */
  seconds?: number;
  /** Gives reading up: the promise is rejected by the reason of the signal. */
  signal?: AbortSignal;
}

export class Puzzle {
  private constructor();
  /** Where searches run. In a thread, the caller waits while a search runs, but for moments in which it reports. */
  readonly runsIn: "worker" | "thread";
  /** The title, or "". */
  readonly title: string;
  /** A line for the board, for each piece, and for the matrix. */
  readonly summary: string;
  /** Warnings, and notes of no consequence. */
  readonly diagnostics: Diagnostic[];
  readonly params: Param[];
  readonly expectations: Expectation[];
  /** The boards and the pieces. */
  readonly drawings: Drawing[];
  /** Counts the solutions. A count that is ended before it is complete is a lower bound. */
  count(bounds?: Bounds): Promise<Count>;
  /**
   * Searches for solutions: `for await (const solution of puzzle.solutions())`. The search rests while the loop works on
   * what it got, and ends with the loop. Each loop over the same object is a search of its own.
   */
  solutions(bounds?: Bounds & { /** The most solutions to give, 1 or more. */ limit?: number }): Search;
}

/** What a search may cost. */
export interface Bounds {
  /** The time by the clock, in seconds. That of a loop over solutions counts as well. */
  seconds?: number;
  /** The memory for tables, in bytes. */
  bytes?: number;
  /** Stops the search. What was found until then is kept: nothing is thrown. */
  signal?: AbortSignal;
}

/** Why a search ended: it is complete, found as many solutions as were wanted, or ran into a bound. */
export type Reason = "done" | "limit" | "time" | "memory" | "stopped";

export interface Count {
  /** The number of solutions, of any size. */
  number: bigint;
  /** Whether there are just so many. If not, there are at least so many. */
  exact: boolean;
  reason: Reason;
}

export class Search implements AsyncIterable<Solution> {
  private constructor();
  [Symbol.asyncIterator](): AsyncGenerator<Solution, void, undefined>;
  /** How the search ended; undefined before. */
  readonly end: SearchEnd | undefined;
}

export interface SearchEnd {
  reason: Reason;
  /** Whether these are all solutions. */
  complete: boolean;
  /** Whether there are more solutions for certain. */
  more: boolean;
}

export interface Solution {
  /** Its number, from 1. */
  number: number;
  /** The solution in characters. */
  text: string;
  /** The picture as a document of SVG; none for a puzzle without a board. */
  svg?: string;
  /** The lattice of the cells, such as "square"; "" for a puzzle without a board. */
  lattice: string;
  placements: Placement[];
}

export interface Placement {
  /** The name of the piece; none for letters. */
  piece?: string;
  /** The number of the orientation of the piece, from 0. */
  orientation?: number;
  /** The coordinates of each cell: rows before columns. */
  cells?: number[][];
  /** Where each cell of a dissection goes. */
  onto?: number[][];
  /** What is written on the cells, one on each. */
  letters?: string[];
  /** The items of the option, by name. */
  items: string[];
}

export interface Param {
  name: string;
  /** Exact up to 2^53. */
  value: number;
}

/** What a text says about the number of its solutions. */
export interface Expectation {
  line: number;
  text: string;
}

export interface Drawing {
  name: string;
  /** A line about it. */
  about: string;
  text: string;
  svg: string;
}

/** What is wrong with a text, or odd about it. */
export interface Diagnostic {
  severity: "error" | "warning" | "info";
  /** The kind of mistake, such as "unknown-name". */
  code: string;
  summary: string;
  hint?: string;
  /** Where it is: offsets into the text, and the line and column of the first one, from 1. */
  from: number;
  to: number;
  line: number;
  column: number;
  /** Edits that mend it. */
  fixes?: { title: string; edits: { from: number; to: number; text: string }[] }[];
}

/** There are mistakes in a text. The message is about the first one. */
export class PuzzleError extends Error {
  private constructor();
  readonly diagnostics: Diagnostic[];
}
