package compile

import (
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// UnsolvedPicture draws the puzzle as people get it: the board with its clues, and whatever is given on it. Without a
// board it is the zero Picture.
func (p *Program) UnsolvedPicture() draw.Picture {
	if !p.IsDrawable() {
		return draw.Picture{}
	}
	given := append(p.givenPlacements(), p.FixedPlacements()...)
	return p.Picture(append(given, p.givenMen()...))
}

// FixedPlacements returns the copies of pieces whose cells the rules tell.
func (p *Program) FixedPlacements() (fixed []Placement) {
	pack := p.Puzzle.Packing
	if pack == nil {
		return nil
	}
	taken := lattice.Shape(nil)
	for _, k := range pack.Pieces {
		for _, f := range k.Fix {
			if cells, orientation, ok := fixedCells(k, f, pack.Board); ok && len(cells.And(taken)) == 0 {
				taken = taken.Or(cells)
				fixed = append(fixed, Placement{StatementKind: "pack", Piece: k.Name, Orientation: orientation,
					Cells: cells})
			}
		}
	}
	return fixed
}

// fixedCells returns the cells of a copy that is fixed, and its orientation, if only one fits there.
func fixedCells(k *model.PackedPiece, f model.FixedPlace, b *model.Board) (cells lattice.Shape, orientation int,
	known bool) {
	all := b.AllCells()
	for o, shape := range k.Orientations {
		least, _ := shape.BoundingBox()
		shift := f.Corner.Minus(least)
		if f.Orientation != model.Unlimited && f.Orientation != o || !b.Lattice.IsShift(shift) {
			continue
		}
		at := shape.Shift(shift)
		if len(at.Without(all)) > 0 {
			continue
		}
		if known {
			return nil, 0, false
		}
		cells, orientation, known = at, o, true
	}
	return cells, orientation, known
}

// givenMen returns a placement for each cell on which a rule puts a man.
func (p *Program) givenMen() (given []Placement) {
	m := p.Puzzle.Placement
	if m == nil {
		return nil
	}
	done := map[lattice.Cell]bool{}
	for _, f := range m.LineGroups {
		for _, line := range f.Lines {
			if f.IsSingle && len(line) == 1 && f.Men.Min == 1 && !done[line[0]] {
				done[line[0]] = true
				given = append(given, Placement{StatementKind: "place", Piece: m.Chessman, Cells: line})
			}
		}
	}
	return given
}
