package play

import (
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// Board is what a page must know to let a person play: where the cells of the picture are, and what can be put there.
type Board struct {
	Cells []Cell `json:"cells"`
	// Symbols may stand on a cell: symbols, letters or men. A packing has none.
	Symbols []string `json:"symbols,omitempty"`
	// Crosses reports whether a cross may say that a cell has no man.
	Crosses bool `json:"crosses,omitempty"`
	// Pieces and Places are those of a packing.
	Pieces []Piece `json:"pieces,omitempty"`
	Places []Place `json:"places,omitempty"`
	// Turns names what the pieces say how to turn them: turn, tip in space, and flip.
	Turns []string `json:"turns,omitempty"`
}

// Cell is a cell of the board.
type Cell struct {
	At []int32 `json:"at"`
	// Corners are those of the cell in the picture, in its units: x and y in turn. A stick has its two ends.
	Corners []float64 `json:"corners"`
	// Given is what the puzzle put there, which stays.
	Given string `json:"given,omitempty"`
}

// Piece is a piece of a packing.
type Piece struct {
	Name string `json:"name"`
	// Copies is how often it may be put; -1 is as often as it fits.
	Copies int `json:"copies"`
	// Turned has, for each way of Board.Turns, which orientation each orientation becomes.
	Turned [][]int `json:"turned"`
}

// Place is a way to put a piece on the board. Pieces and cells are numbers of the lists of the board.
type Place struct {
	Piece       int   `json:"piece"`
	Orientation int   `json:"orientation"`
	Cells       []int `json:"cells"`
}

// Board returns the board of the game.
func (g *Game) Board() Board {
	b := Board{Symbols: g.symbols(), Crosses: g.kind == "place"}
	numbers := map[lattice.Cell]int{}
	for k, area := range draw.CellAreas(g.program.Picture(g.program.Decode(nil))) {
		numbers[area.Cell] = k
		cell := Cell{At: lattice.Coordinates([]lattice.Cell{area.Cell}, len(g.lattice().Axes))[0],
			Given: g.given[area.Cell]}
		for _, corner := range area.Corners {
			cell.Corners = append(cell.Corners, corner[0], corner[1])
		}
		b.Cells = append(b.Cells, cell)
	}
	if g.kind != "pack" {
		return b
	}
	turns := g.turns()
	for _, t := range turns {
		b.Turns = append(b.Turns, t.name)
	}
	pieceNumbers := map[string]int{}
	for k, piece := range g.pieces() {
		pieceNumbers[piece.Name] = k
		b.Pieces = append(b.Pieces, g.describePiece(piece, turns))
	}
	b.Places = g.places(numbers, pieceNumbers)
	return b
}

// places lists the ways to put pieces on the board, each once.
func (g *Game) places(cellNumbers map[lattice.Cell]int, pieceNumbers map[string]int) (places []Place) {
	seen := map[fact]bool{}
	for o := range matrix.OptionID(len(g.facts)) {
		for k, pl := range g.program.OptionMeaning(o) {
			if pl.Of != "pack" || seen[g.facts[o][k]] { // each placement of a packing is a fact
				continue
			}
			seen[g.facts[o][k]] = true
			place := Place{Piece: pieceNumbers[pl.Piece], Orientation: pl.Orientation}
			for _, c := range lattice.NewShape(pl.Cells) {
				place.Cells = append(place.Cells, cellNumbers[c])
			}
			places = append(places, place)
		}
	}
	return places
}

// pieceTurn is a way to turn pieces: the first of some motions that leads to another orientation which the piece may
// have, after a reflection if it is a flip.
type pieceTurn struct {
	name    string
	motions []lattice.Motion
	flips   bool
}

// turns returns ways to turn pieces that lead from each orientation to all others.
func (g *Game) turns() []pieceTurn {
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

// turnedOrientation returns what an orientation becomes; itself if a piece cannot be turned so.
func (g *Game) turnedOrientation(piece *model.PackedPiece, from int, t pieceTurn) int {
	shape := piece.MarkedOrientation(from)
	if t.flips {
		shape = shape.Move(g.lattice().Mirror)
	}
	for _, motion := range t.motions {
		to := piece.OrientationNumber(g.lattice().MarkedAtOrigin(shape.Move(motion)))
		if to >= 0 && to != from {
			return to
		}
	}
	return from
}
