package compile

import (
	"slices"
	"strconv"

	"quadrille/compile/lattice"
	"quadrille/compile/lower"
	"quadrille/runtime/matrix"
	"quadrille/runtime/staged"
)

// Placement is an option of a solution in the terms of the puzzle: a piece or a
// man on its cells, letters on cells, or the items of an option of the core.
type Placement struct {
	Piece       string // of a packing, or the man; "" for letters and the core
	Orientation int    // of a piece of a packing
	Cells       []lattice.Cell
	Onto        []lattice.Cell // of a dissection: where each of the cells goes
	Letters     []string       // one for each cell, if the puzzle is about letters
	Items       []string       // as the matrix calls them, colors included
}

// Decode says what a solution means: what is given in a Latin square, then the
// pieces, men or letters in the order of the puzzle, then the options of the core.
// Empty cells are left out. On a
// wrapped board cells are those that the board was declared with.
func (p *Program) Decode(s matrix.Solution) []Placement {
	sorted := slices.Clone(s)
	slices.Sort(sorted)
	out := p.givens()
	for _, o := range sorted {
		origin := &p.Origins[o]
		if origin.Empty || origin.Cut != nil {
			continue
		}
		pl := Placement{Cells: p.onBoard(origin.Cells()), Letters: origin.Letters, Items: p.OptionItems(o), Piece: origin.Man}
		if origin.Piece != nil {
			pl.Piece, pl.Orientation = origin.Piece.Name, int(origin.Orientation)
		}
		out = append(out, pl)
	}
	return append(out, p.cuts(sorted)...)
}

// cuts collects what the options say of each piece of a dissection.
func (p *Program) cuts(s matrix.Solution) []Placement {
	if p.Puzzle.Dissect == nil {
		return nil
	}
	var moves []lower.Cut
	items := make([][]string, p.Puzzle.Dissect.Pieces)
	for _, o := range s {
		if cut := p.Origins[o].Cut; cut.Moves {
			moves = append(moves, *cut)
		} else {
			items[cut.Piece] = p.OptionItems(o)
		}
	}
	out := p.Pieces(moves)
	for k := range out {
		out[k].Items = items[k]
	}
	return out
}

// Pieces collects the cells of each piece of a dissection. A piece without cells has a
// placement as well.
func (p *Program) Pieces(cuts []lower.Cut) []Placement {
	out := make([]Placement, p.Puzzle.Dissect.Pieces)
	for k := range out {
		out[k].Piece = strconv.Itoa(k + 1)
	}
	for _, cut := range cuts {
		pl := &out[cut.Piece]
		pl.Cells = append(pl.Cells, cut.From)
		pl.Onto = append(pl.Onto, cut.To)
	}
	return out
}

// givens returns what a Latin square shows already, which is in no option.
func (p *Program) givens() []Placement {
	if p.Puzzle.Latin == nil {
		return nil
	}
	var given Placement
	for r, row := range p.Puzzle.Latin.Given {
		for c, v := range row {
			if v >= 0 {
				given.Cells = append(given.Cells, lattice.Cell{int32(r), int32(c)})
				given.Letters = append(given.Letters, p.Puzzle.Latin.Symbols[v])
			}
		}
	}
	if given.Cells == nil {
		return nil
	}
	return []Placement{given}
}

// Cuts returns the moves of the cells of a dissection that was found in stages.
func (p *Program) Cuts(found staged.Solution) []lower.Cut {
	var out []lower.Cut
	for _, o := range p.Stages.Solution(found) {
		var cut *lower.Cut
		if p.Stages.WithoutMatrix() {
			cut = p.Stages.Cut(o)
		} else {
			cut = p.Origins[o].Cut
		}
		if cut.Moves {
			out = append(out, *cut)
		}
	}
	return out
}

// onBoard replaces cells beyond the edge of a wrapped board by those that they
// are.
func (p *Program) onBoard(cells []lattice.Cell) []lattice.Cell {
	pack := p.Puzzle.Pack
	if pack == nil || len(pack.Board.Wrap) == 0 {
		return cells
	}
	g := lattice.NewGrid(pack.Board.Lattice, pack.Board.All(), pack.Board.Wrap)
	out := make([]lattice.Cell, len(cells))
	for i, c := range cells {
		out[i] = g.Cells[g.Number(c)]
	}
	return lattice.NewShape(out)
}

// OptionItems names the items of an option, with their colors.
func (p *Program) OptionItems(o matrix.OptionID) []string { return p.Problem.OptionItems(o) }
