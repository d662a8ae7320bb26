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
		s.checkSameSum(r)
		return
	}
	relate := s.pairRuleAdder("the equality", isEqual)
	var last []lattice.Cell
	lines := 0
	for _, l := range r.On {
		for _, cells := range s.linesOfPlace(l) {
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

// equalSumLines holds lines on which the numbers have one sum, grouped by the part of the rule that names them.
type equalSumLines struct {
	linesByRulePart [][][]lattice.Cell
	span            source.Span
}

// checkSameSum checks `same sum`: the numbers on each line have the same sum. A cell of two lines counts in both sums.
// [Statement.AddSameSums] later adds the meaning of the rule.
func (s *Statement) checkSameSum(r *ast.LineRule) {
	same := equalSumLines{span: s.currentRuleSpan}
	for _, l := range r.On {
		same.linesByRulePart = append(same.linesByRulePart, s.linesOfPlace(l))
	}
	lines := slices.Concat(same.linesByRulePart...)
	for _, cells := range lines {
		s.addCageSign("Σ", cells)
	}
	if s.require(len(lines) != 1, codes.BadPlace, r, "name another shape: `same sum on s, t`",
		"one sum is equal to itself") {
		s.equalSumRules = append(s.equalSumRules, same)
	}
}

// AddSameSums adds the meaning of each `same sum`, once all units are known. If some of its lines together are a unit
// that has every symbol, the sum is known, and each line must have this sum. Then the lines of a magic square are
// searched one by one, which is a thousand times as fast as comparing each line with the next. Lines are compared all
// the same if they overlap so much that comparing reads fewer cells.
func (s *Statement) AddSameSums() {
	for _, same := range s.equalSumRules {
		lines := slices.Concat(same.linesByRulePart...)
		var automata []model.RuleAutomaton
		for k := range lines[:max(0, len(lines)-1)] {
			automata = append(automata, s.equalSumsAutomaton(lines[k], lines[k+1]))
		}
		comparedCells := 0
		for _, w := range automata {
			comparedCells += len(w.Cells)
		}
		sum, isKnown := s.commonSumFromUnits(same)
		if isKnown && len(slices.Concat(lines...)) <= comparedCells {
			automata = nil
			for _, cells := range lines {
				w := model.RuleAutomaton{Name: "the equality of sums", Cells: cells}
				automata = append(automata, s.totalAutomaton(w, "sum", model.CountRange{Min: sum, Max: sum}))
			}
		}
		for _, w := range automata {
			s.addAutomaton(w, same.span)
		}
	}
}

// commonSumFromUnits returns the sum that all lines have, and whether it is known. It is known if some of the lines
// divide a unit with every symbol among them. These may be lines of one part of the rule or of all parts.
func (s *Statement) commonSumFromUnits(same equalSumLines) (sum int, isKnown bool) {
	all := 0
	for _, value := range s.Filling.SymbolValues {
		all += value
	}
	for _, u := range s.Filling.DistinctUnits {
		if len(u.Cells) != len(s.Filling.Symbols) {
			continue
		}
		for _, lines := range append(slices.Clip(same.linesByRulePart), slices.Concat(same.linesByRulePart...)) {
			inUnit := slices.DeleteFunc(slices.Clone(lines), func(cells []lattice.Cell) bool {
				return slices.ContainsFunc(cells, func(c lattice.Cell) bool { return !u.Cells.HasCell(c) })
			})
			union := lattice.NewShape(slices.Concat(inUnit...))
			if n := len(inUnit); n > 0 && len(slices.Concat(inUnit...)) == len(union) && union.Equal(u.Cells) &&
				all%n == 0 {
				return all / n, true
			}
		}
	}
	return 0, false
}

// equalSumsAutomaton returns an automaton that reads the cells of one shape and then those of another, leaving out the
// cells in both. Its state is the first sum minus the second, so far.
func (s *Statement) equalSumsAutomaton(first, second []lattice.Cell) model.RuleAutomaton {
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
	return w
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
