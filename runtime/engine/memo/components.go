package memo

import (
	"cmp"
	"math/bits"
	"slices"
)

// The open items of a state can often be divided into components, such that no possible option holds items of two
// components. Then the number of solutions is the product of those of the components. Each component is searched as a
// state of its own, and only once. A diagram has no products, and states with numbers of covers cannot be divided. In
// these two cases one component is finished before the next. So each state of a component is reached once, and not once
// for each state of the other components.

const (
	// maxComponents is the largest number of components into which a state is divided.
	maxComponents = 16
	// maxStatesPerSplit is the largest ratio of examined states to states with several components at which the search
	// still looks for components. Without this bound, solid pentominoes in 3 by 4 by 5, where no state has several
	// components, take three quarters more time.
	maxStatesPerSplit = 16
)

// splitsComponents reports whether each component of a state is searched as a state of its own.
func (w *walker[K]) splitsComponents() bool { return w.diagram == nil && len(w.multiples) == 0 }

// splitState divides a state into components, if components are searched as states of their own and the search for them
// is likely to save time at this node. It pushes the components to the component stack, and returns the index of the
// first one. Nothing is pushed if the state is connected. The possible options of the state are on the option stack
// from index at on.
//
// The set torn holds the bits that were connected by options which the last choice made impossible. If the state before
// was connected, each component has such a bit. So the search for components ends as soon as these bits are joined,
// which usually takes a few steps around the chosen option.
func (w *walker[K]) splitState(s, torn *K, at int) (from int) {
	level := len(w.levelSteps) - 1
	if !w.splitsComponents() || level > 0 && w.splitsRootOnly {
		return len(w.componentStack)
	}
	if level > 0 && w.levelSteps[level-1].isSplit {
		w.levelSteps[level].isConnected = true
		// charged as if the state had been reached from a connected one, so that the threads do not matter
		w.effort.cost += w.componentWork
		return len(w.componentStack)
	}
	from = w.findComponents(s, torn, w.liveOptionsAt(at))
	w.levelSteps[level].isSplit = from < len(w.componentStack) && len(w.componentStack) < from+maxComponents
	return from
}

// findComponents calls pushComponents for the state of the last level. It determines which bits may have lost a
// connection: the bits in torn if the state before was connected, and otherwise all bits.
func (w *walker[K]) findComponents(s, torn *K, live []uint64) (from int) {
	level := len(w.levelSteps) - 1
	if level == 0 || !w.levelSteps[level-1].isConnected {
		torn = s
	}
	before := w.componentCost
	from = w.pushComponents(s, torn, live)
	w.effort.cost += cmp.Or(w.componentWork, w.componentCost-before)
	if w.levelSteps[level].isConnected = from == len(w.componentStack); level > 0 {
		w.examinedStates++
		if !w.levelSteps[level].isConnected {
			w.dividedStates++
		}
	}
	return from
}

// multiplyCounts stores the product of the counts of the components as the count of the state. The components begin at
// index from of their stack.
func (w *walker[K]) multiplyCounts(s *K, at, from int) {
	level, to := len(w.levelSteps)-1, len(w.componentStack)
	w.levelSteps[level].branchCount = int32(to - from)
	w.countsByLevel.setWord(uint32(level), 1)
	for k := from; k < to && w.err == nil; k++ {
		w.levelSteps[level].branchNumber++
		w.proveSplit(w.componentStack[k:to], k == from)
		w.statesByLevel[level+1] = w.componentStack[k]
		w.visitNode(s, &w.statesByLevel[level+1], at) // no item of the state lacks options
		w.recordError(w.countsByLevel.multiplyCount(uint32(level), uint32(level+1)))
		if w.countsByLevel.clampedInt64(uint32(level)) == 0 {
			break
		}
	}
	w.componentStack = w.componentStack[:from]
}

// pushComponents pushes the components of a state to the component stack, the smallest first, and returns the index of
// the first one. Each component has a bit of the set torn. If there is only one component, nothing is pushed.
func (w *walker[K]) pushComponents(s, torn *K, live []uint64) (from int) {
	from = len(w.componentStack)
	rest, _ := commonBits(s, &w.itemBits)
	for n := 0; rest != *new(K); n++ {
		part := rest
		if n < maxComponents-1 {
			part = w.componentAt(&rest, torn, live)
		}
		if n == 0 && part == rest {
			return from
		}
		if w.componentStack, w.err = reserveSpace(w.account, w.componentStack, 1); w.err != nil {
			return from
		}
		w.componentStack = append(w.componentStack, part)
		removeBits(&rest, &part)
	}
	slices.SortStableFunc(w.componentStack[from:], func(a, b K) int { return bitCount(&a) - bitCount(&b) })
	return from
}

// componentAt returns one component of the set of bits all. Each component of that set has a bit of the set torn. An
// option connects all the bits that it needs or clears. The search begins at the highest bit of torn. Among the bits at
// the least distance it continues at the highest one, because the last primary items often are pieces, whose options
// are everywhere on the board.
func (w *walker[K]) componentAt(all, torn *K, live []uint64) (part K) {
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

// connectBit adds to part the bits of the set all that some possible option connects with bit b.
func (w *walker[K]) connectBit(b int, all, part *K, live []uint64) {
	h := &w.optionsByBit[b]
	w.componentCost += int64(len(h.words) + len(*part))
	for j, m := range h.words {
		for m &= live[h.firstWord+j]; m != 0; m &= m - 1 {
			o := (h.firstWord+j)<<6 + bits.TrailingZeros64(m)
			need, clear := &w.requiredBits[o], &w.clearedBits[o]
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

// openItemsOfPart returns the open items that are covered once. If components are finished one after the other, it
// returns only those of one component: the smallest component of the state within the first component of the whole
// problem that still has open items.
func (w *walker[K]) openItemsOfPart(s, torn *K, live []uint64) (open K, any bool) {
	open, any = commonBits(s, &w.onceBits)
	if !any || w.splitsComponents() {
		return open, any
	}
	open = firstComponentOf(w.rootComponents, &open, open)
	if w.splitsRootOnly || len(w.multiples) > 0 {
		return open, true
	}
	from := w.findComponents(s, torn, live)
	open = firstComponentOf(w.componentStack[from:], &w.onceBits, open)
	w.componentStack = w.componentStack[:from]
	return open, true
}

// firstComponentOf returns the part of a set that lies in one component: the first component that has any bit of the
// set. If no component has one, the result is the argument otherwise.
func firstComponentOf[K stateWords](components []K, set *K, otherwise K) K {
	for k := range components {
		if part, any := commonBits(&components[k], set); any {
			return part
		}
	}
	return otherwise
}
