package lower

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// Men match two families of lines if each man is on one line of each, each line of
// the one has exactly one man, and each of the other at most one.

// lineItems is a family of lines with at most one man each: those that have an item.
// A line at which there is nothing to observe has none.
type lineItems struct {
	name  string
	men   model.Range
	lines []lattice.Shape
	items []matrix.ItemID
}

// fitsMatching reports whether lines with so many men may be part of a matching.
func fitsMatching(men model.Range) bool {
	return men == model.Once || men == model.Range{Min: 0, Max: 1}
}

func (f *lineItems) add(line lattice.Shape, item matrix.ItemID) {
	f.lines = append(f.lines, line)
	f.items = append(f.items, item)
}

func (f *lineItems) exactlyOne() bool { return f.men == model.Once }

// mostLineFamilies bounds the families that are compared with one another. No
// lattice has as many kinds of lines.
const mostLineFamilies = 12

// matchings declares the matchings of the families.
func (p *placing) matchings() {
	var whole []*lineItems
	for _, f := range p.families {
		if p.onOneLineEach(f) {
			whole = append(whole, f)
		}
	}
	for i, f := range whole {
		for _, g := range whole[i+1:] {
			if left, right, ok := sidesOf(f, g); ok {
				p.builder.Matching(left.name+" with "+right.name, left.items, right.items)
			}
		}
	}
}

// onOneLineEach reports whether the option of every cell holds one item of the
// family.
func (p *placing) onOneLineEach(f *lineItems) bool {
	lines := make([]int, len(p.grid.Cells))
	for _, line := range f.lines {
		for _, c := range line {
			lines[p.grid.Number(c)]++
		}
	}
	for _, n := range p.order {
		if lines[n] != 1 {
			return false
		}
	}
	return true
}

// sidesOf puts two families on their sides: on the left one that must be matched,
// and of two such the one with fewer lines. There must be as many on the right.
func sidesOf(f, g *lineItems) (left, right *lineItems, ok bool) {
	if !f.exactlyOne() || g.exactlyOne() && len(g.items) < len(f.items) {
		f, g = g, f
	}
	return f, g, f.exactlyOne() && isMatching(f.items, g.items)
}
