package sparse_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/sparse"
)

var rules = []sparse.Rule{sparse.MRV, sparse.First, sparse.DomWdeg}

func made(t testing.TB, p *matrix.Problem, o sparse.Options) *sparse.Search {
	t.Helper()
	s, err := sparse.NewSearch(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// all returns the solutions in the order in which they are found.
func all(t testing.TB, s *sparse.Search) [][]matrix.OptionID {
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

// asSets sorts the options of each solution, and the solutions.
func asSets(found [][]matrix.OptionID) [][]matrix.OptionID {
	var out [][]matrix.OptionID
	for _, solution := range found {
		out = append(out, append([]matrix.OptionID{}, solution...))
		slices.Sort(out[len(out)-1])
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

func rounds() int {
	if testing.Short() {
		return 150
	}
	return 700
}

// TestAgainstBruteForce compares the set of solutions, each of them verified
// and found once, with the one found by trying every subset of the options.
func TestAgainstBruteForce(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			solvable := 0
			for n := range rounds() {
				p := matrixtest.Random(r, shape)
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				o := sparse.Options{Choose: rules[n%len(rules)], Seed: uint64(n % 5)}
				if got := asSets(all(t, made(t, p, o))); !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v found %v, brute force %v", o, got, want)
				}
			}
			if solvable < 20 {
				t.Errorf("only %d problems had a solution: the test proves little", solvable)
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
		{"8 queens", queens(8), 92},
		{"9 queens", queens(9), 352},
		{"Langford pairs 1 to 7", langford(7), 52},
		{"Langford pairs 1 to 6", langford(6), 0},
		{"3 by 20 pentominoes", packing(3, 20, pentominoes, false), 8},
		{"5 by 10 Y pentominoes", packing(5, 10, pentominoes[11:], true), 10},
		{"10 by 10 Y pentominoes", packing(10, 10, pentominoes[11:], true), 350},
	} {
		if got := len(all(t, made(t, c.p, sparse.Options{}))); got != c.want {
			t.Errorf("%s: %d solutions, not %d", c.name, got, c.want)
		}
	}
}

// TestRunsAgain: a search that was broken off or cancelled finds everything when
// it is run again, in the same order and with the same effort.
func TestRunsAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range rounds() / 2 {
		o := sparse.Options{Choose: rules[n%len(rules)]}
		s := made(t, matrixtest.Random(r, shapes["everything"]), o)
		want := all(t, s)
		effort := s.Stats()
		for stop := range want {
			breakOff(s, stop, stop%2 == 0)
			if got := all(t, s); !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v: %v after a break, %v before", o, got, want)
			}
			if got := s.Stats(); !reflect.DeepEqual(got, effort) {
				t.Fatalf("%+v: effort %+v after a break, %+v before", o, got, effort)
			}
		}
	}
}

// breakOff ends a run after some solutions, by a break or a cancellation.
func breakOff(s *sparse.Search, after int, cancelled bool) {
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
	s := made(t, queens(12), sparse.Options{})
	n := 0
	for range s.Solutions(ctx) {
		if n++; n == 5 {
			cancel()
		}
	}
	cancel()
	if s.Err() != context.Canceled || n >= 14200 {
		t.Errorf("error %v after %d solutions", s.Err(), n)
	}
	if got := len(all(t, s)); got != 14200 {
		t.Errorf("%d solutions after a cancellation, not 14200", got)
	}
}

// TestSeed: a seed shuffles the orders that are not given, and no more.
func TestSeed(t *testing.T) {
	p := queens(8)
	plain := all(t, made(t, p, sparse.Options{}))
	seeded := all(t, made(t, p, sparse.Options{Seed: 7}))
	if reflect.DeepEqual(plain, seeded) {
		t.Error("the seed changes nothing")
	}
	if !reflect.DeepEqual(asSets(plain), asSets(seeded)) {
		t.Error("the seed changes the set of solutions")
	}
	if !reflect.DeepEqual(seeded, all(t, made(t, p, sparse.Options{Seed: 7}))) {
		t.Error("the same seed gives another order")
	}
}

func TestWrongOptions(t *testing.T) {
	p := queens(4)
	for _, c := range []struct {
		o    sparse.Options
		want error
	}{
		{sparse.Options{Order: []matrix.ItemID{0, 1}}, sparse.ErrOrder},
		{sparse.Options{Order: []matrix.ItemID{0, 1, 2, 3, 4, 5, 6, 6}}, sparse.ErrOrder},
		{sparse.Options{OptionOrder: []matrix.OptionID{-1}}, sparse.ErrOrder},
		{sparse.Options{Choose: 9}, sparse.ErrRule},
	} {
		if _, err := sparse.NewSearch(p, c.o); !errors.Is(err, c.want) {
			t.Errorf("%+v: error %v, not %v", c.o, err, c.want)
		}
	}
}

// TestNoAllocations: a run allocates for itself and not for its nodes.
func TestNoAllocations(t *testing.T) {
	for _, rule := range rules {
		s := made(t, queens(9), sparse.Options{Choose: rule})
		run := func() {
			for range s.Solutions(context.Background()) {
			}
		}
		run()
		if n := testing.AllocsPerRun(3, run); n > 20 {
			t.Errorf("rule %d: %v allocations in a run of %d nodes", rule, n, s.Stats().Nodes)
		}
	}
}
