package rule

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// The walks and units of different rules look alike, so the drawing of a rule is recorded beside them.

// addSign records the drawing of a rule.
func (s *Statement) addSign(kind, text string, cells []lattice.Cell) {
	s.Model.Signs = append(s.Model.Signs, model.RuleSign{Kind: kind, Cells: slices.Clone(cells), Text: text})
}

// addCageSign draws a total. The total of a line from edge to edge stands in front of it. The total of cells
// that are not connected stands on a line through them.
func (s *Statement) addCageSign(text string, cells []lattice.Cell) {
	l := s.Model.Board.Lattice
	switch shape := lattice.NewShape(cells); {
	case s.spansBoard(shape):
		s.addSign("clue", text, shape)
	case l.IsConnected(shape):
		s.addSign("cage", text, shape)
	default:
		s.addSign("line", text, cells)
	}
}

// spansBoard reports whether cells are all cells between two edges in a row or a column of squares.
func (s *Statement) spansBoard(cells lattice.Shape) bool {
	if len(cells) < 2 || s.Model.Board.Lattice != lattice.Square {
		return false
	}
	step := cells[1].Minus(cells[0])
	for k := range cells[1:] {
		if cells[k+1].Minus(cells[k]) != step {
			return false
		}
	}
	grid := s.grid()
	return (step == lattice.Cell{0, 1} || step == lattice.Cell{1, 0}) && grid.Number(cells[0].Minus(step)) < 0 &&
		grid.Number(cells[len(cells)-1].Plus(step)) < 0
}

// isStraight reports whether cells are in one row, or in one column.
func (s *Statement) isStraight(cells []lattice.Cell) bool {
	axis := len(s.Model.Board.Lattice.Axes)
	same := func(k int) bool {
		return !slices.ContainsFunc(cells, func(c lattice.Cell) bool { return c[k] != cells[0][k] })
	}
	return same(axis-1) || same(axis-2)
}

// shortChain is the greatest length of a chain that is drawn as marks between its cells.
const shortChain = 3

// addChainSign draws a rule about consecutive cells: a mark between each two if it is a short chain of
// neighbours, and otherwise one figure for all.
func (s *Statement) addChainSign(mark, figure, text string, cells []lattice.Cell) {
	if len(cells) == 0 {
		return // they have an error
	}
	l := s.Model.Board.Lattice
	apart := false
	for k := range cells[1:] {
		apart = apart || !slices.Contains(l.Neighbours(cells[k]), cells[k+1])
	}
	if apart || len(cells) > shortChain || mark == "" {
		s.addSign(figure, text, cells)
		return
	}
	for k := range cells[1:] {
		s.addSign("mark", mark, cells[k:k+2])
	}
}
