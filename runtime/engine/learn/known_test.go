package learn_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search/enginetest"
)

// TestSquare compares the completions of a square, and pigeons that have a hole too many, with links.
func TestSquare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for name, p := range map[string]*matrix.Problem{
		"square":         latinProblem(t, "12.... .31... ..2.1. 4..... ......  .....2"),
		"pigeons 4 in 5": pigeonProblem(t, 4, 5),
	} {
		if len(enginetest.SolutionsByLinks(p)) < 100 || !enginetest.CheckLargeProblem(t, r, p, learnEngines...) {
			t.Errorf("%s has fewer than 100 solutions", name)
		}
	}
}

// TestNoSolution: problems without any, and that the proof takes some learning.
func TestNoSolution(t *testing.T) {
	for name, p := range map[string]*matrix.Problem{
		"no completion":           latinProblem(t, "1234. ....5 ..... ..... ....."),
		"Ryser's condition":       latinProblem(t, "123.. 231.. 312.. ..... ....."), // 4 and 5 are not in the corner
		"mutilated board":         matrixtest.DominoProblem(6, [2]int{0, 0}, [2]int{5, 5}),
		"pigeons":                 pigeonProblem(t, 7, 6),
		"queens 3":                matrixtest.QueensProblem(3),
		"an item without options": latinProblem(t, "12. 3.. ..3"),
	} {
		for _, hurry := range []bool{false, true} {
			s := mustSearch(t, p, learn.LearnOptions{})
			if hurry {
				s.MakeHasty()
			}
			if found := allSolutions(t, p, s); len(found) > 0 {
				t.Errorf("%s: %d solutions", name, len(found))
			}
		}
	}
}

// squareProblem reads a square with holes of the test data: balanced holes in a random
// square, where about two in five cells are empty.
func squareProblem(t testing.TB, name string) *matrix.Problem {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return latinProblem(t, string(text))
}

// TestHardSquare completes a square that needs some thousand conflicts.
func TestHardSquare(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	p := squareProblem(t, "order30")
	for seed := range uint64(matrixtest.RandomRounds(1, 3)) {
		s := mustSearch(t, p, learn.LearnOptions{Seed: seed})
		learned := int64(0)
		s.WatchLearned(func(func([]matrix.OptionID) bool) { learned++ })
		for solution := range s.Solutions(context.Background()) {
			if err := p.Verify(solution); err != nil {
				t.Error(err)
			}
			break
		}
		if learned == 0 || learned != s.ConflictCount() {
			t.Errorf("%d clauses learned from %d conflicts", learned, s.ConflictCount())
		}
	}
}
