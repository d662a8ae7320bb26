package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkLinesDiffer checks `rows differ` and `columns differ`: no two rows, or columns, have the same symbols cell by
// cell. Lines of different lengths always differ.
func checkLinesDiffer(s *Statement, r *ast.LinesDifferRule) {
	lines := s.boardLines(r.Word)
	if !s.ChargeCells(r, len(lines)*len(s.boardGrid().Cells)) {
		return
	}
	for k, a := range lines {
		for _, b := range lines[k+1:] {
			if len(a) == len(b) {
				s.addLinesDifferAutomaton(a, b)
			}
		}
	}
}

// The states of an automaton over two lines, which reads each cell of the first line and then the same cell of the
// second. Between these two cells the state is the value on the first cell, plus 1.
const (
	stateLinesEqual  = 0
	stateLinesDiffer = -1
)

// addLinesDifferAutomaton adds an automaton over two lines that must differ.
func (s *Statement) addLinesDifferAutomaton(a, b []lattice.Cell) {
	w := model.RuleAutomaton{Name: "the difference of the two lines", StartState: stateLinesEqual,
		IsAccepting: func(state int64) bool { return state == stateLinesDiffer }}
	for k := range a {
		w.Cells = append(w.Cells, a[k], b[k])
	}
	w.NextState = func(state int64, number, value int) (int64, bool) {
		switch {
		case state == stateLinesDiffer:
			return stateLinesDiffer, true
		case number%2 == 0:
			return int64(value) + 1, true
		case state != int64(value)+1:
			return stateLinesDiffer, true
		}
		return stateLinesEqual, true
	}
	s.addAutomaton(w, s.currentRuleSpan)
}

func linesDifferSentence(_ *Statement, r *ast.LinesDifferRule) string {
	return "No two " + r.Word + " are the same."
}
