package dense

import (
	"math"
	"math/bits"
)

// floors has for each item, by rank, a number of live options that it has at least. Each is a byte of which the
// first bit is free, and eight are a word. A choice takes from the items near it, and on a large board few are: most
// others are passed by, eight at a time, for they have more options than the best one had before.
type floors []uint64

const (
	mostFloor           = 1<<7 - 1 // or more
	eachByte, firstBits = 0x0101010101010101, 0x8080808080808080
)

// floorsFor returns how many words the floors of so many items take, or 0 where those are so few that it takes longer
// to keep floors than to look at all.
func floorsFor(items int) int {
	if items <= FewItems {
		return 0
	}
	return floorWords(items)
}

func floorWords(items int) int { return (items + 7) / 8 }

// raise sets the floor of an item to n, if that is more.
func (f floors) raise(i, n int32) {
	w, at := &f[i/8], i%8*8
	if n = min(n, mostFloor); n > int32(*w>>at&mostFloor) {
		*w = *w&^(mostFloor<<at) | uint64(n)<<at
	}
}

// less makes them what was before, less what is lost, or 0.
func (f floors) less(before, lost floors) {
	before, lost = before[:len(f)], lost[:len(f)]
	for k, w := range before {
		w = (w | firstBits) - lost[k]
		kept := w & firstBits
		f[k] = w & (kept - kept>>7)
	}
}

// upTo returns the first bits of those bytes of a word that are not above a limit.
func upTo(w uint64, limit int32) uint64 {
	if limit >= mostFloor {
		return firstBits
	}
	return ^((w | firstBits) - eachByte*uint64(limit+1)) & firstBits
}

// losses are what each option takes from the floors, once it has been taken some times.
type losses struct {
	lost  []floors // by option
	takes []int32  // by option
	// looked are the items looked at where there were floors, of those open.
	looked, open int
}

func newLosses(options int) losses {
	return losses{lost: make([]floors, options), takes: roomFor[int32](options)}
}

const (
	// takesToCount is how often an option is taken before its losses are counted, which takes as long as some nodes.
	takesToCount = 8
	// floorsPay is how many times more items have to be open than are looked at, among the first ones, of which
	// there are openToTell.
	floorsPay, openToTell = 4, 1 << 20
)

// floor returns the floors of a node, by those of the node above, or nil if they are not known or do not pay.
func (s *Search) floor(level int) floors {
	f := s.frames[level].least
	if level > 0 && s.nogoods == nil && (s.open < openToTell || s.looked*floorsPay < s.open) {
		o := s.chosen[level-1]
		if s.lost[o] != nil {
			f.less(s.frames[level-1].least, s.lost[o])
			return f
		}
		if s.takes[o]++; s.takes[o] == takesToCount {
			s.lost[o] = s.countLosses(o)
		}
	}
	clear(f)
	return nil
}

// countLosses counts the options of each item that are not compatible with one.
func (s *Search) countLosses(o int32) floors {
	lost, compatible := make(floors, s.floors), s.compatible[o]
	for i, r := range s.rows {
		n := int32(0)
		for _, spot := range s.spots[r.from:r.to] {
			n += int32(bits.OnesCount64(spot.mask &^ compatible[spot.word]))
		}
		lost.raise(int32(i), n)
	}
	return lost
}

// chooseByFloors is choose with floors, and makes them exact where it looks at an item.
func (s *Search) chooseByFloors(f *frame, least floors) int32 {
	s.open += f.open.Len()
	guess := f.hint
	if !f.open.Has(int(guess)) {
		guess = first(f.open)
	}
	best := fewest{none, s.countTo(f.live, guess, math.MaxInt32)}
	for k, w := range least {
		for near := upTo(w, best.limit); near != 0; near &= near - 1 {
			i := int32(8*k + bits.TrailingZeros64(near)/8)
			if !f.open.Has(int(i)) {
				least.raise(i, mostFloor)
				continue
			}
			s.looked++
			n := s.countTo(f.live, i, math.MaxInt32)
			least.raise(i, n)
			if best.meets(i, n) {
				f.hint = i
				return none
			}
		}
	}
	f.hint = best.item
	return best.item
}
