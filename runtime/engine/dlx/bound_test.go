package dlx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// TestGoalBound compares bounds with brute force. (1) No solution costs less than the lower bound, which differs from
// the base value by whole steps. (2) The options within a cost include all options of solutions within that cost. (3) A
// search under a limit finds the solutions within the limit, and no others after IsWithinLimit has checked them.
func TestGoalBound(t *testing.T) {
	shape := matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2,
		HasMultiplicities: true, MaxNogoods: 1}
	solvable := 0
	for seed := range uint64(matrixtest.RandomRounds(300, 6000)) {
		r := rand.New(rand.NewPCG(seed, 31))
		p := matrixtest.RandomProblem(r, shape)
		if seed%2 == 0 {
			p = matrixtest.SupportedProblem(r) // colors join its items
		}
		g := &matrix.Goal{Maximize: r.IntN(2) == 0, BaseValue: r.Int64N(40) - 20}
		step := r.Int64N(4) // with 0 all options cost nothing
		for range p.OptionCount() {
			g.OptionValues = append(g.OptionValues, step*(r.Int64N(15)-7))
		}
		p, err := p.WithGoal(g)
		if err != nil {
			t.Fatal(err)
		}
		all := matrixtest.BruteForce(p)
		if len(all) == 0 {
			continue
		}
		solvable++
		b := dlx.NewGoalBound(p)
		least, ok := b.LowerBound()
		costs := map[int64]bool{}
		for _, s := range all {
			costs[b.CostOf(s)] = true
			if !ok || b.CostOf(s) < least || step > 0 && (b.CostOf(s)-least)%step != 0 {
				t.Fatalf("seed %d: the bound is %d (%v), and a solution costs %d, by steps of %d", seed, least, ok,
					b.CostOf(s), step)
			}
		}
		for limit := range costs {
			checkLimit(t, fmt.Sprint("seed ", seed), b, p, all, limit)
		}
	}
	if solvable < matrixtest.RandomRounds(100, 2000) {
		t.Errorf("only %d problems have solutions", solvable)
	}
}

// checkLimit compares the solutions that a search finds within a cost with those of a complete list.
func checkLimit(t *testing.T, name string, b *dlx.GoalBound, p *matrix.Problem, all [][]matrix.OptionID, limit int64) {
	t.Helper()
	within := b.OptionsWithin(limit)
	var want, got [][]matrix.OptionID
	for _, s := range all {
		if b.CostOf(s) > limit {
			continue
		}
		want = append(want, s)
		for _, o := range s {
			if !slices.Contains(within, o) {
				t.Errorf("%s: option %d is in a solution within %d, and not in %v", name, o, limit, within)
			}
		}
	}
	b.SetLimit(limit)
	for s := range dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: b.NewFilter(nil)}).Solutions(
		context.Background()) {
		if b.IsWithinLimit(s) {
			got = append(got, slices.Sorted(slices.Values(s)))
		}
	}
	slices.SortFunc(got, slices.Compare)
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s: within %d are %v, and not %v", name, limit, got, want)
	}
	if parts := solutionsOfCubes(b, p); !slices.EqualFunc(parts, got, slices.Equal) {
		t.Errorf("%s: within %d cubes have %v, and not %v", name, limit, parts, got)
	}
}

// solutionsOfCubes lists the solutions within the limit that three searches find, in turn, in the cubes of one tree.
func solutionsOfCubes(b *dlx.GoalBound, p *matrix.Problem) (found [][]matrix.OptionID) {
	var searches []*dlx.LinkSearch
	for range 3 {
		searches = append(searches, dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: b.NewFilter(nil),
			OptionOrder: b.OptionOrder()}))
	}
	open := []search.Cube{search.WholeTree}
	for k := 0; len(open) > 0; k++ {
		next := open[0]
		open = append(open[1:], searches[k%len(searches)].Explore(new(atomic.Bool), next, int64(1+k%4),
			func(s matrix.Solution) bool {
				if b.IsWithinLimit(s) {
					found = append(found, slices.Sorted(slices.Values(s)))
				}
				return true
			})...)
	}
	slices.SortFunc(found, slices.Compare)
	return found
}

// TestBoundIsTight: the matrix of a bipartite graph is totally unimodular (A. J. Hoffman, J. B. Kruskal, 1956), so the
// optimum of the linear relaxation is the cost of the best solution. The bound reaches it in nearly all cases. The
// filter cuts off nodes below which every solution costs more, so that at most a quarter of all nodes are visited.
func TestBoundIsTight(t *testing.T) {
	tight, rounds, nodes, allNodes := 0, matrixtest.RandomRounds(60, 600), int64(0), int64(0)
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 32))
		p := bipartiteProblem(t, r)
		best := matrixtest.BestSolutions(p, matrixtest.BruteForce(p))
		if len(best) == 0 {
			tight++
			continue
		}
		b := dlx.NewGoalBound(p)
		if least, _ := b.LowerBound(); least == b.CostOf(best[0]) {
			tight++
		}
		b.SetLimit(b.CostOf(best[0]))
		for f, sum := range map[dlx.Filter]*int64{nil: &allNodes, b.NewFilter(nil): &nodes} {
			s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: f})
			for range s.Solutions(context.Background()) {
			}
			*sum += s.Stats().Nodes
		}
	}
	if tight < rounds*19/20 || nodes*4 > allNodes {
		t.Errorf("only %d of %d bounds are tight, or %d of %d nodes are visited", tight, rounds, nodes, allNodes)
	}
}

// bipartiteProblem returns a random problem of men and jobs whose options are pairs with values. Each man has one job.
// A job is a primary item for up to two men, or a secondary item for at most one man.
func bipartiteProblem(t *testing.T, r *rand.Rand) *matrix.Problem {
	t.Helper()
	b := matrix.NewBuilder()
	var men, jobs []matrix.ItemID
	for i := range 3 {
		men = append(men, b.AddPrimary(fmt.Sprint("m", i), matrix.Once))
	}
	for j := range 3 {
		jobs = append(jobs, b.AddPrimary(fmt.Sprint("j", j), matrix.Bound{Min: r.Int32N(2), Max: 1 + r.Int32N(2)}))
	}
	jobs = append(jobs, b.AddSecondary("s"))
	g := &matrix.Goal{Maximize: r.IntN(2) == 0, BaseValue: r.Int64N(40) - 20}
	for _, m := range men {
		for _, j := range jobs {
			b.AddOption(matrix.Entry{Item: m}, matrix.Entry{Item: j})
			g.OptionValues = append(g.OptionValues, r.Int64N(100)-50)
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if p, err = p.WithGoal(g); err != nil {
		t.Fatal(err)
	}
	return p
}
