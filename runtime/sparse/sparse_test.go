package sparse_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/sparse"
)

// allSolutions returns the solutions in the order in which they are found.
func allSolutions(t testing.TB, s *sparse.SetSearch) [][]matrix.OptionID {
	t.Helper()
	found := [][]matrix.OptionID{}
	for solution := range s.Solutions(context.Background()) {
		found = append(found, append([]matrix.OptionID{}, solution...))
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return found
}

// sortSolutions sorts the options of each solution, and the solutions.
func sortSolutions(found [][]matrix.OptionID) [][]matrix.OptionID {
	var out [][]matrix.OptionID
	for _, solution := range found {
		out = append(out, append([]matrix.OptionID{}, solution...))
		slices.Sort(out[len(out)-1])
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// TestAgainstBruteForce compares the set of solutions, each of them verified
// and found once, with the one found by trying every subset of the options.
func TestAgainstBruteForce(t *testing.T) {
	for name, shape := range problemShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			solvable := 0
			rounds := matrixtest.RandomRounds(70, 700)
			for n := range rounds {
				p := matrixtest.RandomProblem(r, shape)
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				o := sparse.SearchOptions{First: n%3 == 1}
				if n%2 == 1 {
					o = withRandomOrders(r, p, o)
				}
				if got := sortSolutions(allSolutions(t, sparse.NewSearch(p, o))); !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v found %v, brute force %v", o, got, want)
				}
			}
			if 20*solvable < rounds {
				t.Errorf("only %d problems of %d had a solution: the test proves little", solvable, rounds)
			}
		})
	}
}

// TestCounts compares with published numbers of solutions.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *matrix.Problem
		want int
	}{
		{"8 queens", matrixtest.QueensProblem(8), 92},
		{"9 queens", matrixtest.QueensProblem(9), 352},
		{"Langford pairs 1 to 7", matrixtest.LangfordProblem(7), 52},
		{"Langford pairs 1 to 6", matrixtest.LangfordProblem(6), 0},
		{"3 by 20 pentominoes", packingProblem(3, 20, pentominoes, false), 8},
		{"5 by 10 Y pentominoes", packingProblem(5, 10, pentominoes[11:], true), 10},
		{"10 by 10 Y pentominoes", packingProblem(10, 10, pentominoes[11:], true), 350},
	} {
		if got := len(allSolutions(t, sparse.NewSearch(c.p, sparse.SearchOptions{}))); got != c.want {
			t.Errorf("%s: %d solutions, not %d", c.name, got, c.want)
		}
	}
}

// TestRunsAgain: a search that was broken off or cancelled finds everything when
// it is run again, in the same order and with the same effort.
func TestRunsAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range matrixtest.RandomRounds(35, 350) {
		o := sparse.SearchOptions{First: n%3 == 1}
		s := sparse.NewSearch(matrixtest.RandomProblem(r, problemShapes["everything"]), o)
		want := allSolutions(t, s)
		effort := s.Stats()
		for stop := range want {
			stopAfter(s, stop, stop%2 == 0)
			if got := allSolutions(t, s); !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v: %v after a break, %v before", o, got, want)
			}
			if got := s.Stats(); !reflect.DeepEqual(got, effort) {
				t.Fatalf("%+v: effort %+v after a break, %+v before", o, got, effort)
			}
		}
	}
}

// stopAfter ends a run after some solutions, by a break or a cancellation.
func stopAfter(s *sparse.SetSearch, after int, cancelled bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range s.Solutions(ctx) {
		if after--; after >= 0 {
			continue
		}
		if !cancelled {
			return
		}
		cancel()
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := sparse.NewSearch(matrixtest.QueensProblem(10), sparse.SearchOptions{})
	n := 0
	for range s.Solutions(ctx) {
		if n++; n >= 5 {
			cancel()
			time.Sleep(time.Millisecond) // the word takes a moment to reach the search
		}
	}
	cancel()
	if s.Err() != context.Canceled || n >= 724 {
		t.Errorf("error %v after %d solutions", s.Err(), n)
	}
	if got := len(allSolutions(t, s)); got != 724 {
		t.Errorf("%d solutions after a cancellation, not 724", got)
	}
}

// TestNoAllocations: a run allocates for itself and not for its nodes.
func TestNoAllocations(t *testing.T) {
	for _, first := range []bool{false, true} {
		s := sparse.NewSearch(matrixtest.QueensProblem(8), sparse.SearchOptions{First: first})
		run := func() {
			for range s.Solutions(context.Background()) {
			}
		}
		run()
		if n := testing.AllocsPerRun(3, run); n > 20 {
			t.Errorf("first %v: %v allocations in a run of %d nodes", first, n, s.Stats().Nodes)
		}
	}
}
