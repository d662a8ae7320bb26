package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkAscending checks `ascending`: the symbols along each line ascend.
func checkAscending(s *Statement, r *ast.LineRule) {
	s.eachRuleLine(r.On, func(cells []lattice.Cell, isDrawn bool) {
		s.eachConsecutivePair(cells, s.addLessRule)
		if isDrawn {
			s.addChainSign("<", "thermometer", "", cells)
		}
	})
}

// addLessRule adds the rule that the symbol on cell a is less than the symbol on cell b.
func (s *Statement) addLessRule(a, b lattice.Cell) {
	s.Filling.LessRules = append(s.Filling.LessRules, model.LessRule{Span: s.currentRuleSpan,
		Cells: [2]lattice.Cell{a, b}})
}

func ascendingSentence(s *Statement, r *ast.LineRule) string {
	one, many := s.symbolNoun()
	return s.chainSentence(r.On, "Along each thermometer the "+many+" ascend from the bulb.",
		"A sign < between two cells points at the lesser "+one+".",
		"the "+many+" ascend from the first cell to the last.")
}
