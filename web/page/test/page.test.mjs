// The playground in Chromium: what people do on it, and what must never happen.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { axe, browser, launch, patience, serve, tooWide } from "./browser.mjs";

const site = process.env.QUADRILLE_SITE ?? join(import.meta.dirname, "..", "..", "site");
const whole = process.env.QUADRILLE_GALLERY === "all"; // all examples are opened, which takes some ten minutes
const skip = browser ? false : "Chromium is not there";

const size = { width: 1280, height: 800 };

let server;
let entries; // of the gallery
let chromium;
before(async () => {
  if (skip) return;
  server = await serve(site);
  entries = JSON.parse(readFileSync(join(site, "gallery.json"), "utf8"));
  chromium = await launch({ viewport: size, permissions: ["clipboard-read", "clipboard-write"], ours: () => server.url });
});

// What goes wrong is the fault of the test that runs.
afterEach(() => assert.deepEqual(chromium?.wrong.splice(0) ?? [], []));

after(async () => {
  await chromium?.close();
  server?.close();
});

/** Opens the page in a new tab, and waits for what it says of the text. */
async function openNew(hash = "#example=scott.puz") {
  const page = await chromium.context.newPage();
  await page.goto(server.url + hash);
  await page.waitForSelector("#pieces .picture, #pieces pre, #problems-list li");
  return page;
}

let tab; // the one that most tests use: the page takes seconds to load, and a link in it no time

/** Opens an example in the tab that is there, as it was at first. */
async function open(example = "scott.puz") {
  if (!tab) return (tab = await openNew(`#example=${example}`));
  await tab.setViewportSize(size);
  await tab.emulateMedia({ colorScheme: null });
  await tab.evaluate(() => {
    document.getElementById("stop").click();
    for (const d of document.querySelectorAll("dialog[open]")) d.close();
    document.getElementById("options").open = false;
    document.querySelector("#seconds").value = "0"; // there is no limit, as machines are slow and busy
    history.replaceState(null, "", location.pathname);
  });
  await write(tab, "queens 4\n"); // another text, so that the page is seen to change
  await tab.waitForFunction(() => document.getElementById("title").textContent === "");
  await openHere(tab, example);
  return tab;
}

/** Follows a link to an example, and waits for what the page says of it. */
async function openHere(page, name) {
  const { text } = entries.find((e) => e.name === name);
  await page.goto(`${server.url}#example=${encodeURIComponent(name)}`);
  const line = text.split("\n").find((l) => l.length > 12).trim().slice(0, 40);
  await page.waitForFunction((line) => document.querySelector("#editor").shadowRoot.textContent.includes(line), line);
  await page.waitForFunction(() => document.querySelector("#pieces .picture, #pieces pre"));
}

const headline = (page) => page.textContent("#headline");
const finished = (page) => page.waitForFunction(() => document.getElementById("stop").hidden && !document.getElementById("headline").textContent.startsWith("Searching"));
const linesOf = (page) => page.locator(".cm-line").allTextContents();

/** Waits until a solution is drawn and shown as a picture. */
const shows = (page, n) => page.waitForFunction((n) => document.querySelector("#solutions .stage:not([aria-busy=true]) > img")?.alt.startsWith(`Solution ${n}.`), n);

/** Puts a text in place of the one there is. */
async function write(page, text) {
  await page.click(".cm-content");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** Gives a search so many seconds. */
async function time(page, seconds) {
  await page.click("#options summary");
  await page.evaluate((s) => document.querySelector("#seconds").append(new Option(`${s} seconds`, s)), seconds);
  await page.selectOption("#seconds", String(seconds));
}

const huge = `use pentominoes
board wide on square = 20x30
pack wide with any of pentominoes
`;

test("a film of a small search is saved", { skip }, async () => {
  const page = await open();
  await write(page, "queens 4\n");
  await page.click("#tab-effort");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#film")]);
  const film = readFileSync(await download.path(), "utf8");
  assert.match(film, /<!DOCTYPE html>/i);
  assert.match(await headline(page), /film is saved/);
});

test("a mistake is underlined, told and mended, and Scott's board has 520 solutions", { skip }, async () => {
  const page = await open();
  const good = await linesOf(page);
  await page.click(".cm-line >> nth=5");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("e");
  await page.waitForSelector(".cm-lintRange-error");
  assert.equal(await page.textContent(".cm-lintRange-error"), "pentominoee");
  assert.match(await page.textContent("#problems-list"), /line 6.*no piece or set called.*did you mean pentominoes/s);
  await page.hover(".cm-lintRange-error");
  assert.match(await page.textContent(".cm-tooltip-lint"), /did you mean/);
  await page.click("#problems .mend");
  await page.waitForSelector(".cm-lintRange-error", { state: "detached" });
  assert.deepEqual(await linesOf(page), good);
  await page.click("#solve");
  const began = Date.now();
  await page.waitForSelector("#solutions .stage img");
  console.log(`first solution of Scott's board after ${Date.now() - began} ms`);
});

test("520 solutions, counted and drawn; 65 up to symmetry", { skip }, async () => {
  const page = await open();
  await page.click("#count");
  await finished(page);
  assert.equal(await headline(page), "520 solutions");
  await page.selectOption("#up-to", "symmetry");
  await page.click("#count");
  await page.waitForFunction(() => /^65 solutions up to symmetry$/.test(document.getElementById("headline").textContent));
  await time(page, 0);
  await page.selectOption("#up-to", "");
  await page.click("#solve");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "520 solutions");
  assert.match(await page.textContent("#solutions .place"), /1 of 520/);
});

test("a solution is stepped through, shown in every way, and saved", { skip }, async () => {
  const page = await open("scott-x23.puz");
  await page.click("#solve");
  await finished(page);
  assert.equal(await headline(page), "19 solutions");
  const first = await page.getAttribute("#solutions .stage img", "src");
  await page.click("[aria-label='Next solution']");
  assert.match(await page.textContent("#solutions .place"), /2 of 19/);
  await shows(page, 2);
  assert.notEqual(await page.getAttribute("#solutions .stage img", "src"), first);
  await page.focus("#solutions input[type=range]");
  await page.keyboard.press("End");
  assert.match(await page.textContent("#solutions .place"), /19 of 19/);
  await page.click(".views >> text=Text");
  assert.match(await page.textContent("#solutions pre"), /┌─/);
  await page.click(".views >> text=Cells");
  assert.equal(await page.locator("#solutions tbody tr").count(), 12);
  await page.click(".views >> text=All");
  assert.equal(await page.locator("#solutions .stage button").count(), 19);
  await page.waitForSelector("#solutions .stage [aria-label='Solution 1'] img");
  const spill = await page.locator("#solutions .stage button").evaluateAll((all) => all.filter((b) => b.querySelector("img")?.getBoundingClientRect().bottom > b.getBoundingClientRect().bottom).length);
  assert.equal(spill, 0, "each picture stays in its frame");
  const folder = mkdtempSync(join(tmpdir(), "quadrille-saved-"));
  const saved = async (kind) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.saves >> text=${kind}`)]);
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return readFileSync(file);
  };
  const paper = async () => {
    const pdf = (await saved("PDF")).toString("latin1");
    assert.ok(pdf.startsWith("%PDF-") && pdf.includes("/FontFile2") && !pdf.includes("/Image"), "lines and letters, no pixels");
    return [Number(pdf.match(/\/Type\/Pages\/Count (\d+)/)[1]), ...pdf.match(/\/MediaBox\[0 0 (\d+)[.\d]* (\d+)/).slice(1).map(Number)];
  };
  assert.deepEqual(await paper(), [1, 841, 595], "all on a page of A4");
  await page.click(".views >> text=Picture");
  assert.match((await saved("SVG")).toString(), /<svg/);
  assert.equal((await saved("PNG")).subarray(1, 4).toString(), "PNG");
  assert.deepEqual(await paper(), [1, 240, 240], "eight squares of a centimetre, and a margin");
});

test("it says why there is no solution, and what makes one the only one", { skip }, async () => {
  const page = await open();
  const ask = async (what, want) => {
    await page.click(what);
    await page.waitForFunction((want) => document.getElementById("headline").textContent === want, want);
    await finished(page);
  };
  assert.ok(await page.isHidden("#why"));
  // A board whose opposite corners are of one color, after Max Black, 1946.
  await write(page, "use dominoes\nboard b on square = 4x4 - 1x1 at (0, 0) - 1x1 at (3, 3)\npack b with any of I2\n");
  await ask("#count", "0 solutions");
  await ask("#why", "Why there is none");
  assert.match(await page.textContent(".finding"), /chessboard.*8.*6/s);
  assert.equal(await page.locator(".finding img").count(), 1);
  const sudoku = "latin 4 {\n  distinct on boxes 2x2\n  given \"\"\"\n    1...\n    ..3.\n    .4..\n    ...2\n  \"\"\"\n}\n";
  await write(page, sudoku.replace("...2", "...1"));
  await ask("#unique", "No solution");
  await ask("#why", "Why there is none");
  await page.click(".finding >> text=line 6");
  await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-activeLine").textContent.trim() === ".4..");
  await write(page, sudoku);
  await ask("#unique", "One solution");
  assert.match(await page.textContent(".finding"), /all 5 clues are needed.*the given 4 at \(2, 1\)/s);
  assert.ok(await page.isHidden("#why"));
  await write(page, "queens 4\n");
  await ask("#unique", "Several solutions");
  await write(page, "queens 3\n");
  await ask("#unique", "No solution");
  await page.focus("#why");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "Why there is none");
});

test("of many solutions those on the screen are drawn", { skip }, async () => {
  const page = await open();
  await page.click("#solve");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "520 solutions");
  await page.click(".views >> text=All");
  assert.equal(await page.locator(".stage.all button").count(), 520);
  const drawn = (tile) => page.waitForSelector(`.stage.all [aria-label='Solution ${tile}'] img`);
  await drawn(1);
  assert.equal(await page.locator(".stage.all [aria-label='Solution 520'] img").count(), 0);
  await page.evaluate(() => document.querySelector(".stage").scrollTo(0, 1e6));
  await drawn(520);
  await page.waitForSelector(".stage.all [aria-label='Solution 1'] img", { state: "detached" });
  await page.click(".stage.all [aria-label='Solution 520']");
  await shows(page, 520);
  await page.click(".views >> text=Cells");
  assert.equal(await page.locator("#solutions tbody tr").count(), 12);
  await page.click(".views >> text=Picture");
  // What was drawn before a mistake is greyed until the text is right again.
  const opacity = () => page.evaluate(() => Number(getComputedStyle(document.querySelector(".stage > img")).opacity));
  assert.equal(await opacity(), 1);
  await write(page, "pack nothing with nobody\n");
  await page.waitForSelector("#see.old");
  assert.ok((await opacity()) < 0.5);
  await write(page, "queens 4\n");
  await page.waitForSelector("#see:not(.old)");
});

test("boards and pieces are saved before anything is solved", { skip }, async () => {
  const page = await open();
  const saved = async (button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    return [download.suggestedFilename(), readFileSync(await download.path())];
  };
  await page.waitForSelector("#pieces [aria-label='Save holey']"); // and no longer the board of the text before it
  const [name, board] = await saved("#pieces .board .keep >> text=SVG");
  assert.match(name, /^Scott-s-pentominoes-holey\.svg$/);
  assert.match(board.toString(), /^<svg/m);
  assert.equal((await saved("#pieces .board .keep >> text=PNG"))[1].subarray(1, 4).toString(), "PNG");
  assert.equal((await saved("#pieces .board .keep >> text=PDF"))[1].subarray(0, 5).toString(), "%PDF-");
  assert.match((await saved("#pieces [aria-label='Save X'] >> text=SVG"))[0], /-X\.svg$/);
});

/** Opens a text in the view where it is solved by hand, and waits for what is said of the board. */
async function byHand(page, text) {
  await write(page, text);
  await page.click("#tab-hand");
  await page.waitForFunction((text) => document.querySelector("#editor").shadowRoot.textContent.includes(text), text.split("\n")[1]);
  await page.waitForSelector("#hand .hand-board img");
}

const handSays = (page, words) => page.waitForFunction((words) => document.querySelector("#hand .state")?.textContent.includes(words), words);

test("a sudoku is solved by hand with keys alone", { skip }, async () => {
  const page = await open();
  await byHand(page, "latin 4 {\n  distinct on boxes 2x2\n  given \"\"\"\n    1...\n    ..3.\n    .4..\n    ...2\n  \"\"\"\n}\n");
  await handSays(page, "One solution");
  await page.focus("#hand polygon");
  const type = async (keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(await focused(), "(0, 0): 1, given");
  await type(["2", "ArrowRight", "1"]); // what is given stays
  await handSays(page, "1 does not fit at (0, 1)");
  assert.equal(await page.locator("#hand polygon.wrong").count(), 1);
  await type(["4"]);
  await handSays(page, "4 does not fit");
  await type(["2"]);
  await page.waitForFunction(() => /^(?!4 ).*\.$/.test(document.querySelector("#hand .state.bad")?.textContent ?? ""));
  await page.click("#hand >> text=Go back to where it was right");
  await handSays(page, "One solution");
  assert.match(await focused(), /^\(0, 1\)/); // so that Ctrl+Z is not one of the text
  await type(["3", "Control+z"]);
  assert.equal(await focused(), "(0, 1): empty");
  await type(["Control+y"]);
  assert.equal(await focused(), "(0, 1): 3");
  await page.click("#hand >> text=Hint");
  await page.waitForFunction(() => /no other|No other/.test(document.querySelector("#hand .reason").textContent));
  const rows = ["1324", "4231", "2413", "3142"];
  for (const [r, row] of rows.entries()) {
    for (const [c, digit] of [...row].entries()) {
      const label = await page.getAttribute(`#hand polygon >> nth=${4 * r + c}`, "aria-label");
      if (!label.endsWith(": empty")) continue;
      await page.focus(`#hand polygon >> nth=${4 * r + c}`);
      await type([digit]);
    }
  }
  await handSays(page, "Done");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#hand .saves >> text=SVG")]);
  assert.match(download.suggestedFilename(), /by-hand\.svg$/);
  assert.deepEqual(readFileSync(await download.path(), "utf8").match(/(?<=<text[^>]*>)\d(?=<)/g).sort().join(""), "1111222233334444");
});

test("a packing is solved by hand: pieces are turned, put and lifted", { skip }, async () => {
  const page = await open();
  await byHand(page, "use pentominoes\nboard b on square = 2x5\npack b with 2 of P\n");
  await handSays(page, "Several solutions");
  const cell = (r, c) => page.locator(`#hand polygon[data-name="(${r}, ${c})"]`);
  const ghost = () => page.locator("#hand polygon.ghost").evaluateAll((all) => all.map((e) => e.dataset.name).join(" "));
  assert.match(await page.textContent("#hand .palette"), /P ×2/);
  await cell(0, 0).hover();
  const left = "(0, 0) (0, 1) (0, 2) (1, 0) (1, 1)"; // what is left is a P as well, turned by half
  for (let turns = 0; (await ghost()) !== left && turns < 9; turns++) await page.click(`#hand .palette >> text=${turns === 4 ? "Flip" : "Turn"}`, { noWaitAfter: true }).then(() => cell(0, 0).hover());
  assert.equal(await ghost(), left);
  await cell(0, 0).click();
  await handSays(page, "One solution");
  assert.equal(await cell(0, 2).getAttribute("aria-label"), "(0, 2): P");
  await cell(0, 2).click(); // it is lifted, and put again
  await handSays(page, "Several solutions");
  await page.click("#hand >> text=Undo");
  await handSays(page, "One solution");
  await cell(1, 4).focus();
  for (let turns = 0; (await ghost()) !== "(0, 3) (0, 4) (1, 2) (1, 3) (1, 4)" && turns < 9; turns++) await page.keyboard.press(turns === 4 ? "f" : "r");
  await page.keyboard.press("Enter");
  await handSays(page, "Done");
  assert.ok(await page.isDisabled("#hand .palette button >> nth=0"), "no piece is left");
  await page.keyboard.press("Delete");
  await handSays(page, "One solution");
  // What cannot be played says so.
  await write(page, "items a\noption a\n");
  await page.waitForFunction(() => document.querySelector("#hand .empty")?.textContent.includes("no board"));
});

test("the page says how much of the engine is loaded, and Ready when it answers", { skip }, async () => {
  const page = await chromium.context.newPage();
  let release;
  const held = new Promise((done) => (release = done));
  await page.route("**/quadrille.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(server.url);
  await page.waitForFunction(() => document.getElementById("headline").textContent === "Loading Quadrille…");
  release();
  await page.waitForFunction(() => document.getElementById("headline").textContent === "Ready");
  assert.ok(await page.isHidden("#progress"));
  assert.match(await page.textContent("#note"), /^$/);
  const bytes = Number(await page.getAttribute("meta[name='engine-bytes']", "content"));
  assert.equal(bytes, readFileSync(join(site, "quadrille.wasm")).length);
  await page.close();
});

test("a link opens the same text", { skip }, async () => {
  const page = await open();
  const text = 'puzzle "Ünïcödé 🧩 & <b>"\nuse dominoes\nboard b on square = 2x3\npack b with any of I2\n';
  await write(page, text);
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#code="));
  const link = page.url();
  assert.match(link, /#code=[\w-]+$/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  const other = await openNew(new URL(link).hash);
  assert.equal((await linesOf(other)).join("\n"), text);
  assert.equal(await other.textContent("#title"), "Ünïcödé 🧩 & <b>");
  const again = await openNew("");
  assert.equal((await linesOf(again)).join("\n"), text, "a page without a link has the text of the last time");
  await again.close();
  await other.goto(`${server.url}#code=AAAA`);
  await other.waitForFunction(() => document.getElementById("headline").textContent === "The link could not be opened");
  await other.close();
});

test("Stop stops, however deep the search is, and the page goes on", { skip }, async () => {
  const page = await open();
  await write(page, huge);
  await time(page, 0);
  for (const what of ["count", "solve"]) {
    await page.click(`#${what}`);
    await page.waitForTimeout(1500);
    const took = await page.evaluate(async () => {
      const began = performance.now();
      document.getElementById("stop").click();
      while (!document.getElementById("stop").hidden) await new Promise((done) => setTimeout(done));
      return performance.now() - began;
    });
    console.log(`Stop of ${what} took ${took.toFixed(1)} ms`);
    assert.match(await headline(page), /At least [1-9]|so far/);
  }
  await write(page, "board b on square = 2x2\nuse dominoes\npack b with any of I2\n");
  await page.click("#count");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "2 solutions");
});

test("a time that is over ends a search with a lower bound", { skip }, async () => {
  const page = await open();
  await write(page, huge);
  await time(page, 2);
  await page.click("#count");
  // Nothing is known of none.
  await page.waitForFunction(() => /^(At least [1-9]|No solution so far)/.test(document.getElementById("headline").textContent));
  assert.match(await page.textContent("#note"), /The time is over/);
});

test("keys alone are enough", { skip }, async () => {
  const page = await open();
  await page.focus(".cm-content");
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "520 solutions");
  await page.keyboard.press("Tab");
  const left = await page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  assert.notEqual(left, "editor");
  await page.focus("#tab-pieces");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-solutions", "aria-selected"), "true");
  await page.focus(".cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("pack holey with pentominoee\n");
  await page.waitForSelector(".cm-lintRange-error");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("F8");
  await page.waitForTimeout(200);
  await page.keyboard.press("Control+.");
  await page.waitForFunction(() => !document.querySelector("#problems-list").textContent.includes("pentominoee"));
});

test("hover, completion and tidying know the language", { skip }, async () => {
  const page = await open();
  await page.hover(".cm-line:nth-child(4) span");
  await page.waitForSelector(".cm-tooltip-hover");
  await page.focus(".cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("use   tetrom");
  await page.waitForSelector(".cm-tooltip-autocomplete li[aria-selected]");
  assert.match(await page.textContent(".cm-tooltip-autocomplete li[aria-selected]"), /^tetrominoes/);
  await page.waitForTimeout(200); // CodeMirror takes no Enter that may have been meant for the text
  await page.keyboard.press("Enter");
  await page.click("#tidy");
  await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.textContent.includes("use tetrominoes"));
});

test("a parameter is set on the page", { skip }, async () => {
  const page = await open("dominoes.puz");
  await page.waitForSelector("#params input[name=n]");
  await page.fill("#params input[name=n]", "6");
  await page.click("#count");
  await page.waitForFunction(() => document.getElementById("headline").textContent.replace(/\s/g, "") === "6728solutions");
  await write(page, "queens 5\n"); // which has no such parameter
  await page.waitForFunction(() => !document.querySelector("#params input"));
  await page.click("#count");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "10 solutions");
});

test("no name runs: hostile titles, pieces, paths and links", { skip }, async () => {
  const page = await open();
  const hostile = [
    `puzzle "<img src=x onerror=alert(1)></title><script>alert(2)</script>"`,
    `about "<svg onload=alert(3)>"`,
    `piece javascript_alert = "##"`,
    `board b on square = 2x2`,
    `pack b with any of <script>alert(4)</script>`,
    `use "<iframe src=javascript:alert(5)>"`,
  ];
  await write(page, hostile.join("\n"));
  await page.waitForSelector("#problems-list li");
  for (const why of await page.locator(".why").all()) await why.click();
  await write(page, `${hostile[0]}\n${hostile[1]}\nwords 2x2 {\n  list "<b"\n}\nitems a["x"]`);
  await page.waitForTimeout(500);
  await write(page, `${hostile[0]}\n${hostile[1]}\nlatin 2 with "<&"\n`);
  await page.waitForFunction(() => document.getElementById("title").textContent.startsWith("<img"));
  await page.click("#solve");
  await finished(page);
  assert.equal(await headline(page), "2 solutions");
  for (const view of ["Text", "Cells", "All", "Picture"]) await page.click(`.views >> text=${view}`);
  await page.goto(`${server.url}#example=<img src=x onerror=alert(6)>`);
  await page.waitForFunction(() => document.getElementById("headline").textContent === "There is no such example");
  const names = await page.evaluate(() => [...document.querySelectorAll("script, iframe, svg, [onerror], [onload]")].map((e) => e.outerHTML));
  assert.deepEqual(names.filter((n) => !n.includes('src="main.js"')), []);
});

// It comes before the gallery is opened by others: axe looks at what is hidden, too.
test("axe finds nothing, in light and dark", { skip }, async () => {
  const page = await open("scott-x23.puz");
  // Rows and cards are all alike, so that some of them will do.
  const exclude = ["tr:nth-child(n+10)", "#gallery li:nth-child(n+10)", ".all img:nth-child(n+5)"];
  const look = async (where, within, scheme, options) => {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await axe(page, { include: [within], exclude }, options), [], `${scheme}, ${where}`);
  };
  const both = async (where, within = "#see") => {
    await look(where, within, "light");
    await look(where, within, "dark", { runOnly: ["color-contrast"] });
  };
  await both("pieces", "html");
  await page.click("#solve");
  await finished(page);
  for (const view of ["Picture", "Text", "Cells", "All"]) {
    await page.click(`.views >> text=${view}`);
    await both(view);
  }
  await write(page, "latin 2 {\n  given \"\"\"\n    1.\n    ..\n  \"\"\"\n}\n");
  await page.click("#tab-hand");
  await handSays(page, "One solution");
  await page.focus("#hand polygon >> nth=1");
  await page.keyboard.press("1");
  await handSays(page, "does not fit");
  await both("by hand");
  await write(page, "queens 4\nexpect 2 solutions\n"); // a small matrix
  await page.click("#test");
  await finished(page);
  for (const tab of ["tests", "matrix", "effort"]) {
    await page.click(`#tab-${tab}`);
    await finished(page);
    await both(tab);
  }
  await write(page, "use dominoes\nboard b on square = 4x4 - 1x1 at (0, 0) - 1x1 at (3, 3)\npack b with any of I2\n");
  await page.click("#count");
  await page.click("#why");
  await page.waitForSelector(".finding");
  await finished(page);
  await both("reasons");
  await page.click("#help-open");
  await both("help", "#help");
  await page.click("#help-close");
  await write(page, "pack nothing with nobody\n");
  await page.waitForSelector("#problems-list li");
  await both("mistakes", "html");
  await page.click("#gallery-open");
  await page.fill("#gallery-search", "soma");
  await both("gallery", "#gallery");
  await page.click("#gallery-close");
});

test("themes, and screens of all sizes", { skip }, async () => {
  const page = await open();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await ground();
  assert.notEqual(light, dark);
  await page.click("#theme"); // light, whatever the system has
  assert.equal(await ground(), light);
  await page.click("#theme");
  assert.equal(await ground(), dark);
  await page.click("#theme");
  const widths = [320, 390, 768, 1024, 1920];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const tab of ["pieces", "solutions", "hand", "tests", "matrix", "effort"]) {
      await page.click(`#tab-${tab}`);
      const wide = await tooWide(page);
      assert.ok(wide <= 0, `at ${width} the view ${tab} is ${wide} pixels too wide`);
    }
  }
  await page.click("#gallery-open");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const close = await page.locator("#gallery-close").boundingBox();
    assert.ok(close.x + close.width <= width, `at ${width} the gallery's button to close it is off the screen`);
  }
});

// Of the whole gallery, what is not counted in a few seconds has not failed by then.
test("the examples open, and meet what they expect", { skip }, async (t) => {
  assert.ok(entries.length > 150);
  const wanted = entries.filter((e) => whole || (!e.slow && e.group === "First steps"));
  const said = [];
  const look = async (page) => {
    for (let e = wanted.shift(); e; e = wanted.shift()) said.push([e.name, await meets(page, e)]);
  };
  const other = await openNew();
  await Promise.all([await open(), other].map(look)); // two at a time
  await other.close();
  const asks = said.filter(([, headline]) => headline);
  t.diagnostic(`${said.length} examples open, ${asks.length} expect something, of ${asks.filter(([, h]) => h.endsWith("so far")).length} the time was over`);
});

/** Opens an example and has it tested. It returns what the page says, or nothing if nothing is expected. */
async function meets(page, entry) {
  // A card of another group has no picture if its first solution takes long.
  assert.ok(entry.svg || entry.drawn || entry.group !== "First steps" || entry.name.endsWith("matrix.puz"), `${entry.name} has no picture`);
  await openHere(page, entry.name);
  // What was wrong with the text before stands there until this one has been checked.
  await page.waitForFunction(() => !document.querySelector("#problems-list .error"), null).catch(() => {});
  assert.equal(await page.locator("#problems-list .error").count(), 0, entry.name);
  if (!/^expect/m.test(entry.text)) return undefined;
  const seconds = whole ? (entry.slow ? 1 : 3) : 0;
  await page.evaluate((s) => (document.querySelector("#seconds").value = document.querySelector("#seconds").appendChild(new Option(`${s} seconds`, s)).value), seconds);
  await page.click("#test");
  await page.waitForFunction(() => document.getElementById("stop").hidden && /expectation/.test(document.getElementById("headline").textContent), null, { timeout: 3 * patience });
  const said = await headline(page);
  assert.match(said, whole ? /^\d+ expectations? met( so far)?$/ : /^\d+ expectations? met$/, `${entry.name}: ${said}`);
  return said;
}

test("the gallery is searched, and a card opens", { skip }, async () => {
  const page = await open();
  await page.click("#gallery-open");
  await page.fill("#gallery-search", "soma");
  assert.ok((await page.locator("#gallery .cards li:visible").count()) >= 2);
  await page.click("#gallery .cards li:visible >> nth=0");
  await page.waitForFunction(() => document.getElementById("title").textContent === "The Soma cube" || /Soma/.test(document.getElementById("title").textContent));
  assert.equal(await page.locator("#gallery[open]").count(), 0);
});
