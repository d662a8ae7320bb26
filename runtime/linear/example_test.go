package linear_test

import (
	"fmt"

	"quadrille/runtime/linear"
	"quadrille/runtime/matrix"
)

// Three cells in a row cannot be covered by pairs of neighbours: the outer ones are of one
// color, and there are two of them.
func ExampleFind() {
	b := matrix.NewBuilder()
	left, middle, right := b.Primary("left", matrix.Once), b.Primary("middle", matrix.Once), b.Primary("right", matrix.Once)
	b.Option(matrix.Entry{Item: left}, matrix.Entry{Item: middle})
	b.Option(matrix.Entry{Item: middle}, matrix.Entry{Item: right})
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	c, ok := linear.Find(p, linear.Options{})
	fmt.Println(ok, c.Modulus, c.Weights, c.Total(p), c.Check(p))
	// Output: true 0 [1 -1 1] 1 <nil>
}
