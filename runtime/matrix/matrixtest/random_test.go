package matrixtest_test

import (
	"fmt"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

func ExampleBruteForce() {
	b := matrix.NewBuilder()
	x := b.AddPrimary("x", matrix.Bound{Min: 1, Max: 2})
	for range 3 {
		b.AddOption(matrix.Entry{Item: x})
	}
	p, err := b.Build()
	fmt.Println(matrixtest.BruteForce(p), err)
	// Output: [[0] [0 1] [0 2] [1] [1 2] [2]] <nil>
}
