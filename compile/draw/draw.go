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
	width         int // characters of a cell
	style         Style
	colors        []int
}

const (
	offBoard = -2
	noPiece  = -1
)

// A cell is drawn at least three characters wide, so that it is about as high
// as wide, and wider if a label needs it, within reason.
const (
	narrowest = 3
	widest    = 12
)

// Text draws a picture on the square lattice, with lines between pieces. Each
// connected part of a piece has its label in its first cell; a cell without a
// piece has a dot, so that it is no hole.
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
	c := &canvas{rows: int(size[0]) + 1, columns: int(size[1]) + 1, labels: map[int]string{}, width: narrowest, style: style}
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
		for _, first := range parts(piece.Cells) {
			c.labels[at(first)] = piece.Label
		}
		c.width = max(c.width, min(runewidth.StringWidth(piece.Label), widest))
	}
	for i, piece := range c.piece {
		if piece == noPiece {
			c.labels[i] = style.dot()
		}
	}
	if style.Color {
		c.colors = distinct(c, len(p.Pieces))
	}
	return c
}

func (s Style) dot() string {
	if s.ASCII {
		return "."
	}
	return "·"
}

// parts returns the first cell of each connected part of a shape.
func parts(s lattice.Shape) []lattice.Cell {
	var firsts []lattice.Cell
	seen := map[lattice.Cell]bool{}
	for _, c := range s {
		if seen[c] {
			continue
		}
		firsts = append(firsts, c)
		seen[c] = true
		for queue := []lattice.Cell{c}; len(queue) > 0; queue = queue[1:] {
			for _, d := range lattice.Square.Neighbours {
				if next := queue[0].Plus(d); s.Has(next) && !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
	return firsts
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
		line.WriteString(strings.Repeat("-", c.width))
	case drawn:
		line.WriteString(strings.Repeat("─", c.width))
	default:
		line.WriteString(c.paint(c.at(row, column), strings.Repeat(" ", c.width)))
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
			line.WriteString(c.paint(here, c.label(row, column)))
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

// label returns what stands in a cell, as wide as the cell; what is too long
// is cut.
func (c *canvas) label(row, column int) string {
	label := runewidth.Truncate(c.labels[row*c.columns+column], c.width, "")
	if runewidth.StringWidth(label) < c.width {
		label = " " + label
	}
	return runewidth.FillRight(label, c.width)
}
