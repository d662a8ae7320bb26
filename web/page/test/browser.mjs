// A server of files, as any host of static pages is one, and a browser to look at them with.
import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".json": "application/json", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8",
};

/** Serves a folder on a free port of the loopback. As from other hosts, what was loaded once may be kept: then WebAssembly is
 * not compiled again. */
export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    const file = join(folder, path === "/" ? "index.html" : path);
    const info = await stat(file).catch(() => undefined);
    if (!info?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", "Content-Length": info.size, "Cache-Control": "max-age=3600" });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Where Chromium is, or undefined. */
export const browser = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** How long to wait for what takes a second, in milliseconds: machines are slow and busy. */
export const patience = 300_000;

const quiet = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** What draws: nothing in space; WebGL without a graphics card. On a busy machine what draws may not come up in time: for
 * whoever has failed so three times, Chromium would have no WebGL any more. */
const drawing = {
  flat: ["--disable-gpu", "--disable-3d-apis"],
  webgl: [
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-watchdog", "--disable-domain-blocking-for-3d-apis",
    "--disable-gpu-process-crash-limit",
  ],
};

/** Starts Chromium with a profile of its own, which is gone afterwards. Wrong is a list of complaints that grows, and must be
 * empty in the end: errors, warnings where nothing is drawn in space, dialogs, and requests but for those to ours. */
export async function launch({ draws = "flat", ours = () => "", ...options } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "quadrille-chromium-"));
  const args = [...quiet, ...drawing[draws]];
  const context = await chromium.launchPersistentContext(profile, { executablePath: browser, headless: true, timeout: patience, args, ...options });
  context.setDefaultTimeout(patience);
  const wrong = [];
  const bad = draws === "flat" ? ["error", "warning"] : ["error"];
  context.on("console", (m) => bad.includes(m.type()) && !m.location().url.endsWith("/favicon.ico") && wrong.push(`${m.text()} (${m.location().url}:${m.location().lineNumber})`));
  context.on("weberror", (e) => wrong.push(e.error().message));
  context.on("dialog", (d) => wrong.push(`a dialog: ${d.message()}`));
  context.on("request", (r) => !r.url().startsWith(ours()) && !/^(data|blob):/.test(r.url()) && wrong.push(`a request to ${r.url()}`));
  return {
    context,
    wrong,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
      assert.deepEqual(wrong, []);
    },
  };
}

const axeScript = join(import.meta.dirname, "..", "node_modules", "axe-core", "axe.min.js");

/** What axe finds, in a part of a page, or all of it: of all impacts, or of some. */
export async function axe(page, where = { include: ["html"] }, options = {}, impacts = ["minor", "moderate", "serious", "critical"]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(readFileSync(axeScript, "utf8"));
  return page.evaluate(async ([where, options, impacts]) => {
    const { violations } = await window.axe.run(where, { resultTypes: ["violations"], preload: false, ...options });
    return violations.filter((v) => impacts.includes(v.impact)).map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target.flat().join(" ")} ${n.any[0]?.message ?? ""}`).slice(0, 3).join("; ")}`);
  }, [where, options, impacts]);
}

/** How many pixels a page is wider than its window. */
export const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
