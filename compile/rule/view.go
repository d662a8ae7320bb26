package rule

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// sandwichAutomaton returns the automaton of a clue that is the sum of the numbers between the least and the greatest
// number, each of which stands in the line once. The state holds the sum so far, and two bits: whether the least number
// was read, and whether the greatest number was read.
func (s *Statement) sandwichAutomaton(cells []lattice.Cell, clue int64) model.RuleAutomaton {
	least, greatest := slices.Min(s.Filling.SymbolValues), slices.Max(s.Filling.SymbolValues)
	return model.RuleAutomaton{
		Cells: cells,
		NextState: func(state int64, _, value int) (int64, bool) {
			met, sum := state>>32, state&(1<<32-1)
			switch {
			case value == least:
				return packPairState(met|1, sum), met&1 == 0
			case value == greatest:
				return packPairState(met|2, sum), met&2 == 0
			case met == 1 || met == 2:
				return packPairState(met, sum+int64(value)), sum+int64(value) <= clue
			}
			return state, true
		},
		IsAccepting: func(state int64) bool { return state == packPairState(3, clue) },
	}
}

// firstSumAutomaton returns the automaton of a clue that is the sum of the first x numbers, where x is the first
// number. The state holds how many of these numbers are still to come, and their sum so far.
func firstSumAutomaton(_ *Statement, cells []lattice.Cell, clue int64) model.RuleAutomaton {
	return model.RuleAutomaton{
		Cells: cells,
		NextState: func(state int64, number, value int) (int64, bool) {
			left, sum := state>>32, state&(1<<32-1)
			switch {
			case number == 0:
				left = int64(value)
			case left == 0:
				return state, true
			}
			sum += int64(value)
			return packPairState(max(0, left-1), sum), sum <= clue
		},
		IsAccepting: func(state int64) bool { return state == packPairState(0, clue) },
	}
}

// numberedRoomAutomaton returns the automaton of a clue that stands on cell x of the line, counted from 1, where x is
// the number on the first cell. The state is x until that cell is read, and 0 after it.
func numberedRoomAutomaton(_ *Statement, cells []lattice.Cell, clue int64) model.RuleAutomaton {
	return model.RuleAutomaton{
		Cells: cells,
		NextState: func(state int64, number, value int) (int64, bool) {
			if number == 0 {
				state = int64(value)
				if value == 0 {
					return 0, false
				}
			}
			if state == int64(number)+1 {
				return 0, int64(value) == clue
			}
			return state, state == 0 || state <= int64(len(cells)) && state > int64(number)
		},
		IsAccepting: func(state int64) bool { return state == 0 },
	}
}

// sentenceOfClueWord holds, for each first word of a rule, a sentence that says what its clues are.
var sentenceOfClueWord = map[string]string{
	"sandwich": "A number beside a row or a column is the sum of the numbers that stand there between %d and %d, " +
		"each of which stands there once.",
	"firstsum": "A number at the edge is the sum of the first x numbers that are seen from it, where x is the first " +
		"of them.",
	"numbered": "A number at the edge is that on the x-th cell from it, where x is the number on the first.",
}

func (s *Statement) clueWordSentence(word string) string {
	if word == "sandwich" {
		return fmt.Sprintf(sentenceOfClueWord[word], slices.Min(s.Filling.SymbolValues),
			slices.Max(s.Filling.SymbolValues))
	}
	return sentenceOfClueWord[word]
}
