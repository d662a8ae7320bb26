package halves

import (
	"cmp"
	"fmt"
	"slices"

	"quadrille/runtime/bits128"
	"quadrille/runtime/matrix"
	"quadrille/runtime/symmetry"
)

// sideUse is what an option takes of a side: the bits that must be there, and those that are
// gone when it is chosen.
type sideUse struct{ need, clear bitSet }

// sideOption is one that lies on one side.
type sideOption struct {
	sideUse
	hubs uint64
}

// sideLayout is one of the two. What is left of it is a set of bits: one for each primary item
// that is open, the nearest to the cut first; and one for each way in which options may
// use a secondary item, with a color or without, as long as they may.
type sideLayout struct {
	items   []matrix.ItemID
	bit     map[matrix.Entry]int
	bits    map[matrix.ItemID]bitSet // of a secondary item
	primary bitSet
	start   bitSet
	options [][]sideOption // of this side alone, by the first primary item that they hold
	matter  []bitSet       // the bits that the options from each item on need
	step    int            // divides the number of primary items of each option
}

// newSideLayout lays out the bits of some items, as options use them.
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
				s.bits[e.Item] = s.bits[e.Item].Union(bits128.SetOf(s.addBit(e)))
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
	s.start = s.start.Union(bits128.SetOf(n))
	return n
}

// useOf returns what an option takes of this side.
func (s *sideLayout) useOf(entries []matrix.Entry) (u sideUse) {
	for _, e := range entries {
		n, held := s.bit[e]
		if !held {
			continue
		}
		u.need = u.need.Union(bits128.SetOf(n))
		switch {
		case e.Color != matrix.NoColor:
			u.clear = u.clear.Union(s.bits[e.Item].Subtract(bits128.SetOf(n)))
		default:
			u.clear = u.clear.Union(s.bits[e.Item]).Union(bits128.SetOf(n))
		}
	}
	return u
}

// fileOption files an option that lies on this side alone.
func (s *sideLayout) fileOption(o sideOption) {
	first := s.firstItem(o.sideUse)
	s.options[first] = append(s.options[first], o)
	s.step = greatestDivisor(s.step, o.need.Intersect(s.primary).Len())
}

// finishLayout is called when all options are there.
func (s *sideLayout) finishLayout() {
	for b := maxSideBits - 1; b >= 0; b-- {
		s.matter[b] = s.matter[b+1]
		for _, o := range s.options[b] {
			s.matter[b] = s.matter[b].Union(o.need)
		}
	}
}

// firstItem returns the first primary item of a use, or mostBits.
func (s *sideLayout) firstItem(u sideUse) int { return u.need.Intersect(s.primary).FirstNumber() }

// compareUses puts uses in order, by their first primary item.
func (s *sideLayout) compareUses(a, b sideUse) int {
	return cmp.Or(cmp.Compare(s.firstItem(a), s.firstItem(b)), a.need.Compare(b.need), a.clear.Compare(b.clear))
}

// bitPermutation returns a symmetry that keeps the side, as a permutation of its bits.
func (s *sideLayout) bitPermutation(g symmetry.Permutation) []uint8 {
	to := make([]uint8, maxSideBits)
	for held, n := range s.bit {
		to[n] = uint8(s.bit[matrix.Entry{Item: g[held.Item], Color: held.Color}])
	}
	return to
}

// imageSide returns the side to which a symmetry takes this one. Its bits are the same.
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

// isHopeless reports whether no number of options covers what is open.
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
