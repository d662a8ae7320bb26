// What is seen of a film.

const $ = id => document.getElementById(id)

// draw makes an element of SVG inside another one.
function draw(parent, name, attributes = {}, text) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name)
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v)
  if (text !== undefined) e.textContent = text
  parent.append(e)
  return e
}

// set changes an attribute that is not so already.
function set(e, name, value) {
  if (e.getAttribute(name) !== String(value)) e.setAttribute(name, value)
}

const nameOf = (data, i) => data.items[i]
const entryName = (data, [i, color]) => data.items[i] + (color ? ":" + (data.colors[color] || color) : "")
const optionName = (data, o) => data.options[o].map(e => entryName(data, e)).join(" ")
const short = (text, most) => text.length > most ? text.slice(0, most - 1) + "…" : text
const plural = (n, word) => n + " " + word + (n === 1 ? "" : "s")

// reasonOf says why an option is removed before the search.
function reasonOf(data, {option, item, colored}) {
  if (colored < 0) return `${nameOf(data, item)} has a single option left`
  return `${entryName(data, data.options[option].find(([i]) => i === colored))} lost the support of ${nameOf(data, item)}`
}

// removals lists what is removed before the search, in order: a reason, and the options that are removed for it.
function removals(data) {
  const list = []
  for (const r of data.before?.removed || []) {
    const reason = reasonOf(data, r)
    if (list.at(-1)?.reason !== reason) list.push({reason, options: []})
    list.at(-1).options.push(optionName(data, r.option))
  }
  return list
}

// Matrix draws the links: a column for each item, a row for each option, an arrow for each link and its way back.
class Matrix {
  constructor(svg, data, links) {
    Object.assign(this, {svg, data, links})
    const longest = Math.max(0, ...data.items.map(n => n.length))
    this.steep = longest > 4 // names stand upright
    this.wide = data.items.length > 40 ? 26 : this.steep ? 34 : 52
    this.high = data.options.length > 60 ? 20 : 30
    this.left = 40 + 6.2 * Math.min(30, Math.max(0, ...data.options.map((_, o) => optionName(data, o).length)))
    this.top = this.steep ? 30 + 6.5 * Math.min(longest, 20) : 30
    this.columns = [...data.circle, ...[...data.items.keys()].filter(i => i >= data.primary)]
    this.columnOf = new Map(this.columns.map((i, k) => [i + 1, k]))
    this.rowOf = new Map(data.order.map((o, k) => [o, k]))
    this.removed = new Map((data.before?.removed || []).map(r => [r.option, reasonOf(data, r)]))
    this.width = this.left + 60 + this.wide * this.columns.length + 50
    this.bottom = this.top + 60 + this.high * data.order.length
    const scale = Math.max(1, Math.min(1.6, 800 / this.width)) // what is small is drawn large
    for (const [k, v] of [["width", scale * this.width], ["height", scale * (this.bottom + 24)], ["viewBox", `0 0 ${this.width} ${this.bottom + 24}`]]) svg.setAttribute(k, v)
    const marker = draw(draw(svg, "defs"), "marker", {id: "arrow", viewBox: "0 0 6 6", refX: 5, refY: 3, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse"})
    draw(marker, "path", {d: "M0,0L6,3L0,6Z"})
    this.drawRows()
    this.drawHeads()
    this.drawNodes()
  }

  x(header) { return header === 0 ? this.left + 16 : this.left + 66 + this.wide * this.columnOf.get(header) + (header > this.data.primary ? 20 : 0) }
  y(node) { return node <= this.data.items.length ? this.top : this.top + 46 + this.high * this.rowOf.get(this.links.option[node]) }
  place(node) { return [this.x(this.links.item[node]), this.y(node)] }

  drawRows() {
    this.rows = this.data.order.map((o, k) => {
      const y = this.top + 46 + this.high * k
      const g = draw(this.svg, "g")
      const bar = draw(g, "rect", {class: "bar off", x: 2, y: y - this.high / 2 + 2, width: this.width - 4, height: this.high - 4, rx: 4})
      const name = optionName(this.data, o)
      draw(g, "title", {}, "option " + name + (this.removed.has(o) ? ", removed before the search: " + this.removed.get(o) : ""))
      draw(g, "text", {class: "label", x: this.left - 6, y: y + 4}, short(name, 30))
      const xs = this.data.options[o].map(([i]) => this.x(i + 1))
      if (xs.length > 1) draw(g, "path", {class: "across", d: `M${Math.min(...xs)},${y}H${Math.max(...xs)}`})
      return {g, bar, option: o}
    })
  }

  drawHeads() {
    this.heads = [0, ...this.columns.map(i => i + 1)].map(h => {
      const g = draw(this.svg, "g"), x = this.x(h), secondary = h > this.data.primary
      const box = draw(g, "rect", {class: "head" + (secondary ? " secondary" : ""), x: x - 11, y: this.top - 11, width: 22, height: 22, rx: h === 0 ? 11 : 3})
      const name = h === 0 ? "root" : nameOf(this.data, h - 1)
      if (this.steep && h > 0) draw(g, "text", {x: 0, y: 0, transform: `translate(${x + 4},${this.top - 16}) rotate(-90)`}, short(name, 20))
      else draw(g, "text", {x, y: this.top - 16, "text-anchor": "middle"}, name)
      const size = draw(g, "text", {class: "size", x, y: this.top + 4, "text-anchor": "middle"})
      const link = h <= this.data.primary ? draw(g, "path", {class: "link", "marker-end": "url(#arrow)", "marker-start": "url(#arrow)"}) : null
      const left = link && draw(g, "path", {class: "link out", "marker-end": "url(#arrow)"})
      return {h, g, box, size, link, left}
    })
  }

  drawNodes() {
    this.dots = []
    this.columnNodes = this.links.size.map(() => [])
    for (let x = 1; x < this.links.item.length; x++) {
      if (this.links.item[x] < 1) continue
      if (x > this.data.items.length) this.columnNodes[this.links.item[x]].push(x)
      const link = draw(this.svg, "path", {class: "link", "marker-end": "url(#arrow)", "marker-start": "url(#arrow)"})
      const [cx, cy] = this.place(x)
      const up = draw(this.svg, "path", {class: "link out", "marker-end": "url(#arrow)"})
      const dot = x > this.data.items.length ? draw(this.svg, "circle", {class: "dot", cx, cy, r: 5}) : null
      if (dot) draw(dot, "title", {}, `${entryName(this.data, [this.links.item[x] - 1, this.links.color[x]])} in option ${optionName(this.data, this.links.option[x])}`)
      this.dots.push({x, link, up, dot})
    }
  }

  // column lists the nodes of the item of a node, from top to bottom.
  column(node) { return this.columnNodes[this.links.item[node]] }

  // show draws the links as they are; now is what has moved last.
  show(now) {
    const {links} = this
    for (const {h, g, box, size, link, left} of this.heads) {
      set(g, "class", links.covered[h] ? "faded" : "")
      if (h > 0) size.textContent = links.size[h]
      set(box, "class", (h > this.data.primary ? "head secondary" : "head") + (now?.header === h ? " now" : ""))
      if (!link) continue
      set(link, "d", this.across(h, links.right[h]))
      set(link, "class", links.covered[h] ? "link out" : "link")
      set(left, "d", links.covered[h] ? this.back(h, links.left[h]) : "")
    }
    for (const {x, link, up, dot} of this.dots) {
      const i = links.item[x]
      const out = dot && !links.active[x], faded = links.covered[i] ? " faded" : ""
      set(link, "d", this.downwards(x, links.down[x]))
      set(link, "class", (out ? "link out" : "link") + faded)
      set(up, "d", out ? this.upwards(x, links.up[x]) : "")
      set(up, "class", "link out" + faded)
      if (dot) set(dot, "class", "dot" + (out ? " out" : links.marked[x] ? " marked" : "") + faded + (this.removed.has(links.option[x]) ? " removed" : "") + (now?.node === x ? " now" : ""))
    }
    const taken = new Set(links.chosen.map(x => links.option[x]))
    const here = (o, k) => links.active[links.first[o] + k]
    for (const {g, bar, option} of this.rows) {
      set(bar, "class", taken.has(option) ? "bar" : "bar off")
      const gone = !taken.has(option) && !this.data.options[option].every((_, k) => here(option, k))
      set(g, "class", this.removed.has(option) ? "removed" : gone ? "gone" : "")
    }
  }

  // follow scrolls to what has moved, if it cannot be seen.
  follow(now) {
    if (!now) return
    const box = this.svg.parentElement, scale = this.svg.getAttribute("width") / this.width
    const x = scale * this.x(now.header ?? this.links.item[now.node]), y = scale * (now.header ? this.top : this.y(now.node))
    if (x < box.scrollLeft + 20 || x > box.scrollLeft + box.clientWidth - 20) box.scrollLeft = x - box.clientWidth / 2
    if (y < box.scrollTop + 20 || y > box.scrollTop + box.clientHeight - 20) box.scrollTop = y - box.clientHeight / 2
  }

  // across is the way from a header to the one at its right, under those between them.
  across(from, to) {
    const x1 = this.x(from) + 12, x2 = this.x(to) - 12, y = this.top
    if (to === 0) return `M${x1},${y}H${x1 + 18}`
    const passes = (from === 0 ? 0 : this.columnOf.get(from) + 1) !== this.columnOf.get(to)
    return passes ? `M${x1},${y + 4}C${x1 + 8},${y + 24} ${x2 - 8},${y + 24} ${x2},${y + 4}` : `M${x1},${y}H${x2}`
  }

  // back is the way of a header that is covered to its neighbour at the left.
  back(from, to) {
    const x1 = this.x(from) - 12, x2 = this.x(to) + 12, y = this.top
    const passes = (to === 0 ? 0 : this.columnOf.get(to) + 1) !== this.columnOf.get(from)
    return passes ? `M${x1},${y - 4}C${x1 - 8},${y - 16} ${x2 + 8},${y - 16} ${x2},${y - 4}` : `M${x1},${y - 3}H${x2}`
  }

  // downwards is the way from a node to the one below it, round those between them.
  downwards(from, to) {
    const [x, y] = this.place(from), r = this.links.option[from] < 0 ? 12 : 6
    const bow = Math.min(this.wide * .38, 18), home = this.links.option[to] < 0
    const passes = this.column(from).some(q => q > from && (home || q < to))
    if (home) return passes ? `M${x + 3},${y + r}Q${x + bow},${y + r + 4} ${x + bow},${y + r + 16}V${this.bottom + 12}` : `M${x},${y + r}V${this.bottom + 12}`
    const y2 = this.y(to) - 6
    return passes ? `M${x + 3},${y + r}C${x + bow},${y + r + 8} ${x + bow},${y2 - 8} ${x + 3},${y2}` : `M${x},${y + r}V${y2}`
  }

  // upwards is the way of a node that is out of its list to the one above it.
  upwards(from, to) {
    const [x, y] = this.place(from), y2 = this.y(to) + (this.links.option[to] < 0 ? 12 : 6), bow = Math.min(this.wide * .38, 18)
    const passes = this.column(from).some(q => q < from && q > to)
    return passes ? `M${x - 3},${y - 6}C${x - bow},${y - 14} ${x - bow},${y2 + 8} ${x - 3},${y2}` : `M${x - 2},${y - 6}V${y2}`
  }
}

// Tree draws the nodes that have been visited.
class Tree {
  constructor(svg, data, go) {
    Object.assign(this, {svg, data})
    const children = data.visits.map(() => [])
    data.visits.forEach((v, k) => { if (v.parent >= 0) children[v.parent].push(k) })
    this.level = []
    this.x = []
    let leaves = 0
    const named = data.visits.length <= 120
    const wide = named ? 84 : data.visits.length > 400 ? 16 : 34
    data.visits.forEach((v, k) => { this.level[k] = v.parent < 0 ? 0 : this.level[v.parent] + 1 })
    for (let k = data.visits.length - 1; k >= 0; k--) if (!children[k].length) leaves++
    for (let k = data.visits.length - 1, right = leaves; k >= 0; k--) { // children come after their parents
      const c = children[k]
      this.x[k] = c.length ? (this.x[c[0]] + this.x[c.at(-1)]) / 2 : 24 + wide * --right
    }
    const width = Math.max(120, 48 + wide * leaves), height = 50 + 50 * Math.max(...this.level)
    for (const [n, v] of [["width", width], ["height", height], ["viewBox", `0 0 ${width} ${height}`]]) svg.setAttribute(n, v)
    const lines = draw(svg, "g")
    this.nodes = data.visits.map((v, k) => {
      const x = this.x[k], y = 22 + 50 * this.level[k]
      const edge = v.parent < 0 ? null : draw(lines, "path", {class: "edge", d: `M${this.x[v.parent]},${y - 50 + 9}L${x},${y - 9}`})
      const g = draw(svg, "g", {class: "visit"})
      draw(g, "title", {}, this.describe(k))
      draw(g, "circle", {cx: x, cy: y, r: 10, fill: "transparent"})
      const sign = draw(g, "text", {x, y})
      if (named && v.item >= 0) draw(g, "text", {class: "name", x: x + 11, y}, short(nameOf(data, v.item), 9))
      const by = v.option < 0 ? "" : optionName(data, v.option)
      if (named && by && by.length < 12) draw(g, "text", {class: "by", x: (this.x[v.parent] + x) / 2 + 4, y: y - 25}, by)
      g.addEventListener("click", () => go(v.ready))
      return {edge, g, sign}
    })
  }

  describe(k) {
    const v = this.data.visits[k]
    const way = v.parent < 0 ? "the root" : v.option < 0 ? "no option" : "by " + optionName(this.data, v.option)
    const end = v.solution ? "; a solution" + (v.dropped ? " of the matrix that the puzzle drops" : "") : v.pruned ? "; no solution, the filter sees" :
      `; ${nameOf(this.data, v.item)} has ${v.branches === 1 ? "1 branch" : v.branches + " branches"}`
    return `node ${k + 1}, level ${this.level[k]}: ${way}${end}`
  }

  // show draws what has been visited at a time, and the way to the current node.
  show(at, visit) {
    const way = new Set()
    for (let k = visit; k >= 0; k = this.data.visits[k].parent) way.add(k)
    this.data.visits.forEach((v, k) => {
      const {edge, g, sign} = this.nodes[k], seen = v.start < at
      const text = k === visit ? "◆" : v.solution ? "✓" : v.pruned || v.branches === 0 ? "×" : "●"
      if (sign.textContent !== text) sign.textContent = text
      set(g, "class", "visit" + (way.has(k) ? " way" : "") + (v.solution ? " solution" : ""))
      set(g, "visibility", seen ? "visible" : "hidden")
      if (edge) set(edge, "class", "edge" + (way.has(k) ? " way" : ""))
      if (edge) set(edge, "visibility", seen ? "visible" : "hidden")
    })
  }

  // follow scrolls to the current node.
  follow(visit) {
    const box = this.svg.parentElement
    if (visit < 0) return
    box.scrollLeft = this.x[visit] - box.clientWidth / 2
    box.scrollTop = 50 * this.level[visit] - box.clientHeight / 2
  }
}

// sentence says what the last move did.
function sentence(player) {
  const {data, links, last} = player
  if (last === undefined) {
    const n = data.before?.removed.length || 0
    return "The start: nothing is chosen, and all lists are whole." + (n ? ` Struck out: ${n} of ${plural(data.options.length, "option")}, which no solution has.` : "")
  }
  const back = isBack(last), x = placeOf(last)
  const place = () => `${entryName(data, [links.item[x] - 1, links.color[x]])} of option ${optionName(data, links.option[x])}`
  const groupName = g => {
    const on = g.place, un = g.back ? "un" : ""
    switch (verbs[g.verb]) {
      case "cover": return `${un}cover ${nameOf(data, on - 1)}`
      case "hide": return `${un}hide option ${optionName(data, links.option[on])}`
      case "purify": return `${un}purify ${nameOf(data, links.item[on] - 1)} to ${data.colors[links.color[on]] || links.color[on]}`
      case "tweak": return `${un}tweak option ${optionName(data, links.option[on])}`
      default: return `${g.back ? "bring back" : "prune"} option ${optionName(data, links.option[on])}`
    }
  }
  const way = []
  for (let g = player.groupOf[player.at - 1]; g >= 0; g = player.groups[g].outer) way.unshift(groupName(player.groups[g]))
  const did = {
    deactivate: () => back ? `item ${nameOf(data, x - 1)} comes back to the circle` : `item ${nameOf(data, x - 1)} leaves the circle`,
    unlink: () => back ? `${place()} comes back to its list` : `${place()} leaves its list`,
    mark: () => back ? `${place()} has its color no longer` : `${place()} has the color, and stays`,
    count: () => `${nameOf(data, x - 1)} may be covered ${links.bound[x] === 0 ? "no more" : plural(links.bound[x], "time")}`,
    enter: () => back ? "back at the node above" : data.visits[x].solution ? "no item is left: a solution" : x === 0 ? "the root of the tree" : `a new node, number ${x + 1}`,
    take: () => back ? `option ${optionName(data, links.option[x])} is given up` : `option ${optionName(data, links.option[x])} is chosen`,
  }[verbs[verbOf(last)]]
  return [...way, ...(did ? [did()] : [back === (verbOf(last) === END) ? "begins" : "done"])].join(" › ")
}

class Page {
  constructor(data) {
    this.data = data
    this.player = new Player(data)
    this.matrix = new Matrix($("matrix"), data, this.player.links)
    this.tree = new Tree($("tree"), data, at => this.go(at))
    $("time").max = this.player.length
    $("board").hidden = !data.pictures
    if (data.before) this.showBefore()
    this.listen()
    document.querySelector("main").hidden = false
    this.go(Number(location.hash.slice(1)) || 0)
  }

  // showBefore lists what other engines remove before their search.
  showBefore() {
    const {data} = this, {removed, short} = data.before
    $("before").hidden = false
    $("before-text").textContent = `The engine auto removes ${plural(removed.length, "option")}, as no other option agrees with their colors. ` +
      "Dancing links keep them; they are struck out below."
    const lines = removals(data).map(({reason, options}) => `${reason}. Removed: ${options.join(", ")}`)
    if (short >= 0) lines.push(`${nameOf(data, short)} has too few options left, so there is no solution`)
    $("before-list").replaceChildren(...lines.map(line => {
      const li = document.createElement("li")
      li.textContent = line
      return li
    }))
  }

  listen() {
    const steps = {
      "start": () => this.go(0), "finish": () => this.go(this.player.length),
      "node-back": () => this.step(-1, "node"), "cover-back": () => this.step(-1, "cover"), "update-back": () => this.step(-1, "update"),
      "node-on": () => this.step(1, "node"), "cover-on": () => this.step(1, "cover"), "update-on": () => this.step(1, "update"),
    }
    for (const [id, step] of Object.entries(steps)) $(id).addEventListener("click", () => { this.pause(); step() })
    $("play").addEventListener("click", () => this.timer ? this.pause() : this.play())
    $("time").addEventListener("input", () => { this.pause(); this.go(Number($("time").value)) })
    addEventListener("hashchange", () => this.go(Number(location.hash.slice(1)) || 0))
    addEventListener("keydown", e => this.key(e, steps))
  }

  key(e, steps) {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches("input, select")) return
    const keys = {
      ArrowLeft: e.shiftKey ? "cover-back" : "update-back", ArrowRight: e.shiftKey ? "cover-on" : "update-on",
      PageUp: "node-back", PageDown: "node-on", Home: "start", End: "finish",
    }
    if (e.target.matches(".scroll") && !e.shiftKey && e.key.startsWith("Arrow")) return // they scroll there
    if (e.key === " " && !e.target.matches("button")) $("play").click()
    else if (keys[e.key]) steps[keys[e.key]](this.pause())
    else return
    e.preventDefault()
  }

  play() {
    if (this.player.at === this.player.length) this.go(0)
    set($("play"), "aria-pressed", true)
    $("play").textContent = "❚❚ pause"
    $("status").setAttribute("aria-live", "off") // nobody can listen that fast
    const tick = () => {
      this.step(1, $("size").value)
      if (this.player.at === this.player.length) this.pause()
      else this.timer = setTimeout(tick, 1500 / 2 ** Number($("speed").value))
    }
    this.timer = setTimeout(tick, 0)
  }

  pause() {
    clearTimeout(this.timer)
    this.timer = undefined
    set($("play"), "aria-pressed", false)
    $("play").textContent = "▶ play"
    $("status").setAttribute("aria-live", "polite")
  }

  step(direction, size) { this.go(this.player.next(direction, size)) }

  go(to) {
    this.player.seek(to)
    this.show()
    history.replaceState(null, "", "#" + this.player.at)
  }

  show() {
    const {player, data} = this, {links, last} = player
    const verb = last === undefined ? -1 : verbOf(last)
    const now = verb === DEACTIVATE || verb === COUNT ? {header: placeOf(last)} : verb === UNLINK || verb === MARK ? {node: placeOf(last)} : undefined
    this.matrix.show(now)
    this.matrix.follow(now)
    this.tree.show(player.at, links.visit)
    this.tree.follow(links.visit)
    $("time").value = player.at
    const solutions = data.visits.filter(v => v.solution && !v.dropped && v.start < player.at).length
    const nodes = data.visits.filter(v => v.start < player.at).length
    $("time").setAttribute("aria-valuetext", `step ${player.at} of ${player.length}`)
    $("status").textContent = `Step ${player.at} of ${player.length} · ${plural(nodes, "node")} · ${player.updates[player.at]} of ${plural(data.updates, "update")} · ` +
      `${plural(solutions, "solution")} · ${sentence(player)}`
    this.showChosen()
    this.showItems()
    if (data.pictures) this.showPicture()
  }

  showChosen() {
    const {data, player} = this
    $("chosen").replaceChildren(...player.links.chosen.map(x => {
      const li = document.createElement("li")
      li.textContent = optionName(data, player.links.option[x])
      return li
    }))
  }

  // showItems lists the items in the circle, and who would branch on each.
  showItems() {
    const {data, player} = this, {links} = player, visit = data.visits[links.visit]
    const by = new Map()
    if (visit && visit.item >= 0) {
      const add = (i, name) => by.set(i, [...by.get(i) || [], name])
      add(visit.item, data.chooser + " (decides)")
      visit.picks?.forEach((i, k) => { if (data.rivals[k] !== data.chooser) add(i, data.rivals[k]) })
    }
    $("decision").textContent = !visit ? "" : visit.solution ? "No item is left." : visit.item < 0 ? "The filter sees that there is no solution below." :
      `This node branches on ${nameOf(data, visit.item)}, in ${plural(visit.branches, "way")}.`
    const rows = links.activeItems().map(h => [h, links.size[h], (by.get(h - 1) || []).join(", ")])
    if (visit && visit.item >= 0 && links.covered[visit.item + 1]) rows.unshift([visit.item + 1, links.size[visit.item + 1], by.get(visit.item).join(", ")])
    $("items").replaceChildren(...rows.map(([h, size, who]) => {
      const tr = document.createElement("tr")
      for (const text of [nameOf(data, h - 1), size, who]) {
        const td = document.createElement("td")
        td.textContent = text
        tr.append(td)
      }
      if (visit && visit.item === h - 1) tr.className = "taken"
      return tr
    }))
  }

  showPicture() {
    const visit = Math.max(0, this.player.links.visit), picture = this.data.pictures[visit]
    if (this.pictured === visit) return
    this.pictured = visit
    $("picture").src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(picture)
    $("picture").alt = "the board with " + plural(this.player.links.chosen.length, "option") + " chosen"
  }
}

// The film is deflated, and then written in base64.
async function load() {
  const bytes = Uint8Array.from(atob(JSON.parse($("data").textContent)), c => c.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
  return new Response(stream).json()
}

if (typeof document !== "undefined") load().then(data => { globalThis.page = new Page(data) })
