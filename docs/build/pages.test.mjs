// The documentation in Chromium: it is found, read, copied and seen.
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { browser, axe, launch, serve, tooWide } from "../../web/page/test/browser.mjs";

const site = process.env.QUADRILLE_DOCS;
const skip = browser ? false : "Chromium is not there";
const sixPages = ["index.html", "tutorial/01-first-board.html", "cookbook/03-squares.html", "gallery.html", "spec/4-packing.html", "manual/solve.html"];
const wide = { width: 1280, height: 900 }, narrow = { width: 390, height: 844 };
const maxHeight = 10_000; // in pixels, where a window is wide

let server, chromium, page;
before(async () => {
  if (skip) return;
  server = await serve(site);
  chromium = await launch({ viewport: wide, permissions: ["clipboard-read", "clipboard-write"] });
  page = await chromium.context.newPage();
});
after(async () => {
  await chromium?.close();
  server?.close();
});

const open = (name, size = wide) => page.setViewportSize(size).then(() => page.goto(server.url + name));

/** Asks the search, and waits for what it finds. */
async function ask(words) {
  await page.keyboard.press("/");
  await page.fill("input[type=search]", words);
  await page.waitForSelector(".search.open li");
  return page.locator(".results a").allTextContents();
}

// Axe looks at each element for a while, and the cards of the gallery are alike.
const fewCards = { include: ["html"], exclude: [".cards li:nth-child(n + 4)"] };

test("axe finds nothing on six pages, light and wide, dark and narrow", { skip }, async () => {
  for (const name of sixPages) {
    await open(name);
    for (const [colorScheme, size] of [["light", wide], ["dark", narrow]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      // the page hears of its new size before the next frame but one
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.deepEqual(await axe(page, fewCards), [], `${name}, ${colorScheme}, ${size.width} px`);
    }
  }
  await open("index.html");
  await ask("killer");
  assert.deepEqual(await axe(page), [], "an answer of the search");
});

test("pages fit the window, and none is endless", { skip }, async () => {
  const names = readdirSync(site, { recursive: true }).filter((n) => n.endsWith(".html") && !n.startsWith("files"));
  const size = (name) => statSync(join(site, name)).size;
  const largest = names.sort((a, b) => size(b) - size(a)).slice(0, 20);
  assert.ok(names.length > 300, `there are ${names.length} pages`);
  for (const name of new Set([...sixPages, ...largest])) {
    await open(name);
    assert.ok(await tooWide(page) <= 0, `${name} is wider than its window`);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height < maxHeight, `${name} is ${height} px high`);
    await page.setViewportSize(narrow);
    assert.ok(await tooWide(page) <= 0, `${name} is wider than a telephone`);
  }
});

test("the search finds recipes, statements, messages and commands, and leads there", { skip }, async () => {
  for (const [words, heading, path] of [
    ["killer sudoku", "A killer sudoku", "cookbook/03-squares.html#a-killer-sudoku"],
    ["wrong-class", "wrong-class", "codes/wrong-class.html"],
    ["estimate", "puz estimate", "manual/estimate.html"],
    ["hexominoes", "hexominoes", "records.html#the-35-hexominoes"],
  ]) {
    await open("tutorial/06-words.html");
    const found = await ask(words);
    const links = await page.locator(".results a").evaluateAll((all) => all.map((link) => link.href));
    const at = links.indexOf(server.url + path);
    assert.ok(at >= 0 && found[at].includes(heading), `${words}: ${links}`);
    await page.locator(".results a").nth(at).click();
    await page.waitForURL(links[at]);
    assert.match(await page.locator(path.includes("#") ? ":target" : "h1").textContent(), new RegExp(heading));
  }
  await open("index.html");
  await page.keyboard.press("/");
  await page.fill("input[type=search]", "xyzzyplugh");
  await page.waitForFunction(() => document.querySelector(".results p").textContent === "0 places");
});

test("the search works from files as well, and by keys alone", { skip }, async () => {
  await page.goto(pathToFileURL(join(site, "cookbook/01-packing.html")).href);
  await ask("your first board");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.firstChild.textContent), "Your first board");
  await page.keyboard.press("Enter");
  await page.waitForURL(pathToFileURL(join(site, "tutorial/01-first-board.html")).href);
});

test("puzzles and commands are copied as they are typed", { skip }, async () => {
  await open("index.html");
  const copied = async (button) => {
    await button.click();
    await page.waitForFunction((b) => b.textContent === "copied", await button.elementHandle());
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied(page.locator(".bar button").first()), /^use pentominoes\nboard holey [^]*up to symmetry\n$/);
  assert.equal(await copied(page.locator("pre button").first()), "puz count scott.puz\npuz test scott.puz\n");
});

test("the gallery shows one kind, on cards of one height", { skip }, async () => {
  await open("gallery.html");
  const groups = () => page.locator("main section h2").evaluateAll((all) => all.filter((h) => h.offsetHeight).map((h) => h.textContent));
  assert.ok((await groups()).length > 8);
  const heights = await page.locator(".cards li").evaluateAll((all) => [...new Set(all.map((card) => card.offsetHeight))]);
  assert.equal(heights.length, 1, `cards are ${heights} px high`);
  await page.getByText("Logic puzzles (").click();
  assert.deepEqual(await groups(), ["Logic puzzles"]);
  await page.getByRole("link", { name: "Battleships" }).click();
  await page.waitForURL(/gallery\/logic-battleships/);
  await page.getByRole("link", { name: "Logic puzzles" }).click();
  await page.waitForURL(/gallery\.html#examples-logic$/);
  assert.ok((await groups()).length > 8, "a link to a kind shows it among all");
});

test("old anchors of the law lead to the pages of its sections", { skip }, async () => {
  await open("spec.html#rules-on-cells");
  const link = page.locator("li:target > a");
  assert.equal(await link.textContent(), "Rules on cells");
  await link.click();
  await page.waitForURL(/spec\/6-symbols-on-cells\.html#rules-on-cells$/);
  assert.equal(await page.locator("h3:target, h2:target").textContent(), "Rules on cells");
});

test("pictures are dark on dark pages", { skip }, async () => {
  const shade = async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await open("index.html");
    const shot = await page.locator("figure img").screenshot();
    return page.evaluate(async (data) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: "image/png" }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(bitmap.width / 2, 5, 1, 1).data[1]; // beside the board
    }, shot.toString("base64"));
  };
  assert.ok(await shade("light") > 240);
  assert.ok(await shade("dark") < 40);
  await page.emulateMedia({ colorScheme: null });
});

test("without scripts all can be read, and nothing waits for one", { skip }, async () => {
  const still = await chromium.context.newPage();
  await still.route("**/*.js", (route) => route.abort());
  await still.goto(server.url + "cookbook/03-squares.html");
  assert.equal(await still.locator(".search").isVisible(), false);
  assert.equal(await still.locator("button").count(), 0);
  assert.ok(await still.locator("nav.toc").getByRole("link", { name: "Thermometers" }).isVisible());
  assert.ok(await still.locator(".menu").getByRole("link", { name: "Gallery" }).isVisible());
  chromium.wrong.splice(0); // the script that was not let in
});
