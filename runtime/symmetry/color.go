package symmetry

import (
	"slices"

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

func (c coloredItems) count() int { return len(slices.Compact(slices.Clone(c.sorted))) }

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
	for from, n := 0, 0; from < len(c.sorted); from += n {
		color := c.sorted[from]
		for n = 1; from+n < len(c.sorted) && c.sorted[from+n] == color; n++ {
		}
		if n > 1 && n < least {
			best, least = color, n
		}
	}
	return matrix.ItemID(slices.Index(c.of, best)), least <= len(c.sorted)
}

func (c coloredItems) singled(i matrix.ItemID) []uint64 {
	of := slices.Clone(c.of)
	of[i] = matrix.Mix(of[i] + 1)
	return of
}

// coloring refines colors. It has a budget, as a problem may be large.
type coloring struct {
	problem *matrix.Problem
	sums    []uint64     // of each item, over its options
	left    int          // entries that may still be looked at
	ended   func() error // not nil once nobody waits any more
}

// leastWork and leastEach bound what [Group] looks at: so many entries, or each entry so many
// times. A board of two thousand options takes less than the former.
const (
	leastWork = 1 << 21
	leastEach = 128
)

func (c *coloring) spent() bool { return c.left < 0 || c.ended() != nil }

// initial tells primary from secondary items and bounds apart, and twins, which are
// in the same options, by their order: to exchange them would be a symmetry that
// makes no difference.
func (c *coloring) initial() []uint64 {
	p, of := c.problem, make([]uint64, c.problem.Items())
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			of[e.Item] += matrix.Mix(uint64(o)<<32 | uint64(e.Color))
		}
	}
	twins := map[uint64]uint64{}
	for i := range of {
		kind := uint64(1)
		if i < p.Primary() {
			b := p.Bound(matrix.ItemID(i))
			kind = matrix.Mix(uint64(b.Min)<<32|uint64(b.Max)) + 2
		}
		same := of[i] ^ kind
		of[i] = matrix.Mix(kind + twins[same]<<1)
		twins[same]++
	}
	return of
}

// refine refines until a round tells no more items apart. It returns the number of
// rounds.
func (c *coloring) refine(of []uint64) (coloredItems, int) {
	for rounds, n := 1, newColored(of).count(); ; rounds++ {
		of = c.round(of)
		colors := newColored(of)
		more := colors.count()
		if more <= n || c.spent() {
			return colors, rounds
		}
		n = more
	}
}

func (c *coloring) round(of []uint64) []uint64 {
	p := c.problem
	c.left -= p.Entries() + 1
	clear(c.sums)
	for o := range matrix.OptionID(p.Options()) {
		h := uint64(0)
		for _, e := range p.Option(o) {
			h += matrix.Mix(of[e.Item] ^ uint64(e.Color)<<1)
		}
		for _, e := range p.Option(o) {
			c.sums[e.Item] += matrix.Mix(h ^ uint64(e.Color)<<1)
		}
	}
	next := make([]uint64, len(of))
	for i := range next {
		next[i] = matrix.Mix(matrix.Mix(of[i]) + c.sums[i])
	}
	return next
}
