package memo

import "math/bits"

// reduceState finds the options that are possible at state s. It puts them on the option stack behind those of the
// parent state, which begin at index at. It then clears the bits of s that no possible option needs, because states are
// stored in this form. It adds to torn the bits that the lost options connected, so that the state may fall into
// components there. It reports whether every item can still be covered often enough.
func (w *walker[K]) reduceState(parent, s *K, at int, torn *K) bool {
	fewer := w.pruneOptions(parent, s, at, torn)
	return w.clearUnneededBits(s, &fewer, w.liveOptionsAt(at+w.wordsPerOptionSet))
}

// liveOptionsAt returns the set of possible options that begins at an index of the option stack.
func (w *walker[K]) liveOptionsAt(at int) []uint64 { return w.liveStack[at : at+w.wordsPerOptionSet] }

// pruneOptions puts the options that are possible at state s on the option stack. It returns the bits that lost some of
// their options, and adds to torn the bits that the lost options connected.
func (w *walker[K]) pruneOptions(parent, s *K, at int, torn *K) (fewer K) {
	w.liveStack = append(w.liveStack[:at+w.wordsPerOptionSet], w.liveOptionsAt(at)...)
	live := w.liveOptionsAt(at + w.wordsPerOptionSet)
	for k := 0; k < len(*s); k++ {
		removed := ((*parent)[k] &^ (*s)[k]) & w.itemBits[k]
		for ; removed != 0; removed &= removed - 1 {
			b := k<<6 + bits.TrailingZeros64(removed)
			w.optionsByBit[b].removeOptionsFrom(live)
			w.effort.cost += int64(len(w.optionsByBit[b].words) + len(fewer) + 4)
			addBits(&fewer, &w.bitsNeededTogether[b])
			addBits(torn, &w.connectedBits[b])
		}
	}
	if len(w.multiples) > 0 {
		w.removeTriedOptions(s, live, &fewer)
	}
	return fewer
}

// findPossibleOptions computes the options that are possible at state s from those possible at the root, by the bits in
// which the two states differ.
func (w *walker[K]) findPossibleOptions(s *K, live []uint64) {
	copy(live, w.liveStack) // the options of the root are at the bottom of the stack
	for k := 0; k < len(*s); k++ {
		for removed := w.rootState[k] &^ (*s)[k]; removed != 0; removed &= removed - 1 {
			w.optionsByBit[k<<6+bits.TrailingZeros64(removed)].removeOptionsFrom(live)
		}
	}
}

// removeOptionsFrom removes from the set live the options that need the bit.
func (h *optionsNeedingBit) removeOptionsFrom(live []uint64) {
	part := live[h.firstWord:][:len(h.words)]
	for j, m := range h.words {
		part[j] &^= m
	}
}

// clearUnneededBits clears the bits of state s that no possible option needs any more. It tests only the bits in fewer,
// which have lost an option. It reports whether every item can still be covered often enough.
func (w *walker[K]) clearUnneededBits(s, fewer *K, live []uint64) bool {
	for k := 0; k < len(*s); k++ {
		m := (*s)[k] & (*fewer)[k] & w.itemBits[k]
		w.effort.cost += int64(6 * bits.OnesCount64(m))
		for ; m != 0; m &= m - 1 {
			b := k<<6 + bits.TrailingZeros64(m)
			if !w.isBitNeeded(b, live) && !w.clearUnneededBit(s, b) {
				return false
			}
		}
	}
	return len(w.multiples) == 0 || w.canCoverMultiples(s, fewer, live)
}

// isBitNeeded reports whether some option in the set live needs bit b.
func (w *walker[K]) isBitNeeded(b int, live []uint64) bool {
	h := &w.optionsByBit[b]
	part := live[h.firstWord:][:len(h.words)]
	for j, m := range h.words {
		if m&part[j] != 0 {
			return true
		}
	}
	return false
}

// clearUnneededBit clears a bit that no possible option needs. It returns false if the item of that bit
// must still be covered.
func (w *walker[K]) clearUnneededBit(s *K, b int) bool {
	w.uncoverableBit = b
	switch {
	case hasBit(&w.onceBits, b):
		return false
	case hasBit(&w.secondaryBits, b):
		clearBit(s, b)
		return true
	}
	m := w.multipleAt(b)
	if !w.isCoveredEnough(s, m) {
		return false
	}
	w.closeMultiple(s, m)
	return true
}

// countOptions counts the possible options that need bit b. It may stop when the count reaches the limit.
func (w *walker[K]) countOptions(b int, live []uint64, limit int) int {
	h, n := &w.optionsByBit[b], 0
	w.effort.cost += int64(len(h.words) + 4)
	part := live[h.firstWord:][:len(h.words)]
	for j, m := range h.words {
		if m &= part[j]; m != 0 {
			if n += bits.OnesCount64(m); n >= limit {
				return n
			}
		}
	}
	return n
}

// chooseBranchingBit returns the bit of the item on which a state branches. This is the multiple that is
// being branched on, if there is one. Otherwise it is an item that is covered once, chosen by the
// branching rule, or else the first open item.
func (w *walker[K]) chooseBranchingBit(s, torn *K, live []uint64) int {
	if len(w.multiples) > 0 {
		if turn := readField(s, w.branchedMultiple); turn != 0 {
			return w.multiples[turn-1].openBit
		}
	}
	open, any := w.openItemsOfPart(s, torn, live)
	if !any {
		return lowestBit(s) // primary items have the lowest bits
	}
	switch w.branchingRule {
	case nearBranching:
		return w.bitWithFewestOptions(&open, live, 4)
	case mrvBranching:
		return w.bitWithFewestOptions(&open, live, 16)
	}
	return lowestBit(&open)
}

// bitWithFewestOptions returns the bit of a set that has the fewest possible options, the first one among equals.
// Counts above the argument limit are taken as equal to the limit.
func (w *walker[K]) bitWithFewestOptions(set *K, live []uint64, limit int) int {
	best, least := lowestBit(set), limit
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

// coversNeeded returns the number of times that multiple m must still be covered; 0 or less means that it need not be
// covered.
func (w *walker[K]) coversNeeded(s *K, m int) int {
	return int(readField(s, w.multiples[m].leftField)) - int(w.multiples[m].maxMinusMin)
}

// isCoveredEnough reports whether multiple m has been covered often enough.
func (w *walker[K]) isCoveredEnough(s *K, m int) bool { return w.coversNeeded(s, m) <= 0 }

// canCoverMultiples reports whether the multiples in the set fewer, which have lost options, can still be covered as
// often as they must.
func (w *walker[K]) canCoverMultiples(s, fewer *K, live []uint64) bool {
	for m := range w.multiples {
		bit, need := w.multiples[m].openBit, w.coversNeeded(s, m)
		if need > 1 && hasBit(s, bit) && hasBit(fewer, bit) && w.countOptions(bit, live, need) < need {
			w.uncoverableBit = bit
			return false
		}
	}
	return true
}

// closeMultiple records in a state that multiple m cannot be covered again.
func (w *walker[K]) closeMultiple(s *K, m int) {
	writeField(s, w.multiples[m].leftField, 0)
	clearBit(s, w.multiples[m].openBit)
	if readField(s, w.branchedMultiple) == uint64(m)+1 {
		w.excludeEarlierOptions(s, m, 0)
	}
}

// excludeEarlierOptions restricts the options of multiple m to those after option o, unless the multiple is
// closed.
func (w *walker[K]) excludeEarlierOptions(s *K, m int, o int32) {
	if !hasBit(s, w.multiples[m].openBit) {
		m, o = noIndex, 0
	}
	writeField(s, w.branchedMultiple, uint64(m+1))
	writeField(s, w.lastChosenOption, uint64(o))
}

// removeTriedOptions removes the options of the branched multiple that have been tried: all up to the one chosen last.
func (w *walker[K]) removeTriedOptions(s *K, live []uint64, fewer *K) {
	turn, to := readField(s, w.branchedMultiple), int(readField(s, w.lastChosenOption))
	if turn == 0 {
		return
	}
	b := w.multiples[turn-1].openBit
	h := &w.optionsByBit[b]
	for j := h.firstWord; j < to>>6; j++ {
		live[j] &^= h.words[j-h.firstWord]
	}
	live[to>>6] &^= h.words[to>>6-h.firstWord] & (2<<(to&63) - 1)
	addBits(fewer, &w.bitsNeededTogether[b])
}
