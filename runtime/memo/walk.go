package memo

import (
	"errors"
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
	live      []int32 // a stack: the possible options of each level, and its branches
	any       K       // the bits that a possible option of the last node needs
	planes    planes[K]
	reach     []K // fixed: bits that matter when item t is the first open one
	path      []step
	stats     Stats
	budget    int64
	report    func(engine.Progress)
	cancelled *atomic.Bool
	share     float64 // how far it came when the budget was used up
	err       error
}

// run searches from the root and returns the root's result.
func (w *walker[K]) run() uint32 {
	if w.none {
		return dead
	}
	start := w.start
	if w.branching == Fixed && len(w.several) == 0 {
		if w.err = w.findReach(); w.err != nil {
			return dead
		}
		return w.direct(&start)
	}
	if !w.room(len(w.option)) {
		return dead
	}
	for o := range w.option {
		w.live = append(w.live, int32(o))
	}
	return w.visit(new(K), &start, 0, len(w.live))
}

// room makes room for n more numbers on the stack.
func (w *walker[K]) room(n int) bool {
	live, err := reserve(w.account, w.live, n)
	if err != nil {
		w.err = err
		return false
	}
	w.live = live
	return true
}

// visit returns the result of a node, whose possible options are among those of
// its parent, w.live[lo:hi]. It leaves its own on the stack.
func (w *walker[K]) visit(parent, s *K, lo, hi int) uint32 {
	if !w.count() || !w.room(hi-lo) {
		return dead
	}
	if w.plain {
		return w.visitPlain(parent, s, lo, hi)
	}
	mark := len(w.live)
	w.filter(parent, s, lo, hi)
	w.survey(mark)
	if !w.tidy(s) {
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
	return w.expand(w.enter(s, hash, slot), s, mark)
}

// visitPlain visits a node whose state is the set of its open items, and which
// can be looked up before its options are known.
func (w *walker[K]) visitPlain(parent, s *K, lo, hi int) uint32 {
	if !intersect(s, &w.prim) {
		return done
	}
	hash := hashOf(s)
	n, slot := w.find(s, hash)
	if n != 0 {
		w.stats.Hits++
		return n
	}
	mark := len(w.live)
	w.filter(parent, s, lo, hi)
	w.survey(mark)
	if !within(s, &w.any) {
		return dead
	}
	return w.expand(w.enter(s, hash, slot), s, mark)
}

// count books a node, and reports whether the search goes on.
func (w *walker[K]) count() bool {
	w.stats.Nodes++
	if w.cancelled.Load() {
		w.err = errCancelled
	}
	if w.budget > 0 && w.stats.Nodes > w.budget {
		w.share, w.err = w.progress().Share, errBudget
	}
	if w.report != nil && w.stats.Nodes%reportEvery == 0 {
		w.report(w.progress())
	}
	return w.err == nil
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

// expand visits the branches of state n, whose possible options are those on the
// stack from lo on.
func (w *walker[K]) expand(n uint32, s *K, lo int) uint32 {
	hi := len(w.live)
	w.census(lo)
	bit := w.pick(s)
	if w.err != nil || !w.room(hi-lo) {
		return dead
	}
	w.pushBranches(bit, lo, hi)
	end, level := len(w.live), len(w.path)
	w.path = append(w.path, step{of: int32(end-hi) + 1})
	w.begin()
	v := w.severalAt(bit)
	for k := hi; k < end && w.err == nil; k++ {
		w.path[level].tried++
		child, o := *s, w.live[k]
		w.choose(&child, o)
		w.moveCursor(&child, v, o)
		w.join(n, int32(w.option[o]), w.visit(s, &child, lo, hi))
		w.live = w.live[:end]
	}
	if v >= 0 && w.err == nil && w.mayLeave(s, v) {
		child := *s
		w.abandon(&child, v)
		w.join(n, leave, w.visit(s, &child, lo, hi))
		w.live = w.live[:end]
	}
	w.path = w.path[:level]
	return w.end(n, bit)
}

// pushBranches puts those of the options at w.live[lo:hi] on the stack that hold
// the item of a bit.
func (w *walker[K]) pushBranches(bit, lo, hi int) {
	word, shift := bit>>6, uint(bit&63)
	for _, o := range w.live[lo:hi] {
		if w.need[o][word]>>shift&1 != 0 {
			w.live = append(w.live, o)
		}
	}
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

// progress estimates the share of the tree that is done from the branches on the
// way to the current node: with branch t of d being tried at a level, (t-1)/d of
// that level's part is done, and the rest is taken to be in the middle of its
// own.
func (w *walker[K]) progress() engine.Progress {
	share, part := 0.0, 1.0
	for _, st := range w.path {
		part /= float64(st.of)
		share += part * float64(max(0, st.tried-1))
	}
	p := engine.Progress{Share: share + part/2, Nodes: w.stats.Nodes}
	if w.chart == nil && w.stats.States > 0 {
		p.Solutions = w.counts.small(1) // of the root, which is the first state
	}
	return p
}
