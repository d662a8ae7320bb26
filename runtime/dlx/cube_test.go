package dlx_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// TestCubes: a tree that is cut whenever a budget is spent has the same solutions
// in the same order, and the same effort, as one that is not; and the parts that
// the cubes are taken to be add up.
func TestCubes(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 6))
			for range matrixtest.RandomRounds(100, 500) {
				p := matrixtest.RandomProblem(r, shape)
				var want []matrix.Solution
				whole := dlx.NewSearch(p, dlx.SearchOptions{Chooser: choose.MRV{}})
				for s := range whole.Solutions(context.Background()) {
					want = append(want, slices.Clone(s))
				}
				for _, budget := range []int64{1, 3, 17} {
					s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: choose.MRV{}})
					got := walkInCubes(t, s, budget)
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("budget %d: %v, uncut %v", budget, got, want)
					}
					if !reflect.DeepEqual(s.Stats(), whole.Stats()) {
						t.Fatalf("budget %d: effort %+v, uncut %+v", budget, s.Stats(), whole.Stats())
					}
				}
			}
		})
	}
}

// walkInCubes walks a tree with a budget, what is left in its place.
func walkInCubes(t *testing.T, s search.Cutter, budget int64) (found []matrix.Solution) {
	t.Helper()
	cubes := []search.Cube{search.WholeTree}
	s.Reset()
	for len(cubes) > 0 {
		before := s.Stats().Nodes
		left := s.Explore(new(atomic.Bool), cubes[0], budget, func(x matrix.Solution) bool {
			found = append(found, slices.Clone(x))
			return true
		})
		if n := s.Stats().Nodes - before; n > budget {
			t.Fatalf("%d nodes with a budget of %d", n, budget)
		}
		part := 0.0
		for _, c := range left {
			part += c.Part
		}
		if part > cubes[0].Part+1e-9 || math.IsNaN(part) {
			t.Fatalf("of a cube of %g, %g are left", cubes[0].Part, part)
		}
		cubes = append(left, cubes[1:]...)
	}
	return found
}
