package check

import (
	"slices"
	"strconv"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// What a rule means is in its walks and units, and those look alike. What people draw for it is
// noted beside them.

// addSign notes what is drawn for a rule.
func (q *fillChecker) addSign(kind, text string, cells []lattice.Cell) {
	q.model.Signs = append(q.model.Signs, model.RuleSign{Kind: kind, Cells: slices.Clone(cells), Text: text})
}

// opSigns stand behind totals that are no sums.
var opSigns = map[string]string{"product": "×", "difference": "−", "quotient": "÷"}

// addCageSign draws a total. That of a line from edge to edge stands in front of it, and that of cells which are
// not connected on a line through them.
func (q *fillChecker) addCageSign(text string, cells []lattice.Cell) {
	l := q.model.Board.Lattice
	switch shape := lattice.NewShape(cells); {
	case q.spansBoard(shape):
		q.addSign("clue", text, shape)
	case l.IsConnected(shape):
		q.addSign("cage", text, shape)
	default:
		q.addSign("line", text, cells)
	}
}

// spansBoard reports whether cells are all that lie between two edges in a row or a column of squares.
func (q *fillChecker) spansBoard(s lattice.Shape) bool {
	if len(s) < 2 || q.model.Board.Lattice != lattice.Square {
		return false
	}
	step := s[1].Minus(s[0])
	for k := range s[1:] {
		if s[k+1].Minus(s[k]) != step {
			return false
		}
	}
	grid := q.gridOf(q.model.Board)
	return (step == lattice.Cell{0, 1} || step == lattice.Cell{1, 0}) && grid.Number(s[0].Minus(step)) < 0 &&
		grid.Number(s[len(s)-1].Plus(step)) < 0
}

// isStraight reports whether cells are in one row, or in one column.
func (q *fillChecker) isStraight(cells []lattice.Cell) bool {
	axis := len(q.model.Board.Lattice.Axes)
	same := func(k int) bool {
		return !slices.ContainsFunc(cells, func(c lattice.Cell) bool { return c[k] != cells[0][k] })
	}
	return same(axis-1) || same(axis-2)
}

// shortChain is the longest chain that is drawn by marks between its cells.
const shortChain = 3

// addChainSign draws a rule about cells that follow one another: a mark between each two if it is a short
// chain of neighbours, and otherwise all of them as one figure.
func (q *fillChecker) addChainSign(mark, figure, text string, cells []lattice.Cell) {
	if len(cells) == 0 {
		return // they are wrong
	}
	l := q.model.Board.Lattice
	apart := false
	for k := range cells[1:] {
		apart = apart || !slices.Contains(l.Neighbours(cells[k]), cells[k+1])
	}
	if apart || len(cells) > shortChain || mark == "" {
		q.addSign(figure, text, cells)
		return
	}
	for k := range cells[1:] {
		q.addSign("mark", mark, cells[k:k+2])
	}
}

// addDifferenceSign draws the least and the greatest difference of neighbours.
func (q *fillChecker) addDifferenceSign(by model.CountRange, cells []lattice.Cell) {
	mark, text := "", strconv.Itoa(by.Min)
	if by.Max > by.Min {
		text += "–" + strconv.Itoa(by.Max)
	} else if by.Min == 1 {
		mark = "o"
	}
	q.addChainSign(mark, "line", "±"+text, cells)
}
