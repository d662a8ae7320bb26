package symmetry

import (
	"slices"

	"quadrille/runtime/matrix"
)

// coloredItems holds a color of each item. No symmetry maps an item to an item of another color.
type coloredItems struct {
	colorOf      []uint64 // for each item, its color, which is a hash
	sortedColors []uint64 // all colors in ascending order
}

func newColoredItems(colors []uint64) coloredItems {
	c := coloredItems{colors, slices.Clone(colors)}
	slices.Sort(c.sortedColors)
	return c
}

func (c coloredItems) colorCount() int { return len(slices.Compact(slices.Clone(c.sortedColors))) }

func (c coloredItems) itemsOfColor(color uint64) []matrix.ItemID {
	var items []matrix.ItemID
	for i, own := range c.colorOf {
		if own == color {
			items = append(items, matrix.ItemID(i))
		}
	}
	return items
}

// smallestSharedColor returns the first item of the smallest set of at least two items that share a
// color. It returns false if all colors differ.
func (c coloredItems) smallestSharedColor() (matrix.ItemID, bool) {
	best, least := uint64(0), len(c.sortedColors)+1
	for from, n := 0, 0; from < len(c.sortedColors); from += n {
		color := c.sortedColors[from]
		for n = 1; from+n < len(c.sortedColors) && c.sortedColors[from+n] == color; n++ {
		}
		if n > 1 && n < least {
			best, least = color, n
		}
	}
	return matrix.ItemID(slices.Index(c.colorOf, best)), least <= len(c.sortedColors)
}

func (c coloredItems) colorsAfterSinglingOut(i matrix.ItemID) []uint64 {
	colors := slices.Clone(c.colorOf)
	colors[i] = matrix.MixHash(colors[i] + 1)
	return colors
}

// colorRefiner refines the colors of items, so that items which differ get different colors. The work has a limit,
// because a problem may be large.
type colorRefiner struct {
	problem        *matrix.Problem
	optionHashSums []uint64     // for each item, the sum of the hashes of its options
	readsLeft      int          // number of entries of options that may still be read
	stopError      func() error // function that returns an error if the search must end
}

// minEntryReads and minReadsPerEntry determine the limit of [FindGroup], in reads of entries of options: minEntryReads,
// or minReadsPerEntry times the number of entries, whichever is more. A board of two thousand options needs less than
// minEntryReads.
const (
	minEntryReads    = 1 << 21
	minReadsPerEntry = 128
)

func (c *colorRefiner) hasReachedLimit() bool { return c.readsLeft < 0 || c.stopError() != nil }

// initialColors returns colors that separate primary from secondary items, and items with different bounds. They also
// separate twins, which are items in the same options, because the exchange of twins is a symmetry that changes no
// option.
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

// refineColors refines the colors until a round separates no further items. It returns the new colors and the number
// of rounds.
func (c *colorRefiner) refineColors(colors []uint64) (coloredItems, int) {
	for rounds, n := 1, newColoredItems(colors).colorCount(); ; rounds++ {
		colors = c.runRefinementRound(colors)
		colors := newColoredItems(colors)
		more := colors.colorCount()
		if more <= n || c.hasReachedLimit() {
			return colors, rounds
		}
		n = more
	}
}

func (c *colorRefiner) runRefinementRound(colors []uint64) []uint64 {
	p := c.problem
	c.readsLeft -= p.EntryCount() + 1
	clear(c.optionHashSums)
	for o := range matrix.OptionID(p.OptionCount()) {
		h := uint64(0)
		for _, e := range p.Option(o) {
			h += matrix.MixHash(colors[e.Item] ^ uint64(e.Color)<<1)
		}
		for _, e := range p.Option(o) {
			c.optionHashSums[e.Item] += matrix.MixHash(h ^ uint64(e.Color)<<1)
		}
	}
	next := make([]uint64, len(colors))
	for i := range next {
		next[i] = matrix.MixHash(matrix.MixHash(colors[i]) + c.optionHashSums[i])
	}
	return next
}
