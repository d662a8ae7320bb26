// Opens the film of matrix (3) in Chromium, goes through it by its keys and buttons, and prints what is seen.
// Then it opens the film of a problem with colors. Arguments: the two pages, and a folder for pictures.
import {join} from "node:path"
import {pathToFileURL} from "node:url"
import {axe, launch, tooWide} from "../../web/page/test/browser.mjs"

const [file, colored, pictures] = process.argv.slice(2)
const url = pathToFileURL(file).href, coloredURL = pathToFileURL(colored).href, folder = pathToFileURL(pictures).href
const chromium = await launch({viewport: {width: 1280, height: 900}, reducedMotion: "reduce", ours: () => folder})

try {
  const page = await chromium.context.newPage()
  await page.goto(url)
  await page.waitForSelector("main:not([hidden])")
  const status = () => page.textContent("#status")
  const sizes = () => page.$$eval("#items tr", rows => Object.fromEntries(rows.map(r => [r.cells[0].textContent, r.cells[1].textContent])))
  const chosen = () => page.$$eval("#chosen li", items => items.map(i => i.textContent))
  const picture = () => page.$eval("#matrix", e => e.innerHTML)
  const go = step => page.evaluate(s => { location.hash = s }, step).then(() => page.waitForFunction(s => document.getElementById("status").textContent.startsWith(`Step ${s} `), step))

  const out = {start: await status(), updates: 0, solutions: []}
  const first = await picture()
  for (let k = 0; k < 1000 && !(await status()).startsWith("Step 200 "); k++) {
    const before = (await status()).match(/(\d+) of 30 updates/)[1]
    await page.keyboard.press("ArrowRight")
    const now = await status()
    out.updates += now.match(/(\d+) of 30 updates/)[1] - before
    if (now.endsWith("a solution")) out.solutions.push(await chosen())
  }
  out.end = await status()
  const visible = await page.$$eval("#tree .visit", v => v.filter(e => e.getAttribute("visibility") === "visible").length)
  out.nodes = visible
  await page.keyboard.press("Home")
  out.again = await picture() === first
  for (let k = 0; k < 5; k++) await page.keyboard.press("PageDown")
  out.fifthNode = await status()
  await page.click("#node-back")
  out.back = await status()
  await page.locator("#tree .visit").nth(5).dispatchEvent("click")
  out.clicked = await chosen()

  await go(12)
  out.figure3 = await sizes()
  await page.screenshot({path: join(pictures, "figure3.png"), fullPage: true})
  await go(29)
  out.figure4 = await sizes()

  await page.keyboard.press("Home")
  await page.selectOption("#size", "node")
  await page.fill("#speed", "10")
  await page.click("#play")
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Step 200 "))
  out.played = await page.getAttribute("#play", "aria-pressed")

  out.axe = []
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({colorScheme})
    await go(143)
    out.axe.push(...(await axe(page)).map(found => `${colorScheme}: ${found}`))
    await page.screenshot({path: join(pictures, colorScheme + ".png"), fullPage: true})
  }
  await page.setViewportSize({width: 360, height: 800})
  out.overflow = await tooWide(page)
  await page.screenshot({path: join(pictures, "narrow.png"), fullPage: true})

  await page.setViewportSize({width: 1280, height: 900})
  await page.goto(coloredURL)
  await page.waitForSelector("main:not([hidden])")
  out.start = await status()
  out.before = await page.$$eval("#before-list li", lines => lines.map(l => l.textContent))
  out.struck = await page.$$eval("#matrix g.removed .label", labels => labels.filter(l => getComputedStyle(l).textDecorationLine === "line-through").map(l => l.textContent))
  out.axe.push(...await axe(page))
  await page.screenshot({path: join(pictures, "before.png"), fullPage: true})
  console.log(JSON.stringify(out))
} finally {
  await chromium.close()
}
