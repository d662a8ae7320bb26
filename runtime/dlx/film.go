package dlx

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Film is a search step by step: its tree, and each move of the links.
type Film struct {
	Problem *matrix.Problem
	// Circle lists the primary items, and Order the options, as the links hold them at first.
	Circle []matrix.ItemID
	Order  []matrix.OptionID
	Visits []Visit
	// Moves are in the order of time. The last ones lead back to the start, unless the search was
	// ended at a solution.
	Moves []Move
	// Stats are those of the search.
	Stats search.Stats
}

// Visit is a node of the tree.
type Visit struct {
	Parent int // another visit, or -1 for the root
	// Option led to the node; it is negative at the root, and where an item was left as it was.
	Option matrix.OptionID
	// Item is what the node branches on, negative if it does not, and Branches in how many ways.
	Item     matrix.ItemID
	Branches int32
	Solution bool // no item is left
	Pruned   bool // the filter saw that there is no solution
	// Picks are the items that other choosers would have taken.
	Picks []matrix.ItemID
	// Start and Ready are how many moves come before the node, and before it branches or is left.
	Start, Ready int
}

// Move is a small step of a [Film]. A move back is ^m of the move forward, so going through a film
// backwards is doing ^m for each move m, from the last to the first.
type Move int32

// Verb says what is done by a move forward.
type Verb int32

// The verbs. Those of the first block change links, and the first two are the updates that are
// counted; the others say what they are done for.
const (
	Deactivate Verb = iota // an item leaves the circle of active items
	Unlink                 // a node leaves the list of its item
	Mark                   // a node has the color of its item, and stays in the list while that is so
	Count                  // an item may be covered once less
	Enter                  // a visit begins
	Take                   // the option of a node is chosen
	Cover                  // begins the moves that cover an item
	Hide                   // begins those that take the other nodes of a node's option out of their lists
	Purify                 // begins those that give an item the color of a node
	Tweak                  // begins those that take the option of a node out of all its lists
	Prune                  // does so for an option that a filter or a nogood rules out
	End                    // ends what began last
	verbs
)

// Verb returns what is done, or undone if the move goes back.
func (m Move) Verb() (v Verb, back bool) { return Verb(max(m, ^m) % Move(verbs)), m < 0 }

// At returns what it is done to: an item, a visit, or a node. Nodes are numbered from 1 on: first one for each item,
// then those of the options in [Film.Order], with one number left out before, between and behind them.
func (m Move) At() int { return int(max(m, ^m) / Move(verbs)) }

// Rival is a chooser that is asked beside the one that decides.
type Rival struct {
	Name    string
	Chooser Chooser
}

// ErrLong is the error of a film that would have more moves or visits than it may.
var ErrLong = errors.New("the search is too long for a film")

// Film runs the search and takes down what it does, until it is done or yield returns false for a solution, which is borrowed. The
// links that search tell nobody what they do, so that they need not ask at each step whether somebody listens: a second pair
// does the same, node by node, and must come to the same counts. Film is for small problems: it
// returns [ErrLong] beyond so many moves or visits.
func (s *Search) Film(ctx context.Context, moves, visits int, rivals []Rival, yield func(matrix.Solution) bool) (*Film, error) {
	c := newCamera(s, moves, visits, rivals)
	options := s.options
	defer func() { s.options = options }()
	s.options.Chooser = filmed{c, options.Chooser}
	if options.Filter != nil {
		s.options.Filter = filmedFilter{c, options.Filter}
	}
	ctx, c.stop = context.WithCancel(ctx)
	defer c.stop()
	ended := false
	for found := range s.Solutions(ctx) {
		c.solved()
		if ended = !yield(found); ended {
			break
		}
	}
	if c.tooLong {
		return nil, ErrLong
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	if !ended {
		c.leave(0)
	}
	c.film.Stats = s.Stats()
	if got, want := c.effort, s.effort; got != want || len(c.film.Visits) != int(s.stats.Nodes) {
		panic(fmt.Sprintf("the film shows %+v in %d visits, and the search did %+v in %d", got, len(c.film.Visits), want, s.stats.Nodes))
	}
	return &c.film, nil
}

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

// Chosen returns for each visit the options that are chosen there, those of a filter included.
func (f *Film) Chosen() [][]matrix.OptionID {
	options := f.optionOf()
	all := make([][]matrix.OptionID, len(f.Visits))
	var now []matrix.OptionID
	next := 0
	for k := 0; k <= len(f.Moves); k++ {
		for ; next < len(f.Visits) && f.Visits[next].Ready == k; next++ {
			all[next] = slices.Clone(now)
		}
		if k == len(f.Moves) {
			break
		}
		switch v, back := f.Moves[k].Verb(); {
		case v == Take && back:
			now = now[:len(now)-1]
		case v == Take:
			now = append(now, options[f.Moves[k].At()])
		}
	}
	return all
}

// optionOf has the option of each node by its number.
func (f *Film) optionOf() []matrix.OptionID {
	options := make([]matrix.OptionID, 2+f.Problem.Items(), 2+f.Problem.Items()+f.Problem.Entries()+f.Problem.Options())
	for _, o := range f.Order {
		for range f.Problem.Option(o) {
			options = append(options, o)
		}
		options = append(options, -1)
	}
	return options
}
