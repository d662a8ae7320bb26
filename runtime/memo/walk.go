package memo

import (
	"errors"
	"math"
	"math/bits"
	"sync/atomic"

	"quadrille/runtime/search"
)

// The result of a node is that of its state: its node in the diagram, if one is drawn, of
// which accept is that of the state in which nothing is left to do; or else that it was
// counted. There is no result where no solution is below.
const (
	done    uint32 = accept
	unknown uint32 = 0 // of a state that was looked up
	counted uint32 = 1
	dead    uint32 = 1<<32 - 1
)

// leave is the option of a branch that goes on without covering an item again.
const leave = -1

// reportEvery is a power of 2.
const reportEvery = 1 << 16

// errCancelled stops a search whose context is done.
var errCancelled = errors.New("cancelled")

// step counts the branches at a level: the one being tried, and all.
type step struct {
	tried, of int32
	nodes     int32 // visited below
}

// walker is one search, or that of one thread.
//
// Threads all walk the same graph of states, from the root, and share the results of
// states that one of them is through with. Each begins with another branch, so that they
// spread, and whoever is done with his own finds the others' in the store, or helps with
// what they are at.
type walker[K words] struct {
	*code[K]
	method
	*store[K]
	thread    int // of threads
	account   *account
	counts    counts  // of the solutions met so far, at each level
	sketch    *sketch // nil if only counts are wanted
	mirrors   []mirror[K]
	plain     bool
	setWords  int      // the words of a set of options
	live      []uint64 // a stack: the possible options of each level
	matter    []K      // fixed: bits that matter when item t is the first open one
	states    []K      // of each level
	parts     []K      // a stack: of the states that have fallen apart
	roots     []K      // the parts that are finished one after the other
	path      []step
	stats     Stats
	looked    int64 // at how many states, whether they fall apart
	splits    int64 // how many did
	report    func(search.Progress)
	cancelled *atomic.Bool
	gain      float64 // the share done between an eighth of the budget and its end
	err       error
}

// run searches from the root and returns the root's result.
func (w *walker[K]) run() uint32 {
	if w.none || !w.levels() {
		return dead
	}
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
	if !w.divides() {
		w.split(start, w.live)
		w.roots, w.parts = w.parts, nil
	}
	return w.visit(start, start, 0)
}

// levels makes room for a state and a count at each level.
func (w *walker[K]) levels() bool {
	n := w.depth + 2
	if w.err = w.account.take(sizeOf[K](n)); w.err != nil {
		return false
	}
	w.states = make([]K, n)
	for range n {
		if w.err = w.counts.push(0); w.err != nil {
			return false
		}
	}
	return true
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

// visit returns the result of a node, and leaves its count at the node's level. Its
// parent's possible options are on the stack from at on, and its own follow.
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
		return w.complete()
	}
	known := w.canonical(s)
	hash := hashOf(&known)
	if result := w.recall(&known, hash); result != unknown {
		return result
	}
	if known != *s {
		*s = known
		w.possible(s, w.liveOf(at))
	}
	nodes, bit := w.expand(s, at)
	return w.keep(&known, hash, nodes, bit)
}

// count books a node, and reports whether the search goes on.
func (w *walker[K]) count() bool {
	w.stats.Nodes++
	if level := len(w.path); level > 0 {
		w.path[level-1].nodes++
	}
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

// spend takes a node from the budget. Threads walk some nodes twice, so they look at
// what is known.
func (w *walker[K]) spend() {
	switch n := w.stats.Nodes; {
	case w.shared:
		w.afford(w.children.Load())
	case n == w.budget/8:
		w.gain = -w.share()
	case n > w.budget:
		w.gain += w.share()
		w.err = ErrNodes
	}
}

// afford stops the search if more nodes than the budget were visited below states and
// at the root.
func (w *walker[K]) afford(children int64) {
	if w.budget > 0 && children >= w.budget {
		w.note(ErrNodes)
	}
}

// complete leaves the count of a solution.
func (w *walker[K]) complete() uint32 {
	w.counts.set(uint32(len(w.path)), 1)
	return done
}

// recall returns the result of a state that is known, and leaves its count, or returns
// unknown.
func (w *walker[K]) recall(s *K, hash uint32) (result uint32) {
	sh := w.of(hash)
	n, _ := sh.find(s, hash)
	if n != 0 {
		w.stats.Hits++
		result = w.result(sh, n)
	}
	w.release(sh)
	return result
}

// result returns the result of state n of a part of the store, and leaves its count.
func (w *walker[K]) result(sh *shard[K], n uint32) uint32 {
	if w.sketch != nil {
		return uint32(sh.counts.words[n])
	}
	w.note(w.counts.copyFrom(uint32(len(w.path)), &sh.counts, n))
	return counted
}

// keep makes the result of a state known, for which so many nodes were visited: the count
// at this level, or the node of the branches that were sketched, on the item of a bit. If
// another thread was faster, its result is taken, as the node must be the same.
func (w *walker[K]) keep(s *K, hash uint32, nodes int32, bit int) uint32 {
	if w.err != nil {
		return dead
	}
	sh := w.of(hash)
	defer w.release(sh)
	n, slot := sh.find(s, hash)
	if n != 0 {
		w.drop()
		return w.result(sh, n)
	}
	n, err := sh.insert(s, hash, slot)
	if all := w.children.Add(int64(nodes)); w.shared {
		w.afford(all)
	}
	w.note(err)
	w.note(sh.counts.push(0))
	if w.err != nil {
		return dead
	}
	if w.sketch == nil {
		w.note(sh.counts.copyFrom(n, &w.counts, uint32(len(w.path))))
		return counted
	}
	node, err := w.sketch.end(w.order[bit])
	w.note(err)
	sh.counts.set(n, uint64(node))
	return node
}

// drop forgets the branches that were sketched.
func (w *walker[K]) drop() {
	if w.sketch != nil {
		w.sketch.drop()
	}
}

// note keeps the first error.
func (w *walker[K]) note(err error) {
	if w.err == nil {
		w.err = err
	}
}

// expand visits the branches of a state, whose possible options are on the stack from
// at on. It returns how many nodes these are, and the bit of the item that it branches on.
func (w *walker[K]) expand(s *K, at int) (nodes int32, bit int) {
	if !w.room() {
		return 0, 0
	}
	if from := w.fall(s, at); from < len(w.parts) {
		return w.multiply(s, at, from), 0
	}
	if len(w.path) == 0 {
		bit = w.rootBit(s, w.liveOf(at))
	} else {
		bit = w.pick(s, w.liveOf(at))
	}
	v := w.severalAt(bit)
	w.begin(w.branches(s, bit, v, w.liveOf(at)))
	w.each(s, at, bit)
	if v >= 0 && w.err == nil && w.mayLeave(s, v) {
		child := w.child(s)
		w.abandon(child, v)
		w.join(leave, w.visit(s, child, at))
	}
	return w.end(), bit
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

// each visits the branches of a state whose options hold the item of a bit: a thread
// begins with some branch and ends with those before it.
func (w *walker[K]) each(s *K, at, bit int) {
	of := w.path[len(w.path)-1].of
	first := int32(int(of) * w.thread / w.threads)
	w.some(s, at, bit, first, of)
	w.some(s, at, bit, 0, first)
}

// some visits branches from to to-1 of a state.
func (w *walker[K]) some(s *K, at, bit int, from, to int32) {
	h, v, t := &w.holder[bit], w.severalAt(bit), int32(0)
	for k, m := range h.words {
		for m &= w.live[at+h.from+k]; m != 0 && t < to && w.err == nil; m &= m - 1 {
			if t++; t > from {
				w.branch(s, at, v, int32((h.from+k)<<6+bits.TrailingZeros64(m)))
			}
		}
	}
}

// branch visits the node below option o. Item v of several is branched on, if any.
func (w *walker[K]) branch(s *K, at, v int, o int32) {
	w.path[len(w.path)-1].tried++
	child := w.child(s)
	w.choose(child, o)
	w.moveCursor(child, v, o)
	w.join(int32(w.option[o]), w.visit(s, child, at))
}

// child makes a copy of the state of the current node in the place of its child.
func (w *walker[K]) child(s *K) *K {
	c := &w.states[len(w.path)]
	*c = *s
	return c
}

// begin begins a state with so many branches.
func (w *walker[K]) begin(branches int32) {
	w.counts.set(uint32(len(w.path)), 0)
	w.path = append(w.path, step{of: branches})
	if w.sketch != nil {
		w.sketch.begin()
	}
}

// join adds the result of a branch to that of the state.
func (w *walker[K]) join(option int32, result uint32) {
	if result == dead || w.err != nil {
		return
	}
	if w.sketch != nil {
		w.err = w.sketch.join(option, result)
	} else {
		level := uint32(len(w.path))
		w.err = w.counts.add(level-1, level)
	}
}

// end ends a state, and returns how many nodes were visited below it.
func (w *walker[K]) end() int32 {
	level := len(w.path) - 1
	nodes := w.path[level].nodes
	w.path = w.path[:level]
	return nodes
}

// progress says how far the search has come.
func (w *walker[K]) progress() search.Progress {
	p := search.Progress{Share: w.share(), Nodes: w.stats.Nodes}
	if w.sketch == nil {
		p.Solutions = w.counts.small(0)
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
