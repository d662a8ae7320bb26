// The package in Chromium, from a server of files.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const { browser, launch, serve } = await import(pathToFileURL(join(process.env.QUADRILLE_PAGE_TESTS, "browser.mjs")));
const skip = browser ? false : "Chromium is not there";

/** A page that allows what README says, and no more. */
const pageWith = (workers) => `<!doctype html><link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; connect-src 'self';
  script-src 'self' 'wasm-unsafe-eval'; worker-src ${workers}">`;

let server, chromium;
before(async () => {
  if (skip) return;
  writeFileSync(join(import.meta.dirname, "page.html"), pageWith("'self'"));
  writeFileSync(join(import.meta.dirname, "no-workers.html"), pageWith("'none'"));
  server = await serve(import.meta.dirname);
  chromium = await launch({ ours: () => server.url });
});

after(async () => {
  await chromium?.close();
  server?.close();
});

/** Runs a function on a new page. */
async function onPage(name, run, input) {
  const page = await chromium.context.newPage();
  await page.goto(server.url + name);
  try {
    return await page.evaluate(run, input);
  } finally {
    await page.close();
  }
}

/** Counts and collects the solutions of a puzzle. It runs on a page. */
async function eightQueens(worker) {
  const { load } = await import("./node_modules/quadrille/browser.js");
  const puzzle = await load("queens 8\n", { worker });
  const { number, exact } = await puzzle.count();
  const texts = new Set();
  const search = puzzle.solutions();
  for await (const { text, svg } of search) if (svg.includes("<svg ")) texts.add(text);
  return [puzzle.runsIn, String(number), exact, texts.size, search.end.complete];
}

/** Stops a count when the page has lived on for a while. It runs on a page. */
async function stopCount(worker) {
  const { load } = await import("./node_modules/quadrille/browser.js");
  const puzzle = await load("search choose mrv\nqueens 40\n", { worker });
  const control = new AbortController();
  let beats = 0;
  setInterval(() => ++beats === 5 && control.abort(), 10);
  const { exact, reason } = await puzzle.count({ signal: control.signal });
  return [puzzle.runsIn, exact, reason, beats >= 5];
}

for (const [runsIn, worker] of [["worker", undefined], ["thread", false]]) {
  test(`${runsIn}: counts, texts and pictures`, { skip }, async () => {
    assert.deepEqual(await onPage("page.html", eightQueens, worker), [runsIn, "92", true, 92, true]);
  });
  test(`${runsIn}: a search stops by a signal, and the page lives on`, { skip }, async () => {
    assert.deepEqual(await onPage("page.html", stopCount, worker), [runsIn, false, "stopped", true]);
  });
}

test("where no worker may start, the thread searches", { skip }, async () => {
  assert.deepEqual(await onPage("no-workers.html", eightQueens, undefined), ["thread", "92", true, 92, true]);
  const said = chromium.wrong.splice(0);
  assert.ok(said.every((line) => line.includes("worker-src")), said.join("\n"));
});

test("an engine that was not loaded is loaded again with the next puzzle", { skip }, async () => {
  const found = await onPage("page.html", async (worker) => {
    const { fetch } = self;
    self.fetch = async () => new Response("", { status: 503 });
    const { load } = await import("./node_modules/quadrille/browser.js");
    const error = await load("queens 6", { worker }).catch((e) => e.message);
    self.fetch = fetch;
    const { number } = await (await load("queens 6", { worker })).count();
    return [error.includes("503"), String(number)];
  });
  assert.deepEqual(found, [true, "4"]);
});
