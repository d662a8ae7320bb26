package memo

import (
	"math"
	"math/bits"
)

// expandState visits the branches of a state. The state's possible options are on the stack from at
// on. It returns the bit of the item on which the state branches.
func (w *walker[K]) expandState(s *K, at int) (bit int) {
	w.beginState()
	if w.fixed {
		bit = lowestBit(s)
		w.path[len(w.path)-1].of = w.firstFiled[bit+1] - w.firstFiled[bit]
		w.visitItemBranches(s, at, bit)
		return bit
	}
	if !w.makeRoom() {
		return 0
	}
	if from := w.splitState(s, at); from < len(w.components) {
		w.multiplyCounts(s, at, from)
		return 0
	}
	if len(w.path) == 1 {
		bit = w.rootBit(s, w.liveOf(at))
	} else {
		bit = w.pickItem(s, w.liveOf(at))
	}
	w.path[len(w.path)-1].of = w.branchCount(s, bit, w.liveOf(at))
	w.visitItemBranches(s, at, bit)
	if m := w.multipleAt(bit); m >= 0 && w.err == nil && w.mayLeave(s, m) {
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
	of := w.path[len(w.path)-1].of
	first := int32(int(of) * w.thread / w.threads)
	for _, part := range [2][2]int32{{first, of}, {0, first}} {
		if w.fixed {
			w.visitFiled(s, w.firstFiled[bit]+part[0], w.firstFiled[bit]+part[1])
		} else {
			w.visitAlive(s, at, bit, part[0], part[1])
		}
	}
}

func (w *walker[K]) visitFiled(s *K, from, to int32) {
	level := len(w.path) - 1
	w.effort.cost += int64(to-from) * 2
	for o := from; o < to && w.err == nil; o++ {
		w.path[level].tried++
		w.path[level].option = int32(w.option[o])
		if isSubset(&w.need[o], s) {
			child := w.childState(s)
			removeBits(child, &w.clear[o])
			w.addResult(int32(w.option[o]), w.visitNode(s, child, 0))
		}
	}
}

// visitAlive visits the branches from..to-1 of a state.
func (w *walker[K]) visitAlive(s *K, at, bit int, from, to int32) {
	h, m, t, level := &w.holders[bit], w.multipleAt(bit), int32(0), len(w.path)-1
	for k, set := range h.words {
		for set &= w.live[at+h.from+k]; set != 0 && t < to && w.err == nil; set &= set - 1 {
			if t++; t <= from {
				continue
			}
			o := int32((h.from+k)<<6 + bits.TrailingZeros64(set))
			w.path[level].tried++
			w.path[level].option = int32(w.option[o])
			child := w.childState(s)
			w.chooseOption(child, o)
			if m >= 0 {
				w.moveOn(child, m, o)
			}
			w.addResult(int32(w.option[o]), w.visitNode(s, child, at))
		}
	}
}

// branchCount returns the number of options of an item that are tried: all possible ones, less, for
// a multiple that must be covered again, those that are followed by too few.
func (w *walker[K]) branchCount(s *K, bit int, live []uint64) int32 {
	n := w.countOptions(bit, live, math.MaxInt)
	if m := w.multipleAt(bit); m >= 0 && !w.mayLeave(s, m) {
		n -= w.leastNeeded(s, m) - 1
	}
	return int32(n)
}

// childState copies the state of the current node into the slot of its child.
func (w *walker[K]) childState(s *K) *K {
	c := &w.states[len(w.path)]
	*c = *s
	return c
}

// addResult adds the result of a branch to that of the state.
func (w *walker[K]) addResult(option int32, result uint32) {
	if result == deadResult || w.err != nil {
		return
	}
	if w.sketch == nil {
		level := uint32(len(w.path))
		w.err = w.counts.addCount(level-1, level)
		return
	}
	branches, err := reserveSpace(w.account, w.branches, 1)
	w.branches, w.err = append(branches, diagramBranch{option, int32(result)}), err
}
