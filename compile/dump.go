package compile

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/lower"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// FromMatrix returns a program for a matrix that was not made from a text. Its options are treated as options of the
// core.
func FromMatrix(p *matrix.Problem) *Program {
	origins := make([]lower.Origin, p.OptionCount())
	option := &lower.Meaning{Option: &model.OptionDeclaration{}}
	for o := range origins {
		origins[o].Meaning = option
	}
	return &Program{Puzzle: &model.Puzzle{}, isMatrix: true, lowered: &lower.Result{Candidates: p, Origins: origins}}
}

// OriginText describes in a few words what an option stands for. For an option of the core it returns "".
func (p *Program) OriginText(o matrix.OptionID) string {
	switch origin := &p.lowered.Origins[o]; {
	case origin.Piece != nil:
		l := p.Lattice()
		corner, _ := lattice.NewShape(origin.Cells()).BoundingBox()
		return fmt.Sprintf("%s, orientation %d, at (%s)", origin.Piece.Name, origin.Orientation, l.CellName(corner))
	case origin.Empty:
		return "empty"
	case origin.OnlyRule:
		return "rule"
	case origin.Chessman != "":
		return origin.Chessman
	case origin.Part > 0:
		return fmt.Sprintf("piece %d", origin.Part)
	}
	return ""
}
