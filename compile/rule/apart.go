package rule

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// checkApart adds pairs of cells with different symbols: those that differ by a move.
func checkApart(s *Statement, r *ast.ApartRule) {
	s.Model.Apart = AppendLeaps(s.Checker, r.By, s.Model.Board, s.Model.Apart)
}

// leaperMoves are the moves by name, each by its lengths along the two axes.
var leaperMoves = map[string][]lattice.Cell{"knight": {{1, 2}}, "king": {{0, 1}, {1, 1}}}

// ChessmanSteps returns the steps of a king or a knight in all directions.
func ChessmanSteps(man string) []lattice.Cell { return leapSteps(leaperMoves[man]) }

// leapSteps returns the steps of moves in all directions, each once.
func leapSteps(moves []lattice.Cell) (all []lattice.Cell) {
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

// AppendLeaps appends the pairs of cells of a board that differ by a move, each pair once.
func AppendLeaps(c Checker, leap *ast.Leap, b *model.Board, known [][2]lattice.Cell) [][2]lattice.Cell {
	if b.Lattice != lattice.Square {
		c.ReportError(codes.WrongLattice, c.SpanOf(leap), "",
			"chessmen move on squares, and `%s` is on the lattice `%s`", b.Name, b.Lattice.Name)
		return known
	}
	moves := leaperMoves[leap.Man]
	if leap.By != nil {
		by, ok := c.EvalShift(leap.By)
		if ok && (by == lattice.Cell{} || by[0] < 0 || by[1] < 0) {
			ok = c.ReportError(codes.BadPlace, c.SpanOf(leap.By), "(1, 2) is the knight's",
				"a move is so far along the one side and so far along the other, and leads to another cell")
		}
		if !ok {
			return known
		}
		moves = []lattice.Cell{by}
	}
	grid := c.GridOf(b)
	if !c.ChargeCells(leap, cellsPerPair*len(grid.Cells)) {
		return known
	}
	seen := map[[2]lattice.Cell]bool{}
	for _, pair := range known {
		seen[pair] = true
	}
	steps := leapSteps(moves)
	for _, a := range grid.Cells {
		for _, step := range steps {
			n := grid.Number(a.Plus(step))
			if n < 0 || lattice.CompareCells(a, grid.Cells[n]) >= 0 {
				continue
			}
			if pair := [2]lattice.Cell{a, grid.Cells[n]}; !seen[pair] {
				seen[pair] = true
				known = append(known, pair)
			}
		}
	}
	return known
}
