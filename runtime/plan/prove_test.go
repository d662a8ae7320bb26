package plan_test

import (
	"context"
	"fmt"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/plan"
)

// dominoes is the problem of covering a board of n by n cells, without some of them.
func dominoes(n int, missing ...[2]int) *matrix.Problem {
	b := matrix.NewBuilder()
	cells := map[[2]int]matrix.ItemID{}
	for i := range n * n {
		cells[[2]int{i / n, i % n}] = -1
	}
	for _, at := range missing {
		delete(cells, at)
	}
	for i := range n * n {
		if at := [2]int{i / n, i % n}; cells[at] == -1 {
			cells[at] = b.Primary(fmt.Sprint(at), matrix.Once)
		}
	}
	for i := range n * n {
		at := [2]int{i / n, i % n}
		one, here := cells[at]
		for _, next := range [][2]int{{at[0] + 1, at[1]}, {at[0], at[1] + 1}} {
			if two, there := cells[next]; here && there {
				b.Option(matrix.Entry{Item: one}, matrix.Entry{Item: two})
			}
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestProofsEndSearches: where a sum proves that there is no solution, a long search ends soon;
// a search that finds solutions, or is short, is left alone.
func TestProofsEndSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	odd, without := dominoes(19), dominoes(20, [2]int{0, 0}, [2]int{19, 19})
	for _, p := range []*matrix.Problem{odd, without} {
		for k, r := range []plan.Request{{Goal: plan.Count}, {Goal: plan.One}, {Goal: plan.All}, {Goal: plan.All, Threads: 2}} {
			if k > 1 && !matrixtest.Slow() {
				break
			}
			e, err := plan.New(p, r)
			if err != nil {
				t.Fatal(err)
			}
			n, err := e.Count(context.Background())
			if err != nil || n.Sign() != 0 || e.Name != plan.Weights {
				t.Errorf("%+v: %v solutions, error %v, by %s", r, n, err, e.Name)
			}
		}
	}
	for _, p := range []*matrix.Problem{dominoes(6), dominoes(3)} {
		e, err := plan.New(p, plan.Request{Goal: plan.All})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Count(context.Background()); err != nil || e.Name == plan.Weights {
			t.Errorf("a short search was ended by %s, error %v", e.Name, err)
		}
	}
}
