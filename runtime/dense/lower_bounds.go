package dense

import (
	"math"
	"math/bits"
)

// lowerBounds has for each item, by rank, a number of live options that it has at least. Each is a byte of which the
// first bit is free, and eight are a word. A choice takes from the items near it, and on a large board few are: most
// others are passed by, eight at a time, for they have more options than the best one had before.
type lowerBounds []uint64

const (
	maxLowerBound      = 1<<7 - 1 // or more
	lowBits, firstBits = 0x0101010101010101, 0x8080808080808080
)

// boundWordCount returns how many words the floors of so many items take, or 0 where those are so few that it takes
// longer to keep floors than to look at all.
func boundWordCount(items int) int {
	if items <= FewItems {
		return 0
	}
	return boundWords(items)
}

func boundWords(items int) int { return (items + 7) / 8 }

// raiseBound sets the floor of an item to n, if that is more.
func (f lowerBounds) raiseBound(i, n int32) {
	w, at := &f[i/8], i%8*8
	if n = min(n, maxLowerBound); n > int32(*w>>at&maxLowerBound) {
		*w = *w&^(maxLowerBound<<at) | uint64(n)<<at
	}
}

// subtractLosses makes them what was before, less what is lost, or 0.
func (f lowerBounds) subtractLosses(before, lost lowerBounds) {
	before, lost = before[:len(f)], lost[:len(f)]
	for k, w := range before {
		w = (w | firstBits) - lost[k]
		kept := w & firstBits
		f[k] = w & (kept - kept>>7)
	}
}

// bytesUpTo returns the first bits of those bytes of a word that are not above a limit.
func bytesUpTo(w uint64, limit int32) uint64 {
	if limit >= maxLowerBound {
		return firstBits
	}
	return ^((w | firstBits) - lowBits*uint64(limit+1)) & firstBits
}

// boundLosses are what each option takes from the floors, once it has been taken some times.
type boundLosses struct {
	lossesOf    []lowerBounds // by option
	takenCounts []int32       // by option
	// inspected are the items looked at where there were floors, of those open.
	inspected, open int
}

func newBoundLosses(options int) boundLosses {
	return boundLosses{lossesOf: make([]lowerBounds, options), takenCounts: newPadded[int32](options)}
}

const (
	// minTakes is how often an option is taken before its losses are counted, which takes as long as some nodes.
	minTakes = 8
	// boundsPay is how many times more items have to be open than are looked at, among the first ones, of which
	// there are openToTell.
	boundsPay, minOpenSample = 4, 1 << 20
)

// boundsAt returns the floors of a node, by those of the node above, or nil if they are not known or do not pay.
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

// countLosses counts the options of each item that are not compatible with one.
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

// chooseByBounds is choose with floors, and makes them exact where it looks at an item.
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
