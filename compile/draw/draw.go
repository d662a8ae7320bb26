// Package draw makes pictures of packings.
//
// Its input is cells with the number of the piece on each, its output text.
// It knows nothing of puzzles or matrices.
package draw

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// Piece is one piece of a picture.
type Piece struct {
	Label string
	Cells lattice.Shape
}

// Picture is a board with pieces on it. Cells of the board without a piece
// are drawn empty.
type Picture struct {
	Board  lattice.Shape
	Pieces []Piece
}

// Style says how text looks.
type Style struct {
	// ASCII draws borders with + - | in place of box-drawing characters.
	ASCII bool
	// Color gives the pieces background colors by terminal escapes.
	Color bool
}

// canvas is a picture as a table of cells.
type canvas struct {
	rows, columns int
	piece         []int // by cell: off the board, without a piece, or the piece's number
	labels        map[int]string
	style         Style
	colors        []int
}

const (
	offBoard = -2
	noPiece  = -1
)

// A cell is drawn three characters wide and one line high, and has its border
// around it: a corner and a side for each direction.
const cellWidth = 3

// Text draws a picture on the square lattice, with lines between pieces. Each
// piece has its label in its first cell.
func Text(p Picture, style Style) string {
	c := newCanvas(p, style)
	var b strings.Builder
	for r := range c.rows + 1 {
		c.border(&b, r)
		if r < c.rows {
			c.cells(&b, r)
		}
	}
	return b.String()
}

func newCanvas(p Picture, style Style) *canvas {
	least, greatest := p.Board.Corner()
	size := greatest.Minus(least)
	c := &canvas{rows: int(size[0]) + 1, columns: int(size[1]) + 1, labels: map[int]string{}, style: style}
	c.piece = slices.Repeat([]int{offBoard}, c.rows*c.columns)
	at := func(cell lattice.Cell) int {
		d := cell.Minus(least)
		return int(d[0])*c.columns + int(d[1])
	}
	for _, cell := range p.Board {
		c.piece[at(cell)] = noPiece
	}
	for i, piece := range p.Pieces {
		for _, cell := range piece.Cells {
			c.piece[at(cell)] = i
		}
		c.labels[at(piece.Cells[0])] = piece.Label
	}
	if style.Color {
		c.colors = distinct(c, len(p.Pieces))
	}
	return c
}

// at returns what is on a cell; beyond the canvas nothing is.
func (c *canvas) at(row, column int) int {
	if row < 0 || row >= c.rows || column < 0 || column >= c.columns {
		return offBoard
	}
	return c.piece[row*c.columns+column]
}

// wall reports whether a line goes between two cells. Two cells without a
// piece are divided as well, so that empty cells can be counted.
func wall(a, b int) bool { return a != b || a == noPiece }

// border writes the line above a row of cells.
func (c *canvas) border(b *strings.Builder, row int) {
	var line strings.Builder
	for column := range c.columns + 1 {
		up := wall(c.at(row-1, column-1), c.at(row-1, column))
		down := wall(c.at(row, column-1), c.at(row, column))
		left := wall(c.at(row-1, column-1), c.at(row, column-1))
		right := wall(c.at(row-1, column), c.at(row, column))
		if !up && !down && !left && !right {
			line.WriteString(c.paint(c.at(row, column), " "))
		} else {
			line.WriteString(c.corner(up, down, left, right))
		}
		if column < c.columns {
			c.side(&line, right, row, column)
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

// side writes the line above a cell, or what shines through where there is
// none.
func (c *canvas) side(line *strings.Builder, drawn bool, row, column int) {
	switch {
	case drawn && c.style.ASCII:
		line.WriteString("---")
	case drawn:
		line.WriteString("───")
	default:
		line.WriteString(c.paint(c.at(row, column), strings.Repeat(" ", cellWidth)))
	}
}

// corners by the directions in which a line leaves: up, down, left, right.
var corners = [16]string{
	" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼",
}

func (c *canvas) corner(up, down, left, right bool) string {
	n := 0
	for i, drawn := range []bool{up, down, left, right} {
		if drawn {
			n |= 1 << i
		}
	}
	if !c.style.ASCII {
		return corners[n]
	}
	switch n {
	case 1 | 2:
		return "|"
	case 4 | 8:
		return "-"
	}
	return "+"
}

// cells writes the line through a row of cells.
func (c *canvas) cells(b *strings.Builder, row int) {
	var line strings.Builder
	for column := range c.columns + 1 {
		left, here := c.at(row, column-1), c.at(row, column)
		switch {
		case !wall(left, here):
			line.WriteString(c.paint(here, " "))
		case c.style.ASCII:
			line.WriteString("|")
		default:
			line.WriteString("│")
		}
		if column < c.columns {
			line.WriteString(c.paint(here, center(c.labels[row*c.columns+column])))
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

// center puts a label in the middle of a cell; what is too long is cut.
func center(label string) string {
	label = runewidth.Truncate(label, cellWidth, "")
	if runewidth.StringWidth(label) < cellWidth {
		label = " " + label
	}
	return runewidth.FillRight(label, cellWidth)
}
