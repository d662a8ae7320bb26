package compile

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/lower"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// FromMatrix makes a program of a matrix that somebody else made: its options are
// those of the core, and stand for nothing else.
func FromMatrix(p *matrix.Problem) *Program {
	origins := make([]lower.Origin, p.OptionCount())
	option := &lower.Meaning{Option: &model.OptionDeclaration{}}
	for o := range origins {
		origins[o].Meaning = option
	}
	return &Program{Puzzle: &model.Puzzle{}, isMatrix: true, lowered: &lower.Result{Candidates: p, Origins: origins}}
}

// OriginText says in a few words what an option stands for; "" for one of the
// core.
func (p *Program) OriginText(o matrix.OptionID) string {
	switch origin := &p.lowered.Origins[o]; {
	case origin.Piece != nil:
		l := p.Lattice()
		corner, _ := lattice.NewShape(origin.Cells()).BoundingBox()
		return fmt.Sprintf("%s, orientation %d, at (%s)", origin.Piece.Name, origin.Orientation, l.CellName(corner))
	case origin.Empty:
		return "empty"
	case origin.Rule:
		return "rule"
	case origin.Chessman != "":
		return origin.Chessman
	case origin.Part > 0:
		return fmt.Sprintf("piece %d", origin.Part)
	}
	return ""
}
