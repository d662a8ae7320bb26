package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkLinesDiffer wants no two rows, or no two columns, to be the same. Lines of different lengths are.
func checkLinesDiffer(s *Statement, r *ast.LinesDifferRule) {
	lines := s.boardLines(r.Word)
	if !s.ChargeCells(r, len(lines)*len(s.grid().Cells)) {
		return
	}
	for k, a := range lines {
		for _, b := range lines[k+1:] {
			if len(a) == len(b) {
				s.addDifference(a, b)
			}
		}
	}
}

// The states of two lines that are read cell by cell, side by side: equal so far, with or without a symbol of the first
// line that waits for its neighbour; or different.
const (
	equalSoFar = 0
	different  = -1
)

// addDifference adds a walk over two lines, which ends if they differ.
func (s *Statement) addDifference(a, b []lattice.Cell) {
	w := model.RuleWalk{Begin: equalSoFar, Ends: func(state int64) bool { return state == different }}
	for k := range a {
		w.Cells = append(w.Cells, a[k], b[k])
	}
	w.Step = func(state int64, number, value int) (int64, bool) {
		switch {
		case state == different:
			return different, true
		case number%2 == 0:
			return int64(value) + 1, true
		case state != int64(value)+1:
			return different, true
		}
		return equalSoFar, true
	}
	s.addWalk(w, s.at)
}
