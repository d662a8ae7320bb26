package prove_test

import (
	"context"
	"fmt"
	"strings"

	"quadrille"
	"quadrille/prove"
)

// A proof can be checked by a program that knows nothing of this module: cmd/puz-check.
func ExampleCount() {
	p, _ := quadrille.Load("queens.puz", []byte("queens 6"), quadrille.Options{})
	var proof strings.Builder
	n, err := prove.Count(context.Background(), p, &proof, quadrille.Search{})
	head, _, _ := strings.Cut(proof.String(), "\n")
	fmt.Println(n, err, head)
	// Output: 4 <nil> quadrille proof 5
}
