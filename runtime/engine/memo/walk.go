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

// The result of a node is the result of its state. It is doneResult if no item is open, and deadResult if there is no
// solution below. Otherwise, in a search for a diagram, it is the number of the state's node in the diagram. In a
// count it is countedResult, and the number of solutions is stored elsewhere.
const (
	doneResult    uint32 = acceptNode
	unknownResult uint32 = 0 // result of a state that is not in the store
	countedResult uint32 = 1
	deadResult    uint32 = 1<<32 - 1
)

// leaveItem is the option of a branch that does not cover its item again.
const leaveItem = -1

// reportEvery is the number of nodes between two reports, a power of 2.
const reportEvery = 1 << 12

// imageWords is the cost of computing the image of a state, and bitWords the cost of comparing a
// bit, both in words of memory.
const (
	imageWords = 8
	bitWords   = 3
)

// wordsPerCall is the approximate number of words touched between two calls of [CountOptions.OnWork].
const wordsPerCall = 1 << 17

// errCancelled is the error of a search whose context is done.
var errCancelled = errors.New("cancelled")

// searchEffort is the effort of a search. Its cost is the number of words of memory touched, so
// that it measures time to an order of magnitude for any problem.
type searchEffort struct{ nodes, cost int64 }

func (e searchEffort) effortSince(f searchEffort) searchEffort {
	return searchEffort{e.nodes - f.nodes, e.cost - f.cost}
}

// levelStep is the progress at one level of the search, where the branches of a state are visited.
type levelStep struct {
	branch, branchCount int32 // number of the current branch, from 1 on; number of all branches
	// option is the option of the current branch, or leaveItem. With symmetries it is an option of an image of the
	// state.
	option       int32
	firstBranch  int          // index of the first branch of the state in the diagram under construction
	effortBefore searchEffort // effort when the search arrived at the state
	// isConnected is set if the state is known to have one component. isSplit is set if it is split into components.
	isConnected, isSplit bool
	innerEffort          searchEffort // effort of the states expanded below the state
}

// walker is a search on one thread. With a fixed order of the items, it tries at a node the options whose first item
// is the first open item. With other branching rules, each level has the set of the options that are still possible.
type walker[K stateWords] struct {
	*bitCode[K]
	searchMethod
	*resultStore[K]
	threadNumber    int                 // number of this thread, from 0 on
	counts          bigCounts           // number of solutions found so far, by level
	diagram         *growingDiagram     // diagram under construction; nil if solutions are only counted
	branches        []diagramBranch     // branches with solutions of the states on the path
	symmetries      []bitPermutation[K] // symmetries that this search uses
	fixedOrder      bool                // the search uses the fixed order of the items
	setWords        int                 // number of words in a set of options; 0 in a fixed order
	nodeWork        int64               // least cost of a node, in words of memory
	liveStack       []uint64            // stack of the sets of possible options
	states          []K                 // state of each level
	components      []K                 // stack of components of the states that fall apart
	rootComponents  []K                 // components of the whole problem, which are finished one after the other
	path            []levelStep         // progress of each level above the current node
	effort          searchEffort
	reportedWork    int64        // cost reported to Turn so far, in words of memory
	searchedStates  int64        // number of states below the root in which components were looked for
	splitStates     int64        // number of searched states with several components
	componentCost   int64        // words of memory touched in the search for components
	knownNodes      int64        // number of nodes whose states were known
	cancelled       *atomic.Bool // set to end all walkers
	hasMarkedBudget bool         // an eighth of the work budget is spent
	uncoverableBit  int          // bit of an item that cannot be covered, in the last state without branches
	provedBranches  []int32      // stack of the options of the states on the path, if the search is proved
	// share of the search that was done after hasMarkedBudget was set, until the end of the budget
	shareGain float64
	err       error
}

// searchBy runs one search with a method. The argument s is the diagram under construction, or nil
// for a count. All memory except that of the diagram is released at the end.
func (c *bitCode[K]) searchBy(ctx context.Context, m searchMethod, s *growingDiagram) searchOutcome {
	if s == nil {
		defer c.account.markUsage()()
	}
	bestOnly := s == nil && c.optionCosts != nil
	st, err := newResultStore[K](c.account, m.threads, bestOnly)
	if err != nil {
		return searchOutcome{err: err}
	}
	cancelled := new(atomic.Bool)
	stop := context.AfterFunc(ctx, func() { cancelled.Store(true) })
	defer stop()
	cancelled.Store(ctx.Err() != nil)
	walkers := make([]*walker[K], m.threads)
	for k := range walkers {
		w := &walker[K]{bitCode: c, searchMethod: m, resultStore: st, threadNumber: k, cancelled: cancelled, diagram: s,
			counts: newCounts(c.account, bestOnly)}
		w.nodeWork = int64(150 + 8*len(c.startState))
		if w.fixedOrder = m.branching == fixedBranching && len(c.multiples) == 0; !w.fixedOrder {
			w.setWords = (len(c.optionIDs) + 63) / 64
			w.nodeWork += int64(250 + 2*w.setWords)
		}
		if s == nil && m.branching != fixedBranching {
			w.symmetries = c.symmetries
		}
		walkers[k] = w
	}
	if m.proof != nil {
		m.proof.WriteSymmetries(c.itemImages[:len(walkers[0].symmetries)])
	}
	first, root := raceWalkers(walkers)
	if first.err == errCancelled {
		first.err = ctx.Err()
	}
	return first.makeOutcome(root)
}

// raceWalkers runs walkers until the first of them is complete, and returns that one with its
// result at the root.
func raceWalkers[K stateWords](walkers []*walker[K]) (first *walker[K], root uint32) {
	if len(walkers) == 1 {
		return walkers[0], walkers[0].runSearch()
	}
	var once sync.Once
	running := search.Group{HaltOthers: func() { walkers[0].cancelled.Store(true) }} // shared by all walkers
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

// makeOutcome returns the result of this walker, and as its effort the sum over all walkers.
func (w *walker[K]) makeOutcome(root uint32) searchOutcome {
	all := w.effort
	if w.multiThreaded {
		all = searchEffort{1 + w.resultStore.nodes.Load(), w.cost.Load()}
	}
	usual := usualNodeWork(w.problem)
	stats := CountStats{Nodes: max(1, all.nodes), Work: (all.cost + usual - 1) / usual,
		States: w.resultStore.stateCount()}
	found := searchOutcome{rootResult: root, shareGain: w.shareGain,
		splitsOften:   w.splitStates*maxStatesPerSplit > w.searchedStates,
		componentWork: w.componentCost/(w.searchedStates+1) + 1, stats: stats, err: w.err}
	if w.err == nil && w.diagram == nil {
		found.count = new(big.Int)
		if root != deadResult {
			found.count = w.counts.bigCopy(0)
			if w.optionCosts != nil {
				found.stats.BestValue = w.problem.Goal().ValueOfCost(w.counts.costs[0])
			}
		}
	}
	return found
}

// runSearch searches from the root and returns its result.
func (w *walker[K]) runSearch() uint32 {
	if w.hasHopelessItem {
		w.proveDead(w.hopelessItem)
		return deadResult
	}
	if !w.makeLevels() || !w.growLiveStack() {
		return deadResult
	}
	start := &w.states[0]
	*start = w.startState
	if !w.fixedOrder {
		w.liveStack = w.liveStack[:w.setWords]
		for o := range w.optionIDs {
			w.liveStack[o>>6] |= 1 << (o & 63)
		}
		if !w.clearUnneededBits(start, &w.startState, w.liveStack) {
			w.proveDead(w.order[w.uncoverableBit])
			return deadResult
		}
		if !w.growLiveStack() {
			return deadResult
		}
		if !w.splitsComponents() {
			w.pushComponents(start, start, w.liveStack)
			w.rootComponents, w.components = w.components, nil
		}
	}
	return w.visitNode(start, start, 0)
}

// makeLevels allocates a state, a step and a count for each level.
func (w *walker[K]) makeLevels() bool {
	n := w.maxLevels + 2
	if w.err = w.account.reserveBytes(sizeOf[K](n) + sizeOf[levelStep](n)); w.err != nil {
		return false
	}
	w.states, w.path = make([]K, n), make([]levelStep, 0, n)
	for k := 0; k < n && w.err == nil; k++ {
		w.err = w.counts.pushCount(0)
	}
	return w.err == nil
}

// growLiveStack extends the option stack by the set of possible options of one more level.
func (w *walker[K]) growLiveStack() bool {
	live, err := reserveSpace(w.account, w.liveStack, w.setWords)
	w.recordError(err)
	w.liveStack = live
	return w.err == nil
}

// visitNode returns the result of a node, and stores its count at the node's level. The possible
// options of the parent are on the option stack from index at on, followed by those of the node.
func (w *walker[K]) visitNode(parent, s *K, at int) uint32 {
	if !w.countNode() {
		return deadResult
	}
	var torn K
	if !w.fixedOrder && !w.reduceState(parent, s, at, &torn) {
		w.proveDead(w.order[w.uncoverableBit])
		return deadResult
	}
	if !haveCommonBit(s, &w.primaryBits) {
		w.counts.setWord(uint32(len(w.path)), 1)
		if w.proof != nil {
			w.proof.WriteSolution()
		}
		return doneResult
	}
	moved := w.normalizeState(s, &torn)
	hash := hashOf(s)
	if result := w.recallState(s, hash); result != unknownResult {
		return result
	}
	if at += w.setWords; moved {
		w.findPossible(s, w.liveOf(at))
	}
	bit := w.expandState(s, &torn, at)
	return w.storeResult(s, hash, bit)
}

// countNode counts a node with its cost, and reports whether the search goes on.
func (w *walker[K]) countNode() bool {
	w.effort.nodes++
	w.effort.cost += w.nodeWork
	if done := w.effort.cost - w.reportedWork; w.onWork != nil && done >= wordsPerCall {
		w.reportedWork = w.effort.cost
		w.onWork(done, w.shareDone(), float64(w.knownNodes)/float64(w.effort.nodes))
	}
	if w.cancelled.Load() {
		w.err = errCancelled
	}
	w.checkBudget()
	if w.report != nil && w.threadNumber == 0 && w.effort.nodes%reportEvery == 0 {
		p := search.Progress{Share: w.shareDone(), Nodes: w.effort.nodes, Path: w.pathSteps()}
		if w.diagram == nil {
			p.Solutions = w.counts.clampedInt64(0)
		}
		w.report(p)
	}
	return w.err == nil
}

// checkBudget stops the search when its work exceeds the budget. Threads may walk a node twice, so
// with several threads it compares the work in the store.
func (w *walker[K]) checkBudget() {
	if w.budget == 0 {
		return
	}
	work := w.effort.cost
	if w.multiThreaded {
		work = w.cost.Load()
	}
	if !w.hasMarkedBudget && work > w.budget/8 {
		w.hasMarkedBudget, w.shareGain = true, -w.shareDone()
	}
	if work > w.budget && w.err == nil {
		w.shareGain += w.shareDone()
		w.err = ErrNodes
	}
}

// normalizeState replaces a state by the first of its images under the symmetries, and a set of its
// bits by the same image. It reports whether that is another state.
func (w *walker[K]) normalizeState(s, torn *K) (moved bool) {
	if w.fixedOrder {
		if w.relevantBits != nil {
			matter := &w.relevantBits[lowestBit(s)]
			for k := 0; k < len(*s); k++ {
				(*s)[k] &= (*matter)[k]
			}
		}
		return false
	}
	known, by := *s, -1
	for k := range w.symmetries {
		before, looked := w.symmetries[k].isImageBefore(s, &known)
		if w.effort.cost += imageWords + bitWords*looked; before {
			known, by = w.symmetries[k].imageOf(s), k
		}
	}
	if by >= 0 {
		*s, *torn = known, w.symmetries[by].imageOf(torn)
		if w.proof != nil {
			w.proof.WriteSymmetricImage(by)
		}
	}
	return by >= 0
}

// recallState returns the result of a known state and stores its count at the current level, or
// returns unknownResult.
func (w *walker[K]) recallState(s *K, hash uint32) (result uint32) {
	sh := w.lockShard(hash)
	n, _ := sh.findState(s, hash)
	if n != 0 {
		w.knownNodes++
		if w.proof != nil {
			w.proof.WriteKnown(int64(len(sh.keys)) - int64(n) + 1)
		}
		result = w.resultOf(sh, n)
	}
	w.unlockShard(sh)
	return result
}

// resultOf returns the result of state n of a shard, and stores its count at the current level.
func (w *walker[K]) resultOf(sh *storeShard[K], n uint32) uint32 {
	if w.diagram != nil {
		return uint32(sh.counts.words[n])
	}
	w.recordError(w.counts.copyCount(uint32(len(w.path)), &sh.counts, n))
	return countedResult
}

// storeResult ends a state and stores its result: the count at its level, or a diagram node with
// its branches on the item of the bit. If another thread has stored a result first, that result is
// used; the two are equal.
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
	w.recordError(err)
	w.recordError(sh.counts.pushCount(0))
	if w.err != nil {
		return deadResult
	}
	if w.diagram == nil {
		w.recordError(sh.counts.copyCount(n, &w.counts, uint32(len(w.path))))
		return countedResult
	}
	node, err := w.diagram.addNode(w.order[bit], branches)
	w.recordError(err)
	sh.counts.setWord(n, big.Word(node))
	return node
}

// recordError keeps the first error.
func (w *walker[K]) recordError(err error) {
	if w.err == nil {
		w.err = err
	}
}

// beginState starts a state without branches.
func (w *walker[K]) beginState() {
	w.counts.setWord(uint32(len(w.path)), 0)
	if len(w.path) == 0 {
		w.effort.cost = 0 // the root's work is not counted for any state
	}
	w.path = append(w.path, levelStep{option: leaveItem, effortBefore: w.effort, firstBranch: len(w.branches)})
}

// endState ends a state. It returns the effort of the state, without the effort of the states below it. For a diagram
// it also returns the branches that lead to solutions.
func (w *walker[K]) endState() (own searchEffort, branches []diagramBranch) {
	level := len(w.path) - 1
	last := &w.path[level]
	w.path = w.path[:level]
	all := w.effort.effortSince(last.effortBefore)
	if level > 0 {
		inner := &w.path[level-1].innerEffort
		inner.nodes += all.nodes
		inner.cost += all.cost
	}
	branches = w.branches[last.firstBranch:]
	w.branches = w.branches[:last.firstBranch]
	return all.effortSince(last.innerEffort), branches
}

// pathSteps returns the branches from the root to the current node. If a state falls apart, its
// branches are its components.
func (w *walker[K]) pathSteps() []search.BranchStep {
	steps := make([]search.BranchStep, len(w.path))
	for k, st := range w.path {
		steps[k] = search.BranchStep{Branch: st.branch, BranchCount: st.branchCount, Option: matrix.OptionID(st.option)}
	}
	return steps
}

// shareDone estimates the share of the tree that is done from the branches on the path to the
// current node: when branch t of d is being tried, (t-1)/d of the part of that level is done. The
// estimate is far too low if states recur often, since all of their work is done at the first
// visit.
func (w *walker[K]) shareDone() float64 {
	done, part := 0.0, 1.0
	for _, st := range w.path {
		part /= float64(max(1, st.branchCount))
		done += part * float64(max(0, st.branch-1))
	}
	return done
}
