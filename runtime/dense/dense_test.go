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

// searchWay is a way to search, which must not change what is found.
type searchWay struct {
	dense.SearchOptions
	threshold  int // of the second phase
	regions    bool
	keepBounds bool // however few the items are
}

// usualWay is how the engine searches by itself.
var usualWay = searchWay{threshold: dense.Auto, regions: true}

// isUsual reports whether the engine searches as it would by itself.
func (w searchWay) isUsual() bool { return w.threshold == dense.Auto && w.regions && !w.First }

func searchWays() []searchWay {
	out := []searchWay{{SearchOptions: dense.SearchOptions{First: true}}, {keepBounds: true}}
	for _, threshold := range []int{0, 1, 3, 1000, dense.Auto} {
		out = append(out, searchWay{threshold: threshold}, searchWay{threshold: threshold, regions: true})
	}
	return out
}

func newSearch(t testing.TB, p *matrix.Problem, w searchWay) *dense.BitSearch {
	t.Helper()
	s, err := dense.NewSearch(p, w.SearchOptions)
	if err != nil {
		t.Fatal(err)
	}
	if s.SetPhases(w.threshold, w.regions); w.keepBounds {
		s.KeepLowerBounds()
	}
	return s
}

// allSolutions returns the solutions in the order in which they are found, each of them
// verified, with sorted options.
func allSolutions(t testing.TB, p *matrix.Problem, s *dense.BitSearch) [][]matrix.OptionID {
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

func solutionsInOrder(e search.Engine) (all []matrix.Solution) {
	for s := range e.Solutions(context.Background()) {
		all = append(all, append(matrix.Solution{}, s...))
	}
	return all
}

func countSolutions(s search.Engine) (n int64) {
	for range s.Solutions(context.Background()) {
		n++
	}
	return n
}

// shuffleSometimes gives options random orders half of the time.
func shuffleSometimes(r *rand.Rand, p *matrix.Problem, o *dense.SearchOptions) {
	if r.IntN(2) == 0 {
		shuffleOrders(r, p, o)
	}
}

// shuffleOrders gives options random orders.
func shuffleOrders(r *rand.Rand, p *matrix.Problem, o *dense.SearchOptions) {
	for _, i := range r.Perm(p.PrimaryCount()) {
		o.Order = append(o.Order, matrix.ItemID(i))
	}
	for _, i := range r.Perm(p.OptionCount()) {
		o.OptionOrder = append(o.OptionOrder, matrix.OptionID(i))
	}
}

// TestAgainstBruteForce compares the solutions with those found by trying every
// subset of the options, for every way to search. Half of the problems are in a
// random order.
func TestAgainstBruteForce(t *testing.T) {
	for name := range problemShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			problems, solvable := randomProblems(r, name, matrixtest.RandomRounds(50, 1000)), 0
			for _, p := range problems {
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				for _, w := range searchWays() {
					shuffleSometimes(r, p, &w.SearchOptions)
					s := newSearch(t, p, w)
					for range 2 { // the second time on what the first one left behind
						got := allSolutions(t, p, s)
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
		for _, p := range randomProblems(r, shape, matrixtest.RandomRounds(50, 1000)) {
			var o dense.SearchOptions
			shuffleSometimes(r, p, &o)
			compareWithLinks(t, p, o)
		}
	}
	for _, p := range []*matrix.Problem{
		matrixtest.QueensProblem(1), matrixtest.QueensProblem(8), matrixtest.QueensProblem(9),
		matrixtest.LangfordProblem(7), matrixtest.LangfordProblem(8),
		packingProblem(3, 20, nil, pentominoes, "X"), packingProblem(5, 5, nil, pentominoes, ""),
	} {
		for range matrixtest.RandomRounds(1, 3) {
			var o dense.SearchOptions
			shuffleSometimes(r, p, &o)
			compareWithLinks(t, p, o)
		}
	}
}

func compareWithLinks(t *testing.T, p *matrix.Problem, o dense.SearchOptions) {
	t.Helper()
	for _, c := range []struct {
		dlx.Chooser
		floors bool
	}{{Chooser: choose.MRV{}}, {Chooser: choose.MRV{}, floors: true}, {Chooser: choose.FirstItem{}}} {
		o.First = c.Chooser == choose.FirstItem{}
		if o.First && p.OptionCount() > 100 {
			continue // without limit
		}
		links := dlx.NewSearch(p, dlx.SearchOptions{Chooser: c.Chooser, Order: o.Order, OptionOrder: o.OptionOrder})
		s := newSearch(t, p, searchWay{SearchOptions: o, keepBounds: c.floors})
		want, got := solutionsInOrder(links), solutionsInOrder(s)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v: %d solutions %v, of links %d %v", c, len(got), got, len(want), want)
		}
		if a, b := levelNodes(s.Stats()), levelNodes(links.Stats()); !slices.Equal(a, b) {
			t.Fatalf("%+v: nodes by level %v, of links %v", c, a, b)
		}
	}
}

// levelNodes are those of each level that has any.
func levelNodes(s search.Stats) []int64 {
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
		{"3 by 20", packingProblem(3, 20, nil, pentominoes, ""), 8, false},
		{"4 by 15", packingProblem(4, 15, nil, pentominoes, ""), 1472, true},
		{"5 by 12", packingProblem(5, 12, nil, pentominoes, ""), 4040, true},
		{"6 by 10", packingProblem(6, 10, nil, pentominoes, ""), 9356, true},
		{"6 by 10, a quarter", packingProblem(6, 10, nil, pentominoes, "X"), 2339, true},
		{"Scott", scottProblem(), 520, true},
		{"10 by 10, Y alone", yPackingProblem(10, 10), 350, false},
		{"dominoes in a row", dominoRow(130), 1, false},
		{"8 queens", matrixtest.QueensProblem(8), 92, false},
		{"10 queens", matrixtest.QueensProblem(10), 724, false},
		{"Langford 7", matrixtest.LangfordProblem(7), 52, false},
		{"Langford 8", matrixtest.LangfordProblem(8), 300, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.slow && c.want > 1500 && !matrixtest.SlowTestsWanted() {
				t.Skip("slow")
			}
			for _, w := range searchWays() {
				if c.slow && !w.isUsual() && (!matrixtest.SlowTestsWanted() || w.threshold != 0 && !w.regions) {
					continue // enough is enough
				}
				if (w.First || w.threshold > 0) && c.p.OptionCount() > 400 {
					continue // a fixed order alone may take long
				}
				if got := countSolutions(newSearch(t, c.p, w)); got != c.want {
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
		{"4 by 15, a quarter", packingProblem(4, 15, nil, pentominoes, "X"), 60, true},
		{"4 by 15", packingProblem(4, 15, nil, pentominoes, ""), 47, true},
		{"6 by 10, a quarter", packingProblem(6, 10, nil, pentominoes, "X"), 36, true},
		{"10 by 12, Y alone", yPackingProblem(10, 12), 60, true},
		{"11 by 12, Y alone", yPackingProblem(11, 12), 0, false},
		{"12 queens", matrixtest.QueensProblem(12), 6, false},
	} {
		s := newSearch(t, c.p, usualWay)
		if threshold, filter := s.PhaseSettings(); threshold != c.threshold || filter != c.filter {
			t.Errorf("%s: the second phase begins at %d, filter %v", c.name, threshold, filter)
		}
	}
}

// TestRoom: problems about as large as a mask, and larger. The links say what the solutions are.
func TestRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	rounds, solvable := matrixtest.RandomRounds(30, 250), 0
	for round := range rounds {
		sizes := []int{60 + r.IntN(200), 100, 120, 126, 127, 128, 129}
		p := randomGroups(r, sizes[round%len(sizes)])
		want := countSolutions(dlx.NewSearch(p, dlx.SearchOptions{Chooser: choose.MRV{}}))
		if want > 0 {
			solvable++
		}
		for _, w := range []searchWay{{}, {threshold: 20, regions: true}, {threshold: 60}, usualWay} {
			shuffleSometimes(r, p, &w.SearchOptions)
			if got := int64(len(allSolutions(t, p, newSearch(t, p, w)))); got != want {
				t.Fatalf("%d items, %+v: %d solutions, links %d", p.PrimaryCount(), w, got, want)
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
		b := newNamedBuilder()
		b.items["a"] = b.AddPrimary("a", bound)
		_, err := dense.NewSearch(b.mustBuild(), dense.SearchOptions{})
		if !errors.Is(err, dense.ErrUnfit) || !strings.Contains(err.Error(),
			fmt.Sprintf("%d to %d times", bound.Min, bound.Max)) {
			t.Errorf("%+v: the error is %v", bound, err)
		}
	}
	b := newNamedBuilder("a")
	for range dense.MaxOptions + 1 {
		b.optionNamed("a")
	}
	if _, err := dense.NewSearch(b.mustBuild(), dense.SearchOptions{}); !errors.Is(err, dense.ErrUnfit) ||
		!strings.Contains(err.Error(), "32769 options") {
		t.Errorf("the error is %v", err)
	}
}

// TestNoAllocations: neither nodes nor solutions allocate.
func TestNoAllocations(t *testing.T) {
	for _, w := range []searchWay{{}, {threshold: 12}, {threshold: 12, regions: true}} {
		s := newSearch(t, packingProblem(5, 5, nil, pentominoes, ""), w)
		if w.threshold == 0 {
			s = newSearch(t, matrixtest.QueensProblem(8), w)
		}
		countSolutions(s)
		if n := testing.AllocsPerRun(2, func() { countSolutions(s) }); n > 20 {
			t.Errorf("%+v: %v allocations in a run of %d nodes", w, n, s.Stats().Nodes)
		}
	}
}

func ExampleNewSearch() {
	b := matrix.NewBuilder()
	left := b.AddPrimary("left", matrix.Once)
	right := b.AddPrimary("right", matrix.Once)
	b.AddOption(matrix.Entry{Item: left}, matrix.Entry{Item: right})
	b.AddOption(matrix.Entry{Item: left})
	b.AddOption(matrix.Entry{Item: right})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := dense.NewSearch(p, dense.SearchOptions{})
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
