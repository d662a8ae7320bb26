package memo

import (
	"math/bits"
	"slices"
)

// A state falls apart where no possible option connects its parts, the components. Its number of
// solutions is the product of theirs, and each component is a state of its own, which is looked up
// and expanded once. A diagram has no products, and a state with numbers in it cannot be divided.
// There one component is finished before the next, so each state of a component is reached once,
// and not once for each state of the other components.

const (
	// maxComponents bounds the number of components that a node is split into.
	maxComponents = 16
	// nodesPerLook is the number of nodes for each one that looks for components, with splitSometimes.
	nodesPerLook = 16
	// worthwhileStates is the number of searched states for each state with several components, beyond
	// which splitting does not pay.
	worthwhileStates = 16
)

// splitsComponents reports whether the components of a state are searched as states of their own.
func (w *walker[K]) splitsComponents() bool { return w.sketch == nil && len(w.multiples) == 0 }

// splitState pushes the components of a state if they are searched on their own and this node is
// one that looks for them. The possible options of the state are on the stack from at on. It
// returns where its components begin; there are none if the state is not split.
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

// multiplyCounts stores the product of the counts of the components, which begin at from, as the
// count of the state.
func (w *walker[K]) multiplyCounts(s *K, at, from int) {
	level, to := len(w.path)-1, len(w.components)
	w.path[level].of = int32(to - from)
	w.counts.setWord(uint32(level), 1)
	for k := from; k < to && w.err == nil; k++ {
		w.path[level].tried++
		w.states[level+1] = w.components[k]
		w.visitNode(s, &w.states[level+1], at) // each item still has options
		w.noteError(w.counts.multiplyCount(uint32(level), uint32(level+1)))
		if w.counts.toInt64(uint32(level)) == 0 {
			break
		}
	}
	w.components = w.components[:from]
}

// pushComponents appends the components of a state to the stack, the smallest first, and returns
// their start. If there is only one, it appends nothing.
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

// connectedPart returns the part of a set that possible options connect with its last bit. An
// option connects the bits that it needs and those that it clears. The last primary items often are
// the pieces, whose options are everywhere, so few steps are enough.
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

// highestBitOutside returns the highest bit that is in the first set and not in the second, or -1.
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

// openPart returns the open items that are covered once. Where components are finished one after
// the other, it returns those of one component: the first component of the problem that has any,
// and within it, if components are looked for at this node, the smallest component of the state.
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
