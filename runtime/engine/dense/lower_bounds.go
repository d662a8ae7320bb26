package dense

import (
	"math"
	"math/bits"
)

// lowerBounds holds, for each item by its rank, a lower bound of its number of live options. A bound is a byte whose
// high bit is 0, and a word holds eight bounds. On a large board, a choice removes options of only a few items, those
// near the chosen option. Most of the other items have too many options to be the best one. Their bounds show that, so
// that the search skips these items, eight at a time.
type lowerBounds []uint64

const (
	maxLowerBound = 1<<7 - 1 // largest bound that a byte can hold; it also stands for all larger bounds
	// lowest bit of each byte in a word; highest bit of each byte
	lowByteBits, highByteBits = 0x0101010101010101, 0x8080808080808080
)

// boundWordCount returns the number of words that hold the bounds of the given number of items. It returns 0 if the
// items are so few that counting the options of all of them is faster.
func boundWordCount(items int) int {
	if items <= MaxItemsOfSecondPhase {
		return 0
	}
	return wordsOfBounds(items)
}

func wordsOfBounds(items int) int { return (items + 7) / 8 }

// raiseBound raises the bound of an item to n. It does nothing if the bound is higher.
func (f lowerBounds) raiseBound(i, n int32) {
	w, at := &f[i/8], i%8*8
	if n = min(n, maxLowerBound); n > int32(*w>>at&maxLowerBound) {
		*w = *w&^(maxLowerBound<<at) | uint64(n)<<at
	}
}

// subtractLosses sets each bound to the bound in the argument before, minus the number in the argument losses, or to 0
// if the difference is negative.
func (f lowerBounds) subtractLosses(before, losses lowerBounds) {
	before, losses = before[:len(f)], losses[:len(f)]
	for k, w := range before {
		w = (w | highByteBits) - losses[k]
		kept := w & highByteBits
		f[k] = w & (kept - kept>>7)
	}
}

// bytesUpTo returns a word in which the high bit of a byte is set if the byte of w at the same place is at most limit.
func bytesUpTo(w uint64, limit int32) uint64 {
	if limit >= maxLowerBound {
		return highByteBits
	}
	return ^((w | highByteBits) - lowByteBits*uint64(limit+1)) & highByteBits
}

// boundLosses holds, for options that are chosen often, the number of options that their choice removes from each item.
type boundLosses struct {
	lossesOf     []lowerBounds // for each option, these numbers, by rank of the items; nil if not computed
	choiceCounts []int32       // for each option, the number of times that it was chosen
	// countedItemTotal is the number of items whose options were counted at nodes with bounds. openItemTotal is the
	// number of open items at these nodes. Both are sums over the nodes.
	countedItemTotal, openItemTotal int
}

func newBoundLosses(options int) boundLosses {
	return boundLosses{lossesOf: make([]lowerBounds, options), choiceCounts: allocatePadded[int32](options)}
}

const (
	// minChoicesForLosses is the number of times that an option is chosen before its losses are computed, because that
	// takes as long as visiting several nodes.
	minChoicesForLosses = 8
	// minBoundsRatio is the least ratio of open items to counted items at which bounds are used; the ratio
	// is tested after minOpenItemSample open items.
	minBoundsRatio, minOpenItemSample = 4, 1 << 20
)

// lowerBoundsAt returns the lower bounds of a node, computed from those of its parent node. It returns nil if the
// parent has no bounds, or if bounds do not save time.
func (s *BitSearch) lowerBoundsAt(level int) lowerBounds {
	f := s.frames[level].itemBounds
	if level > 0 && s.largerNogoods == nil && (s.openItemTotal < minOpenItemSample ||
		s.countedItemTotal*minBoundsRatio < s.openItemTotal) {
		o := s.chosenOptions[level-1]
		if s.lossesOf[o] != nil {
			f.subtractLosses(s.frames[level-1].itemBounds, s.lossesOf[o])
			return f
		}
		if s.choiceCounts[o]++; s.choiceCounts[o] == minChoicesForLosses {
			s.lossesOf[o] = s.countLosses(o)
		}
	}
	clear(f)
	return nil
}

// countLosses counts for each item the options that are not compatible with option o.
func (s *BitSearch) countLosses(o int32) lowerBounds {
	lost, compatible := make(lowerBounds, s.lowerBoundWords), s.compatibleOptions[o]
	for i, r := range s.rowRanges {
		n := int32(0)
		for _, spot := range s.rowWords[r.first:r.end] {
			n += int32(bits.OnesCount64(spot.bits &^ compatible[spot.wordIndex]))
		}
		lost.raiseBound(int32(i), n)
	}
	return lost
}

// chooseByBounds returns the open item with the fewest live options, as chooseItem does, and skips
// items by their lower bounds. The bound of each item that it counts becomes exact.
func (s *BitSearch) chooseByBounds(f *levelFrame, bounds lowerBounds) int32 {
	s.openItemTotal += f.openItems.Len()
	guess := f.lastBestItem
	if !f.openItems.Has(int(guess)) {
		guess = firstBit(f.openItems)
	}
	best := bestItem{noItem, s.countLiveOptions(f.liveOptions, guess, math.MaxInt32)}
	for k, w := range bounds {
		for near := bytesUpTo(w, best.maxLiveOptions); near != 0; near &= near - 1 {
			i := int32(8*k + bits.TrailingZeros64(near)/8)
			if !f.openItems.Has(int(i)) {
				bounds.raiseBound(i, maxLowerBound)
				continue
			}
			s.countedItemTotal++
			n := s.countLiveOptions(f.liveOptions, i, math.MaxInt32)
			bounds.raiseBound(i, n)
			if best.compareItem(i, n) {
				f.lastBestItem = i
				return noItem
			}
		}
	}
	f.lastBestItem = best.rank
	return best.rank
}
