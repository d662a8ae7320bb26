package memo

// direct returns the result of a node of a fixed order, and leaves its count at the
// node's level. The options of the first open item are those that are filed under it:
// an option that is filed under an earlier one holds an item that is covered.
func (w *walker[K]) direct(s *K) uint32 {
	if !w.count() {
		return dead
	}
	if !intersect(s, &w.prim) {
		return w.complete()
	}
	t := first(s)
	if !w.plain {
		for k := 0; k < len(*s); k++ {
			(*s)[k] &= w.matter[t][k]
		}
	}
	hash := hashOf(s)
	if result := w.recall(s, hash); result != unknown {
		return result
	}
	from, to := w.file[t], w.file[t+1]
	w.begin(to - from)
	first := from + int32(int(to-from)*w.thread/w.threads)
	w.filed(s, first, to)
	w.filed(s, from, first)
	return w.keep(s, hash, w.end(), t)
}

// filed visits the branches of a state with options from to to-1.
func (w *walker[K]) filed(s *K, from, to int32) {
	level := len(w.path) - 1
	for o := from; o < to && w.err == nil; o++ {
		w.path[level].tried++
		if !within(&w.need[o], s) {
			continue
		}
		child := w.child(s)
		for k := 0; k < len(*child); k++ {
			(*child)[k] &^= w.clear[o][k]
		}
		w.join(int32(w.option[o]), w.direct(child))
	}
}

// findMatter finds which bits matter when item t is the first open one: those of
// primary items, and those that an option needs which is filed under t or behind.
func (w *walker[K]) findMatter() error {
	if w.plain {
		return nil
	}
	if err := w.account.take(sizeOf[K](len(w.order))); err != nil {
		return err
	}
	w.matter = make([]K, len(w.order))
	bits := w.prim
	for t := len(w.order) - 1; t >= 0; t-- {
		for o := w.file[t]; o < w.file[t+1]; o++ {
			for k := 0; k < len(bits); k++ {
				bits[k] |= w.need[o][k]
			}
		}
		w.matter[t] = bits
	}
	return nil
}
