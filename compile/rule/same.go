package rule

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// checkSame checks `same`: all cells of a line have the same symbol, or several lines have the same symbols cell by
// cell, in reading order.
func checkSame(s *Statement, r *ast.LineRule) {
	if r.SameSum {
		s.addSameSums(r)
		return
	}
	relate := s.relationRuleAdder("the equality", isEqual)
	var last []lattice.Cell
	lines := 0
	for _, l := range r.On {
		for _, cells := range s.cellsOfLine(l) {
			if !s.require(lines == 0 || len(cells) == len(last), codes.BadPlace, l,
				"shapes and lines that are equal have as many cells", "this one has %s, and the one before it %d",
				source.Plural(len(cells), "cell"), len(last)) {
				return
			}
			for n := range last {
				relate(last[n], cells[n])
			}
			last = cells
			lines++
			s.addCageSign("=", cells)
		}
	}
	if lines != 1 || !s.require(len(last) > 1, codes.BadPlace, r,
		"name more cells, `same on (0, 0) (2, 2)`, or another shape, `same on s, t`", "one cell is equal to itself") {
		return
	}
	for n := range last[1:] {
		relate(last[n], last[n+1])
	}
}

// isEqual reports whether two numbers are equal.
func isEqual(a, b int) bool { return a == b }

// addSameSums checks `same sum`: the numbers on each line have the same sum. A cell of two lines counts in both.
func (s *Statement) addSameSums(r *ast.LineRule) {
	lines := s.linesOf(r.On)
	for k, cells := range lines {
		if s.addCageSign("Σ", cells); k > 0 {
			s.addEqualSums(lines[k-1], cells)
		}
	}
	s.require(len(lines) != 1, codes.BadPlace, r, "name another shape: `same sum on s, t`",
		"one sum is equal to itself")
}

// addEqualSums adds an automaton that reads one shape and then another. Its state is the first sum minus the second, so
// far.
func (s *Statement) addEqualSums(first, second []lattice.Cell) {
	w := model.RuleAutomaton{Name: "the equality of sums",
		Cells:       lattice.Shape(first).Subtract(lattice.NewShape(second)),
		IsAccepting: func(state int64) bool { return state == 0 }}
	others := lattice.Shape(second).Subtract(lattice.NewShape(first))
	before := len(w.Cells)
	w.Cells = append(slices.Clip(w.Cells), others...)
	most := int64(slices.Max(s.Filling.SymbolValues)) * int64(len(others))
	w.NextState = func(state int64, number, value int) (int64, bool) {
		if number < before {
			return state + int64(value), state+int64(value) <= most
		}
		return state - int64(value), state >= int64(value)
	}
	s.addAutomaton(w, s.currentSpan)
}

func sameSentence(s *Statement, r *ast.LineRule) string {
	one, many := s.symbolNoun()
	switch {
	case r.SameSum:
		return "Cages and lines with Σ have the same sum."
	case len(r.On) > 1 || r.On[0].Shape == nil || r.On[0].Everywhere:
		return "Cages and lines with = have the same " + many + " cell by cell, in reading order."
	}
	return "The cells of each cage and each line with = have the same " + one + "."
}
