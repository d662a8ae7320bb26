package compile

import (
	"slices"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// UnsolvedPicture draws the puzzle as people get it: the board with its clues, and whatever is given on it. It returns
// the zero Picture if the puzzle has no board.
func (p *Program) UnsolvedPicture() draw.Picture { return p.UnfinishedPicture(nil) }

// UnfinishedPicture draws the puzzle as people get it, with some placements on it.
func (p *Program) UnfinishedPicture(placements []Placement) draw.Picture {
	if !p.IsDrawable() {
		return draw.Picture{}
	}
	taken := map[string]lattice.Shape{} // for each kind of statement, the cells with placements
	for _, pl := range placements {
		taken[pl.StatementKind] = taken[pl.StatementKind].Union(lattice.NewShape(pl.Cells))
	}
	given := slices.DeleteFunc(p.GivenPlacements(), func(pl Placement) bool {
		return len(pl.Letters) == 0 && len(lattice.NewShape(pl.Cells).Intersect(taken[pl.StatementKind])) > 0
	})
	pic := p.Picture(append(given, placements...))
	if pic.CellMarks == nil {
		pic.CellMarks = map[lattice.Cell]string{}
	}
	pic.IsUnfinished = len(placements) > 0
	p.markMissingSticks(pic.CellMarks, placements)
	p.drawTables(&pic)
	return pic
}

// DrawChosen draws the board with what is given and with some options chosen. It returns false if the puzzle has no
// board. It also returns false for a dissection, whose board is cut by its solution.
func (p *Program) DrawChosen(chosen []matrix.OptionID) (draw.Picture, bool) {
	if !p.IsDrawable() || p.Puzzle.Dissection != nil {
		return draw.Picture{}, false
	}
	return p.UnfinishedPicture(p.OptionMeanings(chosen)), true
}

// markMissingSticks marks the sticks that are known to be missing. If there are two symbols, these are the sticks with
// the first symbol, which are not drawn.
func (p *Program) markMissingSticks(marks map[lattice.Cell]string, placements []Placement) {
	f := p.Puzzle.Filling
	if f == nil || p.Puzzle.FillingStatementKinds()[0] != "fill" || f.Board.Lattice.StickEnds == nil ||
		len(f.Symbols) != 2 {
		return
	}
	for _, pl := range placements {
		for k, symbol := range pl.Letters {
			if symbol == f.Symbols[0] {
				marks[pl.Cells[k]] = draw.CrossMark
			}
		}
	}
}

// GivenPlacements returns the placements that the puzzle itself gives: given symbols, fixed pieces, and given chessmen.
func (p *Program) GivenPlacements() []Placement {
	return slices.Concat(p.givenPlacements(), p.FixedPlacements(), p.givenChessmen())
}

// FixedPlacements returns the copies of pieces whose cells the rules tell.
func (p *Program) FixedPlacements() (fixed []Placement) {
	pack := p.Puzzle.Packing
	if pack == nil {
		return nil
	}
	taken := lattice.Shape(nil)
	for _, k := range pack.Pieces {
		if p.Puzzle.ReferencedFamilies["fix"] || p.isNamedByOption(k.Name) {
			continue // an option of the core may stand in place of the piece
		}
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

// isNamedByOption reports whether an option of the core names items of a family.
func (p *Program) isNamedByOption(family string) bool {
	return slices.ContainsFunc(p.Puzzle.OptionDeclarations, func(d model.OptionDeclaration) bool {
		return slices.ContainsFunc(d.ItemRefs, func(r model.ItemRef) bool { return r.Family == family })
	})
}

// fixedCells returns the cells and the orientation of a fixed copy of a piece, if only one orientation fits there.
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
		if p.Puzzle.ReferencedFamilies[f.ItemFamily] {
			continue // an option of the core may stand in place of the man
		}
		for _, line := range f.CellLines {
			if f.HasSingleLine && len(line) == 1 && f.ChessmenPerLine.Min == 1 && !done[line[0]] {
				done[line[0]] = true
				given = append(given, Placement{StatementKind: "place", PieceName: m.Chessman, Cells: line})
			}
		}
	}
	return given
}
