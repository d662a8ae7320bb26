package rule

import (
	"quadrille/compile/lattice"
	"quadrille/lang/ast"
)

// checkDouble adds the rule that of two consecutive numbers one is twice the other.
func checkDouble(s *Statement, r *ast.DoubleRule) {
	s.eachChain(r.On, func(cells []lattice.Cell, isDrawn bool) {
		s.relateNeighbours(cells, s.relationRule(isDouble))
		if isDrawn {
			s.addChainSign("*", "line", "×2", cells)
		}
	})
}

func isDouble(a, b int) bool { return a == 2*b || b == 2*a }
