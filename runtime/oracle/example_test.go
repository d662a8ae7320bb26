package oracle_test

import (
	"context"
	"fmt"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/oracle"
)

// Some placements of eight queens have one queen in a corner. None of these has a second queen a knight's move from it,
// in the second row.
func ExampleOracle_SolveUnder() {
	q := oracle.NewOracle(matrixtest.QueensProblem(8), oracle.OracleOptions{})
	for _, chosen := range [][]matrix.OptionID{{0}, {0, 8 + 2}} {
		found, err := q.SolveUnder(context.Background(), oracle.Assumptions{ChosenOptions: chosen}, 1)
		fmt.Println(len(found), err)
	}
	// Output:
	// 1 <nil>
	// 0 <nil>
}

// On a board of 6 by 6 four placements remain, and none of them uses a corner.
func ExampleOracle_FindBackbone() {
	q := oracle.NewOracle(matrixtest.QueensProblem(6), oracle.OracleOptions{})
	b, err := q.FindBackbone(context.Background(), oracle.Assumptions{}, nil)
	fmt.Println(len(b.OptionsInAll), "cells always have a queen,", len(b.OptionsInNone), "of 36 never,", err)
	// Output:
	// 0 cells always have a queen, 12 of 36 never, <nil>
}
