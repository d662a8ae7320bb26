package schedule

import (
	"fmt"
	"maps"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/symmetry"
)

// orbitSplit divides a symmetric problem by the options of one item. Each solution covers that item by one option. An
// option and its image under a symmetry are in the same number of solutions. So only one option of each orbit needs to
// be tried, and each solution with it counts as many times as the orbit has options.
type orbitSplit struct {
	reason          string      // reason for the division in words, for the plan
	optionsPerOrbit float64     // mean number of options in an orbit
	problemParts    []orbitPart // one smaller problem for each size of orbit
}

// orbitPart is the problem in which the chosen item keeps one option of each orbit of one size.
type orbitPart struct {
	problem   *matrix.Problem
	orbitSize int64 // number of options in each orbit
}

const (
	// maxSymmetries is the largest number of symmetries that the planner searches for. A torus of 16 by 16 has fewer
	// shifts and half turns.
	maxSymmetries = 1 << 10
	// minOptionsPerOrbit is the least mean number of options of an orbit with which a division saves more time than it
	// costs.
	minOptionsPerOrbit = 1.5
)

// findOrbitSplit chooses an item and returns the division of the problem by its options, or nil if the gain is too
// small. The gain of an item is the mean number of options of its orbits. Only items with at least half of the largest
// gain are considered. Among these the item with the fewest orbits is chosen, because the search branches on the
// orbits.
func findOrbitSplit(p *matrix.Problem, group []symmetry.Permutation) *orbitSplit {
	if len(group) == 1 {
		return nil
	}
	orbitOf, holding := symmetry.OptionOrbits(p, group), p.OptionsByItem()
	// orbits holds, for each item, the number of orbits of its options. gain holds the mean number of options in such
	// an orbit.
	orbits, gain := make([]int, p.PrimaryCount()), make([]float64, p.PrimaryCount())
	// met holds, for each orbit, the id plus one of the last item that was found to have an option in the orbit.
	met := make([]int, p.OptionCount())
	most := minOptionsPerOrbit
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
		if g >= max(most/2, minOptionsPerOrbit) && (item < 0 || orbits[i] < orbits[item]) {
			item = i
		}
	}
	if item < 0 {
		return nil
	}
	return &orbitSplit{
		reason: fmt.Sprintf("one option of each of %d orbits that hold item %s is counted with, "+
			"as there are symmetries", orbits[item], p.Name(matrix.ItemID(item))),
		optionsPerOrbit: gain[item],
		problemParts:    divideByOrbit(p, holding[item], orbitOf),
	}
}

// divideByOrbit returns one problem for each size of orbit, the largest size first. In it, the item
// keeps the first option of each orbit of that size and no other.
func divideByOrbit(p *matrix.Problem, options []matrix.OptionID, orbitOf []int) (parts []orbitPart) {
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
