package memo_test

import (
	"context"
	"fmt"
	"math/big"

	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
)

// board is the chessboard, to be covered by dominoes.
func board() *matrix.Problem { return dominoes(8, 8) }

func ExampleCount() {
	n, _, err := memo.Count(context.Background(), board(), memo.Options{})
	fmt.Println(n, err)
	// Output: 12988816 <nil>
}

func ExampleBuild() {
	p := board()
	d, err := memo.Build(context.Background(), p, memo.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := d.Kth(big.NewInt(6_000_000))
	fmt.Println(d.Count(), "solutions,", len(s), "dominoes in each,", err)
	upright := func(o matrix.OptionID) float64 {
		if e := p.Option(o); e[1].Item-e[0].Item == 8 {
			return 1
		}
		return 0
	}
	_, most := d.Extreme(upright, false)
	fmt.Println(most, "of them upright at most")
	// Output:
	// 12988816 solutions, 32 dominoes in each, <nil>
	// 32 of them upright at most
}
