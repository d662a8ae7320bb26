package symmetry

import (
	"slices"

	"quadrille/runtime/matrix"
)

// Orbits returns a number for each option of p, the same for two options if one of the
// symmetries takes the one to the other: then as many solutions hold the one as the
// other. Options that hold the same have the same number. The group must be one of p.
func Orbits(p *matrix.Problem, group []Permutation) []int {
	c := newClasses(p)
	orbit := make([]int, len(c.entries))
	for k := range orbit {
		orbit[k] = -1
	}
	var room []matrix.Entry
	for k := range c.entries {
		if orbit[k] >= 0 {
			continue
		}
		for _, g := range group {
			orbit[c.image(k, g, &room)] = k
		}
	}
	all := make([]int, p.Options())
	for o := range all {
		held := slices.Clone(p.Option(matrix.OptionID(o)))
		all[o] = orbit[c.find(sortEntries(held), held)]
	}
	return all
}
