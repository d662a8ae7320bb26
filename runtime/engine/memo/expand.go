package memo

import (
	"math"
	"math/bits"
)

// expandState visits the branches of a state. The possible options of the state are on the option
// stack from index at on; torn are the bits that the choice before may have disconnected. It returns
// the bit of the item on which the state branches.
func (w *walker[K]) expandState(s, torn *K, at int) (bit int) {
	w.beginState()
	if w.fixedOrder {
		bit = lowestBit(s)
		w.proveBranch(bit)
		w.path[len(w.path)-1].branchCount = w.optionStarts[bit+1] - w.optionStarts[bit]
		w.visitItemBranches(s, at, bit)
		return bit
	}
	if !w.growLiveStack() {
		return 0
	}
	if from := w.splitState(s, torn, at); from < len(w.components) {
		w.multiplyCounts(s, at, from)
		return 0
	}
	if len(w.path) == 1 {
		bit = w.rootBit(s, w.liveOf(at))
	} else {
		bit = w.pickItem(s, torn, w.liveOf(at))
	}
	w.proveBranch(bit)
	w.path[len(w.path)-1].branchCount = w.branchCount(s, bit, w.liveOf(at))
	w.visitItemBranches(s, at, bit)
	if m := w.multipleAt(bit); m >= 0 && w.err == nil && w.isCoveredEnough(s, m) {
		w.path[len(w.path)-1].option = leaveItem
		child := w.childState(s)
		w.closeItem(child, m)
		w.addResult(leaveItem, w.visitNode(s, child, at))
	}
	return bit
}

// visitItemBranches visits the branches on the item of a bit. Each thread begins at a branch of its
// own and ends with the branches before it.
func (w *walker[K]) visitItemBranches(s *K, at, bit int) {
	of := w.path[len(w.path)-1].branchCount
	first := int32(int(of) * w.threadNumber / w.threads)
	for _, part := range [2][2]int32{{first, of}, {0, first}} {
		if w.fixedOrder {
			w.visitInFixedOrder(s, w.optionStarts[bit]+part[0], w.optionStarts[bit]+part[1])
		} else if w.proof != nil {
			w.visitByNumber(s, at, bit, part[0], part[1])
		} else {
			w.visitPossible(s, at, bit, part[0], part[1])
		}
	}
}

// visitInFixedOrder visits the branches of the options from..to-1 in a fixed order.
func (w *walker[K]) visitInFixedOrder(s *K, from, to int32) {
	level := len(w.path) - 1
	w.effort.cost += int64(to-from) * 2
	for o := from; o < to && w.err == nil; o++ {
		w.path[level].branch++
		w.path[level].option = int32(w.optionIDs[o])
		if isSubset(&w.neededBits[o], s) {
			child := w.childState(s)
			removeBits(child, &w.clearedBits[o])
			w.addResult(int32(w.optionIDs[o]), w.visitNode(s, child, 0))
		}
	}
}

// visitPossible visits branches number from to to-1 of a state on the item of a bit.
func (w *walker[K]) visitPossible(s *K, at, bit int, from, to int32) {
	h, t := &w.holders[bit], int32(0)
	for k, set := range h.words {
		for set &= w.liveStack[at+h.firstWord+k]; set != 0 && t < to && w.err == nil; set &= set - 1 {
			if t++; t <= from {
				continue
			}
			w.visitOption(s, at, bit, int32((h.firstWord+k)<<6+bits.TrailingZeros64(set)))
		}
	}
}

// visitOption visits the branch of option o of a state on the item of a bit.
func (w *walker[K]) visitOption(s *K, at, bit int, o int32) {
	level := len(w.path) - 1
	w.path[level].branch++
	w.path[level].option = int32(w.optionIDs[o])
	child := w.childState(s)
	w.chooseOption(child, o)
	if m := w.multipleAt(bit); m >= 0 {
		w.excludeEarlier(child, m, o)
	}
	w.addResult(int32(w.optionIDs[o]), w.visitNode(s, child, at))
}

// branchCount returns the number of options of an item that are tried. It leaves out the last
// options of a multiple that must be covered again, because too few would follow them.
func (w *walker[K]) branchCount(s *K, bit int, live []uint64) int32 {
	n := w.countOptions(bit, live, math.MaxInt)
	if m := w.multipleAt(bit); m >= 0 && !w.isCoveredEnough(s, m) {
		n -= w.coversNeeded(s, m) - 1
	}
	return int32(n)
}

// childState copies the state of the current node into the slot of its child.
func (w *walker[K]) childState(s *K) *K {
	c := &w.states[len(w.path)]
	*c = *s
	return c
}

// addResult adds the result of a branch to the result of its state.
func (w *walker[K]) addResult(option int32, result uint32) {
	if result == deadResult || w.err != nil {
		return
	}
	if w.diagram == nil {
		level := uint32(len(w.path))
		cost := int64(0)
		if w.optionCosts != nil && option != leaveItem {
			cost = w.optionCosts[option]
		}
		w.err = w.counts.addBranch(level-1, level, cost)
		return
	}
	branches, err := reserveSpace(w.account, w.branches, 1)
	w.branches, w.err = append(branches, diagramBranch{option, int32(result)}), err
}
