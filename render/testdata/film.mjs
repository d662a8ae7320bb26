// Runs films, which it reads as JSON, forth and back with the script of the page, and prints what it sees.
import {readFileSync} from "node:fs"

const {Player} = new Function(readFileSync(process.argv[2], "utf8") + "; return {Player}")()

const state = p => JSON.stringify([p.links.left, p.links.right, p.links.up, p.links.down, p.links.size, p.links.bound, p.links.active, p.links.covered,
  p.links.marked, p.links.chosen, p.links.visit])

// wrongLists lists the items whose list is not as long as its header says, or is not linked both ways.
function wrongLists(links) {
  const wrong = []
  for (let i = 1; i < links.size.length; i++) {
    let n = 0
    for (let x = links.down[i]; x !== i; x = links.down[x], n++) if (links.up[links.down[x]] !== x || !links.active[x]) wrong.push(i)
    if (n !== links.size[i]) wrong.push(i)
  }
  return wrong
}

const out = JSON.parse(readFileSync(0, "utf8")).map(data => {
  const p = new Player(data), states = [state(p)], chosen = {}
  let wrong = 0
  while (p.at < p.length) {
    p.forward()
    states.push(state(p))
    wrong += wrongLists(p.links).length
    const v = data.visits[p.links.visit]
    if (v?.solution && p.at === v.ready) chosen[p.links.visit] = p.links.chosen.map(x => p.links.option[x])
  }
  const end = state(p)
  let differ = 0
  while (p.at > 0) {
    p.back()
    differ += state(p) !== states[p.at]
  }
  // Steps of any size come to the end, and back.
  const sizes = ["update", "cover", "node"].map(size => {
    let steps = 0
    for (; p.at < p.length && steps <= p.length; steps++) p.seek(p.next(1, size))
    differ += state(p) !== end
    while (p.at > 0 && steps <= 2 * p.length) p.seek(p.next(-1, size), steps++)
    differ += state(p) !== states[0]
    return steps
  })
  return {updates: p.updates.at(-1), chosen, wrong, differ, sizes, whole: end.replace(/-?\d+\]$/, "") === states[0].replace(/-?\d+\]$/, "")}
})
console.log(JSON.stringify(out))
