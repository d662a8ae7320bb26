package rule

import (
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkArrow wants the numbers behind the first one to add up to it. The state is what is left of the first.
func checkArrow(s *Statement, r *ast.ArrowRule) {
	cells, ok := s.readDistinctCells(r.Cells, 2)
	if !ok {
		return
	}
	s.addWalk(model.RuleWalk{
		Cells: cells,
		Step: func(state int64, number, value int) (int64, bool) {
			if number == 0 {
				return int64(value), true
			}
			return state - int64(value), state >= int64(value)
		},
		Ends: func(state int64) bool { return state == 0 },
	}, s.at)
	s.addSign("arrow", "", cells)
}
