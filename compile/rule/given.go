package rule

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// EmptyCellHint is the hint of errors in a picture of givens.
const EmptyCellHint = "a dot is an empty cell"

// checkGiven reads a picture of given symbols. If there are several pictures, contradictions are reported in the first.
func checkGiven(s *Statement, r *ast.GivenRule) {
	b, n := s.Filling.Board, s.Filling.LatinOrder
	if n > 0 && !s.RequireSize(r.Picture, n, n) {
		return
	}
	grid, again := s.boardGrid(), s.Filling.GivenSymbols != nil
	given := map[lattice.Cell]int{}
	for m, cell := range s.ReadPicture(r.Picture, b.Lattice) {
		n := grid.CellNumber(cell)
		switch {
		case m.Character == '.' || m.Character == ' ' && s.Filling.LatinOrder == 0:
		case n < 0:
			s.ReportError(codes.BadGiven, m.Span, "where there is no cell stands a dot",
				"the cell %s is not on the board", b.Lattice.FormatCell(cell))
			return
		default:
			v, ok := s.symbolNumber(m)
			if !ok {
				return
			}
			given[grid.Cells[n]] = v
			s.RecordCell(m.Span.Range, grid.Cells[n])
			if !again {
				s.SpanOfGiven[grid.Cells[n]] = m.Span
			}
		}
	}
	s.Filling.GivenSymbols = given
}

// readGivenClues adds a clue for each given symbol.
func readGivenClues(c ClueCollector, r *ast.GivenRule) ([]RemovablePart, bool) {
	return ReadPictureClues(c, GivenClue, r.Picture, ". ", ""), true
}

// symbolNumber returns the index of the symbol that a character is. It reports an error and returns false if there is
// none.
func (s *Statement) symbolNumber(m PictureMark) (int, bool) {
	v := slices.Index(s.Filling.Symbols, string(m.Character))
	if v < 0 {
		s.ReportError(codes.BadGiven, m.Span, EmptyCellHint+"; the symbols are "+strings.Join(s.Filling.Symbols, ""),
			"%q is no symbol here", m.Character)
	}
	return v, v >= 0
}

// checkOrthogonalTo checks `orthogonal to`: the picture shows another square, and no pair of a symbol of the solution
// and a symbol of that square stands on two cells. The symbols of that square need not be those of the statement. For a
// Latin square of n rows there must be n of them, each on n cells.
func checkOrthogonalTo(s *Statement, r *ast.MateRule) {
	b, n := s.Filling.Board, s.Filling.LatinOrder
	if n > 0 && !s.RequireSize(r.Picture, n, n) {
		return
	}
	grid, shown, cells := s.boardGrid(), 0, map[string][]lattice.Cell{}
	names := slices.Clone(s.Filling.Symbols)
	for m, cell := range s.ReadPicture(r.Picture, b.Lattice) {
		number, name := grid.CellNumber(cell), string(m.Character)
		if m.Character == '.' || m.Character == ' ' {
			if number < 0 && n == 0 {
				continue
			}
			s.ReportError(codes.BadGiven, m.Span, "each cell has a symbol in it", "a cell of the mate is open here")
			return
		}
		if strings.ContainsRune(",:|[]", m.Character) {
			s.ReportError(codes.BadSymbols, m.Span, "any other character may be one", "%q cannot be a symbol",
				m.Character)
			return
		}
		if number < 0 {
			s.ReportError(codes.BadGiven, m.Span, "where there is no cell stands a dot",
				"the cell %s is not on the board", b.Lattice.FormatCell(cell))
			return
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		cells[name] = append(cells[name], grid.Cells[number])
		shown++
	}
	if !s.require(shown == len(grid.Cells), codes.BadGiven, r.Picture, "each cell has a symbol in it",
		"this picture shows %d of the %d cells", shown, len(grid.Cells)) {
		return
	}
	if n > 0 && !s.require(len(cells) == n, codes.BadGiven, r.Picture, "each symbol of a mate stands on as many cells",
		"this square shows %d symbols, and a mate of %d symbols has as many", len(cells), n) {
		return
	}
	s.UnitsOfOrthogonalSquare = nil
	for _, name := range names {
		of := cells[name]
		if !s.require(len(of) <= len(s.Filling.Symbols), codes.BadGiven, r.Picture, "",
			"%s stands on %d cells, and beside each stands another of the %d symbols", name, len(of),
			len(s.Filling.Symbols)) {
			return
		}
		if len(of) > 0 {
			s.UnitsOfOrthogonalSquare = append(s.UnitsOfOrthogonalSquare,
				model.DistinctUnit{ItemFamily: "mate", UnitIndex: name,
					Cells: lattice.NewShape(of)})
		}
	}
}

func givenSentence(*Statement, *ast.GivenRule) string { return "What is printed in bold is given." }

func orthogonalSentence(s *Statement, r *ast.MateRule) string {
	var rows []string
	for _, row := range r.Picture.Rows {
		rows = append(rows, string(row))
	}
	return "Together with this square each pair of symbols occurs once: " + strings.Join(rows, " / ") + "."
}
