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
// solution below the node. Otherwise it depends on the purpose of the search. In a search for a diagram, it is the
// index of the state's node in the diagram. In a count it is countedResult, and the number of solutions is stored
// elsewhere.
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

// imageCost is the cost of computing the image of a state, and bitCompareCost the cost of comparing one bit of it. Both
// are in words of memory.
const (
	imageCost      = 8
	bitCompareCost = 3
)

// wordsPerReport is the approximate number of words touched between two calls of [CountOptions.OnWork].
const wordsPerReport = 1 << 17

// errCancelled is the error of a search whose context is done.
var errCancelled = errors.New("cancelled")

// searchEffort is the effort of a search. Its cost is the number of memory words read and written, which is roughly
// proportional to the time.
type searchEffort struct{ nodes, cost int64 }

func (e searchEffort) effortSince(f searchEffort) searchEffort {
	return searchEffort{e.nodes - f.nodes, e.cost - f.cost}
}

// levelStep is the state of the search at one level: which branch of that level's state the search is visiting, and the
// effort so far.
type levelStep struct {
	branchNumber, branchCount int32 // index of the current branch, counted from 1; number of branches of the state
	// option is the option of the current branch, or leaveItem. With symmetries it is an option of an image of the
	// state.
	option       int32
	firstBranch  int          // index of the first branch of the state in the diagram under construction
	effortBefore searchEffort // effort when the search arrived at the state
	// isConnected is set if the state is known to have one component, and isSplit if it is divided into components.
	isConnected, isSplit bool
	effortBelow          searchEffort // effort at the states below this state
}

// walker is a search on one thread. With a fixed order of the items, a node tries the options whose first item is the
// first open item. With other branching rules, the option stack has, for each level, the set of the options that are
// still possible.
type walker[K stateWords] struct {
	*bitCode[K]
	searchMethod
	*resultStore[K]
	threadNumber int // index of this thread, from 0 on
	// for each level, the number of solutions found so far below the state of that level
	countsByLevel     bigCounts
	diagram           *growingDiagram     // diagram under construction; nil if solutions are only counted
	pathBranches      []diagramBranch     // branches that lead to solutions, for all states on the path, as a stack
	symmetries        []bitPermutation[K] // symmetries that this search uses
	hasFixedOrder     bool                // whether the search branches in a fixed order of the items
	wordsPerOptionSet int                 // number of words in a set of options; 0 in a fixed order
	minNodeCost       int64               // least cost of a node, in words of memory
	liveStack         []uint64            // stack of the sets of possible options
	statesByLevel     []K                 // state of each level
	componentStack    []K                 // stack of the components of the states that were divided
	rootComponents    []K                 // components of the whole problem, which are finished one after the other
	levelSteps        []levelStep         // current branch at each level above the current node
	effort            searchEffort
	reportedCost      int64        // cost that was reported to OnWork, in words of memory
	examinedStates    int64        // number of states below the root for which the components were computed
	dividedStates     int64        // number of these states that fell into several components
	componentCost     int64        // number of memory words read and written to compute components
	knownNodes        int64        // number of nodes whose states had known results
	isCancelled       *atomic.Bool // set to end all walkers
	hasMarkedBudget   bool         // whether an eighth of the work budget is used up
	uncoverableBit    int          // bit of an item that cannot be covered, in the last state that had no branches
	// options of the branches that are proved, for all states on the path, as a stack; only if the search is proved
	provedBranches []int32
	// progressGain is the part of the search that was done after hasMarkedBudget was set, until the end of the budget.
	progressGain float64
	err          error
}

// searchWithMethod runs one search with a method. The argument s is the diagram under construction, or nil
// for a count. All memory except that of the diagram is released at the end.
func (c *bitCode[K]) searchWithMethod(ctx context.Context, m searchMethod, s *growingDiagram) searchOutcome {
	if s == nil {
		defer c.account.markUsage()()
	}
	bestOnly := s == nil && c.optionCosts != nil
	st, err := newResultStore[K](c.account, m.threadCount, bestOnly)
	if err != nil {
		return searchOutcome{err: err}
	}
	cancelled := new(atomic.Bool)
	stop := context.AfterFunc(ctx, func() { cancelled.Store(true) })
	defer stop()
	cancelled.Store(ctx.Err() != nil)
	walkers := make([]*walker[K], m.threadCount)
	for k := range walkers {
		w := &walker[K]{bitCode: c, searchMethod: m, resultStore: st, threadNumber: k, isCancelled: cancelled,
			diagram:       s,
			countsByLevel: newBigCounts(c.account, bestOnly)}
		w.minNodeCost = int64(150 + 8*len(c.rootState))
		if w.hasFixedOrder = m.branchingRule == fixedBranching && len(c.multiples) == 0; !w.hasFixedOrder {
			w.wordsPerOptionSet = (len(c.optionIDs) + 63) / 64
			w.minNodeCost += int64(250 + 2*w.wordsPerOptionSet)
		}
		if s == nil && m.branchingRule != fixedBranching {
			w.symmetries = c.symmetries
		}
		walkers[k] = w
	}
	if m.proofWriter != nil {
		m.proofWriter.WriteSymmetries(c.itemImages[:len(walkers[0].symmetries)])
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
	var once sync.Once
	// the flag is shared by all walkers
	running := search.Group{HaltOthers: func() { walkers[0].isCancelled.Store(true) }}
	for _, w := range walkers {
		running.Go(func() {
			result := w.runSearch()
			once.Do(func() {
				first, root = w, result
				w.isCancelled.Store(true)
			})
		})
	}
	running.Wait()
	return first, root
}

// makeOutcome returns the result of this walker. Its effort is the sum over all walkers.
func (w *walker[K]) makeOutcome(root uint32) searchOutcome {
	all := w.effort
	if w.isMultiThreaded {
		all = searchEffort{1 + w.resultStore.visitedNodes.Load(), w.visitedCost.Load()}
	}
	usual := typicalNodeWork(w.problem)
	stats := CountStats{Nodes: max(1, all.nodes), Work: (all.cost + usual - 1) / usual,
		States: w.resultStore.stateCount()}
	found := searchOutcome{rootResult: root, progressGain: w.progressGain,
		splitsOften:   w.dividedStates*maxStatesPerSplit > w.examinedStates,
		componentWork: w.componentCost/(w.examinedStates+1) + 1, stats: stats, err: w.err}
	if w.err == nil && w.diagram == nil {
		found.solutionCount = new(big.Int)
		if root != deadResult {
			found.solutionCount = w.countsByLevel.copyAsBigInt(0)
			if w.optionCosts != nil {
				found.stats.BestValue = w.problem.Goal().ValueOfCost(w.countsByLevel.costs[0])
			}
		}
	}
	return found
}

// runSearch searches from the root and returns its result.
func (w *walker[K]) runSearch() uint32 {
	if w.hasHopelessItem {
		w.proveDeadEnd(w.hopelessItem)
		return deadResult
	}
	if !w.allocateLevels() || !w.growLiveStack() {
		return deadResult
	}
	start := &w.statesByLevel[0]
	*start = w.rootState
	if !w.hasFixedOrder {
		w.liveStack = w.liveStack[:w.wordsPerOptionSet]
		for o := range w.optionIDs {
			w.liveStack[o>>6] |= 1 << (o & 63)
		}
		if !w.clearUnneededBits(start, &w.rootState, w.liveStack) {
			w.proveDeadEnd(w.itemOrder[w.uncoverableBit])
			return deadResult
		}
		if !w.growLiveStack() {
			return deadResult
		}
		if !w.splitsComponents() {
			w.pushComponents(start, start, w.liveStack)
			w.rootComponents, w.componentStack = w.componentStack, nil
		}
	}
	return w.visitNode(start, start, 0)
}

// allocateLevels allocates a state, a step and a count for each level.
func (w *walker[K]) allocateLevels() bool {
	n := w.maxLevels + 2
	if w.err = w.account.reserveBytes(sizeOf[K](n) + sizeOf[levelStep](n)); w.err != nil {
		return false
	}
	w.statesByLevel, w.levelSteps = make([]K, n), make([]levelStep, 0, n)
	for k := 0; k < n && w.err == nil; k++ {
		w.err = w.countsByLevel.pushCount(0)
	}
	return w.err == nil
}

// growLiveStack extends the option stack by the set of possible options of one more level.
func (w *walker[K]) growLiveStack() bool {
	live, err := reserveSpace(w.account, w.liveStack, w.wordsPerOptionSet)
	w.recordError(err)
	w.liveStack = live
	return w.err == nil
}

// visitNode returns the result of a node, and stores its count at the level of the node. The possible options of the
// parent are on the option stack from index at on; those of the node follow.
func (w *walker[K]) visitNode(parent, s *K, at int) uint32 {
	if !w.countNode() {
		return deadResult
	}
	var torn K
	if !w.hasFixedOrder && !w.reduceState(parent, s, at, &torn) {
		w.proveDeadEnd(w.itemOrder[w.uncoverableBit])
		return deadResult
	}
	if !haveCommonBit(s, &w.primaryBits) {
		w.countsByLevel.setWord(uint32(len(w.levelSteps)), 1)
		if w.proofWriter != nil {
			w.proofWriter.WriteSolution()
		}
		return doneResult
	}
	moved := w.normalizeState(s, &torn)
	hash := hashOf(s)
	if result := w.recallState(s, hash); result != unknownResult {
		return result
	}
	if at += w.wordsPerOptionSet; moved {
		w.findPossibleOptions(s, w.liveOptionsAt(at))
	}
	bit := w.expandState(s, &torn, at)
	return w.storeResult(s, hash, bit)
}

// countNode counts a node with its cost, and reports whether the search goes on.
func (w *walker[K]) countNode() bool {
	w.effort.nodes++
	w.effort.cost += w.minNodeCost
	if done := w.effort.cost - w.reportedCost; w.reportWork != nil && done >= wordsPerReport {
		w.reportedCost = w.effort.cost
		w.reportWork(done, w.estimateShareDone(), float64(w.knownNodes)/float64(w.effort.nodes))
	}
	if w.isCancelled.Load() {
		w.err = errCancelled
	}
	w.checkBudget()
	if w.reportProgress != nil && w.threadNumber == 0 && w.effort.nodes%reportEvery == 0 {
		p := search.Progress{Share: w.estimateShareDone(), Nodes: w.effort.nodes, Path: w.pathSteps()}
		if w.diagram == nil {
			p.Solutions = w.countsByLevel.clampedInt64(0)
		}
		w.reportProgress(p)
	}
	return w.err == nil
}

// checkBudget stops the search when its work exceeds the budget. Two threads may walk the same node, so with several
// threads it compares the work in the store.
func (w *walker[K]) checkBudget() {
	if w.workBudget == 0 {
		return
	}
	work := w.effort.cost
	if w.isMultiThreaded {
		work = w.visitedCost.Load()
	}
	if !w.hasMarkedBudget && work > w.workBudget/8 {
		w.hasMarkedBudget, w.progressGain = true, -w.estimateShareDone()
	}
	if work > w.workBudget && w.err == nil {
		w.progressGain += w.estimateShareDone()
		w.err = ErrTooManyNodes
	}
}

// normalizeState replaces a state by the first of its images under the symmetries. It maps the set torn by the same
// symmetry, and reports whether the state has changed.
func (w *walker[K]) normalizeState(s, torn *K) (moved bool) {
	if w.hasFixedOrder {
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
		if w.effort.cost += imageCost + bitCompareCost*looked; before {
			known, by = w.symmetries[k].imageOf(s), k
		}
	}
	if by >= 0 {
		*s, *torn = known, w.symmetries[by].imageOf(torn)
		if w.proofWriter != nil {
			w.proofWriter.WriteSymmetricImage(by)
		}
	}
	return by >= 0
}

// recallState returns the result of a state that is in the store, and copies the state's count to the current level. It
// returns unknownResult if the state is not in the store.
func (w *walker[K]) recallState(s *K, hash uint32) (result uint32) {
	sh := w.lockShard(hash)
	n, _ := sh.findState(s, hash)
	if n != 0 {
		w.knownNodes++
		if w.proofWriter != nil {
			w.proofWriter.WriteKnown(int64(len(sh.states)) - int64(n) + 1)
		}
		result = w.resultOf(sh, n)
	}
	w.unlockShard(sh)
	return result
}

// resultOf returns the result of the state with id n in a shard. In a count it copies the state's number of solutions
// to the current level.
func (w *walker[K]) resultOf(sh *storeShard[K], n uint32) uint32 {
	if w.diagram != nil {
		return uint32(sh.solutionCounts.words[n])
	}
	w.recordError(w.countsByLevel.copyCount(uint32(len(w.levelSteps)), &sh.solutionCounts, n))
	return countedResult
}

// storeResult stores the result of a state when all its branches are done: the count at its level, or a diagram node
// with its branches on the item of the bit. If another thread has stored a result first, that result is used; the two
// are equal.
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
	w.resultStore.visitedNodes.Add(own.nodes)
	w.visitedCost.Add(own.cost)
	w.checkBudget()
	w.recordError(err)
	w.recordError(sh.solutionCounts.pushCount(0))
	if w.err != nil {
		return deadResult
	}
	if w.diagram == nil {
		w.recordError(sh.solutionCounts.copyCount(n, &w.countsByLevel, uint32(len(w.levelSteps))))
		return countedResult
	}
	node, err := w.diagram.addNode(w.itemOrder[bit], branches)
	w.recordError(err)
	sh.solutionCounts.setWord(n, big.Word(node))
	return node
}

// recordError keeps err unless an earlier error is kept.
func (w *walker[K]) recordError(err error) {
	if w.err == nil {
		w.err = err
	}
}

// beginState starts a state, which has no branches yet, at the current level.
func (w *walker[K]) beginState() {
	w.countsByLevel.setWord(uint32(len(w.levelSteps)), 0)
	if len(w.levelSteps) == 0 {
		w.effort.cost = 0 // the work at the root belongs to no state
	}
	w.levelSteps = append(w.levelSteps, levelStep{option: leaveItem, effortBefore: w.effort,
		firstBranch: len(w.pathBranches)})
}

// endState ends a state. It returns the effort of the state, without that of the states below it. For a diagram it also
// returns the branches that lead to solutions.
func (w *walker[K]) endState() (own searchEffort, branches []diagramBranch) {
	level := len(w.levelSteps) - 1
	last := &w.levelSteps[level]
	w.levelSteps = w.levelSteps[:level]
	all := w.effort.effortSince(last.effortBefore)
	if level > 0 {
		inner := &w.levelSteps[level-1].effortBelow
		inner.nodes += all.nodes
		inner.cost += all.cost
	}
	branches = w.pathBranches[last.firstBranch:]
	w.pathBranches = w.pathBranches[:last.firstBranch]
	return all.effortSince(last.effortBelow), branches
}

// pathSteps returns the branches from the root to the current node. If a state is divided, its components are its
// branches.
func (w *walker[K]) pathSteps() []search.BranchStep {
	steps := make([]search.BranchStep, len(w.levelSteps))
	for k, st := range w.levelSteps {
		steps[k] = search.BranchStep{Branch: st.branchNumber, BranchCount: st.branchCount,
			Option: matrix.OptionID(st.option)}
	}
	return steps
}

// estimateShareDone estimates which share of the tree is done, from the branches on the path to the current node: when
// branch t of d is being tried, (t-1)/d of the part below that level is done. The estimate is far too low if states
// recur often, since all of the work for a state is done at the first visit.
func (w *walker[K]) estimateShareDone() float64 {
	done, part := 0.0, 1.0
	for _, st := range w.levelSteps {
		part /= float64(max(1, st.branchCount))
		done += part * float64(max(0, st.branchNumber-1))
	}
	return done
}
