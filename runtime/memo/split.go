package memo

import "math/bits"

// maxParts bounds the parts that are told apart at a node.
const maxParts = 16

// A state falls apart where no possible option connects what is left. Its number of
// solutions is the product of those of its parts, and each part is a state of its own,
// which is looked up and searched once. A diagram has no products, and a state with
// numbers in it cannot be divided: there one part is finished before the next, so that
// each state of it is met once, and not once for each state of the others.

// split appends the parts of a state to the stack of parts, the smallest first, and
// returns where they begin. If the state is in one piece, it appends nothing.
func (w *walker[K]) split(s *K, live []uint64) (from int) {
	from = len(w.parts)
	rest := w.items(s)
	for n := 0; ; n++ {
		if w.parts, w.err = reserve(w.account, w.parts, 1); w.err != nil {
			return from
		}
		part := rest
		if n < maxParts-1 {
			part = w.connected(&rest, live)
		}
		if n == 0 && part == rest {
			return from
		}
		w.parts = append(w.parts, part)
		for k := 0; k < len(rest); k++ {
			rest[k] &^= part[k]
		}
		if rest == *new(K) {
			break
		}
	}
	sortBySize(w.parts[from:])
	return from
}

// connected returns what possible options connect with the last bit of a set: an option
// connects the bits that it needs and those that it clears. The last primary items often
// are the pieces, which go everywhere, so that little needs to be looked at.
func (w *walker[K]) connected(all *K, live []uint64) (part K) {
	var seen K
	for b := lastBut(all, &seen); b >= 0; b = lastBut(&part, &seen) {
		set(&seen, b)
		set(&part, b)
		h := &w.holder[b]
		for j, m := range h.words {
			for m &= live[h.from+j]; m != 0; m &= m - 1 {
				w.touch(&part, (h.from+j)<<6+bits.TrailingZeros64(m), all)
			}
		}
		if part == *all {
			break
		}
	}
	return part
}

// touch adds the bits of a set that an option needs or clears to a part.
func (w *walker[K]) touch(part *K, o int, all *K) {
	need, clear := &w.need[o], &w.clear[o]
	for k := 0; k < len(*part); k++ {
		(*part)[k] |= ((*need)[k] | (*clear)[k]) & (*all)[k]
	}
}

// lastBut returns the highest bit of a set that another one does not have, or -1.
func lastBut[K words](set, but *K) int {
	for k := len(*set) - 1; k >= 0; k-- {
		if m := (*set)[k] &^ (*but)[k]; m != 0 {
			return k<<6 + bits.Len64(m) - 1
		}
	}
	return -1
}

// items returns the bits of a state that are of items, without numbers.
func (w *walker[K]) items(s *K) (items K) {
	for k := 0; k < len(items); k++ {
		items[k] = (*s)[k] & (w.prim[k] | w.rest[k])
	}
	return items
}

// sortBySize sorts a few sets by insertion.
func sortBySize[K words](sets []K) {
	for k := 1; k < len(sets); k++ {
		for j := k; j > 0 && size(&sets[j]) < size(&sets[j-1]); j-- {
			sets[j], sets[j-1] = sets[j-1], sets[j]
		}
	}
}

func size[K words](s *K) (n int) {
	for k := 0; k < len(*s); k++ {
		n += bits.OnesCount64((*s)[k])
	}
	return n
}

// looks reports whether it is looked at this node whether the state falls apart.
func (w *walker[K]) looks() bool {
	return len(w.path) == 0 || w.divide == everywhere || w.divide == nowAndThen && w.stats.Nodes%seldom == 0
}

// fall splits a state, whose possible options are on the stack from at on, if it is
// looked whether it falls apart.
func (w *walker[K]) fall(s *K, at int) (from int) {
	if !w.divides() || !w.looks() {
		return len(w.parts)
	}
	w.looked++
	if from = w.split(s, w.liveOf(at)); from < len(w.parts) {
		w.splits++
	}
	return from
}

const (
	// seldom is how many nodes there are for each that is looked at now and then.
	seldom = 16
	// worthwhile is how many states may be looked at for each that falls apart.
	worthwhile = 16
)

// often reports whether states fell apart so often that looking was worth it, but for the
// root.
func (w *walker[K]) often() bool { return (w.splits-1)*worthwhile > w.looked }

// multiply leaves the product of the counts of the parts from a place on as that of the
// state. It returns how many nodes were visited below it.
func (w *walker[K]) multiply(s *K, at, from int) int32 {
	level, to := len(w.path), len(w.parts)
	w.begin(int32(to - from))
	w.counts.set(uint32(level), 1)
	for k := from; k < to && w.err == nil; k++ {
		w.path[level].tried++
		w.states[level+1] = w.parts[k]
		w.visit(s, &w.states[level+1], at) // options are left for each of its items
		w.note(w.counts.multiply(uint32(level), uint32(level+1)))
		if w.counts.zero(uint32(level)) {
			break
		}
	}
	w.parts = w.parts[:from]
	return w.end()
}

// divides reports whether the parts of a state are searched as states of their own.
func (w *walker[K]) divides() bool { return w.sketch == nil && len(w.several) == 0 }
