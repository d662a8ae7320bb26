// The package as it is installed, in Node. The numbers are published: queens (OEIS A000170), dominoes (A004003).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { load, PuzzleError } from "quadrille";

const dominoes = 'puzzle "Floor"\nuse dominoes\nparam n = 4\nboard floor on square = n x n\npack floor with any of I2\n';
const endless = "search choose mrv\nqueens 40\n"; // counting takes longer than anybody lives

for (const worker of [true, false]) {
  const runsIn = worker ? "worker" : "thread";
  const open = (text, options) => load(text, { worker, ...options });

  test(`${runsIn}: a count is exact, also beyond 2^53`, async () => {
    const puzzle = await open(dominoes);
    assert.equal(puzzle.runsIn, runsIn);
    assert.deepEqual(await puzzle.count(), { number: 36n, exact: true, reason: "done" });
    const large = await open(dominoes, { params: { n: 12 } });
    assert.equal((await large.count()).number, 53060477521960000n);
    const alike = await open(dominoes, { upTo: "symmetry" });
    assert.equal((await alike.count()).number, 9n);
  });

  test(`${runsIn}: solutions come one by one, with texts and pictures`, async () => {
    const puzzle = await open("queens 8\n");
    const search = puzzle.solutions();
    const texts = new Set();
    for await (const s of search) {
      texts.add(s.text);
      assert.equal(s.number, texts.size);
      assert.ok(s.svg.includes("<svg ") && s.svg.trimEnd().endsWith("</svg>"), s.svg.slice(0, 100));
      const queens = s.placements.flatMap((p) => p.cells);
      assert.equal(new Set(queens.map(([row]) => row)).size, 8);
      assert.equal(new Set(queens.map(([, column]) => column)).size, 8);
    }
    assert.equal(texts.size, 92);
    assert.deepEqual(search.end, { reason: "done", complete: true, more: false });
  });

  test(`${runsIn}: a limit, a loop that is left, and a search in a search`, async () => {
    const puzzle = await open("queens 8\n");
    const two = puzzle.solutions({ limit: 2 });
    const seen = [];
    for await (const { number } of two) {
      seen.push(number);
      assert.equal((await puzzle.count()).number, 92n);
    }
    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual([two.end.reason, two.end.complete], ["limit", false]);
    const left = puzzle.solutions();
    for await (const { number } of left) if (number === 5) break;
    assert.deepEqual([left.end.reason, left.end.complete], ["stopped", false]);
    const failed = puzzle.solutions();
    await assert.rejects(async () => {
      for await (const { number } of failed) throw new Error(`no ${number}`);
    }, /no 1/);
    assert.equal(failed.end.reason, "stopped");
    await assert.rejects(async () => {
      for await (const _ of puzzle.solutions({ limit: 0 }));
    }, RangeError);
  });

  test(`${runsIn}: a search rests while its solutions are looked at`, async () => {
    const puzzle = await open("queens 12\n");
    const search = puzzle.solutions({ seconds: 600 });
    let at = 0;
    for await (const { number } of search) {
      if ((at = number) === 3) await new Promise((done) => setTimeout(done, 300));
      if (number === 10) break;
    }
    assert.equal(at, 10);
  });

  test(`${runsIn}: a search that is stopped says what it knows`, async () => {
    const puzzle = await open(endless);
    const slow = await puzzle.count({ seconds: 0.5 });
    assert.deepEqual([slow.exact, slow.reason], [false, "time"]);
    const control = new AbortController();
    setTimeout(() => control.abort(), 500);
    const stopped = await puzzle.count({ signal: control.signal });
    assert.deepEqual([stopped.exact, stopped.reason], [false, "stopped"]);
    const first = await open("queens 8\n").then((p) => p.count());
    assert.equal(first.number, 92n, "what comes next is not disturbed");
  });

  test(`${runsIn}: solutions stop by a signal and by time`, async () => {
    const puzzle = await open("queens 13\n");
    const control = new AbortController();
    const search = puzzle.solutions({ signal: control.signal });
    let last;
    for await (const { number } of search) if ((last = number) === 3) control.abort();
    assert.deepEqual([last, search.end.reason, search.end.complete], [3, "stopped", false]);
    const timed = puzzle.solutions({ seconds: 0.5 });
    for await (const _ of timed); // there are 73,712
    assert.deepEqual([timed.end.reason, timed.end.complete], ["time", false]);
  });

  test(`${runsIn}: mistakes have a place, and warnings do not hinder`, async () => {
    const text = 'puzzle "Größe 😀"\nboard b on square = 2 x 2\npack b with 2 of I2\nuse dominos\n';
    const error = await open(text).then(assert.fail, (e) => e);
    assert.ok(error instanceof PuzzleError, String(error));
    assert.ok(error.diagnostics.length > 0);
    for (const d of error.diagnostics) {
      assert.equal(d.severity, "error");
      assert.equal(text.split("\n")[d.line - 1].slice(d.column - 1, d.column - 1 + d.to - d.from), text.slice(d.from, d.to));
    }
    assert.ok(error.diagnostics.some((d) => text.slice(d.from, d.to).includes("dominos")), error.message);
    await assert.rejects(open(dominoes, { params: { rows: 3 } }), PuzzleError);
    const odd = await open(`${dominoes}piece unused = 1x3\n`);
    assert.ok(odd.diagnostics.length > 0 && odd.diagnostics.every((d) => d.severity !== "error"));
    await assert.rejects(open(`${dominoes}piece unused = 1x3\n`, { params: { rows: 3 } }), /rows/);
  });

  test(`${runsIn}: what a puzzle is about`, async () => {
    const puzzle = await open(`${dominoes}expect 36 solutions\n`);
    assert.equal(puzzle.title, "Floor");
    assert.match(puzzle.summary, /4.*4/);
    assert.deepEqual(puzzle.params, [{ name: "n", value: 4 }]);
    assert.deepEqual(puzzle.expectations, [{ line: 6, text: "expect 36 solutions" }]);
    assert.deepEqual(puzzle.diagnostics, []);
    assert.ok(puzzle.drawings[0].svg.includes("<svg "));
    assert.deepEqual((await open("queens 4\n")).params, []);
  });

  test(`${runsIn}: reading may be given up`, async () => {
    await assert.rejects(open(dominoes, { signal: AbortSignal.abort(new Error("no more")) }), /no more/);
    const large = "param n = 90\nuse pentominoes\nboard b on square = n x n\npack b with any of pentominoes\n";
    await assert.rejects(open(large, { seconds: 0.01 }), /not enough time/);
  });
}

test("several searches run at a time, each in its worker", async () => {
  const puzzles = await Promise.all([4, 5, 6, 7, 8].map((n) => load(`queens ${n}\n`)));
  const counts = await Promise.all(puzzles.map((p) => p.count()));
  assert.deepEqual(counts.map((c) => c.number), [2n, 10n, 4n, 40n, 92n]);
});

test("a program ends by itself when it is through", () => {
  const program = 'import { load } from "quadrille"; const p = await load("queens 6"); console.log(`${(await p.count()).number} by ${p.runsIn}`)';
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", cwd: import.meta.dirname });
  assert.equal(out, "4 by worker\n");
});
