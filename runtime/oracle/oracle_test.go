package oracle_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/oracle"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

var fullShape = matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 11, ColorCount: 2,
	HasMultiplicities: true, MaxNogoods: 3}

// randomOptions returns a few random options.
func randomOptions(r *rand.Rand, p *matrix.Problem, most int) (options []matrix.OptionID) {
	for range r.IntN(most + 1) {
		if p.OptionCount() > 0 {
			options = append(options, matrix.OptionID(r.IntN(p.OptionCount())))
		}
	}
	return options
}

// solutionsUnder returns those of all solutions that satisfy the assumptions.
func solutionsUnder(all [][]matrix.OptionID, a oracle.Assumptions) (left [][]matrix.OptionID) {
	for _, s := range all {
		in := func(o matrix.OptionID) bool { return slices.Contains(s, o) }
		if !slices.ContainsFunc(a.BannedOptions, in) && !slices.ContainsFunc(a.ChosenOptions,
			func(o matrix.OptionID) bool { return !in(o) }) {
			left = append(left, s)
		}
	}
	return left
}

// isEvenSum is an arbitrary condition that only some solutions satisfy.
func isEvenSum(s matrix.Solution) bool {
	sum := 0
	for _, o := range s {
		sum += int(o)
	}
	return sum%2 == 0
}

// TestAgainstBruteForce asks several questions about each of many random problems, with bounds,
// colors and nogoods, and compares the answers with all subsets of the options.
func TestAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	answers, rounds := 0, matrixtest.RandomRounds(300, 10_000)
	for round := range rounds {
		p := matrixtest.RandomProblem(r, fullShape)
		all := matrixtest.BruteForce(p)
		o := oracle.OracleOptions{}
		if round%4 == 0 {
			o.IsSolution = isEvenSum
			all = slices.DeleteFunc(all, func(s []matrix.OptionID) bool { return !isEvenSum(s) })
		}
		q := oracle.NewOracle(p, o)
		if round%2 == 0 {
			q.MakeImpatient()
		}
		for range 4 {
			a := oracle.Assumptions{ChosenOptions: randomOptions(r, p, 2), BannedOptions: randomOptions(r, p, 3)}
			want, limit := solutionsUnder(all, a), 1+r.IntN(4)
			checkAnswer(t, q, a, limit, want)
			answers += len(want)
		}
	}
	if answers < rounds {
		t.Errorf("%d solutions in %d rounds: the test proves little", answers, rounds)
	}
}

// checkAnswer compares an answer with the list of all solutions.
func checkAnswer(t *testing.T, q *oracle.Oracle, a oracle.Assumptions, limit int, want [][]matrix.OptionID) {
	t.Helper()
	got, err := q.SolveUnder(context.Background(), a, limit)
	if err != nil || len(got) != min(limit, len(want)) {
		t.Fatalf("under %v: %d solutions and %v, want %d of %d", a, len(got), err, limit, len(want))
	}
	for k, s := range got {
		slices.Sort(s)
		if !slices.ContainsFunc(want, func(w []matrix.OptionID) bool { return slices.Equal(w, s) }) ||
			slices.ContainsFunc(got[:k], func(before matrix.Solution) bool { return slices.Equal(before, s) }) {
			t.Fatalf("under %v: %v is none of %v, or comes twice", a, s, want)
		}
	}
}

// TestBackboneAgainstBruteForce compares the options in all solutions and in none with those that brute force finds.
func TestBackboneAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	always, rounds := 0, matrixtest.RandomRounds(300, 10_000)
	for round := range rounds {
		p := matrixtest.RandomProblem(r, fullShape)
		o, all := oracle.OracleOptions{}, matrixtest.BruteForce(p)
		if round%4 == 0 {
			o.IsSolution = isEvenSum
			all = slices.DeleteFunc(all, func(s []matrix.OptionID) bool { return !isEvenSum(s) })
		}
		a := oracle.Assumptions{BannedOptions: randomOptions(r, p, 1)}
		all = solutionsUnder(all, a)
		q := oracle.NewOracle(p, o)
		if round%2 == 0 {
			q.MakeImpatient()
		}
		got, err := q.FindBackbone(context.Background(), a, nil)
		if err != nil || got.OpenCount != 0 || got.HasSolution != (len(all) > 0) {
			t.Fatalf("round %d: %+v, %v; all solutions are %v", round, got, err, all)
		}
		wantAlways, wantNever := commonOptions(p, all)
		if !slices.Equal(got.OptionsInAll, wantAlways) || !slices.Equal(got.OptionsInNone, wantNever) {
			t.Fatalf("round %d: always %v, never %v; want %v and %v", round, got.OptionsInAll, got.OptionsInNone,
				wantAlways,
				wantNever)
		}
		always += len(wantAlways)
	}
	if always < rounds/10 {
		t.Errorf("%d options are in all solutions: the test proves little", always)
	}
}

// commonOptions returns the options in all solutions, if there are any, and those in none.
func commonOptions(p *matrix.Problem, all [][]matrix.OptionID) (always, never []matrix.OptionID) {
	for o := range matrix.OptionID(p.OptionCount()) {
		uses := 0
		for _, s := range all {
			if slices.Contains(s, o) {
				uses++
			}
		}
		if uses == 0 {
			never = append(never, o)
		} else if uses == len(all) {
			always = append(always, o)
		}
	}
	return always, never
}

// TestLargeQuestions: a query that links do not finish is passed to another engine. It finds more than a few of the
// 14,772,512 placements of 16 queens, and no Langford pairs where there are none.
func TestLargeQuestions(t *testing.T) {
	ctx := context.Background()
	q := oracle.NewOracle(matrixtest.LangfordProblem(10), oracle.OracleOptions{}) // n = 1, 2 (mod 4) has none
	if found, err := q.SolveUnder(ctx, oracle.Assumptions{}, 1); len(found) > 0 || err != nil {
		t.Errorf("pairs of Langford for n = 10: %v, %v", found, err)
	}
	queens := oracle.NewOracle(matrixtest.QueensProblem(10), oracle.OracleOptions{})
	found, err := queens.SolveUnder(ctx, oracle.Assumptions{ChosenOptions: []matrix.OptionID{0}}, 1000)
	if err != nil || len(found) != 64 { // A000170 and its table of first queens: 64 with a queen in the corner
		t.Errorf("10 queens with one in a corner: %d, %v; want 64", len(found), err)
	}
	found, err = queens.SolveUnder(ctx, oracle.Assumptions{}, 1000)
	if err != nil || len(found) != 724 {
		t.Errorf("10 queens: %d, %v; want 724", len(found), err)
	}
}

// TestMaxWork: a query that exceeds its bound of work ends in ErrWork.
func TestMaxWork(t *testing.T) {
	q := oracle.NewOracle(matrixtest.QueensProblem(12), oracle.OracleOptions{MaxWork: 1 << 20})
	if found, err := q.SolveUnder(context.Background(), oracle.Assumptions{}, 20_000); !errors.Is(err, oracle.ErrWork) {
		t.Errorf("%d of the 14,200 ways to place 12 queens within a million: %v", len(found), err)
	}
}

// TestCancelled: a context that is done ends a query and the search for a backbone.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q := oracle.NewOracle(matrixtest.QueensProblem(8), oracle.OracleOptions{})
	if _, err := q.SolveUnder(ctx, oracle.Assumptions{}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a question: %v", err)
	}
	b, err := q.FindBackbone(ctx, oracle.Assumptions{}, nil)
	if !errors.Is(err, context.Canceled) || b.OpenCount != 64 {
		t.Errorf("a backbone: %v, and %d open", err, b.OpenCount)
	}
}

// TestConnected asks for connected sets of cells of random graphs, some of whose cells must be in the set or out of it.
// It compares the answers with a trial of all sets.
func TestConnected(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	answers, rounds := 0, matrixtest.RandomRounds(200, 5000)
	for range rounds {
		cells := 2 + r.IntN(7)
		edges := enginetest.RandomEdges(r, cells, 3)
		p, set := enginetest.CellProblem(edges, cells)
		set.NeedsCell = r.IntN(2) == 0
		all := slices.DeleteFunc(matrixtest.BruteForce(p), func(s []matrix.OptionID) bool {
			in := enginetest.ChosenCells(s, cells)
			return !enginetest.AreConnected(edges, in) || set.NeedsCell && !slices.Contains(in, true)
		})
		q := oracle.NewOracle(p, oracle.OracleOptions{ConnectedSets: []*search.CellSet{set}})
		if r.IntN(2) == 0 {
			q.MakeImpatient()
		}
		for range 4 {
			a := oracle.Assumptions{ChosenOptions: randomOptions(r, p, 3), BannedOptions: randomOptions(r, p, 3)}
			want := solutionsUnder(all, a)
			checkAnswer(t, q, a, 1+r.IntN(4), want)
			answers += len(want)
		}
	}
	if answers < rounds {
		t.Errorf("%d solutions in %d rounds: the test proves little", answers, rounds)
	}
}
