package learn_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix/matrixtest"
)

// TestColorVariables compares with brute force where colors have supports, and so variables of their own.
func TestColorVariables(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 1))
	variables, solvable := 0, 0
	for n := range matrixtest.RandomRounds(500, 20_000) {
		p := matrixtest.SupportedProblem(r)
		want := matrixtest.BruteForce(p)
		s := mustSearch(t, p, learn.LearnOptions{Seed: uint64(n)})
		if n%2 == 0 {
			s.MakeHasty()
		}
		if got := allSolutions(t, p, s); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("problem %d: %v, and by brute force %v", n, got, want)
		}
		variables += s.ColorVariableCount()
		solvable += min(1, len(want))
	}
	if variables == 0 || solvable == 0 {
		t.Errorf("%d variables of colors, %d problems with solutions", variables, solvable)
	}
}
