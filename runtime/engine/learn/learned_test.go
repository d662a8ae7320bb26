package learn_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search/enginetest"
)

// TestLearnedClausesAreImplied: every clause learned holds in each solution that
// was not found before, by brute force on random problems and by the links
// engine on others.
func TestLearnedClausesAreImplied(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	r := rand.New(rand.NewPCG(3, 4))
	rounds, clauses := matrixtest.RandomRounds(500, 1000), 0
	for range rounds {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 12,
			ColorCount:        2,
			HasMultiplicities: true, MaxNogoods: 4})
		clauses += checkLearned(t, p, matrixtest.BruteForce(p))
	}
	if clauses < rounds/10 {
		t.Errorf("%d clauses: the test proves little", clauses)
	}
	for name, p := range map[string]*matrix.Problem{
		"queens": matrixtest.QueensProblem(8),
		"latin":  latinProblem(t, "12.... .31... ..2.1. 4..... ...... .....2"),
	} {
		if n := checkLearned(t, p, enginetest.SolutionsByLinks(p)); n < 100 {
			t.Errorf("%s: %d clauses learned, too few", name, n)
		}
	}
}

// checkLearned solves p, whose solutions it is given, and returns how many clauses
// it has tested on them.
func checkLearned(t *testing.T, p *matrix.Problem, left [][]matrix.OptionID) int {
	t.Helper()
	clauses := 0
	s := mustSearch(t, p, learn.LearnOptions{Seed: 1})
	s.MakeHasty()
	s.WatchLearned(func(isSatisfied func([]matrix.OptionID) bool) {
		for _, solution := range left {
			if !isSatisfied(solution) {
				t.Fatalf("solution %v does not satisfy a clause that was learned", solution)
			}
		}
		clauses += min(1, len(left))
	})
	for solution := range s.Solutions(context.Background()) {
		found := sortedOptions(solution)
		left = slices.DeleteFunc(left, func(o []matrix.OptionID) bool { return slices.Equal(o, found) })
	}
	if len(left) > 0 {
		t.Fatalf("solutions %v were not found", left)
	}
	return clauses
}
