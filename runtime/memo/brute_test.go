package memo_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/memo"
)

var problemShapes = map[string]matrixtest.ProblemShape{
	"plain":      {Primary: 6, Options: 12},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true},
}

var allBranchings = []memo.Branching{memo.AutoBranching, memo.FixedBranching, memo.NearBranching, memo.MRVBranching}

// eachProblem calls f with random problems of every shape, with all their solutions.
func eachProblem(t *testing.T, f func(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID)) {
	for name, shape := range problemShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			several, rounds := 0, matrixtest.RandomRounds(50, 800)
			for range rounds {
				p := matrixtest.RandomProblem(r, shape)
				want := matrixtest.BruteForce(p)
				if len(want) > 1 {
					several++
				}
				f(t, r, p, want)
			}
			if several < rounds/40 {
				t.Errorf("only %d problems had several solutions: the test proves little", several)
			}
		})
	}
}

// countWays are the branchings, each with no order and with a random one.
func countWays(r *rand.Rand, p *matrix.Problem) []memo.CountOptions {
	var all []memo.CountOptions
	for _, b := range allBranchings {
		var order []matrix.ItemID
		for _, i := range r.Perm(p.PrimaryCount()) {
			order = append(order, matrix.ItemID(i))
		}
		all = append(all, memo.CountOptions{}.WithBranching(b), memo.CountOptions{Order: order}.WithBranching(b),
			memo.CountOptions{Backward: true}.WithBranching(b))
	}
	return all
}

func TestCountAgainstBruteForce(t *testing.T) {
	eachProblem(t, func(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID) {
		for _, o := range countWays(r, p) {
			got, _, err := memo.CountSolutions(context.Background(), p, o)
			if err != nil || got.Cmp(big.NewInt(int64(len(want)))) != 0 {
				t.Fatalf("%v with the order %v counts %v, %v; brute force %d", o.Branching(), o.Order, got, err,
					len(want))
			}
		}
	})
}

// TestDiagramAgainstBruteForce compares the set of solutions, and what the
// diagram says of them.
func TestDiagramAgainstBruteForce(t *testing.T) {
	eachProblem(t, func(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID) {
		for _, o := range countWays(r, p) {
			d := mustDiagram(t, p, o)
			var listed, got [][]matrix.OptionID
			for s := range d.AllSolutions() {
				listed = append(listed, slices.Clone(s))
				got = append(got, sortedOptions(s))
			}
			slices.SortFunc(got, slices.Compare)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v with the order %v found %v, brute force %v", o.Branching(), o.Order, got, want)
			}
			checkCount(t, d, listed)
			checkExtremes(t, r, p, d, want)
			if s := d.SampleSolution(r); (s != nil) != (len(want) > 0) || s != nil && p.Verify(s) != nil {
				t.Fatalf("sample %v of %v", s, want)
			}
		}
	})
}

// checkCount checks the number of solutions and each by its number.
func checkCount(t *testing.T, d *memo.Diagram, listed [][]matrix.OptionID) {
	t.Helper()
	if d.SolutionCount().Cmp(big.NewInt(int64(len(listed)))) != 0 {
		t.Fatalf("%v solutions, and %d are listed", d.SolutionCount(), len(listed))
	}
	for k, want := range listed {
		if got, err := d.KthSolution(big.NewInt(int64(k))); err != nil || slices.Compare(got, want) != 0 {
			t.Fatalf("solution %d is %v, %v, and %v in the list", k, got, err, want)
		}
	}
	for _, k := range []int64{-1, int64(len(listed))} {
		if _, err := d.KthSolution(big.NewInt(k)); err != memo.ErrRange {
			t.Fatalf("solution %d of %d: %v", k, len(listed), err)
		}
	}
}

// checkExtremes uses weights whose sums are exact.
func checkExtremes(t *testing.T, r *rand.Rand, p *matrix.Problem, d *memo.Diagram, all [][]matrix.OptionID) {
	t.Helper()
	weights := make([]float64, p.OptionCount())
	for o := range weights {
		weights[o] = float64(r.IntN(41) - 20)
	}
	total := func(s []matrix.OptionID) (sum float64) {
		for _, o := range s {
			sum += weights[o]
		}
		return sum
	}
	for _, lowest := range []bool{true, false} {
		s, got := d.ExtremeSolution(func(o matrix.OptionID) float64 { return weights[o] }, lowest)
		if len(all) == 0 {
			if s != nil {
				t.Fatalf("%v is best of none", s)
			}
			continue
		}
		sums := []float64{}
		for _, one := range all {
			sums = append(sums, total(one))
		}
		want := slices.Max(sums)
		if lowest {
			want = slices.Min(sums)
		}
		if err := p.Verify(s); err != nil || got != want || total(s) != want {
			t.Fatalf("%v (%v) has %v and is said to have %v; the best has %v", s, err, total(s), got, want)
		}
	}
}

// TestSampleIsUniform draws each of the 36 coverings of 4 by 4 a thousand times
// on average. The chi-square of 35 degrees of freedom is above 66.6 in one case
// of a thousand; the seed is fixed.
func TestSampleIsUniform(t *testing.T) {
	d := mustDiagram(t, dominoProblem(4, 4), memo.CountOptions{})
	r := rand.New(rand.NewPCG(3, 4))
	seen := map[string]int{}
	for range 36_000 {
		key := ""
		for _, o := range sortedOptions(d.SampleSolution(r)) {
			key += string(rune('A' + o))
		}
		seen[key]++
	}
	if len(seen) != 36 {
		t.Fatalf("%d different solutions of 36", len(seen))
	}
	chi := 0.0
	for _, n := range seen {
		chi += float64(n-1000) * float64(n-1000) / 1000
	}
	if chi > 66.6 {
		t.Errorf("chi-square %.1f", chi)
	}
}
