package learn_test

import (
	"context"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// learnEngines are the engine as it is, in haste, and with counters of small items.
var learnEngines = []enginetest.Engine{
	{Name: "learn", NewEngine: newClauseSearch(func(*learn.ClauseSearch) {}), HasVariableOrder: true},
	{Name: "learn in haste", NewEngine: newClauseSearch((*learn.ClauseSearch).MakeHasty), HasVariableOrder: true},
	{Name: "learn that counts", NewEngine: newClauseSearch((*learn.ClauseSearch).CountSmallItems),
		HasVariableOrder: true}}

func newClauseSearch(change func(*learn.ClauseSearch)) func(testing.TB, *matrix.Problem,
	enginetest.Setup) search.Engine {
	return func(t testing.TB, p *matrix.Problem, s enginetest.Setup) search.Engine {
		made := mustSearch(t, p, learn.LearnOptions{Seed: s.Seed, Report: s.OnProgress, ReportEvery: s.ReportEvery})
		change(made)
		return made
	}
}

// TestAgree compares clause learning with brute force.
func TestAgree(t *testing.T) {
	enginetest.CheckAgreement(t, matrixtest.RandomRounds(100, 1000), nil, learnEngines...)
}

// TestKnown compares with published numbers.
func TestKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	enginetest.CheckKnownProblems(t, enginetest.NameIn("queens 3", "queens 6", "queens 8", "latin 4", "dominoes 4x4",
		"dominoes 6x6"), learnEngines...)
}

func TestCancel(t *testing.T) { enginetest.CheckCancellation(t, learnEngines[0]) }

func mustSearch(t testing.TB, p *matrix.Problem, o learn.LearnOptions) *learn.ClauseSearch {
	t.Helper()
	s, err := learn.NewClauseSearch(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// allSolutions runs s to its end and returns its solutions, sorted.
func allSolutions(t testing.TB, p *matrix.Problem, s *learn.ClauseSearch) [][]matrix.OptionID {
	t.Helper()
	var got [][]matrix.OptionID
	for solution := range s.Solutions(context.Background()) {
		if err := p.Verify(solution); err != nil {
			t.Fatal(err)
		}
		got = append(got, sortedOptions(solution))
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	if n := s.Stats().Solutions; n != int64(len(got)) {
		t.Fatalf("%d solutions, counted as %d", len(got), n)
	}
	slices.SortFunc(got, slices.Compare)
	return got
}

func sortedOptions(s matrix.Solution) []matrix.OptionID {
	c := append([]matrix.OptionID{}, s...)
	slices.Sort(c)
	return c
}
