package lower_test

import (
	"fmt"

	"quadrille/compile/check"
	"quadrille/compile/lower"
	"quadrille/lang/parse"
)

// Each option knows what it stands for.
func ExamplePuzzle() {
	f, err := parse.File("tray.puz", []byte("piece I2 = 1x2\nboard tray on square = 2x2\npack tray with 2 of I2"))
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := check.CheckFile(f, check.Importer{}, check.FileOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := lower.LowerPuzzle(m, lower.PuzzleOptions{MaxItems: 100, MaxOptions: 100, MaxSteps: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range r.OptionOrigins {
		fmt.Println(o.Piece.Name, o.Orientation, o.Cells())
	}
	// Output:
	// I2 0 [[0 0 0] [0 1 0]]
	// I2 0 [[1 0 0] [1 1 0]]
	// I2 1 [[0 0 0] [1 0 0]]
	// I2 1 [[0 1 0] [1 1 0]]
}
