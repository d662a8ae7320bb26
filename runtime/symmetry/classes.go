package symmetry

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
)

// optionClasses groups the options into classes of options with the same entries.
type optionClasses struct {
	problem      *matrix.Problem
	classOf      []int            // for each option, the index of its class
	classEntries [][]matrix.Entry // for each class, the sorted entries of its options
	classSizes   []int            // for each class, the number of its options
	classByHash  map[uint64]int   // for each hash of entries, the index of the class with these entries
	hashAddend   uint64           // number that is added to hashes, chosen so that all classes have different hashes
	imageBuffer  []matrix.Entry   // buffer for the image of a class
}

func newOptionClasses(p *matrix.Problem) *optionClasses {
	for salt := uint64(0); ; salt = matrix.MixHash(salt) {
		c := &optionClasses{problem: p, classOf: make([]int, p.OptionCount()), classByHash: make(map[uint64]int,
			p.OptionCount()),
			hashAddend: salt}
		if c.groupOptions() {
			return c
		}
	}
}

// groupOptions groups the options into classes. It returns false if two classes have the same hash.
func (c *optionClasses) groupOptions() bool {
	for o := range c.classOf {
		held := c.problem.Option(matrix.OptionID(o))
		h := c.hashEntries(held)
		k, known := c.classByHash[h]
		switch {
		case !known:
			k = len(c.classEntries)
			c.classByHash[h] = k
			held = slices.Clone(held)
			slices.SortFunc(held, compareEntryItems)
			c.classEntries, c.classSizes = append(c.classEntries, held), append(c.classSizes, 0)
		case !c.classHasEntries(k, held):
			return false
		}
		c.classOf[o] = k
		c.classSizes[k]++
	}
	return true
}

func compareEntryItems(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) }

// hashEntries returns a hash that does not depend on the order of the entries.
func (c *optionClasses) hashEntries(entries []matrix.Entry) (sum uint64) {
	for _, e := range entries {
		sum += matrix.MixHash(c.hashAddend ^ uint64(e.Item)<<32 ^ uint64(e.Color))
	}
	return sum
}

// classHasEntries reports whether the options of class k have these entries.
func (c *optionClasses) classHasEntries(k int, entries []matrix.Entry) bool {
	held := c.classEntries[k]
	for _, e := range entries {
		if at, found := slices.BinarySearchFunc(held, e, compareEntryItems); !found || held[at] != e {
			return false
		}
	}
	return len(entries) == len(held)
}

// imageOfClass returns the index of the class to which a mapping of items maps class k, and whether there is such a
// class.
func (c *optionClasses) imageOfClass(k int, to Permutation) (image int, known bool) {
	c.imageBuffer = c.imageBuffer[:0]
	for _, e := range c.classEntries[k] {
		c.imageBuffer = append(c.imageBuffer, matrix.Entry{Item: to[e.Item], Color: e.Color})
	}
	image, known = c.classByHash[c.hashEntries(c.imageBuffer)]
	return image, known && c.classHasEntries(image, c.imageBuffer)
}

// isSymmetry reports whether a mapping of items is a symmetry: it maps no two items to the same item, each item to an
// item with the same bound, and each class of options to a class of the same size. Then no two classes have the same
// image, so the options are permuted.
func (c *optionClasses) isSymmetry(to Permutation) bool {
	visited, primary := make([]bool, len(to)), c.problem.PrimaryCount()
	for i, j := range to {
		if visited[j] || (i < primary) != (int(j) < primary) ||
			i < primary && c.problem.Bound(matrix.ItemID(i)) != c.problem.Bound(j) {
			return false
		}
		visited[j] = true
	}
	for k := range c.classEntries {
		if at, known := c.imageOfClass(k, to); !known || c.classSizes[at] != c.classSizes[k] {
			return false
		}
	}
	return true
}

// SymmetriesKeepingValues returns the symmetries of a group that keep the values of options. A symmetry does not
// distinguish options with the same entries. So it must map all options with certain entries to options that have the
// same values together. The result is a group as well.
func SymmetriesKeepingValues(p *matrix.Problem, group []Permutation, values []int64) []Permutation {
	c := newOptionClasses(p)
	classValues := make([][]int64, len(c.classEntries))
	for o, k := range c.classOf {
		classValues[k] = append(classValues[k], values[o])
	}
	for _, list := range classValues {
		slices.Sort(list)
	}
	return slices.DeleteFunc(slices.Clone(group), func(g Permutation) bool {
		for k := range classValues {
			if image, _ := c.imageOfClass(k, g); !slices.Equal(classValues[k], classValues[image]) {
				return true
			}
		}
		return false
	})
}

// maxActingElements is the largest number of group elements whose action on the options is computed.
const maxActingElements = 16

// OptionOrbits returns, for each option of p, an id of its orbit, which is below the number of options. Two options are
// in one orbit if symmetries of the group map one to the other. Then the same number of solutions contain each of the
// two. Options with the same entries are in one orbit as well. The argument group must be a group of symmetries of p.
// If it is large, only maxActingElements of its elements are used, which nearly always generate the group. If these
// elements do not, the orbits are those of the subgroup that they generate.
func OptionOrbits(p *matrix.Problem, group []Permutation) []int {
	c := newOptionClasses(p)
	acting := group
	if len(group) > maxActingElements {
		acting = make([]Permutation, maxActingElements)
		for k := range acting {
			acting[k] = group[matrix.MixHash(uint64(k))%uint64(len(group))]
		}
	}
	// orbit holds, for each class, the id of its orbit plus one, or 0 if the orbit is not known yet.
	orbit := make([]int, len(c.classEntries))
	for k := range orbit {
		if orbit[k] > 0 {
			continue
		}
		orbit[k] = k + 1
		for open := []int{k}; len(open) > 0; {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			for _, g := range acting {
				if image, _ := c.imageOfClass(last, g); orbit[image] == 0 {
					orbit[image] = k + 1
					open = append(open, image)
				}
			}
		}
	}
	all := make([]int, p.OptionCount())
	for o, k := range c.classOf {
		all[o] = orbit[k] - 1
	}
	return all
}
