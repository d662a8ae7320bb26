package dense_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/choose"
	"quadrille/runtime/dense"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// way is a way to search, which must not change what is found.
type way struct {
	dense.Options
	threshold int // of the second phase
	regions   bool
	floors    bool // however few the items are
}

// usual is how the engine searches by itself.
var usual = way{threshold: dense.Auto, regions: true}

// isUsual reports whether the engine searches as it would by itself.
func (w way) isUsual() bool { return w.threshold == dense.Auto && w.regions && !w.First }

func ways() []way {
	out := []way{{Options: dense.Options{First: true}}, {floors: true}}
	for _, threshold := range []int{0, 1, 3, 1000, dense.Auto} {
		out = append(out, way{threshold: threshold}, way{threshold: threshold, regions: true})
	}
	return out
}

func newSearch(t testing.TB, p *matrix.Problem, w way) *dense.Search {
	t.Helper()
	s, err := dense.NewSearch(p, w.Options)
	if err != nil {
		t.Fatal(err)
	}
	if s.Tune(w.threshold, w.regions); w.floors {
		s.KeepFloors()
	}
	return s
}

// all returns the solutions in the order in which they are found, each of them
// verified, with sorted options.
func all(t testing.TB, p *matrix.Problem, s *dense.Search) [][]matrix.OptionID {
	t.Helper()
	var got [][]matrix.OptionID
	for solution := range s.Solutions(context.Background()) {
		if err := p.Verify(solution); err != nil {
			t.Fatal(err)
		}
		got = append(got, append([]matrix.OptionID{}, slices.Sorted(slices.Values(solution))...))
	}
	return got
}

func inOrder(e search.Engine) (all []matrix.Solution) {
	for s := range e.Solutions(context.Background()) {
		all = append(all, append(matrix.Solution{}, s...))
	}
	return all
}

func count(s search.Engine) (n int64) {
	for range s.Solutions(context.Background()) {
		n++
	}
	return n
}

// shuffle gives options random orders half of the time.
func shuffle(r *rand.Rand, p *matrix.Problem, o *dense.Options) {
	if r.IntN(2) == 0 {
		disorder(r, p, o)
	}
}

// disorder gives options random orders.
func disorder(r *rand.Rand, p *matrix.Problem, o *dense.Options) {
	for _, i := range r.Perm(p.Primary()) {
		o.Order = append(o.Order, matrix.ItemID(i))
	}
	for _, i := range r.Perm(p.Options()) {
		o.OptionOrder = append(o.OptionOrder, matrix.OptionID(i))
	}
}

// TestAgainstBruteForce compares the solutions with those found by trying every
// subset of the options, for every way to search. Half of the problems are in a
// random order.
func TestAgainstBruteForce(t *testing.T) {
	for name := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			problems, solvable := random(r, name, matrixtest.Rounds(50, 1000)), 0
			for _, p := range problems {
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				for _, w := range ways() {
					shuffle(r, p, &w.Options)
					s := newSearch(t, p, w)
					for range 2 { // the second time on what the first one left behind
						got := all(t, p, s)
						slices.SortFunc(got, slices.Compare)
						if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
							t.Fatalf("%+v found %v, brute force %v", w, got, want)
						}
					}
				}
			}
			if 20*solvable < len(problems) {
				t.Errorf("only %d problems of %d had a solution: the test proves little", solvable, len(problems))
			}
		})
	}
}

// TestLikeLinks: without the second phase and the filter the tree is that of the
// links, node by node, and the solutions come in the same order.
func TestLikeLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, shape := range []string{"plain", "secondary", "colors", "bounds"} {
		for _, p := range random(r, shape, matrixtest.Rounds(50, 1000)) {
			var o dense.Options
			shuffle(r, p, &o)
			likeLinks(t, p, o)
		}
	}
	for _, p := range []*matrix.Problem{
		matrixtest.Queens(1), matrixtest.Queens(8), matrixtest.Queens(9), matrixtest.Langford(7), matrixtest.Langford(8),
		pack(3, 20, nil, pentominoes, "X"), pack(5, 5, nil, pentominoes, ""),
	} {
		for range matrixtest.Rounds(1, 3) {
			var o dense.Options
			shuffle(r, p, &o)
			likeLinks(t, p, o)
		}
	}
}

func likeLinks(t *testing.T, p *matrix.Problem, o dense.Options) {
	t.Helper()
	for _, c := range []struct {
		dlx.Chooser
		floors bool
	}{{Chooser: choose.MRV{}}, {Chooser: choose.MRV{}, floors: true}, {Chooser: choose.First{}}} {
		o.First = c.Chooser == choose.First{}
		if o.First && p.Options() > 100 {
			continue // without limit
		}
		links := dlx.NewSearch(p, dlx.Options{Chooser: c.Chooser, Order: o.Order, OptionOrder: o.OptionOrder})
		s := newSearch(t, p, way{Options: o, floors: c.floors})
		want, got := inOrder(links), inOrder(s)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v: %d solutions %v, of links %d %v", c, len(got), got, len(want), want)
		}
		if a, b := nodes(s.Stats()), nodes(links.Stats()); !slices.Equal(a, b) {
			t.Fatalf("%+v: nodes by level %v, of links %v", c, a, b)
		}
	}
}

// nodes are those of each level that has any.
func nodes(s search.Stats) []int64 {
	var out []int64
	for _, l := range s.Profile {
		if l.Nodes > 0 {
			out = append(out, l.Nodes)
		}
	}
	return out
}

// Published numbers of solutions, in every way to search. Slow ones are counted as the engine
// searches by itself, unless slow tests are asked for.
func TestCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, c := range []struct {
		name string
		p    *matrix.Problem
		want int64
		slow bool
	}{
		{"3 by 20", pack(3, 20, nil, pentominoes, ""), 8, false},
		{"4 by 15", pack(4, 15, nil, pentominoes, ""), 1472, true},
		{"5 by 12", pack(5, 12, nil, pentominoes, ""), 4040, true},
		{"6 by 10", pack(6, 10, nil, pentominoes, ""), 9356, true},
		{"6 by 10, a quarter", pack(6, 10, nil, pentominoes, "X"), 2339, true},
		{"Scott", scott(), 520, true},
		{"10 by 10, Y alone", packY(10, 10), 350, false},
		{"dominoes in a row", dominoes(130), 1, false},
		{"8 queens", matrixtest.Queens(8), 92, false},
		{"10 queens", matrixtest.Queens(10), 724, false},
		{"Langford 7", matrixtest.Langford(7), 52, false},
		{"Langford 8", matrixtest.Langford(8), 300, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.slow && c.want > 1500 && !matrixtest.Slow() {
				t.Skip("slow")
			}
			for _, w := range ways() {
				if c.slow && !w.isUsual() && (!matrixtest.Slow() || w.threshold != 0 && !w.regions) {
					continue // enough is enough
				}
				if (w.First || w.threshold > 0) && c.p.Options() > 400 {
					continue // a fixed order alone may take long
				}
				if got := count(newSearch(t, c.p, w)); got != c.want {
					t.Errorf("%+v: %d solutions, not %d", w, got, c.want)
				}
			}
		})
	}
}

// TestPhases: the second phase begins soon on a narrow board, sooner if one piece breaks its
// symmetry, and late where there is no board. Problems that have no room in a mask have neither it
// nor the filter.
func TestPhases(t *testing.T) {
	for _, c := range []struct {
		name      string
		p         *matrix.Problem
		threshold int
		filter    bool
	}{
		{"4 by 15, a quarter", pack(4, 15, nil, pentominoes, "X"), 60, true},
		{"4 by 15", pack(4, 15, nil, pentominoes, ""), 47, true},
		{"6 by 10, a quarter", pack(6, 10, nil, pentominoes, "X"), 36, true},
		{"10 by 12, Y alone", packY(10, 12), 60, true},
		{"11 by 12, Y alone", packY(11, 12), 0, false},
		{"12 queens", matrixtest.Queens(12), 6, false},
	} {
		s := newSearch(t, c.p, usual)
		if threshold, filter := s.Phases(); threshold != c.threshold || filter != c.filter {
			t.Errorf("%s: the second phase begins at %d, filter %v", c.name, threshold, filter)
		}
	}
}

// TestRoom: problems about as large as a mask, and larger. The links say what the solutions are.
func TestRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	rounds, solvable := matrixtest.Rounds(30, 250), 0
	for round := range rounds {
		sizes := []int{60 + r.IntN(200), 100, 120, 126, 127, 128, 129}
		p := scattered(r, sizes[round%len(sizes)])
		want := count(dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}}))
		if want > 0 {
			solvable++
		}
		for _, w := range []way{{}, {threshold: 20, regions: true}, {threshold: 60}, usual} {
			shuffle(r, p, &w.Options)
			if got := int64(len(all(t, p, newSearch(t, p, w)))); got != want {
				t.Fatalf("%d items, %+v: %d solutions, links %d", p.Primary(), w, got, want)
			}
		}
	}
	if 5*solvable < rounds {
		t.Errorf("only %d problems of %d had a solution: the test proves little", solvable, rounds)
	}
}

// What the engine does not do it says.
func TestUnfit(t *testing.T) {
	for _, bound := range []matrix.Bound{{Min: 1, Max: 2}, {Min: 2, Max: 2}, {Min: 0, Max: 3}} {
		b := newBuilder()
		b.items["a"] = b.Primary("a", bound)
		_, err := dense.NewSearch(b.built(), dense.Options{})
		if !errors.Is(err, dense.ErrUnfit) || !strings.Contains(err.Error(), fmt.Sprintf("%d to %d times", bound.Min, bound.Max)) {
			t.Errorf("%+v: the error is %v", bound, err)
		}
	}
	b := newBuilder("a")
	for range dense.MaxOptions + 1 {
		b.option("a")
	}
	if _, err := dense.NewSearch(b.built(), dense.Options{}); !errors.Is(err, dense.ErrUnfit) || !strings.Contains(err.Error(), "32769 options") {
		t.Errorf("the error is %v", err)
	}
}

// TestNoAllocations: neither nodes nor solutions allocate.
func TestNoAllocations(t *testing.T) {
	for _, w := range []way{{}, {threshold: 12}, {threshold: 12, regions: true}} {
		s := newSearch(t, pack(5, 5, nil, pentominoes, ""), w)
		if w.threshold == 0 {
			s = newSearch(t, matrixtest.Queens(8), w)
		}
		count(s)
		if n := testing.AllocsPerRun(2, func() { count(s) }); n > 20 {
			t.Errorf("%+v: %v allocations in a run of %d nodes", w, n, s.Stats().Nodes)
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
	s, err := dense.NewSearch(p, dense.Options{})
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
