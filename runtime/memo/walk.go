package memo

import (
	"errors"
	"math"
	"math/bits"
	"sync/atomic"

	"quadrille/runtime/engine"
)

// The results of nodes are numbers of states. Two are not in the table: the
// state in which nothing is left to do, and that of a node with a dead end.
const (
	done uint32 = 0
	dead uint32 = 1<<32 - 1
)

// leave is the option of a branch that goes on without covering an item again.
const leave = -1

// reportEvery is a power of 2.
const reportEvery = 1 << 16

// errBudget stops a trial.
var errBudget = errors.New("the budget is used up")

// errCancelled stops a search whose context is done.
var errCancelled = errors.New("cancelled")

// step counts the branches at a level: the one being tried, and all.
type step struct {
	tried, of int32
}

// walker is one search. Its counts, or its chart, grow with the table.
type walker[K words] struct {
	*code[K]
	table[K]
	counts    counts
	chart     *chart // nil if only counts are wanted
	account   *account
	branching Branching
	plain     bool
	setWords  int      // the words of a set of options
	live      []uint64 // a stack: the possible options of each level
	matter    []K      // fixed: bits that matter when item t is the first open one
	states    []K      // of each level
	path      []step
	stats     Stats
	budget    int64
	report    func(engine.Progress)
	cancelled *atomic.Bool
	gain      float64 // the share done between an eighth of the budget and its end
	err       error
}

// run searches from the root and returns the root's result.
func (w *walker[K]) run() uint32 {
	if w.none {
		return dead
	}
	if w.err = w.account.take(sizeOf[K](w.depth + 2)); w.err != nil {
		return dead
	}
	w.states = make([]K, w.depth+2)
	start := &w.states[0]
	*start = w.start
	if w.branching == Fixed && len(w.several) == 0 {
		if w.err = w.findMatter(); w.err != nil {
			return dead
		}
		return w.direct(start)
	}
	if !w.room() {
		return dead
	}
	w.live = w.live[:w.setWords]
	for o := range w.option {
		w.live[o>>6] |= 1 << (o & 63)
	}
	full := w.start
	if !w.tidy(start, &full, w.live) || !w.room() {
		return dead
	}
	return w.visit(start, start, 0)
}

// room makes room on the stack for one more level.
func (w *walker[K]) room() bool {
	live, err := reserve(w.account, w.live, w.setWords)
	if err != nil {
		w.err = err
		return false
	}
	w.live = live
	return true
}

// visit returns the result of a node. Its parent's possible options are on the
// stack from at on, and its own follow.
func (w *walker[K]) visit(parent, s *K, at int) uint32 {
	if !w.count() {
		return dead
	}
	fewer := w.prune(parent, s, at)
	at += w.setWords
	if !w.tidy(s, &fewer, w.liveOf(at)) {
		return dead
	}
	if !intersect(s, &w.prim) {
		return done
	}
	hash := hashOf(s)
	n, slot := w.find(s, hash)
	if n != 0 {
		w.stats.Hits++
		return n
	}
	return w.expand(w.enter(s, hash, slot), s, at)
}

// count books a node, and reports whether the search goes on.
func (w *walker[K]) count() bool {
	w.stats.Nodes++
	if w.cancelled.Load() {
		w.err = errCancelled
	}
	if w.budget > 0 {
		w.spend()
	}
	if w.report != nil && w.stats.Nodes%reportEvery == 0 {
		w.report(w.progress())
	}
	return w.err == nil
}

// spend takes a node from the budget.
func (w *walker[K]) spend() {
	switch w.stats.Nodes {
	case w.budget / 8:
		w.gain = -w.share()
	case w.budget:
		w.gain += w.share()
		w.err = errBudget
	}
}

// enter puts a new state into the table and makes room for its result.
func (w *walker[K]) enter(s *K, hash uint32, slot int) uint32 {
	n, err := w.insert(s, hash, slot)
	if err == nil {
		if w.chart != nil {
			err = w.chart.enter()
		} else {
			err = w.counts.push(0)
		}
	}
	if err != nil {
		w.err = err
	}
	w.stats.States++
	return n
}

// expand visits the branches of state n, whose possible options are on the stack
// from at on.
func (w *walker[K]) expand(n uint32, s *K, at int) uint32 {
	if w.err != nil || !w.room() {
		return dead
	}
	bit := w.pick(s, w.liveOf(at))
	v := w.severalAt(bit)
	w.path = append(w.path, step{of: w.branches(s, bit, v, w.liveOf(at))})
	w.begin()
	for k := range w.holder[bit].words {
		w.branch(n, s, at, bit, k)
	}
	if v >= 0 && w.err == nil && w.mayLeave(s, v) {
		child := w.child(s)
		w.abandon(child, v)
		w.join(n, leave, w.visit(s, child, at))
	}
	w.path = w.path[:len(w.path)-1]
	return w.end(n, bit)
}

// branches returns how many options of an item are tried: all that are possible,
// but of an item, v of several, that needs more than one those that enough others
// follow.
func (w *walker[K]) branches(s *K, bit, v int, live []uint64) int32 {
	n := w.options(bit, live, math.MaxInt)
	if v >= 0 && !w.mayLeave(s, v) {
		n -= int(get(s, w.several[v].left)-w.several[v].slack) - 1
	}
	return int32(n)
}

// branch visits the branches of state n whose options are in word k of those that
// hold the item of a bit.
func (w *walker[K]) branch(n uint32, s *K, at, bit, k int) {
	h := &w.holder[bit]
	word, step := h.from+k, &w.path[len(w.path)-1]
	v := w.severalAt(bit)
	for m := h.words[k] & w.live[at+word]; m != 0 && w.err == nil && step.tried < step.of; m &= m - 1 {
		step.tried++
		child, o := w.child(s), int32(word<<6+bits.TrailingZeros64(m))
		w.choose(child, o)
		w.moveCursor(child, v, o)
		w.join(n, int32(w.option[o]), w.visit(s, child, at))
		step = &w.path[len(w.path)-1] // the path may have been moved
	}
}

// child makes a copy of the state of the current node in the place of its child.
func (w *walker[K]) child(s *K) *K {
	c := &w.states[len(w.path)]
	*c = *s
	return c
}

// begin notes in the chart that a state is being expanded.
func (w *walker[K]) begin() {
	if w.chart != nil {
		w.chart.begin()
	}
}

// join adds the result of a branch to that of state n.
func (w *walker[K]) join(n uint32, option int32, result uint32) {
	if result == dead || w.err != nil {
		return
	}
	if w.chart != nil {
		w.err = w.chart.join(option, result)
	} else {
		w.err = w.counts.add(n, result)
	}
}

// end completes the result of state n, which branches on the item of a bit.
func (w *walker[K]) end(n uint32, bit int) uint32 {
	if w.chart != nil && w.err == nil {
		w.err = w.chart.end(n, w.order[bit])
	}
	return n
}

// progress says how far the search has come.
func (w *walker[K]) progress() engine.Progress {
	p := engine.Progress{Share: w.share(), Nodes: w.stats.Nodes}
	if w.chart == nil && w.stats.States > 0 {
		p.Solutions = w.counts.small(1) // of the root, which is the first state
	}
	return p
}

// share estimates the share of the tree that is done from the branches on the way
// to the current node: with branch t of d being tried at a level, (t-1)/d of that
// level's part is done. It is too low by far where states come again and again,
// since they have been done when they are met first.
func (w *walker[K]) share() float64 {
	done, part := 0.0, 1.0
	for _, st := range w.path {
		part /= float64(max(1, st.of))
		done += part * float64(max(0, st.tried-1))
	}
	return done
}
