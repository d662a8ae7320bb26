package rule

import (
	"strconv"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// checkCount adds the number of cells with a symbol, for each line or for some cells.
func checkCount(s *Statement, r *ast.CountRule) {
	v, ok := s.requireSymbol(r.Symbol, r)
	if !ok {
		return
	}
	add := func(cells []lattice.Cell, times model.CountRange, at ast.Ranged) {
		if s.require(times.Min <= len(cells), codes.BadGiven, at, "", "%s cannot stand %d times on %s", r.Symbol,
			times.Min, source.Plural(len(cells), "cell")) {
			s.Model.Counts = append(s.Model.Counts, model.SymbolCount{Span: s.SpanOf(at), Cells: cells, Symbol: v,
				Times: times})
		}
	}
	for _, l := range r.Lines {
		s.eachClue(l, string(r.Symbol), func(cells []lattice.Cell, clue string, at ast.Ranged) {
			if n, ok := s.parseClue(clue, at); ok {
				add(cells, model.CountRange{Min: n, Max: n}, at)
			}
		})
	}
	if r.Shape == nil {
		return
	}
	cells, ok := s.FindCells(r.Shape, s.Model.Board)
	if times, fine := s.EvalMany(r.Many); ok && fine {
		add(cells, times, r)
		// sticks form a loop around the cells, so the number is drawn there
		if s.Model.Board.Lattice.Ends != nil && times.Min == times.Max {
			s.addSign("number", strconv.Itoa(times.Min), cells)
		}
	}
}

// readCount adds a clue for the number of each line.
func readCount(c Clues, r *ast.CountRule) ([]Part, bool) {
	if r.Lines == nil || hasEscapes(c, r) {
		return nil, false
	}
	return readLines(c, r.Lines), true
}
