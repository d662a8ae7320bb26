package schedule_test

import (
	"math/rand/v2"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
)

// TestFindBest compares the best cost with brute force, where the limit falls to the end, and where it rises after the
// first solution. Every bound that is told is right.
func TestFindBest(t *testing.T) {
	shape := matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 11, ColorCount: 2,
		HasMultiplicities: true, MaxNogoods: 2}
	solvable, raised := 0, 0
	for seed := range uint64(matrixtest.RandomRounds(600, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 9))
		p, g := matrixtest.RandomProblem(r, shape), &matrix.Goal{Maximize: seed%2 == 0}
		for range p.OptionCount() {
			g.OptionValues = append(g.OptionValues, r.Int64N(41)-20)
		}
		p, err := p.WithGoal(g)
		if err != nil {
			t.Fatal(err)
		}
		var best *int64
		for _, s := range matrixtest.BruteForce(p) {
			if v := g.ValueOf(s); best == nil || g.IsBetter(v, *best) {
				best = &v
			}
		}
		if best != nil {
			solvable++
		}
		for _, every := range []int64{0, 1} {
			b := dlx.NewGoalBound(p)
			found, _, err := schedule.FindBest(t.Context(), p, schedule.BestRequest{
				Request:    schedule.Request{Bound: b, ReportEvery: every, OptionOrder: "random", Seed: seed},
				IsSolution: func(matrix.Solution) bool { return true },
				OnRaisedBound: func(cost int64) {
					raised++
					if optimum := *best; g.Maximize && cost > -optimum || !g.Maximize && cost > optimum {
						t.Errorf("seed %d: the bound %d is beyond %d", seed, cost, optimum)
					}
				},
			})
			switch {
			case err != nil, (found == nil) != (best == nil):
				t.Fatalf("seed %d: %v, %v", seed, found, err)
			case found != nil && g.ValueOf(found) != *best:
				t.Errorf("seed %d: the value is %d, not %d", seed, g.ValueOf(found), *best)
			}
		}
	}
	if least := matrixtest.RandomRounds(100, 3000); solvable < least || raised < least/4 {
		t.Errorf("only %d problems have solutions, and the bound was raised %d times", solvable, raised)
	}
}
