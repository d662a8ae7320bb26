package rule

import "quadrille/lang/ast"

// checkDouble adds the rule that of two consecutive numbers one is twice the other.
func checkDouble(s *Statement, r *ast.DoubleRule) {
	s.addChainSign("*", "line", "×2", s.relateNeighbours(r.Cells, s.relationRule(isDouble)))
}

func isDouble(a, b int) bool { return a == 2*b || b == 2*a }
