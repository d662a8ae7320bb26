package reduce_test

import (
	"fmt"

	"quadrille/compile/reduce"
	"quadrille/runtime/matrix"
)

// Whatever covers a covers b: the option of b alone is never chosen, and b says
// nothing that a does not say.
func ExampleProblem() {
	b := matrix.NewBuilder()
	x, y := b.Primary("a", matrix.Once), b.Primary("b", matrix.Once)
	b.Option(matrix.Entry{Item: x}, matrix.Entry{Item: y})
	b.Option(matrix.Entry{Item: y})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	r := reduce.Problem(p, reduce.Most)
	for _, pass := range r.Passes {
		fmt.Println(pass.Name, pass.Options, pass.Items)
	}
	fmt.Println(r.Problem.Items(), "item,", r.Problem.Options(), "option")
	// Output:
	// never 0 0
	// twins 0 0
	// implied 1 1
	// starving 0 0
	// 1 item, 1 option
}
