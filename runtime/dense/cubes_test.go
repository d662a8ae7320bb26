package dense_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/runtime/dense"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

var _ search.Cutter = (*dense.BitSearch)(nil)

// solveInCubes explores the whole tree in cubes of a budget each, a search and its twin
// in turn, and returns the solutions in order and the effort of both.
func solveInCubes(t *testing.T, p *matrix.Problem, w searchWay, budget int64) ([]matrix.Solution, search.Stats) {
	t.Helper()
	var found []matrix.Solution
	one := newSearch(t, p, w)
	searches := []*dense.BitSearch{one, one.NewTwin(nil)}
	todo := []search.Cube{search.WholeTree}
	for k := 0; len(todo) > 0; k++ {
		left := searches[k%2].Explore(nil, todo[0], budget, func(s matrix.Solution) bool {
			found = append(found, append(matrix.Solution{}, s...))
			return true
		})
		todo = slices.Concat(left, todo[1:])
		part := 0.0
		for _, c := range todo {
			part += c.Part
		}
		if part > 1+1e-9 {
			t.Fatalf("the cubes left are %v of the tree", part)
		}
	}
	stats := searches[0].Stats()
	stats.AddStats(searches[1].Stats())
	return found, stats
}

// TestCubes: cut however finely, the tree has the same nodes and the same
// solutions in the same order.
func TestCubes(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r := rand.New(rand.NewPCG(5, 6))
	problems := []*matrix.Problem{matrixtest.QueensProblem(6), matrixtest.QueensProblem(7),
		matrixtest.LangfordProblem(7), packingProblem(3, 20, nil, pentominoes, "X")}
	for name := range problemShapes {
		problems = append(problems, randomProblems(r, name, matrixtest.RandomRounds(10, 100))...)
	}
	for n, p := range problems {
		for _, w := range searchWays() {
			if n == 3 && (w.First || w.threshold > 3) {
				continue // too many nodes for cubes of one
			}
			s := newSearch(t, p, w)
			want := solutionsInOrder(s)
			for _, budget := range []int64{1, 3, 17} {
				if n < 4 && budget < 17 && (n == 3 || !matrixtest.SlowTestsWanted()) {
					continue
				}
				got, stats := solveInCubes(t, p, w, budget)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v, budget %d: %v, uncut %v", w, budget, got, want)
				}
				if !reflect.DeepEqual(stats, s.Stats()) {
					t.Fatalf("%+v, budget %d: %+v, uncut %+v", w, budget, stats, s.Stats())
				}
			}
		}
	}
}

// TestCubesInDisorder: a search goes from one cube to any other, near or far, and
// finds what an uncut one does.
func TestCubesInDisorder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	problems := []*matrix.Problem{matrixtest.QueensProblem(6), matrixtest.LangfordProblem(7), randomGroups(r, 120)}
	problems = append(problems, randomProblems(r, "everything", matrixtest.RandomRounds(10, 100))...)
	for _, p := range problems {
		for _, w := range searchWays() {
			if !w.First || p.PrimaryCount() < 100 { // too many nodes
				exploreInDisorder(t, r, p, w)
			}
		}
	}
}

func exploreInDisorder(t *testing.T, r *rand.Rand, p *matrix.Problem, w searchWay) {
	t.Helper()
	s := newSearch(t, p, w)
	want := allSolutions(t, p, s)
	stats := s.Stats()
	s.Reset()
	var got [][]matrix.OptionID
	todo := []search.Cube{search.WholeTree}
	for len(todo) > 0 {
		k := r.IntN(len(todo))
		c := todo[k]
		todo = slices.Delete(todo, k, k+1)
		todo = append(todo, s.Explore(nil, c, 1+r.Int64N(9), func(found matrix.Solution) bool {
			got = append(got, slices.Sorted(slices.Values(found)))
			return true
		})...)
	}
	slices.SortFunc(got, slices.Compare)
	slices.SortFunc(want, slices.Compare)
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("%+v: %v, uncut %v", w, got, want)
	}
	if !reflect.DeepEqual(s.Stats(), stats) {
		t.Fatalf("%+v: %+v, uncut %+v", w, s.Stats(), stats)
	}
}

// The parts of cubes that are left add up with what has been done: each branch
// has an equal share.
func TestParts(t *testing.T) {
	for _, w := range []searchWay{{}, {threshold: 10}, {threshold: 1000}} {
		s := newSearch(t, matrixtest.QueensProblem(8), w)
		left := s.Explore(nil, search.WholeTree, 1, func(matrix.Solution) bool { return true })
		sum := 0.0
		for _, c := range left {
			sum += c.Part
		}
		if math.Abs(sum-1) > 1e-9 || len(left) != 2 || len(left[0].Path) != 1 || left[1].From != 1 {
			t.Errorf("%+v: after the root %+v is left", w, left)
		}
	}
}

// A cube that is not of the tree has nothing in it.
func TestForeignCubes(t *testing.T) {
	for _, w := range searchWays() {
		s := newSearch(t, matrixtest.QueensProblem(6), w)
		for _, c := range []search.Cube{
			{Path: []int32{99}, Part: 1}, {Path: []int32{-1}, Part: 1}, {From: 99, Part: 1},
			{Path: []int32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Part: 1},
		} {
			if left := s.Explore(nil, c, 5,
				func(matrix.Solution) bool { t.Error("a solution"); return true }); left != nil {
				t.Errorf("%+v leaves %+v", c, left)
			}
		}
		if got := countSolutions(s); got != 4 {
			t.Errorf("after them there are %d solutions of 4", got)
		}
	}
}

// TestTwinsAtOnce: however many threads share what is prepared, they visit the
// nodes of one search and find its solutions.
func TestTwinsAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for _, p := range []*matrix.Problem{
		matrixtest.QueensProblem(8), matrixtest.LangfordProblem(7), packingProblem(4, 15, nil, pentominoes, "X"),
		randomGroups(rand.New(rand.NewPCG(9, 9)), 150),
	} {
		for _, w := range []searchWay{{}, usualWay} {
			if !w.isUsual() && p.OptionCount() > 1000 {
				continue // slow
			}
			s := newSearch(t, p, w)
			countSolutions(s)
			want := s.Stats()
			for _, threads := range []int{2, 3} {
				engines := []search.Cutter{s}
				for len(engines) < threads {
					engines = append(engines, s.NewTwin(nil))
				}
				r := search.NewRun(engines, search.RunOptions{})
				if _, err := r.Count(context.Background()); err != nil {
					t.Fatal(err)
				}
				if got := r.Stats(); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v: %d threads have %+v, one %+v", w, threads, got, want)
				}
			}
		}
	}
}

// A twin reports to its own listener.
func TestTwinReports(t *testing.T) {
	reports := [2]int{}
	o := dense.SearchOptions{ReportEvery: 100, Report: func(search.Progress) { reports[0]++ }}
	s := newSearch(t, matrixtest.QueensProblem(8), searchWay{SearchOptions: o, threshold: dense.Auto, regions: true})
	twin := s.NewTwin(func(search.Progress) { reports[1]++ })
	if countSolutions(twin); reports[0] != 0 || reports[1] < 5 {
		t.Errorf("the search reports %d times and its twin %d", reports[0], reports[1])
	}
	countSolutions(s.NewTwin(nil))
	if countSolutions(s); reports[0] < 5 {
		t.Errorf("the search reports %d times", reports[0])
	}
}

func TestStop(t *testing.T) {
	for _, w := range []searchWay{{}, {threshold: 1000}} {
		ctx, cancel := context.WithCancel(context.Background())
		s := newSearch(t, matrixtest.QueensProblem(12), w)
		n := 0
		for range s.Solutions(ctx) {
			if n++; n >= 5 {
				cancel()
				time.Sleep(time.Millisecond) // the word takes a moment to reach the search
			}
		}
		cancel()
		if s.Err() != context.Canceled || s.Stats().Solutions >= 14200 {
			t.Errorf("the error is %v after %d solutions", s.Err(), s.Stats().Solutions)
		}
		for range s.Solutions(context.Background()) {
			break
		}
		if s.Err() != nil || s.Stats().Solutions != 1 {
			t.Errorf("a loop that breaks off: error %v after %d solutions", s.Err(), s.Stats().Solutions)
		}
		var stop atomic.Bool
		stop.Store(true)
		if left := s.Explore(&stop, search.WholeTree, 0, func(matrix.Solution) bool { return true }); left != nil {
			t.Errorf("a search that is stopped leaves %v", left)
		}
	}
}

// TestProgress: the shares grow from next to nothing to nearly all, the path tells of
// the branches that are tried, and the effort is all that there is so far: whoever takes turns pays by it.
func TestProgress(t *testing.T) {
	for _, threshold := range []int{0, 8} {
		var shares []float64
		var s *dense.BitSearch
		o := dense.SearchOptions{ReportEvery: 100, Report: func(p search.Progress) {
			shares = append(shares, p.Share)
			if e := s.Stats(); p.Nodes != e.Nodes || p.Updates != e.Updates || e.Updates == 0 {
				t.Errorf("%d nodes and %d updates are reported of %d and %d", p.Nodes, p.Updates, e.Nodes, e.Updates)
			}
			for _, st := range p.Path {
				if st.Tried < 1 || st.Tried > st.Of || st.Option < 0 {
					t.Errorf("a branch is %+v", st)
				}
			}
		}}
		s = newSearch(t, matrixtest.QueensProblem(9), searchWay{SearchOptions: o, threshold: threshold})
		n := countSolutions(s)
		if n != 352 || len(shares) < 20 || !slices.IsSorted(shares) || shares[0] > 0.1 || shares[len(shares)-1] < 0.9 {
			t.Errorf("%d solutions, shares %v", n, shares)
		}
	}
}
