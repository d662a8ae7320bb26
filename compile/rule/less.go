package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkLess adds the rule that symbols ascend.
func checkLess(s *Statement, r *ast.LessRule) {
	s.eachChain(r.Cells, r.On, func(cells []lattice.Cell, isDrawn bool) {
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
