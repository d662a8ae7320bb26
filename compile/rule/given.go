package rule

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// EmptyCellHint is the hint for an error in a picture of givens.
const EmptyCellHint = "a dot is an empty cell"

// checkGiven reads the givens. If there are several pictures, later errors are reported at the first.
func checkGiven(s *Statement, r *ast.GivenRule) {
	b, n := s.Model.Board, s.Model.Order
	if n > 0 && !s.RequireSize(r.Picture, n, n) {
		return
	}
	grid, again := s.grid(), s.Model.Given != nil
	given := map[lattice.Cell]int{}
	for m, cell := range s.ReadPicture(r.Picture, b.Lattice) {
		n := grid.Number(cell)
		switch {
		case m.Char == '.' || m.Char == ' ' && s.Model.Order == 0:
		case n < 0:
			s.ReportError(codes.BadGiven, m.Span, "where there is no cell stands a dot",
				"the cell %s is not on the board", b.Lattice.FormatCell(cell))
			return
		default:
			v, ok := s.symbolOf(m)
			if !ok {
				return
			}
			given[grid.Cells[n]] = v
			s.RecordCell(m.Span.Range, grid.Cells[n])
			if !again {
				s.Given[grid.Cells[n]] = m.Span
			}
		}
	}
	s.Model.Given = given
}

// readGiven adds a clue for each symbol.
func readGiven(c Clues, r *ast.GivenRule) ([]Part, bool) {
	return ReadPicture(c, Given, r.Picture, ". ", ""), true
}

// symbolOf returns the number of a character that is a symbol, or false.
func (s *Statement) symbolOf(m PictureMark) (int, bool) {
	v := slices.Index(s.Model.Symbols, string(m.Char))
	if v < 0 {
		s.ReportError(codes.BadGiven, m.Span, EmptyCellHint+"; the symbols are "+strings.Join(s.Model.Symbols, ""),
			"%q is no symbol here", m.Char)
	}
	return v, v >= 0
}

// checkSymbols does nothing: the symbols are set before the rules that use them.
func checkSymbols(*Statement, *ast.SymbolsRule) {}

// checkMate reads a square to which the solution must be orthogonal.
func checkMate(s *Statement, r *ast.MateRule) {
	n := s.Model.Order
	if !s.RequireSize(r.Picture, n, n) {
		return
	}
	mate := make([][]int, n)
	for m, cell := range s.ReadPicture(r.Picture, lattice.Square) {
		v, ok := s.symbolOf(m)
		if !ok {
			return
		}
		mate[cell[0]] = append(mate[cell[0]], v)
	}
	s.Model.Orthogonal = mate
}
