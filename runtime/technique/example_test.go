package technique_test

import (
	"context"
	"fmt"

	"quadrille/runtime/matrix"
	"quadrille/runtime/technique"
)

// Cells and digits are items of two kinds, so naked singles are told from hidden ones. Here naked ones are
// enough: the cells are filled from left to right, but for the third, which comes last.
func ExampleSolve() {
	p := line([]int{1}, []int{1, 2}, []int{2, 3, 4}, []int{1, 2, 4})
	g, err := technique.Solve(context.Background(), p, func(i matrix.ItemID) int {
		if p.Name(i)[:4] == "cell" {
			return 0
		}
		return 1
	})
	fmt.Println(g.Singles, g.Peers, g.Pairs, g.Trials, g.Nodes, g.Solutions, err)
	// Output:
	// [4 0] 0 0 0 0 1 <nil>
}
