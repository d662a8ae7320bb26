package compile

import (
	"maps"
	"slices"
	"strings"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// drawTables adds tables of the text to a picture, since the rules that read them, such as those of the core, may have
// no sign. It takes the tables that are as large as the board. Numbers and words stand on their cells, W and B become
// circles, and connected cells with one name become rooms (outlined regions). A table of two columns may give texts to
// rooms. A cell that has the text of a rule gets no entry. If two tables have an entry for a cell, the entry of the
// second table stands in the corner.
func (p *Program) drawTables(pic *draw.Picture) {
	isTaken, hasEntry := map[lattice.Cell]bool{}, map[lattice.Cell]bool{}
	for _, s := range pic.RuleSigns {
		if slices.Contains([]string{"number", "count", "corner", "cage"}, s.SignKind) {
			isTaken[s.Cells[0]] = true
		}
	}
	addSign := func(kind string, at lattice.Cell, text string) {
		if text != "" && !isTaken[at] {
			pic.RuleSigns = append(pic.RuleSigns, draw.RuleSign{SignKind: kind, Cells: []lattice.Cell{at}, Text: text})
		}
	}
	var rooms map[string]lattice.Shape
	var smallTables []model.TextTable
	for _, t := range p.Puzzle.Tables {
		step, fits := tableFitsBoard(t, *pic)
		if !fits {
			smallTables = append(smallTables, t)
			continue
		}
		if found := roomsOfTable(t, *pic); found != nil {
			if rooms == nil {
				rooms = found
			}
			continue
		}
		signs := signOfTableEntry(t)
		for r, row := range t.Entries {
			for c, entry := range row {
				at := lattice.Cell{step * int32(r), step * int32(c)}
				switch {
				case signs[entry] == "" || pic.GivenCells[at]:
				case hasEntry[at]:
					addSign("corner", at, signs[entry])
				default:
					hasEntry[at] = true
					addSign("count", at, signs[entry])
				}
			}
		}
	}
	if rooms != nil && pic.DrawsPlainRegions && len(pic.Pieces) == 1 {
		pic.Pieces = nil
		for _, name := range slices.Sorted(maps.Keys(rooms)) {
			pic.Pieces = append(pic.Pieces, draw.LabeledPiece{Cells: rooms[name]})
		}
	}
	for _, t := range smallTables {
		for _, row := range t.Entries {
			if room := rooms[row[0]]; room != nil && len(row) == 2 {
				addSign("corner", room[0], row[1])
			}
		}
	}
}

// tableFitsBoard reports whether a table has an entry for each cell of the least rectangle of squares around a board,
// or for each joint of a board of sticks. The step is the distance between neighbours, in coordinates.
func tableFitsBoard(t model.TextTable, pic draw.Picture) (step int32, fits bool) {
	if len(pic.BoardCells) == 0 || pic.WrappedGrid != nil {
		return 0, false
	}
	least, greatest := pic.BoardCells.BoundingBox()
	switch {
	case pic.Lattice == lattice.Square:
		step = 1
	case pic.Lattice.Name == "sticks":
		step = 2
	default:
		return 0, false
	}
	last := lattice.Cell{step * int32(len(t.Entries)-1), step * int32(len(t.Entries[0])-1)}
	return step, least == lattice.Cell{} && greatest == last && last != lattice.Cell{}
}

// roomsOfTable returns, for each name in a table as large as the board, its cells, if these are rooms: each name stands
// on connected cells, every cell of the board has a name, and some room has several cells. A board of other cells than
// squares has no rooms.
func roomsOfTable(t model.TextTable, pic draw.Picture) map[string]lattice.Shape {
	if pic.Lattice != lattice.Square {
		return nil
	}
	rooms := map[string]lattice.Shape{}
	for _, cell := range pic.BoardCells {
		name := t.Entries[cell[0]][cell[1]]
		rooms[name] = append(rooms[name], cell)
	}
	for name, room := range rooms {
		if name == "." || !pic.Lattice.IsConnected(room) {
			return nil
		}
	}
	if len(rooms) == len(pic.BoardCells) {
		return nil
	}
	return rooms
}

// signOfTableEntry returns how the entries of a table are drawn. W and B alone become circles. In a table that only
// marks cells, the mark becomes the first letter of the table's name, such as T for trees. The mark # beside numbers,
// such as a wall without a number, is not drawn. Nor is the -1 of a table that has no dots and no other negative
// number, as -1 stands for no number there.
func signOfTableEntry(t model.TextTable) map[string]string {
	signs, negatives := map[string]string{}, 0
	for _, row := range t.Entries {
		for _, entry := range row {
			if signs[entry] == "" && strings.HasPrefix(entry, "-") {
				negatives++
			}
			signs[entry] = entry
		}
	}
	if signs["."] == "" && signs["-1"] != "" && negatives == 1 {
		delete(signs, "-1")
	}
	delete(signs, ".")
	circles := map[string]string{"W": "○", "B": "●"}
	isCircles := true
	for entry := range signs {
		isCircles = isCircles && circles[entry] != ""
	}
	switch {
	case isCircles:
		return circles
	case len(signs) == 1 && (signs["1"] != "" || signs["#"] != ""):
		return map[string]string{"1": initialOf(t.Name), "#": initialOf(t.Name)}
	}
	delete(signs, "#")
	return signs
}
