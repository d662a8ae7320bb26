// Package draw makes pictures of solutions, on every lattice: as text for a terminal, and as SVG for a browser
// or for paper.
//
// Its input is cells and what is on each of them; its output is text. It knows nothing of puzzles or matrices.
//
// A picture first becomes a drawPlan, which records what is on each cell and which sides separate pieces. Text
// is written to a textScreen, a table of characters, and SVG to a canvas, both along the outlines of the
// lattice. Only sticks, and cubes in space, need code of their own.
package draw

import (
	"slices"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// LabeledPiece is one piece in a picture, with the label that stands on it.
type LabeledPiece struct {
	Label string
	Cells lattice.Shape
}

// Arrow points from the centre of some cells to the centre of other cells.
type Arrow struct {
	FromCells, ToCells lattice.Shape
}

// Picture is a board with pieces and marks on it. A cell of the board with nothing on it is drawn empty. Pieces and
// marks that are not on the board are not drawn. Control characters in labels, marks and titles are escaped.
type Picture struct {
	// Lattice is the lattice of the cells. It must not be nil.
	Lattice    *lattice.Lattice
	BoardCells lattice.Shape
	// WrappedGrid is the grid of a board whose edges are joined; nil if no edges are joined.
	WrappedGrid *lattice.Grid
	// Pieces are the pieces on the board, of which no two share a cell. Lines are drawn between them.
	Pieces []LabeledPiece
	// PieceKinds holds the kinds of the pieces of the puzzle, each label once, so that a label has the same color in
	// all pictures. If it is empty, the pieces of this picture are used.
	PieceKinds []PieceKind
	// CellMarks are texts on cells without a piece: a digit, a letter, or Q for a queen.
	CellMarks map[lattice.Cell]string
	// CellLabels are texts on cells with neither a piece nor a mark, such as the days of a calendar.
	CellLabels map[lattice.Cell]string
	// GivenCells holds the cells whose marks the puzzle gives. These marks are bold.
	GivenCells map[lattice.Cell]bool
	// HighlightedCells holds cells that get a star in text, and a frame in SVG.
	HighlightedCells map[lattice.Cell]bool
	// NewCells holds cells whose content is new in this step toward a solution. They get a star in text, and a solid
	// frame in SVG. ReasonCells holds the cells that explain the step; they have a tinted ground in SVG.
	NewCells, ReasonCells map[lattice.Cell]bool
	// IsUnfinished tells that not all cells are known. SVG then draws a dot on a white cell, which otherwise stays
	// blank.
	IsUnfinished bool
	// IsCheckered draws each cell separately, light or dark as on a chessboard.
	IsCheckered bool
	// MarksAreChessmen draws marks as chessmen. If IsCheckered is set, marks are drawn so in any case.
	MarksAreChessmen bool
	// DrawsPlainRegions draws pieces as regions of a grid, such as the boxes of a sudoku: without colors and labels.
	DrawsPlainRegions bool
	// PaintMarks holds colors of cells and sides. SVG draws them on lattices of the plane in place of piece colors.
	// PaintColors holds all such colors of the puzzle.
	PaintMarks  []lattice.ColorMark
	PaintColors []rune
	// Arrows are arrows between cells. They are drawn in SVG only, on lattices of the plane.
	Arrows []Arrow
	// RuleSigns are drawings of rules. Text draws the signs for which it has room.
	RuleSigns []RuleSign
	// OtherBoards holds pictures of the other boards in the same solution. SVG draws them on the right, text below.
	OtherBoards []Picture
	// Title is the title of the SVG. It may be empty.
	Title string
}

// drawPlan is a picture with what text and SVG need to draw it. Cells off the board are left out, and control
// characters are escaped.
type drawPlan struct {
	Picture
	pieceNumbers          map[lattice.Cell]int          // for each cell, the index of its piece plus 1; 0 for none
	pieceColors           []Color                       // for each piece, its color; nil if pieces have no colors
	boxLeast, boxGreatest lattice.PlanePoint            // corners of the box around all outlines
	labelStyle                                          // style of all labels of the document
	pieceLabels           map[lattice.Cell][]pieceLabel // for the first cell of each layer, the labels in the layer
	hasCellElements       bool                          // whether each cell is an SVG element of its own
}

// newPlansWithOthers returns the plans of a picture and of the pictures of other boards, with room for the blocks of
// crosswords.
func newPlansWithOthers(pic Picture) []*drawPlan {
	plans := []*drawPlan{newDrawPlan(pic, true)}
	shown := slices.Clone(plans[0].BoardCells)
	for _, s := range pic.RuleSigns {
		if s.SignKind == "block" {
			shown = append(shown, s.Cells...)
		}
	}
	plans[0].boxLeast, plans[0].boxGreatest = pic.Lattice.OutlineBox(shown)
	for _, other := range pic.OtherBoards {
		plans = append(plans, newPlansWithOthers(other)...)
	}
	return plans
}

// noPiece is the index of a piece for an empty cell, and for a place off the board.
const noPiece = -1

// newDrawPlan returns the plan of a picture, with colors if colored is set.
func newDrawPlan(pic Picture, colored bool) *drawPlan {
	p := &drawPlan{Picture: pic, pieceNumbers: map[lattice.Cell]int{}}
	p.boxLeast, p.boxGreatest = p.Lattice.OutlineBox(p.BoardCells)
	p.Pieces, p.CellMarks = nil, map[lattice.Cell]string{}
	for i, piece := range pic.Pieces {
		label, cells := source.EscapeText(piece.Label), piece.Cells.Intersect(p.BoardCells)
		if p.DrawsPlainRegions {
			label = ""
		}
		p.Pieces = append(p.Pieces, LabeledPiece{label, cells})
		for _, c := range cells {
			p.pieceNumbers[c] = i + 1
		}
	}
	for c, mark := range pic.CellMarks {
		if p.BoardCells.HasCell(c) {
			p.CellMarks[c] = source.EscapeText(mark)
		}
	}
	p.CellLabels = map[lattice.Cell]string{}
	for c, label := range pic.CellLabels {
		if p.BoardCells.HasCell(c) && p.CellMarks[c] == "" && (p.pieceNumbers[c] == 0 || p.DrawsPlainRegions) {
			p.CellLabels[c] = source.EscapeText(label)
		}
	}
	if colored {
		p.pieceColors = pic.PieceColors()
	}
	return p
}

// pieceAt returns the index of the piece on a cell, or noPiece.
func (p *drawPlan) pieceAt(c lattice.Cell) int { return p.pieceNumbers[c] - 1 }

// pieceColor returns the color of a piece, or the zero Color.
func (p *drawPlan) pieceColor(piece int) Color {
	if piece == noPiece || p.pieceColors == nil {
		return 0
	}
	return p.pieceColors[piece]
}

// layersOfCells divides cells in space into layers, the top layer first. On other lattices there is one layer.
func (p *drawPlan) layersOfCells(cells lattice.Shape) []lattice.Shape {
	out := make([]lattice.Shape, 1)
	for _, c := range cells {
		for p.Lattice.IsSolid() && len(out) <= int(c[0]-cells[0][0]) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], c)
	}
	return out
}

// longestMarkWidth returns the width in columns of the longest text on a cell, but not less than the argument least and
// not more than the argument most.
func (p *drawPlan) longestMarkWidth(least, most int) int {
	width := least
	for _, texts := range []map[lattice.Cell]string{p.CellMarks, p.CellLabels} {
		for _, text := range texts {
			width = max(width, runewidth.StringWidth(text))
		}
	}
	for i := 0; p.Lattice.StickEnds != nil && i < len(p.Pieces); i++ {
		width = max(width, runewidth.StringWidth(p.Pieces[i].Label))
	}
	for _, t := range p.cornerTexts(p.BoardCells) {
		width = max(width, runewidth.StringWidth(t.shownText))
	}
	return min(width, most)
}
