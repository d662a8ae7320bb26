package memo_test

import (
	"context"
	"errors"
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

// withRandomGoal returns the problem with a random goal.
func withRandomGoal(t *testing.T, r *rand.Rand, p *matrix.Problem) *matrix.Problem {
	t.Helper()
	q, err := p.WithGoal(matrixtest.RandomGoal(r, p))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// checkBest compares the best value, the number of best solutions and the diagram of the best solutions with a list of
// all solutions.
func checkBest(t *testing.T, r *rand.Rand, p *matrix.Problem, o memo.CountOptions, all [][]matrix.OptionID) {
	t.Helper()
	want := matrixtest.BestSolutions(p, all)
	o.BestOnly = true
	n, stats, err := memo.CountSolutions(context.Background(), p, o)
	if err != nil || n.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("%v best solutions, %v, and not %d of %d", n, err, len(want), len(all))
	}
	if len(want) > 0 && stats.BestValue != p.Goal().ValueOf(want[0]) {
		t.Fatalf("the best value is %d, and not %d", stats.BestValue, p.Goal().ValueOf(want[0]))
	}
	d := mustDiagram(t, p, o)
	var got [][]matrix.OptionID
	for s := range d.AllSolutions() {
		got = append(got, sortedOptions(s))
	}
	slices.SortFunc(got, slices.Compare)
	if !slices.EqualFunc(got, want, slices.Equal) || d.SolutionCount().Cmp(n) != 0 {
		t.Fatalf("the diagram has %v, brute force %v", got, want)
	}
	if s := d.SampleSolution(r); s != nil && p.Goal().ValueOf(s) != stats.BestValue {
		t.Fatalf("the sample %v is not among the best", s)
	}
}

// TestBestAgainstBruteForce looks for the best solutions of random problems. Their goals have large and negative
// values, and ties.
func TestBestAgainstBruteForce(t *testing.T) {
	enginetest.EachProblem(t, matrixtest.RandomRounds(100, 1000), fitsEngine,
		func(t *testing.T, r *rand.Rand, p *matrix.Problem, all [][]matrix.OptionID) {
			p = withRandomGoal(t, r, p)
			for _, o := range countWays(r, p) {
				if r.IntN(3) == 0 {
					o.Threads = 3
				}
				checkBest(t, r, p, o, all)
			}
		})
}

// TestBestParts looks for the best solutions of copies of a problem side by side, which are searched as components. The
// best value is that of one copy times the number of copies, and the number of best solutions is a power of that of one
// copy.
func TestBestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 31))
	solvable := 0
	for range matrixtest.RandomRounds(60, 1000) {
		shape := matrixtest.ProblemShape{MaxPrimary: 6, MaxSecondary: 2, MaxOptions: 14}
		one := withRandomGoal(t, r, matrixtest.RandomProblem(r, shape))
		const copies = 3
		small, g := *one.Goal(), &matrix.Goal{Maximize: one.Goal().Maximize}
		small.BaseValue, small.OptionValues = 0, nil
		for _, v := range one.Goal().OptionValues {
			small.OptionValues = append(small.OptionValues, v/copies)
			g.OptionValues = append(g.OptionValues, v/copies, v/copies, v/copies)
		}
		one, err := one.WithGoal(&small)
		if err != nil {
			t.Fatal(err)
		}
		p, err := matrixtest.IndependentCopies(one, copies).WithGoal(g)
		if err != nil {
			t.Fatal(err)
		}
		want := matrixtest.BestSolutions(one, matrixtest.BruteForce(one))
		for _, b := range allBranchings {
			n, stats, err := memo.CountSolutions(context.Background(), p,
				memo.CountOptions{BestOnly: true}.WithBranching(b))
			if all := len(want) * len(want) * len(want); err != nil || n.Cmp(big.NewInt(int64(all))) != 0 {
				t.Fatalf("%v: %v best solutions, %v, and not %d", b, n, err, all)
			}
			if len(want) > 0 && stats.BestValue != copies*one.Goal().ValueOf(want[0]) {
				t.Fatalf("%v: the best value is %d, and that of a copy %d", b, stats.BestValue,
					one.Goal().ValueOf(want[0]))
			}
		}
		if len(want) > 0 {
			solvable++
		}
	}
	if solvable < 10 {
		t.Errorf("only %d problems have solutions: the test proves little", solvable)
	}
}

// TestBestConnected looks for the best connected sets of cells of random graphs, and for the best solutions where sets
// of cells must be connected and options may be forced. It compares them with all solutions of a diagram, which other
// tests compare with brute force.
func TestBestConnected(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 71))
	check := func(p *matrix.Problem, s *search.CellSet) {
		p = withRandomGoal(t, r, p)
		o := memo.CountOptions{ConnectedSets: []*search.CellSet{s}, ReverseOrder: r.IntN(2) == 0}
		d, err := memo.BuildDiagram(context.Background(), p, o)
		if errors.Is(err, memo.ErrUnfit) {
			return // an option has no item that is covered once
		}
		if err != nil {
			t.Fatal(err)
		}
		var all [][]matrix.OptionID
		for solution := range d.AllSolutions() {
			all = append(all, sortedOptions(solution))
		}
		slices.SortFunc(all, slices.Compare)
		checkBest(t, r, p, o, all)
	}
	for range matrixtest.RandomRounds(200, 5000) {
		p, s, _ := enginetest.RandomCells(r)
		check(p, s)
		p = countedCells(r)
		check(p, randomSet(r, p))
	}
}
