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
	// nodesPerLook is the number of nodes per search for components, with splitSometimes.
	nodesPerLook = 16
	// worthwhileStates is the largest number of searched states per state with several components
	// at which splitting still saves time.
	worthwhileStates = 16
)

// splitsComponents reports whether the components of a state are searched as states of their own.
func (w *walker[K]) splitsComponents() bool { return w.growing == nil && len(w.multiples) == 0 }

// splitState pushes the components of a state to the stack, if components are searched on their own
// and looked for at this node. The possible options of the state are on the option stack from index
// at on. It returns the index of the first component; nothing is pushed if the state has only one.
func (w *walker[K]) splitState(s *K, at int) (from int) {
	if !w.splitsComponents() || len(w.path) > 1 && (w.splitting == splitAtRoot || w.splitting == splitSometimes &&
		w.effort.nodes%nodesPerLook != 0) {
		return len(w.components)
	}
	w.searchedStates++
	if from = w.pushComponents(s, w.liveOf(at)); from < len(w.components) {
		w.splitStates++
	}
	return from
}

// multiplyCounts stores the product of the counts of the components as the count of the state. The
// components begin at index from of their stack.
func (w *walker[K]) multiplyCounts(s *K, at, from int) {
	level, to := len(w.path)-1, len(w.components)
	w.path[level].branchCount = int32(to - from)
	w.counts.setWord(uint32(level), 1)
	for k := from; k < to && w.err == nil; k++ {
		w.path[level].branch++
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
	rest, _ := commonBits(s, &w.itemBits)
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

// connectedPart returns the part of a set of bits that possible options connect with its last bit.
// An option connects the bits that it needs and the bits that it clears. The last primary items
// often are pieces, whose options are everywhere, so few steps are enough.
func (w *walker[K]) connectedPart(all *K, live []uint64) (part K) {
	var seen K
	for b := highestBitOutside(all, &seen); b >= 0 && part != *all; b = highestBitOutside(&part, &seen) {
		setBit(&seen, b)
		setBit(&part, b)
		h := &w.holders[b]
		w.effort.cost += int64(len(h.words) + len(part))
		for j, m := range h.words {
			for m &= live[h.firstWord+j]; m != 0; m &= m - 1 {
				o := (h.firstWord+j)<<6 + bits.TrailingZeros64(m)
				need, clear := &w.neededBits[o], &w.clearedBits[o]
				w.effort.cost += int64(len(part))
				for k := 0; k < len(part); k++ {
					part[k] |= ((*need)[k] | (*clear)[k]) & (*all)[k]
				}
			}
		}
	}
	return part
}

// highestBitOutside returns the highest bit of the first set that is not in the second, or -1.
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

// openPart returns the open items that are covered once. If components are finished one after the
// other, it returns only the items of the component whose turn it is: of the first component of the
// whole problem that has any, and within it of the smallest component of the state, if this node
// looks for components.
func (w *walker[K]) openPart(s *K, live []uint64) (open K, any bool) {
	open, any = commonBits(s, &w.onceBits)
	if !any || w.splitsComponents() {
		return open, any
	}
	open = firstComponentOf(w.rootComponents, &open, open)
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
