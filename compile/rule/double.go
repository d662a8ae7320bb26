package rule

import (
	"quadrille/compile/lattice"
	"quadrille/lang/ast"
)

// checkDouble checks `double`: of each two numbers that follow each other on a line, one is twice the other.
func checkDouble(s *Statement, r *ast.DoubleRule) {
	s.eachChain(r.On, func(cells []lattice.Cell, isDrawn bool) {
		s.relateNeighbours(cells, s.relationRule(isDouble))
		if isDrawn {
			s.addChainSign("*", "line", "×2", cells)
		}
	})
}

// isDouble reports whether one of two numbers is twice the other.
func isDouble(a, b int) bool { return a == 2*b || b == 2*a }

func doubleWords(s *Statement, r *ast.DoubleRule) string {
	const each = "of each two numbers that follow one another one is twice the other."
	return s.chainWords(r.On, "Along a line with ×2 "+each,
		"A black disc stands between two numbers of which one is twice the other.", each)
}
