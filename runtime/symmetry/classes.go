package symmetry

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
)

// classes are the options by what they hold: the same options several times are a class.
type classes struct {
	problem *matrix.Problem
	entries [][]matrix.Entry // of each class, sorted
	size    []int
	byHash  map[uint64][]int
}

func newClasses(p *matrix.Problem) classes {
	c := classes{problem: p, byHash: make(map[uint64][]int, p.Options())}
	for o := range matrix.OptionID(p.Options()) {
		held := slices.Clone(p.Option(o))
		hash := sortEntries(held)
		if k := c.find(hash, held); k >= 0 {
			c.size[k]++
			continue
		}
		c.byHash[hash] = append(c.byHash[hash], len(c.entries))
		c.entries, c.size = append(c.entries, held), append(c.size, 1)
	}
	return c
}

// sortEntries puts entries in order, and returns a hash of them.
func sortEntries(entries []matrix.Entry) (hash uint64) {
	slices.SortFunc(entries, func(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) })
	for _, e := range entries {
		hash = mix(hash ^ uint64(e.Item)<<32 ^ uint64(e.Color))
	}
	return hash
}

// find returns the class of an option that holds sorted entries, or -1.
func (c classes) find(hash uint64, entries []matrix.Entry) int {
	for _, k := range c.byHash[hash] {
		if slices.Equal(c.entries[k], entries) {
			return k
		}
	}
	return -1
}

// image returns the class that a mapping of items takes a class to, or -1. It needs room
// for entries.
func (c classes) image(k int, to Permutation, room *[]matrix.Entry) int {
	image := (*room)[:0]
	for _, e := range c.entries[k] {
		image = append(image, matrix.Entry{Item: to[e.Item], Color: e.Color})
	}
	*room = image
	return c.find(sortEntries(image), image)
}

// keptBy reports whether a mapping of items is a symmetry: it takes no two items to
// one, each item to one with the same bound, and each class of options to a class of the
// same size. No two classes have the same image then, so the options are permuted.
func (c classes) keptBy(to Permutation) bool {
	if !c.keepsItems(to) {
		return false
	}
	var room []matrix.Entry
	for k := range c.entries {
		at := c.image(k, to, &room)
		if at < 0 || c.size[at] != c.size[k] {
			return false
		}
	}
	return true
}

// keepsItems reports whether a mapping permutes the items and keeps their bounds.
func (c classes) keepsItems(to Permutation) bool {
	met, primary := make([]bool, len(to)), c.problem.Primary()
	for i, j := range to {
		if met[j] || (i < primary) != (int(j) < primary) {
			return false
		}
		met[j] = true
		if i < primary && c.problem.Bound(matrix.ItemID(i)) != c.problem.Bound(j) {
			return false
		}
	}
	return true
}
