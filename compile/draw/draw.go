// Package draw makes pictures of solutions, on every lattice: as text for a
// terminal, and as SVG for a browser or for paper.
//
// Its input is cells, with what is on each of them; its output is text. It
// knows nothing of puzzles or matrices.
//
// A picture becomes a plan first, which answers what is on a cell and whether
// a line goes between two cells. Text is then set on a screen, a table of
// characters, and SVG on a canvas: both by the outlines of the cells, as the lattice
// gives them. Only sticks, and cubes in space, need code of their own.
package draw

import "quadrille/compile/lattice"

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
