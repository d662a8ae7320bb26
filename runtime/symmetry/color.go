package symmetry

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
)

// coloredItems are the items with their colors.
type coloredItems struct {
	of     []uint64 // by item
	sorted []uint64
}

func newColored(of []uint64) coloredItems {
	c := coloredItems{of, slices.Clone(of)}
	slices.Sort(c.sorted)
	return c
}

// count returns the number of different colors.
func (c coloredItems) count() int {
	n := 0
	for k := range c.sorted {
		if k == 0 || c.sorted[k] != c.sorted[k-1] {
			n++
		}
	}
	return n
}

// sameAs reports whether as many items have each color.
func (c coloredItems) sameAs(d coloredItems) bool { return slices.Equal(c.sorted, d.sorted) }

// like returns the items that have a color.
func (c coloredItems) like(color uint64) []matrix.ItemID {
	var items []matrix.ItemID
	for i, own := range c.of {
		if own == color {
			items = append(items, matrix.ItemID(i))
		}
	}
	return items
}

// smallestClass returns the first item of those that share a color with the fewest
// others, or false if all colors differ.
func (c coloredItems) smallestClass() (matrix.ItemID, bool) {
	best, least := uint64(0), len(c.sorted)+1
	for k := 0; k < len(c.sorted); {
		from := k
		for k < len(c.sorted) && c.sorted[k] == c.sorted[from] {
			k++
		}
		if n := k - from; n > 1 && n < least {
			best, least = c.sorted[from], n
		}
	}
	if least > len(c.sorted) {
		return 0, false
	}
	return matrix.ItemID(slices.Index(c.of, best)), true
}

// singled returns colors with one item singled out.
func (c coloredItems) singled(i matrix.ItemID) coloredItems {
	of := slices.Clone(c.of)
	of[i] = mix(of[i] + 1)
	return coloredItems{of: of}
}

// coloring refines colors. It has a budget, as a problem may be large.
type coloring struct {
	problem   *matrix.Problem
	sums      []uint64     // of each item, over its options
	left      int          // entries that may still be looked at
	cancelled *atomic.Bool // nobody waits any more
}

// leastWork and leastEach bound what is looked at: so many entries, or each entry so many
// times. A board of two thousand options takes a tenth of the former.
const (
	leastWork = 1 << 24
	leastEach = 64
)

func newColoring(p *matrix.Problem, cancelled *atomic.Bool) *coloring {
	left := max(leastWork, leastEach*p.Entries())
	return &coloring{problem: p, sums: make([]uint64, p.Items()), left: left, cancelled: cancelled}
}

func (c *coloring) spent() bool { return c.left < 0 || c.cancelled.Load() }

// initial tells primary from secondary items and bounds apart, and twins, which are
// in the same options, by their order: to exchange them would be a symmetry that
// makes no difference.
func (c *coloring) initial() coloredItems {
	p, of := c.problem, make([]uint64, c.problem.Items())
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			of[e.Item] += mix(uint64(o)<<32 | uint64(e.Color))
		}
	}
	twins := map[uint64]uint64{}
	for i := range of {
		kind := uint64(1)
		if i < p.Primary() {
			b := p.Bound(matrix.ItemID(i))
			kind = mix(uint64(b.Min)<<32|uint64(b.Max)) + 2
		}
		same := of[i] ^ kind
		of[i] = mix(kind + twins[same]<<1)
		twins[same]++
	}
	return newColored(of)
}

// refine refines until a round tells no more items apart. It returns the number of
// rounds.
func (c *coloring) refine(colors coloredItems) (coloredItems, int) {
	colors = newColored(colors.of)
	for rounds, n := 0, colors.count(); ; rounds++ {
		next := newColored(c.round(colors.of))
		more := next.count()
		if colors = next; more <= n || c.spent() {
			return colors, rounds + 1
		}
		n = more
	}
}

// refineFor refines for a number of rounds.
func (c *coloring) refineFor(colors coloredItems, rounds int) coloredItems {
	of := colors.of
	for range rounds {
		of = c.round(of)
	}
	return newColored(of)
}

// round returns the colors after one round.
func (c *coloring) round(of []uint64) []uint64 {
	p := c.problem
	c.left -= p.Entries() + 1
	clear(c.sums)
	for o := range matrix.OptionID(p.Options()) {
		h := uint64(0)
		for _, e := range p.Option(o) {
			h += mix(of[e.Item] ^ uint64(e.Color)<<1)
		}
		for _, e := range p.Option(o) {
			c.sums[e.Item] += mix(h ^ uint64(e.Color)<<1)
		}
	}
	next := make([]uint64, len(of))
	for i := range next {
		next[i] = mix(mix(of[i]) + c.sums[i])
	}
	return next
}

// mix is a hash of a word.
func mix(w uint64) uint64 {
	high, low := bits.Mul64(w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	high, low = bits.Mul64(high^low, 0xa0761d6478bd642f)
	return high ^ low
}
