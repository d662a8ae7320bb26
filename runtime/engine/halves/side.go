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

// optionOfOneSide is an option whose items are on one side only, apart from its hubs (items that options on both sides
// share).
type optionOfOneSide struct {
	sideUse
	hubUnits uint64 // hubs of the option, each covered once, encoded as in a term
}

// sideLayout assigns the bits of one side. The open part of a side is a set of bits. Each primary
// item has a bit that is set while it is open; the item nearest to the cut has the first bit. Each
// way in which options use a secondary item, with a color or without, has a bit that is set while
// that use is possible.
type sideLayout struct {
	items       []matrix.ItemID          // for each bit of a primary item, that item
	bitOfEntry  map[matrix.Entry]int     // for each item with a color (0 for a primary item), its bit
	bitsOfUses  map[matrix.ItemID]bitSet // for each secondary item, the bits of all its uses
	primaryBits bitSet                   // bits of primary items
	initialBits bitSet                   // bits that are set at the start
	// for each primary item by its bit, the options on this side alone whose first item it is
	optionsByFirstItem [][]optionOfOneSide
	// relevantBits holds, for each primary item by its bit, the bits that are needed by options whose first item is
	// this item or a later one.
	relevantBits     []bitSet
	itemCountDivisor int // greatest common divisor of the numbers of primary items in the options
}

// newSideLayout lays out the bits of the given items and of their uses by options.
func newSideLayout(p *matrix.Problem, items []matrix.ItemID, useful []matrix.OptionID) (*sideLayout, error) {
	s := &sideLayout{items: items, bitOfEntry: map[matrix.Entry]int{}, bitsOfUses: map[matrix.ItemID]bitSet{}}
	for _, i := range items {
		if int(i) < p.PrimaryCount() {
			s.addBitOfEntry(matrix.Entry{Item: i})
		}
	}
	s.primaryBits = s.initialBits
	for _, o := range useful {
		for _, e := range p.Option(o) {
			if _, known := s.bitOfEntry[e]; !known && int(e.Item) >= p.PrimaryCount() &&
				slices.Contains(items, e.Item) {
				s.bitsOfUses[e.Item] = s.bitsOfUses[e.Item].Union(search.BitSetOf(s.addBitOfEntry(e)))
			}
		}
	}
	if len(s.bitOfEntry) > maxBitsPerSide {
		return nil, fmt.Errorf("%w: one half has %d bits, and at most %d are possible", ErrUnfit, len(s.bitOfEntry),
			maxBitsPerSide)
	}
	s.optionsByFirstItem, s.relevantBits = make([][]optionOfOneSide, maxBitsPerSide), make([]bitSet, maxBitsPerSide+1)
	return s, nil
}

func (s *sideLayout) addBitOfEntry(e matrix.Entry) int {
	n := len(s.bitOfEntry)
	s.bitOfEntry[e] = n
	s.initialBits = s.initialBits.Union(search.BitSetOf(n))
	return n
}

// useOfOption returns the part of an option that lies on this side.
func (s *sideLayout) useOfOption(entries []matrix.Entry) (u sideUse) {
	for _, e := range entries {
		n, held := s.bitOfEntry[e]
		if !held {
			continue
		}
		u.neededBits = u.neededBits.Union(search.BitSetOf(n))
		switch {
		case e.Color != matrix.NoColor:
			u.closedBits = u.closedBits.Union(s.bitsOfUses[e.Item].Subtract(search.BitSetOf(n)))
		default:
			u.closedBits = u.closedBits.Union(s.bitsOfUses[e.Item]).Union(search.BitSetOf(n))
		}
	}
	return u
}

// addSideOption adds an option that lies on this side alone.
func (s *sideLayout) addSideOption(o optionOfOneSide) {
	first := s.firstItemOfUse(o.sideUse)
	s.optionsByFirstItem[first] = append(s.optionsByFirstItem[first], o)
	s.itemCountDivisor = greatestCommonDivisor(s.itemCountDivisor, o.neededBits.Intersect(s.primaryBits).Len())
}

// completeLayout computes the fields that depend on all options of the side.
func (s *sideLayout) completeLayout() {
	for b := maxBitsPerSide - 1; b >= 0; b-- {
		s.relevantBits[b] = s.relevantBits[b+1]
		for _, o := range s.optionsByFirstItem[b] {
			s.relevantBits[b] = s.relevantBits[b].Union(o.neededBits)
		}
	}
}

// firstItemOfUse returns the bit of the first primary item of a use, or maxBitsPerSide.
func (s *sideLayout) firstItemOfUse(u sideUse) int {
	return u.neededBits.Intersect(s.primaryBits).FirstNumber()
}

// compareUses orders uses by their first primary item.
func (s *sideLayout) compareUses(a, b sideUse) int {
	return cmp.Or(cmp.Compare(s.firstItemOfUse(a), s.firstItemOfUse(b)), a.neededBits.Compare(b.neededBits),
		a.closedBits.Compare(b.closedBits))
}

// bitPermutation returns the permutation of the side's bits under a symmetry that maps the side to itself.
func (s *sideLayout) bitPermutation(g symmetry.Permutation) []uint8 {
	to := make([]uint8, maxBitsPerSide)
	for held, n := range s.bitOfEntry {
		to[n] = uint8(s.bitOfEntry[matrix.Entry{Item: g[held.Item], Color: held.Color}])
	}
	return to
}

// imageSide returns the side to which a symmetry maps this one. Each item has the same bit as its image.
func (s *sideLayout) imageSide(g symmetry.Permutation) *sideLayout {
	image := *s
	image.bitOfEntry, image.bitsOfUses = map[matrix.Entry]int{}, map[matrix.ItemID]bitSet{}
	for held, n := range s.bitOfEntry {
		image.bitOfEntry[matrix.Entry{Item: g[held.Item], Color: held.Color}] = n
	}
	for i, bits := range s.bitsOfUses {
		image.bitsOfUses[g[i]] = bits
	}
	return &image
}

// cannotBeCovered reports whether the number of open primary items shows that they cannot be covered, because it is no
// multiple of itemCountDivisor.
func (s *sideLayout) cannotBeCovered(open bitSet) bool {
	n := open.Intersect(s.primaryBits).Len()
	return n > 0 && (s.itemCountDivisor == 0 || n%s.itemCountDivisor > 0)
}

func greatestCommonDivisor(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
