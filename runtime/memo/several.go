package memo

// severalAt returns which of several is at a bit, or -1.
func (w *walker[K]) severalAt(bit int) int {
	return w.severed[w.order[bit]]
}

// mayLeave reports whether an item has been covered often enough.
func (w *walker[K]) mayLeave(s *K, v int) bool {
	return get(s, w.several[v].left) <= w.several[v].slack
}

// enough reports whether the items whose options have become fewer have as many
// as they still need.
func (w *walker[K]) enough(s, fewer *K, live []uint64) bool {
	for v := range w.several {
		e := &w.several[v]
		if !has(s, e.bit) || !has(fewer, e.bit) || w.mayLeave(s, v) {
			continue
		}
		need := int(get(s, e.left) - e.slack)
		if need > 1 && w.options(e.bit, live, need) < need {
			return false
		}
	}
	return true
}

// abandon closes an item, which is not covered again.
func (w *walker[K]) abandon(s *K, v int) {
	put(s, w.several[v].left, 0)
	unset(s, w.several[v].bit)
	if c := get(s, w.cursor); c != 0 && int(w.pairs[c-1].several) == v {
		put(s, w.cursor, 0)
	}
}

// moveCursor notes that of the options of item v only later ones than o can still
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
