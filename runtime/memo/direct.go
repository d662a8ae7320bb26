package memo

// direct returns the result of a node of a fixed order. The options of the first
// open item are those that are filed under it: an option that is filed under an
// earlier one holds an item that is covered.
func (w *walker[K]) direct(s *K) uint32 {
	if !w.count() {
		return dead
	}
	if !intersect(s, &w.prim) {
		return done
	}
	t := first(s)
	if !w.plain {
		for k := 0; k < len(*s); k++ {
			(*s)[k] &= w.matter[t][k]
		}
	}
	hash := hashOf(s)
	n, slot := w.find(s, hash)
	if n != 0 {
		w.stats.Hits++
		return n
	}
	n = w.enter(s, hash, slot)
	if w.err != nil {
		return dead
	}
	w.expandDirect(n, s, t)
	return w.end(n, t)
}

// expandDirect visits the branches of state n, whose first open item is t.
func (w *walker[K]) expandDirect(n uint32, s *K, t int) {
	level := len(w.path)
	w.path = append(w.path, step{of: w.file[t+1] - w.file[t]})
	w.begin()
	for o := w.file[t]; o < w.file[t+1] && w.err == nil; o++ {
		w.path[level].tried++
		if !within(&w.need[o], s) {
			continue
		}
		child := w.child(s)
		for k := 0; k < len(*child); k++ {
			(*child)[k] &^= w.clear[o][k]
		}
		w.join(n, int32(w.option[o]), w.direct(child))
	}
	w.path = w.path[:level]
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
