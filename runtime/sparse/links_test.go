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

// sameTree compares the solutions in their order, and the nodes and solutions of
// each level, with those of the links.
func sameTree(t *testing.T, p *matrix.Problem, o sparse.Options) {
	t.Helper()
	var chooser dlx.Chooser = choose.MRV{}
	if o.First {
		chooser = choose.First{}
	}
	l := dlx.NewSearch(p, dlx.Options{Chooser: chooser, Order: o.Order, OptionOrder: o.OptionOrder})
	want := [][]matrix.OptionID{}
	for solution := range l.Solutions(context.Background()) {
		want = append(want, append([]matrix.OptionID{}, solution...))
	}
	s := sparse.NewSearch(p, o)
	if got := all(t, s); !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v: solutions %v, the links find %v", o, got, want)
	}
	if got, want := nodes(s.Stats()), nodes(l.Stats()); !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v: nodes and solutions by level %v, the links have %v", o, got, want)
	}
}

// nodes returns the levels that have nodes, without their updates.
func nodes(s search.Stats) []search.Level {
	var out []search.Level
	for _, l := range s.Profile {
		if l.Nodes > 0 {
			out = append(out, search.Level{Nodes: l.Nodes, Solutions: l.Solutions})
		}
	}
	return out
}

// TestSameTreeAsLinks: on random problems of every kind, in random orders.
func TestSameTreeAsLinks(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 6))
			shape.Primary, shape.Options = shape.Primary+4, 3*shape.Options
			for n := range matrixtest.Rounds(70, 700) {
				p := matrixtest.Random(r, shape)
				o := sparse.Options{First: n%4 > 1}
				if n%2 == 1 {
					o = shuffled(r, p, o)
				}
				sameTree(t, p, o)
			}
		})
	}
}

// shuffled gives options random orders.
func shuffled(r *rand.Rand, p *matrix.Problem, o sparse.Options) sparse.Options {
	o.Order = order[matrix.ItemID](r, p.Primary())
	o.OptionOrder = order[matrix.OptionID](r, p.Options())
	return o
}

func order[ID ~int32](r *rand.Rand, n int) []ID {
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
		matrixtest.Queens(8), matrixtest.Langford(7), packing(10, 10, pentominoes[11:], true), packing(5, 7, pentominoes[:7], false),
	} {
		for _, first := range []bool{false, true} {
			if !first || p.Primary() < 100 {
				sameTree(t, p, sparse.Options{First: first})
			}
		}
	}
}

// TestSameTreeWithManyItems: large problems go back another way.
func TestSameTreeWithManyItems(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	shape := shapes["everything"]
	shape.Options *= 2
	for n := range matrixtest.Rounds(35, 700) {
		p := widened(matrixtest.Random(r, shape), 1500)
		sameTree(t, p, sparse.Options{First: n%3 == 1})
		if n%10 == 0 {
			checkCut(t, p, sparse.Options{}, 3)
		}
	}
}
