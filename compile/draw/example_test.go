package draw_test

import (
	"fmt"
	"io"
	"os"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
)

// A board of three rows and three columns, with a piece of three cells, one of
// two, and four cells left empty.
func ExampleRenderText() {
	fmt.Print(draw.RenderText(draw.Picture{
		Lattice:    lattice.Square,
		BoardCells: lattice.Rectangle(3, 3),
		Pieces: []draw.LabeledPiece{
			{Label: "V", Cells: lattice.Shape{{0, 0}, {1, 0}, {1, 1}}},
			{Label: "I2", Cells: lattice.Shape{{0, 2}, {1, 2}}},
		},
	}, draw.TextStyle{}))
	// Output:
	// ┌───┬───┬───┐
	// │ V │ · │ I2│
	// │   └───┤   │
	// │       │   │
	// ├───┬───┼───┤
	// │ · │ · │ · │
	// └───┴───┴───┘
}

// A Latin square: its rows are given in part.
func ExampleRenderText_grid() {
	p := draw.Picture{Lattice: lattice.Square, BoardCells: lattice.Rectangle(3, 3), DrawsPlainRegions: true}
	p.Pieces = []draw.LabeledPiece{{Cells: p.BoardCells}}
	p.CellMarks = map[lattice.Cell]string{}
	for _, c := range p.BoardCells {
		p.CellMarks[c] = fmt.Sprint((c[0]+c[1])%3 + 1)
	}
	fmt.Print(draw.RenderText(p, draw.TextStyle{}))
	// Output:
	// ┌───────────┐
	// │ 1   2   3 │
	// │           │
	// │ 2   3   1 │
	// │           │
	// │ 3   1   2 │
	// └───────────┘
}

// Two pictures on one page, for a browser or a printer.
func ExampleWriteSheet() {
	bar := draw.Picture{Lattice: lattice.Hexagon, BoardCells: lattice.Rectangle(1, 3)}
	bar.Pieces = []draw.LabeledPiece{{Label: "I", Cells: bar.BoardCells}}
	err := draw.WriteSheet(io.Discard, 1, []draw.Picture{bar, bar})
	fmt.Fprintln(os.Stdout, err)
	// Output: <nil>
}
