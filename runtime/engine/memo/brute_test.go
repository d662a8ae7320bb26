package memo_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

var allBranchings = []memo.Branching{memo.AutoBranching, memo.FixedBranching, memo.NearBranching, memo.MRVBranching}

// fitsEngine reports whether the engine accepts a problem: it refuses problems with nogoods.
func fitsEngine(p *matrix.Problem) bool { return len(p.Nogoods()) == 0 }

// eachProblem calls f with random problems, with all their solutions.
func eachProblem(t *testing.T, f func(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID)) {
	enginetest.EachProblem(t, matrixtest.RandomRounds(50, 800), fitsEngine, f)
}

// countEngines are engines that count with each branching rule, on one thread and on three, and with the order
// reversed.
func countEngines() (all []enginetest.Engine) {
	for _, b := range allBranchings {
		for _, o := range []memo.CountOptions{{}, {Threads: 3}, {ReverseOrder: true}} {
			all = append(all, enginetest.Engine{
				Name: fmt.Sprintf("%v, %d threads, backward %v", b, o.Threads, o.ReverseOrder),
				NewEngine: func(_ testing.TB, p *matrix.Problem, s enginetest.Setup) search.Engine {
					return enginetest.CountOnly(func(ctx context.Context) (*big.Int, error) {
						o := o
						o.ItemOrder = s.ItemOrder
						n, _, err := memo.CountSolutions(ctx, p, o.WithBranching(b))
						return n, err
					})
				},
			})
		}
	}
	return all
}

// TestAgree compares the counts with brute force.
func TestAgree(t *testing.T) {
	enginetest.CheckAgreement(t, matrixtest.RandomRounds(50, 800), fitsEngine, countEngines()...)
}

// TestKnown compares with published numbers.
func TestKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	slow := enginetest.NameIn("dominoes 12x12", "dominoes 16x16", "latin 5", "reduced latin 6", "pentominoes 6x10")
	quick := enginetest.NameIn("dominoes 2x2", "dominoes 3x3", "dominoes 8x8", "dominoes 8x20", "queens 8",
		"langford 3",
		"langford 5", "langford 7", "langford 8", "latin 4", "Y 5x10", "Y 10x10", "pentominoes 3x20", "soma")
	for k, e := range countEngines() {
		if k%3 == 0 { // on one thread, from the beginning
			enginetest.CheckKnownProblems(t, quick, e)
		}
	}
	if matrixtest.SlowTestsWanted() {
		enginetest.CheckKnownProblems(t, slow, countEngines()[0])
	}
}

// countWays are the branching rules, each without an item order and with a random one.
func countWays(r *rand.Rand, p *matrix.Problem) []memo.CountOptions {
	var all []memo.CountOptions
	for _, b := range allBranchings {
		var order []matrix.ItemID
		for _, i := range r.Perm(p.PrimaryCount()) {
			order = append(order, matrix.ItemID(i))
		}
		all = append(all, memo.CountOptions{}.WithBranching(b), memo.CountOptions{ItemOrder: order}.WithBranching(b),
			memo.CountOptions{ReverseOrder: true}.WithBranching(b))
	}
	return all
}

// TestDiagramAgainstBruteForce compares the set of solutions, and what the diagram tells about them, with brute force.
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
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%v with the order %v found %v, brute force %v", o.Branching(), o.ItemOrder, got, want)
			}
			checkCount(t, d, listed)
			checkExtremes(t, r, p, d, want)
			if s := d.SampleSolution(r); (s != nil) != (len(want) > 0) || s != nil && p.Verify(s) != nil {
				t.Fatalf("sample %v of %v", s, want)
			}
		}
	})
}

// checkCount checks the number of solutions, and each solution by its index.
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
		if _, err := d.KthSolution(big.NewInt(k)); err != memo.ErrNoSuchSolution {
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
	d := mustDiagram(t, matrixtest.DominoBoard(4, 4), memo.CountOptions{})
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
