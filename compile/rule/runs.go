package rule

import (
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// addRunLengthsClue adds the automaton for the clue of `runs` at one line. The clue gives the lengths of the runs of
// cells that do not have the first symbol.
func (s *Statement) addRunLengthsClue(cells []lattice.Cell, clue string, at *ast.Clues) {
	var lengths []int64
	for text := range strings.FieldsSeq(clue) {
		n, ok := s.parseClue(text, at)
		if !ok {
			return
		}
		if n > 0 {
			lengths = append(lengths, int64(n))
		}
	}
	blank := s.Filling.SymbolValues[0]
	s.addAutomaton(model.RuleAutomaton{
		Name:  "the runs " + clue,
		Cells: cells, // the state is the index of the current or next run, and its length so far
		NextState: func(state int64, _, value int) (int64, bool) {
			run, length := state>>32, state&(1<<32-1)
			switch {
			case value == blank && length == 0:
				return state, true
			case value == blank:
				return packPairState(run+1, 0), length == lengths[run]
			}
			return packPairState(run, length+1), int(run) < len(lengths) && length < lengths[run]
		},
		IsAccepting: func(state int64) bool {
			run, length := state>>32, state&(1<<32-1)
			return int(run) == len(lengths) || int(run) == len(lengths)-1 && length == lengths[run]
		},
	}, s.SpanOf(at))
}

func (s *Statement) runsSentence() string {
	what := "cells with " + source.JoinWords(s.Filling.Symbols[1:])
	if s.areSymbolsPainted() {
		what = "black cells"
	}
	return "The numbers beside a row and above a column are the lengths of its runs of " + what + ", in this order."
}
