// Package draw makes pictures of solutions, on every lattice: as text for a
// terminal, and as SVG for a browser or for paper.
//
// Its input is cells, with what is on each of them; its output is text. It
// knows nothing of puzzles or matrices.
//
// A picture becomes a plan first, which answers what is on a cell and whether
// a line goes between two cells. Text is then set on a screen, a table of
// characters: squares and hexagons as bricks, cubes as layers of bricks,
// triangles and sticks each in their own way. SVG draws the outlines of the
// cells as the lattice gives them; only sticks, and cubes in space, are drawn
// by code of their own.
package draw

import "quadrille/compile/lattice"

// Piece is one piece of a picture.
type Piece struct {
	Label string
	Cells lattice.Shape
}

// Picture is a board with pieces and marks on it. Cells of the board with
// nothing on them are drawn empty; what is off the board is not drawn.
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

// Style says how text looks.
type Style struct {
	// ASCII draws with the characters of ASCII alone, but for labels and marks.
	ASCII bool
	// Color gives the pieces background colors, by terminal escapes, and makes
	// given marks bold.
	Color bool
}

// Text draws a picture with characters. Each connected part of a piece has its
// label in its first cell, and each stick of a piece has it; a cell of the
// board with nothing on it has a dot, so that it is no hole. Cubes are drawn
// layer by layer, the top one first.
func Text(p Picture, style Style) string {
	if len(p.Board) == 0 {
		return ""
	}
	return textOf(newPlan(p, style.Color), style).text(style)
}

func textOf(p *plan, style Style) screen {
	switch p.Lattice {
	case lattice.Triangle:
		return triangles(p, style)
	case lattice.Sticks:
		return sticks(p, style)
	case lattice.Cube:
		return layers(p, style)
	case lattice.Hexagon:
		return hexagons(p).draw(p, style)
	default:
		return squares(p, 0).draw(p, style)
	}
}
