package planar_test

import (
	"context"
	"fmt"

	"quadrille/runtime/engine/planar"
)

// Dominoes on a chessboard: 12,988,816 ways.
func ExampleCountSolutions() {
	fmt.Println(planar.CountSolutions(context.Background(), dominoProblem(8, 8, noHoles, onlyOnce), nil))
	// Output: 12988816 <nil>
}
