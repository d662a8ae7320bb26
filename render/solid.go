package render

import (
	"errors"
	"fmt"
	"io"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/render/solid"
)

// Body is a piece in space for 3D printers and viewers: a closed surface in millimetres, with the name and color of the
// piece. The method STL writes it to a file.
type Body = solid.Body

// PrintSize holds the dimensions of bodies, and the clearance between them, in millimetres.
type PrintSize = solid.BodySize

// DefaultPrintSize returns dimensions that suit hands and common printers.
func DefaultPrintSize() PrintSize { return solid.DefaultSize() }

// GLB writes bodies as one file in the format glTF 2.0, with a node for each body.
func GLB(w io.Writer, bodies ...Body) error { return solid.WriteGLB(w, bodies...) }

// PieceBodies returns a body for each different piece of the puzzle. The bodies are side by side. Flat pieces become
// plates.
func PieceBodies(p *quadrille.Puzzle, size PrintSize) ([]Body, error) {
	pack := p.Program().Puzzle.Packing
	if pack == nil {
		return nil, errNoBodies
	}
	var each []compile.Placement
	for _, piece := range pack.Pieces {
		each = append(each, compile.Placement{StatementKind: "pack", PieceName: piece.Name, Cells: piece.Shape})
	}
	all, err := bodiesOfPicture(p.Program().Picture(each), size)
	left := 0.0
	for i, b := range all {
		least, greatest := b.Bounds()
		all[i].Mesh = b.MoveBy(solid.Point{left - least[0]})
		left += greatest[0] - least[0] + size.CellWidth
	}
	return all, err
}

// SolutionBodies returns the bodies of the pieces at their places in the solution.
func SolutionBodies(s quadrille.Solution, size PrintSize) ([]Body, error) {
	switch pack := s.Puzzle().Program().Puzzle.Packing; {
	case pack == nil:
		return nil, errNoBodies
	case len(s.Puzzle().Program().Puzzle.FillingStatementKinds()) > 1:
		return nil, errors.New("only pieces have bodies, and solutions of this puzzle have more than pieces")
	case pack.Board.IsWrapped():
		return nil, errors.New("a board whose edges are joined lies in no plane; the pieces by themselves have bodies")
	}
	return bodiesOfPicture(solutionPicture(s), size)
}

// DescribeUnshown describes the properties of pieces that bodies do not show: the colors of cells and of sides. It
// returns "" if there are none.
func DescribeUnshown(p *quadrille.Puzzle) string {
	pack := p.Program().Puzzle.Packing
	switch {
	case pack == nil || len(pack.PieceColors()) == 0:
		return ""
	case pack.HasSides():
		return "the colors of sides"
	}
	return "the colors of cells"
}

var errNoBodies = errors.New("only pieces have bodies, and this puzzle packs none")

func bodiesOfPicture(pic draw.Picture, size PrintSize) (all []Body, err error) {
	colors := pic.PieceColors()
	for i, piece := range pic.Pieces {
		mesh, err := solid.NewMesh(pic.Lattice, piece.Cells, size)
		if err != nil {
			return nil, fmt.Errorf("the piece %s: %w", piece.Label, err)
		}
		all = append(all, Body{Name: piece.Label, Color: colors[i].String(), Mesh: mesh})
	}
	return all, nil
}
