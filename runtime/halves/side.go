package halves

import (
	"cmp"
	"fmt"
	"slices"

	"quadrille/runtime/bits128"
	"quadrille/runtime/matrix"
	"quadrille/runtime/symmetry"
)

// use is what an option takes of a side: the bits that must be there, and those that are
// gone when it is chosen.
type use struct{ need, clear set }

// option is one that lies on one side.
type option struct {
	use
	hubs uint64
}

// side is one of the two. What is left of it is a set of bits: one for each primary item
// that is open, the nearest to the cut first; and one for each way in which options may
// use a secondary item, with a color or without, as long as they may.
type side struct {
	items   []matrix.ItemID
	bit     map[matrix.Entry]int
	bits    map[matrix.ItemID]set // of a secondary item
	primary set
	start   set
	options [][]option // of this side alone, by the first primary item that they hold
	matter  []set      // the bits that the options from each item on need
	step    int        // divides the number of primary items of each option
}

// newSide lays out the bits of some items, as options use them.
func newSide(p *matrix.Problem, items []matrix.ItemID, useful []matrix.OptionID) (*side, error) {
	s := &side{items: items, bit: map[matrix.Entry]int{}, bits: map[matrix.ItemID]set{}}
	for _, i := range items {
		if int(i) < p.Primary() {
			s.addBit(matrix.Entry{Item: i})
		}
	}
	s.primary = s.start
	for _, o := range useful {
		for _, e := range p.Option(o) {
			if _, known := s.bit[e]; !known && int(e.Item) >= p.Primary() && slices.Contains(items, e.Item) {
				s.bits[e.Item] = s.bits[e.Item].With(bits128.Of(s.addBit(e)))
			}
		}
	}
	if len(s.bit) > mostBits {
		return nil, fmt.Errorf("%w: one half has %d bits, and at most %d are possible", ErrUnfit, len(s.bit), mostBits)
	}
	s.options, s.matter = make([][]option, mostBits), make([]set, mostBits+1)
	return s, nil
}

func (s *side) addBit(e matrix.Entry) int {
	n := len(s.bit)
	s.bit[e] = n
	s.start = s.start.With(bits128.Of(n))
	return n
}

// use returns what an option takes of this side.
func (s *side) use(entries []matrix.Entry) (u use) {
	for _, e := range entries {
		n, held := s.bit[e]
		if !held {
			continue
		}
		u.need = u.need.With(bits128.Of(n))
		switch {
		case e.Color != matrix.NoColor:
			u.clear = u.clear.With(s.bits[e.Item].Without(bits128.Of(n)))
		default:
			u.clear = u.clear.With(s.bits[e.Item]).With(bits128.Of(n))
		}
	}
	return u
}

// file files an option that lies on this side alone.
func (s *side) file(o option) {
	first := s.first(o.use)
	s.options[first] = append(s.options[first], o)
	s.step = gcd(s.step, o.need.And(s.primary).Len())
}

// ready is called when all options are there.
func (s *side) ready() {
	for b := mostBits - 1; b >= 0; b-- {
		s.matter[b] = s.matter[b+1]
		for _, o := range s.options[b] {
			s.matter[b] = s.matter[b].With(o.need)
		}
	}
}

// first returns the first primary item of a use, or mostBits.
func (s *side) first(u use) int { return u.need.And(s.primary).First() }

// compare puts uses in order, by their first primary item.
func (s *side) compare(a, b use) int {
	return cmp.Or(cmp.Compare(s.first(a), s.first(b)), a.need.Compare(b.need), a.clear.Compare(b.clear))
}

// moved returns a symmetry that keeps the side, as a permutation of its bits.
func (s *side) moved(g symmetry.Permutation) []uint8 {
	to := make([]uint8, mostBits)
	for held, n := range s.bit {
		to[n] = uint8(s.bit[matrix.Entry{Item: g[held.Item], Color: held.Color}])
	}
	return to
}

// image returns the side to which a symmetry takes this one. Its bits are the same.
func (s *side) image(g symmetry.Permutation) *side {
	image := *s
	image.bit, image.bits = map[matrix.Entry]int{}, map[matrix.ItemID]set{}
	for held, n := range s.bit {
		image.bit[matrix.Entry{Item: g[held.Item], Color: held.Color}] = n
	}
	for i, bits := range s.bits {
		image.bits[g[i]] = bits
	}
	return &image
}

// hopeless reports whether no number of options covers what is open.
func (s *side) hopeless(open set) bool {
	n := open.And(s.primary).Len()
	return n > 0 && (s.step == 0 || n%s.step > 0)
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
