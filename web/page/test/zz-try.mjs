import { launch, serve } from "./browser.mjs";
const server = await serve("/tmp/page-site");
const chromium = await launch({ viewport: { width: 1280, height: 800 }, ours: () => server.url });
const page = await chromium.context.newPage();
const open = async (name) => {
  await page.goto(`${server.url}#example=${encodeURIComponent(name)}`);
  await page.waitForTimeout(1500);
  await page.click("#tab-hand");
  await page.waitForSelector("#hand .hand-board img, #hand .empty");
  await page.waitForTimeout(800);
};
await page.goto(server.url);
await page.waitForSelector("#pieces .picture");
for (const [name, shot] of [["scott.puz", "scott"], ["sudoku-variants/killer-4x4.puz", "killer"], ["logic/slitherlink.puz", "slither"], ["queens.puz", "queens"], ["soma.puz", "soma"], ["polyforms/tetrasticks-ten.puz", "sticks"], ["words/crossword.puz", "words"], ["dissection.puz", "dissection"], ["polyforms/pentomino-triplication.puz", "tri"]]) {
  const t = Date.now();
  await open(name);
  console.log(name, Date.now() - t, await page.textContent("#hand .state").catch(() => page.textContent("#hand")));
  if (shot === "scott") {
    const cells = page.locator("#hand polygon");
    await cells.nth(0).click(); await page.waitForTimeout(600);
    const t = Date.now();
    await cells.nth(20).hover();
    await page.click("#hand >> text=Hint"); await page.waitForFunction(() => document.querySelector("#hand .reason").textContent); console.log("hint", Date.now() - t);
    await page.waitForTimeout(600);
    await cells.nth(25).hover();
  }
  if (shot === "slither") { await page.locator("#hand line").nth(5).click({force:true}); await page.waitForTimeout(600);}
  await page.screenshot({ path: `/tmp/page-${shot}.png` });
}
await chromium.close();
server.close();
