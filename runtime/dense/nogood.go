package dense

import "slices"

// nogoods are those of three options and more; pairs are in the table. When all
// but one of a nogood are chosen, that one is removed.
type nogoods struct {
	sets    [][]int32 // of bits, each with three options or more
	holding [][]int32 // by bit: the sets that hold the option
}

// newNogoods returns nil if there is no such nogood.
func newNogoods(t *table) *nogoods {
	if len(t.larger) == 0 {
		return nil
	}
	n := &nogoods{sets: t.larger, holding: make([][]int32, len(t.id))}
	for k, set := range n.sets {
		for _, o := range set {
			n.holding[o] = append(n.holding[o], int32(k))
		}
	}
	return n
}

// remove takes the options out of a frame that would complete a nogood, now that
// the last of those chosen is.
func (n *nogoods) remove(f *frame, chosen []int32) {
	removed := false
	for _, k := range n.holding[chosen[len(chosen)-1]] {
		if o := missing(n.sets[k], chosen); o >= 0 && f.live.Has(int(o)) {
			f.live.Remove(int(o))
			removed = true
		}
	}
	if removed {
		f.list = slices.DeleteFunc(f.list, func(k int32) bool { return f.live[k] == 0 })
	}
}

// completed reports whether the last of those chosen completes a nogood.
func (n *nogoods) completed(chosen []int32) bool {
	for _, k := range n.holding[chosen[len(chosen)-1]] {
		if !slices.ContainsFunc(n.sets[k], func(o int32) bool { return !slices.Contains(chosen, o) }) {
			return true
		}
	}
	return false
}

// missing returns the only option of a set that is not chosen, or none.
func missing(set, chosen []int32) int32 {
	only := none
	for _, o := range set {
		if slices.Contains(chosen, o) {
			continue
		}
		if only != none {
			return none
		}
		only = o
	}
	return only
}
