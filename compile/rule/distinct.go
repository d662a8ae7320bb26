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

// checkDistinct adds units: the cells of each line, of the board or of totals.
func checkDistinct(s *Statement, r *ast.DistinctRule) {
	if s.addTotals(r.Totals, r.On, true, r); len(r.Totals) > 0 {
		return
	}
	for _, l := range r.On {
		s.addDistinctLines(l)
	}
}

// RowColumnUnits returns the rows and columns of the board.
func (s *Statement) RowColumnUnits() []model.DistinctUnit {
	return append(units("row", s.boardLines("rows")), units("column", s.boardLines("columns"))...)
}

func units[S ~[]lattice.Cell](name string, shapes []S) (out []model.DistinctUnit) {
	for i, s := range shapes {
		out = append(out, model.DistinctUnit{Name: name, Index: fmt.Sprint(i), Cells: lattice.NewShape(s)})
	}
	return out
}

// clashingOrders are the orders up to 14 of which no Latin square has different symbols on all diagonals: equal ones
// would be queens that do not attack one another (OEIS A088202).
var clashingOrders = []int{2, 3, 4, 6, 8, 9, 10}

// addDistinctLines adds units of cells whose symbols differ, but for those that are known.
func (s *Statement) addDistinctLines(l *ast.Line) {
	lines := s.cellsOfLine(l)
	name := unitName(l)
	if n := s.Model.Order; l.Word == "diagonals" && slices.Contains(clashingOrders, n) {
		s.ReportWarning(codes.DiagonalClash, s.SpanOf(l), "the two from corner to corner are `main diagonals`",
			"there is no solution: no square of %d rows has different symbols on all diagonals, the short ones too", n)
	}
	if s.Model.Order > 0 && (name == "box" || name == "region") && !s.requireWhole(l, lines) {
		return
	}
	if len(lines) > 0 {
		s.WarnPassedOver(l, 1, s.Model.Board)
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
		s.unitKeys, s.groups = map[string]bool{}, map[string]int{}
		if s.Model.Order > 0 {
			s.markKnown(s.RowColumnUnits())
		}
	}
	if s.groups[name]++; name != "distinct" && s.groups[name] > 1 {
		name = fmt.Sprint(name, s.groups[name])
	}
	isArea := l.Main || l.Boxes != nil || l.Regions != nil
	added := slices.DeleteFunc(units(name, lines), func(u model.DistinctUnit) bool {
		return !s.markKnown([]model.DistinctUnit{u}) && !isArea
	})
	if name == "distinct" {
		for k := range added {
			added[k].Index = fmt.Sprint(s.singles)
			s.singles++
		}
	}
	s.Model.Units = append(s.Model.Units, added...)
	s.drawLines(l, lines)
}

// markKnown notes units. It returns whether any was not known.
func (s *Statement) markKnown(units []model.DistinctUnit) (isNew bool) {
	for _, u := range units {
		key := fmt.Sprint(u.Cells)
		isNew = isNew || !s.unitKeys[key]
		s.unitKeys[key] = true
	}
	return isNew
}

// unitName returns the name of the items of cells that differ.
func unitName(l *ast.Line) string {
	switch {
	case l.Word == "rows":
		return "row"
	case l.Word == "columns":
		return "column"
	case l.Main:
		return "diagonal"
	case l.Boxes != nil:
		return "box"
	case l.Regions != nil:
		return "region"
	}
	return "distinct"
}

// requireWhole requires that boxes and regions of a Latin square have a cell for each symbol.
func (s *Statement) requireWhole(l *ast.Line, lines [][]lattice.Cell) bool {
	n, code := len(s.Model.Symbols), codes.BadRegions
	if l.Boxes != nil {
		code = codes.BadBoxes
	}
	for _, cells := range lines {
		if !s.require(len(cells) == n, code, l, "in a Latin square each has a cell for each symbol; `fill` takes others",
			"the %s at %s has %s, and must have %d", unitName(l), s.Model.Board.Lattice.FormatCell(cells[0]),
			source.Plural(len(cells), "cell"), n) {
			return false
		}
	}
	return true
}

// drawLines draws the borders of the first boxes or regions, and the long diagonals.
func (s *Statement) drawLines(l *ast.Line, lines [][]lattice.Cell) {
	for _, cells := range lines {
		switch {
		case l.Main:
			s.addSign("line", "", cells)
		case l.Boxes == nil && l.Regions == nil:
		case s.drawnBy == nil || s.drawnBy == l:
			s.drawnBy = l
			s.Model.Drawn = append(s.Model.Drawn, lattice.NewShape(cells))
		}
	}
}

// readDistinct adds a clue for each cage, or for each of several groups.
func readDistinct(c Clues, r *ast.DistinctRule) ([]Part, bool) {
	switch {
	case len(r.Totals) > 0:
		return readTotalClues(c, r, r.Totals, r.On)
	case len(r.On) > 1 && !hasEscapes(c, r):
		return ListPart(r.On, ", ", func(l *ast.Line) int {
			return c.AddClue(Rule, l.Range(), nil, "", "rule `distinct on %s`", c.Source().TextOf(l.Range()))
		}), true
	}
	return nil, false
}
