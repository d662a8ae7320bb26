// What the types allow and refuse. The compiler checks it; it does not run.
import { load, PuzzleError, type Count, type Diagnostic, type Puzzle, type SearchEnd } from "quadrille";

export async function use(text: string): Promise<bigint> {
  const puzzle: Puzzle = await load(text, { params: { n: 8 }, upTo: "symmetry", seconds: 1, worker: false });
  const count: Count = await puzzle.count({ seconds: 1, bytes: 1 << 28, signal: AbortSignal.timeout(1000) });
  const search = puzzle.solutions({ limit: 3 });
  for await (const { text, svg, placements } of search) {
    const cells: number[][] | undefined = placements[0].cells;
    console.log(text.length, svg?.length, cells);
  }
  const end: SearchEnd | undefined = search.end;
  console.log(end?.complete, puzzle.runsIn === "worker");
  // @ts-expect-error: the number is a BigInt
  const number: number = count.number;
  // @ts-expect-error: there is no such symmetry
  await load(text, { upTo: "reflection" });
  // @ts-expect-error: a puzzle is loaded, not made
  new (Object.getPrototypeOf(puzzle).constructor as typeof Puzzle)();
  return count.number + BigInt(number);
}

export const mistakes = (error: unknown): Diagnostic[] => (error instanceof PuzzleError ? error.diagnostics : []);
