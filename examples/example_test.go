package examples_test

import (
	"context"
	"fmt"
	"os"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/stdlib"
)

// fewest is a chooser of one's own: any type with this method. It does what the
// chooser mrv does.
type fewest struct{}

func (fewest) Choose(v dlx.View) matrix.ItemID {
	best, least := matrix.ItemID(-1), int32(0)
	for i := v.First(); i >= 0; i = v.Next(i) {
		if n := v.Branches(i); best < 0 || n < least {
			best, least = i, n
		}
	}
	return best
}

// lookahead is a filter of one's own: it gives a node up as soon as an item has
// no option left, and prunes the only options of an item down to one that does
// not starve another item. Here it only gives up.
type lookahead struct{}

func (lookahead) Prune(n *dlx.Node) bool {
	for i := n.First(); i >= 0; i = n.Next(i) {
		if n.Branches(i) == 0 {
			return false
		}
	}
	return true
}

// A chooser and a filter that somebody else wrote work on any puzzle.
func Example() {
	text, err := os.ReadFile("scott-x23.puz")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := compile.Text("scott-x23.puz", text, check.Importer{Module: stdlib.Read}, compile.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := dlx.NewSearch(p.Problem, dlx.Options{Chooser: fewest{}, Filter: lookahead{}})
	for range s.Solutions(context.Background()) {
	}
	fmt.Println(s.Stats().Solutions, "solutions,", s.Stats().Nodes, "nodes")
	// Output: 19 solutions, 10422 nodes
}
