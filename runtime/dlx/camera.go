package dlx

import (
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// camera follows a search from node to node and does what it did on the way with links of its own.
type camera struct {
	links
	search        *Search
	film          Film
	rivals        []Rival
	done          []Move // what would have to be undone to come to the start
	scenes        []scene
	arrived       bool // the filter has been asked at this node
	moves, visits int  // at most
	tooLong       bool
	stop          func()
}

// scene is a node on the way to the current one.
type scene struct {
	visit  int
	start  int   // len(done) at the arrival
	branch int   // len(done) before a branch
	undo   int   // how much of the undo of the search is done
	item   int32 // what is branched on: a header
	once   bool  // for the last time
}

func newCamera(s *Search, moves, visits int, rivals []Rival) *camera {
	c := &camera{links: newLinks(s.problem, s.options.Order, s.options.OptionOrder), search: s, rivals: rivals, moves: moves, visits: visits}
	c.film = Film{Problem: s.problem, Circle: s.options.Order, Order: s.options.OptionOrder}
	if c.film.Circle == nil {
		c.film.Circle = numbers[matrix.ItemID](s.problem.Primary())
	}
	if c.film.Order == nil {
		c.film.Order = numbers[matrix.OptionID](s.problem.Options())
	}
	return c
}

func numbers[T ~int32](n int) []T {
	list := make([]T, n)
	for k := range list {
		list[k] = T(k)
	}
	return list
}

// filmed is a chooser at which a node is known to be reached.
type filmed struct {
	*camera
	inner Chooser
}

// Choose implements [Chooser].
func (f filmed) Choose(v View) matrix.ItemID {
	f.arrive(v.Level())
	f.arrived = false
	i := f.inner.Choose(v)
	f.chosen(v, i)
	return i
}

// filmedFilter sees a node before the chooser does, and sees those that have no solution.
type filmedFilter struct {
	*camera
	inner Filter
}

// Prune implements [Filter].
func (f filmedFilter) Prune(n *Node) bool {
	f.arrive(n.Level())
	possible := f.inner.Prune(n)
	f.repeat()
	f.ready()
	if !possible {
		f.arrived = false
		f.film.Visits[f.here().visit].Pruned = true
	}
	return possible
}

// Mems implements [Counting].
func (f filmedFilter) Mems() int64 {
	if inner, ok := f.inner.(Counting); ok {
		return inner.Mems()
	}
	return 0
}

// Counts implements [Counting].
func (f filmedFilter) Counts() []search.Count {
	if inner, ok := f.inner.(Counting); ok {
		return inner.Counts()
	}
	return nil
}

// ready notes that nothing more is done at the node before it branches.
func (c *camera) ready() { c.film.Visits[c.here().visit].Ready = len(c.film.Moves) }

func (c *camera) here() *scene { return &c.scenes[len(c.scenes)-1] }

// do does a move forward and takes it down.
func (c *camera) do(v Verb, at int32) {
	c.apply(v, at)
	m := Move(at)*Move(verbs) + Move(v)
	c.done = append(c.done, m)
	c.take(m)
}

func (c *camera) take(m Move) {
	if len(c.film.Moves) == c.moves || len(c.film.Visits) > c.visits {
		c.tooLong = true
		c.stop()
		return
	}
	c.film.Moves = append(c.film.Moves, m)
}

// goBack undoes what has been done since mark.
func (c *camera) goBack(mark int) {
	for len(c.done) > mark {
		m := c.done[len(c.done)-1]
		c.done = c.done[:len(c.done)-1]
		v, _ := m.Verb()
		c.revert(v, int32(m.At()))
		c.take(^m)
	}
}

func (c *camera) apply(v Verb, at int32) {
	switch v {
	case Deactivate:
		c.deactivate(at)
	case Unlink:
		c.unlink(at)
	case Mark:
		c.nodes[at].color = purified
	case Count:
		c.headers[at].bound--
	}
}

func (c *camera) revert(v Verb, at int32) {
	switch v {
	case Deactivate:
		c.reactivate(at)
	case Unlink:
		c.relink(at)
	case Mark:
		c.nodes[at].color = c.color(at)
	case Count:
		c.headers[at].bound++
	}
}

// color returns the color that a node has in the problem.
func (c *camera) color(x int32) int32 {
	o := c.option(x)
	return int32(c.search.problem.Option(o)[x-c.first[o]].Color)
}

// arrive goes the way from the last node to one at a level: back to its parent, and along a branch.
func (c *camera) arrive(level int) {
	if c.arrived {
		return
	}
	c.arrived = true
	parent, option, undone := -1, matrix.OptionID(-1), 0
	if level > 0 {
		c.leave(level)
		from := c.here()
		c.goBack(from.branch)
		parent, undone = from.visit, from.undo
		if x := c.branch(from, c.search.path[level-1].at); x >= 0 {
			option = c.option(x)
		}
	}
	c.scenes = append(c.scenes, scene{visit: len(c.film.Visits), start: len(c.done), undo: undone})
	c.film.Visits = append(c.film.Visits, Visit{Parent: parent, Option: option, Item: -1, Start: len(c.film.Moves)})
	c.do(Enter, int32(c.here().visit))
	c.repeat() // what a nogood of the option rules out
	c.ready()
}

// leave goes back until so many nodes are on the way.
func (c *camera) leave(level int) {
	for len(c.scenes) > level {
		c.goBack(c.here().start)
		c.scenes = c.scenes[:len(c.scenes)-1]
	}
}

// branch goes along the branch that the search has taken. It returns a node of the option that was
// chosen, or a negative number if there is none.
func (c *camera) branch(from *scene, at int32) int32 {
	if at < 0 {
		if !from.once {
			c.do(Deactivate, from.item)
		}
		return -1
	}
	x := c.search.chosen[at]
	if !from.once {
		c.tweak(x)
		from.branch = len(c.done)
	}
	c.commitOthers(x)
	c.do(Take, x)
	return x
}

// chosen begins to branch on an item.
func (c *camera) chosen(v View, i matrix.ItemID) {
	from, head := c.here(), int32(i)+1
	visit := &c.film.Visits[from.visit]
	visit.Item, visit.Branches = i, v.Branches(i)
	for _, r := range c.rivals {
		visit.Picks = append(visit.Picks, r.Chooser.Choose(v))
	}
	from.item = head
	c.do(Count, head)
	if from.once = c.headers[head].bound == 0; from.once {
		c.cover(head)
	}
	from.branch = len(c.done)
}

// solved arrives at a node where no item is active.
func (c *camera) solved() {
	c.arrive(len(c.search.path))
	c.arrived = false
	c.film.Visits[c.here().visit].Solution = true
}

// repeat does what a filter, or a nogood, has done since the last time.
func (c *camera) repeat() {
	from := c.here()
	for ; from.undo < len(c.search.undo); from.undo++ {
		if x := c.search.undo[from.undo]; x >= 0 {
			c.prune(x)
		} else {
			c.commit(^x)
			c.commitOthers(^x)
			c.do(Take, ^x)
		}
	}
}

// The verbs of the links, taken down. Each calls in the order of the one of the same name.

func (c *camera) cover(i int32) {
	c.do(Cover, i)
	c.do(Deactivate, i)
	for x := c.nodes[i].down; x != i; x = c.nodes[x].down {
		c.hide(x)
	}
	c.do(End, i)
}

func (c *camera) hide(x int32) {
	c.do(Hide, x)
	c.hides++
	for q := x + 1; q != x; q++ {
		if c.nodes[q].item < 0 {
			if q = c.nodes[q].up; q == x {
				break
			}
		}
		if c.nodes[q].color == purified {
			c.purified++
			continue
		}
		c.do(Unlink, q)
	}
	c.do(End, x)
}

func (c *camera) commit(x int32) {
	c.commits++
	n := &c.nodes[x]
	switch {
	case n.color == purified:
	case n.color != 0:
		c.purify(x)
	default:
		c.do(Count, n.item)
		if c.headers[n.item].bound == 0 {
			c.cover(n.item)
		}
	}
}

func (c *camera) commitOthers(x int32) {
	for q := x + 1; q != x; q++ {
		if c.nodes[q].item < 0 {
			if q = c.nodes[q].up; q == x {
				return
			}
		}
		c.commit(q)
	}
}

func (c *camera) purify(x int32) {
	c.do(Purify, x)
	i, color := c.nodes[x].item, c.nodes[x].color
	for q := c.nodes[i].down; q != i; q = c.nodes[q].down {
		if c.nodes[q].color == color {
			c.do(Mark, q)
		} else {
			c.hide(q)
		}
	}
	c.do(End, x)
}

func (c *camera) tweak(x int32) {
	c.do(Tweak, x)
	c.hide(x)
	c.do(Unlink, x)
	c.do(End, x)
}

func (c *camera) prune(x int32) {
	c.do(Prune, x)
	for q := x; c.nodes[q].item >= 0; q++ {
		c.do(Unlink, q)
	}
	c.do(End, x)
}
