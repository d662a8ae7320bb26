package learn_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// TestConnected finds the connected sets of random graphs, some of whose cells are given or have no option
// that leaves them out, and compares them with all sets.
func TestConnected(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 16))
	for range matrixtest.RandomRounds(200, 5000) {
		p, s, edges := enginetest.RandomCells(r)
		want := map[string]bool{}
		for _, choice := range enginetest.ConnectedChoices(s, edges) {
			want[choice] = true
		}
		found, err := learn.NewClauseSearch(p, learn.LearnOptions{ConnectedSets: []*search.CellSet{s},
			Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if r.IntN(2) == 0 {
			found.MakeHasty()
		}
		for solution := range found.Solutions(context.Background()) {
			if key := fmt.Sprint(enginetest.ChosenCells(solution, len(s.GivenCells))); !want[key] {
				t.Fatalf("%v, given %v: %v is not connected, or comes twice", edges, s.GivenCells, key)
			} else {
				delete(want, key)
			}
		}
		if len(want) > 0 || found.Err() != nil {
			t.Fatalf("%v, given %v: %v are missing, %v", edges, s.GivenCells, want, found.Err())
		}
	}
}

// TestPathsAround: two given cells are connected by three paths, and the number of cells leaves few ways to go. Where
// two paths are closed, at two levels, the third one is too long, and the reason must name a cell of both.
func TestPathsAround(t *testing.T) {
	for seed := range uint64(40) {
		for open := 1; open <= 4; open++ {
			edges, cells := [][2]int{}, 2
			for inner := 1; inner <= 3; inner++ {
				last := 0
				for range inner {
					edges = append(edges, [2]int{last, cells})
					last, cells = cells, cells+1
				}
				edges = append(edges, [2]int{last, 1})
			}
			given := make([]bool, cells)
			given[0], given[1] = true, true
			p, s := enginetest.CountedCellProblem(edges, given, open)
			want := len(enginetest.ConnectedChoices(s, edges))
			found := mustSearch(t, p, learn.LearnOptions{ConnectedSets: []*search.CellSet{s}, Seed: seed})
			if got := allSolutions(t, p, found); len(got) != want {
				t.Errorf("seed %d, %d cells more: %d solutions, want %d", seed, open, len(got), want)
			}
		}
	}
}

// TestConnectedPieces covers cells with random pieces, some of which put their cells into a set, and compares the
// solutions with those that brute force finds. Cells have any number of options that put them in or leave them out.
func TestConnectedPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 26))
	solvable, cut := 0, 0
	for n := range matrixtest.RandomRounds(500, 20_000) {
		cells := 2 + r.IntN(7)
		edges := enginetest.RandomEdges(r, cells, 3)
		p, sets := randomPieces(t, r, edges, cells)
		all := allCovers(p, 0, nil)
		slices.SortFunc(all, slices.Compare)
		want := slices.DeleteFunc(slices.Clone(all), func(solution []matrix.OptionID) bool {
			return slices.ContainsFunc(sets, func(s *search.CellSet) bool { return !joinsCells(s, edges, solution) })
		})
		s := mustSearch(t, p, learn.LearnOptions{ConnectedSets: sets, Seed: uint64(n)})
		if n%2 == 0 {
			s.MakeHasty()
		}
		if got := allSolutions(t, p, s); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("problem %d: %v, and by brute force %v", n, got, want)
		}
		solvable, cut = solvable+min(1, len(want)), cut+len(all)-len(want)
	}
	if solvable == 0 || cut == 0 {
		t.Errorf("%d problems with solutions, %d solutions that are not connected", solvable, cut)
	}
}

// randomPieces returns a problem of covering cells with pieces, and one or two sets of cells.
func randomPieces(t *testing.T, r *rand.Rand, edges [][2]int, cells int) (*matrix.Problem, []*search.CellSet) {
	b := newNamedBuilder()
	sets := make([]*search.CellSet, 1+r.IntN(2))
	for k := range sets {
		sets[k] = &search.CellSet{NeighboursOfCell: make([][]int32, cells), NeedsCell: r.IntN(2) == 0,
			IncludingOptions: make([][]matrix.OptionID, cells), ExcludingOptions: make([][]matrix.OptionID, cells),
			GivenCells: make([]bool, cells)}
		for _, e := range edges {
			sets[k].NeighboursOfCell[e[0]] = append(sets[k].NeighboursOfCell[e[0]], int32(e[1]))
			sets[k].NeighboursOfCell[e[1]] = append(sets[k].NeighboursOfCell[e[1]], int32(e[0]))
		}
	}
	for c := range cells {
		b.onceItem(c)
	}
	for o := range matrix.OptionID(2*cells + r.IntN(2*cells)) {
		chosen := r.Perm(cells)[:1+r.IntN(min(3, cells))]
		var option []matrix.Entry
		for _, c := range chosen {
			option = append(option, b.onceItem(c))
		}
		b.AddOption(option...)
		for _, s := range sets {
			lists := s.ExcludingOptions
			if r.IntN(2) == 0 {
				lists = s.IncludingOptions
			}
			for _, c := range chosen {
				lists[c] = append(lists[c], o)
			}
		}
	}
	return b.mustBuild(t), sets
}

// allCovers returns the exact covers that hold the given options, each sorted. It tries all options of the first item
// that is not covered.
func allCovers(p *matrix.Problem, covered uint, options []matrix.OptionID) (all [][]matrix.OptionID) {
	first := bits.TrailingZeros(^covered)
	if first == p.PrimaryCount() {
		return [][]matrix.OptionID{sortedOptions(options)}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		mask := uint(0)
		for _, e := range p.Option(o) {
			mask |= 1 << e.Item
		}
		if mask>>first&1 == 1 && mask&covered == 0 {
			all = append(all, allCovers(p, covered|mask, append(options, o))...)
		}
	}
	return all
}

// joinsCells reports whether the cells that a solution puts into a set are connected, and whether there are any where
// there must be.
func joinsCells(s *search.CellSet, edges [][2]int, solution []matrix.OptionID) bool {
	in := make([]bool, len(s.GivenCells))
	for c, options := range s.IncludingOptions {
		in[c] = slices.ContainsFunc(solution, func(o matrix.OptionID) bool { return slices.Contains(options, o) })
	}
	return enginetest.AreConnected(edges, in) && (slices.Contains(in, true) || !s.NeedsCell)
}
