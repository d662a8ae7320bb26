package schedule_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
)

// TestFindBest compares the best cost with brute force, where the limit falls to the end, where it rises after the
// first solution, where memo takes turns from the first report on, and where memo searches alone. Every bound that is
// told is right, and memo lists all best solutions.
func TestFindBest(t *testing.T) {
	shapes := []matrixtest.ProblemShape{
		{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 11, ColorCount: 2, HasMultiplicities: true, MaxNogoods: 2},
		{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true},
	}
	solvable, raised, byMemo := 0, 0, 0
	for seed := range uint64(matrixtest.RandomRounds(600, 10_000)) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := matrixtest.RandomProblem(r, shapes[seed%2])
		p, err := p.WithGoal(matrixtest.RandomGoal(r, p))
		if err != nil {
			t.Fatal(err)
		}
		g, want := p.Goal(), matrixtest.BestSolutions(p, matrixtest.BruteForce(p))
		if len(want) > 0 {
			solvable++
		}
		for _, way := range []struct {
			every  int64
			engine string
			counts bool
			share  float64 // share of memo
		}{{}, {every: 1}, {every: 1, counts: true, share: 60}, {every: 1, counts: true, share: 200},
			{every: 1, counts: true, share: 1e6},
			{engine: schedule.Memo, counts: true}} {
			if way.engine != "" && len(p.Nogoods()) > 0 {
				continue // memo alone does not fit
			}
			b := dlx.NewGoalBound(p)
			found, err := schedule.FindBest(t.Context(), p, schedule.WithMemoShare(schedule.BestRequest{
				Request: schedule.Request{Engine: way.engine, CostBound: b, ReportEvery: way.every,
					OptionOrder: "random",
					Seed:        seed},
				IsSolution:          func(matrix.Solution) bool { return true },
				EverySolutionCounts: way.counts,
				OnRaisedBound: func(cost int64) {
					raised++
					if cost > b.CostOf(want[0]) {
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
	if least := matrixtest.RandomRounds(100, 3000); solvable < least || raised < least/4 || byMemo < least/4 {
		t.Errorf("only %d problems have solutions, the bound was raised %d times, memo finished %d times", solvable,
			raised, byMemo)
	}
}

// TestFindBestByMemoAlone compares with links on Latin squares of order 5, which are many enough that memo reports
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
