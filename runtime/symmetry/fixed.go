package symmetry

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
)

// FixedProblem returns a problem whose solutions correspond to the solutions of p that a symmetry maps to themselves.
// The argument image is the symmetry as a permutation of the options. A solution that is mapped to itself contains all
// options of an orbit or none of them, so the options of the new problem are the orbits. Orbits that cover an item too
// often are left out, and so are items that add no condition. FixedProblem returns false if there is no such problem,
// because p has nogoods, or because some orbits cover an item once and others several times.
func FixedProblem(p *matrix.Problem, image []int32) (*matrix.Problem, bool) {
	f := newFixedBuilder(p, image)
	q, _ := f.buildProblem()
	return q, !f.isMixed && len(p.Nogoods()) == 0
}

// FixedProblemOnItems returns the problem of [FixedProblem] with all items of p, under their ids in p, and without the
// orbits that hold no primary item. The result possible is false if no number of orbits keeps the bounds of some item;
// then there is no solution. The result ok is false where FixedProblem returns false.
func FixedProblemOnItems(p *matrix.Problem, image []int32) (q *matrix.Problem, possible, ok bool) {
	f := newFixedBuilder(p, image)
	f.keepsAllItems = true
	q, possible = f.buildProblem()
	return q, possible, !f.isMixed && len(p.Nogoods()) == 0
}

func newFixedBuilder(p *matrix.Problem, image []int32) *fixedBuilder {
	n := p.ItemCount()
	f := &fixedBuilder{Problem: p, coversByOrbit: make([]int32, n), coversByEarlierOrbit: make([]int32, n),
		newOptionsOfItem: make([][]int32, n),
		oldOptionCounts:  make([]int32, n)}
	for i, options := range p.OptionsByItem() {
		f.oldOptionCounts[i] = int32(len(options))
	}
	for _, orbit := range CyclesOfPermutation(image) {
		f.addOrbit(orbit)
	}
	return f
}

// CyclesOfPermutation returns the orbits of a permutation, in the order of their least elements. Each orbit lists its
// elements in ascending order.
func CyclesOfPermutation(image []int32) (cycles [][]int32) {
	visited := make([]bool, len(image))
	for first := range image {
		var cycle []int32
		for n := int32(first); !visited[n]; n = image[n] {
			visited[n] = true
			cycle = append(cycle, n)
		}
		if slices.Sort(cycle); cycle != nil {
			cycles = append(cycles, cycle)
		}
	}
	return cycles
}

// fixedBuilder builds the problem of the solutions that a symmetry maps to themselves.
type fixedBuilder struct {
	*matrix.Problem
	orbitOptions  [][]matrix.Entry // options of the new problem, one for each orbit
	coversByOrbit []int32          // for each item, the number of times that the current orbit covers it
	// for each item, the number of times that an earlier orbit covers it, if needsCoverCount
	coversByEarlierOrbit []int32
	// for each item, the options of the new problem that hold it, each followed by its color
	newOptionsOfItem [][]int32
	oldOptionCounts  []int32 // for each item, the number of options of the old problem that hold it
	isMixed          bool    // whether some orbits cover an item once and others several times
	// whether the new problem has all items of p, and no orbit without a primary item
	keepsAllItems bool
}

// addOrbit adds the option that an orbit becomes, unless the orbit covers an item too often.
func (f *fixedBuilder) addOrbit(orbit []int32) {
	var union []matrix.Entry
	fits := true
	for _, o := range orbit {
		for _, e := range f.Option(matrix.OptionID(o)) {
			if f.coversByOrbit[e.Item]++; f.coversByOrbit[e.Item] == 1 {
				union = append(union, e)
			} else if f.coversByOrbit[e.Item] > f.maxCoversOf(e.Item) {
				fits = fits && e.Color != matrix.NoColor && slices.Contains(union, e)
			}
		}
	}
	for _, e := range union {
		if fits && f.needsCoverCount(e.Item) {
			f.isMixed = f.isMixed || f.coversByEarlierOrbit[e.Item] > 0 &&
				f.coversByEarlierOrbit[e.Item] != f.coversByOrbit[e.Item]
			f.coversByEarlierOrbit[e.Item] = f.coversByOrbit[e.Item]
		}
		if fits {
			f.newOptionsOfItem[e.Item] = append(f.newOptionsOfItem[e.Item], int32(len(f.orbitOptions)), int32(e.Color))
		}
		f.coversByOrbit[e.Item] = 0
	}
	if fits {
		f.orbitOptions = append(f.orbitOptions, union)
	}
}

// maxCoversOf returns the largest number of times that an item may be covered.
func (f *fixedBuilder) maxCoversOf(i matrix.ItemID) int32 {
	if int(i) < f.PrimaryCount() {
		return f.Bound(i).Max
	}
	return 1
}

// needsCoverCount reports whether item i may be covered several times and some choice of options would cover it too
// rarely or too often.
func (f *fixedBuilder) needsCoverCount(i matrix.ItemID) bool {
	return f.maxCoversOf(i) > 1 && (f.Bound(i).Min > 0 || f.Bound(i).Max < f.oldOptionCounts[i])
}

// buildProblem returns the problem, and whether the bounds of its items can be kept.
func (f *fixedBuilder) buildProblem() (q *matrix.Problem, possible bool) {
	possible = true
	b, known := matrix.NewBuilder(), map[string]bool{}
	// for each item, its id in the builder plus one, or 0 if it is not in the new problem
	number := make([]matrix.ItemID, f.ItemCount())
	for i := range matrix.ItemID(f.ItemCount()) {
		name, bound := f.Name(i), f.itemBound(i)
		key := fmt.Sprint(bound, f.newOptionsOfItem[i])
		switch {
		case known[key] && !f.keepsAllItems:
		case int(i) >= f.PrimaryCount():
			number[i] = 1 + b.AddSecondary(name)
		case bound.Min > bound.Max:
			b.AddPrimary(name, matrix.Once) // no option covers the item, so there is no solution
			possible = false
		default:
			number[i] = 1 + b.AddPrimary(name, bound)
		}
		known[key] = true
	}
	for _, union := range f.orbitOptions {
		isChosen := func(e matrix.Entry) bool { return int(e.Item) < f.PrimaryCount() }
		if f.keepsAllItems && !slices.ContainsFunc(union, isChosen) {
			continue
		}
		entries := union[:0]
		for _, e := range union {
			if number[e.Item] == 0 {
				continue
			}
			e.Item = number[e.Item] - 1
			if e.Color != matrix.NoColor {
				e.Color = b.AddColor(f.ColorName(e.Color))
			}
			entries = append(entries, e)
		}
		b.AddOption(entries...)
	}
	p, err := b.Build()
	if err != nil {
		panic(err) // cannot happen, because p is valid
	}
	return p, possible
}

// ItemPermutationOf returns the permutation of items that maps each option with a primary item to the image of that
// option. It returns false if there is no such permutation, or if a permutation of items cannot distinguish the images
// of options with the same items.
func ItemPermutationOf(p *matrix.Problem, image []int32) (Permutation, bool) {
	uses, images := make([][]int64, p.ItemCount()), make([][]int64, p.ItemCount())
	for o, to := range image {
		if !p.HoldsPrimary(matrix.OptionID(o)) {
			continue
		}
		for _, e := range p.Option(matrix.OptionID(o)) {
			uses[e.Item] = append(uses[e.Item], int64(o)<<32|int64(e.Color))
			images[e.Item] = append(images[e.Item], int64(to)<<32|int64(e.Color))
		}
	}
	keyOf := func(i int, uses []int64) string {
		if i < p.PrimaryCount() {
			return fmt.Sprint(p.Bound(matrix.ItemID(i)), uses)
		}
		return fmt.Sprint(uses)
	}
	byUses := map[string][]matrix.ItemID{}
	for i := range uses {
		key := keyOf(i, uses[i])
		byUses[key] = append(byUses[key], matrix.ItemID(i))
	}
	items := make(Permutation, p.ItemCount())
	for i := range items {
		slices.Sort(images[i])
		key := keyOf(i, images[i])
		if len(byUses[key]) == 0 {
			return nil, false
		}
		items[i], byUses[key] = byUses[key][0], byUses[key][1:]
	}
	last := map[int]int32{} // last image of the options of each class
	for o, k := range newOptionClasses(p).classOf {
		if before, ok := last[k]; ok && before > image[o] {
			return nil, false
		}
		last[k] = image[o]
	}
	return items, true
}

// itemBound returns the bound of the number of options that cover item i. For a secondary item it
// is zero, which means that there is no bound.
func (f *fixedBuilder) itemBound(i matrix.ItemID) matrix.Bound {
	if int(i) >= f.PrimaryCount() {
		return matrix.Bound{}
	}
	b, times := f.Bound(i), max(1, f.coversByEarlierOrbit[i])
	return matrix.Bound{Min: (b.Min + times - 1) / times, Max: b.Max / times}
}
