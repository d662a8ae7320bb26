package dense

import (
	"math"
	"math/bits"
)

// lowerBounds holds for each item, by rank, a lower bound of the number of its live options. A
// bound is a byte whose high bit is free, and a word has eight of them. A choice removes options
// only from items near it, which are few on a large board. The others have more options than the
// best item before, and are skipped eight at a time.
type lowerBounds []uint64

const (
	maxLowerBound      = 1<<7 - 1 // stands for this number or more
	lowBits, firstBits = 0x0101010101010101, 0x8080808080808080
)

// boundWordCount returns the number of words of the bounds for the given number of items. It
// returns 0 if the items are so few that counting all is faster.
func boundWordCount(items int) int {
	if items <= FewItems {
		return 0
	}
	return boundWords(items)
}

func boundWords(items int) int { return (items + 7) / 8 }

// raiseBound raises the bound of an item to n. It does nothing if the bound is higher.
func (f lowerBounds) raiseBound(i, n int32) {
	w, at := &f[i/8], i%8*8
	if n = min(n, maxLowerBound); n > int32(*w>>at&maxLowerBound) {
		*w = *w&^(maxLowerBound<<at) | uint64(n)<<at
	}
}

// subtractLosses sets the bounds to those before less the losses, and to 0 where the difference is
// negative.
func (f lowerBounds) subtractLosses(before, lost lowerBounds) {
	before, lost = before[:len(f)], lost[:len(f)]
	for k, w := range before {
		w = (w | firstBits) - lost[k]
		kept := w & firstBits
		f[k] = w & (kept - kept>>7)
	}
}

// bytesUpTo returns the high bits of the bytes of a word that are at most limit.
func bytesUpTo(w uint64, limit int32) uint64 {
	if limit >= maxLowerBound {
		return firstBits
	}
	return ^((w | firstBits) - lowBits*uint64(limit+1)) & firstBits
}

// boundLosses holds the number of options that each choice removes from each item, for options that
// have been chosen often.
type boundLosses struct {
	lossesOf    []lowerBounds // by option; nil before it is computed
	takenCounts []int32       // number of times that the option was chosen
	// inspected is the number of items counted at nodes with bounds, and open the number of open items
	// there.
	inspected, open int
}

func newBoundLosses(options int) boundLosses {
	return boundLosses{lossesOf: make([]lowerBounds, options), takenCounts: newPadded[int32](options)}
}

const (
	// minTakes is the number of times that an option is chosen before its losses are computed, which
	// takes as long as some nodes.
	minTakes = 8
	// boundsPay is the least ratio of open items to counted items at which bounds are used; the ratio
	// is tested after minOpenSample open items.
	boundsPay, minOpenSample = 4, 1 << 20
)

// boundsAt returns the bounds of a node, from those of the node above, or nil if they are not known
// or do not pay.
func (s *BitSearch) boundsAt(level int) lowerBounds {
	f := s.frames[level].least
	if level > 0 && s.nogoods == nil && (s.open < minOpenSample || s.inspected*boundsPay < s.open) {
		o := s.chosen[level-1]
		if s.lossesOf[o] != nil {
			f.subtractLosses(s.frames[level-1].least, s.lossesOf[o])
			return f
		}
		if s.takenCounts[o]++; s.takenCounts[o] == minTakes {
			s.lossesOf[o] = s.countLosses(o)
		}
	}
	clear(f)
	return nil
}

// countLosses counts for each item the options that are not compatible with option o.
func (s *BitSearch) countLosses(o int32) lowerBounds {
	lost, compatible := make(lowerBounds, s.lowerBoundWords), s.compatible[o]
	for i, r := range s.rows {
		n := int32(0)
		for _, spot := range s.spots[r.from:r.to] {
			n += int32(bits.OnesCount64(spot.mask &^ compatible[spot.word]))
		}
		lost.raiseBound(int32(i), n)
	}
	return lost
}

// chooseByBounds is chooseItem with lower bounds. It makes the bound exact for each item that it
// counts.
func (s *BitSearch) chooseByBounds(f *levelFrame, least lowerBounds) int32 {
	s.open += f.open.Len()
	guess := f.hint
	if !f.open.Has(int(guess)) {
		guess = firstBit(f.open)
	}
	best := fewestOptions{none, s.countTo(f.live, guess, math.MaxInt32)}
	for k, w := range least {
		for near := bytesUpTo(w, best.limit); near != 0; near &= near - 1 {
			i := int32(8*k + bits.TrailingZeros64(near)/8)
			if !f.open.Has(int(i)) {
				least.raiseBound(i, maxLowerBound)
				continue
			}
			s.inspected++
			n := s.countTo(f.live, i, math.MaxInt32)
			least.raiseBound(i, n)
			if best.inspectItem(i, n) {
				f.hint = i
				return none
			}
		}
	}
	f.hint = best.item
	return best.item
}
