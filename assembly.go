package quadrille

import (
	"errors"

	"quadrille/compile/assembly"
	"quadrille/compile/lattice"
)

// Assembly is an order in which the pieces of a solution in space can be put together:
// see the package compile/assembly. It numbers the pieces as [Solution.Placements] does.
type Assembly = assembly.Plan

// Assembly looks for an order in which the pieces can be put together by straight moves.
// If there is none, it says which pieces no move parts. The error says that the puzzle
// packs no board of cubes, or too many pieces.
func (s Solution) Assembly() (Assembly, error) {
	pack := s.puzzle.program.Puzzle.Pack
	switch {
	case pack == nil || pack.Board.Lattice != lattice.Cube:
		return Assembly{}, errors.New("an order of assembly is that of pieces made of cubes, and this puzzle packs none")
	case pack.Board.Wrapped():
		return Assembly{}, errors.New("nothing can be put into a board whose edges are joined")
	}
	var pieces []lattice.Shape
	for _, pl := range s.decoded() {
		pieces = append(pieces, pl.Cells)
	}
	return assembly.New(pieces)
}
