package symmetry

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
)

// classes are the options by what they hold: the same options several times are a class.
type classes struct {
	problem *matrix.Problem
	of      []int            // of each option
	entries [][]matrix.Entry // of each class, sorted
	size    []int
	byHash  map[uint64]int
	salt    uint64         // with which no two classes have the same hash
	room    []matrix.Entry // for the image of a class
}

func newClasses(p *matrix.Problem) *classes {
	for salt := uint64(0); ; salt = matrix.Mix(salt) {
		c := &classes{problem: p, of: make([]int, p.Options()), byHash: make(map[uint64]int, p.Options()), salt: salt}
		if c.fill() {
			return c
		}
	}
}

// fill files the options. It returns false if two classes have the same hash.
func (c *classes) fill() bool {
	for o := range c.of {
		held := c.problem.Option(matrix.OptionID(o))
		h := c.hash(held)
		k, met := c.byHash[h]
		switch {
		case !met:
			k = len(c.entries)
			c.byHash[h] = k
			held = slices.Clone(held)
			slices.SortFunc(held, byItem)
			c.entries, c.size = append(c.entries, held), append(c.size, 0)
		case !c.hold(k, held):
			return false
		}
		c.of[o] = k
		c.size[k]++
	}
	return true
}

func byItem(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) }

// hash does not depend on the order of entries.
func (c *classes) hash(entries []matrix.Entry) (sum uint64) {
	for _, e := range entries {
		sum += matrix.Mix(c.salt ^ uint64(e.Item)<<32 ^ uint64(e.Color))
	}
	return sum
}

// hold reports whether the options of class k hold these entries.
func (c *classes) hold(k int, entries []matrix.Entry) bool {
	held := c.entries[k]
	for _, e := range entries {
		if at, found := slices.BinarySearchFunc(held, e, byItem); !found || held[at] != e {
			return false
		}
	}
	return len(entries) == len(held)
}

// image returns the class that a mapping of items takes a class to.
func (c *classes) image(k int, to Permutation) (image int, known bool) {
	c.room = c.room[:0]
	for _, e := range c.entries[k] {
		c.room = append(c.room, matrix.Entry{Item: to[e.Item], Color: e.Color})
	}
	image, known = c.byHash[c.hash(c.room)]
	return image, known && c.hold(image, c.room)
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

// mostActing is how many elements of a group are asked where they take each option.
const mostActing = 16

// Orbits returns a number for each option of p, the same for two options if symmetries of the
// group take the one to the other: then as many solutions hold the one as the
// other. Options that hold the same have the same number. The group must be one of p. If it is large, some elements
// stand for it, which nearly always generate it; if they do not, the orbits are those of what they generate.
func Orbits(p *matrix.Problem, group []Permutation) []int {
	c := newClasses(p)
	acting := group
	if len(group) > mostActing {
		acting = make([]Permutation, mostActing)
		for k := range acting {
			acting[k] = group[matrix.Mix(uint64(k))%uint64(len(group))]
		}
	}
	orbit := make([]int, len(c.entries)) // one more than its number; 0 is none so far
	for k := range orbit {
		if orbit[k] > 0 {
			continue
		}
		orbit[k] = k + 1
		for open := []int{k}; len(open) > 0; {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			for _, g := range acting {
				if image, _ := c.image(last, g); orbit[image] == 0 {
					orbit[image] = k + 1
					open = append(open, image)
				}
			}
		}
	}
	all := make([]int, p.Options())
	for o, k := range c.of {
		all[o] = orbit[k] - 1
	}
	return all
}
