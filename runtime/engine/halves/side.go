package halves

import (
	"cmp"
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// sideUse is the part of an option on a side: the bits that must be open, and those that it closes.
type sideUse struct{ need, clear bitSet }

// sideOption is an option that lies on one side.
type sideOption struct {
	sideUse
	hubs uint64
}

// sideLayout is the meaning of the bits of a side. What is left of a side is a set of bits. Each
// primary item has a bit, set while it is open; the nearest to the cut is first. Each way in which
// options use a secondary item, with a color or without, has a bit, set as long as that use is
// possible.
type sideLayout struct {
	items   []matrix.ItemID
	bit     map[matrix.Entry]int
	bits    map[matrix.ItemID]bitSet // by secondary item: the bits of all its uses
	primary bitSet
	start   bitSet
	options [][]sideOption // options of this side alone, by their first primary item
	matter  []bitSet       // by item: the bits that the options from this item on need
	step    int            // common divisor of the numbers of primary items of all options
}

// newSideLayout lays out the bits of the given items and of their uses by options.
func newSideLayout(p *matrix.Problem, items []matrix.ItemID, useful []matrix.OptionID) (*sideLayout, error) {
	s := &sideLayout{items: items, bit: map[matrix.Entry]int{}, bits: map[matrix.ItemID]bitSet{}}
	for _, i := range items {
		if int(i) < p.PrimaryCount() {
			s.addBit(matrix.Entry{Item: i})
		}
	}
	s.primary = s.start
	for _, o := range useful {
		for _, e := range p.Option(o) {
			if _, known := s.bit[e]; !known && int(e.Item) >= p.PrimaryCount() && slices.Contains(items, e.Item) {
				s.bits[e.Item] = s.bits[e.Item].Union(search.BitSetOf(s.addBit(e)))
			}
		}
	}
	if len(s.bit) > maxSideBits {
		return nil, fmt.Errorf("%w: one half has %d bits, and at most %d are possible", ErrUnfit, len(s.bit),
			maxSideBits)
	}
	s.options, s.matter = make([][]sideOption, maxSideBits), make([]bitSet, maxSideBits+1)
	return s, nil
}

func (s *sideLayout) addBit(e matrix.Entry) int {
	n := len(s.bit)
	s.bit[e] = n
	s.start = s.start.Union(search.BitSetOf(n))
	return n
}

// useOf returns the part of an option on this side.
func (s *sideLayout) useOf(entries []matrix.Entry) (u sideUse) {
	for _, e := range entries {
		n, held := s.bit[e]
		if !held {
			continue
		}
		u.need = u.need.Union(search.BitSetOf(n))
		switch {
		case e.Color != matrix.NoColor:
			u.clear = u.clear.Union(s.bits[e.Item].Subtract(search.BitSetOf(n)))
		default:
			u.clear = u.clear.Union(s.bits[e.Item]).Union(search.BitSetOf(n))
		}
	}
	return u
}

// fileOption adds an option that lies on this side alone.
func (s *sideLayout) fileOption(o sideOption) {
	first := s.firstItem(o.sideUse)
	s.options[first] = append(s.options[first], o)
	s.step = greatestDivisor(s.step, o.need.Intersect(s.primary).Len())
}

// finishLayout computes what depends on all options of the side.
func (s *sideLayout) finishLayout() {
	for b := maxSideBits - 1; b >= 0; b-- {
		s.matter[b] = s.matter[b+1]
		for _, o := range s.options[b] {
			s.matter[b] = s.matter[b].Union(o.need)
		}
	}
}

// firstItem returns the first primary item of a use, or maxSideBits.
func (s *sideLayout) firstItem(u sideUse) int { return u.need.Intersect(s.primary).FirstNumber() }

// compareUses orders uses by their first primary item.
func (s *sideLayout) compareUses(a, b sideUse) int {
	return cmp.Or(cmp.Compare(s.firstItem(a), s.firstItem(b)), a.need.Compare(b.need), a.clear.Compare(b.clear))
}

// bitPermutation returns a symmetry that keeps the side, as a permutation of the side's bits.
func (s *sideLayout) bitPermutation(g symmetry.Permutation) []uint8 {
	to := make([]uint8, maxSideBits)
	for held, n := range s.bit {
		to[n] = uint8(s.bit[matrix.Entry{Item: g[held.Item], Color: held.Color}])
	}
	return to
}

// imageSide returns the side to which a symmetry maps this one. Its bits are the same.
func (s *sideLayout) imageSide(g symmetry.Permutation) *sideLayout {
	image := *s
	image.bit, image.bits = map[matrix.Entry]int{}, map[matrix.ItemID]bitSet{}
	for held, n := range s.bit {
		image.bit[matrix.Entry{Item: g[held.Item], Color: held.Color}] = n
	}
	for i, bits := range s.bits {
		image.bits[g[i]] = bits
	}
	return &image
}

// isHopeless reports whether the number of open items rules out every cover: it is no multiple of
// step.
func (s *sideLayout) isHopeless(open bitSet) bool {
	n := open.Intersect(s.primary).Len()
	return n > 0 && (s.step == 0 || n%s.step > 0)
}

func greatestDivisor(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
