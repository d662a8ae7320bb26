// What the command puz gives to a browser: the page that it serves, and solutions to send by
// mail.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { after, before, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { axe, browser, launch, tooWide } from "./browser.mjs";
import { command, root } from "./scenes.mjs";

const skip = browser ? false : "Chromium is not there";
const folder = mkdtempSync(join(tmpdir(), "quadrille-puz-"));
const scott = readFileSync(join(root, "examples", "scott.puz"), "utf8");

let chromium;
let ours; // the beginning of every address that may be asked

before(async () => {
  if (skip) return;
  chromium = await launch({ viewport: { width: 1000, height: 900 }, ours: () => ours });
});

beforeEach(() => chromium && (chromium.wrong.length = 0));

after(async () => {
  await chromium?.close();
  rmSync(folder, { recursive: true, force: true });
});

// ---- solutions to send by mail ----

/** Writes the solutions of a puzzle, and opens the file. */
async function album(text, ...flags) {
  const file = join(folder, "album.html");
  writeFileSync(join(folder, "a.puz"), text);
  execFileSync(command, ["solve", join(folder, "a.puz"), "--format", "html", "-o", file, ...flags], { stdio: "ignore" });
  ours = pathToFileURL(file).href;
  const page = await chromium.context.newPage();
  await page.goto(ours);
  return page;
}

const number = (page) => page.inputValue("#number");
const shows = (page, n) => page.waitForFunction((n) => document.getElementById("number").value === n && document.getElementById("picture").alt.endsWith(` ${n}`), String(n));
const shown = (page) => page.getAttribute("#picture", "src");
const tiles = (page) => page.locator("#sheet li span").allTextContents();

test("solutions are stepped through by keys, buttons, slider and number", { skip }, async () => {
  const page = await album(scott, "--all", "--up-to-symmetry");
  assert.equal(await page.textContent("h1"), "Scott's pentominoes");
  assert.equal(await page.textContent("header p"), "65 solutions up to symmetry");
  await shows(page, 1);
  const seen = new Set([await shown(page)]);
  for (let n = 2; n <= 65; n++) {
    await page.keyboard.press("ArrowRight");
    await shows(page, n);
    seen.add(await shown(page));
  }
  assert.equal(seen.size, 65, "all pictures differ");
  assert.ok(await page.isDisabled("#on"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await shows(page, 64);
  await page.keyboard.press("Home");
  await shows(page, 1);
  await page.click("#on");
  await shows(page, 2);
  await page.fill("#number", "40");
  await page.keyboard.press("Enter");
  await shows(page, 40);
  await page.focus("#slider");
  await page.keyboard.press("ArrowRight");
  await shows(page, 41);
  assert.equal(await page.locator("#picture").evaluate((img) => img.decode().then(() => img.naturalWidth > 0)), true);
  assert.equal((await page.textContent("#words")).trim().split("\n").length, 12, "twelve pieces in words");
  assert.deepEqual(chromium.wrong, []);
  await page.close();
});

test("sheets show sixty at a time, and lead to each", { skip }, async () => {
  const page = await album(scott, "--all", "--up-to-symmetry");
  await shows(page, 1);
  await page.keyboard.press("s");
  await page.waitForSelector("#sheet:not([hidden])");
  assert.equal((await tiles(page)).length, 60);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll("#sheet li").length === 5);
  assert.deepEqual(await tiles(page), ["61", "62", "63", "64", "65"]);
  await page.click("#sheet button >> nth=2");
  await shows(page, 63);
  assert.ok(await page.isHidden("#sheet"));
  assert.deepEqual(chromium.wrong, []);
  await page.close();
});

test("the file is for everybody: light, dark, narrow, on paper, without its script", { skip }, async () => {
  const page = await album(scott, "--all", "--up-to-symmetry");
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const view of ["one", "sheet"]) {
      if (await page.isHidden(`#${view}`)) await page.click("#sheets");
      await page.waitForSelector(`#${view}:not([hidden])`);
      assert.deepEqual(await axe(page), [], `${scheme}, ${view}`);
      await page.setViewportSize({ width: 320, height: 600 });
      assert.ok((await tooWide(page)) <= 0, `${view} is too wide`);
      await page.setViewportSize({ width: 1000, height: 900 });
    }
  }
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.isHidden("nav"), "controls are no good on paper");
  assert.ok(await page.isVisible("#sheet img"));
  assert.deepEqual(chromium.wrong, []);
  await page.close();
  const bare = await launch({ javaScriptEnabled: false });
  const plain = await bare.context.newPage();
  await plain.goto(ours);
  assert.ok(await plain.isVisible("#picture"));
  assert.ok(await plain.isVisible("noscript"));
  assert.ok(await plain.isHidden("nav"));
  await bare.close();
});

test("a title runs nothing, and options without a picture are words", { skip }, async () => {
  const title = "</title></script><script>alert(1)</script><img src=x onerror=alert(2)>";
  const page = await album(`puzzle "${title}"\nitems a b\noption a b\noption a\noption b\n`);
  assert.equal(await page.title(), title);
  assert.equal((await page.textContent("#words")).trim(), "a b");
  assert.ok(await page.isHidden("#picture"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.getElementById("words").textContent === "a\nb\n");
  assert.equal(await number(page), "2");
  assert.deepEqual(chromium.wrong, []);
  await page.close();
});

// ---- the page that is served ----

const headline = (page, what) => page.waitForFunction((what) => document.getElementById("headline").textContent.startsWith(what), what);
const finished = (page) => page.waitForFunction(() => document.getElementById("stop").hidden);

/** Serves a file or a folder, and opens the page. */
async function served(what, use) {
  const server = spawn(command, ["serve", what, "--address", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = String(await once(server.stdout, "data").then(([line]) => line)).trim();
  ours = address.split("?")[0];
  const page = await chromium.context.newPage();
  await page.goto(address);
  await use(page);
  await page.close();
  server.kill("SIGINT");
  assert.deepEqual(await once(server, "exit"), [0, null]);
  assert.deepEqual(chromium.wrong, []);
}

test("what is saved is shown and asked again, and a mistake is underlined", { skip }, async () => {
  const file = join(folder, "board.puz");
  const board = (rows) => `use dominoes\nboard b on square = ${rows} x 4\npack b with any of I2\n`;
  writeFileSync(file, board(2));
  await served(file, async (page) => {
    await page.waitForSelector(".cm-line >> text=2 x 4");
    await page.click("#count");
    await headline(page, "5 solutions");
    for (const [rows, count] of [[3, "11"], [4, "36"], [5, "95"]]) {
      writeFileSync(file, board(rows));
      await headline(page, `${count} solutions`);
    }
    writeFileSync(file, board(5).replace("dominoes", "domines"));
    await page.waitForSelector(".cm-lintRange-error");
    await headline(page, "There are mistakes");
    // A save ends the search that is under way.
    writeFileSync(file, "search choose mrv\nqueens 40\n");
    await headline(page, "Searching");
    await page.waitForFunction(() => !document.getElementById("stop").hidden);
    writeFileSync(file, board(6));
    await headline(page, "281 solutions");
  });
});

test("of a folder each puzzle that is saved is shown, and the gallery has all of them", { skip }, async () => {
  const puzzles = mkdtempSync(join(folder, "puzzles-"));
  writeFileSync(join(puzzles, "mine.puz"), 'puzzle "My own"\nqueens 5\n');
  await served(puzzles, async (page) => {
    await page.click("#gallery-open");
    await page.click("#gallery-list >> text=My own");
    await page.waitForSelector(".cm-line >> text=queens 5");
    await page.click("#count");
    await headline(page, "10 solutions");
    writeFileSync(join(puzzles, "other.puz"), "queens 6\n");
    await page.waitForSelector(".cm-line >> text=queens 6");
  });
});

test("Stop stops, and the server goes on", { skip }, async () => {
  const file = join(folder, "endless.puz");
  writeFileSync(file, "search choose mrv\nqueens 40\n");
  await served(file, async (page) => {
    await page.waitForSelector(".cm-line >> text=queens 40");
    await page.click("#count");
    await page.click("#stop");
    await finished(page);
    await page.waitForFunction(() => /^(At least|No solution so far)/.test(document.getElementById("headline").textContent));
    writeFileSync(file, "queens 8\n");
    await page.waitForSelector(".cm-line >> text=queens 8");
    await headline(page, "92 solutions");
  });
});
