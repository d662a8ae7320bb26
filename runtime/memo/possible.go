package memo

import "math/bits"

// reduce puts the possible options of a state on the stack, behind those of its parent,
// which begin at a place, and brings the state into the form in which it is looked up. It
// reports whether every item can still be covered often enough.
func (w *walker[K]) reduce(parent, s *K, at int) bool {
	fewer := w.prune(parent, s, at)
	return w.tidy(s, &fewer, w.liveOf(at+w.setWords))
}

// liveOf returns the possible options of the level that begins at a place of the
// stack.
func (w *walker[K]) liveOf(at int) []uint64 { return w.live[at : at+w.setWords] }

// prune puts the options on the stack that are still possible at state s, and returns
// the bits whose options have become fewer.
func (w *walker[K]) prune(parent, s *K, at int) (fewer K) {
	w.live = append(w.live[:at+w.setWords], w.liveOf(at)...)
	live := w.liveOf(at + w.setWords)
	for k := 0; k < len(*s); k++ {
		gone := ((*parent)[k] &^ (*s)[k]) & w.members[k]
		for ; gone != 0; gone &= gone - 1 {
			b := k<<6 + bits.TrailingZeros64(gone)
			w.holder[b].leave(live)
			w.effort.work += int64(len(w.holder[b].words) + len(fewer) + 4)
			add(&fewer, &w.reach[b])
		}
	}
	if len(w.multiples) > 0 {
		w.dropTried(s, live, &fewer)
	}
	return fewer
}

// possible finds the options that are possible at a state which nothing but its bits
// tells apart from the root.
func (w *walker[K]) possible(s *K, live []uint64) {
	copy(live, w.live) // the root's come first
	for k := 0; k < len(*s); k++ {
		for gone := w.start[k] &^ (*s)[k]; gone != 0; gone &= gone - 1 {
			w.holder[k<<6+bits.TrailingZeros64(gone)].leave(live)
		}
	}
}

// leave takes the options of a holder out of a set.
func (h *holder) leave(live []uint64) {
	part := live[h.from:][:len(h.words)]
	for j, m := range h.words {
		part[j] &^= m
	}
}

// tidy clears bits that no option needs any more, given the possible options and the bits
// that may have lost their last one. It reports whether every item can still be covered
// often enough.
func (w *walker[K]) tidy(s, fewer *K, live []uint64) bool {
	for k := 0; k < len(*s); k++ {
		m := (*s)[k] & (*fewer)[k] & w.members[k]
		w.effort.work += int64(6 * bits.OnesCount64(m))
		for ; m != 0; m &= m - 1 {
			b := k<<6 + bits.TrailingZeros64(m)
			if !w.held(b, live) && !w.dry(s, b) {
				return false
			}
		}
	}
	return len(w.multiples) == 0 || w.enough(s, fewer, live)
}

// held reports whether an option of a set needs a bit.
func (w *walker[K]) held(b int, live []uint64) bool {
	h := &w.holder[b]
	part := live[h.from:][:len(h.words)]
	for j, m := range h.words {
		if m&part[j] != 0 {
			return true
		}
	}
	return false
}

// dry clears a bit that no possible option needs, and reports whether that is
// allowed.
func (w *walker[K]) dry(s *K, b int) bool {
	switch {
	case has(&w.once, b):
		return false
	case has(&w.rest, b):
		unset(s, b)
		return true
	}
	m := w.multipleAt(b)
	if !w.mayLeave(s, m) {
		return false
	}
	w.abandon(s, m)
	return true
}

// options counts the possible options of a bit, up to most or a little more.
func (w *walker[K]) options(b int, live []uint64, most int) int {
	h, n := &w.holder[b], 0
	w.effort.work += int64(len(h.words) + 4)
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

// pick returns the bit of the item to branch on: one that is being branched on
// already; else one to be covered once, by the branching; else the first one that
// is open.
func (w *walker[K]) pick(s *K, live []uint64) int {
	if len(w.multiples) > 0 {
		if turn := get(s, w.turn); turn != 0 {
			return w.multiples[turn-1].bit
		}
	}
	open, any := w.openPart(s, live)
	if !any {
		return first(s) // primary items have the lowest bits
	}
	switch w.branching {
	case near:
		return w.fewest(&open, live, 4)
	case mrv:
		return w.fewest(&open, live, 16)
	}
	return first(&open)
}

// fewest returns the first bit of a set with the fewest possible options, where
// most or more are as good as most.
func (w *walker[K]) fewest(set *K, live []uint64, most int) int {
	best, least := first(set), most
	for k := 0; k < len(*set); k++ {
		for m := (*set)[k]; m != 0; m &= m - 1 {
			b := k<<6 + bits.TrailingZeros64(m)
			if n := w.options(b, live, least); n < least {
				if best, least = b, n; n <= 1 {
					return best
				}
			}
		}
	}
	return best
}

// needs returns how often a multiple must still be covered at least; 0 or less is not at all.
func (w *walker[K]) needs(s *K, m int) int {
	return int(get(s, w.multiples[m].left)) - int(w.multiples[m].slack)
}

// mayLeave reports whether a multiple has been covered often enough.
func (w *walker[K]) mayLeave(s *K, m int) bool { return w.needs(s, m) <= 0 }

// enough reports whether the multiples whose options have become fewer have as many
// as they still need.
func (w *walker[K]) enough(s, fewer *K, live []uint64) bool {
	for m := range w.multiples {
		bit, need := w.multiples[m].bit, w.needs(s, m)
		if need > 1 && has(s, bit) && has(fewer, bit) && w.options(bit, live, need) < need {
			return false
		}
	}
	return true
}

// abandon closes a multiple, which is not covered again.
func (w *walker[K]) abandon(s *K, m int) {
	put(s, w.multiples[m].left, 0)
	unset(s, w.multiples[m].bit)
	if get(s, w.turn) == uint64(m)+1 {
		w.moveOn(s, m, 0)
	}
}

// moveOn notes that of the options of a multiple only later ones than o can still be
// chosen, unless it is closed by now.
func (w *walker[K]) moveOn(s *K, m int, o int32) {
	if !has(s, w.multiples[m].bit) {
		m, o = none, 0
	}
	put(s, w.turn, uint64(m+1))
	put(s, w.last, uint64(o))
}

// dropTried takes options out that come no later than the last one chosen, while
// their item is being branched on.
func (w *walker[K]) dropTried(s *K, live []uint64, fewer *K) {
	turn, to := get(s, w.turn), int(get(s, w.last))
	if turn == 0 {
		return
	}
	b := w.multiples[turn-1].bit
	h := &w.holder[b]
	for j := h.from; j < to>>6; j++ {
		live[j] &^= h.words[j-h.from]
	}
	live[to>>6] &^= h.words[to>>6-h.from] & (2<<(to&63) - 1)
	add(fewer, &w.reach[b])
}
