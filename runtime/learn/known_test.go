package learn_test

import (
	"context"
	"os"
	"reflect"
	"strings"
	"testing"

	"quadrille/runtime/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestPublishedCounts: all solutions of problems whose numbers are known, with
// and without haste. Queens: OEIS A000170; Latin squares: A002860; domino
// coverings of squares: A004003.
func TestPublishedCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for _, c := range []struct {
		name    string
		problem *matrix.Problem
		want    int
	}{
		{"queens 6", matrixtest.QueensProblem(6), 4},
		{"queens 8", matrixtest.QueensProblem(8), 92},
		{"latin 4", latinProblem(t, strings.Repeat(".... ", 4)), 576},
		{"dominoes 4", dominoProblem(t, 4, 4), 36},
		{"dominoes 6", dominoProblem(t, 6, 6), 6728},
		{"pigeons 4 in 5", pigeonProblem(t, 4, 5), 120},
	} {
		for _, hurry := range []bool{false, true} {
			s := mustSearch(t, c.problem, learn.LearnOptions{Seed: 1})
			if hurry {
				s.MakeHasty()
			}
			found := allSolutions(t, c.problem, s)
			if len(found) != c.want {
				t.Errorf("%s, hurry %v: %d solutions, want %d", c.name, hurry, len(found), c.want)
			}
			for k := range found {
				if k > 0 && reflect.DeepEqual(found[k], found[k-1]) {
					t.Errorf("%s: %v came twice", c.name, found[k])
				}
			}
		}
	}
}

// TestAgainstLinks compares the completions of a square with those that dancing
// links find.
func TestAgainstLinks(t *testing.T) {
	p := latinProblem(t, "12.... .31... ..2.1. 4..... ......  .....2")
	want := solveByLinks(p)
	if got := allSolutions(t, p, mustSearch(t, p, learn.LearnOptions{})); !reflect.DeepEqual(got, want) ||
		len(got) < 100 {
		t.Errorf("%d solutions, links find %d", len(got), len(want))
	}
}

// TestNoSolution: problems without any, and that the proof takes some learning.
func TestNoSolution(t *testing.T) {
	for name, p := range map[string]*matrix.Problem{
		"no completion":           latinProblem(t, "1234. ....5 ..... ..... ....."),
		"Ryser's condition":       latinProblem(t, "123.. 231.. 312.. ..... ....."), // 4 and 5 are not in the corner
		"mutilated board":         dominoProblem(t, 6, 6, "0 0", "5 5"),
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
		s.WatchLearned(func(_, _ []matrix.OptionID) { learned++ })
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
