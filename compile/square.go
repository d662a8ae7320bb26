package compile

import (
	"slices"

	"quadrille/compile/latin"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// GivenSquare returns the givens of a Latin square, with numbers in place of symbols. The result plain reports whether
// only rows and columns must have different symbols, and isSudoku whether only the square boxes of a sudoku must as
// well. The square has order 0 if the puzzle is no Latin square.
func (p *Program) GivenSquare() (s latin.Square, plain, isSudoku bool) {
	f := p.Puzzle.Filling
	if f == nil || f.LatinOrder == 0 {
		return s, false, false
	}
	s = latin.NewSquare(f.LatinOrder)
	for c, v := range f.GivenSymbols {
		s.Cells[c[0]][c[1]] = v + 1
	}
	further := f.DistinctUnits[2*f.LatinOrder:]
	return s, len(further) == 0, len(further) > 0 && areSudokuBoxes(further, f.LatinOrder)
}

// areSudokuBoxes reports whether units are the boxes of a sudoku.
func areSudokuBoxes(units []model.DistinctUnit, order int) bool {
	side := int32(latin.SudokuBoxSide(order * order))
	return len(units) == order && side > 0 && !slices.ContainsFunc(units, func(u model.DistinctUnit) bool {
		first := u.Cells[0]
		return first[0]%side != 0 || first[1]%side != 0 || slices.ContainsFunc(u.Cells, func(c lattice.Cell) bool {
			return c[0]/side != first[0]/side || c[1]/side != first[1]/side
		})
	})
}

// CompletedSquare returns the Latin square of a solution. It has order 0 if the puzzle is no Latin square.
func (p *Program) CompletedSquare(solution []Placement) latin.Square {
	f := p.Puzzle.Filling
	if f == nil || f.LatinOrder == 0 {
		return latin.NewSquare(0)
	}
	s := latin.NewSquare(f.LatinOrder)
	for _, pl := range solution {
		if pl.StatementKind != "fill" {
			continue
		}
		for k, letter := range pl.Letters {
			c := pl.Cells[k]
			s.Cells[c[0]][c[1]] = slices.Index(f.Symbols, letter) + 1
		}
	}
	return s
}
