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
	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// LabeledPiece is one piece of a picture.
type LabeledPiece struct {
	Label string
	Cells lattice.Shape
}

// Arrow points from the centre of some cells to the centre of others.
type Arrow struct {
	From, To lattice.Shape
}

// Picture is a board with pieces and marks on it. Cells of the board with nothing on them are drawn empty.
// Anything off the board is not drawn. Control characters in labels, marks and titles are escaped.
type Picture struct {
	// Lattice is the lattice of the cells. It must not be nil.
	Lattice *lattice.Lattice
	Board   lattice.Shape
	// Wrapped numbers the cells of a board with joined edges; nil if no edges are joined.
	Wrapped *lattice.Grid
	// Pieces have no cell in common. Lines separate different pieces.
	Pieces []LabeledPiece
	// Kinds are the pieces of the puzzle, each label once. They give each label the same color in all pictures.
	// If Kinds is empty, the pieces of the picture are used.
	Kinds []PieceKind
	// Marks are texts in cells without a piece: a digit, a letter, a queen "Q".
	Marks map[lattice.Cell]string
	// Labels are texts in cells with neither a piece nor a mark, such as the days of a calendar.
	Labels map[lattice.Cell]string
	// Given holds the cells whose marks were given by the puzzle. They are bold.
	Given map[lattice.Cell]bool
	// Marked holds the cells to highlight: with a star in text, and a frame in SVG.
	Marked map[lattice.Cell]bool
	// Checkered draws a chessboard: every cell separately, light and dark.
	Checkered bool
	// Men draws the marks as chessmen. Checkered implies it.
	Men bool
	// Plain draws pieces as regions of a grid, such as the boxes of a sudoku: without colors and labels.
	Plain bool
	// Painted holds the colors of cells and of their sides, and Inks all such colors of the puzzle. Only SVG
	// draws them, on lattices of the plane, instead of piece colors.
	Painted []lattice.ColorMark
	Inks    []rune
	// Arrows are drawn only in SVG, on lattices of the plane.
	Arrows []Arrow
	// Signs are symbols for rules. In text, only clues and lines on squares are drawn.
	Signs []Sign
	// Beside holds pictures of other boards in the same solution. SVG puts them to the right, and text below.
	Beside []Picture
	// Title is the title of the SVG. It may be empty.
	Title string
}

// drawPlan is a picture with the data that text and SVG need. Anything off the board is left out, and control
// characters are escaped.
type drawPlan struct {
	Picture
	piece           map[lattice.Cell]int          // the number of the piece on a cell, from 1
	colors          []Color                       // by piece: its color; nil if pieces have none
	least, greatest lattice.PlanePoint            // the box around all outlines
	lettering                                     // label style of the SVG document, shared by all its pictures
	labels          map[lattice.Cell][]pieceLabel // by the first cell of their layer
	detailed        bool                          // whether each cell is an element of its own
}

// newPlans returns the plans of a picture and of those beside it.
func newPlans(pic Picture) []*drawPlan {
	plans := []*drawPlan{newPlan(pic, true)}
	for _, other := range pic.Beside {
		plans = append(plans, newPlans(other)...)
	}
	return plans
}

// noPiece is the piece of an empty cell, and of cells off the board.
const noPiece = -1

// newPlan returns the plan of a picture, with colors if colored is set.
func newPlan(pic Picture, colored bool) *drawPlan {
	p := &drawPlan{Picture: pic, piece: map[lattice.Cell]int{}}
	p.least, p.greatest = p.Lattice.OutlineBox(p.Board)
	p.Pieces, p.Marks = nil, map[lattice.Cell]string{}
	for i, piece := range pic.Pieces {
		label, cells := source.EscapeText(piece.Label), piece.Cells.And(p.Board)
		if p.Plain {
			label = ""
		}
		p.Pieces = append(p.Pieces, LabeledPiece{label, cells})
		for _, c := range cells {
			p.piece[c] = i + 1
		}
	}
	for c, mark := range pic.Marks {
		if p.Board.Has(c) {
			p.Marks[c] = source.EscapeText(mark)
		}
	}
	p.Labels = map[lattice.Cell]string{}
	for c, label := range pic.Labels {
		if p.Board.Has(c) && p.Marks[c] == "" && (p.piece[c] == 0 || p.Plain) {
			p.Labels[c] = source.EscapeText(label)
		}
	}
	if colored {
		p.colors = pic.PieceColors()
	}
	return p
}

// pieceAt returns the number of the piece on a cell, from 0, or noPiece.
func (p *drawPlan) pieceAt(c lattice.Cell) int { return p.piece[c] - 1 }

// pieceColor returns the color of a piece, or the zero Color.
func (p *drawPlan) pieceColor(piece int) Color {
	if piece == noPiece || p.colors == nil {
		return 0
	}
	return p.colors[piece]
}

// splitLayers divides cells of cubes and balls into layers, the top one first. On other lattices
// there is one layer.
func (p *drawPlan) splitLayers(cells lattice.Shape) []lattice.Shape {
	out := make([]lattice.Shape, 1)
	for _, c := range cells {
		for p.Lattice.IsSolid() && len(out) <= int(c[0]-cells[0][0]) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], c)
	}
	return out
}

// longestMark returns the width of the longest mark, label of a cell, cage total or stick label, limited to the
// range from least to most.
func (p *drawPlan) longestMark(least, most int) int {
	width := least
	for _, texts := range []map[lattice.Cell]string{p.Marks, p.Labels} {
		for _, text := range texts {
			width = max(width, runewidth.StringWidth(text))
		}
	}
	for i := 0; p.Lattice.Ends != nil && i < len(p.Pieces); i++ {
		width = max(width, runewidth.StringWidth(p.Pieces[i].Label))
	}
	for _, t := range p.cornerTotals(p.Board) {
		width = max(width, runewidth.StringWidth(t.text))
	}
	return min(width, most)
}
