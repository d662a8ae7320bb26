package learn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// TestConnected finds the connected sets of random graphs, some of whose cells are given or have no option
// that leaves them out, and compares them with all sets.
func TestConnected(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 16))
	for range matrixtest.RandomRounds(200, 5000) {
		cells := 1 + r.IntN(10)
		var edges [][2]int
		for a := range cells {
			for b := range a {
				if r.IntN(4) == 0 {
					edges = append(edges, [2]int{a, b})
				}
			}
		}
		p, s := enginetest.CellProblem(edges, cells)
		for c := range cells {
			if r.IntN(5) == 0 {
				s.OptionsWith[c], s.OptionsWithout[c], s.Given[c] = nil, nil, true
			}
		}
		want := map[string]bool{}
		for set := range 1 << cells {
			in, chosen := make([]bool, cells), make([]bool, cells)
			for c := range in {
				chosen[c] = set>>c&1 != 0
				in[c] = chosen[c] || s.Given[c]
			}
			if enginetest.AreConnected(edges, in) {
				want[fmt.Sprint(chosen)] = true
			}
		}
		found, err := learn.NewClauseSearch(p, learn.LearnOptions{Connected: []*search.CellSet{s}, Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if r.IntN(2) == 0 {
			found.MakeHasty()
		}
		for solution := range found.Solutions(context.Background()) {
			chosen := make([]bool, cells)
			for _, o := range slices.Clone(solution) {
				chosen[o/2] = o%2 == 0
			}
			if key := fmt.Sprint(chosen); !want[key] {
				t.Fatalf("%v, given %v: %v is not connected, or comes twice", edges, s.Given, key)
			} else {
				delete(want, key)
			}
		}
		if len(want) > 0 || found.Err() != nil {
			t.Fatalf("%v, given %v: %v are missing, %v", edges, s.Given, want, found.Err())
		}
	}
}
