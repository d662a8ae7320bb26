package symmetry

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
)

// FixedProblem returns a problem with as many solutions as p has of those that a permutation of its
// options, a symmetry, takes to themselves. In such a solution the options of an orbit stand
// together, so the orbits are its options. One that covers an item too often is left out, and
// so is an item that says no more than one before it. Fixed returns false if no problem says
// it: if there are nogoods, or some orbits cover an item once and others several times.
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
	met := make([]bool, len(image))
	for first := range image {
		var cycle []int32
		for n := int32(first); !met[n]; n = image[n] {
			met[n] = true
			cycle = append(cycle, n)
		}
		if slices.Sort(cycle); cycle != nil {
			cycles = append(cycles, cycle)
		}
	}
	return cycles
}

// fixedBuilder is such a problem while it grows.
type fixedBuilder struct {
	*matrix.Problem
	options [][]matrix.Entry
	cover   []int32   // how often the orbit at hand covers each item
	times   []int32   // how often those before it cover it, where that matters
	holding [][]int32 // by item: the options that hold it, with its color in each
	held    []int32   // by how many options of the problem each item is held
	mixed   bool
}

// addOrbit adds the option that stands for an orbit, unless it covers an item too often.
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

// maxCover returns how often an item is covered at most.
func (f *fixedBuilder) maxCover(i matrix.ItemID) int32 {
	if int(i) < f.PrimaryCount() {
		return f.Bound(i).Max
	}
	return 1
}

// countMatters reports whether it matters how often an item is covered, and not only whether.
func (f *fixedBuilder) countMatters(i matrix.ItemID) bool {
	return f.maxCover(i) > 1 && (f.Bound(i).Min > 0 || f.Bound(i).Max < f.held[i])
}

func (f *fixedBuilder) buildProblem() *matrix.Problem {
	b, told := matrix.NewBuilder(), map[string]bool{}
	number := make([]matrix.ItemID, f.ItemCount()) // in the builder, from 1
	for i := range matrix.ItemID(f.ItemCount()) {
		name, bound := f.Name(i), f.itemBound(i)
		key := fmt.Sprint(bound, f.holding[i])
		switch {
		case told[key]:
		case int(i) >= f.PrimaryCount():
			number[i] = 1 + b.AddSecondary(name)
		case bound.Min > bound.Max:
			b.AddPrimary(name, matrix.Once) // which nothing covers: it cannot be as often as it must
		default:
			number[i] = 1 + b.AddPrimary(name, bound)
		}
		told[key] = true
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
		panic(err) // as the problem was valid
	}
	return p
}

// itemBound returns how many options cover an item; a secondary one, which may be covered by
// any number, has none.
func (f *fixedBuilder) itemBound(i matrix.ItemID) matrix.Bound {
	if int(i) >= f.PrimaryCount() {
		return matrix.Bound{}
	}
	b, times := f.Bound(i), max(1, f.times[i])
	return matrix.Bound{Min: (b.Min + times - 1) / times, Max: b.Max / times}
}
