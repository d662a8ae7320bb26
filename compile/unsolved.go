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
	return p.Picture(append(given, p.givenChessmen()...))
}

// FixedPlacements returns the copies of pieces whose cells the rules tell.
func (p *Program) FixedPlacements() (fixed []Placement) {
	pack := p.Puzzle.Packing
	if pack == nil {
		return nil
	}
	taken := lattice.Shape(nil)
	for _, k := range pack.Pieces {
		for _, f := range k.FixedPlaces {
			if cells, orientation, ok := fixedCells(k, f, pack.Board); ok && len(cells.Intersect(taken)) == 0 {
				taken = taken.Union(cells)
				fixed = append(fixed, Placement{StatementKind: "pack", PieceName: k.Name, Orientation: orientation,
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
		if len(at.Subtract(all)) > 0 {
			continue
		}
		if known {
			return nil, 0, false
		}
		cells, orientation, known = at, o, true
	}
	return cells, orientation, known
}

// givenChessmen returns a placement for each cell on which a rule puts a chessman.
func (p *Program) givenChessmen() (given []Placement) {
	m := p.Puzzle.Chessmen
	if m == nil {
		return nil
	}
	done := map[lattice.Cell]bool{}
	for _, f := range m.LineGroups {
		for _, line := range f.CellLines {
			if f.HasSingleLine && len(line) == 1 && f.ChessmenPerLine.Min == 1 && !done[line[0]] {
				done[line[0]] = true
				given = append(given, Placement{StatementKind: "place", PieceName: m.Chessman, Cells: line})
			}
		}
	}
	return given
}
