package oracle_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"quadrille/runtime/oracle"
)

// There are four clues and three counterexamples. The first counterexample contradicts clues 0 and 1, and so on. Clues
// 1 and 3 are sufficient.
func ExampleFewestClues() {
	all := rivalSets{0b0011, 0b0110, 0b1000}
	few, err := oracle.FewestClues(context.Background(), 4, oracle.SearchLimits{MaxCounterexamples: 10, MaxNodes: 100},
		rand.New(rand.NewPCG(1, 1)), all.nextRival)
	fmt.Println(few.KeptClues, few.ClueCount, few.LowerBound, err)
	// Output:
	// [false true false true] 2 2 <nil>
}
