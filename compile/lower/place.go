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
//	a secondary item attack[a,b] for each pair of cells that must not both have a man;
//	an item either[r,c] and a secondary item man[r,c] for each cell of which the core asks whether a man
//	stands there;
//	an item free, with any multiplicity, if there are cells that no primary item
//	says anything about;
//	an option for each cell: its lines;
//	an option either[r,c] man[r,c]:0 for each cell that is asked about.
//
// Families of lines that the men match are declared as matchings.
type menLowering struct {
	*lowering
	place       *model.ManPlacement
	grid        *lattice.Grid
	rules       []menRule
	rulesOf     [][]int32 // by number of the cell: the rules about it
	hasPrimary  []bool    // by number: whether one of its items is primary
	isBarred    []bool    // by number: whether a man is forbidden there
	optionCells []int32   // the cells of the options, in order
	queried     []queriedCell

	families []lineFamily // lines that could be matched with other lines
	warned   bool         // whether a line with too few cells has been reported
}

// queriedCell is a cell of which the core names the item that tells whether a man stands there.
type queriedCell struct {
	cell   int32         // its number
	either matrix.ItemID // covered by the man, or by the option that says there is none
	man    matrix.ItemID // its color is 1 with a man, and 0 without
}

// menRule is a set of cells, by number, with the number of men on them.
type menRule struct {
	item  matrix.ItemID
	men   model.CountRange
	cells []int32
}

func (l *lowering) lowerPlace(m *model.ManPlacement) {
	g := m.Board.NewGrid()
	n := len(g.Cells)
	p := &menLowering{lowering: l, place: m, grid: g, rulesOf: make([][]int32, n), hasPrimary: make([]bool, n),
		isBarred: make([]bool, n)}
	for _, f := range m.LineGroups {
		if p.addFamily(f); p.gaveUp {
			return
		}
	}
	for _, s := range m.Apart {
		for _, pair := range s.Pairs {
			p.lineItem(fmt.Sprintf("attack[%s,%s]", m.Board.Lattice.CellName(pair[0]), m.Board.Lattice.CellName(pair[1])),
				pair[:], model.CountRange{Min: 0, Max: 1})
			if p.gaveUp {
				return
			}
		}
	}
	p.declareQueriedCells()
	p.bindCells()
	p.indexRules()
	p.emitOptions()
	if len(p.place.Symmetric) == 0 {
		p.declareMatchings()
	}
	if p.options.Equivalence != model.Distinct {
		p.Symmetry = p.findGroup()
	}
}

func (p *menLowering) barCells(cells []lattice.Cell) {
	for _, c := range cells {
		p.isBarred[p.grid.Number(c)] = true
	}
}

func (p *menLowering) addFamily(f model.LineGroup) {
	var items []matrix.ItemID
	for k, line := range f.Lines {
		name := f.Name
		if !f.IsSingle {
			name = fmt.Sprintf("%s[%d]", f.Name, k)
		}
		switch {
		case f.Men.Max == 0:
			p.barCells(line)
		case f.Men.Min > 0 || f.Men.Max != model.Unlimited && f.Men.Max < len(line): // the number of men is restricted
			items = append(items, p.lineItem(name, line, f.Men))
			if f.Span.IsKnown() && !p.gaveUp {
				it := p.itemByID(items[len(items)-1])
				it.span = f.Span
				it.lacking = fmt.Sprintf("no %s can stand on %s", p.place.Chessman, p.place.Board.Lattice.FormatCell(line[0]))
				if len(line) > 1 {
					it.lacking += " and the other cells of this line"
				}
			}
		}
		if f.Men.Min > len(line) && !p.warned {
			p.warned = true
			p.errs.AddWarning(codes.AreaMismatch, p.place.Span, "",
				"there is no solution: %s has %d cells, too few for %d", name, len(line), f.Men.Min)
		}
	}
	if atMostOne := f.Men.Max == 1; atMostOne && len(items) > 0 && !f.IsSingle && len(p.families) < maxLineFamilies {
		p.families = append(p.families, lineFamily{f.Name, f.Men.Min == 1, items})
	}
}

// lineItem adds the item of a line.
func (p *menLowering) lineItem(name string, line lattice.Shape, men model.CountRange) matrix.ItemID {
	item := p.declareNumbered(name, men)
	for _, n := range p.addRule(item, line, men) {
		p.hasPrimary[n] = p.hasPrimary[n] || men != model.CountRange{Min: 0, Max: 1}
	}
	return item
}

// addRule adds a rule, and returns the numbers of its cells.
func (p *menLowering) addRule(item matrix.ItemID, line lattice.Shape, men model.CountRange) []int32 {
	cells := make([]int32, len(line))
	for k, c := range line {
		cells[k] = p.grid.Number(c)
	}
	if men.Max == model.Unlimited || men.Max > len(cells) {
		men.Max = len(cells) // so that lines with the same effect compare equal
	}
	p.rules = append(p.rules, menRule{item, men, cells})
	return cells
}

// bindCells adds an item for cells without a primary item, as an option without a primary item would never be
// chosen.
func (p *menLowering) bindCells() {
	var cells lattice.Shape
	for n, c := range p.grid.Cells {
		if !p.hasPrimary[n] && !p.isBarred[n] {
			cells = append(cells, c)
		}
	}
	if len(cells) > 0 {
		// never 0..1, which would make the item secondary
		free := p.lineItem("free", cells, model.CountRange{Min: 0, Max: max(2, len(cells))})
		if !p.gaveUp {
			p.items[free].idle = true
		}
	}
}

// indexRules lists the rules of each cell. The lists share one slice.
func (p *menLowering) indexRules() {
	sizes, all := make([]int, len(p.rulesOf)), 0
	for _, rule := range p.rules {
		all += len(rule.cells)
		for _, c := range rule.cells {
			sizes[c]++
		}
	}
	p.reserveOptions(len(p.rulesOf), all)
	room := make([]int32, all)
	for n, size := range sizes {
		p.rulesOf[n], room = room[:0:size], room[size:]
	}
	for k, rule := range p.rules {
		for _, c := range rule.cells {
			p.rulesOf[c] = append(p.rulesOf[c], int32(k))
		}
	}
}

// declareQueriedCells adds the items that tell whether a man stands on a cell, for each cell where the core
// names them.
func (p *menLowering) declareQueriedCells() {
	named := p.namedCells("man", p.grid)
	for n, c := range p.grid.Cells {
		if named[c] && !p.gaveUp {
			name := p.place.Board.Lattice.CellName(c)
			p.queried = append(p.queried, queriedCell{int32(n),
				p.lineItem("either["+name+"]", lattice.Shape{c}, model.Once), p.declareSecondary("man[%s]", name)})
		}
	}
}

// emitNoMen adds the options that say that no man stands on a cell.
func (p *menLowering) emitNoMen() {
	for _, t := range p.queried {
		if !p.addOption(Origin{Meaning: ruleMeaning}, []matrix.Entry{{Item: t.either},
			{Item: t.man, Color: p.builder.AddColor("0")}}) {
			return
		}
	}
}

func (p *menLowering) emitOptions() {
	for n, barred := range p.isBarred {
		if !barred {
			p.optionCells = append(p.optionCells, int32(n))
		}
	}
	if len(p.place.Symmetric) > 0 {
		p.emitOrbits()
	} else {
		p.emitMen()
	}
	p.emitNoMen()
}

// appendEntries appends the entries of a man on a cell.
func (p *menLowering) appendEntries(entries []matrix.Entry, cell int32) []matrix.Entry {
	for _, k := range p.rulesOf[cell] {
		entries = append(entries, matrix.Entry{Item: p.rules[k].item})
	}
	k, isQueried := slices.BinarySearchFunc(p.queried, cell, func(t queriedCell,
		cell int32) int {
		return cmp.Compare(t.cell, cell)
	})
	if isQueried {
		entries = append(entries, matrix.Entry{Item: p.queried[k].man, Color: p.builder.AddColor("1")})
	}
	return entries
}

// emitMen adds an option for the man on each cell.
func (p *menLowering) emitMen() {
	man := &Meaning{Chessman: p.place.Chessman}
	var entries []matrix.Entry
	for _, n := range p.optionCells {
		entries = p.appendEntries(entries[:0], n)
		if !p.addOption(Origin{Meaning: man, Shift: p.grid.Cells[n]}, entries) {
			return
		}
	}
	if len(p.optionCells) == 0 {
		p.errs.AddWarning(codes.PieceFitsNowhere, p.place.Span, "", "there is no cell for a %s", p.place.Chessman)
	}
}

// emitOrbits adds an option for the men on each orbit of cells without a forbidden one.
func (p *menLowering) emitOrbits() {
	orbits := slices.DeleteFunc(computeOrbits(len(p.grid.Cells), p.place.Symmetric), func(orbit []int32) bool {
		return slices.ContainsFunc(orbit, func(n int32) bool { return p.isBarred[n] })
	})
	man := &Meaning{Chessman: p.place.Chessman}
	p.lowering.emitOrbits(orbits, func(n int32) (Origin, []matrix.Entry) {
		return Origin{Meaning: man, Shift: p.grid.Cells[n]}, p.appendEntries(nil, n)
	})
}

// lineFamily is a family of parallel lines with at most one man each, as the items of the lines with a
// restriction.
//
// The men match two families if each man is on one line of each, each line of the first has exactly one man,
// and each line of the second at most one.
type lineFamily struct {
	name       string
	exactlyOne bool
	items      []matrix.ItemID // the items, consecutive
}

// maxLineFamilies bounds the families that are compared with one another. No lattice has more kinds of lines.
const maxLineFamilies = 12

// declareMatchings declares the matchings of the families.
func (p *menLowering) declareMatchings() {
	whole := slices.DeleteFunc(p.families, func(f lineFamily) bool { return !p.holdsOneOfFamily(f) })
	for i, f := range whole {
		for _, g := range whole[i+1:] {
			// The left family must be matched. If both must, it is the one with fewer lines.
			left, right := f, g
			if !f.exactlyOne || g.exactlyOne && len(g.items) < len(f.items) {
				left, right = g, f
			}
			if left.exactlyOne {
				p.implyMatching(left.name+" with "+right.name, left.items, right.items)
			}
		}
	}
}

// holdsOneOfFamily reports whether the option of every cell holds exactly one item of the family.
func (p *menLowering) holdsOneOfFamily(f lineFamily) bool {
	for _, n := range p.optionCells {
		lines := 0
		for _, k := range p.rulesOf[n] {
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

// keepsRules reports whether a motion maps each rule to a rule. The motion is given by the image of each cell.
// It is injective, so then it permutes the rules.
func (p *menLowering) keepsRules(image []int32) bool {
	seen := make([]int, len(image)) // by cell: the last rule that was mapped to it, from 1
	for k, rule := range p.rules {
		for _, c := range rule.cells {
			seen[image[c]] = k + 1
		}
		if !slices.ContainsFunc(p.rulesOf[image[rule.cells[0]]], func(j int32) bool {
			other := &p.rules[j]
			return other.men == rule.men && len(other.cells) == len(rule.cells) &&
				!slices.ContainsFunc(other.cells, func(c int32) bool { return seen[c] != k+1 })
		}) {
			return false
		}
	}
	return true
}

// findGroup finds the isometries of the board that map lines to lines with as many men, and cells without a man
// to such cells. No option is left out for symmetry: the first solution of each
// class is kept.
func (p *menLowering) findGroup() *Symmetry {
	option := make([]int32, len(p.grid.Cells))
	for o, n := range p.optionCells {
		option[n] = int32(o)
	}
	return p.findSymmetry(p.place.Board, p.grid, len(p.optionCells), func(i isometry) []int32 {
		if !keepsMarks(i.image, p.isBarred) || !p.keepsRules(i.image) {
			return nil
		}
		image := make([]int32, len(p.optionCells))
		for o, n := range p.optionCells {
			image[o] = option[i.image[n]]
		}
		return image
	})
}
