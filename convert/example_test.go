package convert_test

import (
	"fmt"

	"quadrille/convert"
)

// A shape of dots becomes a puzzle that asks how to cut it out of a square.
func ExamplePuzzleText() {
	text := []byte("***\n.*.\n")
	f := convert.DetectFormat("t.dots", text)
	puzzle, _, err := convert.PuzzleText(f, "t.dots", text)
	fmt.Print(f, "\n", puzzle, err)
	// Output:
	// dots
	// puz 1
	// param d = 2
	// shape goal = """
	//   ***
	//   .*.
	// """
	// dissect square 2 into (d) pieces forming goal
	// <nil>
}
