package symmetry

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
)

// FixedProblem returns a problem whose solutions are those of p that a symmetry, a permutation of
// the options, maps to themselves. Such a solution contains the options of an orbit together, so
// the orbits are the options of the new problem. An orbit that covers an item too often is left
// out, and so is an item that adds no condition to an earlier one. It returns false if no problem
// expresses this: if there are nogoods, or if some orbits cover an item once and others several
// times.
func FixedProblem(p *matrix.Problem, image []int32) (*matrix.Problem, bool) {
	n := p.ItemCount()
	f := &fixedBuilder{Problem: p, cover: make([]int32, n), times: make([]int32, n), holding: make([][]int32, n),
		held: make([]int32, n)}
	for i, options := range p.OptionsByItem() {
		f.held[i] = int32(len(options))
	}
	for _, orbit := range CyclesOf(image) {
		f.addOrbit(orbit)
	}
	return f.buildProblem(), !f.mixed && len(p.Nogoods()) == 0
}

// CyclesOf returns the orbits of a permutation, each in order.
func CyclesOf(image []int32) (cycles [][]int32) {
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

// fixedBuilder builds such a problem.
type fixedBuilder struct {
	*matrix.Problem
	options [][]matrix.Entry
	cover   []int32   // by item: the number of times that the current orbit covers it
	times   []int32   // by item: the number of times that earlier orbits cover it, where that matters
	holding [][]int32 // by item: the options that hold it, with its color in each
	held    []int32   // by item: the number of options of the problem that hold it
	mixed   bool
}

// addOrbit adds the option of an orbit, unless the orbit covers an item too often.
func (f *fixedBuilder) addOrbit(orbit []int32) {
	var union []matrix.Entry
	fits := true
	for _, o := range orbit {
		for _, e := range f.Option(matrix.OptionID(o)) {
			if f.cover[e.Item]++; f.cover[e.Item] == 1 {
				union = append(union, e)
			} else if f.cover[e.Item] > f.maxCover(e.Item) {
				fits = fits && e.Color != matrix.NoColor && slices.Contains(union, e)
			}
		}
	}
	for _, e := range union {
		if fits && f.countMatters(e.Item) {
			f.mixed = f.mixed || f.times[e.Item] > 0 && f.times[e.Item] != f.cover[e.Item]
			f.times[e.Item] = f.cover[e.Item]
		}
		if fits {
			f.holding[e.Item] = append(f.holding[e.Item], int32(len(f.options)), int32(e.Color))
		}
		f.cover[e.Item] = 0
	}
	if fits {
		f.options = append(f.options, union)
	}
}

// maxCover returns the largest number of times that an item may be covered.
func (f *fixedBuilder) maxCover(i matrix.ItemID) int32 {
	if int(i) < f.PrimaryCount() {
		return f.Bound(i).Max
	}
	return 1
}

// countMatters reports whether the number of times that an item is covered matters.
func (f *fixedBuilder) countMatters(i matrix.ItemID) bool {
	return f.maxCover(i) > 1 && (f.Bound(i).Min > 0 || f.Bound(i).Max < f.held[i])
}

func (f *fixedBuilder) buildProblem() *matrix.Problem {
	b, known := matrix.NewBuilder(), map[string]bool{}
	number := make([]matrix.ItemID, f.ItemCount()) // in the builder, from 1
	for i := range matrix.ItemID(f.ItemCount()) {
		name, bound := f.Name(i), f.itemBound(i)
		key := fmt.Sprint(bound, f.holding[i])
		switch {
		case known[key]:
		case int(i) >= f.PrimaryCount():
			number[i] = 1 + b.AddSecondary(name)
		case bound.Min > bound.Max:
			b.AddPrimary(name, matrix.Once) // no option covers it, so there is no solution
		default:
			number[i] = 1 + b.AddPrimary(name, bound)
		}
		known[key] = true
	}
	for _, union := range f.options {
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
		panic(err) // the problem was valid
	}
	return p
}

// itemBound returns the bounds of the number of options that cover an item; zero for a secondary
// item, whose number has no bound.
func (f *fixedBuilder) itemBound(i matrix.ItemID) matrix.Bound {
	if int(i) >= f.PrimaryCount() {
		return matrix.Bound{}
	}
	b, times := f.Bound(i), max(1, f.times[i])
	return matrix.Bound{Min: (b.Min + times - 1) / times, Max: b.Max / times}
}
