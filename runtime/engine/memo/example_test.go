package memo_test

import (
	"context"
	"fmt"
	"math/big"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// chessboardProblem is the chessboard, to be covered by dominoes.
func chessboardProblem() *matrix.Problem { return matrixtest.DominoBoard(8, 8) }

func ExampleCountSolutions() {
	n, _, err := memo.CountSolutions(context.Background(), chessboardProblem(), memo.CountOptions{})
	fmt.Println(n, err)
	// Output: 12988816 <nil>
}

func ExampleBuildDiagram() {
	p := chessboardProblem()
	d, err := memo.BuildDiagram(context.Background(), p, memo.CountOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := d.KthSolution(big.NewInt(6_000_000))
	fmt.Println(d.SolutionCount(), "solutions,", len(s), "dominoes in each,", err)
	upright := func(o matrix.OptionID) float64 {
		if e := p.Option(o); e[1].Item-e[0].Item == 8 {
			return 1
		}
		return 0
	}
	_, most := d.ExtremeSolution(upright, false)
	fmt.Println(most, "of them upright at most")
	// Output:
	// 12988816 solutions, 32 dominoes in each, <nil>
	// 32 of them upright at most
}
