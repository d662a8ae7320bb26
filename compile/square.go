package compile

import (
	"slices"

	"quadrille/compile/latin"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// Given returns what is given of a Latin square, whatever its symbols are: each stands for its
// number. Plain says that no cells but rows and columns have different symbols, and isSudoku that those of
// square boxes have as well, and no others. There is none without rows and columns.
func (p *Program) Given() (s latin.Square, plain, isSudoku bool) {
	f := p.Puzzle.Fill
	if f == nil || f.Order == 0 {
		return s, false, false
	}
	s = latin.New(f.Order)
	for c, v := range f.Given {
		s.Cells[c[0]][c[1]] = v + 1
	}
	further := f.Units[2*f.Order:]
	return s, len(further) == 0, len(further) > 0 && squareBoxes(further, f.Order)
}

// squareBoxes reports whether units are the boxes of a sudoku.
func squareBoxes(units []model.Unit, order int) bool {
	side := int32(latin.SideOfBoxes(order * order))
	return len(units) == order && side > 0 && !slices.ContainsFunc(units, func(u model.Unit) bool {
		first := u.Cells[0]
		return first[0]%side != 0 || first[1]%side != 0 || slices.ContainsFunc(u.Cells, func(c lattice.Cell) bool {
			return c[0]/side != first[0]/side || c[1]/side != first[1]/side
		})
	})
}

// Completed returns the Latin square of a solution, or one of order 0 if there is none.
func (p *Program) Completed(solution []Placement) latin.Square {
	f := p.Puzzle.Fill
	if f == nil || f.Order == 0 {
		return latin.New(0)
	}
	s := latin.New(f.Order)
	for _, pl := range solution {
		if pl.Of != "fill" {
			continue
		}
		for k, letter := range pl.Letters {
			c := pl.Cells[k]
			s.Cells[c[0]][c[1]] = slices.Index(f.Symbols, letter) + 1
		}
	}
	return s
}
