package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkLess wants symbols that ascend.
func checkLess(s *Statement, r *ast.LessRule) {
	s.addChainSign("<", "thermometer", "", s.relateNeighbours(r.Cells, s.requireLess))
}

// requireLess says that the symbol on a cell is less than that on another one.
func (s *Statement) requireLess(a, b lattice.Cell) {
	s.Model.Less = append(s.Model.Less, model.LessRule{Span: s.at, Cells: [2]lattice.Cell{a, b}})
}
