package rule

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// checkSame checks `same`: all cells of a shape have the same symbol, or several shapes have the same symbols cell by
// cell, in reading order.
func checkSame(s *Statement, r *ast.SameRule) {
	if r.Sum {
		s.addSameSums(r)
		return
	}
	relate := s.relationRule(isEqual)
	var last []lattice.Cell
	for k, shape := range r.Shapes {
		cells, ok := s.FindCells(shape, s.Model.Board)
		if !ok || !s.require(k == 0 || len(cells) == len(last), codes.BadPlace, shape,
			"shapes that are equal have as many cells", "this shape has %s, and the one before it %d",
			source.Plural(len(cells), "cell"), len(last)) {
			return
		}
		for n := range last {
			relate(last[n], cells[n])
		}
		last = cells
		s.addCageSign("=", cells)
	}
	if len(r.Shapes) > 1 || !s.require(len(last) > 1, codes.BadPlace, r,
		"name more cells, `same on (0, 0) (2, 2)`, or another shape, `same on s, t`", "one cell is equal to itself") {
		return
	}
	for n := range last[1:] {
		relate(last[n], last[n+1])
	}
}

// isEqual reports whether two numbers are equal.
func isEqual(a, b int) bool { return a == b }

// addSameSums checks `same sum`: the numbers on each shape have the same sum. A cell of two shapes counts in both.
func (s *Statement) addSameSums(r *ast.SameRule) {
	var last []lattice.Cell
	for k, shape := range r.Shapes {
		cells, ok := s.FindCells(shape, s.Model.Board)
		if !ok {
			return
		}
		if s.addCageSign("Σ", cells); k > 0 {
			s.addEqualSums(last, cells)
		}
		last = cells
	}
	s.require(len(r.Shapes) > 1, codes.BadPlace, r, "name another shape: `same sum on s, t`",
		"one sum is equal to itself")
}

// addEqualSums adds a walk that reads one shape and then another. Its state is the first sum minus the second, so far.
func (s *Statement) addEqualSums(first, second []lattice.Cell) {
	w := model.RuleWalk{Cells: lattice.Shape(first).Without(lattice.NewShape(second)),
		IsAccepting: func(state int64) bool { return state == 0 }}
	others := lattice.Shape(second).Without(lattice.NewShape(first))
	before := len(w.Cells)
	w.Cells = append(slices.Clip(w.Cells), others...)
	most := int64(slices.Max(s.Model.Values)) * int64(len(others))
	w.Step = func(state int64, number, value int) (int64, bool) {
		if number < before {
			return state + int64(value), state+int64(value) <= most
		}
		return state - int64(value), state >= int64(value)
	}
	s.addWalk(w, s.currentSpan)
}

func sameWords(s *Statement, r *ast.SameRule) string {
	one, many := s.symbolNoun()
	switch {
	case r.Sum:
		return "Cages and lines with Σ have the same sum."
	case len(r.Shapes) > 1:
		return "Cages and lines with = have the same " + many + " cell by cell, in reading order."
	}
	return "The cells of each cage and each line with = have the same " + one + "."
}
