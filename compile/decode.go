package compile

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// Placement is an option of a solution in the terms of the puzzle: a piece on
// its cells, or the items of an option of the core.
type Placement struct {
	Piece       string // "" for an option of the core
	Orientation int
	Cells       lattice.Shape
	Items       []string // as the matrix calls them, colors included
}

// Decode says what a solution means: the pieces in the order of the puzzle,
// then the options of the core. Empty cells are left out.
func (p *Program) Decode(s matrix.Solution) []Placement {
	sorted := slices.Clone(s)
	slices.Sort(sorted)
	var out []Placement
	for _, o := range sorted {
		origin := &p.Origins[o]
		if origin.Empty {
			continue
		}
		pl := Placement{Cells: origin.Cells(), Items: p.OptionItems(o)}
		if origin.Piece != nil {
			pl.Piece, pl.Orientation = origin.Piece.Name, int(origin.Orientation)
		}
		out = append(out, pl)
	}
	return out
}

// OptionItems names the items of an option, with their colors.
func (p *Program) OptionItems(o matrix.OptionID) []string {
	var names []string
	for _, e := range p.Problem.Option(o) {
		name := p.Problem.Name(e.Item)
		if e.Color != matrix.NoColor {
			name += ":" + p.Problem.ColorName(e.Color)
		}
		names = append(names, name)
	}
	return names
}
