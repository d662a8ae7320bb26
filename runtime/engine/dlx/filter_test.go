package dlx_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search/enginetest"
)

// oracleFilter prunes options that are in no solution with the options chosen so far, according to brute force: all of
// them, or a random part.
type oracleFilter struct {
	r         *rand.Rand
	solutions [][]matrix.OptionID
}

func (o oracleFilter) Prune(n *dlx.Node) bool {
	alive := map[matrix.OptionID]bool{}
	any := false
	chosen := n.ChosenOptions()
	for _, s := range o.solutions {
		if !slices.ContainsFunc(chosen, func(c matrix.OptionID) bool { return !slices.Contains(s, c) }) {
			any = true
			for _, x := range s {
				alive[x] = true
			}
		}
	}
	if !any && o.r.IntN(2) == 0 {
		return false
	}
	for i := n.First(); i >= 0; i = n.Next(i) {
		for _, x := range slices.Collect(n.Options(i)) {
			if n.IsPossible(x) && !alive[x] && o.r.IntN(3) > 0 {
				n.Remove(x)
			}
		}
	}
	o.forceOptions(n)
	return true
}

// forceOptions chooses options that are in every solution with the options chosen so far.
func (o oracleFilter) forceOptions(n *dlx.Node) {
	for x := range matrix.OptionID(n.Problem().OptionCount()) {
		if !n.IsPossible(x) || o.r.IntN(3) == 0 {
			continue
		}
		chosen, any := n.ChosenOptions(), false
		needed := !slices.ContainsFunc(o.solutions, func(s []matrix.OptionID) bool {
			below := !slices.ContainsFunc(chosen, func(c matrix.OptionID) bool { return !slices.Contains(s, c) })
			any = any || below
			return below && !slices.Contains(s, x)
		})
		if needed && any {
			n.Choose(x)
		}
	}
}

// TestFilterAgainstBruteForce: a sound filter never changes the set of solutions, whatever it prunes, also in problems
// with colors and bounds.
func TestFilterAgainstBruteForce(t *testing.T) {
	pruned, rounds := 0, matrixtest.RandomRounds(150, 1000)
	enginetest.EachProblem(t, rounds, nil, func(t *testing.T, r *rand.Rand, p *matrix.Problem,
		want [][]matrix.OptionID) {
		plain := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}})
		for range plain.Solutions(context.Background()) {
		}
		s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: oracleFilter{r, want}})
		for range 2 { // the second time on what the first one left behind
			if got := solutionsOf(t, p, s); !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("with the filter %v, brute force %v", got, want)
			}
		}
		if s.Stats().Nodes < plain.Stats().Nodes {
			pruned++
		}
	})
	if pruned < rounds/10 {
		t.Errorf("only %d trees became smaller: the test proves little", pruned)
	}
}

func solutionsOf(t *testing.T, p *matrix.Problem, s *dlx.LinkSearch) [][]matrix.OptionID {
	t.Helper()
	var got [][]matrix.OptionID
	for solution := range s.Solutions(context.Background()) {
		if err := p.Verify(solution); err != nil {
			t.Fatal(err)
		}
		got = append(got, slices.Sorted(slices.Values(solution)))
	}
	slices.SortFunc(got, slices.Compare)
	return got
}

// TestEstimateAgainstSearch: the mean of many probes lies within five standard errors of the true size of the tree,
// except for a few of many trees, with items of all kinds. So does the estimate by strata, which is exact for some
// trees.
func TestEstimateAgainstSearch(t *testing.T) {
	far, trees := 0, 0
	enginetest.EachProblem(t, matrixtest.RandomRounds(10, 60), nil, func(t *testing.T, r *rand.Rand, p *matrix.Problem,
		_ [][]matrix.OptionID) {
		s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}})
		for range s.Solutions(context.Background()) {
		}
		want, before := s.Stats(), s.Snapshot()
		walks, strata := s.EstimateSize(context.Background(), r, 3000),
			s.EstimateByStrata(context.Background(), r, 3000)
		if walks.Probes != 3000 {
			t.Fatalf("%d probes", walks.Probes)
		}
		if s.Snapshot() != before {
			t.Fatal("the links are not as they were")
		}
		for _, got := range []dlx.Estimate{walks, strata} {
			trees++
			for _, q := range []struct {
				what string
				got  dlx.Quantity
				want int64
			}{{"nodes", got.Nodes, want.Nodes}, {"updates", got.Updates, want.Updates},
				{"solutions", got.Solutions, want.Solutions}} {
				if math.Abs(q.got.Mean-float64(q.want)) > 5*q.got.StandardError+0.02*float64(q.want)+1e-9 {
					far++
					t.Logf("%s estimated %.1f ± %.1f, true %d", q.what, q.got.Mean, q.got.StandardError, q.want)
				}
			}
		}
	})
	if far > trees/50 {
		t.Errorf("%d of %d quantities are far off", far, 3*trees)
	}
}

func TestEstimateStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := dlx.NewSearch(queensProblem(8, true), dlx.SearchOptions{Chooser: dlx.MRV{}})
	for _, estimate := range []func(context.Context, *rand.Rand, int) dlx.Estimate{s.EstimateSize, s.EstimateByStrata} {
		if got := estimate(ctx, rand.New(rand.NewPCG(1, 1)), 1000); got.Probes != 0 || got.Nodes.Mean != 0 {
			t.Errorf("cancelled before the start: %+v", got)
		}
	}
}
