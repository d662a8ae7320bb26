// Package symmetry finds the symmetries of an exact cover problem: the permutations of its items
// that map its options to its options.
//
// Its input is a [matrix.Problem]; its output is a group of such permutations. It must not know of
// boards. It finds the turns of a board, the exchange of two equal pieces and the reversal of a
// Langford sequence in the same way.
//
// # Algorithm
//
// Items get colors, which are hashes of 64 bits. (1) Refinement: a round computes the color of each option from the
// colors of its items, and then the color of each item from the colors of its options. Rounds are repeated until no
// further items are separated. Items that a symmetry maps to each other always have the same color. (2) If some items
// still share a color, one of them is singled out: it gets a color of its own. The colors are refined again, and so
// on, until all colors differ. The items singled out form the base. (3) To find a symmetry that maps the items of the
// base to other items, these are singled out in the same way. Then the image of each item is the item of the same
// color. (4) The result is checked on the options. So a collision of hashes may lose a symmetry, and never makes a
// wrong one. (5) The group is built from the last item of the base to the first. At each item, the group contains all
// symmetries that fix the earlier items of the base. For each other item of the same color the search looks for a
// symmetry that maps the base item to it, and composes that symmetry with the group so far.
//
// # Source
//
// B. McKay, "Practical graph isomorphism", Congressus Numerantium 30 (1981), for refinement and
// singling out; C. Sims, "Computational methods in the study of permutation groups" (1970), for the
// chain of groups along a base.
package symmetry

import (
	"context"
	"slices"

	"quadrille/runtime/matrix"
)

// MaxOptions is the largest number of options of a problem whose symmetries are computed, because
// all options are listed.
const MaxOptions = 1 << 17

// Permutation is a permutation of the items: it holds the image of each item.
type Permutation []matrix.ItemID

// FindGroup returns symmetries of a valid problem that form a group of at most the given number of
// elements, the identity first. Each symmetry keeps the bounds of items, and the colors in options.
// If the problem has more symmetries, the search takes too long, or ctx is done, the result is the
// largest subgroup found so far. For a problem with nogoods, or with more than MaxOptions options,
// it is only the identity.
func FindGroup(ctx context.Context, p *matrix.Problem, maxElements int) []Permutation {
	return FindGroupWithin(ctx, p, maxElements, max(minEntryReads, minReadsPerEntry*p.EntryCount()))
}

// FindGroupWithin returns symmetries as FindGroup does. It reads at most the given number of
// entries of options.
func FindGroupWithin(ctx context.Context, p *matrix.Problem, maxElements, maxReads int) []Permutation {
	identity := make(Permutation, p.ItemCount())
	for i := range identity {
		identity[i] = matrix.ItemID(i)
	}
	group := []Permutation{identity}
	if len(p.Nogoods()) > 0 || p.OptionCount() > MaxOptions {
		return group
	}
	s := &baseSearch{colorRefiner: &colorRefiner{p, make([]uint64, p.ItemCount()), maxReads, ctx.Err},
		optionClasses: newOptionClasses(p)}
	if !s.findBase() {
		return group
	}
	for k := len(s.baseItems) - 2; k >= 0; k-- {
		larger, ok := s.extendGroup(group, k, maxElements)
		if !ok {
			break
		}
		group = larger
	}
	return group
}

// MemoryBound returns an upper bound of the memory of FindGroup and OptionOrbits, in bytes, for a group of at most
// the given number of elements.
func MemoryBound(p *matrix.Problem, maxElements int) int64 {
	return 8*int64(p.EntryCount()) + 200*int64(p.OptionCount()) + (100+4*int64(maxElements))*int64(p.ItemCount())
}

// composePermutations returns the permutation that applies g first and then p.
func (p Permutation) composePermutations(g Permutation) Permutation {
	both := make(Permutation, len(p))
	for i, j := range g {
		both[i] = p[j]
	}
	return both
}

// baseSearch is a search for symmetries. Its base is the sequence of items that are singled out.
type baseSearch struct {
	*colorRefiner
	optionClasses *optionClasses
	baseItems     []baseItem // items of the base; in the last entry, which has no item, all colors differ
}

// baseItem is an item of the base, with the colors that all items have before this item is singled out.
type baseItem struct {
	colorsBeforeSinglingOut coloredItems
	singledOutItem          matrix.ItemID
	roundCount              int // number of rounds of refinement after the item is singled out
}

// findBase singles out items until all colors differ. It returns false if that takes too long.
func (s *baseSearch) findBase() bool {
	colors, _ := s.refineColors(s.initialColors())
	for !s.hasReachedLimit() {
		item, ok := colors.smallestSharedColor()
		b := baseItem{colorsBeforeSinglingOut: colors, singledOutItem: item}
		if !ok {
			s.baseItems = append(s.baseItems, b)
			return true
		}
		colors, b.roundCount = s.refineColors(colors.colorsAfterSinglingOut(item))
		s.baseItems = append(s.baseItems, b)
	}
	return false
}

// extendGroup returns the group of symmetries that fix the first k items of the base. Its argument
// is the group that fixes the first k+1. It returns false if the new group is too large, or the
// search takes too long.
func (s *baseSearch) extendGroup(group []Permutation, k, maxElements int) ([]Permutation, bool) {
	b := s.baseItems[k]
	larger := group
	for _, to := range b.colorsBeforeSinglingOut.itemsOfColor(b.colorsBeforeSinglingOut.colorOf[b.singledOutItem]) {
		if to == b.singledOutItem {
			continue
		}
		p := s.findSymmetryMapping(k, b.colorsBeforeSinglingOut, to)
		if s.hasReachedLimit() || p != nil && len(larger)+len(group) > maxElements {
			return nil, false
		}
		if p != nil {
			for _, g := range group {
				larger = append(larger, p.composePermutations(g))
			}
		}
	}
	return larger, true
}

// findSymmetryMapping returns a symmetry that maps item k of the base to the item to, or nil. The images of the earlier
// items of the base are given by the colors.
func (s *baseSearch) findSymmetryMapping(k int, colors coloredItems, to matrix.ItemID) Permutation {
	of := colors.colorsAfterSinglingOut(to)
	for range s.baseItems[k].roundCount {
		of = s.runRefinementRound(of)
	}
	next, wanted := newColoredItems(of), s.baseItems[k+1]
	if s.hasReachedLimit() || !slices.Equal(next.sortedColors, wanted.colorsBeforeSinglingOut.sortedColors) {
		return nil
	}
	if k+2 == len(s.baseItems) {
		return s.mapByColors(next, wanted.colorsBeforeSinglingOut)
	}
	for _, i := range next.itemsOfColor(wanted.colorsBeforeSinglingOut.colorOf[wanted.singledOutItem]) {
		if p := s.findSymmetryMapping(k+1, next, i); p != nil {
			return p
		}
	}
	return nil
}

// mapByColors returns the permutation that maps the item of each color in wanted to the item of that color in colors,
// if that is a symmetry, and nil otherwise. The colors of all items must differ.
func (s *baseSearch) mapByColors(colors, wanted coloredItems) Permutation {
	to := make(map[uint64]matrix.ItemID, len(colors.colorOf))
	for i, c := range colors.colorOf {
		to[c] = matrix.ItemID(i)
	}
	p := make(Permutation, len(colors.colorOf))
	for i, c := range wanted.colorOf {
		p[i] = to[c]
	}
	if !s.optionClasses.isSymmetry(p) {
		return nil
	}
	return p
}
