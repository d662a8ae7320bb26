package rule

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Rules about consecutive cells, and the walks for them.

// eachChain calls add for the lines of a rule about consecutive cells that have two cells or more. A line that lists
// its cells must. Lines that repeat all over the board are not drawn.
func (s *Statement) eachChain(on []*ast.Line, add func(cells []lattice.Cell, isDrawn bool)) {
	for _, l := range on {
		for _, cells := range s.orderedLines([]*ast.Line{l}) {
			if len(cells) > 1 {
				add(cells, l.Shape != nil && !l.Everywhere)
			} else if listedCells(l) != nil && l.Shape.First.Atom.List == nil {
				s.ReportWarning(codes.BadPlace, s.SpanOf(l), "name the cells one after the other: (0, 0) (0, 1)",
					"this rule says nothing about one cell")
			}
		}
	}
}

// relateNeighbours calls relate for each two consecutive cells.
func (s *Statement) relateNeighbours(cells []lattice.Cell, relate func(a, b lattice.Cell)) {
	for k := range cells[1:] {
		relate(cells[k], cells[k+1])
	}
}

// relationRule returns a function that adds a rule: a relation holds between the numbers on two cells.
func (s *Statement) relationRule(holds func(a, b int) bool) func(a, b lattice.Cell) {
	grid := s.grid()
	return func(a, b lattice.Cell) {
		a, b = grid.Cells[grid.Number(a)], grid.Cells[grid.Number(b)]
		w := model.RuleWalk{Cells: []lattice.Cell{a, b}, Ends: func(int64) bool { return true }}
		w.Step = func(state int64, number, value int) (int64, bool) {
			if number == 0 {
				return int64(value), true
			}
			return 0, holds(int(state), value)
		}
		if a == b { // a cell beside itself, where edges are joined
			w.Cells = w.Cells[:1]
			w.Step = func(_ int64, _, value int) (int64, bool) { return 0, holds(value, value) }
		}
		s.addWalk(w, s.at)
	}
}

// addWalk adds a walk for a rule or a clue. A walk without cells always holds, or never.
func (s *Statement) addWalk(w model.RuleWalk, at source.Span) {
	w.Span = at
	if len(w.Cells) > 0 {
		s.Model.Walks = append(s.Model.Walks, w)
	} else if !w.Ends(w.Begin) {
		s.ReportError(codes.BadGiven, at, "a dot is a clue that is not given",
			"there is no cell that this clue could speak of")
	}
}

// pairState combines two numbers to one state.
func pairState(a, b int64) int64 { return a<<32 | b }
