package compile

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/lower"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// Dump makes a program of a matrix that somebody else made: its options are
// those of the core, and stand for nothing else.
func Dump(p *matrix.Problem) *Program {
	origins := make([]lower.Origin, p.Options())
	option := &lower.Meaning{Option: &model.Option{}}
	for o := range origins {
		origins[o].Meaning = option
	}
	return &Program{Puzzle: &model.Puzzle{}, lowered: &lower.Result{Candidates: p, Origins: origins}}
}

// OriginText says in a few words what an option stands for; "" for one of the
// core.
func (p *Program) OriginText(o matrix.OptionID) string {
	switch origin := &p.lowered.Origins[o]; {
	case origin.Piece != nil:
		l := p.Lattice()
		corner, _ := lattice.NewShape(origin.Cells()).Corner()
		return fmt.Sprintf("%s, orientation %d, at (%s)", origin.Piece.Name, origin.Orientation, l.CellName(corner))
	case origin.Empty:
		return "empty"
	case origin.Rule:
		return "rule"
	case origin.Man != "":
		return origin.Man
	case origin.Part > 0:
		return fmt.Sprintf("piece %d", origin.Part)
	}
	return ""
}
