package learn_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// TestCounters chooses connected cells of random graphs, of which each has two options and all together a random number
// is chosen, and compares the solutions with all choices of cells.
func TestCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 11))
	counters, solvable := 0, 0
	rounds := matrixtest.RandomRounds(300, 10_000)
	for n := range rounds {
		cells := 2 + r.IntN(7)
		edges, low := enginetest.RandomEdges(r, cells, 3), r.IntN(cells)
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
// connected. Where the search counts options, reasons are lists of 44 options, and it takes more than 100,000 conflicts.
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
