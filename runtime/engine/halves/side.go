package halves

import (
	"cmp"
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// sideUse is the part of an option on one side: the bits that must be open before the option is chosen, and the bits
// that are closed by choosing it.
type sideUse struct{ neededBits, closedBits bitSet }

// sideOption is an option whose items lie in one half of the problem only, except for hubs: items that both halves
// share.
type sideOption struct {
	sideUse
	hubs uint64 // hubs of the option, as fields of a term
}

// sideLayout assigns the bits of one side. The open part of a side is a set of bits. Each primary
// item has a bit that is set while it is open; the item nearest to the cut has the first bit. Each
// way in which options use a secondary item, with a color or without, has a bit that is set while
// that use is possible.
type sideLayout struct {
	items       []matrix.ItemID          // items of the side, by bit
	bitOf       map[matrix.Entry]int     // bit of an item and a color, by entry; the color is 0 for a primary item
	useBits     map[matrix.ItemID]bitSet // bits of all uses of a secondary item
	primaryBits bitSet                   // bits of primary items
	startBits   bitSet                   // bits that are set at the start
	options     [][]sideOption           // options of this side alone, by the bit of their first primary item
	// relevantBits holds, for each item by its bit, the bits that are needed by options whose first item is this item
	// or a later one.
	relevantBits []bitSet
	itemDivisor  int // greatest common divisor of the numbers of primary items of the options
}

// newSideLayout lays out the bits of the given items and of their uses by options.
func newSideLayout(p *matrix.Problem, items []matrix.ItemID, useful []matrix.OptionID) (*sideLayout, error) {
	s := &sideLayout{items: items, bitOf: map[matrix.Entry]int{}, useBits: map[matrix.ItemID]bitSet{}}
	for _, i := range items {
		if int(i) < p.PrimaryCount() {
			s.addBit(matrix.Entry{Item: i})
		}
	}
	s.primaryBits = s.startBits
	for _, o := range useful {
		for _, e := range p.Option(o) {
			if _, known := s.bitOf[e]; !known && int(e.Item) >= p.PrimaryCount() && slices.Contains(items, e.Item) {
				s.useBits[e.Item] = s.useBits[e.Item].Union(search.BitSetOf(s.addBit(e)))
			}
		}
	}
	if len(s.bitOf) > maxSideBits {
		return nil, fmt.Errorf("%w: one half has %d bits, and at most %d are possible", ErrUnfit, len(s.bitOf),
			maxSideBits)
	}
	s.options, s.relevantBits = make([][]sideOption, maxSideBits), make([]bitSet, maxSideBits+1)
	return s, nil
}

func (s *sideLayout) addBit(e matrix.Entry) int {
	n := len(s.bitOf)
	s.bitOf[e] = n
	s.startBits = s.startBits.Union(search.BitSetOf(n))
	return n
}

// useOf returns the part of an option that lies on this side.
func (s *sideLayout) useOf(entries []matrix.Entry) (u sideUse) {
	for _, e := range entries {
		n, held := s.bitOf[e]
		if !held {
			continue
		}
		u.neededBits = u.neededBits.Union(search.BitSetOf(n))
		switch {
		case e.Color != matrix.NoColor:
			u.closedBits = u.closedBits.Union(s.useBits[e.Item].Subtract(search.BitSetOf(n)))
		default:
			u.closedBits = u.closedBits.Union(s.useBits[e.Item]).Union(search.BitSetOf(n))
		}
	}
	return u
}

// addSideOption adds an option that lies on this side alone.
func (s *sideLayout) addSideOption(o sideOption) {
	first := s.firstItem(o.sideUse)
	s.options[first] = append(s.options[first], o)
	s.itemDivisor = greatestDivisor(s.itemDivisor, o.neededBits.Intersect(s.primaryBits).Len())
}

// finishLayout computes what depends on all options of the side.
func (s *sideLayout) finishLayout() {
	for b := maxSideBits - 1; b >= 0; b-- {
		s.relevantBits[b] = s.relevantBits[b+1]
		for _, o := range s.options[b] {
			s.relevantBits[b] = s.relevantBits[b].Union(o.neededBits)
		}
	}
}

// firstItem returns the first primary item of a use, or maxSideBits.
func (s *sideLayout) firstItem(u sideUse) int {
	return u.neededBits.Intersect(s.primaryBits).FirstNumber()
}

// compareUses orders uses by their first primary item.
func (s *sideLayout) compareUses(a, b sideUse) int {
	return cmp.Or(cmp.Compare(s.firstItem(a), s.firstItem(b)), a.neededBits.Compare(b.neededBits),
		a.closedBits.Compare(b.closedBits))
}

// bitPermutation returns a symmetry that keeps the side, as a permutation of the side's bits.
func (s *sideLayout) bitPermutation(g symmetry.Permutation) []uint8 {
	to := make([]uint8, maxSideBits)
	for held, n := range s.bitOf {
		to[n] = uint8(s.bitOf[matrix.Entry{Item: g[held.Item], Color: held.Color}])
	}
	return to
}

// imageSide returns the side to which a symmetry maps this one. Its bits are the same.
func (s *sideLayout) imageSide(g symmetry.Permutation) *sideLayout {
	image := *s
	image.bitOf, image.useBits = map[matrix.Entry]int{}, map[matrix.ItemID]bitSet{}
	for held, n := range s.bitOf {
		image.bitOf[matrix.Entry{Item: g[held.Item], Color: held.Color}] = n
	}
	for i, bits := range s.useBits {
		image.useBits[g[i]] = bits
	}
	return &image
}

// cannotBeCovered reports whether the number of open primary items excludes every cover, because it is no multiple of
// itemDivisor.
func (s *sideLayout) cannotBeCovered(open bitSet) bool {
	n := open.Intersect(s.primaryBits).Len()
	return n > 0 && (s.itemDivisor == 0 || n%s.itemDivisor > 0)
}

func greatestDivisor(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
