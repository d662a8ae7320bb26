package memo

import (
	"iter"
	"math/bits"
)

// pick returns the bit of the item to branch on: one that is being branched on
// already; else one to be covered once, by the branching; else the first one that
// is open.
func (w *walker[K]) pick(s *K, live []uint64) int {
	if len(w.several) > 0 {
		if c := get(s, w.cursor); c != 0 {
			return w.several[w.pairs[c-1].several].bit
		}
	}
	open, any := w.openPart(s, live)
	if !any {
		return first(s) // primary items have the lowest bits
	}
	switch w.branching {
	case Near:
		return w.fewest(&open, live, 4)
	case MRV:
		return w.fewest(&open, live, 16)
	}
	return first(&open)
}

// openPart returns the open items to be covered once, of one part only where parts are
// finished one after the other: of those that the problem has from the start, the first
// that has any, and of those into which the state has fallen, if that is looked for, the
// smallest.
func (w *walker[K]) openPart(s *K, live []uint64) (open K, any bool) {
	open, any = common(s, &w.once)
	if !any || w.divides() {
		return open, any
	}
	for k := range w.roots {
		if part, some := common(&w.roots[k], &open); some {
			open = part
			break
		}
	}
	if w.divide == atRoot || len(w.several) > 0 {
		return open, true
	}
	from := w.split(s, live)
	for k := from; k < len(w.parts); k++ {
		if part, some := common(&w.parts[k], &w.once); some {
			open = part
			break
		}
	}
	w.parts = w.parts[:from]
	return open, true
}

// common returns what two sets have in common, and whether that is anything.
func common[K words](a, b *K) (both K, any bool) {
	some := uint64(0)
	for k := 0; k < len(both); k++ {
		both[k] = (*a)[k] & (*b)[k]
		some |= both[k]
	}
	return both, some != 0
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

// first returns the lowest bit of a set that is not empty.
func first[K words](set *K) int {
	for k := 0; k < len(*set); k++ {
		if (*set)[k] != 0 {
			return k<<6 + bits.TrailingZeros64((*set)[k])
		}
	}
	return -1
}

// ones yields the bits of a set.
func ones[K words](set *K) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := 0; k < len(*set); k++ {
			for m := (*set)[k]; m != 0; m &= m - 1 {
				if !yield(k<<6 + bits.TrailingZeros64(m)) {
					return
				}
			}
		}
	}
}

// intersect reports whether two sets have a bit in common.
func intersect[K words](a, b *K) bool {
	for k := 0; k < len(*a); k++ {
		if (*a)[k]&(*b)[k] != 0 {
			return true
		}
	}
	return false
}
