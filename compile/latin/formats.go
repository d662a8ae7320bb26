package latin

import "quadrille/runtime/format"

// The formats of squares.
const (
	SquareFormat format.Format = "latin"  // a partial Latin square, as n lines of n characters
	LineFormat   format.Format = "sudoku" // a sudoku, as a single line with all cells
)

// Formats lists the formats of squares.
func Formats() []format.FormatInfo {
	return []format.FormatInfo{
		{Format: SquareFormat, Description: "a partial Latin square: n lines of n characters, a dot for each hole",
			Reads: true, Writes: true},
		{Format: LineFormat, Description: "a sudoku: all cells in one line", Reads: true, Writes: true},
	}
}
