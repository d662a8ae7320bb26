package rule

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// Different rules may have the same automata and units. So the drawing of a rule is recorded in addition to them.

// addRuleSign records how a rule is drawn.
func (s *Statement) addRuleSign(kind, text string, cells []lattice.Cell) {
	s.Filling.RuleSigns = append(s.Filling.RuleSigns,
		model.RuleSign{SignKind: kind, Cells: slices.Clone(cells), Text: text})
}

// addCageSign records how a total is drawn. The total of a line from edge to edge is in front of the line. The total of
// cells that are not connected is on a line through them.
func (s *Statement) addCageSign(text string, cells []lattice.Cell) {
	l := s.Filling.Board.Lattice
	switch shape := lattice.NewShape(cells); {
	case s.isWholeRowOrColumn(shape):
		s.addRuleSign("clue", text, shape)
	case l.IsConnected(shape):
		s.addRuleSign("cage", text, shape)
	default:
		s.addRuleSign("line", text, cells)
	}
}

// isWholeRowOrColumn reports whether cells are all cells of a row or a column of squares, from edge to edge.
func (s *Statement) isWholeRowOrColumn(cells lattice.Shape) bool {
	if len(cells) < 2 || s.Filling.Board.Lattice != lattice.Square {
		return false
	}
	step := cells[1].Minus(cells[0])
	for k := range cells[1:] {
		if cells[k+1].Minus(cells[k]) != step {
			return false
		}
	}
	grid := s.boardGrid()
	return (step == lattice.Cell{0, 1} || step == lattice.Cell{1, 0}) && grid.CellNumber(cells[0].Minus(step)) < 0 &&
		grid.CellNumber(cells[len(cells)-1].Plus(step)) < 0
}

// isStraight reports whether all cells are in one row, or in one column.
func (s *Statement) isStraight(cells []lattice.Cell) bool {
	axis := len(s.Filling.Board.Lattice.AxisNames)
	same := func(k int) bool {
		return !slices.ContainsFunc(cells, func(c lattice.Cell) bool { return c[k] != cells[0][k] })
	}
	return same(axis-1) || same(axis-2)
}

// maxMarkedLineLength is the greatest length of a line that is drawn as marks between its cells.
const maxMarkedLineLength = 3

// addChainSign records how a rule about the cells along a line is drawn. If the line is short and consists of
// neighbours, a mark stands between each two cells; otherwise one figure is drawn for all cells.
func (s *Statement) addChainSign(mark, figure, text string, cells []lattice.Cell) {
	if len(cells) == 0 {
		return // a line of fewer than two cells is reported as an error elsewhere
	}
	l := s.Filling.Board.Lattice
	apart := false
	for k := range cells[1:] {
		apart = apart || !slices.Contains(l.Neighbours(cells[k]), cells[k+1])
	}
	if apart || len(cells) > maxMarkedLineLength || mark == "" {
		s.addRuleSign(figure, text, cells)
		return
	}
	for k := range cells[1:] {
		s.addRuleSign("mark", mark, cells[k:k+2])
	}
}
