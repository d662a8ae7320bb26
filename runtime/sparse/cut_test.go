package sparse_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/sparse"
)

// TestCut: a tree that is explored in cubes of a few nodes, each by another
// search than the one before, has the same solutions in the same order and takes
// the same effort. The parts add up to the whole.
func TestCut(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 8))
			for n := range rounds() / 2 {
				p := matrixtest.Random(r, shape)
				checkCut(t, p, sparse.Options{Choose: rules[n%2]}, []int64{1, 3, 17}[n%3])
			}
		})
	}
	for _, budget := range []int64{1, 3, 17} {
		checkCut(t, langford(6), sparse.Options{}, budget)
		checkCut(t, packing(5, 10, pentominoes[11:], true), sparse.Options{Seed: 3}, budget)
	}
}

func checkCut(t *testing.T, p *matrix.Problem, o sparse.Options, budget int64) {
	t.Helper()
	whole := made(t, p, o)
	want := all(t, whole)
	searches := []*sparse.Search{made(t, p, o), made(t, p, o)}
	got := [][]matrix.OptionID{}
	todo := []search.Cube{search.Whole}
	for n := 0; len(todo) > 0; n++ {
		if int64(n) > whole.Stats().Nodes {
			t.Fatalf("%d cubes of a tree of %d nodes", n, whole.Stats().Nodes)
		}
		c := todo[0]
		left := searches[n%2].Explore(new(atomic.Bool), c, budget, func(s matrix.Solution) bool {
			got = append(got, append([]matrix.OptionID{}, s...))
			return true
		})
		if sum := parts(left); sum > c.Part*(1+1e-9) {
			t.Fatalf("the parts left of %v are %v, more than it has", c, left)
		}
		todo = slices.Concat(left, todo[1:])
	}
	effort := searches[0].Stats()
	effort.Add(searches[1].Stats())
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("in cubes of %d nodes %v, at once %v", budget, got, want)
	}
	if !reflect.DeepEqual(effort, whole.Stats()) {
		t.Fatalf("in cubes of %d nodes the effort is %+v, at once %+v", budget, effort, whole.Stats())
	}
}

func parts(cubes []search.Cube) float64 {
	sum := 0.0
	for _, c := range cubes {
		sum += c.Part
	}
	return sum
}

// TestParts: what is left after the first node is the whole, and branches are
// alike.
func TestParts(t *testing.T) {
	s := made(t, queens(6), sparse.Options{})
	left := s.Explore(new(atomic.Bool), search.Whole, 1, nil)
	if len(left) != 2 || math.Abs(parts(left)-1) > 1e-9 || math.Abs(left[0].Part-1./6) > 1e-9 {
		t.Errorf("%v is left after the root", left)
	}
	left = s.Explore(new(atomic.Bool), search.Cube{From: 2, Part: 4. / 6}, 1, nil)
	if math.Abs(parts(left)-4./6) > 1e-9 {
		t.Errorf("%v is left after branch 2 of 6", left)
	}
}

// TestLearns: a tree that depends on what was learned is not cut.
func TestLearns(t *testing.T) {
	s := made(t, queens(8), sparse.Options{Choose: sparse.DomWdeg})
	for _, c := range []struct {
		cube   search.Cube
		budget int64
	}{{search.Whole, 10}, {search.Cube{Path: []int32{0}, Part: 1}, 0}, {search.Cube{From: 1, Part: 1}, 0}} {
		left := s.Explore(new(atomic.Bool), c.cube, c.budget, nil)
		if left != nil || !errors.Is(s.Err(), sparse.ErrLearns) || s.Stats().Nodes != 0 {
			t.Errorf("%+v: %v is left, error %v, %d nodes", c, left, s.Err(), s.Stats().Nodes)
		}
	}
	if got := len(all(t, s)); got != 92 {
		t.Errorf("%d solutions, not 92", got)
	}
}

// TestStop: a search that is stopped or told to end leaves nothing to do.
func TestStop(t *testing.T) {
	s := made(t, queens(10), sparse.Options{})
	stop, found := new(atomic.Bool), 0
	left := s.Explore(stop, search.Whole, 0, func(matrix.Solution) bool {
		found++
		stop.Store(true)
		return true
	})
	if found != 1 || left != nil {
		t.Errorf("%d solutions and %v left after a stop at the first", found, left)
	}
	left = s.Explore(new(atomic.Bool), search.Whole, 0, func(matrix.Solution) bool { found++; return false })
	if found != 2 || left != nil {
		t.Errorf("%d solutions and %v left after an end at the second", found, left)
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	s := made(t, queens(14), sparse.Options{})
	for range s.Solutions(ctx) {
	}
	if s.Err() != context.DeadlineExceeded || s.Stats().Solutions >= 365596 {
		t.Errorf("error %v, %d solutions", s.Err(), s.Stats().Solutions)
	}
}

func TestProgress(t *testing.T) {
	var reports []search.Progress
	s := made(t, queens(9), sparse.Options{
		ReportEvery: 1000,
		Report:      func(p search.Progress) { reports = append(reports, p) },
	})
	all(t, s)
	if len(reports) < 10 {
		t.Fatalf("only %d reports", len(reports))
	}
	for k := 1; k < len(reports); k++ {
		if a, b := reports[k-1], reports[k]; a.Share > b.Share || a.Nodes >= b.Nodes {
			t.Errorf("report %d does not go on: %+v, %+v", k, a, b)
		}
	}
	if first, last := reports[0].Share, reports[len(reports)-1].Share; first > 0.2 || last < 0.9 {
		t.Errorf("the share goes from %v to %v", first, last)
	}
}
