package format

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
)

// The formats that say a problem by constraints need the options of an item,
// where a problem has the items of an option.

// cover is an option that holds an item, with the color that it gives it.
type cover struct {
	option matrix.OptionID
	color  matrix.Color
}

// inverse is a problem by items. It holds no option without a primary item:
// such an option is never chosen.
type inverse struct {
	p      *matrix.Problem
	start  []int // item i has covers[start[i]:start[i+1]]
	covers []cover
	idle   []matrix.OptionID // those without a primary item
}

func invert(p *matrix.Problem) *inverse {
	v := &inverse{p: p, start: make([]int, p.Items()+1)}
	for o := range matrix.OptionID(p.Options()) {
		if v.isIdle(o) {
			v.idle = append(v.idle, o)
			continue
		}
		for _, e := range p.Option(o) {
			v.start[e.Item+1]++
		}
	}
	for i := range p.Items() {
		v.start[i+1] += v.start[i]
	}
	v.covers = make([]cover, v.start[p.Items()])
	next := slices.Clone(v.start)
	for o := range matrix.OptionID(p.Options()) {
		if v.isIdle(o) {
			continue
		}
		for _, e := range p.Option(o) {
			v.covers[next[e.Item]] = cover{o, e.Color}
			next[e.Item]++
		}
	}
	return v
}

func (v *inverse) isIdle(o matrix.OptionID) bool {
	return !slices.ContainsFunc(v.p.Option(o), func(e matrix.Entry) bool { return int(e.Item) < v.p.Primary() })
}

// of returns the options that hold an item.
func (v *inverse) of(i matrix.ItemID) []cover { return v.covers[v.start[i]:v.start[i+1]] }

// variables returns the variables of the options that hold an item: that of
// option o is o+1.
func (v *inverse) variables(i matrix.ItemID) []int {
	out := make([]int, 0, len(v.of(i)))
	for _, c := range v.of(i) {
		out = append(out, int(c.option)+1)
	}
	return out
}

// variablesOf returns the variables of options.
func variablesOf(options []matrix.OptionID) []int {
	out := make([]int, len(options))
	for k, o := range options {
		out[k] = int(o) + 1
	}
	return out
}

// parties returns the groups of options that a secondary item divides: options
// of one party may be chosen together, of two parties not. Those of a color are
// a party; an option that wants the item for itself is one alone.
func (v *inverse) parties(i matrix.ItemID) [][]int {
	covers := slices.Clone(v.of(i))
	slices.SortStableFunc(covers, func(a, b cover) int { return cmp.Compare(a.color, b.color) })
	var out [][]int
	for k, c := range covers {
		if k == 0 || c.color == matrix.NoColor || c.color != covers[k-1].color {
			out = append(out, nil)
		}
		last := &out[len(out)-1]
		*last = append(*last, int(c.option)+1)
	}
	return out
}
