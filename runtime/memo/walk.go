package memo

import (
	"context"
	"errors"
	"math/big"
	"sync"
	"sync/atomic"

	"quadrille/runtime/matrix"
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
const reportEvery = 1 << 12

// imageWords are what it takes to look at an image of a state, and bitWords for each bit that is
// compared.
const (
	imageWords = 8
	bitWords   = 3
)

// turnWords are touched between two calls of [Options.Turn], about.
const turnWords = 1 << 17

// errCancelled stops a search whose context is done.
var errCancelled = errors.New("cancelled")

// effort is what a search has done. Its work counts the words that are touched, so that it
// says how much time that takes, to an order of magnitude, whatever the problem.
type effort struct{ nodes, work int64 }

func (e effort) minus(f effort) effort { return effort{e.nodes - f.nodes, e.work - f.work} }

// step is a level of the search: a state whose branches are visited.
type step struct {
	tried, of int32  // the branch being tried, and all
	option    int32  // of that branch, or leave; of an image of the state, where symmetries are used
	drawn     int    // where its branches begin among those of the diagram
	before    effort // when its state was met
	inner     effort // for the states that were expanded below
}

// walker is one search, or that of one thread.
//
// Threads all walk the same graph of states, from the root, and share the results of
// states that one of them is through with. Each begins with another branch, so that they
// spread, and whoever is done with his own finds the others' in the store, or helps with
// what they are at.
//
// In a fixed order the options of the first open item are those that are filed under it:
// an option that is filed under an earlier one holds an item that is covered. Otherwise
// each level has the set of the options that are still possible.
type walker[K words] struct {
	*code[K]
	method
	*store[K]
	thread     int     // of threads
	counts     counts  // of the solutions met so far, at each level
	sketch     *sketch // nil if only counts are wanted
	branches   []branch
	symmetries []permutation[K]
	fixed      bool
	setWords   int   // the words of a set of options; 0 in a fixed order
	nodeWork   int64 // what each node costs at least
	live       []uint64
	states     []K // of each level
	components []K // a stack: of the states that have several
	roots      []K // the components that are finished one after the other
	path       []step
	effort     effort
	searched   int64 // for components, so many states
	splits     int64 // how many had several
	told       int64 // of the work, by Turn
	recalled   int64 // nodes whose states were known
	cancelled  *atomic.Bool
	marked     bool    // an eighth of the budget is spent
	gain       float64 // the share done between that and the budget's end
	err        error
}

// search runs by a method. There is a sketch if a diagram is to be drawn. It releases what
// it allocated, but for the sketch.
func (c *code[K]) search(ctx context.Context, m method, s *sketch) outcome {
	if s == nil {
		defer c.account.mark()()
	}
	st, err := newStore[K](c.account, m.threads)
	if err != nil {
		return outcome{err: err}
	}
	cancelled := new(atomic.Bool)
	stop := context.AfterFunc(ctx, func() { cancelled.Store(true) })
	defer stop()
	cancelled.Store(ctx.Err() != nil)
	walkers := make([]*walker[K], m.threads)
	for k := range walkers {
		w := &walker[K]{code: c, method: m, store: st, thread: k, cancelled: cancelled, sketch: s, counts: newCounts(c.account)}
		w.nodeWork = int64(150 + 8*len(c.start))
		if w.fixed = m.branching == fixed && len(c.multiples) == 0; !w.fixed {
			w.setWords = (len(c.option) + 63) / 64
			w.nodeWork += int64(250 + 2*w.setWords)
		}
		if s == nil && m.branching != fixed {
			w.symmetries = c.symmetries
		}
		walkers[k] = w
	}
	first, root := race(walkers)
	if first.err == errCancelled {
		first.err = ctx.Err()
	}
	return first.outcome(root)
}

// race runs walkers until one of them has come to an end, and returns that one with
// what it found at the root.
func race[K words](walkers []*walker[K]) (first *walker[K], root uint32) {
	if len(walkers) == 1 {
		return walkers[0], walkers[0].run()
	}
	var once sync.Once
	running := search.Group{Halt: func() { walkers[0].cancelled.Store(true) }} // all of them look at it
	for _, w := range walkers {
		running.Go(func() {
			result := w.run()
			once.Do(func() {
				first, root = w, result
				w.cancelled.Store(true)
			})
		})
	}
	running.Wait()
	return first, root
}

// outcome returns what the walker found, with the effort of all walkers.
func (w *walker[K]) outcome(root uint32) outcome {
	all := w.effort
	if w.shared {
		all = effort{1 + w.store.nodes.Load(), w.work.Load()}
	}
	usual := w.usualWork()
	stats := Stats{Nodes: max(1, all.nodes), Work: (all.work + usual - 1) / usual, States: w.store.states()}
	often := (w.splits-1)*worthwhile > w.searched // the root does not count
	found := outcome{root: root, share: w.gain, split: often, stats: stats, err: w.err}
	if w.err == nil && w.sketch == nil {
		found.count = new(big.Int)
		if root != dead {
			found.count = w.counts.big(0)
		}
	}
	return found
}

// run searches from the root and returns the root's result.
func (w *walker[K]) run() uint32 {
	if w.hopeless || !w.makeLevels() || !w.makeRoom() {
		return dead
	}
	start := &w.states[0]
	*start = w.start
	if !w.fixed {
		w.live = w.live[:w.setWords]
		for o := range w.option {
			w.live[o>>6] |= 1 << (o & 63)
		}
		if !w.tidy(start, &w.start, w.live) || !w.makeRoom() {
			return dead
		}
		if !w.divides() {
			w.split(start, w.live)
			w.roots, w.components = w.components, nil
		}
	}
	return w.visit(start, start, 0)
}

// makeLevels makes a state, a step and a count for each level.
func (w *walker[K]) makeLevels() bool {
	n := w.depth + 2
	if w.err = w.account.take(sizeOf[K](n) + sizeOf[step](n)); w.err != nil {
		return false
	}
	w.states, w.path = make([]K, n), make([]step, 0, n)
	for k := 0; k < n && w.err == nil; k++ {
		w.err = w.counts.push(0)
	}
	return w.err == nil
}

// makeRoom makes room for the possible options of one more level.
func (w *walker[K]) makeRoom() bool {
	live, err := reserve(w.account, w.live, w.setWords)
	w.note(err)
	w.live = live
	return w.err == nil
}

// visit returns the result of a node, and leaves its count at the node's level. Its
// parent's possible options are on the stack from at on, and its own follow.
func (w *walker[K]) visit(parent, s *K, at int) uint32 {
	if !w.enter() || !w.fixed && !w.reduce(parent, s, at) {
		return dead
	}
	if !intersect(s, &w.prim) {
		w.counts.set(uint32(len(w.path)), 1)
		return done
	}
	moved := w.normalize(s)
	hash := hashOf(s)
	if result := w.recall(s, hash); result != unknown {
		return result
	}
	if at += w.setWords; moved {
		w.possible(s, w.liveOf(at))
	}
	bit := w.expand(s, at)
	return w.keep(s, hash, bit)
}

// enter books a node, and reports whether the search goes on.
func (w *walker[K]) enter() bool {
	w.effort.nodes++
	w.effort.work += w.nodeWork
	if done := w.effort.work - w.told; w.pause != nil && done >= turnWords {
		w.told = w.effort.work
		w.pause(done, w.share(), float64(w.recalled)/float64(w.effort.nodes))
	}
	if w.cancelled.Load() {
		w.err = errCancelled
	}
	w.afford()
	if w.report != nil && w.thread == 0 && w.effort.nodes%reportEvery == 0 {
		p := search.Progress{Share: w.share(), Nodes: w.effort.nodes, Path: w.steps()}
		if w.sketch == nil {
			p.Solutions = w.counts.small(0)
		}
		w.report(p)
	}
	return w.err == nil
}

// afford stops the search if more work than the budget was done. Threads walk some nodes
// twice, so they look at what is known.
func (w *walker[K]) afford() {
	if w.budget == 0 {
		return
	}
	work := w.effort.work
	if w.shared {
		work = w.work.Load()
	}
	if !w.marked && work > w.budget/8 {
		w.marked, w.gain = true, -w.share()
	}
	if work > w.budget && w.err == nil {
		w.gain += w.share()
		w.err = ErrNodes
	}
}

// normalize brings a state into the form by which it is known, the first of its images
// under the symmetries, and reports whether that is another one.
func (w *walker[K]) normalize(s *K) (moved bool) {
	if w.fixed {
		if w.matter != nil {
			matter := &w.matter[first(s)]
			for k := 0; k < len(*s); k++ {
				(*s)[k] &= (*matter)[k]
			}
		}
		return false
	}
	known := *s
	for k := range w.symmetries {
		before, looked := w.symmetries[k].before(s, &known)
		if w.effort.work += imageWords + bitWords*looked; before {
			known, moved = w.symmetries[k].of(s), true
		}
	}
	*s = known
	return moved
}

// recall returns the result of a state that is known, and leaves its count, or returns
// unknown.
func (w *walker[K]) recall(s *K, hash uint32) (result uint32) {
	sh := w.lock(hash)
	n, _ := sh.find(s, hash)
	if n != 0 {
		w.recalled++
		result = w.result(sh, n)
	}
	w.unlock(sh)
	return result
}

// result returns the result of state n of a part of the store, and leaves its count.
func (w *walker[K]) result(sh *shard[K], n uint32) uint32 {
	if w.sketch != nil {
		return uint32(sh.counts.words[n])
	}
	w.note(w.counts.put(uint32(len(w.path)), sh.counts.at(n)))
	return counted
}

// keep ends a state, and makes its result known: the count at its level, or the node of
// its branches, on the item of a bit. If another thread was faster, its result is taken,
// as the node must be the same.
func (w *walker[K]) keep(s *K, hash uint32, bit int) uint32 {
	own, branches := w.end()
	if w.err != nil {
		return dead
	}
	sh := w.lock(hash)
	defer w.unlock(sh)
	n, slot := sh.find(s, hash)
	if n != 0 {
		return w.result(sh, n)
	}
	n, err := sh.insert(s, hash, slot)
	w.store.nodes.Add(own.nodes)
	w.work.Add(own.work)
	w.afford()
	w.note(err)
	w.note(sh.counts.push(0))
	if w.err != nil {
		return dead
	}
	if w.sketch == nil {
		w.note(sh.counts.put(n, w.counts.at(uint32(len(w.path)))))
		return counted
	}
	node, err := w.sketch.add(w.order[bit], branches)
	w.note(err)
	sh.counts.set(n, big.Word(node))
	return node
}

// note keeps the first error.
func (w *walker[K]) note(err error) {
	if w.err == nil {
		w.err = err
	}
}

// begin begins a state with no branches so far.
func (w *walker[K]) begin() {
	w.counts.set(uint32(len(w.path)), 0)
	if len(w.path) == 0 {
		w.effort.work = 0 // the root itself is no state's work
	}
	w.path = append(w.path, step{option: leave, before: w.effort, drawn: len(w.branches)})
}

// end ends a state. It returns what was done for it alone, and the branches that lead to
// solutions, if they are drawn.
func (w *walker[K]) end() (own effort, branches []branch) {
	level := len(w.path) - 1
	last := &w.path[level]
	w.path = w.path[:level]
	all := w.effort.minus(last.before)
	if level > 0 {
		inner := &w.path[level-1].inner
		inner.nodes += all.nodes
		inner.work += all.work
	}
	branches = w.branches[last.drawn:]
	w.branches = w.branches[:last.drawn]
	return all.minus(last.inner), branches
}

// steps returns the branches on the way to the current node. A step of 0 branches is a state
// that falls apart.
func (w *walker[K]) steps() []search.Step {
	steps := make([]search.Step, len(w.path))
	for k, st := range w.path {
		steps[k] = search.Step{Tried: st.tried, Of: st.of, Option: matrix.OptionID(st.option)}
	}
	return steps
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
