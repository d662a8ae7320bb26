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
	"math/bits"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// Piece is one piece of a picture.
type Piece struct {
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
	// Pieces have no cell in common. Lines stand between different ones.
	Pieces []Piece
	// Marks are what stands in cells by itself: a digit, a letter, a queen "Q".
	Marks map[lattice.Cell]string
	// Given tells the marks that the puzzle gave. They are bold.
	Given map[lattice.Cell]bool
	// Checkered draws a chessboard: every cell by itself, light and dark.
	Checkered bool
	// Plain takes the pieces for the regions of a grid, such as the boxes of a
	// sudoku: they have no colors and no labels.
	Plain bool
	// Arrows are drawn by SVG alone, on lattices of the plane.
	Arrows []Arrow
	// Title is what SVG calls the picture. It may be empty.
	Title string
}

// plan is a picture with what every way of drawing it asks for. What is off the board is
// left out, and what would change how a page shows the rest is escaped.
type plan struct {
	Picture
	piece           map[lattice.Cell]int // the number of the piece on a cell, from 1
	colors          []int                // by piece, numbers of the palette; nil where pieces have none
	least, greatest lattice.Point        // the box around all outlines
}

// noPiece is on empty cells, and off the board.
const noPiece = -1

// newPlan makes the plan of a picture, with colors if they are wanted.
func newPlan(pic Picture, colored bool) *plan {
	p := &plan{Picture: pic, piece: map[lattice.Cell]int{}}
	p.least, p.greatest = p.Lattice.Box(p.Board)
	p.Pieces, p.Marks = nil, map[lattice.Cell]string{}
	for i, piece := range pic.Pieces {
		label, cells := source.Printable(piece.Label), piece.Cells.And(p.Board)
		if p.Plain {
			label = ""
		}
		p.Pieces = append(p.Pieces, Piece{label, cells})
		for _, c := range cells {
			p.piece[c] = i + 1
		}
	}
	for c, mark := range pic.Marks {
		if p.Board.Has(c) {
			p.Marks[c] = source.Printable(mark)
		}
	}
	if colored && !p.Plain {
		p.colors = distinct(p.adjacency())
	}
	return p
}

// at returns the number of the piece on a cell, from 0, or noPiece.
func (p *plan) at(c lattice.Cell) int { return p.piece[c] - 1 }

// color returns the color of a piece, or noColor.
func (p *plan) color(piece int) int {
	if piece == noPiece || p.colors == nil {
		return noColor
	}
	return p.colors[piece]
}

// adjacency tells which pieces have neighbouring cells.
func (p *plan) adjacency() []map[int]bool {
	out := make([]map[int]bool, len(p.Pieces))
	for i, piece := range p.Pieces {
		out[i] = map[int]bool{}
		for _, c := range piece.Cells {
			for _, next := range p.Lattice.Neighbours(c) {
				if j := p.at(next); j != noPiece && j != i {
					out[i][j] = true
				}
			}
		}
	}
	return out
}

// layers divides cells of cubes into layers, the top one first. On other lattices
// there is one layer.
func (p *plan) layers(cells lattice.Shape) []lattice.Shape {
	out := make([]lattice.Shape, 1)
	for _, c := range cells {
		for p.Lattice == lattice.Cube && len(out) <= int(c[0]-cells[0][0]) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], c)
	}
	return out
}

// legend returns what is written in the cells: the marks, labels, and dots in
// cells with nothing on them. The label of a part, in each layer, goes to those cells
// that are chosen among the ones without a mark, if there are any.
func (p *plan) legend(dot string, choose func(part lattice.Shape) lattice.Shape) map[lattice.Cell]string {
	out := map[lattice.Cell]string{}
	for _, c := range p.Board {
		if p.at(c) == noPiece || p.Plain && p.Lattice.Ends == nil || p.Checkered {
			out[c] = dot
		}
	}
	for _, piece := range p.Pieces {
		if piece.Label == "" {
			continue
		}
		for _, layer := range p.layers(piece.Cells) {
			for _, part := range p.Lattice.Parts(layer) {
				if free := part.Keep(func(c lattice.Cell) bool { return p.Marks[c] == "" }); len(free) > 0 {
					part = free
				}
				for _, c := range choose(part) {
					out[c] = piece.Label
				}
			}
		}
	}
	for c, mark := range p.Marks {
		out[c] = mark
	}
	return out
}

// longest returns the width of the longest label or mark, between two bounds.
func (p *plan) longest(least, most int) int {
	width := least
	for _, piece := range p.Pieces {
		width = max(width, runewidth.StringWidth(piece.Label))
	}
	for _, mark := range p.Marks {
		width = max(width, runewidth.StringWidth(mark))
	}
	return min(width, most)
}

// side is a side of one cell, or of two.
type side struct {
	from, to lattice.Point
	cells    []lattice.Cell
}

// sides lists the sides of cells that have an area, each once.
func (p *plan) sides(cells lattice.Shape) []*side {
	var all []*side
	known := map[[2]lattice.Point]*side{}
	for _, c := range cells {
		corners := p.Lattice.Outline(c)
		for i, from := range corners {
			to := corners[(i+1)%len(corners)]
			if other := known[[2]lattice.Point{to, from}]; other != nil { // it is run through the other way
				other.cells = append(other.cells, c)
				continue
			}
			all = append(all, &side{from, to, []lattice.Cell{c}})
			known[[2]lattice.Point{from, to}] = all[len(all)-1]
		}
	}
	return all
}

// divides reports whether a side is one of the board, or between two pieces, or between
// a piece and an empty cell.
func (p *plan) divides(s *side) bool {
	return len(s.cells) == 1 || p.at(s.cells[0]) != p.at(s.cells[1])
}

// joints returns the ends of sticks.
func (p *plan) joints(sticks lattice.Shape) lattice.Shape {
	var joints []lattice.Cell
	for _, c := range sticks {
		joints = append(joints, p.Lattice.Ends(c)...)
	}
	return lattice.NewShape(joints)
}

// pointOf returns the place of a joint.
func pointOf(joint lattice.Cell) lattice.Point { return lattice.Point{X: joint[1], Y: joint[0]} }

// owner returns the piece that goes through a joint, and in which directions; or noPiece
// if none does, or two do. A piece that only ends there has no part in the joint.
func (p *plan) owner(joint lattice.Cell) (owner, directions int) {
	arms := map[int]int{}
	for k, c := range p.Lattice.Meet(joint) {
		if i := p.at(c); i >= 0 {
			arms[i] |= [4]int{up, left, right, down}[k] // as lattice.Sticks.Meet lists them
		}
	}
	owner = noPiece
	for i, a := range arms {
		switch {
		case bits.OnesCount(uint(a)) < 2:
		case owner != noPiece:
			return noPiece, 0
		default:
			owner, directions = i, a
		}
	}
	return owner, directions
}
