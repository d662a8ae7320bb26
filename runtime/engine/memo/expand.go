package memo

import (
	"math"
	"math/bits"
)

// expandState visits the branches of a state, and returns the bit of the item on which the state branches. The possible
// options of the state are on the option stack from index at on. The argument torn holds the bits that were connected
// by options which the last choice made impossible.
func (w *walker[K]) expandState(s, torn *K, at int) (bit int) {
	w.beginState()
	if w.hasFixedOrder {
		bit = lowestBit(s)
		w.proveBranch(bit)
		w.levelSteps[len(w.levelSteps)-1].branchCount = w.optionStarts[bit+1] - w.optionStarts[bit]
		w.visitItemBranches(s, at, bit)
		return bit
	}
	if !w.growLiveStack() {
		return 0
	}
	if from := w.splitState(s, torn, at); from < len(w.componentStack) {
		w.multiplyCounts(s, at, from)
		return 0
	}
	if len(w.levelSteps) == 1 {
		bit = w.chooseRootBit(s, w.liveOptionsAt(at))
	} else {
		bit = w.chooseBranchingBit(s, torn, w.liveOptionsAt(at))
	}
	w.proveBranch(bit)
	w.levelSteps[len(w.levelSteps)-1].branchCount = w.branchCount(s, bit, w.liveOptionsAt(at))
	w.visitItemBranches(s, at, bit)
	if m := w.multipleAt(bit); m >= 0 && w.err == nil && w.isCoveredEnough(s, m) {
		w.levelSteps[len(w.levelSteps)-1].option = leaveItem
		child := w.copyStateToChild(s)
		w.closeMultiple(child, m)
		w.addBranchResult(leaveItem, w.visitNode(s, child, at))
	}
	return bit
}

// visitItemBranches visits the branches on the item of a bit. Each thread begins at a different branch, and visits the
// branches before it at the end, so that threads share results.
func (w *walker[K]) visitItemBranches(s *K, at, bit int) {
	of := w.levelSteps[len(w.levelSteps)-1].branchCount
	first := int32(int(of) * w.threadNumber / w.threadCount)
	for _, part := range [2][2]int32{{first, of}, {0, first}} {
		if w.hasFixedOrder {
			w.visitBranchesInFixedOrder(s, w.optionStarts[bit]+part[0], w.optionStarts[bit]+part[1])
		} else if w.proofWriter != nil {
			w.visitBranchesByNumber(s, at, bit, part[0], part[1])
		} else {
			w.visitPossibleBranches(s, at, bit, part[0], part[1])
		}
	}
}

// visitBranchesInFixedOrder visits the branches of the options with indices from to to-1, in a fixed order of items.
func (w *walker[K]) visitBranchesInFixedOrder(s *K, from, to int32) {
	level := len(w.levelSteps) - 1
	w.effort.cost += int64(to-from) * 2
	for o := from; o < to && w.err == nil; o++ {
		w.levelSteps[level].branchNumber++
		w.levelSteps[level].option = int32(w.optionIDs[o])
		if isSubset(&w.requiredBits[o], s) {
			child := w.copyStateToChild(s)
			removeBits(child, &w.clearedBits[o])
			w.addBranchResult(int32(w.optionIDs[o]), w.visitNode(s, child, 0))
		}
	}
}

// visitPossibleBranches visits the branches with indices from to to-1 on the item of a bit, counting only possible
// options.
func (w *walker[K]) visitPossibleBranches(s *K, at, bit int, from, to int32) {
	h, t := &w.optionsByBit[bit], int32(0)
	for k, set := range h.words {
		for set &= w.liveStack[at+h.firstWord+k]; set != 0 && t < to && w.err == nil; set &= set - 1 {
			if t++; t <= from {
				continue
			}
			w.visitOption(s, at, bit, int32((h.firstWord+k)<<6+bits.TrailingZeros64(set)))
		}
	}
}

// visitOption visits the branch of option o, which covers the item of a bit.
func (w *walker[K]) visitOption(s *K, at, bit int, o int32) {
	level := len(w.levelSteps) - 1
	w.levelSteps[level].branchNumber++
	w.levelSteps[level].option = int32(w.optionIDs[o])
	child := w.copyStateToChild(s)
	w.chooseOption(child, o)
	if m := w.multipleAt(bit); m >= 0 {
		w.excludeEarlierOptions(child, m, o)
	}
	w.addBranchResult(int32(w.optionIDs[o]), w.visitNode(s, child, at))
}

// branchCount returns the number of options of an item that the search tries. For a multiple that must be covered
// again, the last options are not tried, because too few would follow them.
func (w *walker[K]) branchCount(s *K, bit int, live []uint64) int32 {
	n := w.countOptions(bit, live, math.MaxInt)
	if m := w.multipleAt(bit); m >= 0 && !w.isCoveredEnough(s, m) {
		n -= w.coversNeeded(s, m) - 1
	}
	return int32(n)
}

// copyStateToChild copies the state of the current node into the memory of its child, one level deeper.
func (w *walker[K]) copyStateToChild(s *K) *K {
	c := &w.statesByLevel[len(w.levelSteps)]
	*c = *s
	return c
}

// addBranchResult adds the result of a branch to the result of the state that is being expanded.
func (w *walker[K]) addBranchResult(option int32, result uint32) {
	if result == deadResult || w.err != nil {
		return
	}
	if w.diagram == nil {
		level := uint32(len(w.levelSteps))
		cost := int64(0)
		if w.optionCosts != nil && option != leaveItem {
			cost = w.optionCosts[option]
		}
		w.err = w.countsByLevel.addBranch(level-1, level, cost)
		return
	}
	branches, err := reserveSpace(w.account, w.pathBranches, 1)
	w.pathBranches, w.err = append(branches, diagramBranch{option, int32(result)}), err
}
