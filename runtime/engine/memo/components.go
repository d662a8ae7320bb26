package memo

import (
	"cmp"
	"math/bits"
	"slices"
)

// The open items of a state can often be divided into components, such that no possible option holds items of two
// components. Then the number of solutions is the product of those of the components. Each component is searched as a
// state of its own, and only once. A diagram has no products, and states with numbers cannot be divided. In these
// cases one component is finished before the next. So each state of a component is reached once, and not once for
// each state of the other components.

const (
	// maxComponents is the largest number of components into which a state is split.
	maxComponents = 16
	// maxStatesPerSplit is the largest ratio of states in which components were looked for to states with several
	// components at which splitting is used. For solid pentominoes in 3 by 4 by 5, which have no state with several
	// components, looking for them takes three quarters more time.
	maxStatesPerSplit = 16
)

// splitsComponents reports whether the components of a state are searched as states of their own.
func (w *walker[K]) splitsComponents() bool { return w.diagram == nil && len(w.multiples) == 0 }

// splitState pushes the components of a state to the stack, if components are searched on their own
// and looked for at this node. The possible options of the state are on the option stack from index
// at on. It returns the index of the first component; nothing is pushed if the state has only one.
//
// If the state before was connected, each component has a bit of torn: the bits that lost a
// connection. So the search for components ends as soon as these are joined, which usually takes a
// few steps around the option that was chosen.
func (w *walker[K]) splitState(s, torn *K, at int) (from int) {
	level := len(w.path) - 1
	if !w.splitsComponents() || level > 0 && w.splitsRootOnly {
		return len(w.components)
	}
	if level > 0 && w.path[level-1].isSplit {
		w.path[level].isConnected = true
		w.effort.cost += w.componentWork // as if the state had been reached from a connected one
		return len(w.components)
	}
	from = w.findComponents(s, torn, w.liveOf(at))
	w.path[level].isSplit = from < len(w.components) && len(w.components) < from+maxComponents
	return from
}

// findComponents is pushComponents for the state of the last level, whose torn bits are known if the
// state before was connected.
func (w *walker[K]) findComponents(s, torn *K, live []uint64) (from int) {
	level := len(w.path) - 1
	if level == 0 || !w.path[level-1].isConnected {
		torn = s
	}
	before := w.componentCost
	from = w.pushComponents(s, torn, live)
	w.effort.cost += cmp.Or(w.componentWork, w.componentCost-before)
	if w.path[level].isConnected = from == len(w.components); level > 0 {
		w.searchedStates++
		if !w.path[level].isConnected {
			w.splitStates++
		}
	}
	return from
}

// multiplyCounts stores the product of the counts of the components as the count of the state. The components are on
// the stack of components from index from on.
func (w *walker[K]) multiplyCounts(s *K, at, from int) {
	level, to := len(w.path)-1, len(w.components)
	w.path[level].branchCount = int32(to - from)
	w.counts.setWord(uint32(level), 1)
	for k := from; k < to && w.err == nil; k++ {
		w.path[level].branch++
		w.proveSplit(w.components[k:to], k == from)
		w.states[level+1] = w.components[k]
		w.visitNode(s, &w.states[level+1], at) // each item still has options
		w.recordError(w.counts.multiplyCount(uint32(level), uint32(level+1)))
		if w.counts.clampedInt64(uint32(level)) == 0 {
			break
		}
	}
	w.components = w.components[:from]
}

// pushComponents appends the components of a state to the stack, the smallest first, and returns
// their start. Each component has a bit of the set torn. If there is only one, it appends nothing.
func (w *walker[K]) pushComponents(s, torn *K, live []uint64) (from int) {
	from = len(w.components)
	rest, _ := commonBits(s, &w.itemBits)
	for n := 0; rest != *new(K); n++ {
		part := rest
		if n < maxComponents-1 {
			part = w.connectedPart(&rest, torn, live)
		}
		if n == 0 && part == rest {
			return from
		}
		if w.components, w.err = reserveSpace(w.account, w.components, 1); w.err != nil {
			return from
		}
		w.components = append(w.components, part)
		removeBits(&rest, &part)
	}
	slices.SortStableFunc(w.components[from:], func(a, b K) int { return bitCount(&a) - bitCount(&b) })
	return from
}

// connectedPart returns one component of a set of bits. Each component has a bit of the set torn.
// An option connects the bits that it needs and the bits that it clears. The search begins at the
// last bit of torn, and goes on at the last bit that is at the least distance: the last primary
// items often are pieces, whose options are everywhere.
func (w *walker[K]) connectedPart(all, torn *K, live []uint64) (part K) {
	ends, _ := commonBits(all, torn)
	first := highestBitOutside(&ends, &part)
	if first < 0 {
		return *all
	}
	var seen, next K
	setBit(&next, first)
	part = next
	for next != *new(K) {
		ring := next
		next = *new(K)
		for b := highestBitOutside(&ring, &seen); b >= 0; b = highestBitOutside(&ring, &seen) {
			setBit(&seen, b)
			w.connectBit(b, all, &part, live)
			if isSubset(&ends, &part) {
				return *all
			}
		}
		next = part
		removeBits(&next, &seen)
	}
	return part
}

// connectBit adds to part the bits of the set all that possible options connect with a bit.
func (w *walker[K]) connectBit(b int, all, part *K, live []uint64) {
	h := &w.holders[b]
	w.componentCost += int64(len(h.words) + len(*part))
	for j, m := range h.words {
		for m &= live[h.firstWord+j]; m != 0; m &= m - 1 {
			o := (h.firstWord+j)<<6 + bits.TrailingZeros64(m)
			need, clear := &w.neededBits[o], &w.clearedBits[o]
			w.componentCost += int64(len(*part))
			for k := 0; k < len(*part); k++ {
				(*part)[k] |= ((*need)[k] | (*clear)[k]) & (*all)[k]
			}
		}
	}
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
// whole problem that has any, and within it of the smallest component of the state.
func (w *walker[K]) openPart(s, torn *K, live []uint64) (open K, any bool) {
	open, any = commonBits(s, &w.onceBits)
	if !any || w.splitsComponents() {
		return open, any
	}
	open = firstComponentOf(w.rootComponents, &open, open)
	if w.splitsRootOnly || len(w.multiples) > 0 {
		return open, true
	}
	from := w.findComponents(s, torn, live)
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
