package dense_test

import (
	"context"
	"fmt"
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

var _ search.Cutter = (*dense.Search)(nil)

// inCubes explores the whole tree in cubes of a budget each, a search and its twin
// in turn, and returns the solutions in order and the effort of both.
func inCubes(t *testing.T, p *matrix.Problem, o dense.Options, budget int64) ([]matrix.Solution, search.Stats) {
	t.Helper()
	var found []matrix.Solution
	one := newSearch(t, p, o)
	searches := []*dense.Search{one, one.Twin(nil)}
	todo := []search.Cube{search.Whole}
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
	stats.Add(searches[1].Stats())
	return found, stats
}

// TestCubes: cut however finely, the tree has the same nodes and the same
// solutions in the same order.
func TestCubes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	problems := []*matrix.Problem{queens(6), queens(7), langford(7), pack(3, 20, nil, pentominoes, "X")}
	for name := range shapes {
		for range rounds(t) / 10 {
			if p := matrixtest.Random(r, shapes[name]); fits(p) {
				problems = append(problems, p)
			}
		}
	}
	for n, p := range problems {
		for _, o := range ways() {
			if n == 3 && (o.First || o.Switch > 3) {
				continue // too many nodes for cubes of one
			}
			s := newSearch(t, p, o)
			want := inOrder(s)
			for _, budget := range []int64{1, 3, 17} {
				if n == 3 && budget < 17 {
					continue
				}
				got, stats := inCubes(t, p, o, budget)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v, budget %d: %v, uncut %v", o, budget, got, want)
				}
				if !reflect.DeepEqual(stats, s.Stats()) {
					t.Fatalf("%+v, budget %d: %+v, uncut %+v", o, budget, stats, s.Stats())
				}
			}
		}
	}
}

// The parts of cubes that are left add up with what has been done: each branch
// has an equal share.
func TestParts(t *testing.T) {
	for _, o := range []dense.Options{{}, {Switch: 10}} {
		s := newSearch(t, queens(8), o)
		left := s.Explore(nil, search.Whole, 1, func(matrix.Solution) bool { return true })
		sum := 0.0
		for _, c := range left {
			sum += c.Part
		}
		if math.Abs(sum-1) > 1e-9 || len(left) != 2 || len(left[0].Path) != 1 || left[1].From != 1 {
			t.Errorf("after the root %+v is left", left)
		}
	}
}

// A cube that is not of the tree has nothing in it.
func TestForeignCubes(t *testing.T) {
	for _, o := range ways() {
		s := newSearch(t, queens(6), o)
		for _, c := range []search.Cube{
			{Path: []int32{99}, Part: 1}, {Path: []int32{-1}, Part: 1}, {From: 99, Part: 1},
			{Path: []int32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Part: 1},
		} {
			if left := s.Explore(nil, c, 5, func(matrix.Solution) bool { t.Error("a solution"); return true }); left != nil {
				t.Errorf("%+v leaves %+v", c, left)
			}
		}
		if got := count(s); got != 4 {
			t.Errorf("after them there are %d solutions of 4", got)
		}
	}
}

func TestStop(t *testing.T) {
	for _, o := range []dense.Options{{}, {Switch: 1000}} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		s := newSearch(t, queens(15), o)
		for range s.Solutions(ctx) {
		}
		if s.Err() != context.DeadlineExceeded || s.Stats().Solutions >= 2279184 {
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
		if left := s.Explore(&stop, search.Whole, 0, func(matrix.Solution) bool { return true }); left != nil {
			t.Errorf("a search that is stopped leaves %v", left)
		}
		cancel()
	}
}

func TestProgress(t *testing.T) {
	for _, sw := range []int{0, 8} {
		var shares []float64
		s := newSearch(t, queens(9), dense.Options{Switch: sw, ReportEvery: 100, Report: func(p search.Progress) { shares = append(shares, p.Share) }})
		n := count(s)
		if n != 352 || len(shares) < 20 || !slices.IsSorted(shares) || shares[0] > 0.1 || shares[len(shares)-1] < 0.9 {
			t.Errorf("%d solutions, shares %v", n, shares)
		}
	}
}

// TestNoAllocations: neither nodes nor solutions allocate.
func TestNoAllocations(t *testing.T) {
	for _, o := range []dense.Options{{}, {Switch: 12}, {Switch: 12, Regions: true}} {
		p := pack(3, 20, nil, pentominoes, "X")
		s := newSearch(t, p, o)
		count(s)
		if n := testing.AllocsPerRun(3, func() { count(s) }); n > 20 {
			t.Errorf("%+v: %v allocations in a run of %d nodes", o, n, s.Stats().Nodes)
		}
	}
}

func ExampleNewSearch() {
	b := matrix.NewBuilder()
	left := b.Primary("left", matrix.Once)
	right := b.Primary("right", matrix.Once)
	b.Option(matrix.Entry{Item: left}, matrix.Entry{Item: right})
	b.Option(matrix.Entry{Item: left})
	b.Option(matrix.Entry{Item: right})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := dense.NewSearch(p, dense.Options{Switch: dense.Auto, Regions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for solution := range s.Solutions(context.Background()) {
		fmt.Println(solution)
	}
	// Output:
	// [0]
	// [1 2]
}
