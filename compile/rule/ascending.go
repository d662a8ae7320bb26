package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkAscending adds the rule that symbols ascend.
func checkAscending(s *Statement, r *ast.AscendingRule) {
	s.eachChain(r.On, func(cells []lattice.Cell, isDrawn bool) {
		s.relateNeighbours(cells, s.requireLess)
		if isDrawn {
			s.addChainSign("<", "thermometer", "", cells)
		}
	})
}

// requireLess adds the rule that the symbol on cell a is less than that on cell b.
func (s *Statement) requireLess(a, b lattice.Cell) {
	s.Model.Less = append(s.Model.Less, model.LessRule{Span: s.at, Cells: [2]lattice.Cell{a, b}})
}
