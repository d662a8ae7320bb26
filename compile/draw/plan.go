package draw

import (
	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// plan is a picture with what every way of drawing it asks for.
type plan struct {
	Picture
	piece  map[lattice.Cell]int // by cell of the board: the number of the piece on it, or noPiece
	colors []int                // by piece, numbers of the palette; nil where pieces have none
}

const (
	offBoard = -2
	noPiece  = -1
)

// newPlan makes the plan of a picture, with colors if they are wanted.
func newPlan(pic Picture, colored bool) *plan {
	p := &plan{Picture: pic, piece: make(map[lattice.Cell]int, len(pic.Board))}
	for _, c := range p.Board {
		p.piece[c] = noPiece
	}
	for i, piece := range p.Pieces {
		for _, c := range piece.Cells {
			if _, ok := p.piece[c]; ok {
				p.piece[c] = i
			}
		}
	}
	if colored && !p.Plain {
		p.colors = distinct(p.adjacency())
	}
	return p
}

// at returns the number of the piece on a cell, noPiece or offBoard.
func (p *plan) at(c lattice.Cell) int {
	if i, ok := p.piece[c]; ok {
		return i
	}
	return offBoard
}

// color returns the color of what is on a cell, or noColor.
func (p *plan) color(c lattice.Cell) int {
	if i := p.at(c); i >= 0 && p.colors != nil {
		return p.colors[i]
	}
	return noColor
}

// divided reports whether two cells belong to different pieces, or one of them
// alone to the board or to a piece.
func (p *plan) divided(a, b lattice.Cell) bool { return p.at(a) != p.at(b) }

// wall reports whether text has a line between two cells. Two cells without a
// piece are divided as well, so that empty cells can be counted.
func (p *plan) wall(a, b lattice.Cell) bool {
	here := p.at(a)
	switch {
	case a == b || here == offBoard && p.at(b) == offBoard:
		return false
	case p.Checkered:
		return true
	}
	return here == noPiece || p.divided(a, b)
}

// adjacency tells which pieces have neighbouring cells.
func (p *plan) adjacency() []map[int]bool {
	out := make([]map[int]bool, len(p.Pieces))
	for i := range out {
		out[i] = map[int]bool{}
	}
	for c, i := range p.piece {
		if i < 0 {
			continue
		}
		for _, next := range p.Lattice.Neighbours(c) {
			if j := p.at(next); j >= 0 && j != i {
				out[i][j], out[j][i] = true, true
			}
		}
	}
	return out
}

// parts returns the connected parts of a piece, as they are drawn: a piece of
// cubes is connected in each layer by itself. They come in the order of their
// first cells.
func (p *plan) parts(piece int) []lattice.Shape {
	var parts []lattice.Shape
	seen := map[lattice.Cell]bool{}
	for _, c := range p.Pieces[piece].Cells {
		if p.at(c) == piece && !seen[c] {
			parts = append(parts, p.part(c, seen))
		}
	}
	return parts
}

// part returns the cells that hang together with a cell, and marks them seen.
func (p *plan) part(c lattice.Cell, seen map[lattice.Cell]bool) lattice.Shape {
	seen[c] = true
	part := []lattice.Cell{c}
	for i := 0; i < len(part); i++ {
		for _, next := range p.Lattice.Neighbours(part[i]) {
			if !seen[next] && p.sheet(next) == p.sheet(c) && !p.divided(next, c) {
				seen[next] = true
				part = append(part, next)
			}
		}
	}
	return lattice.NewShape(part)
}

// sheet returns the layer of a cube. The other lattices are flat.
func (p *plan) sheet(c lattice.Cell) int32 {
	if p.Lattice == lattice.Cube {
		return c[0]
	}
	return 0
}

// legend returns what is written in the cells: the marks, labels, and dots in
// cells with nothing on them. The label of a part goes to the cell that is
// chosen among those without a mark, if there are any.
func (p *plan) legend(dot string, choose func(part lattice.Shape) lattice.Cell) map[lattice.Cell]string {
	out := map[lattice.Cell]string{}
	for c, piece := range p.piece {
		if piece == noPiece || p.Plain || p.Checkered {
			out[c] = dot
		}
	}
	for i, piece := range p.Pieces {
		if p.Plain {
			break
		}
		for _, part := range p.parts(i) {
			out[choose(p.unmarked(part))] = piece.Label
		}
	}
	for c, mark := range p.Marks {
		if p.at(c) != offBoard {
			out[c] = mark
		}
	}
	return out
}

// unmarked returns the cells of a part that have no mark, or all if all have.
func (p *plan) unmarked(part lattice.Shape) lattice.Shape {
	var free lattice.Shape
	for _, c := range part {
		if p.Marks[c] == "" {
			free = append(free, c)
		}
	}
	if free == nil {
		return part
	}
	return free
}

// first is where text has the label of a part.
func first(part lattice.Shape) lattice.Cell { return part[0] }

// longest returns the width of the longest label or mark, between two bounds.
func (p *plan) longest(least, most int) int {
	width := least
	for _, piece := range p.Pieces {
		if !p.Plain {
			width = max(width, runewidth.StringWidth(piece.Label))
		}
	}
	for c, mark := range p.Marks {
		if p.at(c) != offBoard {
			width = max(width, runewidth.StringWidth(mark))
		}
	}
	return min(width, most)
}
