package rule

import (
	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// checkSame adds the rule that all cells of a shape have the same symbol, or that shapes are equal cell by
// cell, in reading order.
func checkSame(s *Statement, r *ast.SameRule) {
	relate := s.relationRule(isSame)
	var last []lattice.Cell
	for k, shape := range r.Shapes {
		cells, ok := s.FindCells(shape, s.Model.Board)
		if !ok || !s.require(k == 0 || len(cells) == len(last), codes.BadPlace, shape,
			"shapes that are equal have as many cells", "this shape has %s, and the one before it %d",
			source.Plural(len(cells), "cell"), len(last)) {
			return
		}
		for n := range last {
			relate(last[n], cells[n])
		}
		last = cells
		s.addCageSign("=", cells)
	}
	if len(r.Shapes) > 1 || !s.require(len(last) > 1, codes.BadPlace, r,
		"name more cells, `same (0, 0) (2, 2)`, or another shape, `same s, t`", "one cell is equal to itself") {
		return
	}
	for n := range last[1:] {
		relate(last[n], last[n+1])
	}
}

func isSame(a, b int) bool { return a == b }
