package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkArrow checks `arrow`: the numbers on each line after the first number add up to the first number.
func checkArrow(s *Statement, r *ast.LineRule) {
	s.eachRuleLine(r.On, s.addArrowAutomaton)
}

// addArrowAutomaton adds the automaton of one arrow, whose first cell is its circle. The state of the automaton is the
// part of the sum that is still missing.
func (s *Statement) addArrowAutomaton(cells []lattice.Cell, isDrawn bool) {
	s.addAutomaton(model.RuleAutomaton{
		Name:  "the arrow",
		Cells: cells,
		NextState: func(state int64, number, value int) (int64, bool) {
			if number == 0 {
				return int64(value), true
			}
			return state - int64(value), state >= int64(value)
		},
		IsAccepting: func(state int64) bool { return state == 0 },
	}, s.currentRuleSpan)
	if isDrawn {
		s.addRuleSign("arrow", "", cells)
	}
}

func arrowSentence(s *Statement, r *ast.LineRule) string {
	if len(s.signsOfLastRule("arrow")) > 0 {
		return "The number in a circle is the sum of those along its arrow."
	}
	return Capitalize(s.wherePhrase(r.On)) + " the first number is the sum of the others."
}
