// The file of HTML that puz solve writes of solids, opened from a disk: it loads nothing.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { axe, browser, launch, tooWide } from "./browser.mjs";
import { puz } from "./scenes.mjs";

const skip = browser ? false : "Chromium is not there";
const folder = mkdtempSync(join(tmpdir(), "quadrille-album-"));
const file = join(folder, "soma.html");

let chromium;

const start = async (options) => (chromium = await launch({ viewport: { width: 900, height: 900 }, ours: () => pathToFileURL(file).href, ...options }));

async function open() {
  const page = await chromium.context.newPage();
  const asked = [];
  page.on("request", (r) => asked.push(r.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, asked };
}

before(async () => {
  puz("solve", "examples/soma.puz", "--limit", "70", "--format", "html", "-o", file);
  if (skip) return;
  await start({ draws: "webgl" });
});

after(() => chromium?.close());

test("only files of solids carry the viewer, which takes 200 kB", () => {
  const flat = join(folder, "flat.html");
  puz("solve", "examples/scott.puz", "--limit", "1", "--format", "html", "-o", flat);
  assert.ok(statSync(flat).size < 40_000, `${statSync(flat).size}`);
  assert.doesNotMatch(readFileSync(flat, "utf8"), /id="solids"/);
  assert.ok(statSync(file).size < 300_000, `${statSync(file).size}`);
});

test("a solid is turned, exploded and put together, and another solution keeps the view", { skip }, async () => {
  const { page, asked } = await open();
  await page.waitForSelector('.solid[data-drawn="webgl"]');
  assert.deepEqual(asked.filter((url) => !url.startsWith("data:") && !url.startsWith("blob:")), [pathToFileURL(file).href]);
  assert.equal(await page.locator("#picture").isVisible(), false);
  const explode = page.locator('.solid input[aria-label="Explode"]');
  await page.locator(".stage").focus();
  await page.keyboard.press("e");
  assert.equal(await explode.getAttribute("aria-valuetext"), "100 %");
  await page.keyboard.press("ArrowRight"); // turns, and goes to no other solution
  await page.keyboard.press(",");
  assert.match(await page.locator(".solid output").textContent(), /^Step 5: /);
  assert.equal(await page.inputValue("#number"), "1");
  await page.locator('.solid input[aria-label="Assembly"]').focus();
  await page.keyboard.press("ArrowLeft");
  assert.match(await page.locator(".solid output").textContent(), /^Step 4: /);
  assert.equal(await page.inputValue("#number"), "1");
  await page.click("#on");
  await page.waitForFunction(() => document.querySelector("#number").value === "2" && document.querySelector("#in-space").ariaPressed === "true");
  assert.equal(await explode.getAttribute("aria-valuetext"), "100 %");
  await page.getByRole("button", { name: "Picture" }).click();
  await page.locator("#picture").waitFor();
  assert.equal(await page.locator(".solid").isVisible(), false);
  await page.getByRole("button", { name: "3D" }).click();
  await page.locator(".solid").waitFor();
  await page.fill("#number", "65"); // on the second sheet
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#words").textContent !== "" && document.querySelector("#slider").value === "65");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#picture").isVisible(), true, "paper has the picture");
  assert.equal(await page.locator(".solid").isVisible(), false);
  await page.close();
});

test("axe has no serious findings, light and dark, wide and narrow", { skip }, async () => {
  const { page } = await open();
  await page.waitForSelector('.solid[data-drawn="webgl"]');
  for (const [colorScheme, width] of [["light", 900], ["dark", 360]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await axe(page), []);
    assert.ok((await tooWide(page)) <= 0, `${width} is wide enough`);
  }
  await page.close();
});

test("without WebGL solids are drawn by SVG, and without scripts the picture stays", { skip }, async () => {
  await chromium.close();
  await start({});
  const { page } = await open();
  await page.waitForSelector('.solid[data-drawn="svg"] >> svg path');
  await chromium.close();
  await start({ javaScriptEnabled: false });
  const { page: still } = await open();
  assert.equal(await still.locator("#picture").isVisible(), true);
  assert.equal(await still.locator("#views").isVisible(), false);
});
