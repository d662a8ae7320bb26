package lower

import (
	"cmp"
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
//	an item either[r,c] and a secondary item man[r,c] for each cell of which the core asks whether a man
//	stands there;
//	an item free, with any multiplicity, if there are cells that no primary item
//	says anything about;
//	an option for each cell: its lines;
//	an option either[r,c] man[r,c]:0 for each cell that is asked about.
//
// Families of lines that the men match are declared as matchings.
type placing struct {
	*lowering
	place *model.Place
	grid  *lattice.Grid
	rules []menRule
	of    [][]int32 // by number of the cell: the rules that speak of it
	need  []bool    // by number: some item of them is primary
	bar   []bool    // by number: there can be no man
	order []int32   // the cells of the options, in order
	told  []toldCell

	families []lineFamily // those that could be matched with others
	warned   bool         // of a line with too few cells
}

// toldCell is a cell of which the core names the item that tells whether a man stands there.
type toldCell struct {
	cell   int32         // its number
	either matrix.ItemID // covered by the man, or by what tells that there is none
	man    matrix.ItemID // its color is 1 with a man, and 0 without
}

// menRule is cells, by number, with the number of men on them.
type menRule struct {
	item  matrix.ItemID // none if there are to be no men
	men   model.Range
	cells []int32
}

func (l *lowering) place(m *model.Place) {
	g := m.Board.Grid()
	n := len(g.Cells)
	p := &placing{lowering: l, place: m, grid: g, of: make([][]int32, n), need: make([]bool, n), bar: make([]bool, n)}
	p.barAll(m.Bar)
	for _, f := range m.Families {
		if p.family(f); p.gaveUp {
			return
		}
	}
	for _, c := range m.Fix {
		item := p.item("fix["+m.Board.Lattice.CellName(c)+"]", lattice.Shape{c}, model.Once)
		if !p.gaveUp {
			p.made(item).lacking = fmt.Sprintf("the %s that is fixed at %s cannot stand there", m.Man, m.Board.Lattice.At(c))
		}
		p.rules[len(p.rules)-1].men = fixed
	}
	p.tellCells()
	p.unbound()
	p.hold()
	p.emit()
	if len(p.place.Symmetric) == 0 {
		p.matchings()
	}
	if p.options.Alike != model.Unlike {
		p.Symmetry = p.findGroup()
	}
}

// fixed is the number of men of a fixed cell, which no motion makes of a line.
var fixed = model.Range{Min: -1}

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
			p.rule(noItem, line, f.Men)
		case f.Men.Min > 0 || f.Men.Max < len(line): // there is anything to observe
			items = append(items, p.item(name, line, f.Men))
			if f.Span.Known() && !p.gaveUp {
				p.made(items[len(items)-1]).span = f.Span
			}
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
	item := p.numbered(name, men)
	for _, n := range p.rule(item, line, men) {
		p.need[n] = p.need[n] || men != model.Range{Min: 0, Max: 1}
	}
	return item
}

// noItem is that of a rule that bars its cells.
const noItem matrix.ItemID = -1

// rule enters a rule, and returns the numbers of its cells.
func (p *placing) rule(item matrix.ItemID, line lattice.Shape, men model.Range) []int32 {
	cells := make([]int32, len(line))
	for k, c := range line {
		cells[k] = p.grid.Number(c)
	}
	men.Max = min(men.Max, len(cells)) // so that lines are alike which say the same
	p.rules = append(p.rules, menRule{item, men, cells})
	return cells
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
		free := p.item("free", cells, model.Range{Min: 0, Max: max(2, len(cells))}) // never 0..1, which is secondary
		if !p.gaveUp {
			p.items[free].idle = true
		}
	}
}

// hold lists the rules of each cell, those of all cells side by side in memory.
func (p *placing) hold() {
	sizes, all := make([]int, len(p.of)), 0
	for _, rule := range p.rules {
		all += len(rule.cells)
		for _, c := range rule.cells {
			sizes[c]++
		}
	}
	p.expect(len(p.of), all)
	room := make([]int32, all)
	for n, size := range sizes {
		p.of[n], room = room[:0:size], room[size:]
	}
	for k, rule := range p.rules {
		for _, c := range rule.cells {
			p.of[c] = append(p.of[c], int32(k))
		}
	}
}

// tellCells makes the items that tell whether a man stands on a cell, where the core names them.
func (p *placing) tellCells() {
	named := p.cellsNamed("man", p.grid)
	for n, c := range p.grid.Cells {
		if named[c] && !p.gaveUp {
			name := p.place.Board.Lattice.CellName(c)
			p.told = append(p.told, toldCell{int32(n), p.item("either["+name+"]", lattice.Shape{c}, model.Once), p.secondary("man[%s]", name)})
		}
	}
}

// emitNoMen makes the options that tell that no man stands on a cell.
func (p *placing) emitNoMen() {
	for _, t := range p.told {
		if !p.option(Origin{Meaning: aRule}, []matrix.Entry{{Item: t.either}, {Item: t.man, Color: p.builder.Color("0")}}) {
			return
		}
	}
}

func (p *placing) emit() {
	for n, barred := range p.bar {
		if !barred {
			p.order = append(p.order, int32(n))
		}
	}
	if len(p.place.Symmetric) > 0 {
		p.emitOrbits()
	} else {
		p.emitMen()
	}
	p.emitNoMen()
}

// entriesOn appends the items of a man on a cell.
func (p *placing) entriesOn(entries []matrix.Entry, cell int32) []matrix.Entry {
	for _, k := range p.of[cell] {
		entries = append(entries, matrix.Entry{Item: p.rules[k].item})
	}
	k, told := slices.BinarySearchFunc(p.told, cell, func(t toldCell, cell int32) int { return cmp.Compare(t.cell, cell) })
	if told {
		entries = append(entries, matrix.Entry{Item: p.told[k].man, Color: p.builder.Color("1")})
	}
	return entries
}

// emitMen makes an option of the man on each cell.
func (p *placing) emitMen() {
	man := &Meaning{Man: p.place.Man}
	var entries []matrix.Entry
	for _, n := range p.order {
		entries = p.entriesOn(entries[:0], n)
		if !p.option(Origin{Meaning: man, Shift: p.grid.Cells[n]}, entries) {
			return
		}
	}
	if len(p.order) == 0 {
		p.errs.Warn(codes.PieceFitsNowhere, p.place.Span, "", "there is no cell for a %s", p.place.Man)
	}
}

// emitOrbits makes an option of the men on each orbit of cells of which none is barred.
func (p *placing) emitOrbits() {
	man := &Meaning{Man: p.place.Man}
	for _, orbit := range orbits(len(p.grid.Cells), p.place.Symmetric) {
		if slices.ContainsFunc(orbit, func(n int32) bool { return p.bar[n] }) {
			continue
		}
		var lists [][]matrix.Entry
		var men []Origin
		for _, n := range orbit {
			lists, men = append(lists, p.entriesOn(nil, n)), append(men, Origin{Meaning: man, Shift: p.grid.Cells[n]})
		}
		if entries, ok := p.together(lists); ok && !p.option(alongside(men), entries) {
			return
		}
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
			if left.exactlyOne {
				p.imply(left.name+" with "+right.name, left.items, right.items)
			}
		}
	}
}

// onOneLineEach reports whether the option of every cell holds one item of the
// family.
func (p *placing) onOneLineEach(f lineFamily) bool {
	for _, n := range p.order {
		lines := 0
		for _, k := range p.of[n] {
			if item := p.rules[k].item; f.items[0] <= item && item <= f.items[len(f.items)-1] {
				lines++
			}
		}
		if lines != 1 {
			return false
		}
	}
	return true
}

// keeps reports whether a motion, which is given by the image of each cell, makes rules of the rules. Then
// each comes from one, as no two that differ become the same.
func (p *placing) keeps(image []int32) bool {
	seen := make([]int, len(image)) // by cell: the last rule that came to it, from 1
	for k, rule := range p.rules {
		for _, c := range rule.cells {
			seen[image[c]] = k + 1
		}
		if !slices.ContainsFunc(p.of[image[rule.cells[0]]], func(j int32) bool {
			other := &p.rules[j]
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
		if !keepsMarks(i.image, p.bar) || !p.keeps(i.image) {
			return nil
		}
		image := make([]int32, len(p.order))
		for o, n := range p.order {
			image[o] = option[i.image[n]]
		}
		return image
	})
}
