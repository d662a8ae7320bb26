// A server of files, as any host of static pages is one, and a browser to look at them with.
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
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

const quiet = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** What draws: nothing in space; WebGL without a graphics card, however busy the machine is. */
const drawing = {
  flat: ["--disable-gpu", "--disable-3d-apis"],
  webgl: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-watchdog", "--disable-domain-blocking-for-3d-apis"],
};

/** Starts Chromium with a profile of its own, which is gone afterwards. */
export async function launch({ draws = "flat", ...options } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "quadrille-chromium-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath: browser, headless: true, args: [...quiet, ...drawing[draws]], ...options });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
