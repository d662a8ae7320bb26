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
	// Pieces are the pieces of a packing, and PiecePlaces are the ways to put them on the board.
	Pieces      []BoardPiece `json:"pieces,omitempty"`
	PiecePlaces []PiecePlace `json:"places,omitempty"`
	// GivenMoves are the pieces and the chessmen that the puzzle itself puts on the board.
	GivenMoves []Move `json:"given,omitempty"`
	// TurnNames names the ways to turn pieces: turn, flip, and, for pieces in space, tip.
	TurnNames []string `json:"turns,omitempty"`
}

// BoardCell is a cell of the board.
type BoardCell struct {
	Coordinates []int32 `json:"at"`
	// Corners holds x and y of each corner of the cell in turn, in units of the picture. For a stick, these are its two
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
	// TurnedOrientations holds, for each name in Board.TurnNames and the index of each orientation, the index of the
	// orientation after a turn with that name.
	TurnedOrientations [][]int `json:"turned"`
}

// PiecePlace is a way to put a piece on the board. PieceIndex is an index in Board.Pieces, and CellIndices are indices
// in Board.Cells.
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
	used := map[string]int{} // for each piece, its number of given copies
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

// listPiecePlaces lists the different ways to put pieces on cells that no given piece covers.
func (g *Game) listPiecePlaces(cellNumbers map[lattice.Cell]int, pieceNumbers map[string]int) (places []PiecePlace) {
	seen := map[cellFact]bool{}
	for o := range matrix.OptionID(len(g.factsOfOption)) {
		for k, pl := range g.program.OptionMeaning(o) {
			isGiven := func(c lattice.Cell) bool { return g.givenNames[c] != "" }
			if pl.StatementKind != "pack" || seen[g.factsOfOption[o][k]] || slices.ContainsFunc(pl.Cells, isGiven) {
				continue // fact k of an option is about its placement k
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

// pieceTurn is a way to turn pieces. It uses the first of its motions that leads to another orientation which the piece
// may have. If turnsPieceOver is set, the piece is reflected before that motion.
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

// turnedOrientation returns the index of the orientation of a piece after a turn. If the piece cannot be turned that
// way, it returns the index of the present orientation.
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
