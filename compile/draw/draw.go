// Package draw makes pictures of solutions, on every lattice: as text for a
// terminal, and as SVG for a browser or for paper.
//
// Its input is cells, with what is on each of them; its output is text. It
// knows nothing of puzzles or matrices.
//
// A picture becomes a plan first, which knows what is on each cell and which sides divide
// something. Text is set on a screen, a table of characters, and SVG on a canvas, both by the
// outlines of the lattice. Only sticks, and cubes in space, need code of their own.
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

// Arrow leads from the middle of some cells to the middle of others.
type Arrow struct {
	From, To lattice.Shape
}

// Picture is a board with pieces and marks on it. Cells of the board with
// nothing on them are drawn empty; what is off the board is not drawn. Labels, marks and
// titles are printed with control characters escaped.
type Picture struct {
	// Lattice says what the cells are. It must not be nil.
	Lattice *lattice.Lattice
	Board   lattice.Shape
	// Wrapped numbers the cells of a board with edges that are joined; nil if there are none.
	Wrapped *lattice.Grid
	// Pieces have no cell in common. Lines stand between different ones.
	Pieces []LabeledPiece
	// Kinds are the pieces of the puzzle, each label once, so that each has one color in all
	// pictures. Without them there are those of the picture.
	Kinds []PieceKind
	// Marks are what stands in cells by itself: a digit, a letter, a queen "Q".
	Marks map[lattice.Cell]string
	// Given tells the marks that the puzzle gave. They are bold.
	Given map[lattice.Cell]bool
	// Marked cells are pointed at: by a star in text, and by a frame in SVG.
	Marked map[lattice.Cell]bool
	// Checkered draws a chessboard: every cell by itself, light and dark.
	Checkered bool
	// Men says that the marks are men, which are drawn as such; those of a chessboard are.
	Men bool
	// Plain takes the pieces for the regions of a grid, such as the boxes of a
	// sudoku: they have no colors and no labels.
	Plain bool
	// Painted holds the colors of cells and of their sides, and Inks all such colors of the puzzle.
	// They are drawn by SVG alone, on lattices of the plane, in place of those of pieces.
	Painted []lattice.ColorMark
	Inks    []rune
	// Arrows are drawn by SVG alone, on lattices of the plane.
	Arrows []Arrow
	// Signs are what is drawn for rules. Text has clues and lines on squares alone.
	Signs []Sign
	// Beside holds what else there is to see of the same solution, on boards of their own. SVG has it to the right, and
	// text below.
	Beside []Picture
	// Title is what SVG calls the picture. It may be empty.
	Title string
}

// drawPlan is a picture with what every way of drawing it asks for. What is off the board is
// left out, and what would change how a page shows the rest is escaped.
type drawPlan struct {
	Picture
	piece           map[lattice.Cell]int          // the number of the piece on a cell, from 1
	colors          []Color                       // by piece; nil where pieces have none
	least, greatest lattice.PlanePoint            // the box around all outlines
	lettering                                     // of SVG, for all labels of a document
	labels          map[lattice.Cell][]pieceLabel // by the first cell of their layer
	detailed        bool                          // each cell is an element
}

// newPlans makes the plans of a picture and of those beside it.
func newPlans(pic Picture) []*drawPlan {
	plans := []*drawPlan{newPlan(pic, true)}
	for _, other := range pic.Beside {
		plans = append(plans, newPlans(other)...)
	}
	return plans
}

// noPiece is on empty cells, and off the board.
const noPiece = -1

// newPlan makes the plan of a picture, with colors if they are wanted.
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
	if colored {
		p.colors = pic.PieceColors()
	}
	return p
}

// pieceAt returns the number of the piece on a cell, from 0, or noPiece.
func (p *drawPlan) pieceAt(c lattice.Cell) int { return p.piece[c] - 1 }

// pieceColor returns the color of a piece, if it has one.
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

// longestMark returns the width of the longest mark, of the longest total of a cage, and of the longest label on
// sticks, between two bounds.
func (p *drawPlan) longestMark(least, most int) int {
	width := least
	for _, mark := range p.Marks {
		width = max(width, runewidth.StringWidth(mark))
	}
	for i := 0; p.Lattice.Ends != nil && i < len(p.Pieces); i++ {
		width = max(width, runewidth.StringWidth(p.Pieces[i].Label))
	}
	for _, t := range p.cornerTotals(p.Board) {
		width = max(width, runewidth.StringWidth(t.text))
	}
	return min(width, most)
}
