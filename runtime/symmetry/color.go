package symmetry

import (
	"slices"

	"quadrille/runtime/matrix"
)

// coloredItems is a coloring of the items.
type coloredItems struct {
	of     []uint64 // by item
	sorted []uint64
}

func newColored(of []uint64) coloredItems {
	c := coloredItems{of, slices.Clone(of)}
	slices.Sort(c.sorted)
	return c
}

func (c coloredItems) colorCount() int { return len(slices.Compact(slices.Clone(c.sorted))) }

func (c coloredItems) itemsOfColor(color uint64) []matrix.ItemID {
	var items []matrix.ItemID
	for i, own := range c.of {
		if own == color {
			items = append(items, matrix.ItemID(i))
		}
	}
	return items
}

// smallestClass returns the first item of the smallest set of items that share a color, or false if
// all colors differ.
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

func (c coloredItems) singledOut(i matrix.ItemID) []uint64 {
	of := slices.Clone(c.of)
	of[i] = matrix.MixHash(of[i] + 1)
	return of
}

// colorRefiner refines colors within a budget, because a problem may be large.
type colorRefiner struct {
	problem     *matrix.Problem
	sums        []uint64     // by item: the sum over its options
	entriesLeft int          // number of entries that may still be read
	ended       func() error // not nil if the caller has given up
}

// minWork and minLooks are the budget of [FindGroup]: this number of entries, or each entry
// minLooks times, whichever is more. A board of two thousand options takes less than minWork.
const (
	minWork  = 1 << 21
	minLooks = 128
)

func (c *colorRefiner) isSpent() bool { return c.entriesLeft < 0 || c.ended() != nil }

// initialColors separates primary from secondary items, and items with different bounds. It also
// separates twins, items in the same options, by their order, because their exchange is a symmetry
// without effect.
func (c *colorRefiner) initialColors() []uint64 {
	p, of := c.problem, make([]uint64, c.problem.ItemCount())
	for o := range matrix.OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			of[e.Item] += matrix.MixHash(uint64(o)<<32 | uint64(e.Color))
		}
	}
	twins := map[uint64]uint64{}
	for i := range of {
		kind := uint64(1)
		if i < p.PrimaryCount() {
			b := p.Bound(matrix.ItemID(i))
			kind = matrix.MixHash(uint64(b.Min)<<32|uint64(b.Max)) + 2
		}
		same := of[i] ^ kind
		of[i] = matrix.MixHash(kind + twins[same]<<1)
		twins[same]++
	}
	return of
}

// refineColors refines until a round separates no more items. It returns the number of rounds.
func (c *colorRefiner) refineColors(of []uint64) (coloredItems, int) {
	for rounds, n := 1, newColored(of).colorCount(); ; rounds++ {
		of = c.refineOnce(of)
		colors := newColored(of)
		more := colors.colorCount()
		if more <= n || c.isSpent() {
			return colors, rounds
		}
		n = more
	}
}

func (c *colorRefiner) refineOnce(of []uint64) []uint64 {
	p := c.problem
	c.entriesLeft -= p.EntryCount() + 1
	clear(c.sums)
	for o := range matrix.OptionID(p.OptionCount()) {
		h := uint64(0)
		for _, e := range p.Option(o) {
			h += matrix.MixHash(of[e.Item] ^ uint64(e.Color)<<1)
		}
		for _, e := range p.Option(o) {
			c.sums[e.Item] += matrix.MixHash(h ^ uint64(e.Color)<<1)
		}
	}
	next := make([]uint64, len(of))
	for i := range next {
		next[i] = matrix.MixHash(matrix.MixHash(of[i]) + c.sums[i])
	}
	return next
}
