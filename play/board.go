package play

import (
	"slices"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// Board describes a puzzle for a page on which a person plays: the cells of the picture, and what can be put on them.
type Board struct {
	Cells []Cell `json:"cells"`
	// Symbols are the symbols, letters or chessmen that may be put on a cell. A packing has none.
	Symbols []string `json:"symbols,omitempty"`
	// Crosses reports whether a cross may be put on a cell, to mark that it has no chessman.
	Crosses bool `json:"crosses,omitempty"`
	// Pieces are the pieces of a packing, and Places the ways to put them on the board.
	Pieces []Piece `json:"pieces,omitempty"`
	Places []Place `json:"places,omitempty"`
	// Given are the pieces and the chessmen that the puzzle itself puts on the board.
	Given []Move `json:"given,omitempty"`
	// Turns names the ways to turn pieces: turn, tip for pieces in space, and flip.
	Turns []string `json:"turns,omitempty"`
}

// Cell is a cell of the board.
type Cell struct {
	At []int32 `json:"at"`
	// Corners are the corners of the cell in the picture, in its units, x and y alternating. A stick has its two
	// ends.
	Corners []float64 `json:"corners"`
	// Given is the symbol, the piece or the chessman that the puzzle puts on the cell, which cannot be changed.
	Given string `json:"given,omitempty"`
}

// Piece is a piece of a packing.
type Piece struct {
	Name string `json:"name"`
	// Copies is how often the piece may be put on the board; -1 stands for any number.
	Copies int `json:"copies"`
	// Turned holds, for each name in Board.Turns and each orientation, the orientation after such a turn.
	Turned [][]int `json:"turned"`
}

// Place is a way to put a piece on the board. Piece and Cells are indices of the lists of the board.
type Place struct {
	Piece       int   `json:"piece"`
	Orientation int   `json:"orientation"`
	Cells       []int `json:"cells"`
}

// Board returns the board of the game.
func (g *Game) Board() Board {
	b := Board{Symbols: g.symbols(), Crosses: g.kind == "place"}
	numbers := map[lattice.Cell]int{}
	for k, area := range draw.CellAreas(g.program.UnsolvedPicture()) {
		numbers[area.Cell] = k
		cell := Cell{At: lattice.CellCoordinates([]lattice.Cell{area.Cell}, len(g.lattice().AxisNames))[0],
			Given: g.given[area.Cell]}
		for _, corner := range area.Corners {
			cell.Corners = append(cell.Corners, corner[0], corner[1])
		}
		b.Cells = append(b.Cells, cell)
	}
	used := map[string]int{} // number of given copies of a piece
	for _, pl := range g.fixed {
		b.Given = append(b.Given, g.movesOf(pl)...)
		used[pl.PieceName]++
	}
	if g.kind != "pack" {
		return b
	}
	turns := g.pieceTurns()
	for _, t := range turns {
		b.Turns = append(b.Turns, t.name)
	}
	pieceNumbers := map[string]int{}
	for k, piece := range g.pieces() {
		pieceNumbers[piece.Name] = k
		described := g.describePiece(piece, turns)
		if described.Copies > 0 {
			described.Copies -= used[piece.Name]
		}
		b.Pieces = append(b.Pieces, described)
	}
	b.Places = g.listPlaces(numbers, pieceNumbers)
	return b
}

// listPlaces lists the different ways to put pieces on the cells without a given piece.
func (g *Game) listPlaces(cellNumbers map[lattice.Cell]int, pieceNumbers map[string]int) (places []Place) {
	seen := map[fact]bool{}
	for o := range matrix.OptionID(len(g.facts)) {
		for k, pl := range g.program.OptionMeaning(o) {
			isGiven := func(c lattice.Cell) bool { return g.given[c] != "" }
			if pl.StatementKind != "pack" || seen[g.facts[o][k]] || slices.ContainsFunc(pl.Cells, isGiven) {
				continue // each placement of a packing is a fact
			}
			seen[g.facts[o][k]] = true
			place := Place{Piece: pieceNumbers[pl.PieceName], Orientation: pl.Orientation}
			for _, c := range lattice.NewShape(pl.Cells) {
				place.Cells = append(place.Cells, cellNumbers[c])
			}
			places = append(places, place)
		}
	}
	return places
}

// pieceTurn is a way to turn pieces, with a list of motions. A turn uses the first motion that leads to a different
// orientation which the piece may have; a flip uses a reflection first.
type pieceTurn struct {
	name    string
	motions []lattice.Motion
	flips   bool
}

// pieceTurns returns the ways to turn pieces. Together they lead from each orientation to all others.
func (g *Game) pieceTurns() []pieceTurn {
	l := g.lattice()
	turns := []pieceTurn{{"turn", l.Motions[1:l.PaperTurns], false}}
	if l.IsSolid() {
		turns = append(turns, pieceTurn{"tip", l.Rotations()[l.PaperTurns:], false})
	}
	return append(turns, pieceTurn{"flip", l.Rotations(), true})
}

func (g *Game) describePiece(piece *model.PackedPiece, turns []pieceTurn) Piece {
	out := Piece{Name: piece.Name, Copies: piece.Copies.Max}
	for _, t := range turns {
		turned := make([]int, len(piece.Orientations))
		for k := range turned {
			turned[k] = g.turnedOrientation(piece, k, t)
		}
		out.Turned = append(out.Turned, turned)
	}
	return out
}

// turnedOrientation returns the orientation of a piece after a turn, or the same one if the piece cannot be turned
// so.
func (g *Game) turnedOrientation(piece *model.PackedPiece, from int, t pieceTurn) int {
	shape := piece.MarkedOrientation(from)
	if t.flips {
		shape = shape.ApplyMotion(g.lattice().LeftRightMirror)
	}
	for _, motion := range t.motions {
		to := piece.OrientationNumber(g.lattice().ShiftMarkedToOrigin(shape.ApplyMotion(motion)))
		if to >= 0 && to != from {
			return to
		}
	}
	return from
}
