package lower

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// Men on cells become
//
//	an item for each line: primary if the number on it is not 0..1, with that
//	multiplicity, and secondary if it is; none if the line has no more cells
//	than men are allowed;
//	an item for each cell on which a man is fixed;
//	an item free, with any multiplicity, if there are cells that no primary item
//	says anything about;
//	an option for each cell: its lines.
//
// Families of lines that the men match are declared as matchings.
type placing struct {
	*lowering
	place *model.Place
	grid  *lattice.Grid
	held  [][]matrix.Entry // by number of the cell
	need  []bool           // by number: some entry is primary
	bar   []bool           // by number: there can be no man
	order []int32          // the cells of the options, in order

	rules    []menRule    // by item
	families []lineFamily // those that could be matched with others
	warned   bool         // of a line with too few cells
}

// menRule is cells, by number, with the number of men on them.
type menRule struct {
	item  matrix.ItemID
	men   model.Range
	cells []int32
}

func (l *lowering) place(m *model.Place) {
	g := lattice.NewGrid(m.Board.Lattice, m.Board.All(), m.Board.Wrap)
	n := len(g.Cells)
	p := &placing{lowering: l, place: m, grid: g, held: make([][]matrix.Entry, n), need: make([]bool, n), bar: make([]bool, n)}
	p.barAll(m.Bar)
	for _, f := range m.Families {
		p.family(f)
	}
	for _, c := range m.Fix {
		p.item("fix["+m.Board.Lattice.CellName(c)+"]", lattice.Shape{c}, model.Once)
	}
	p.unbound()
	p.hold()
	p.emit()
	p.matchings()
	if p.options.BreakSymmetry {
		p.Symmetry = p.findGroup()
	}
}

func (p *placing) barAll(cells []lattice.Cell) {
	for _, c := range cells {
		p.bar[p.grid.Number(c)] = true
	}
}

func (p *placing) family(f model.Lines) {
	var items []matrix.ItemID
	for k, line := range f.Lines {
		name := f.Name
		if !f.One {
			name = fmt.Sprintf("%s[%d]", f.Name, k)
		}
		switch {
		case f.Men.Max == 0:
			p.barAll(line)
		case f.Men.Min > 0 || f.Men.Max < len(line): // there is anything to observe
			items = append(items, p.item(name, line, f.Men))
		}
		if f.Men.Min > len(line) && !p.warned {
			p.warned = true
			p.errs.Warn(codes.AreaMismatch, p.place.Span, "", "there is no solution: %s has %d cells, too few for %d", name, len(line), f.Men.Min)
		}
	}
	if atMostOne := f.Men.Max == 1; atMostOne && len(items) > 0 && !f.One && len(p.families) < mostLineFamilies {
		p.families = append(p.families, lineFamily{f.Name, f.Men.Min == 1, items})
	}
}

// item makes the item of a line.
func (p *placing) item(name string, line lattice.Shape, men model.Range) matrix.ItemID {
	secondary := men == model.Range{Min: 0, Max: 1}
	rule := menRule{men: men, cells: make([]int32, len(line))}
	rule.item = p.declare(name, secondary, matrix.Bound{Min: int32(men.Min), Max: int32(men.Max)}, p.place.Span)
	for k, c := range line {
		n := p.grid.Number(c)
		rule.cells[k] = n
		p.need[n] = p.need[n] || !secondary
	}
	p.rules = append(p.rules, rule)
	return rule.item
}

// unbound gives the cells that no primary item speaks of one: an option without
// a primary item would never be chosen.
func (p *placing) unbound() {
	var cells lattice.Shape
	for n, c := range p.grid.Cells {
		if !p.need[n] && !p.bar[n] {
			cells = append(cells, c)
		}
	}
	if len(cells) > 0 {
		p.item("free", cells, model.Range{Min: 0, Max: max(2, len(cells))}) // never 0..1, which is secondary
	}
}

// hold lists the items of each cell, those of all cells side by side in memory.
func (p *placing) hold() {
	sizes, all := make([]int, len(p.held)), 0
	for _, rule := range p.rules {
		all += len(rule.cells)
		for _, c := range rule.cells {
			sizes[c]++
		}
	}
	p.expect(len(p.held), all)
	room := make([]matrix.Entry, all)
	for n, size := range sizes {
		p.held[n], room = room[:0:size], room[size:]
	}
	for _, rule := range p.rules {
		for _, c := range rule.cells {
			p.held[c] = append(p.held[c], matrix.Entry{Item: rule.item})
		}
	}
}

func (p *placing) emit() {
	for n, barred := range p.bar {
		if !barred {
			p.order = append(p.order, int32(n))
		}
	}
	man := &Meaning{Man: p.place.Man}
	for _, n := range p.order {
		if !p.option(Origin{Meaning: man, Shift: p.grid.Cells[n]}, p.held[n]) {
			return
		}
	}
	if len(p.order) == 0 {
		p.errs.Warn(codes.PieceFitsNowhere, p.place.Span, "", "there is no cell for a %s", p.place.Man)
	}
}

// lineFamily is a family of lines with at most one man each: the items of those at
// which there is anything to observe.
//
// Men match two families of lines if each man is on one line of each, each line of
// the one has exactly one man, and each of the other at most one.
type lineFamily struct {
	name       string
	exactlyOne bool
	items      []matrix.ItemID // one after the other
}

// mostLineFamilies bounds the families that are compared with one another. No
// lattice has as many kinds of lines.
const mostLineFamilies = 12

// matchings declares the matchings of the families.
func (p *placing) matchings() {
	whole := slices.DeleteFunc(p.families, func(f lineFamily) bool { return !p.onOneLineEach(f) })
	for i, f := range whole {
		for _, g := range whole[i+1:] {
			// On the left is one that must be matched, and of two such the one with fewer lines.
			left, right := f, g
			if !f.exactlyOne || g.exactlyOne && len(g.items) < len(f.items) {
				left, right = g, f
			}
			if left.exactlyOne && isMatching(left.items, right.items) {
				p.builder.Matching(left.name+" with "+right.name, left.items, right.items)
			}
		}
	}
}

// onOneLineEach reports whether the option of every cell holds one item of the
// family.
func (p *placing) onOneLineEach(f lineFamily) bool {
	for _, n := range p.order {
		lines := 0
		for _, e := range p.held[n] {
			if f.items[0] <= e.Item && e.Item <= f.items[len(f.items)-1] {
				lines++
			}
		}
		if lines != 1 {
			return false
		}
	}
	return true
}

// keepsRules reports whether each rule becomes one by a motion, which is given by the image
// of each cell. Different rules become different ones, so all of them are met then.
func (p *placing) keepsRules(image []int32) bool {
	seen := make([]int, len(image)) // by cell: the last rule that came to it, from 1
	for k, rule := range p.rules {
		for _, c := range rule.cells {
			seen[image[c]] = k + 1
		}
		if !slices.ContainsFunc(p.held[image[rule.cells[0]]], func(e matrix.Entry) bool {
			other := &p.rules[e.Item]
			return other.men == rule.men && len(other.cells) == len(rule.cells) &&
				!slices.ContainsFunc(other.cells, func(c int32) bool { return seen[c] != k+1 })
		}) {
			return false
		}
	}
	return true
}

// findGroup finds the isometries of the board that map lines to lines with
// as many men, and fixed and barred cells to such cells. Nothing is left out
// beforehand: of each class the first solution is kept.
func (p *placing) findGroup() *Symmetry {
	option := make([]int32, len(p.grid.Cells))
	for o, n := range p.order {
		option[n] = int32(o)
	}
	return p.findSymmetry(p.place.Board, p.grid, len(p.order), func(i isometry) []int32 {
		if !keepsMarks(i.image, p.bar) || !p.keepsRules(i.image) {
			return nil
		}
		image := make([]int32, len(p.order))
		for o, n := range p.order {
			image[o] = option[i.image[n]]
		}
		return image
	})
}
