// The links of a film, and where it stands. Nothing here knows of a page: a test runs it by itself.
"use strict"

// What a move does, in the order of the engine's verbs. The first two are updates.
const verbs = ["deactivate", "unlink", "mark", "count", "enter", "take", "cover", "hide", "purify", "tweak", "prune", "end"]
const [DEACTIVATE, UNLINK, MARK, COUNT, ENTER, TAKE, COVER] = verbs.keys()
const END = verbs.length - 1

// A move back is the complement of the move forward.
const isBack = m => m < 0
const verbOf = m => (m < 0 ? ~m : m) % verbs.length
const placeOf = m => Math.floor((m < 0 ? ~m : m) / verbs.length)

// Links are doubly linked lists: the circle of items through left and right, which begins at the root 0, and a list for
// each item through up and down, which begins at its header. Headers come first, item i at i + 1.
class Links {
  constructor(data) {
    const {items, primary, circle, bounds, options, order} = data
    Object.assign(this, {left: [0], right: [0], size: [0], bound: [0], up: [0], down: [0], item: [0], color: [0], option: [-1]})
    for (let i = 1; i <= items.length; i++) {
      for (const links of [this.left, this.right, this.up, this.down, this.item]) links.push(i)
      this.size.push(0)
      this.bound.push(i <= primary ? bounds[i - 1] : 1)
      this.color.push(0)
      this.option.push(-1)
    }
    for (const i of circle) this.insert(this.left, this.right, i + 1, 0)
    this.first = []
    const spacer = () => { for (const list of [this.up, this.down, this.item, this.color, this.option]) list.push(-1) }
    spacer()
    for (const o of order) {
      this.first[o] = this.item.length
      for (const [i, color] of options[o]) {
        const x = this.item.length
        this.item.push(i + 1)
        this.color.push(color)
        this.option.push(o)
        this.insert(this.up, this.down, x, i + 1)
        this.size[i + 1]++
      }
      spacer()
    }
    this.active = this.item.map(i => i > 0) // the nodes that are in their lists
    this.covered = this.size.map(() => false)
    this.marked = this.item.map(() => false)
    this.chosen = [] // nodes of the options taken
    this.visit = -1
    this.parents = data.visits.map(v => v.parent)
  }

  // insert puts x at the end of the circle that begins at head.
  insert(before, after, x, head) {
    const last = before[head]
    before[x] = last
    after[x] = head
    after[last] = before[head] = x
  }

  step(m) {
    const x = placeOf(m), back = isBack(m)
    switch (verbOf(m)) {
      case DEACTIVATE:
        this.right[this.left[x]] = back ? x : this.right[x]
        this.left[this.right[x]] = back ? x : this.left[x]
        this.covered[x] = !back
        break
      case UNLINK:
        this.down[this.up[x]] = back ? x : this.down[x]
        this.up[this.down[x]] = back ? x : this.up[x]
        this.size[this.item[x]] += back ? 1 : -1
        this.active[x] = back
        break
      case MARK:
        this.marked[x] = !back
        break
      case COUNT:
        this.bound[x] += back ? 1 : -1
        break
      case ENTER:
        this.visit = back ? this.parents[x] : x
        break
      case TAKE:
        if (back) this.chosen.pop()
        else this.chosen.push(x)
    }
  }

  // activeItems lists the headers in the circle.
  activeItems() {
    const list = []
    for (let i = this.right[0]; i !== 0; i = this.right[i]) list.push(i)
    return list
  }
}

// Player goes through a film, forth and back. It stands between two moves: before the first at 0.
class Player {
  constructor(data) {
    this.data = data
    this.links = new Links(data)
    this.at = 0
    this.readGroups()
    this.nodes = new Set(data.visits.map(v => v.ready)) // where the search stands at a node
  }

  get length() { return this.data.moves.length }

  // readGroups finds, for each move, what it is a part of: hiding an option is a part of covering an item.
  readGroups() {
    this.groups = []
    this.groupOf = [] // by move; -1 for none
    this.updates = [0] // before each move
    const done = [] // the groups of the moves that are not undone
    let open = -1
    for (const m of this.data.moves) {
      const verb = verbOf(m)
      const begins = verb >= COVER && (isBack(m) ? verb === END : verb !== END)
      const ends = verb >= COVER && !begins
      let mine = open
      if (begins) {
        const was = isBack(m) ? this.groups[done.at(-1)] : {verb, place: placeOf(m)}
        this.groups.push({verb: was.verb, place: was.place, back: isBack(m), outer: open})
        open = mine = this.groups.length - 1
      } else if (ends) {
        open = this.groups[open].outer
      }
      this.groupOf.push(mine)
      if (isBack(m)) done.pop()
      else done.push(mine)
      this.updates.push(this.updates.at(-1) + (!isBack(m) && verb <= UNLINK ? 1 : 0))
    }
  }

  forward() { this.links.step(this.data.moves[this.at++]) }
  back() { this.links.step(~this.data.moves[--this.at]) }

  seek(to) {
    to = Math.max(0, Math.min(this.length, to))
    while (this.at < to) this.forward()
    while (this.at > to) this.back()
  }

  // The move that was done last, if any.
  get last() { return this.at > 0 ? this.data.moves[this.at - 1] : undefined }

  // next finds the place behind the next move, in a direction, that ends a step of some size.
  next(direction, size) {
    let to = this.at
    do to += direction
    while (to > 0 && to < this.length && !this.endsStep(to, size))
    return Math.max(0, Math.min(this.length, to))
  }

  // endsStep tells whether a step of some size ends between two moves.
  endsStep(at, size) {
    const m = this.data.moves[at - 1], verb = verbOf(m)
    switch (size) {
      case "update": return verb <= MARK || verb === ENTER || verb === TAKE
      case "cover": return verb === ENTER || verb === TAKE || this.groupOf[at - 1] >= 0 && this.depth(at) === 0
      default: return this.nodes.has(at)
    }
  }

  // depth tells inside how many groups a place is.
  depth(at) {
    const m = this.data.moves[at - 1], verb = verbOf(m)
    let group = this.groupOf[at - 1]
    if (verb === END !== isBack(m) && verb >= COVER) group = this.groups[group].outer
    let depth = 0
    for (; group >= 0; group = this.groups[group].outer) depth++
    return depth
  }
}
