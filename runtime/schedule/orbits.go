package schedule

import (
	"fmt"
	"maps"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/symmetry"
)

// byOrbits counts the solutions of a symmetric problem by one item: each solution covers
// it with one option, and as many solutions hold an option as hold its image. So one
// option of an orbit is enough, and what it finds counts as often as the orbit is large.
type byOrbits struct {
	why   string
	gain  float64 // options for each orbit
	parts []orbitPart
}

// orbitPart is the problem in which the item has one option of each orbit of a size.
type orbitPart struct {
	problem *matrix.Problem
	size    int64
}

const (
	// maxSymmetries is more than a torus of 16 by 16 has shifts and half turns.
	maxSymmetries = 1 << 10
	// worthOrbits is the gain from which on the second problem is worth its making.
	worthOrbits = 1.5
)

// findOrbits takes an item that has half as many options for each orbit as any, or more,
// and of those the one whose options fall into the fewest orbits, as the search branches on
// them. It returns nil if that gains little.
func findOrbits(p *matrix.Problem, group []symmetry.Permutation) *byOrbits {
	if len(group) == 1 {
		return nil
	}
	orbitOf, holding := symmetry.OptionOrbits(p, group), p.OptionsByItem()
	orbits, gain := make([]int, p.PrimaryCount()), make([]float64, p.PrimaryCount()) // by item
	// the last item, counted from 1, that each orbit holds
	met := make([]int, p.OptionCount())
	most := worthOrbits
	for i, options := range holding[:p.PrimaryCount()] {
		if p.Bound(matrix.ItemID(i)) != matrix.Once || len(options) == 0 {
			continue
		}
		for _, o := range options {
			if met[orbitOf[o]] != i+1 {
				met[orbitOf[o]] = i + 1
				orbits[i]++
			}
		}
		gain[i] = float64(len(options)) / float64(orbits[i])
		most = max(most, gain[i])
	}
	item := -1
	for i, g := range gain {
		if g >= max(most/2, worthOrbits) && (item < 0 || orbits[i] < orbits[item]) {
			item = i
		}
	}
	if item < 0 {
		return nil
	}
	return &byOrbits{
		why: fmt.Sprintf("one option of each of %d orbits that hold item %s is counted with, as there are symmetries",
			orbits[item], p.Name(matrix.ItemID(item))),
		gain:  gain[item],
		parts: divide(p, holding[item], orbitOf),
	}
}

// divide makes a problem for each size of an orbit, the largest first. Of the options, it
// has the first one of each orbit of that size, and no other.
func divide(p *matrix.Problem, options []matrix.OptionID, orbitOf []int) (parts []orbitPart) {
	size, first := map[int]int64{}, map[int]matrix.OptionID{}
	for _, o := range slices.Backward(options) {
		size[orbitOf[o]]++
		first[orbitOf[o]] = o
	}
	sizes := slices.Compact(slices.Sorted(maps.Values(size)))
	for _, n := range slices.Backward(sizes) {
		part := p.KeepOptions(func(o matrix.OptionID) bool {
			_, divided := slices.BinarySearch(options, o)
			orbit := orbitOf[o]
			return !divided || size[orbit] == n && first[orbit] == o
		})
		parts = append(parts, orbitPart{part, n})
	}
	return parts
}
