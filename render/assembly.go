package render

import (
	"errors"

	"quadrille"
	"quadrille/compile/lattice"
)

// PlanAssembly finds an order in which the pieces can be put together by straight moves along the axes of the lattice.
// If possible each piece moves alone, otherwise in a group that earlier steps have joined. If there is no such order,
// the plan lists the groups of pieces that no such move separates. It returns an error if the pieces are not made of
// cubes, balls or prisms, or if there are too many.
func PlanAssembly(s quadrille.Solution) (Assembly, error) {
	if err := checkPacksSpace(s.Puzzle()); err != nil {
		return Assembly{}, err
	}
	var pieces []lattice.Shape
	for _, pl := range s.DecodePlacements() {
		pieces = append(pieces, pl.Cells)
	}
	return newAssembly(s.Puzzle().Program().Lattice(), pieces)
}

// AssemblyText describes the order of assembly in words.
func AssemblyText(s quadrille.Solution) (string, error) {
	plan, err := PlanAssembly(s)
	if err != nil {
		return "", err
	}
	var names []string
	for _, pl := range s.DecodePlacements() {
		names = append(names, pl.PieceName)
	}
	return plan.Text(names), nil
}

// checkPacksSpace returns an error if the puzzle does not pack pieces in space.
func checkPacksSpace(p *quadrille.Puzzle) error {
	switch pack := p.Program().Puzzle.Packing; {
	case pack == nil || !pack.Board.Lattice.IsSolid():
		return errors.New("only pieces made of cubes, balls or prisms are put together, and this puzzle packs none")
	case pack.Board.IsWrapped():
		return errors.New("nothing can be put into a board whose edges are joined")
	}
	return nil
}

// SolutionScene is a solution in space in the form that the viewer of solids (web/page/solid.js) reads.
type SolutionScene struct {
	// LatticeName is the name of the lattice of the cells: cube, balls or prism.
	LatticeName string       `json:"lattice"`
	Pieces      []ScenePiece `json:"pieces"`
	// AssemblyPlan is the order of assembly; nil if there are too many pieces for a plan.
	AssemblyPlan *Assembly `json:"assembly,omitempty"`
}

// ScenePiece is a piece with its color, in the form #rrggbb, and its cells: layer, row and column of each.
type ScenePiece struct {
	Name          string    `json:"name"`
	Color         string    `json:"color"`
	CellPositions [][]int32 `json:"cells"`
}

// NewScene returns the scene of a solution of a packing in space.
func NewScene(s quadrille.Solution) (SolutionScene, error) {
	if err := checkPacksSpace(s.Puzzle()); err != nil {
		return SolutionScene{}, err
	}
	out := SolutionScene{LatticeName: s.Puzzle().Lattice()}
	pic := solutionPicture(s)
	for i, color := range pic.PieceColors() {
		out.Pieces = append(out.Pieces, ScenePiece{pic.Pieces[i].Label, color.String(),
			lattice.CellCoordinates(pic.Pieces[i].Cells, 3)})
	}
	if plan, err := PlanAssembly(s); err == nil {
		out.AssemblyPlan = &plan
	}
	return out, nil
}
