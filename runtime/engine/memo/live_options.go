package memo

import "math/bits"

// reduceState puts the possible options of a state on the stack, behind those of its parent, which
// begin at at, and brings the state into the form that the table stores. It reports whether every
// item can still be covered often enough.
func (w *walker[K]) reduceState(parent, s *K, at int) bool {
	fewer := w.pruneOptions(parent, s, at)
	return w.clearDryBits(s, &fewer, w.liveOf(at+w.setWords))
}

// liveOf returns the set of possible options that begins at a place of the stack.
func (w *walker[K]) liveOf(at int) []uint64 { return w.live[at : at+w.setWords] }

// pruneOptions puts the options that are still possible at state s on the stack, and returns the
// bits that lost some of their options.
func (w *walker[K]) pruneOptions(parent, s *K, at int) (fewer K) {
	w.live = append(w.live[:at+w.setWords], w.liveOf(at)...)
	live := w.liveOf(at + w.setWords)
	for k := 0; k < len(*s); k++ {
		removed := ((*parent)[k] &^ (*s)[k]) & w.members[k]
		for ; removed != 0; removed &= removed - 1 {
			b := k<<6 + bits.TrailingZeros64(removed)
			w.holders[b].removeFrom(live)
			w.effort.cost += int64(len(w.holders[b].words) + len(fewer) + 4)
			addBits(&fewer, &w.reachableBits[b])
		}
	}
	if len(w.multiples) > 0 {
		w.dropTried(s, live, &fewer)
	}
	return fewer
}

// findPossible computes the possible options of a state from those of the root, by the bits in
// which the two states differ.
func (w *walker[K]) findPossible(s *K, live []uint64) {
	copy(live, w.live) // the options of the root are the first of the stack
	for k := 0; k < len(*s); k++ {
		for removed := w.start[k] &^ (*s)[k]; removed != 0; removed &= removed - 1 {
			w.holders[k<<6+bits.TrailingZeros64(removed)].removeFrom(live)
		}
	}
}

// removeFrom removes the options of a holder from a set.
func (h *optionHolder) removeFrom(live []uint64) {
	part := live[h.from:][:len(h.words)]
	for j, m := range h.words {
		part[j] &^= m
	}
}

// clearDryBits clears the bits that no possible option needs any more. Fewer are the bits that may
// have lost their last option. It reports whether every item can still be covered often enough.
func (w *walker[K]) clearDryBits(s, fewer *K, live []uint64) bool {
	for k := 0; k < len(*s); k++ {
		m := (*s)[k] & (*fewer)[k] & w.members[k]
		w.effort.cost += int64(6 * bits.OnesCount64(m))
		for ; m != 0; m &= m - 1 {
			b := k<<6 + bits.TrailingZeros64(m)
			if !w.isNeeded(b, live) && !w.clearDry(s, b) {
				return false
			}
		}
	}
	return len(w.multiples) == 0 || w.haveEnough(s, fewer, live)
}

// isNeeded reports whether some option of a set needs a bit.
func (w *walker[K]) isNeeded(b int, live []uint64) bool {
	h := &w.holders[b]
	part := live[h.from:][:len(h.words)]
	for j, m := range h.words {
		if m&part[j] != 0 {
			return true
		}
	}
	return false
}

// clearDry clears a bit that no possible option needs. It returns false if the item of the bit must
// still be covered.
func (w *walker[K]) clearDry(s *K, b int) bool {
	switch {
	case hasBit(&w.onceBits, b):
		return false
	case hasBit(&w.secondaryBits, b):
		clearBit(s, b)
		return true
	}
	m := w.multipleAt(b)
	if !w.mayLeave(s, m) {
		return false
	}
	w.closeItem(s, m)
	return true
}

// countOptions counts the possible options of a bit. It may stop when the count reaches most.
func (w *walker[K]) countOptions(b int, live []uint64, most int) int {
	h, n := &w.holders[b], 0
	w.effort.cost += int64(len(h.words) + 4)
	part := live[h.from:][:len(h.words)]
	for j, m := range h.words {
		if m &= part[j]; m != 0 {
			if n += bits.OnesCount64(m); n >= most {
				return n
			}
		}
	}
	return n
}

// pickItem returns the bit of the item on which a state branches: the multiple that is being
// branched on; else an item that is covered once, by the rule of the branching; else the first open
// item.
func (w *walker[K]) pickItem(s *K, live []uint64) int {
	if len(w.multiples) > 0 {
		if turn := getField(s, w.turn); turn != 0 {
			return w.multiples[turn-1].bit
		}
	}
	open, any := w.openPart(s, live)
	if !any {
		return lowestBit(s) // primary items have the lowest bits
	}
	switch w.branching {
	case nearBranching:
		return w.fewestOptions(&open, live, 4)
	case mrvBranching:
		return w.fewestOptions(&open, live, 16)
	}
	return lowestBit(&open)
}

// fewestOptions returns the first bit of a set with the fewest possible options; counts of most and
// more are equal.
func (w *walker[K]) fewestOptions(set *K, live []uint64, most int) int {
	best, least := lowestBit(set), most
	for k := 0; k < len(*set); k++ {
		for m := (*set)[k]; m != 0; m &= m - 1 {
			b := k<<6 + bits.TrailingZeros64(m)
			if n := w.countOptions(b, live, least); n < least {
				if best, least = b, n; n <= 1 {
					return best
				}
			}
		}
	}
	return best
}

// leastNeeded returns the least number of times that a multiple must still be covered; 0 or less
// means none.
func (w *walker[K]) leastNeeded(s *K, m int) int {
	return int(getField(s, w.multiples[m].leftField)) - int(w.multiples[m].slack)
}

// mayLeave reports whether a multiple has been covered often enough.
func (w *walker[K]) mayLeave(s *K, m int) bool { return w.leastNeeded(s, m) <= 0 }

// haveEnough reports whether the multiples whose options have become fewer have as many
// as they still need.
func (w *walker[K]) haveEnough(s, fewer *K, live []uint64) bool {
	for m := range w.multiples {
		bit, need := w.multiples[m].bit, w.leastNeeded(s, m)
		if need > 1 && hasBit(s, bit) && hasBit(fewer, bit) && w.countOptions(bit, live, need) < need {
			return false
		}
	}
	return true
}

// closeItem closes a multiple: it cannot be covered again.
func (w *walker[K]) closeItem(s *K, m int) {
	putField(s, w.multiples[m].leftField, 0)
	clearBit(s, w.multiples[m].bit)
	if getField(s, w.turn) == uint64(m)+1 {
		w.moveOn(s, m, 0)
	}
}

// moveOn restricts the options of a multiple to those behind o, unless the multiple is closed.
func (w *walker[K]) moveOn(s *K, m int, o int32) {
	if !hasBit(s, w.multiples[m].bit) {
		m, o = none, 0
	}
	putField(s, w.turn, uint64(m+1))
	putField(s, w.last, uint64(o))
}

// dropTried removes the options of the multiple that is being branched on, up to the last one
// chosen.
func (w *walker[K]) dropTried(s *K, live []uint64, fewer *K) {
	turn, to := getField(s, w.turn), int(getField(s, w.last))
	if turn == 0 {
		return
	}
	b := w.multiples[turn-1].bit
	h := &w.holders[b]
	for j := h.from; j < to>>6; j++ {
		live[j] &^= h.words[j-h.from]
	}
	live[to>>6] &^= h.words[to>>6-h.from] & (2<<(to&63) - 1)
	addBits(fewer, &w.reachableBits[b])
}
