package deduce_test

import (
	"fmt"

	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// Three cells in a row cannot be covered by pairs of neighbours: the two outer cells have one color, and the middle
// cell the other, but each pair covers one cell of each color.
func ExampleFindCertificate() {
	b := matrix.NewBuilder()
	left, middle, right := b.AddPrimary("left", matrix.Once), b.AddPrimary("middle", matrix.Once),
		b.AddPrimary("right", matrix.Once)
	b.AddOption(matrix.Entry{Item: left}, matrix.Entry{Item: middle})
	b.AddOption(matrix.Entry{Item: middle}, matrix.Entry{Item: right})
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	c, ok := deduce.FindCertificate(p, deduce.ProofOptions{})
	fmt.Println(ok, c.Modulus, c.Weights, c.TotalWeight(p), c.CheckProof(p))
	// Output: true 0 [1 -1 1] 1 <nil>
}
