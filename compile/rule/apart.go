package rule

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// checkApart checks `apart`: the cells of a pair must not have equal symbols or, if the rule names symbols, must not
// both have a named symbol.
func checkApart(s *Statement, r *ast.Apart) {
	var of []int
	if !s.require(r.Pieces == nil, codes.Unexpected, r, "symbols stand in quotes: apart \"12\"",
		"pieces are apart in `pack` alone") {
		return
	}
	if r.Symbols != nil {
		symbols, ok := s.requireSymbols(r.Symbols.Text, r.Symbols)
		if !ok {
			return
		}
		slices.Sort(symbols)
		of = slices.Compact(symbols)
	}
	s.Filling.Separations = AppendApartPairs(s.Checker, r, r.ChessmanMove, s.Filling.Board, of, s.Filling.Separations)
}

// moveLengthsOfChessman holds, for the name of a chessman, its moves. A move is given by its lengths along the two
// axes.
var moveLengthsOfChessman = map[string][]lattice.Cell{"knight": {{1, 2}}, "king": {{0, 1}, {1, 1}}}

// ChessmanMoveShifts returns the shifts to the cells that a king or a knight reaches in one move.
func ChessmanMoveShifts(man string) []lattice.Cell { return shiftsOfMoves(moveLengthsOfChessman[man]) }

// shiftsOfMoves returns the shifts of some moves in all directions, without repetitions.
func shiftsOfMoves(moves []lattice.Cell) (all []lattice.Cell) {
	for _, m := range moves {
		steps := []lattice.Cell{{m[0], m[1]}, {m[0], -m[1]}, {m[1], m[0]}, {m[1], -m[0]}}
		slices.SortFunc(steps, lattice.CompareCells)
		for _, step := range steps {
			for _, s := range []lattice.Cell{step, {-step[0], -step[1]}} {
				if !slices.Contains(all, s) {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// AppendApartPairs appends the pairs of cells of a board that are neighbours or, if leap is not nil, that one such move
// joins. The argument of holds the indices of the pieces, chessmen or symbols that the rule is about. If known has a
// rule about the same members, the pairs are added to that rule, without repetitions.
func AppendApartPairs(c Checker, at ast.Ranged, leap *ast.Leap, b *model.Board, of []int,
	known []model.ApartPairs) []model.ApartPairs {
	grid := c.GridOfBoard(b)
	near := grid.NeighboursOf
	if leap != nil {
		steps, ok := shiftsOfLeap(c, leap, b)
		if !ok {
			return known
		}
		near = func(a lattice.Cell) (cells []lattice.Cell) {
			for _, step := range steps {
				if n := grid.CellNumber(a.Plus(step)); n >= 0 {
					cells = append(cells, grid.Cells[n])
				}
			}
			return cells
		}
	}
	if !c.ChargeCells(at, chargedCellsPerPair*len(grid.Cells)) {
		return known
	}
	k := slices.IndexFunc(known, func(s model.ApartPairs) bool { return slices.Equal(s.MemberNumbers, of) })
	if k < 0 {
		k, known = len(known), append(known, model.ApartPairs{MemberNumbers: of})
	}
	seen := map[[2]lattice.Cell]bool{}
	for _, pair := range known[k].CellPairs {
		seen[pair] = true
	}
	for _, a := range grid.Cells {
		for _, b := range near(a) {
			if pair := [2]lattice.Cell{a, b}; lattice.CompareCells(a, b) < 0 && !seen[pair] {
				seen[pair] = true
				known[k].CellPairs = append(known[k].CellPairs, pair)
			}
		}
	}
	return known
}

// shiftsOfLeap returns the shifts of a move. It reports an error if the board is not a board of squares.
func shiftsOfLeap(c Checker, leap *ast.Leap, b *model.Board) (steps []lattice.Cell, ok bool) {
	if b.Lattice != lattice.Square {
		return nil, c.ReportError(codes.WrongLattice, c.SpanOf(leap),
			"`apart` alone speaks of neighbours, on each lattice",
			"chessmen move on squares, and `%s` is on the lattice `%s`", b.Name, b.Lattice.Name)
	}
	if leap.AxisLengths == nil {
		return ChessmanMoveShifts(leap.ChessmanName), true
	}
	by, ok := c.EvalShift(leap.AxisLengths)
	if ok && (by == lattice.Cell{} || by[0] < 0 || by[1] < 0) {
		ok = c.ReportError(codes.BadPlace, c.SpanOf(leap.AxisLengths), "(1, 2) is the knight's",
			"a move is so far along the one side and so far along the other, and leads to another cell")
	}
	return shiftsOfMoves([]lattice.Cell{by}), ok
}

func apartSentence(s *Statement, r *ast.Apart) string {
	where := LeapPhrase(r.ChessmanMove, s.Filling.Board, s)
	if r.Symbols == nil {
		_, many := s.symbolNoun()
		return "Two cells have different " + many + " if they " + strings.TrimPrefix(where, "that ") + "."
	}
	_, many := s.cellsWithSymbolsNoun(string(r.Symbols.Text))
	return "No two " + many + " are cells " + where + "."
}
