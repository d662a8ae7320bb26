package rule

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// RowAndColumnUnits returns the rows and columns of the board as sets of cells whose symbols differ.
func (s *Statement) RowAndColumnUnits() []model.DistinctUnit {
	return append(unitsOfShapes("row", s.boardLines("rows")), unitsOfShapes("column", s.boardLines("columns"))...)
}

// unitsOfShapes returns a unit for each shape, with the given name for the items of the units.
func unitsOfShapes[S ~[]lattice.Cell](name string, shapes []S) (out []model.DistinctUnit) {
	for i, s := range shapes {
		out = append(out, model.DistinctUnit{ItemFamily: name, UnitIndex: fmt.Sprint(i), Cells: lattice.NewShape(s)})
	}
	return out
}

// ordersWithoutDistinctDiagonals are the orders up to 14 for which no Latin square has different symbols on every
// diagonal, the short ones included. In such a square, the cells with one symbol would be queens that do not attack one
// another (OEIS A088202).
var ordersWithoutDistinctDiagonals = []int{2, 3, 4, 6, 8, 9, 10}

// addDistinctLines adds a unit for each line of a kind. It leaves out units that were added before.
func (s *Statement) addDistinctLines(l *ast.Line) {
	lines := s.linesOfPlace(l)
	name := unitItemName(l)
	if n := s.Filling.LatinOrder; l.Word == "diagonals" && slices.Contains(ordersWithoutDistinctDiagonals, n) {
		s.ReportWarning(codes.DiagonalClash, s.SpanOf(l), "the two from corner to corner are `main diagonals`",
			"there is no solution: no square of %d rows has different symbols on all diagonals, the short ones too", n)
	}
	if s.Filling.LatinOrder > 0 && (name == "box" || name == "region") && !s.requireCompleteRegions(l, lines) {
		return
	}
	if len(lines) > 0 {
		s.WarnSkippedHoles(l, 1, s.Filling.Board)
	}
	for _, cells := range lines {
		if l.Shape != nil && !l.Everywhere && !s.isStraight(cells) {
			s.addCageSign("", cells)
		}
		if !s.requireFewCells(cells, l) {
			return
		}
	}
	if s.unitKeys == nil {
		s.unitKeys, s.unitGroupCounts = map[string]bool{}, map[string]int{}
		if s.Filling.LatinOrder > 0 {
			s.addUnitsOnce(s.RowAndColumnUnits())
		}
	}
	if s.unitGroupCounts[name]++; name != "distinct" && s.unitGroupCounts[name] > 1 {
		name = fmt.Sprint(name, s.unitGroupCounts[name])
	}
	isArea := l.MainDiagonals || l.Boxes != nil || l.Regions != nil
	added := slices.DeleteFunc(unitsOfShapes(name, lines), func(u model.DistinctUnit) bool {
		return !s.addUnitsOnce([]model.DistinctUnit{u}) && !isArea
	})
	if name == "distinct" {
		for k := range added {
			added[k].UnitIndex = fmt.Sprint(s.irregularUnitCount)
			s.irregularUnitCount++
		}
	}
	s.Filling.DistinctUnits = append(s.Filling.DistinctUnits, added...)
	s.recordDrawnLines(l, lines)
}

// addUnitsOnce records units, and reports whether at least one was not recorded before.
func (s *Statement) addUnitsOnce(units []model.DistinctUnit) (isNew bool) {
	for _, u := range units {
		key := fmt.Sprint(u.Cells)
		isNew = isNew || !s.unitKeys[key]
		s.unitKeys[key] = true
	}
	return isNew
}

// unitItemName returns the name of the items of the units that a rule makes.
func unitItemName(l *ast.Line) string {
	switch {
	case l.Word == "rows":
		return "row"
	case l.Word == "columns":
		return "column"
	case l.MainDiagonals:
		return "diagonal"
	case l.Boxes != nil:
		return "box"
	case l.Regions != nil:
		return "region"
	}
	return "distinct"
}

// requireCompleteRegions reports an error if a box or a region of a Latin square does not have one cell for each
// symbol.
func (s *Statement) requireCompleteRegions(l *ast.Line, lines [][]lattice.Cell) bool {
	n, code := len(s.Filling.Symbols), codes.BadRegions
	hint := "in a Latin square each has a cell for each symbol; `fill` takes others"
	if l.Boxes != nil {
		code = codes.BadBoxes
		if rows := squarestDivisor(n); rows > 1 {
			hint = fmt.Sprintf("boxes of %d cells are %dx%d or %dx%d", n, rows, n/rows, n/rows, rows)
		}
	}
	for _, cells := range lines {
		if !s.require(len(cells) == n, code, l, hint,
			"the %s at %s has %s, and must have %d", unitItemName(l), s.Filling.Board.Lattice.FormatCell(cells[0]),
			source.Plural(len(cells), "cell"), n) {
			return false
		}
	}
	return true
}

// recordDrawnLines records the lines that pictures draw: the borders of the first boxes or regions, and the main
// diagonals.
func (s *Statement) recordDrawnLines(l *ast.Line, lines [][]lattice.Cell) {
	s.recordDrawnBorders(l, lines)
	for k := 0; k < len(lines) && l.MainDiagonals; k++ {
		s.addRuleSign("line", "", lines[k])
	}
}

// recordDrawnBorders makes pictures draw the borders of boxes or regions, unless they draw other borders already.
func (s *Statement) recordDrawnBorders(l *ast.Line, lines [][]lattice.Cell) {
	if l.Boxes == nil && l.Regions == nil || s.placeWithDrawnBorders != nil {
		return
	}
	s.placeWithDrawnBorders = l
	for _, cells := range lines {
		s.Filling.DrawnRegions = append(s.Filling.DrawnRegions, lattice.NewShape(cells))
	}
}

// readDistinctClues adds a clue for each of several groups of cells whose symbols differ.
func readDistinctClues(c ClueCollector, r *ast.TotalRule) ([]RemovablePart, bool) {
	if len(r.On) == 1 || hasEscapes(c, r) {
		return nil, false
	}
	return RemovableList(r.On, ", ", func(l *ast.Line) int {
		return c.AddClue(RuleClue, l.Range(), nil, "", "rule `distinct on %s`", c.Source().TextOf(l.Range()))
	}), true
}

func distinctSentence(s *Statement, r *ast.TotalRule) string {
	one, _ := s.symbolNoun()
	if signs := s.signsOfLastRule("cage"); len(signs) > 0 && len(r.On) == 1 &&
		len(signs[0].Cells) < len(s.boardGrid().Cells) {
		return "In a dashed cage no " + one + " is repeated."
	}
	return Capitalize(s.wherePhrase(r.On)) + " no " + one + " is repeated."
}

// squarestDivisor returns the greatest divisor of n that does not exceed the square root of n.
func squarestDivisor(n int) (side int) {
	for d := 1; d*d <= n; d++ {
		if n%d == 0 {
			side = d
		}
	}
	return side
}
