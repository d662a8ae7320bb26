package compile

import (
	"maps"
	"slices"
	"strings"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// UnsolvedPicture draws the puzzle as people get it: the board with its clues, and whatever is given on it. Without a
// board it is the zero Picture.
func (p *Program) UnsolvedPicture() draw.Picture { return p.UnfinishedPicture(nil) }

// UnfinishedPicture draws the puzzle as people get it, with some placements on it.
func (p *Program) UnfinishedPicture(placements []Placement) draw.Picture {
	if !p.IsDrawable() {
		return draw.Picture{}
	}
	taken := map[string]lattice.Shape{} // cells with placements, by kind of statement
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
	pic.Unfinished = len(placements) > 0
	p.markMissingSticks(pic.CellMarks, placements)
	p.drawTables(&pic)
	return pic
}

// drawTables adds to a picture the tables of the text that are as large as its board, as only rules of the core, or
// rules without a sign, may read them: numbers and words on their cells, circles for W and B, rooms, and their numbers.
func (p *Program) drawTables(pic *draw.Picture) {
	var rooms map[string]lattice.Shape
	for _, t := range p.Puzzle.Tables {
		if rooms == nil {
			rooms = roomsOf(t, *pic)
		}
	}
	if rooms != nil && pic.PlainRegions && len(pic.Pieces) == 1 {
		pic.Pieces = nil
		for _, name := range slices.Sorted(maps.Keys(rooms)) {
			pic.Pieces = append(pic.Pieces, draw.LabeledPiece{Cells: rooms[name]})
		}
	}
	drawn := map[lattice.Cell]bool{}
	for _, s := range pic.RuleSigns {
		if s.SignKind == "number" || s.SignKind == "count" || s.SignKind == "corner" || s.SignKind == "cage" {
			drawn[s.Cells[0]] = true
		}
	}
	for _, t := range p.Puzzle.Tables {
		step, fits := boardStep(t, *pic)
		for r, row := range t.Entries {
			switch room := rooms[row[0]]; {
			case fits && roomsOf(t, *pic) == nil:
				for c, entry := range row {
					at := lattice.Cell{step * int32(r), step * int32(c)}
					if text := entrySign(t, entry); text != "" && !drawn[at] && !pic.GivenCells[at] {
						pic.RuleSigns = append(pic.RuleSigns, draw.Sign{SignKind: "count", Cells: []lattice.Cell{at},
							Text: text})
					}
				}
			case room != nil && len(row) == 2 && !drawn[room[0]]:
				pic.RuleSigns = append(pic.RuleSigns, draw.Sign{SignKind: "corner", Cells: room[:1], Text: row[1]})
			}
		}
	}
}

// boardStep reports whether a table has an entry for each cell of the least rectangle of squares around a board, or for
// each joint of a board of sticks. The step is the distance of neighbours in coordinates.
func boardStep(t model.TextTable, pic draw.Picture) (step int32, fits bool) {
	if len(pic.Board) == 0 || pic.WrappedGrid != nil {
		return 0, false
	}
	least, greatest := pic.Board.BoundingBox()
	switch {
	case pic.Lattice == lattice.Square:
		step = 1
	case pic.Lattice.Name == "sticks":
		step = 2
	default:
		return 0, false
	}
	rows, columns := int32(len(t.Entries)-1), int32(len(t.Entries[0])-1)
	return step, rows > 0 && least[0] == 0 && least[1] == 0 && greatest[0] == step*rows && greatest[1] == step*columns
}

// roomsOf returns the cells of each name in a table, if these are rooms: connected cells with a name, on the whole
// board, not all of one cell.
func roomsOf(t model.TextTable, pic draw.Picture) map[string]lattice.Shape {
	step, fits := boardStep(t, pic)
	if !fits || step != 1 {
		return nil
	}
	rooms := map[string]lattice.Shape{}
	for r, row := range t.Entries {
		for c, entry := range row {
			rooms[entry] = append(rooms[entry], lattice.Cell{int32(r), int32(c)})
		}
	}
	for name, room := range rooms {
		if name == "." || !pic.Lattice.IsConnected(room) {
			return nil
		}
	}
	if len(rooms) == len(t.Entries)*len(t.Entries[0]) {
		return nil
	}
	return rooms
}

// entrySign returns how an entry of a table is drawn: a circle for W and B, and the first letter of the table's name in
// a table that only marks cells, such as T for trees. A mark beside numbers, such as a wall without one, is not drawn.
func entrySign(t model.TextTable, entry string) string {
	isCircles, isMarks := true, true
	for _, row := range t.Entries {
		for _, other := range row {
			isCircles = isCircles && slices.Contains([]string{".", "W", "B"}, other)
			isMarks = isMarks && (other == "." || other == entry)
		}
	}
	switch {
	case entry == ".", entry == "#" && !isMarks:
		return ""
	case isCircles:
		return map[string]string{"W": "○", "B": "●"}[entry]
	case isMarks && (entry == "1" || entry == "#"):
		return strings.ToUpper(t.Name[:1])
	}
	return entry
}

// markMissingSticks marks the sticks that are known to be missing: with two symbols, those with the first one, which
// are not drawn.
func (p *Program) markMissingSticks(marks map[lattice.Cell]string, placements []Placement) {
	f := p.Puzzle.Filling
	if f == nil || p.Puzzle.StatementKinds()[0] != "fill" || f.Board.Lattice.StickEnds == nil || len(f.Symbols) != 2 {
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

// GivenPlacements returns what the puzzle itself puts on the board: given symbols, fixed pieces, and given men.
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
