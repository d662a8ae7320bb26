package refute_test

import (
	"fmt"

	"quadrille/runtime/matrix"
	"quadrille/runtime/refute"
)

// Of three cells in a row, the left one leaves its pair no choice, and then nothing is left
// for the right one.
func ExampleFollow() {
	b := matrix.NewBuilder()
	left, middle, right := b.Primary("left", matrix.Once), b.Primary("middle", matrix.Once), b.Primary("right", matrix.Once)
	b.Option(matrix.Entry{Item: left}, matrix.Entry{Item: middle})
	b.Option(matrix.Entry{Item: middle}, matrix.Entry{Item: right})
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	proof, ok := refute.Follow(p, 1)
	fmt.Println(ok, p.Name(proof.Steps[0].Item), p.OptionItems(proof.Steps[0].Option), p.Name(proof.Item))
	// Output: true left [left middle] right
}
