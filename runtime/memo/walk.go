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
	doneResult    uint32 = acceptNode
	unknownResult uint32 = 0 // of a state that was looked up
	countedResult uint32 = 1
	deadResult    uint32 = 1<<32 - 1
)

// leaveItem is the option of a branch that goes on without covering an item again.
const leaveItem = -1

// reportEvery is a power of 2.
const reportEvery = 1 << 12

// imageWords are what it takes to look at an image of a state, and bitWords for each bit that is
// compared.
const (
	imageWords = 8
	bitWords   = 3
)

// turnWords are touched between two calls of [CountOptions.Turn], about.
const turnWords = 1 << 17

// errCancelled stops a search whose context is done.
var errCancelled = errors.New("cancelled")

// searchEffort is what a search has done. Its work counts the words that are touched, so that it
// says how much time that takes, to an order of magnitude, whatever the problem.
type searchEffort struct{ nodes, cost int64 }

func (e searchEffort) effortSince(f searchEffort) searchEffort {
	return searchEffort{e.nodes - f.nodes, e.cost - f.cost}
}

// levelStep is a level of the search: a state whose branches are visited.
type levelStep struct {
	tried, of   int32        // the branch being tried, and all
	option      int32        // of that branch, or leave; of an image of the state, where symmetries are used
	firstBranch int          // where its branches begin among those of the diagram
	before      searchEffort // when its state was met
	innerEffort searchEffort // for the states that were expanded below
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
type walker[K stateWords] struct {
	*bitCode[K]
	searchMethod
	*resultStore[K]
	thread       int             // of threads
	counts       counts          // of the solutions met so far, at each level
	sketch       *growingDiagram // nil if only counts are wanted
	branches     []diagramBranch
	symmetries   []bitPermutation[K]
	fixed        bool
	setWords     int   // the words of a set of options; 0 in a fixed order
	nodeWork     int64 // what each node costs at least
	live         []uint64
	states       []K // of each level
	components   []K // a stack: of the states that have several
	roots        []K // the components that are finished one after the other
	path         []levelStep
	effort       searchEffort
	searched     int64 // for components, so many states
	splits       int64 // how many had several
	reportedWork int64 // of the work, by Turn
	knownNodes   int64 // nodes whose states were known
	cancelled    *atomic.Bool
	budgetMarked bool    // an eighth of the budget is spent
	shareGain    float64 // the share done between that and the budget's end
	err          error
}

// searchBy runs by a method. There is a sketch if a diagram is to be drawn. It releases what
// it allocated, but for the sketch.
func (c *bitCode[K]) searchBy(ctx context.Context, m searchMethod, s *growingDiagram) searchOutcome {
	if s == nil {
		defer c.account.markUsage()()
	}
	st, err := newResultStore[K](c.account, m.threads)
	if err != nil {
		return searchOutcome{err: err}
	}
	cancelled := new(atomic.Bool)
	stop := context.AfterFunc(ctx, func() { cancelled.Store(true) })
	defer stop()
	cancelled.Store(ctx.Err() != nil)
	walkers := make([]*walker[K], m.threads)
	for k := range walkers {
		w := &walker[K]{bitCode: c, searchMethod: m, resultStore: st, thread: k, cancelled: cancelled, sketch: s,
			counts: newCounts(c.account)}
		w.nodeWork = int64(150 + 8*len(c.start))
		if w.fixed = m.branching == fixedBranching && len(c.multiples) == 0; !w.fixed {
			w.setWords = (len(c.option) + 63) / 64
			w.nodeWork += int64(250 + 2*w.setWords)
		}
		if s == nil && m.branching != fixedBranching {
			w.symmetries = c.symmetries
		}
		walkers[k] = w
	}
	first, root := raceWalkers(walkers)
	if first.err == errCancelled {
		first.err = ctx.Err()
	}
	return first.toOutcome(root)
}

// raceWalkers runs walkers until one of them has come to an end, and returns that one with
// what it found at the root.
func raceWalkers[K stateWords](walkers []*walker[K]) (first *walker[K], root uint32) {
	if len(walkers) == 1 {
		return walkers[0], walkers[0].runSearch()
	}
	var once sync.Once
	running := search.Group{Halt: func() { walkers[0].cancelled.Store(true) }} // all of them look at it
	for _, w := range walkers {
		running.Go(func() {
			result := w.runSearch()
			once.Do(func() {
				first, root = w, result
				w.cancelled.Store(true)
			})
		})
	}
	running.Wait()
	return first, root
}

// toOutcome returns what the walker found, with the effort of all walkers.
func (w *walker[K]) toOutcome(root uint32) searchOutcome {
	all := w.effort
	if w.shared {
		all = searchEffort{1 + w.resultStore.nodes.Load(), w.cost.Load()}
	}
	usual := w.usualWork()
	stats := CountStats{Nodes: max(1, all.nodes), Work: (all.cost + usual - 1) / usual,
		States: w.resultStore.stateCount()}
	often := (w.splits-1)*worthwhileStates > w.searched // the root does not count
	found := searchOutcome{root: root, share: w.shareGain, split: often, stats: stats, err: w.err}
	if w.err == nil && w.sketch == nil {
		found.count = new(big.Int)
		if root != deadResult {
			found.count = w.counts.toBig(0)
		}
	}
	return found
}

// runSearch searches from the root and returns the root's result.
func (w *walker[K]) runSearch() uint32 {
	if w.hopeless || !w.makeLevels() || !w.makeRoom() {
		return deadResult
	}
	start := &w.states[0]
	*start = w.start
	if !w.fixed {
		w.live = w.live[:w.setWords]
		for o := range w.option {
			w.live[o>>6] |= 1 << (o & 63)
		}
		if !w.clearDryBits(start, &w.start, w.live) || !w.makeRoom() {
			return deadResult
		}
		if !w.splitsComponents() {
			w.pushComponents(start, w.live)
			w.roots, w.components = w.components, nil
		}
	}
	return w.visitNode(start, start, 0)
}

// makeLevels makes a state, a step and a count for each level.
func (w *walker[K]) makeLevels() bool {
	n := w.depth + 2
	if w.err = w.account.reserveBytes(sizeOf[K](n) + sizeOf[levelStep](n)); w.err != nil {
		return false
	}
	w.states, w.path = make([]K, n), make([]levelStep, 0, n)
	for k := 0; k < n && w.err == nil; k++ {
		w.err = w.counts.pushCount(0)
	}
	return w.err == nil
}

// makeRoom makes room for the possible options of one more level.
func (w *walker[K]) makeRoom() bool {
	live, err := reserveSpace(w.account, w.live, w.setWords)
	w.noteError(err)
	w.live = live
	return w.err == nil
}

// visitNode returns the result of a node, and leaves its count at the node's level. Its
// parent's possible options are on the stack from at on, and its own follow.
func (w *walker[K]) visitNode(parent, s *K, at int) uint32 {
	if !w.countNode() || !w.fixed && !w.reduceState(parent, s, at) {
		return deadResult
	}
	if !haveCommonBit(s, &w.primaryBits) {
		w.counts.setWord(uint32(len(w.path)), 1)
		return doneResult
	}
	moved := w.normalizeState(s)
	hash := hashOf(s)
	if result := w.recallState(s, hash); result != unknownResult {
		return result
	}
	if at += w.setWords; moved {
		w.findPossible(s, w.liveOf(at))
	}
	bit := w.expandState(s, at)
	return w.storeResult(s, hash, bit)
}

// countNode books a node, and reports whether the search goes on.
func (w *walker[K]) countNode() bool {
	w.effort.nodes++
	w.effort.cost += w.nodeWork
	if done := w.effort.cost - w.reportedWork; w.pause != nil && done >= turnWords {
		w.reportedWork = w.effort.cost
		w.pause(done, w.shareDone(), float64(w.knownNodes)/float64(w.effort.nodes))
	}
	if w.cancelled.Load() {
		w.err = errCancelled
	}
	w.checkBudget()
	if w.report != nil && w.thread == 0 && w.effort.nodes%reportEvery == 0 {
		p := search.Progress{Share: w.shareDone(), Nodes: w.effort.nodes, Path: w.pathSteps()}
		if w.sketch == nil {
			p.Solutions = w.counts.toInt64(0)
		}
		w.report(p)
	}
	return w.err == nil
}

// checkBudget stops the search if more work than the budget was done. Threads walk some nodes
// twice, so they look at what is known.
func (w *walker[K]) checkBudget() {
	if w.budget == 0 {
		return
	}
	work := w.effort.cost
	if w.shared {
		work = w.cost.Load()
	}
	if !w.budgetMarked && work > w.budget/8 {
		w.budgetMarked, w.shareGain = true, -w.shareDone()
	}
	if work > w.budget && w.err == nil {
		w.shareGain += w.shareDone()
		w.err = ErrNodes
	}
}

// normalizeState brings a state into the form by which it is known, the first of its images
// under the symmetries, and reports whether that is another one.
func (w *walker[K]) normalizeState(s *K) (moved bool) {
	if w.fixed {
		if w.relevantBits != nil {
			matter := &w.relevantBits[lowestBit(s)]
			for k := 0; k < len(*s); k++ {
				(*s)[k] &= (*matter)[k]
			}
		}
		return false
	}
	known := *s
	for k := range w.symmetries {
		before, looked := w.symmetries[k].isImageBefore(s, &known)
		if w.effort.cost += imageWords + bitWords*looked; before {
			known, moved = w.symmetries[k].imageOf(s), true
		}
	}
	*s = known
	return moved
}

// recallState returns the result of a state that is known, and leaves its count, or returns
// unknown.
func (w *walker[K]) recallState(s *K, hash uint32) (result uint32) {
	sh := w.lockShard(hash)
	n, _ := sh.findState(s, hash)
	if n != 0 {
		w.knownNodes++
		result = w.resultOf(sh, n)
	}
	w.unlockShard(sh)
	return result
}

// resultOf returns the result of state n of a part of the store, and leaves its count.
func (w *walker[K]) resultOf(sh *storeShard[K], n uint32) uint32 {
	if w.sketch != nil {
		return uint32(sh.counts.words[n])
	}
	w.noteError(w.counts.putWords(uint32(len(w.path)), sh.counts.wordsOf(n)))
	return countedResult
}

// storeResult ends a state, and makes its result known: the count at its level, or the node of
// its branches, on the item of a bit. If another thread was faster, its result is taken,
// as the node must be the same.
func (w *walker[K]) storeResult(s *K, hash uint32, bit int) uint32 {
	own, branches := w.endState()
	if w.err != nil {
		return deadResult
	}
	sh := w.lockShard(hash)
	defer w.unlockShard(sh)
	n, slot := sh.findState(s, hash)
	if n != 0 {
		return w.resultOf(sh, n)
	}
	n, err := sh.insertState(s, hash, slot)
	w.resultStore.nodes.Add(own.nodes)
	w.cost.Add(own.cost)
	w.checkBudget()
	w.noteError(err)
	w.noteError(sh.counts.pushCount(0))
	if w.err != nil {
		return deadResult
	}
	if w.sketch == nil {
		w.noteError(sh.counts.putWords(n, w.counts.wordsOf(uint32(len(w.path)))))
		return countedResult
	}
	node, err := w.sketch.addNode(w.order[bit], branches)
	w.noteError(err)
	sh.counts.setWord(n, big.Word(node))
	return node
}

// noteError keeps the first error.
func (w *walker[K]) noteError(err error) {
	if w.err == nil {
		w.err = err
	}
}

// beginState begins a state with no branches so far.
func (w *walker[K]) beginState() {
	w.counts.setWord(uint32(len(w.path)), 0)
	if len(w.path) == 0 {
		w.effort.cost = 0 // the root itself is no state's work
	}
	w.path = append(w.path, levelStep{option: leaveItem, before: w.effort, firstBranch: len(w.branches)})
}

// endState ends a state. It returns what was done for it alone, and the branches that lead to
// solutions, if they are drawn.
func (w *walker[K]) endState() (own searchEffort, branches []diagramBranch) {
	level := len(w.path) - 1
	last := &w.path[level]
	w.path = w.path[:level]
	all := w.effort.effortSince(last.before)
	if level > 0 {
		inner := &w.path[level-1].innerEffort
		inner.nodes += all.nodes
		inner.cost += all.cost
	}
	branches = w.branches[last.firstBranch:]
	w.branches = w.branches[:last.firstBranch]
	return all.effortSince(last.innerEffort), branches
}

// pathSteps returns the branches on the way to the current node. A step of 0 branches is a state
// that falls apart.
func (w *walker[K]) pathSteps() []search.BranchStep {
	steps := make([]search.BranchStep, len(w.path))
	for k, st := range w.path {
		steps[k] = search.BranchStep{Tried: st.tried, Of: st.of, Option: matrix.OptionID(st.option)}
	}
	return steps
}

// shareDone estimates the share of the tree that is done from the branches on the way
// to the current node: with branch t of d being tried at a level, (t-1)/d of that
// level's part is done. It is too low by far where states come again and again,
// since they have been done when they are met first.
func (w *walker[K]) shareDone() float64 {
	done, part := 0.0, 1.0
	for _, st := range w.path {
		part /= float64(max(1, st.of))
		done += part * float64(max(0, st.tried-1))
	}
	return done
}
