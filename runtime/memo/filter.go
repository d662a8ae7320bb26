package memo

// filter puts those of the options at w.live[lo:hi] on the stack that are
// possible at state s. All of them are possible at the parent, so that only those
// words are looked at that differ. There is room for the options.
func (w *walker[K]) filter(parent, s *K, lo, hi int) {
	mark := len(w.live)
	from, to := w.live[lo:hi], w.live[mark:mark+hi-lo]
	kept := -1
	for k := 0; k < len(*s); k++ {
		if (*parent)[k] != (*s)[k] {
			kept = w.possible(k, (*s)[k], from, to)
			from = to[:kept]
		}
	}
	if kept < 0 {
		kept = copy(to, from)
	}
	w.live = w.live[:mark+kept]
	if len(w.several) > 0 {
		w.dropTried(s, mark)
	}
}

// possible copies the options that need no bit of word k but those in have, and
// returns how many they are. The two slices may be the same.
func (w *walker[K]) possible(k int, have uint64, from, to []int32) int {
	kept, need := 0, w.need
	for _, o := range from {
		to[kept] = o
		if need[o][k]&^have == 0 {
			kept++
		}
	}
	return kept
}

// dropTried takes options off the stack, from mark on, that are out because
// their item is being branched on and later ones have been chosen.
func (w *walker[K]) dropTried(s *K, mark int) {
	c := get(s, w.cursor)
	if c == 0 {
		return
	}
	last := w.pairs[c-1]
	bit, kept := w.several[last.several].bit, mark
	for _, o := range w.live[mark:] {
		if o > last.option || !has(&w.need[o], bit) {
			w.live[kept] = o
			kept++
		}
	}
	w.live = w.live[:kept]
}

// tidy brings a state into the form in which it is looked up, given the survey of
// its possible options: no bit stays set that none of them needs. It reports
// whether every item can still be covered often enough.
func (w *walker[K]) tidy(s *K) bool {
	for v := range w.several {
		if e := &w.several[v]; has(s, e.bit) && !has(&w.any, e.bit) {
			if !w.mayLeave(s, v) {
				return false
			}
			w.abandon(s, v)
		}
	}
	if w.dryOnce(s) {
		return false
	}
	for k := 0; k < len(*s); k++ {
		(*s)[k] &^= w.rest[k] &^ w.any[k]
	}
	return true
}

// dryOnce reports whether an item to be covered once has no option left.
func (w *walker[K]) dryOnce(s *K) bool {
	for k := 0; k < len(*s); k++ {
		if (*s)[k]&w.once[k]&^w.any[k] != 0 {
			return true
		}
	}
	return false
}

// severalAt returns which of several is at a bit, or -1.
func (w *walker[K]) severalAt(bit int) int {
	return w.severed[w.order[bit]]
}

// mayLeave reports whether an item has been covered often enough.
func (w *walker[K]) mayLeave(s *K, v int) bool {
	return get(s, w.several[v].left) <= w.several[v].slack
}

// abandon closes an item, which is not covered again.
func (w *walker[K]) abandon(s *K, v int) {
	put(s, w.several[v].left, 0)
	unset(s, w.several[v].bit)
	if c := get(s, w.cursor); c != 0 && int(w.pairs[c-1].several) == v {
		put(s, w.cursor, 0)
	}
}

// moveCursor notes that of the options of item v no later ones than o can still
// be chosen, unless v is closed by now.
func (w *walker[K]) moveCursor(s *K, v int, o int32) {
	if v < 0 {
		return
	}
	if !has(s, w.several[v].bit) {
		put(s, w.cursor, 0)
		return
	}
	for k := w.pairOf[o]; k < w.pairOf[o+1]; k++ {
		if int(w.pairs[k].several) == v {
			put(s, w.cursor, uint64(k)+1)
		}
	}
}
