package symmetry

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
)

// optionClasses groups the options by their entries: options with the same entries are a class.
type optionClasses struct {
	problem    *matrix.Problem
	of         []int            // by option: its class
	entries    [][]matrix.Entry // by class: its entries, sorted
	classSizes []int
	byHash     map[uint64]int
	salt       uint64         // a value for which all classes have different hashes
	room       []matrix.Entry // scratch memory for the image of a class
}

func newOptionClasses(p *matrix.Problem) *optionClasses {
	for salt := uint64(0); ; salt = matrix.MixHash(salt) {
		c := &optionClasses{problem: p, of: make([]int, p.OptionCount()), byHash: make(map[uint64]int, p.OptionCount()),
			salt: salt}
		if c.fileOptions() {
			return c
		}
	}
}

// fileOptions groups the options. It returns false if two classes have the same hash.
func (c *optionClasses) fileOptions() bool {
	for o := range c.of {
		held := c.problem.Option(matrix.OptionID(o))
		h := c.hashEntries(held)
		k, known := c.byHash[h]
		switch {
		case !known:
			k = len(c.entries)
			c.byHash[h] = k
			held = slices.Clone(held)
			slices.SortFunc(held, byItem)
			c.entries, c.classSizes = append(c.entries, held), append(c.classSizes, 0)
		case !c.holdsEntries(k, held):
			return false
		}
		c.of[o] = k
		c.classSizes[k]++
	}
	return true
}

func byItem(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) }

// hashEntries returns a hash that does not depend on the order of the entries.
func (c *optionClasses) hashEntries(entries []matrix.Entry) (sum uint64) {
	for _, e := range entries {
		sum += matrix.MixHash(c.salt ^ uint64(e.Item)<<32 ^ uint64(e.Color))
	}
	return sum
}

// holdsEntries reports whether the options of class k have these entries.
func (c *optionClasses) holdsEntries(k int, entries []matrix.Entry) bool {
	held := c.entries[k]
	for _, e := range entries {
		if at, found := slices.BinarySearchFunc(held, e, byItem); !found || held[at] != e {
			return false
		}
	}
	return len(entries) == len(held)
}

// imageOf returns the class to which a mapping of items maps class k, and whether there is one.
func (c *optionClasses) imageOf(k int, to Permutation) (image int, known bool) {
	c.room = c.room[:0]
	for _, e := range c.entries[k] {
		c.room = append(c.room, matrix.Entry{Item: to[e.Item], Color: e.Color})
	}
	image, known = c.byHash[c.hashEntries(c.room)]
	return image, known && c.holdsEntries(image, c.room)
}

// keptBy reports whether a mapping of items is a symmetry: it maps no two items to one, each item
// to one with the same bound, and each class of options to a class of the same size. Then no two
// classes have the same image, so the options are permuted.
func (c *optionClasses) keptBy(to Permutation) bool {
	visited, primary := make([]bool, len(to)), c.problem.PrimaryCount()
	for i, j := range to {
		if visited[j] || (i < primary) != (int(j) < primary) ||
			i < primary && c.problem.Bound(matrix.ItemID(i)) != c.problem.Bound(j) {
			return false
		}
		visited[j] = true
	}
	for k := range c.entries {
		if at, known := c.imageOf(k, to); !known || c.classSizes[at] != c.classSizes[k] {
			return false
		}
	}
	return true
}

// maxActing bounds the number of group elements whose action on the options is computed.
const maxActing = 16

// OptionOrbits returns a number for each option of p. Two options have the same number if
// symmetries of the group map one to the other; then equally many solutions contain each of them.
// Options with the same entries have the same number. The group must be one of p. If it is large,
// only some of its elements are used, which nearly always generate it; if they do not, the orbits
// are those of the subgroup that they generate.
func OptionOrbits(p *matrix.Problem, group []Permutation) []int {
	c := newOptionClasses(p)
	acting := group
	if len(group) > maxActing {
		acting = make([]Permutation, maxActing)
		for k := range acting {
			acting[k] = group[matrix.MixHash(uint64(k))%uint64(len(group))]
		}
	}
	orbit := make([]int, len(c.entries)) // by class: one more than the orbit's number; 0 if not known yet
	for k := range orbit {
		if orbit[k] > 0 {
			continue
		}
		orbit[k] = k + 1
		for open := []int{k}; len(open) > 0; {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			for _, g := range acting {
				if image, _ := c.imageOf(last, g); orbit[image] == 0 {
					orbit[image] = k + 1
					open = append(open, image)
				}
			}
		}
	}
	all := make([]int, p.OptionCount())
	for o, k := range c.of {
		all[o] = orbit[k] - 1
	}
	return all
}
