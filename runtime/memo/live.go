package memo

import "math/bits"

// holder is the set of options that need a bit, as words of a set of options:
// words[k] is word from+k. Options are sorted so that those words are few.
type holder struct {
	from  int
	words []uint64
}

// findHolders makes the sets of options that need each bit, and the bits that
// the options of each bit need.
func (c *code[K]) findHolders(a *account) error {
	lowest, highest := make([]int, c.bits), make([]int, c.bits)
	for o := len(c.option) - 1; o >= 0; o-- {
		for b := range ones(&c.need[o]) {
			if highest[b] == 0 {
				highest[b] = o>>6 + 1
			}
			lowest[b] = o >> 6
		}
	}
	sum := 0
	for b := range lowest {
		sum += highest[b] - lowest[b]
	}
	if err := a.take(sizeOf[uint64](sum) + sizeOf[K](c.bits) + sizeOf[holder](c.bits)); err != nil {
		return err
	}
	c.holder, c.reach = make([]holder, c.bits), make([]K, c.bits)
	for b := range c.holder {
		c.holder[b] = holder{lowest[b], make([]uint64, highest[b]-lowest[b])}
	}
	for o := range c.option {
		for b := range ones(&c.need[o]) {
			h := &c.holder[b]
			h.words[o>>6-h.from] |= 1 << (o & 63)
			for k := 0; k < len(c.start); k++ {
				c.reach[b][k] |= c.need[o][k]
			}
		}
	}
	return nil
}

// leave takes the options that need the bit out of a set.
func (h *holder) leave(live []uint64) {
	part := live[h.from:][:len(h.words)]
	for j, m := range h.words {
		part[j] &^= m
	}
}

// liveOf returns the possible options of the level that begins at a place of the
// stack.
func (w *walker[K]) liveOf(at int) []uint64 { return w.live[at : at+w.setWords] }

// prune puts the options on the stack, behind those of the parent, that are still
// possible at state s, and returns the bits whose options have become fewer.
func (w *walker[K]) prune(parent, s *K, at int) (fewer K) {
	w.live = append(w.live[:at+w.setWords], w.liveOf(at)...)
	live := w.liveOf(at + w.setWords)
	for k := 0; k < len(*s); k++ {
		gone := ((*parent)[k] &^ (*s)[k]) & (w.prim[k] | w.rest[k])
		for ; gone != 0; gone &= gone - 1 {
			b := k<<6 + bits.TrailingZeros64(gone)
			w.holder[b].leave(live)
			r := &w.reach[b]
			for j := 0; j < len(fewer); j++ {
				fewer[j] |= (*r)[j]
			}
		}
	}
	if len(w.several) > 0 {
		w.dropTried(s, live, &fewer)
	}
	return fewer
}

// possible finds the options that are possible at a state which nothing but its bits
// tells apart from the root.
func (w *walker[K]) possible(s *K, live []uint64) {
	copy(live, w.live) // the root's come first
	for k := 0; k < len(*s); k++ {
		gone := w.start[k] &^ (*s)[k]
		for ; gone != 0; gone &= gone - 1 {
			w.holder[k<<6+bits.TrailingZeros64(gone)].leave(live)
		}
	}
}

// dropTried takes options out that come no later than the last one chosen, while
// their item is being branched on.
func (w *walker[K]) dropTried(s *K, live []uint64, fewer *K) {
	c := get(s, w.cursor)
	if c == 0 {
		return
	}
	last := w.pairs[c-1]
	b, to := w.several[last.several].bit, int(last.option)
	h := &w.holder[b]
	for j := h.from; j < to>>6; j++ {
		live[j] &^= h.words[j-h.from]
	}
	live[to>>6] &^= h.words[to>>6-h.from] & (2<<(to&63) - 1)
	for k := 0; k < len(*s); k++ {
		(*fewer)[k] |= w.reach[b][k]
	}
}

// tidy brings a state into the form in which it is looked up, given the possible
// options and the bits that may have lost their last one: no bit stays set that
// no option needs. It reports whether every item can still be covered often
// enough.
func (w *walker[K]) tidy(s, fewer *K, live []uint64) bool {
	for k := 0; k < len(*s); k++ {
		m := (*s)[k] & (*fewer)[k] & (w.prim[k] | w.rest[k])
		for ; m != 0; m &= m - 1 {
			b := k<<6 + bits.TrailingZeros64(m)
			if !w.held(b, live) && !w.dry(s, b) {
				return false
			}
		}
	}
	return len(w.several) == 0 || w.enough(s, fewer, live)
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
	v := w.severalAt(b)
	if !w.mayLeave(s, v) {
		return false
	}
	w.abandon(s, v)
	return true
}

// options counts the possible options of a bit, up to most or a little more.
func (w *walker[K]) options(b int, live []uint64, most int) int {
	h, n := &w.holder[b], 0
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
