package schedule_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// TestFindBest compares the best cost with brute force in four cases: the limit only falls, the limit rises after the
// first solution, memo has turns from the first report on, and memo searches alone. It checks that each reported bound
// is right, and that memo lists all best solutions, or that links count them if memo does not end first.
func TestFindBest(t *testing.T) {
	shapes := []matrixtest.ProblemShape{
		{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 11, ColorCount: 2, HasMultiplicities: true, MaxNogoods: 2},
		{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true},
		{MaxPrimary: 7, MaxSecondary: 3, MaxOptions: 13, HasMultiplicities: true},
	}
	solvable, raised, byMemo, counted := 0, 0, 0, 0
	for seed := range uint64(matrixtest.RandomRounds(600, 15_000)) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := matrixtest.RandomProblem(r, shapes[seed%3])
		if seed%4 == 0 {
			p = matrixtest.SupportedProblem(r) // colors join its items
		}
		p, err := p.WithGoal(matrixtest.RandomGoal(r, p))
		if err != nil {
			t.Fatal(err)
		}
		g, want := p.Goal(), matrixtest.BestSolutions(p, matrixtest.BruteForce(p))
		if len(want) > 0 {
			solvable++
		}
		for _, way := range []struct {
			every   int64
			engine  string
			counts  bool
			share   float64 // share of memo
			watched bool
		}{{}, {every: 1}, {every: 1, watched: true}, {every: 1, counts: true, share: 60},
			{every: 1, counts: true, share: 200}, {every: 1, counts: true, share: 1e6},
			{engine: schedule.Memo, counts: true}} {
			if way.engine != "" && len(p.Nogoods()) > 0 {
				continue // memo alone does not fit
			}
			var watcher func(dlx.View, matrix.ItemID)
			if way.watched { // a search for one solution is watched, and one for the best is not
				watcher = func(dlx.View, matrix.ItemID) { t.Errorf("seed %d: the search is watched", seed) }
			}
			b := dlx.NewGoalBound(p)
			found, err := schedule.FindBest(t.Context(), p, schedule.WithMemoShare(schedule.BestRequest{
				Request: schedule.Request{Engine: way.engine, CostBound: b, ReportEvery: way.every,
					OptionOrder: "random",
					Seed:        seed,
					OnChoice:    watcher},
				IsSolution:          func(matrix.Solution) bool { return true },
				EverySolutionCounts: way.counts,
				CountsBest:          seed%2 == 0,
				OnRaisedBound: func(cost int64) {
					raised++
					if len(want) > 0 && cost > b.CostOf(want[0]) {
						t.Errorf("seed %d: the bound %d is beyond %d", seed, cost, b.CostOf(want[0]))
					}
				},
			}, way.share))
			switch {
			case err != nil, (found.Solution == nil) != (len(want) == 0):
				t.Fatalf("seed %d: %v, %v", seed, found, err)
			case found.Solution != nil && g.ValueOf(found.Solution) != g.ValueOf(want[0]):
				t.Errorf("seed %d: the value is %d, not %d", seed, g.ValueOf(found.Solution), g.ValueOf(want[0]))
			}
			if found.AllBest == nil {
				if seed%2 == 0 && len(want) > 0 {
					if counted++; found.BestCount.Cmp(big.NewInt(int64(len(want)))) != 0 {
						t.Fatalf("seed %d: links count %v best solutions, and there are %d", seed, found.BestCount,
							len(want))
					}
				}
				continue
			}
			if way.engine == "" {
				byMemo++
			}
			var all [][]matrix.OptionID
			for s := range found.AllBest.Solutions(t.Context()) {
				all = append(all, slices.Sorted(slices.Values(s)))
			}
			slices.SortFunc(all, slices.Compare)
			if !slices.EqualFunc(all, want, slices.Equal) {
				t.Fatalf("seed %d: the best solutions are %v, and not %v", seed, all, want)
			}
		}
	}
	if least := matrixtest.RandomRounds(100, 3000); solvable < least || raised < least/4 || byMemo < least/4 ||
		counted < least/4 {
		t.Errorf("only %d problems have solutions, the bound was raised %d times, memo finished %d times, "+
			"links counted %d", solvable, raised, byMemo, counted)
	}
}

// TestFindBestByMemoAlone compares memo with links on Latin squares of order 5. These are so many that memo reports
// progress before its end.
func TestFindBestByMemoAlone(t *testing.T) {
	p := matrixtest.LatinProblem(5, false)
	g := &matrix.Goal{OptionValues: make([]int64, p.OptionCount())}
	r := rand.New(rand.NewPCG(5, 9))
	for o := range g.OptionValues {
		g.OptionValues[o] = r.Int64N(100)
	}
	p, err := p.WithGoal(g)
	if err != nil {
		t.Fatal(err)
	}
	var values []int64
	for _, engine := range []string{schedule.Links, schedule.Memo} {
		found, err := schedule.FindBest(t.Context(), p, schedule.BestRequest{
			Request:             schedule.Request{Engine: engine, CostBound: dlx.NewGoalBound(p)},
			IsSolution:          func(matrix.Solution) bool { return true },
			EverySolutionCounts: true,
		})
		if err != nil || (found.AllBest != nil) != (engine == schedule.Memo) {
			t.Fatalf("%s: %v, %v", engine, found, err)
		}
		values = append(values, g.ValueOf(found.Solution))
	}
	if values[0] != values[1] {
		t.Errorf("links find %d, and memo %d", values[0], values[1])
	}
}

// TestWithinLimit compares the solutions within a limit with brute force. In one case one search visits them; in
// another the tree is cut after every few nodes, and each part is visited by a search of its own. A third of the
// problems are coverings, with least and greatest numbers of covers. In another third colors join items.
func TestWithinLimit(t *testing.T) {
	within, cut := 0, 0
	for seed := range uint64(matrixtest.RandomRounds(500, 5000)) {
		r := rand.New(rand.NewPCG(seed, 17))
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 7, MaxSecondary: 3, MaxOptions: 13,
			ColorCount: r.IntN(2), HasMultiplicities: true})
		switch seed % 3 {
		case 0:
			p = randomCovering(t, r)
		case 1:
			p = matrixtest.SupportedProblem(r) // colors join its items
		}
		p, err := p.WithGoal(matrixtest.RandomGoal(r, p))
		if err != nil {
			t.Fatal(err)
		}
		b, all := dlx.NewGoalBound(p), matrixtest.BruteForce(p)
		if len(all) == 0 {
			continue
		}
		b.SetLimit(b.CostOf(all[r.IntN(len(all))]))
		if r.IntN(2) == 0 {
			b.SetLimit(b.CostOf(matrixtest.BestSolutions(p, all)[0]))
		}
		all = slices.DeleteFunc(all, func(s []matrix.OptionID) bool { return !b.IsWithinLimit(s) })
		within += len(all)
		for _, budget := range []int64{0, 1 + r.Int64N(4)} {
			var found [][]matrix.OptionID
			for cubes := []search.Cube{search.WholeTree}; len(cubes) > 0; {
				s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.NeededFirst{}, NoneFirst: true,
					OptionOrder: b.OptionOrder(), Filter: b.NewFilter(nil)})
				left := s.Explore(new(atomic.Bool), cubes[0], budget, func(s matrix.Solution) bool {
					if b.IsWithinLimit(s) {
						found = append(found, slices.Sorted(slices.Values(s)))
					}
					return true
				})
				cubes = append(left, cubes[1:]...)
				cut += len(left)
			}
			slices.SortFunc(found, slices.Compare)
			if !slices.EqualFunc(found, all, slices.Equal) {
				t.Fatalf("seed %d, budget %d: %v are within the limit, and not %v", seed, budget, all, found)
			}
		}
	}
	if least := matrixtest.RandomRounds(500, 5000); within < least || cut < least {
		t.Errorf("only %d solutions and %d cuts", within, cut)
	}
}

// randomCovering returns a problem of items that are covered at least once or twice; some of them have a greatest
// number of covers.
func randomCovering(t *testing.T, r *rand.Rand) *matrix.Problem {
	b := matrix.NewBuilder()
	items := 2 + r.IntN(7)
	for i := range items {
		bound := matrix.Bound{Min: 1 + r.Int32N(2), Max: 20}
		switch r.IntN(6) {
		case 0:
			bound.Max = bound.Min + r.Int32N(2)
		case 1:
			bound.Min = 0
		}
		b.AddPrimary(fmt.Sprint(i), bound)
	}
	for range 6 + r.IntN(7) {
		var entries []matrix.Entry
		for _, i := range r.Perm(items)[:1+r.IntN(min(4, items))] {
			entries = append(entries, matrix.Entry{Item: matrix.ItemID(i)})
		}
		b.AddOption(entries...)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFirstSolutionOfMaximum looks for the most dominoes in 5 by 5. No domino can be added to the first solution, so it
// has at least half of the most, which are 12: each domino of a largest set shares a cell with a domino of the first
// solution.
func TestFirstSolutionOfMaximum(t *testing.T) {
	const n = 5
	b := matrix.NewBuilder()
	for k := range n * n {
		b.AddPrimary(fmt.Sprint(k), matrix.Bound{Max: 1})
	}
	g := &matrix.Goal{Maximize: true}
	for k := range matrix.ItemID(n * n) {
		if k%n < n-1 {
			b.AddOption(matrix.Entry{Item: k}, matrix.Entry{Item: k + 1})
		}
		if k/n < n-1 {
			b.AddOption(matrix.Entry{Item: k}, matrix.Entry{Item: k + n})
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for range p.OptionCount() {
		g.OptionValues = append(g.OptionValues, 1)
	}
	if p, err = p.WithGoal(g); err != nil {
		t.Fatal(err)
	}
	var sizes []int
	_, err = schedule.FindBest(t.Context(), p, schedule.BestRequest{
		Request:    schedule.Request{CostBound: dlx.NewGoalBound(p)},
		IsSolution: func(matrix.Solution) bool { return true },
		OnBetter:   func(s matrix.Solution) { sizes = append(sizes, len(s)) },
	})
	if err != nil || len(sizes) == 0 || sizes[0] < 6 || sizes[len(sizes)-1] != 12 {
		t.Errorf("the solutions have %d dominoes: %v", sizes, err)
	}
}

// TestThreadsHaveFiltersOfTheirOwn: the search of each thread reads as much for its bound as the search of the first
// thread. So no filter is shared by two threads, which would not be safe.
func TestThreadsHaveFiltersOfTheirOwn(t *testing.T) {
	read := int64(0)
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 10))
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 7, MaxSecondary: 3, MaxOptions: 13})
		p, err := p.WithGoal(matrixtest.RandomGoal(r, p))
		if err != nil {
			t.Fatal(err)
		}
		b := dlx.NewGoalBound(p)
		b.SetLimit(0)
		searches, err := schedule.LinkSearches(p, schedule.Request{CostBound: b}, 3)
		if err != nil {
			t.Fatal(err)
		}
		var reads []int64 // number of reads of each thread
		for _, s := range searches {
			before := b.FilterReads()
			s.Explore(new(atomic.Bool), search.WholeTree, 0, func(matrix.Solution) bool { return true })
			reads = append(reads, b.FilterReads()-before)
		}
		if reads[1] != reads[0] || reads[2] != reads[0] {
			t.Errorf("seed %d: the threads read %d times", seed, reads)
		}
		read += reads[0]
	}
	if read == 0 {
		t.Error("no bound was computed")
	}
}
