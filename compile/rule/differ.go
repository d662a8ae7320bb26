package rule

import (
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkDiffer adds bounds for the difference of consecutive numbers.
func checkDiffer(s *Statement, r *ast.DifferRule) {
	by, ok := s.EvalCount(r.By, overLimit)
	if !ok {
		return
	}
	cells := s.relateNeighbours(r.Cells, s.relationRule(func(a, b int) bool {
		d := max(a-b, b-a)
		return by.Min <= d && d <= by.Max
	}))
	mark := ""
	if by == (model.CountRange{Min: 1, Max: 1}) {
		mark = "o"
	}
	s.addChainSign(mark, "line", "±"+rangeText(by), cells)
}
