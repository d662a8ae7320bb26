package symmetry

import (
	"cmp"
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// classes are the options by what they hold: the same options several times are a class.
type classes struct {
	problem *matrix.Problem
	of      []int            // of each option
	entries [][]matrix.Entry // of each class, sorted
	size    []int
	byKey   map[string]int
	key     []byte         // room
	room    []matrix.Entry // for the image of a class
}

func newClasses(p *matrix.Problem) *classes {
	c := &classes{problem: p, of: make([]int, p.Options()), byKey: make(map[string]int, p.Options())}
	for o := range c.of {
		held := slices.Clone(p.Option(matrix.OptionID(o)))
		k, known := c.find(held)
		if !known {
			k = len(c.entries)
			c.byKey[string(c.key)] = k
			c.entries, c.size = append(c.entries, held), append(c.size, 0)
		}
		c.of[o] = k
		c.size[k]++
	}
	return c
}

// find sorts entries, and returns the class of the options that hold them.
func (c *classes) find(entries []matrix.Entry) (k int, known bool) {
	slices.SortFunc(entries, func(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) })
	c.key = c.key[:0]
	for _, e := range entries {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(e.Item))
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(e.Color))
	}
	k, known = c.byKey[string(c.key)]
	return k, known
}

// image returns the class that a mapping of items takes a class to.
func (c *classes) image(k int, to Permutation) (image int, known bool) {
	c.room = c.room[:0]
	for _, e := range c.entries[k] {
		c.room = append(c.room, matrix.Entry{Item: to[e.Item], Color: e.Color})
	}
	return c.find(c.room)
}

// keptBy reports whether a mapping of items is a symmetry: it takes no two items to
// one, each item to one with the same bound, and each class of options to a class of the
// same size. No two classes have the same image then, so the options are permuted.
func (c *classes) keptBy(to Permutation) bool {
	met, primary := make([]bool, len(to)), c.problem.Primary()
	for i, j := range to {
		if met[j] || (i < primary) != (int(j) < primary) ||
			i < primary && c.problem.Bound(matrix.ItemID(i)) != c.problem.Bound(j) {
			return false
		}
		met[j] = true
	}
	for k := range c.entries {
		if at, known := c.image(k, to); !known || c.size[at] != c.size[k] {
			return false
		}
	}
	return true
}

// Orbits returns a number for each option of p, the same for two options if one of the
// symmetries takes the one to the other: then as many solutions hold the one as the
// other. Options that hold the same have the same number. The group must be one of p.
func Orbits(p *matrix.Problem, group []Permutation) []int {
	c := newClasses(p)
	orbit := make([]int, len(c.entries)) // one more than its number; 0 is none so far
	for k := range orbit {
		if orbit[k] > 0 {
			continue
		}
		for _, g := range group {
			image, _ := c.image(k, g)
			orbit[image] = k + 1
		}
	}
	all := make([]int, p.Options())
	for o, k := range c.of {
		all[o] = orbit[k] - 1
	}
	return all
}
