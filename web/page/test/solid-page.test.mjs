// The viewer of solids in the playground: Soma is solved and turned.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, launch, serve } from "./browser.mjs";
import { root } from "./scenes.mjs";
import { deflateRawSync } from "node:zlib";

const site = process.env.QUADRILLE_SITE ?? join(root, "web", "site");
const skip = !browser ? "Chromium is not there" : !existsSync(join(site, "quadrille.wasm")) ? "the site is not there: go run ./web/build" : false;
const text = "use soma\npack soma_cube with soma\n";

let server;
let chromium;

before(async () => {
  if (skip) return;
  server = await serve(site);
  chromium = await launch({ viewport: { width: 1280, height: 900 }, draws: "webgl", ours: () => server.url });
});

after(async () => {
  await chromium?.close();
  server?.close();
});

test("a Soma cube is turned, and the next solution keeps the view", { skip }, async () => {
  const page = await chromium.context.newPage();
  const loaded = [];
  page.on("request", (r) => loaded.push(new URL(r.url()).pathname));
  await page.goto(`${server.url}#code=${deflateRawSync(text).toString("base64url")}`);
  await page.waitForSelector("#pieces .picture");
  await page.click("#solve");
  await page.waitForSelector("#solutions .stage img");
  const three = () => loaded.filter((path) => path.endsWith("/solid.js"));
  assert.deepEqual(three(), [], "three.js is not loaded before it is needed");
  await page.getByRole("button", { name: "3D" }).click();
  await page.waitForSelector('.solid[data-drawn="webgl"]');
  assert.equal(three().length, 1);
  await page.locator(".solid .stage").focus();
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.querySelector(".solid").shadowRoot.querySelectorAll("input")[1].ariaValueText === "100 %");
  await page.getByRole("button", { name: "Next solution" }).click();
  await page.waitForFunction(() => document.querySelector("#solutions .place").textContent.startsWith("2 "));
  assert.equal(await page.locator(".solid canvas").count(), 1);
  assert.equal(await page.locator('.solid input[aria-label="Explode"]').getAttribute("aria-valuetext"), "100 %");
  if (process.env.QUADRILLE_SHOTS) await page.screenshot({ path: join(process.env.QUADRILLE_SHOTS, "solid-page.png") });
  // On a telephone all controls are in sight.
  await page.setViewportSize({ width: 360, height: 740 });
  const right = async (what) => what.boundingBox().then((box) => box.x + box.width);
  assert.ok((await right(page.getByRole("button", { name: "Play" }))) < (await right(page.locator("#solutions > .stage"))), "Play is cut off");
  await page.getByRole("button", { name: "Picture" }).click();
  await page.waitForSelector("#solutions .stage img");
});
