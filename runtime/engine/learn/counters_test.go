package learn_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// countedProblem returns a random problem in which about half of the options hold an item with bounds of any size, up
// to three such items, and up to six items that must be covered.
func countedProblem(r *rand.Rand) *matrix.Problem {
	b := newNamedBuilder()
	const options = 12
	var items []matrix.Entry
	for k := range 1 + r.IntN(3) {
		low := r.Int32N(options/2 + 1)
		bound := matrix.Bound{Min: low, Max: max(1, low+r.Int32N(3))}
		items = append(items, matrix.Entry{Item: b.AddPrimary(string(rune('a'+k)), bound)})
	}
	counted := len(items)
	for k := range r.IntN(7) {
		bound := matrix.Bound{Min: 1, Max: 1 + r.Int32N(options)}
		items = append(items, matrix.Entry{Item: b.AddPrimary(string(rune('p'+k)), bound)})
	}
	for range options {
		var option []matrix.Entry
		for k, e := range items {
			if k < counted && r.IntN(2) == 0 || k >= counted && r.IntN(3) == 0 {
				option = append(option, e)
			}
		}
		if len(option) > 0 {
			b.AddOption(option...)
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestCounters compares with brute force where items have counters. Each clause that is learned holds in all solutions
// that were not found before.
func TestCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 11))
	rounds, counters, clauses := matrixtest.RandomRounds(500, 4000), 0, 0
	for n := range rounds {
		p := countedProblem(r)
		want := matrixtest.BruteForce(p)
		s := mustSearch(t, p, learn.LearnOptions{Seed: uint64(n)})
		s.MakeHasty()
		if got := allSolutions(t, p, s); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("problem %d: %v, and by brute force %v", n, got, want)
		}
		counters += s.CounterCount()
		clauses += checkLearned(t, p, want)
	}
	if counters < rounds/5 || clauses < rounds/5 {
		t.Errorf("%d counters, %d clauses: the test proves little", counters, clauses)
	}
}

// coveringCode returns the problem of finding some words of five bits, so that each word differs from one of them in at
// most one place. One word is given, and another one is left out.
func coveringCode(t *testing.T, words int32, given, leftOut int) *matrix.Problem {
	b := newNamedBuilder()
	chosen := matrix.Entry{Item: b.AddPrimary("chosen", matrix.Bound{Min: words, Max: words})}
	var near [32]matrix.Entry
	for w := range near {
		near[w] = matrix.Entry{Item: b.AddPrimary(string(rune('A'+w)), matrix.Bound{Min: 1, Max: 6})}
	}
	for w := range near {
		option := []matrix.Entry{chosen, near[w], near[w^1], near[w^2], near[w^4], near[w^8], near[w^16]}
		if w == given {
			option = append(option, b.onceItem("given"))
		}
		if w != leftOut {
			b.AddOption(option...)
		}
	}
	return b.mustBuild(t)
}

// TestCoveringCodes: seven words are enough, and six are not (R. G. Stanton and J. G. Kalbfleisch 1968). A counter is
// added by itself.
func TestCoveringCodes(t *testing.T) {
	for words, hasCode := range map[int32]bool{7: true, 6: false} {
		p := coveringCode(t, words, 5, 6)
		s := mustSearch(t, p, learn.LearnOptions{})
		found := false
		for solution := range s.Solutions(context.Background()) {
			if err := p.Verify(solution); err != nil {
				t.Error(err)
			}
			found = true
			break
		}
		if found != hasCode || s.Err() != nil || !hasCode && s.CounterCount() != 1 {
			t.Errorf("%d words: found is %v, %d counters, %v", words, found, s.CounterCount(), s.Err())
		}
	}
}

// TestConnectedCounters chooses connected cells of random graphs, of which each has two options and all together a
// random number is chosen, and compares the solutions with all choices of cells.
func TestConnectedCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 11))
	counters, solvable := 0, 0
	rounds := matrixtest.RandomRounds(300, 10_000)
	for n := range rounds {
		cells := 5 + r.IntN(6)
		edges, low := enginetest.RandomEdges(r, cells, 3), 2+r.IntN(cells-2)
		bound := matrix.Bound{Min: int32(low), Max: int32(max(1, low+r.IntN(cells-low+2)))}
		b := matrix.NewBuilder()
		total := matrix.Entry{Item: b.AddPrimary("total", bound)}
		s := &search.CellSet{NeighboursOfCell: make([][]int32, cells), GivenCells: make([]bool, cells),
			IncludingOptions: make([][]matrix.OptionID, cells), ExcludingOptions: make([][]matrix.OptionID, cells)}
		for _, e := range edges {
			s.NeighboursOfCell[e[0]] = append(s.NeighboursOfCell[e[0]], int32(e[1]))
			s.NeighboursOfCell[e[1]] = append(s.NeighboursOfCell[e[1]], int32(e[0]))
		}
		for c := range cells {
			cell := matrix.Entry{Item: b.AddPrimary(string(rune('a'+c)), matrix.Once)}
			b.AddOption(cell)
			b.AddOption(cell, total)
			s.ExcludingOptions[c] = []matrix.OptionID{matrix.OptionID(2 * c)}
			s.IncludingOptions[c] = []matrix.OptionID{matrix.OptionID(2*c + 1)}
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		var want [][]matrix.OptionID
		for choice := range 1 << cells {
			in, solution, count := make([]bool, cells), []matrix.OptionID{}, int32(0)
			for c := range cells {
				in[c] = choice>>c&1 == 1
				count += int32(choice >> c & 1)
				solution = append(solution, matrix.OptionID(2*c+choice>>c&1))
			}
			if bound.Min <= count && count <= bound.Max && enginetest.AreConnected(edges, in) {
				want = append(want, solution)
			}
		}
		slices.SortFunc(want, slices.Compare)
		found := mustSearch(t, p, learn.LearnOptions{ConnectedSets: []*search.CellSet{s}, Seed: uint64(n)})
		if n%2 == 0 {
			found.MakeHasty()
		}
		found.CountSmallItems()
		if got := allSolutions(t, p, found); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("problem %d, %v of %d cells, %v: %v, want %v", n, bound, cells, edges, got, want)
		}
		counters, solvable = counters+found.CounterCount(), solvable+min(1, len(want))
	}
	if counters < rounds/2 || solvable < rounds/2 {
		t.Errorf("of %d problems %d have counters, %d have solutions", rounds, counters, solvable)
	}
}

// TestLargeCount puts 44 black cells on a board of 12 by 12 so that none are neighbours and the other cells are
// connected. Where the search counts options, reasons are lists of 44 options, and it takes more than 100,000
// conflicts.
func TestLargeCount(t *testing.T) {
	const n, black = 12, 44
	b := newNamedBuilder()
	total := matrix.Entry{Item: b.AddPrimary("total", matrix.Bound{Min: black, Max: black})}
	s := &search.CellSet{NeighboursOfCell: make([][]int32, n*n), GivenCells: make([]bool, n*n),
		IncludingOptions: make([][]matrix.OptionID, n*n), ExcludingOptions: make([][]matrix.OptionID, n*n)}
	for c := range n * n {
		option := []matrix.Entry{b.onceItem(c), total}
		for _, d := range []int{c - n, c - 1, c + 1, c + n} {
			if d < 0 || d >= n*n || d/n != c/n && d%n != c%n {
				continue
			}
			s.NeighboursOfCell[c] = append(s.NeighboursOfCell[c], int32(d))
			option = append(option, b.atMostOnce("pair", min(c, d), max(c, d)))
		}
		s.IncludingOptions[c] = []matrix.OptionID{b.AddOption(b.onceItem(c))}
		s.ExcludingOptions[c] = []matrix.OptionID{b.AddOption(option...)}
	}
	sets, solution := []*search.CellSet{s}, matrix.Solution(nil)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var found *learn.ClauseSearch
	found = mustSearch(t, b.mustBuild(t), learn.LearnOptions{ConnectedSets: sets, ReportEvery: 1000,
		Report: func(search.Progress) {
			if found.ConflictCount() > 20_000 {
				cancel()
			}
		}})
	for solution = range found.Solutions(ctx) {
		break
	}
	if solution == nil || !search.NewCellTest(sets)(solution) {
		t.Errorf("after %d conflicts the solution is %v", found.ConflictCount(), solution)
	}
}

// TestCounterMemory: the counters of many items take a small part of the memory, all together, so the search does not
// run out of it.
func TestCounterMemory(t *testing.T) {
	const options, items, perItem, memory = 14, 80, 8, 128 << 10
	r, b := rand.New(rand.NewPCG(4, 5)), newNamedBuilder()
	held, planted := make([][]matrix.Entry, options), r.Perm(options)[:options/2]
	for k := range items {
		some, bound := r.Perm(options)[:perItem], matrix.Bound{}
		for _, o := range some {
			if slices.Contains(planted, o) {
				bound.Min++
			}
		}
		bound.Max = max(1, bound.Min)
		item := matrix.Entry{Item: b.AddPrimary(fmt.Sprint("sum", k), bound)}
		for _, o := range some {
			held[o] = append(held[o], item)
		}
	}
	for _, option := range held {
		b.AddOption(option...)
	}
	p := b.mustBuild(t)
	s := mustSearch(t, p, learn.LearnOptions{MaxMemory: memory})
	s.CountSmallItems()
	if got, want := allSolutions(t, p, s), matrixtest.BruteForce(p); s.Err() != nil ||
		!slices.EqualFunc(got, want, slices.Equal) || s.CounterCount() == 0 {
		t.Errorf("%v with %d counters, %v; by brute force %v", got, s.CounterCount(), s.Err(), want)
	}
}
