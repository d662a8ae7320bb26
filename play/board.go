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
	Cells []BoardCell `json:"cells"`
	// Symbols are the symbols, letters or chessmen that may be put on a cell. A packing has none.
	Symbols []string `json:"symbols,omitempty"`
	// AllowsCrosses reports whether a cross may be put on a cell, to mark that it has no chessman.
	AllowsCrosses bool `json:"crosses,omitempty"`
	// Pieces are the pieces of a packing, and Places the ways to put them on the board.
	Pieces      []BoardPiece `json:"pieces,omitempty"`
	PiecePlaces []PiecePlace `json:"places,omitempty"`
	// GivenMoves are the pieces and the chessmen that the puzzle itself puts on the board.
	GivenMoves []Move `json:"given,omitempty"`
	// TurnNames names the ways to turn pieces: turn, tip for pieces in space, and flip.
	TurnNames []string `json:"turns,omitempty"`
}

// BoardCell is a cell of the board.
type BoardCell struct {
	Coordinates []int32 `json:"at"`
	// Corners are the corners of the cell in the picture, in its units, x and y alternating. A stick has its two
	// ends.
	Corners []float64 `json:"corners"`
	// GivenName is the symbol, the piece or the chessman that the puzzle puts on the cell, which cannot be changed.
	GivenName string `json:"given,omitempty"`
}

// BoardPiece is a piece of a packing.
type BoardPiece struct {
	Name string `json:"name"`
	// MaxCopies is how often the piece may be put on the board; -1 stands for any number.
	MaxCopies int `json:"copies"`
	// TurnedOrientations holds, for each name in Board.TurnNames and each orientation, the orientation after such a
	// turn.
	TurnedOrientations [][]int `json:"turned"`
}

// PiecePlace is a way to put a piece on the board. PieceIndex and CellIndices are indices in the lists of the board.
type PiecePlace struct {
	PieceIndex  int   `json:"piece"`
	Orientation int   `json:"orientation"`
	CellIndices []int `json:"cells"`
}

// Board returns the board of the game.
func (g *Game) Board() Board {
	b := Board{Symbols: g.possibleSymbols(), AllowsCrosses: g.statementKind == "place"}
	numbers := map[lattice.Cell]int{}
	for k, area := range draw.CellAreasInSVG(g.program.UnsolvedPicture()) {
		numbers[area.Cell] = k
		cell := BoardCell{Coordinates: lattice.CellCoordinates([]lattice.Cell{area.Cell},
			len(g.boardLattice().AxisNames))[0],
			GivenName: g.givenNames[area.Cell]}
		for _, corner := range area.Corners {
			cell.Corners = append(cell.Corners, corner[0], corner[1])
		}
		b.Cells = append(b.Cells, cell)
	}
	used := map[string]int{} // number of given copies of a piece
	for _, pl := range g.fixedPlacements {
		b.GivenMoves = append(b.GivenMoves, g.movesOfPlacement(pl)...)
		used[pl.PieceName]++
	}
	if g.statementKind != "pack" {
		return b
	}
	turns := g.pieceTurns()
	for _, t := range turns {
		b.TurnNames = append(b.TurnNames, t.turnName)
	}
	pieceNumbers := map[string]int{}
	for k, piece := range g.packedPieces() {
		pieceNumbers[piece.Name] = k
		described := g.describePiece(piece, turns)
		if described.MaxCopies > 0 {
			described.MaxCopies -= used[piece.Name]
		}
		b.Pieces = append(b.Pieces, described)
	}
	b.PiecePlaces = g.listPiecePlaces(numbers, pieceNumbers)
	return b
}

// listPiecePlaces lists the different ways to put pieces on the cells without a given piece.
func (g *Game) listPiecePlaces(cellNumbers map[lattice.Cell]int, pieceNumbers map[string]int) (places []PiecePlace) {
	seen := map[cellFact]bool{}
	for o := range matrix.OptionID(len(g.factsOfOption)) {
		for k, pl := range g.program.OptionMeaning(o) {
			isGiven := func(c lattice.Cell) bool { return g.givenNames[c] != "" }
			if pl.StatementKind != "pack" || seen[g.factsOfOption[o][k]] || slices.ContainsFunc(pl.Cells, isGiven) {
				continue // the facts of an option are in the order of its placements
			}
			seen[g.factsOfOption[o][k]] = true
			place := PiecePlace{PieceIndex: pieceNumbers[pl.PieceName], Orientation: pl.Orientation}
			for _, c := range lattice.NewShape(pl.Cells) {
				place.CellIndices = append(place.CellIndices, cellNumbers[c])
			}
			places = append(places, place)
		}
	}
	return places
}

// pieceTurn is a way to turn pieces, with a list of motions. A turn uses the first motion that leads to a different
// orientation which the piece may have; a flip uses a reflection first.
type pieceTurn struct {
	turnName       string
	motions        []lattice.Motion
	turnsPieceOver bool
}

// pieceTurns returns the ways to turn pieces. Together they lead from each orientation to all others.
func (g *Game) pieceTurns() []pieceTurn {
	l := g.boardLattice()
	turns := []pieceTurn{{"turn", l.Motions[1:l.PaperRotationCount], false}}
	if l.IsSolid() {
		turns = append(turns, pieceTurn{"tip", l.Rotations()[l.PaperRotationCount:], false})
	}
	return append(turns, pieceTurn{"flip", l.Rotations(), true})
}

func (g *Game) describePiece(piece *model.PackedPiece, turns []pieceTurn) BoardPiece {
	out := BoardPiece{Name: piece.Name, MaxCopies: piece.Copies.Max}
	if g.isCellByCell[piece.Name] {
		out.MaxCopies = piece.Area()
	}
	for _, t := range turns {
		turned := make([]int, len(piece.Orientations))
		for k := range turned {
			turned[k] = g.turnedOrientation(piece, k, t)
		}
		out.TurnedOrientations = append(out.TurnedOrientations, turned)
	}
	return out
}

// turnedOrientation returns the orientation of a piece after a turn, or the same one if the piece cannot be turned
// so.
func (g *Game) turnedOrientation(piece *model.PackedPiece, from int, t pieceTurn) int {
	shape := piece.MarkedOrientation(from)
	if t.turnsPieceOver {
		shape = shape.ApplyMotion(g.boardLattice().LeftRightMirror)
	}
	for _, motion := range t.motions {
		to := piece.OrientationNumber(g.boardLattice().ShiftMarkedToOrigin(shape.ApplyMotion(motion)))
		if to >= 0 && to != from {
			return to
		}
	}
	return from
}
