package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// This file has automata for rules about cells that follow one another on a line.

// eachRuleLine calls a function for each line of a rule that has at least two cells. A line that lists its cells must
// have two. The argument isDrawn is false for lines that are repeated all over the board.
func (s *Statement) eachRuleLine(on []*ast.Line, add func(cells []lattice.Cell, isDrawn bool)) {
	for _, l := range on {
		for _, cells := range s.linesKeepingListOrder([]*ast.Line{l}) {
			if len(cells) > 1 {
				add(cells, l.Shape != nil && !l.Everywhere)
			} else if cellListOfLine(l) != nil && l.Shape.FirstTerm.Atom.CellList == nil {
				s.ReportWarning(codes.BadPlace, s.SpanOf(l), "name the cells one after the other: (0, 0) (0, 1)",
					"this rule says nothing about one cell")
			}
		}
	}
}

// eachConsecutivePair calls a function for each two cells that follow each other.
func (s *Statement) eachConsecutivePair(cells []lattice.Cell, relate func(a, b lattice.Cell)) {
	for k := range cells[1:] {
		relate(cells[k], cells[k+1])
	}
}

// pairRuleAdder returns a function that adds a rule about two cells: the relation holds must be true of their numbers.
// The name stands for the rule in messages.
func (s *Statement) pairRuleAdder(name string, holds func(a, b int) bool) func(a, b lattice.Cell) {
	grid := s.boardGrid()
	return func(a, b lattice.Cell) {
		a, b = grid.Cells[grid.CellNumber(a)], grid.Cells[grid.CellNumber(b)]
		w := model.RuleAutomaton{Name: name, Cells: []lattice.Cell{a, b}, IsAccepting: func(int64) bool { return true }}
		w.NextState = func(state int64, number, value int) (int64, bool) {
			if number == 0 {
				return int64(value), true
			}
			return 0, holds(int(state), value)
		}
		if a == b { // a cell is its own neighbour only where edges are joined
			w.Cells = w.Cells[:1]
			w.NextState = func(_ int64, _, value int) (int64, bool) { return 0, holds(value, value) }
		}
		s.addAutomaton(w, s.currentRuleSpan)
	}
}

// addAutomaton adds an automaton for a rule or a clue. If it has no cells, the rule either always holds, and is not
// added, or is an error.
func (s *Statement) addAutomaton(w model.RuleAutomaton, at source.Span) {
	w.Span = at
	if len(w.Cells) > 0 {
		s.Filling.RuleAutomata = append(s.Filling.RuleAutomata, w)
	} else if !w.IsAccepting(w.StartState) {
		s.ReportError(codes.BadGiven, at, "a dot is a clue that is not given",
			"there is no cell that this clue could speak of")
	}
}

// packPairState returns one state that holds two numbers.
func packPairState(a, b int64) int64 { return a<<32 | b }
