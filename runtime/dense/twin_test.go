package dense_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"quadrille/runtime/dense"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// TestTwinsAtOnce: however many threads share what is prepared, they visit the
// nodes of one search and find its solutions.
func TestTwinsAtOnce(t *testing.T) {
	for _, p := range []*matrix.Problem{queens(9), langford(8), pack(5, 12, nil, pentominoes, "X"), scattered(rand.New(rand.NewPCG(9, 9)), 150)} {
		for _, o := range []dense.Options{{}, {Switch: dense.Auto, Regions: true}, {Switch: dense.Probe, Regions: true}} {
			s := newSearch(t, p, o)
			count(s)
			want := s.Stats()
			for _, threads := range []int{2, 3} {
				engines := []search.Cutter{s}
				for len(engines) < threads {
					engines = append(engines, s.Twin(nil))
				}
				r := search.New(engines, search.Options{})
				if _, err := r.Count(context.Background()); err != nil {
					t.Fatal(err)
				}
				if got := r.Stats(); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v: %d threads have %+v, one %+v", o, threads, got, want)
				}
			}
		}
	}
}

// A twin reports to its own listener.
func TestTwinReports(t *testing.T) {
	reports := [2]int{}
	s := newSearch(t, queens(8), dense.Options{Switch: dense.Auto, ReportEvery: 100, Report: func(search.Progress) { reports[0]++ }})
	twin := s.Twin(func(search.Progress) { reports[1]++ })
	if count(twin); reports[0] != 0 || reports[1] < 5 {
		t.Errorf("the search reports %d times and its twin %d", reports[0], reports[1])
	}
	count(s.Twin(nil))
	if count(s); reports[0] < 5 {
		t.Errorf("the search reports %d times", reports[0])
	}
}

// TestCubesInDisorder: a search goes from one cube to any other, near or far, and
// finds what an uncut one does.
func TestCubesInDisorder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	problems := []*matrix.Problem{queens(6), langford(7), scattered(r, 140)}
	for range rounds(t) / 10 {
		if p := matrixtest.Random(r, shapes["everything"]); fits(p) {
			problems = append(problems, p)
		}
	}
	for _, p := range problems {
		for _, o := range ways() {
			if o.First && p.Primary() > 100 {
				continue // too many nodes
			}
			inDisorder(t, r, p, o)
		}
	}
}

func inDisorder(t *testing.T, r *rand.Rand, p *matrix.Problem, o dense.Options) {
	t.Helper()
	s := newSearch(t, p, o)
	want := all(t, p, s)
	stats := s.Stats()
	s.Reset()
	var got [][]matrix.OptionID
	todo := []search.Cube{search.Whole}
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
		t.Fatalf("%+v: %v, uncut %v", o, got, want)
	}
	if !reflect.DeepEqual(s.Stats(), stats) {
		t.Fatalf("%+v: %+v, uncut %+v", o, s.Stats(), stats)
	}
}
