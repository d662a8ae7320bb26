package compile_test

import (
	"fmt"

	"quadrille/compile"
	"quadrille/lang/parse"
	"quadrille/runtime/format"
)

// Names that the language does not have are spelled out.
func ExamplePackingPuzzle() {
	row := []format.BoardCell{{X: 0, Y: 0}, {X: 0, Y: 1}}
	text, _ := compile.PackingPuzzle(&format.PieceBoard{
		Cells:          append(row, format.BoardCell{X: 1, Y: 0}, format.BoardCell{X: 1, Y: 1}),
		RequiredPieces: []string{"A'", "A'B"}, OptionalPieces: []string{"é"},
		Pieces: []format.BoardPiece{
			{Name: "A'", RotationCount: 2, TransposeCount: 1, Cells: row},
			{Name: "A'B", RotationCount: 2, TransposeCount: 1, Cells: row},
			{Name: "é", RotationCount: 1, TransposeCount: 1, Cells: row[:1]},
		},
	})
	fmt.Print(text)
	_, err := parse.File("packing.puz", []byte(text))
	fmt.Println(err)
	// Output:
	// puz 1
	// piece A' = (0, 0) (0, 1)
	// piece pA_27B = (0, 0) (0, 1)
	// piece p_e9 = (0, 0)
	// board b on square = (0, 0) (0, 1) (1, 0) (1, 1)
	// pack b with {A', pA_27B} + 0..1 of {p_e9}
	// <nil>
}
