package sparse_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/sparse"
)

// checkSameTree compares the solutions in their order, and the nodes and solutions of
// each level, with those of the links.
func checkSameTree(t *testing.T, p *matrix.Problem, o sparse.SearchOptions) {
	t.Helper()
	var chooser dlx.Chooser = choose.MRV{}
	if o.First {
		chooser = choose.FirstItem{}
	}
	l := dlx.NewSearch(p, dlx.SearchOptions{Chooser: chooser, Order: o.Order, OptionOrder: o.OptionOrder})
	want := [][]matrix.OptionID{}
	for solution := range l.Solutions(context.Background()) {
		want = append(want, append([]matrix.OptionID{}, solution...))
	}
	s := sparse.NewSearch(p, o)
	if got := allSolutions(t, s); !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v: solutions %v, the links find %v", o, got, want)
	}
	if got, want := levelNodes(s.Stats()), levelNodes(l.Stats()); !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v: nodes and solutions by level %v, the links have %v", o, got, want)
	}
}

// levelNodes returns the levels that have nodes, without their updates.
func levelNodes(s search.Stats) []search.ProfileLevel {
	var out []search.ProfileLevel
	for _, l := range s.Profile {
		if l.Nodes > 0 {
			out = append(out, search.ProfileLevel{Nodes: l.Nodes, Solutions: l.Solutions})
		}
	}
	return out
}

// TestSameTreeAsLinks: on random problems of every kind, in random orders.
func TestSameTreeAsLinks(t *testing.T) {
	for name, shape := range problemShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 6))
			shape.Primary, shape.Options = shape.Primary+4, 3*shape.Options
			for n := range matrixtest.RandomRounds(70, 700) {
				p := matrixtest.RandomProblem(r, shape)
				o := sparse.SearchOptions{First: n%4 > 1}
				if n%2 == 1 {
					o = withRandomOrders(r, p, o)
				}
				checkSameTree(t, p, o)
			}
		})
	}
}

// withRandomOrders gives options random orders.
func withRandomOrders(r *rand.Rand, p *matrix.Problem, o sparse.SearchOptions) sparse.SearchOptions {
	o.Order = randomOrder[matrix.ItemID](r, p.PrimaryCount())
	o.OptionOrder = randomOrder[matrix.OptionID](r, p.OptionCount())
	return o
}

func randomOrder[ID ~int32](r *rand.Rand, n int) []ID {
	out := make([]ID, n)
	for k, i := range r.Perm(n) {
		out[k] = ID(i)
	}
	return out
}

// TestSameTreeAsLinksLarger has more than 64 items, and lists that are long
// enough to be sorted another way.
func TestSameTreeAsLinksLarger(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, p := range []*matrix.Problem{
		matrixtest.QueensProblem(8), matrixtest.LangfordProblem(7), packingProblem(10, 10, pentominoes[11:], true),
		packingProblem(5, 7, pentominoes[:7], false),
	} {
		for _, first := range []bool{false, true} {
			if !first || p.PrimaryCount() < 100 {
				checkSameTree(t, p, sparse.SearchOptions{First: first})
			}
		}
	}
}

// TestSameTreeWithManyItems: large problems go back another way.
func TestSameTreeWithManyItems(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	shape := problemShapes["everything"]
	shape.Options *= 2
	for n := range matrixtest.RandomRounds(35, 700) {
		p := withMoreItems(matrixtest.RandomProblem(r, shape), 1500)
		checkSameTree(t, p, sparse.SearchOptions{First: n%3 == 1})
		if n%10 == 0 {
			checkCut(t, p, sparse.SearchOptions{}, 3)
		}
	}
}
