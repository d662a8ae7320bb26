package rule

import (
	"strconv"

	"quadrille/lang/ast"
)

// checkDiffer adds bounds for the difference of consecutive numbers.
func checkDiffer(s *Statement, r *ast.DifferRule) {
	by, ok := s.EvalCount(r.By)
	if !ok {
		return
	}
	cells := s.relateNeighbours(r.Cells, s.relationRule(func(a, b int) bool {
		d := max(a-b, b-a)
		return by.Min <= d && d <= by.Max
	}))
	mark, text := "", strconv.Itoa(by.Min)
	if by.Max > by.Min {
		text += "–" + strconv.Itoa(by.Max)
	} else if by.Min == 1 {
		mark = "o"
	}
	s.addChainSign(mark, "line", "±"+text, cells)
}
