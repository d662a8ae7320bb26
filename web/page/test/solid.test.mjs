// The viewer of solids in Chromium: what is seen, and what keys do.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, browser, launch, serve, tooWide } from "./browser.mjs";
import { root, scenes } from "./scenes.mjs";

const skip = browser ? false : "Chromium is not there";
const album = join(root, "render", "page"); // the folder of the script

let server;
let chromium;
let soma;
let pyramid;

before(async () => {
  if (skip) return;
  soma = scenes("soma.puz", 3);
  pyramid = scenes("polyforms/ball-pyramid.puz", 1, "balls");
  server = await serve(album);
  chromium = await launch({ viewport: { width: 900, height: 800 }, draws: "webgl" });
});

after(async () => {
  await chromium?.close();
  server?.close();
});

/** Opens the viewer as the page does, with the script that is loaded when it is needed. */
async function open(list, options = {}) {
  const page = options.page ?? await chromium.context.newPage();
  await page.goto(`${server.url}viewer.css`);
  await page.evaluate(async ([list, { svg }]) => {
    await import("/solid.js");
    document.title = "Solids";
    document.documentElement.lang = "en";
    document.documentElement.style.colorScheme = "light dark";
    document.body.style.background = "Canvas";
    const main = document.createElement("main");
    document.body.replaceChildren(main);
    quadrilleSolid.show(main, list, { svg });
  }, [list, { svg: options.svg }]);
  const kind = options.drawn ?? (options.svg ? "svg" : "webgl");
  await page.waitForSelector(`.solid[data-drawn="${kind}"]`);
  await drawn(page);
  return page;
}

/** Waits for what is to be drawn next. */
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const press = async (page, ...keys) => {
  await page.locator(".stage").focus();
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
};

const values = async (page) => Object.fromEntries(await page.locator("input[type=range]").evaluateAll((all) => all.map((e) => [e.ariaLabel, e.ariaValueText])));

/** How many pixels of the canvas have the hue of each piece. */
const pixels = (page, colors) => page.evaluate((colors) => {
  const canvas = document.querySelector(".solid").shadowRoot.querySelector("canvas");
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  const brush = copy.getContext("2d");
  brush.drawImage(canvas, 0, 0);
  const { data } = brush.getImageData(0, 0, copy.width, copy.height);
  const hue = ([r, g, b]) => {
    const most = Math.max(r, g, b) || 1;
    return [r / most, g / most, b / most];
  };
  const hues = colors.map((c) => hue([1, 3, 5].map((k) => parseInt(c.slice(k, k + 2), 16))));
  const counts = colors.map(() => 0);
  for (let k = 0; k < data.length; k += 4) {
    if (data[k + 3] < 255 || Math.max(data[k], data[k + 1], data[k + 2]) < 80) continue;
    const here = hue([data[k], data[k + 1], data[k + 2]]);
    const off = hues.map((h) => h.reduce((s, v, i) => s + Math.abs(v - here[i]), 0));
    const best = off.indexOf(Math.min(...off));
    if (off[best] < 0.12) counts[best]++;
  }
  return counts;
}, colors);

test("WebGL shows each piece in its color; what is exploded shows all of them", { skip }, async () => {
  const page = await open(soma);
  const colors = soma[0].pieces.map((p) => p.color);
  const whole = await pixels(page, colors);
  assert.ok(whole.filter((n) => n > 500).length >= 5, `from one side at least five pieces of Soma are seen: ${whole}`);
  await press(page, "e", "ArrowUp");
  assert.equal((await values(page)).Explode, "100 %");
  const apart = await pixels(page, colors);
  assert.ok(apart.every((n) => n > 100), `exploded, all seven are seen: ${apart}`);
  const button = page.getByRole("button", { name: soma[0].pieces[0].name });
  await button.click();
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  await drawn(page);
  assert.equal((await pixels(page, colors))[0], 0, "a piece that is hidden is not seen");
  await page.close();
});

test("the picture stays inside its frame from every side", { skip }, async () => {
  const page = await open(soma);
  for (const keys of [[], ["e"], ["ArrowLeft", "ArrowLeft", "ArrowUp"], [","], ["ArrowDown", "ArrowDown"]]) {
    await press(page, ...keys);
    const rim = await page.evaluate(() => {
      const canvas = document.querySelector(".solid").shadowRoot.querySelector("canvas");
      const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
      const brush = copy.getContext("2d");
      brush.drawImage(canvas, 0, 0);
      const painted = (x, y, w, h) => brush.getImageData(x, y, w, h).data.some((v, k) => k % 4 === 3 && v > 0);
      const { width, height } = copy;
      return painted(0, 0, width, 1) || painted(0, height - 1, width, 1) || painted(0, 0, 1, height) || painted(width - 1, 0, 1, height);
    });
    assert.equal(rim, false, `after ${keys}`);
  }
  await page.close();
});

test("balls are seen in their colors, by WebGL and by SVG", { skip }, async () => {
  const page = await open(pyramid);
  const colors = pyramid[0].pieces.map((p) => p.color);
  await press(page, "e");
  const seen = await pixels(page, colors);
  assert.ok(seen.filter((n) => n > 100).length >= 7, `of eight colors, seven are seen: ${seen}`);
  await page.close();
  const drawn = await open(pyramid, { svg: true });
  assert.equal(await drawn.locator("svg circle").count(), 55);
  const necks = pyramid[0].pieces.map((p) => p.cells.length).reduce((a, b) => a + b - 1, 0);
  assert.ok(await drawn.locator("svg path").count() >= necks, "each piece is joined");
  await drawn.close();
});

test("keys step through solutions, layers and the assembly", { skip }, async () => {
  const page = await open(soma);
  assert.deepEqual(await values(page), { Solution: "1 of 3", Explode: "0 %", Layers: "3 of 3", Assembly: "6 of 6" });
  await press(page, "]", "PageDown");
  assert.deepEqual(await values(page), { Solution: "2 of 3", Explode: "0 %", Layers: "2 of 3", Assembly: "6 of 6" });
  await press(page, "PageUp", ",", ",");
  assert.equal((await values(page)).Assembly, "4 of 6");
  assert.match(await page.textContent("output"), /^Step 4: \w+.*, from (above|below|behind|the front|the left|the right)$/);
  await press(page, ".");
  await page.waitForFunction(() => document.querySelector(".solid").shadowRoot.querySelector("output").textContent.startsWith("Step 5"));
  await page.getByRole("button", { name: "Play" }).waitFor(); // the step is done
  await press(page, " ");
  await page.waitForFunction(() => [...document.querySelector(".solid").shadowRoot.querySelectorAll("input")].at(-1).ariaValueText === "6 of 6");
  await press(page, "[", "[", "[");
  assert.equal((await values(page)).Solution, "1 of 3");
  await page.close();
});

test("a drag turns, and 0 turns back", { skip }, async () => {
  const page = await open(soma, { svg: true });
  const picture = () => page.locator("svg").innerHTML();
  const before = await picture();
  const box = await page.locator(".stage").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 240, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  assert.notEqual(await picture(), before);
  await press(page, "0");
  assert.equal(await picture(), before);
  await page.close();
});

test("stuck pieces are told", { skip }, async () => {
  const page = await open([{ ...soma[0], assembly: { steps: [], stuck: [[0, 1, 2, 3, 4, 5, 6]] } }]);
  assert.match(await page.textContent("output"), /^No straight move along an axis parts /);
  assert.equal(await page.getByRole("slider", { name: "Assembly" }).count(), 0);
  await page.close();
});

test("axe has no serious findings, light and dark, wide and narrow", { skip }, async () => {
  const page = await open(soma);
  for (const [colorScheme, width] of [["light", 900], ["dark", 360]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await axe(page, undefined, undefined, ["serious", "critical"]), []);
    assert.ok((await tooWide(page)) <= 0, `${width} is wide enough`);
  }
  await page.close();
});

test("the script for files that stand alone draws with SVG under a strict policy", { skip }, async () => {
  const script = `${readFileSync(join(root, "render", "page", "solid.js"), "utf8")}\nquadrilleSolid.show(document.querySelector("main"), ${JSON.stringify(soma)}, {svg: true})\n`;
  const digest = createHash("sha256").update(script).digest("base64");
  const folder = mkdtempSync(join(tmpdir(), "quadrille-solid-"));
  writeFileSync(join(folder, "index.html"), `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${digest}'"><title>Soma</title><main></main><script>${script}</script>`);
  const alone = await serve(folder);
  const page = await chromium.context.newPage();
  await page.goto(alone.url);
  await page.waitForSelector('.solid[data-drawn="svg"] >> svg path');
  const height = await page.locator(".stage").evaluate((e) => e.clientHeight);
  assert.ok(height > 200, "its styles hold");
  assert.equal(new Set(await page.locator("svg path[fill^=rgb]").evaluateAll((all) => all.map((e) => e.getAttribute("fill")))).size > 9, true);
  await page.close();
  alone.close();
});

test("without WebGL there is a picture by SVG", { skip }, async () => {
  const kept = chromium;
  chromium = await launch();
  try {
    const page = await open(soma, { drawn: "svg" });
    assert.equal(await page.evaluate(() => document.createElement("canvas").getContext("webgl2")), null);
    await page.waitForSelector("svg path");
  } finally {
    await chromium.close();
    chromium = kept;
  }
});

test("WebGL that comes late is taken, and again after it was lost", { skip }, async () => {
  const page = await chromium.context.newPage();
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    let told = 0;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === "webgl2" && told++ < 2 ? null : getContext.call(this, kind, ...rest);
    };
  });
  await open(soma, { page, drawn: "svg" });
  await page.waitForSelector('.solid[data-drawn="webgl"]');
  const kinds = await page.evaluate(() => new Promise((done) => {
    const host = document.querySelector(".solid");
    const seen = [];
    new MutationObserver(() => seen.push(host.dataset.drawn) === 2 && done(seen)).observe(host, { attributeFilter: ["data-drawn"] });
    host.shadowRoot.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
  }));
  assert.deepEqual(kinds, ["svg", "webgl"]);
  await drawn(page);
  assert.ok((await pixels(page, soma[0].pieces.map((p) => p.color))).filter((n) => n > 0).length > 3, "several pieces are seen");
  await page.close();
});
