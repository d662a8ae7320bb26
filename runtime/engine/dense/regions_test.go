package dense_test

import (
	"math/rand/v2"
	"testing"

	"quadrille/runtime/engine/dense"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search/enginetest"
)

// TestRegions: the filter refuses nodes of random boards, and never a node above a solution. The links tell the right
// solutions.
func TestRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	refused, solvable := 0, 0
	rounds := matrixtest.RandomRounds(50, 500)
	for range rounds {
		p := randomBoard(r)
		links := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}})
		want := countSolutions(links)
		if want > 0 {
			solvable++
		}
		for _, threshold := range []int{0, 6, dense.Auto} {
			plain := newSearch(t, p, searchWay{threshold: threshold})
			filtered := newSearch(t, p, searchWay{threshold: threshold, regions: true})
			if a, b := countSolutions(plain), countSolutions(filtered); a != want || b != want {
				t.Fatalf("second phase at %d: %d solutions, with the filter %d, links %d", threshold, a, b, want)
			}
			if filtered.Stats().Nodes < plain.Stats().Nodes {
				refused++
			}
		}
	}
	if 10*refused < rounds || 10*solvable < rounds {
		t.Errorf("%d trees became smaller, %d boards have solutions: the test proves little", refused, solvable)
	}
}

// TestRegionsOfPentominoes: the filter refuses nodes on the boards of pentominoes, in any order of items.
func TestRegionsOfPentominoes(t *testing.T) {
	p := matrixtest.PentominoProblem(3, 20, true)
	for _, shuffled := range []bool{false, true} {
		w := searchWay{threshold: 20}
		for r := rand.New(rand.NewPCG(1, 1)); shuffled && w.ItemOrder == nil; {
			s := enginetest.RandomSetup(r, p)
			w.ItemOrder, w.OptionOrder = s.ItemOrder, s.OptionOrder
		}
		plain := newSearch(t, p, w)
		w.regions = true
		filtered := newSearch(t, p, w)
		if a, b := countSolutions(plain), countSolutions(filtered); a != b {
			t.Errorf("%d solutions, with the filter %d", a, b)
		}
		if a, b := plain.Stats().Nodes, filtered.Stats().Nodes; 5*b > 4*a {
			t.Errorf("the filter leaves %d nodes of %d", b, a)
		}
	}
}
