package learn_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"quadrille/runtime/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

var problemShapes = map[string]matrixtest.ProblemShape{
	"plain":      {Primary: 6, Options: 12},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"nogoods":    {Primary: 4, Secondary: 2, Options: 12, Nogoods: 6},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true, Nogoods: 4},
}

// TestAgainstBruteForce compares the set of solutions, each of them verified
// and found once, with the one found by trying every subset of the options.
func TestAgainstBruteForce(t *testing.T) {
	for name, shape := range problemShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			rounds, solvable := matrixtest.RandomRounds(100, 1000), 0
			for round := range rounds {
				p := matrixtest.RandomProblem(r, shape)
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				s := mustSearch(t, p, learn.LearnOptions{Seed: uint64(round)})
				if got := allSolutions(t, p, s); !reflect.DeepEqual(got, want) {
					t.Fatalf("round %d: found %v, brute force %v", round, got, want)
				}
			}
			if solvable < rounds/50 {
				t.Errorf("only %d problems had a solution: the test proves little", solvable)
			}
		})
	}
}

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
