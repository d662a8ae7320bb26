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

// Chessmen on cells become
//
//	an item for each line: secondary if it may have 0..1 chessmen, otherwise primary with
//	the allowed range as multiplicity; no item if any number is allowed, or only 0;
//	a secondary item attack[a,b] for each pair of cells that must not both have a chessman;
//	an item either[r,c] and a secondary item man[r,c] for each cell about which the core asks
//	whether a chessman stands there;
//	an item free, with any multiplicity, for the cells that have no primary item;
//	an option for each cell, with the items of the lines through the cell;
//	an option either[r,c] man[r,c]:0 for each cell about which the core asks.
//
// Families of lines whose lines the chessmen pair one to one are declared as matchings.
type chessmenLowering struct {
	*lowering
	// statement is the `place` or `queens` statement that is lowered.
	statement       *model.ChessmenPlacement
	grid            *lattice.Grid
	chessmenRules   []chessmenRangeRule
	rulesOfCell     [][]int32 // for each cell, the indices of the rules about it
	hasPrimaryItem  []bool    // for each cell, whether one of its items is primary
	isForbiddenCell []bool    // for each cell, whether it must have no chessman
	optionCells     []int32   // ascending indices of the cells that have an option
	// coreNamedCells are the cells whose item man[r,c] options of the core name.
	coreNamedCells []coreNamedCell

	matchableFamilies []parallelLineItems // groups of parallel lines that may be matched with one another
	warnedShortLine   bool                // whether a line with too few cells has been reported
}

// coreNamedCell is a cell of which options of the core ask whether a chessman is there.
type coreNamedCell struct {
	cellNumber int32 // index of the cell
	// primary item that is covered by a chessman on the cell, or by an option that says that there is none
	chessmanOrNoneItem matrix.ItemID
	chessmanColorItem  matrix.ItemID // secondary item whose color is 1 if a chessman is on the cell, and 0 if not
}

// chessmenRangeRule is a set of cells with the number of chessmen on them.
type chessmenRangeRule struct {
	lineItem      matrix.ItemID
	chessmenRange model.CountRange
	// cellNumbers holds the indices of the cells.
	cellNumbers []int32
}

// lowerChessmen adds the items and options of a statement that places chessmen.
func (l *lowering) lowerChessmen(m *model.ChessmenPlacement) {
	g := m.Board.NewGrid()
	n := len(g.Cells)
	p := &chessmenLowering{lowering: l, statement: m, grid: g, rulesOfCell: make([][]int32, n),
		hasPrimaryItem:  make([]bool, n),
		isForbiddenCell: make([]bool, n)}
	for _, f := range m.LineGroups {
		if p.addLineGroup(f); p.isIncomplete {
			return
		}
	}
	for _, s := range m.Separations {
		for _, pair := range s.CellPairs {
			p.declareLineItem(fmt.Sprintf("attack[%s,%s]", m.Board.Lattice.CellName(pair[0]),
				m.Board.Lattice.CellName(pair[1])),
				pair[:], model.CountRange{Min: 0, Max: 1})
			if p.isIncomplete {
				return
			}
		}
	}
	p.declareCoreNamedCells()
	p.declareFreeItem()
	p.listRulesOfCells()
	p.emitAllOptions()
	if len(p.statement.RequiredSymmetries) == 0 {
		p.declareMatchings()
	}
	if p.options.Equivalence != model.AllDistinct {
		p.SymmetryGroup = p.findSymmetryGroup()
	}
}

// forbidCells records cells that must have no chessman.
func (p *chessmenLowering) forbidCells(cells []lattice.Cell) {
	for _, c := range cells {
		p.isForbiddenCell[p.grid.CellNumber(c)] = true
	}
}

// addLineGroup adds the items of a group of lines.
func (p *chessmenLowering) addLineGroup(f model.ChessmenLineGroup) {
	var items []matrix.ItemID
	for k, line := range f.CellLines {
		name := f.ItemFamily
		if !f.HasSingleLine {
			name = fmt.Sprintf("%s[%d]", f.ItemFamily, k)
		}
		switch {
		case f.ChessmenPerLine.Max == 0:
			p.forbidCells(line)
		// the rule restricts the number of chessmen
		case f.ChessmenPerLine.Min > 0 || f.ChessmenPerLine.Max != model.Unlimited && f.ChessmenPerLine.Max < len(line):
			items = append(items, p.declareLineItem(name, line, f.ChessmenPerLine))
			if f.Span.IsKnown() && !p.isIncomplete {
				it := p.itemByID(items[len(items)-1])
				it.span = f.Span
				it.noOptionWarning = fmt.Sprintf("no %s can stand on %s", p.statement.Chessman,
					p.statement.Board.Lattice.FormatCell(line[0]))
				if len(line) > 1 {
					it.noOptionWarning += " and the other cells of this line"
				}
			}
		}
		if f.ChessmenPerLine.Min > len(line) && !p.warnedShortLine {
			p.warnedShortLine = true
			p.errorList.AddWarning(codes.AreaMismatch, p.statement.Span, "",
				"there is no solution: %s has %d cells, too few for %d", name, len(line), f.ChessmenPerLine.Min)
		}
	}
	if atMostOne := f.ChessmenPerLine.Max == 1; atMostOne && len(items) > 0 && !f.HasSingleLine &&
		len(p.matchableFamilies) < maxLineFamilies {
		p.matchableFamilies = append(p.matchableFamilies,
			parallelLineItems{f.ItemFamily, f.ChessmenPerLine.Min == 1, items})
	}
}

// declareLineItem adds an item that counts the chessmen on a line.
func (p *chessmenLowering) declareLineItem(name string, line lattice.Shape, men model.CountRange) matrix.ItemID {
	item := p.declareItemWithRange(name, men)
	for _, n := range p.addChessmenRule(item, line, men) {
		p.hasPrimaryItem[n] = p.hasPrimaryItem[n] || men != model.CountRange{Min: 0, Max: 1}
	}
	return item
}

// addChessmenRule adds a rule about a line, and returns the indices of its cells.
func (p *chessmenLowering) addChessmenRule(item matrix.ItemID, line lattice.Shape, men model.CountRange) []int32 {
	cells := make([]int32, len(line))
	for k, c := range line {
		cells[k] = p.grid.CellNumber(c)
	}
	if men.Max == model.Unlimited || men.Max > len(cells) {
		// an upper bound beyond the number of cells is cut, so that rules with the same meaning are equal
		men.Max = len(cells)
	}
	p.chessmenRules = append(p.chessmenRules, chessmenRangeRule{item, men, cells})
	return cells
}

// declareFreeItem adds an item for the cells that have no primary item, as an option without a primary item is never
// chosen.
func (p *chessmenLowering) declareFreeItem() {
	var cells lattice.Shape
	for n, c := range p.grid.Cells {
		if !p.hasPrimaryItem[n] && !p.isForbiddenCell[n] {
			cells = append(cells, c)
		}
	}
	if len(cells) > 0 {
		// The upper bound of the free item is at least 2, as the range 0..1 would make the item secondary.
		free := p.declareLineItem("free", cells, model.CountRange{Min: 0, Max: max(2, len(cells))})
		if !p.isIncomplete {
			p.itemInfos[free].isUnlimited = true
		}
	}
}

// listRulesOfCells lists the rules of each cell. All lists are parts of one slice.
func (p *chessmenLowering) listRulesOfCells() {
	sizes, all := make([]int, len(p.rulesOfCell)), 0
	for _, rule := range p.chessmenRules {
		all += len(rule.cellNumbers)
		for _, c := range rule.cellNumbers {
			sizes[c]++
		}
	}
	p.reserveOptions(len(p.rulesOfCell), all)
	room := make([]int32, all)
	for n, size := range sizes {
		p.rulesOfCell[n], room = room[:0:size], room[size:]
	}
	for k, rule := range p.chessmenRules {
		for _, c := range rule.cellNumbers {
			p.rulesOfCell[c] = append(p.rulesOfCell[c], int32(k))
		}
	}
}

// declareCoreNamedCells adds the items that tell whether a chessman is on a cell, for the cells about which options of
// the core ask.
func (p *chessmenLowering) declareCoreNamedCells() {
	named := p.cellsNamedInCore("man", p.grid)
	for n, c := range p.grid.Cells {
		if named[c] && !p.isIncomplete {
			name := p.statement.Board.Lattice.CellName(c)
			p.coreNamedCells = append(p.coreNamedCells, coreNamedCell{int32(n),
				p.declareLineItem("either["+name+"]", lattice.Shape{c}, model.Once),
				p.declareItemCoveredAtMostOnce("man[%s]", name)})
		}
	}
}

// emitNoChessmanOptions adds the options that say that there is no chessman on a cell.
func (p *chessmenLowering) emitNoChessmanOptions() {
	for _, t := range p.coreNamedCells {
		if !p.addOption(Origin{Meaning: ruleEncodingMeaning}, []matrix.Entry{{Item: t.chessmanOrNoneItem},
			{Item: t.chessmanColorItem, Color: p.builder.AddColor("0")}}) {
			return
		}
	}
}

// emitAllOptions adds all options of the statement.
func (p *chessmenLowering) emitAllOptions() {
	for n, barred := range p.isForbiddenCell {
		if !barred {
			p.optionCells = append(p.optionCells, int32(n))
		}
	}
	if len(p.statement.RequiredSymmetries) > 0 {
		p.emitOrbits()
	} else {
		p.emitChessmanOptions()
	}
	p.emitNoChessmanOptions()
}

// appendEntries appends the entries of the option that puts a chessman on a cell.
func (p *chessmenLowering) appendEntries(entries []matrix.Entry, cell int32) []matrix.Entry {
	for _, k := range p.rulesOfCell[cell] {
		entries = append(entries, matrix.Entry{Item: p.chessmenRules[k].lineItem})
	}
	k, isQueried := slices.BinarySearchFunc(p.coreNamedCells, cell, func(t coreNamedCell,
		cell int32) int {
		return cmp.Compare(t.cellNumber, cell)
	})
	if isQueried {
		entries = append(entries, matrix.Entry{Item: p.coreNamedCells[k].chessmanColorItem,
			Color: p.builder.AddColor("1")})
	}
	return entries
}

// emitChessmanOptions adds the option that puts a chessman on a cell, for each cell.
func (p *chessmenLowering) emitChessmanOptions() {
	man := &Meaning{Chessman: p.statement.Chessman}
	var entries []matrix.Entry
	for _, n := range p.optionCells {
		entries = p.appendEntries(entries[:0], n)
		if !p.addOption(Origin{Meaning: man, ShiftOrCell: p.grid.Cells[n]}, entries) {
			return
		}
	}
	if len(p.optionCells) == 0 {
		p.errorList.AddWarning(codes.PieceFitsNowhere, p.statement.Span, "", "there is no cell for a %s",
			p.statement.Chessman)
	}
}

// emitOrbits adds an option for each orbit of cells without a forbidden cell: the option puts a chessman on all of
// them.
func (p *chessmenLowering) emitOrbits() {
	orbits := slices.DeleteFunc(computeOrbits(len(p.grid.Cells), p.statement.RequiredSymmetries),
		func(orbit []int32) bool {
			return slices.ContainsFunc(orbit, func(n int32) bool { return p.isForbiddenCell[n] })
		})
	man := &Meaning{Chessman: p.statement.Chessman}
	p.lowering.emitOrbits(orbits, func(n int32) (Origin, []matrix.Entry) {
		return Origin{Meaning: man, ShiftOrCell: p.grid.Cells[n]}, p.appendEntries(nil, n)
	})
}

// parallelLineItems is a group of parallel lines with at most one chessman each. It holds the items of the lines that
// are restricted.
//
// The chessmen match two such groups if each chessman is on one line of either group, each line of the first group has
// exactly one chessman, and each line of the second group has at most one.
type parallelLineItems struct {
	familyName            string
	hasOneChessmanPerLine bool
	lineItems             []matrix.ItemID // the items of the lines; their ids are consecutive
}

// maxLineFamilies bounds the number of groups that are compared with one another. No lattice has more kinds of lines.
const maxLineFamilies = 12

// declareMatchings declares a matching for each two groups that the chessmen match.
func (p *chessmenLowering) declareMatchings() {
	whole := slices.DeleteFunc(p.matchableFamilies, func(f parallelLineItems) bool {
		return !p.everyOptionHoldsOneLine(f)
	})
	for i, f := range whole {
		for _, g := range whole[i+1:] {
			// The left group must have exactly one chessman on each line. If both have, the left one is that with fewer
			// lines.
			left, right := f, g
			if !f.hasOneChessmanPerLine || g.hasOneChessmanPerLine && len(g.lineItems) < len(f.lineItems) {
				left, right = g, f
			}
			if left.hasOneChessmanPerLine {
				p.recordImpliedMatching(left.familyName+" with "+right.familyName, left.lineItems, right.lineItems)
			}
		}
	}
}

// everyOptionHoldsOneLine reports whether the option of every cell holds exactly one item of a group.
func (p *chessmenLowering) everyOptionHoldsOneLine(f parallelLineItems) bool {
	for _, n := range p.optionCells {
		lines := 0
		for _, k := range p.rulesOfCell[n] {
			if item := p.chessmenRules[k].lineItem; f.lineItems[0] <= item && item <= f.lineItems[len(f.lineItems)-1] {
				lines++
			}
		}
		if lines != 1 {
			return false
		}
	}
	return true
}

// mapsRulesToRules reports whether a motion maps each rule to a rule. The motion is given by the index of the image of
// each cell. As two rules have different images, the motion then permutes the rules.
func (p *chessmenLowering) mapsRulesToRules(image []int32) bool {
	seen := make([]int, len(image)) // for each cell, the last rule whose image contains it, as index plus 1
	for k, rule := range p.chessmenRules {
		for _, c := range rule.cellNumbers {
			seen[image[c]] = k + 1
		}
		if !slices.ContainsFunc(p.rulesOfCell[image[rule.cellNumbers[0]]], func(j int32) bool {
			other := &p.chessmenRules[j]
			return other.chessmenRange == rule.chessmenRange && len(other.cellNumbers) == len(rule.cellNumbers) &&
				!slices.ContainsFunc(other.cellNumbers, func(c int32) bool { return seen[c] != k+1 })
		}) {
			return false
		}
	}
	return true
}

// findSymmetryGroup finds the motions of the board that map each line to a line with as many chessmen, and each cell
// that must have no chessman to such a cell. No option is left out for symmetry: the first solution of each class is
// kept.
func (p *chessmenLowering) findSymmetryGroup() *Symmetry {
	option := make([]int32, len(p.grid.Cells))
	for o, n := range p.optionCells {
		option[n] = int32(o)
	}
	return p.findSymmetry(p.statement.Board, p.grid, len(p.optionCells), func(i isometry) []int32 {
		if !mapsMarkedToMarked(i.cellImages, p.isForbiddenCell) || !p.mapsRulesToRules(i.cellImages) {
			return nil
		}
		image := make([]int32, len(p.optionCells))
		for o, n := range p.optionCells {
			image[o] = option[i.cellImages[n]]
		}
		return image
	})
}
