package planar_test

import (
	"context"
	"fmt"

	"quadrille/runtime/planar"
)

// Dominoes on a chessboard: 12,988,816 ways.
func ExampleCount() {
	fmt.Println(planar.Count(context.Background(), dominoes(8, 8, whole, once), nil))
	// Output: 12988816 <nil>
}
