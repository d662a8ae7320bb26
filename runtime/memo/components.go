package memo

import (
	"math/bits"
	"slices"
)

// A state falls apart where no possible option connects what is left. Its number of
// solutions is the product of those of its components, and each of these is a state of its
// own, which is looked up and searched once. A diagram has no products, and a state with
// numbers in it cannot be divided: there one component is finished before the next, so
// that each state of it is met once, and not once for each state of the others.

const (
	// maxComponents bounds the components that are told apart at a node.
	maxComponents = 16
	// nodesPerLook is how many nodes there are for each of those at which components are looked
	// for sometimes.
	nodesPerLook = 16
	// worthwhileStates is how many states may be searched for each that has several.
	worthwhileStates = 16
)

// splitsComponents reports whether the components of a state are searched as states of their own.
func (w *walker[K]) splitsComponents() bool { return w.sketch == nil && len(w.multiples) == 0 }

// splitState splits a state, whose possible options are on the stack from at on, if
// its components are to be searched on their own, and if it is time to look for them.
func (w *walker[K]) splitState(s *K, at int) (from int) {
	if !w.splitsComponents() || len(w.path) > 1 && (w.splitting == splitAtRoot || w.splitting == splitSometimes &&
		w.effort.nodes%nodesPerLook != 0) {
		return len(w.components)
	}
	w.searched++
	if from = w.pushComponents(s, w.liveOf(at)); from < len(w.components) {
		w.splits++
	}
	return from
}

// multiplyCounts leaves the product of the counts of the components from a place on as that of
// the state.
func (w *walker[K]) multiplyCounts(s *K, at, from int) {
	level, to := len(w.path)-1, len(w.components)
	w.path[level].of = int32(to - from)
	w.counts.setWord(uint32(level), 1)
	for k := from; k < to && w.err == nil; k++ {
		w.path[level].tried++
		w.states[level+1] = w.components[k]
		w.visitNode(s, &w.states[level+1], at) // options are left for each of its items
		w.noteError(w.counts.multiplyCount(uint32(level), uint32(level+1)))
		if w.counts.toInt64(uint32(level)) == 0 {
			break
		}
	}
	w.components = w.components[:from]
}

// pushComponents appends the components of a state to the stack, the smallest first, and returns
// where they begin. If there is one only, it appends nothing.
func (w *walker[K]) pushComponents(s *K, live []uint64) (from int) {
	from = len(w.components)
	rest, _ := commonBits(s, &w.members)
	for n := 0; rest != *new(K); n++ {
		if w.components, w.err = reserveSpace(w.account, w.components, 1); w.err != nil {
			return from
		}
		part := rest
		if n < maxComponents-1 {
			part = w.connectedPart(&rest, live)
		}
		if n == 0 && part == rest {
			return from
		}
		w.components = append(w.components, part)
		removeBits(&rest, &part)
	}
	slices.SortStableFunc(w.components[from:], func(a, b K) int { return bitCount(&a) - bitCount(&b) })
	return from
}

// connectedPart returns what possible options connect with the last bit of a set: an option
// connects the bits that it needs and those that it clears. The last primary items often
// are the pieces, which go everywhere, so that little needs to be looked at.
func (w *walker[K]) connectedPart(all *K, live []uint64) (part K) {
	var seen K
	for b := highestBitOutside(all, &seen); b >= 0 && part != *all; b = highestBitOutside(&part, &seen) {
		setBit(&seen, b)
		setBit(&part, b)
		h := &w.holders[b]
		w.effort.cost += int64(len(h.words) + len(part))
		for j, m := range h.words {
			for m &= live[h.from+j]; m != 0; m &= m - 1 {
				o := (h.from+j)<<6 + bits.TrailingZeros64(m)
				need, clear := &w.need[o], &w.clear[o]
				w.effort.cost += int64(len(part))
				for k := 0; k < len(part); k++ {
					part[k] |= ((*need)[k] | (*clear)[k]) & (*all)[k]
				}
			}
		}
	}
	return part
}

// highestBitOutside returns the highest bit of a set that another one does not have, or -1.
func highestBitOutside[K stateWords](set, but *K) int {
	for k := len(*set) - 1; k >= 0; k-- {
		if m := (*set)[k] &^ (*but)[k]; m != 0 {
			return k<<6 + bits.Len64(m) - 1
		}
	}
	return -1
}

func bitCount[K stateWords](s *K) (n int) {
	for k := 0; k < len(*s); k++ {
		n += bits.OnesCount64((*s)[k])
	}
	return n
}

// openPart returns the open items to be covered once, of one component only where they
// are finished one after the other: of those that the problem has from the start, the
// first that has any, and of those of the state, if they are looked for, the smallest.
func (w *walker[K]) openPart(s *K, live []uint64) (open K, any bool) {
	open, any = commonBits(s, &w.onceBits)
	if !any || w.splitsComponents() {
		return open, any
	}
	open = firstComponentOf(w.roots, &open, open)
	if w.splitting == splitAtRoot || len(w.multiples) > 0 {
		return open, true
	}
	from := w.pushComponents(s, live)
	open = firstComponentOf(w.components[from:], &w.onceBits, open)
	w.components = w.components[:from]
	return open, true
}

// firstComponentOf returns the bits of a set in the first component that has any of them.
func firstComponentOf[K stateWords](components []K, set *K, otherwise K) K {
	for k := range components {
		if part, any := commonBits(&components[k], set); any {
			return part
		}
	}
	return otherwise
}
