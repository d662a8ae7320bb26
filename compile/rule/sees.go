package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// UsualSymbols are the symbols of Latin squares that list none: a square with n rows has the first n of them.
const UsualSymbols = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// addVisibleCountClue adds an automaton for the clue of `sees` at one line: the number of cells that are seen from its
// beginning. A cell hides the cells behind it with numbers that are not greater.
func (s *Statement) addVisibleCountClue(cells []lattice.Cell, clue string, at *ast.Clues) {
	n, ok := s.parseClue(clue, at)
	if !ok || !s.require(0 < n && n <= len(cells), codes.BadGiven, at, "",
		"the clue says %d, and there are %s to see", n, source.Plural(len(cells), "cell")) {
		return
	}
	seen := int64(n)
	s.addAutomaton(model.RuleAutomaton{
		Name:  "the view of " + clue,
		Cells: cells,
		NextState: func(state int64, number, value int) (int64, bool) {
			highest, count := state>>32, state&(1<<32-1)
			if number == 0 || int64(value) > highest {
				return packPairState(int64(value), count+1), count < seen
			}
			return state, true
		},
		IsAccepting: func(state int64) bool { return state&(1<<32-1) == seen },
	}, s.SpanOf(at))
}

const seesSentence = "A number at the edge says how many numbers are seen from it: " +
	"a number hides those behind it that are not greater."
