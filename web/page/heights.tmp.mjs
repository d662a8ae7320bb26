import { launch, serve } from "./test/browser.mjs";
import { readdirSync } from "node:fs";
const [site, w = "1280", min = "6000"] = process.argv.slice(2);
const server = await serve(site);
const c = await launch({ ours: () => server.url });
const page = await c.context.newPage();
await page.setViewportSize({ width: +w, height: 900 });
for (const n of readdirSync(site, { recursive: true }).filter((n) => n.endsWith(".html"))) {
  if (/^(files|playground)/.test(n)) continue;
  await page.goto(server.url + n, { waitUntil: "domcontentloaded" });
  const [h, o] = await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth - innerWidth]);
  if (h > +min || o > 0) console.log(h, o, n);
}
c.wrong.length = 0; await c.close(); server.close();
