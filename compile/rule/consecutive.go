package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkConsecutive checks `consecutive`: the numbers of each line are different and follow one another, in any order.
// The state of its automaton is the least and the greatest number so far.
func checkConsecutive(s *Statement, r *ast.LineRule) {
	for _, l := range r.On {
		lines := s.linesOfPlace(l)
		if s.recordDrawnBorders(l, lines); !s.addConsecutiveAutomata(lines, l.Shape != nil && !l.Everywhere, r) {
			return
		}
	}
}

// addConsecutiveAutomata adds an automaton for each line, and draws the line if isDrawn is set. It returns false after
// an error.
func (s *Statement) addConsecutiveAutomata(lines [][]lattice.Cell, isDrawn bool, at ast.Ranged) bool {
	for _, cells := range lines {
		if !s.requireFewCells(cells, at) {
			return false
		}
		if len(cells) == 0 {
			continue // a row of the board may have no cells
		}
		span := int64(len(cells)) - 1
		s.addAutomaton(model.RuleAutomaton{
			Name:  "the row of consecutive numbers",
			Cells: cells, IgnoresCellOrder: true, RequiresDistinctSymbols: true, StartState: noNumberYet,
			NextState: func(state int64, _, value int) (int64, bool) {
				least, greatest := int64(value), int64(value)
				if state != noNumberYet {
					least, greatest = min(least, state>>32), max(greatest, state&(1<<32-1))
				}
				return packPairState(least, greatest), greatest-least <= span
			},
			IsAccepting: func(state int64) bool { return state&(1<<32-1)-state>>32 == span },
		}, s.SpanOf(at))
		if isDrawn {
			s.addRuleSign("line", "", cells)
		}
	}
	return true
}

// noNumberYet is the state before the first number is read.
const noNumberYet = -1

func consecutiveSentence(s *Statement, r *ast.LineRule) string {
	if len(s.signsOfLastRule("line")) > 0 && len(r.On) == 1 {
		return "Along each line the numbers follow one another without a gap, in any order."
	}
	return Capitalize(s.wherePhrase(r.On)) + " the numbers follow one another without a gap, in any order."
}
