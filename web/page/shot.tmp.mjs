import { browser, launch, serve, axe, tooWide } from "./test/browser.mjs";
import { readFileSync } from "node:fs";
const [site, out, ...names] = process.argv.slice(2);
const server = await serve(site);
const axeText = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const c = await launch({ ours: () => server.url });
for (const n of names) {
  const [name, ...mods] = n.split(",");
  for (const w of [1280, 390]) for (const s of ["light", "dark"]) {
    if (mods.length && !mods.includes(String(w)) && !mods.includes(s)) continue;
    const page = await c.context.newPage();
    await page.setViewportSize({ width: w, height: 900 });
    await page.emulateMedia({ colorScheme: s });
    await page.goto(server.url + name);
    const h = await page.evaluate(() => document.documentElement.scrollHeight);
    const wide = await tooWide(page);
    await page.evaluate(axeText);
    const v = await page.evaluate(async () => (await axe.run({ resultTypes: ["violations"] })).violations.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.target.join(" ")+" "+(n.any[0]?.message??"")).join("; ")));
    console.log(name, w, s, h, "wide", wide, v.join(" | "));
    if (mods.includes("full")) { await page.setViewportSize({ width: w, height: Math.min(h, 6000) }); }
    await page.screenshot({ path: `${out}/${name.replace(/\W+/g, "_")}-${w}-${s}.png` });
    await page.close();
  }
}
console.log(c.wrong.slice(0, 5));
c.wrong.length = 0;
await c.close(); server.close();
