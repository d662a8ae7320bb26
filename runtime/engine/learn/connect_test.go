package learn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
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
		p, s, edges := enginetest.RandomCells(r)
		want := map[string]bool{}
		for _, choice := range enginetest.ConnectedChoices(s, edges) {
			want[choice] = true
		}
		found, err := learn.NewClauseSearch(p, learn.LearnOptions{ConnectedSets: []*search.CellSet{s},
			Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if r.IntN(2) == 0 {
			found.MakeHasty()
		}
		for solution := range found.Solutions(context.Background()) {
			if key := fmt.Sprint(enginetest.ChosenCells(solution, len(s.GivenCells))); !want[key] {
				t.Fatalf("%v, given %v: %v is not connected, or comes twice", edges, s.GivenCells, key)
			} else {
				delete(want, key)
			}
		}
		if len(want) > 0 || found.Err() != nil {
			t.Fatalf("%v, given %v: %v are missing, %v", edges, s.GivenCells, want, found.Err())
		}
	}
}
