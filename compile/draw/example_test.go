package draw_test

import (
	"fmt"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
)

// A board of three rows and three columns, with a piece of three cells, one of
// two, and four cells left empty.
func ExampleText() {
	fmt.Print(draw.Text(draw.Picture{
		Board: lattice.Rectangle(3, 3),
		Pieces: []draw.Piece{
			{Label: "V", Cells: lattice.Shape{{0, 0}, {1, 0}, {1, 1}}},
			{Label: "I2", Cells: lattice.Shape{{0, 2}, {1, 2}}},
		},
	}, draw.Style{}))
	// Output:
	// ┌───┬───┬───┐
	// │ V │ · │ I2│
	// │   └───┤   │
	// │       │   │
	// ├───┬───┼───┤
	// │ · │ · │ · │
	// └───┴───┴───┘
}
