package dlx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// deadEndCounter counts the nodes that a filter cuts off.
type deadEndCounter struct {
	dlx.Filter
	deadEnds int
}

// Prune implements [dlx.Filter].
func (f *deadEndCounter) Prune(n *dlx.Node) bool {
	if f.Filter.Prune(n) {
		return true
	}
	f.deadEnds++
	return false
}

// TestFilter: on random graphs, in which some cells must be in the set or out of it, the filter keeps each solution
// whose set is connected. It forces cells that lie on all paths between two others in time, so that each node has a
// solution below.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 16))
	fewer := 0
	for range matrixtest.RandomRounds(100, 3000) {
		cells := 1 + r.IntN(9)
		edges := enginetest.RandomEdges(r, cells, 3)
		p, s := enginetest.CellProblem(edges, cells)
		forced := make([]int, cells) // 1 in, 2 out
		for c := range forced {
			forced[c] = max(0, r.IntN(6)-3)
		}
		find := func(o dlx.SearchOptions) map[string]bool {
			found := map[string]bool{}
			o.Chooser = dlx.MRV{}
			for solution := range dlx.NewSearch(p, o).Solutions(context.Background()) {
				in := enginetest.ChosenCells(solution, cells)
				fits := enginetest.AreConnected(edges, in)
				for c, f := range forced {
					fits = fits && (f == 0 || f == 1 == in[c])
				}
				if fits {
					found[fmt.Sprint(in)] = true
				}
			}
			return found
		}
		all := find(dlx.SearchOptions{})
		counter := &deadEndCounter{Filter: dlx.NewConnectFilter(p, []*search.CellSet{s})}
		filtering := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: counter})
		met := 0
		for range filtering.Solutions(context.Background()) {
			met++
		}
		if counter.deadEnds > 0 {
			t.Errorf("%v: %d nodes have no solution below", edges, counter.deadEnds)
		}
		if met < 1<<cells {
			fewer++
		}
		filtered := find(dlx.SearchOptions{Filter: dlx.NewConnectFilter(p, []*search.CellSet{s})})
		if fmt.Sprint(all) != fmt.Sprint(filtered) {
			t.Fatalf("%v: %d solutions, and %d with the filter", edges, len(all), len(filtered))
		}
	}
	if fewer == 0 {
		t.Errorf("the filter cut something off in %d problems", fewer)
	}
}

// Three cells in a row: seven of the eight sets are connected, and the filter cuts off the other one.
func Example() {
	p, s := enginetest.CellProblem([][2]int{{0, 1}, {1, 2}}, 3)
	n := 0
	for range dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{},
		Filter: dlx.NewConnectFilter(p, []*search.CellSet{s})}).Solutions(context.Background()) {
		n++
	}
	fmt.Println(n)
	// Output: 7
}
