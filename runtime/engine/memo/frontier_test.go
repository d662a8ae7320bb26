package memo_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// TestFrontierSets counts the connected sets of cells of random graphs, and lists them in a diagram. Some cells are
// given or may not be left out. All sets are tried for comparison.
func TestFrontierSets(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 17))
	for range matrixtest.RandomRounds(400, 20000) {
		p, s, edges := enginetest.RandomCells(r)
		want := slices.Sorted(slices.Values(enginetest.ConnectedChoices(s, edges)))
		o := memo.CountOptions{ConnectedSets: []*search.CellSet{s}, ReverseOrder: r.IntN(2) == 0}
		n, _, err := memo.CountSolutions(context.Background(), p, o)
		if err != nil || n.String() != fmt.Sprint(len(want)) {
			t.Fatalf("%v, given %v, nonempty %v: %v sets, %v; there are %d", edges, s.GivenCells, s.NeedsCell, n, err,
				len(want))
		}
		d, err := memo.BuildDiagram(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for solution := range d.AllSolutions() {
			found = append(found, fmt.Sprint(enginetest.ChosenCells(solution, len(s.GivenCells))))
		}
		if slices.Sort(found); !slices.Equal(found, want) || d.SolutionCount().Cmp(n) != 0 {
			t.Fatalf("%v, given %v: the diagram has %v, not %v", edges, s.GivenCells, found, want)
		}
	}
}

// TestFrontierProblems counts and lists the solutions of random problems, in which some items decide the cells of one
// or two random graphs. An option may decide several cells at once. There are also items that are covered several
// times, and colors.
func TestFrontierProblems(t *testing.T) {
	accepted, fewer, solvable := 0, 0, 0
	check := func(t *testing.T, r *rand.Rand, p *matrix.Problem, all [][]matrix.OptionID) {
		t.Helper()
		solutions, err := checkFrontier(t, r, p, all)
		if errors.Is(err, memo.ErrUnfit) {
			return // an option has no item that is covered once
		}
		if accepted++; solutions < len(all) {
			fewer++
		}
		if solutions > 0 {
			solvable++
		}
	}
	enginetest.EachProblem(t, matrixtest.RandomRounds(100, 3000),
		func(p *matrix.Problem) bool { return len(p.Nogoods()) == 0 }, check)
	r := rand.New(rand.NewPCG(9, 18))
	for range matrixtest.RandomRounds(300, 10000) {
		p := countedCells(r)
		check(t, r, p, matrixtest.BruteForce(p))
	}
	if accepted < 60 || fewer < accepted/10 || solvable < accepted/10 {
		t.Errorf("%d problems, %d with solutions, %d with others that are not connected: the test proves little",
			accepted, solvable, fewer)
	}
}

// countedCells returns a problem of cells that are covered once, with options of one cell or two. Some options also
// hold an item that counts them, or use a secondary item.
func countedCells(r *rand.Rand) *matrix.Problem {
	b := matrix.NewBuilder()
	var cells, others []matrix.ItemID
	for k := range 3 + r.IntN(3) {
		cells = append(cells, b.AddPrimary(fmt.Sprint("cell", k), matrix.Once))
	}
	for k := range 1 + r.IntN(2) {
		bound := matrix.Bound{Min: r.Int32N(3)}
		bound.Max = max(1, bound.Min+r.Int32N(4))
		others = append(others, b.AddPrimary(fmt.Sprint("count", k), bound))
	}
	colored := b.AddSecondary("colored")
	for k := range 2*len(cells) + r.IntN(3) {
		option := []matrix.Entry{{Item: cells[k%len(cells)]}}
		if k >= len(cells) && r.IntN(3) == 0 {
			option = append(option, matrix.Entry{Item: cells[(k+1)%len(cells)]})
		}
		for _, i := range others {
			if r.IntN(2) == 0 {
				option = append(option, matrix.Entry{Item: i})
			}
		}
		if r.IntN(3) == 0 {
			option = append(option, matrix.Entry{Item: colored, Color: b.AddColor(fmt.Sprint(r.IntN(2)))})
		}
		b.AddOption(option...)
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// checkFrontier compares a count and a diagram under the condition that random sets are connected with the list of all
// solutions that satisfy it. It returns the number of these solutions.
func checkFrontier(t *testing.T, r *rand.Rand, p *matrix.Problem, all [][]matrix.OptionID) (int, error) {
	t.Helper()
	var sets []*search.CellSet
	for range 1 + r.IntN(2) {
		sets = append(sets, randomSet(r, p))
	}
	var want [][]matrix.OptionID
	for _, solution := range all {
		if !slices.ContainsFunc(sets, func(s *search.CellSet) bool { return !isJoined(s, solution) }) {
			want = append(want, solution)
		}
	}
	o := memo.CountOptions{ConnectedSets: sets, ReverseOrder: r.IntN(2) == 0}
	n, _, err := memo.CountSolutions(context.Background(), p, o)
	if errors.Is(err, memo.ErrUnfit) {
		return 0, err
	}
	if err != nil || n.String() != fmt.Sprint(len(want)) {
		t.Fatalf("%v solutions, %v; by trying %d of %d", n, err, len(want), len(all))
	}
	d, err := memo.BuildDiagram(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := d.WriteDiagram(&file); err != nil {
		t.Fatal(err)
	}
	if d, err = memo.ReadDiagram(&file, p, sets); err != nil {
		t.Fatal(err)
	}
	var found [][]matrix.OptionID
	for solution := range d.AllSolutions() {
		found = append(found, slices.Sorted(slices.Values(solution)))
	}
	slices.SortFunc(found, slices.Compare)
	if !slices.EqualFunc(found, want, slices.Equal) {
		t.Fatalf("the diagram has %v, not %v", found, want)
	}
	return len(want), nil
}

// randomSet returns a random graph of cells: one cell for each of some items that are covered once, and some given
// cells.
func randomSet(r *rand.Rand, p *matrix.Problem) *search.CellSet {
	s := &search.CellSet{NeedsCell: r.IntN(2) == 0}
	holding := p.OptionsByItem()
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if p.Bound(i) != matrix.Once || r.IntN(4) == 0 {
			continue
		}
		var in, out []matrix.OptionID
		for _, o := range holding[i] {
			if r.IntN(3) > 0 {
				in = append(in, o)
			} else {
				out = append(out, o)
			}
		}
		s.IncludingOptions, s.ExcludingOptions = append(s.IncludingOptions, in), append(s.ExcludingOptions, out)
		s.GivenCells = append(s.GivenCells, false)
	}
	for range r.IntN(3) {
		s.IncludingOptions, s.ExcludingOptions = append(s.IncludingOptions, nil), append(s.ExcludingOptions, nil)
		s.GivenCells = append(s.GivenCells, r.IntN(2) == 0)
	}
	s.NeighboursOfCell = make([][]int32, len(s.IncludingOptions))
	for a := range s.NeighboursOfCell {
		for b := range a {
			if r.IntN(3) == 0 {
				s.NeighboursOfCell[a] = append(s.NeighboursOfCell[a], int32(b))
				s.NeighboursOfCell[b] = append(s.NeighboursOfCell[b], int32(a))
			}
		}
	}
	return s
}

// isJoined reports whether the cells that a solution chooses are connected.
func isJoined(s *search.CellSet, solution []matrix.OptionID) bool {
	var edges [][2]int
	in := slices.Clone(s.GivenCells)
	for c := range in {
		in[c] = in[c] || slices.ContainsFunc(s.IncludingOptions[c], func(o matrix.OptionID) bool {
			return slices.Contains(solution, o)
		})
		for _, d := range s.NeighboursOfCell[c] {
			edges = append(edges, [2]int{c, int(d)})
		}
	}
	return enginetest.AreConnected(edges, in) && (!s.NeedsCell || slices.Contains(in, true))
}

// TestFrontierLimits counts the connected sets of 6 by 6 cells (OEIS A059525, with the empty set). The memory and work
// that this takes are enough as bounds, and less is refused.
func TestFrontierLimits(t *testing.T) {
	var edges [][2]int
	for c := range 36 {
		if c%6 < 5 {
			edges = append(edges, [2]int{c, c + 1})
		}
		if c < 30 {
			edges = append(edges, [2]int{c, c + 6})
		}
	}
	p, set := enginetest.CellProblem(edges, 36)
	o := memo.CountOptions{ConnectedSets: []*search.CellSet{set}}
	n, stats, err := memo.CountSolutions(context.Background(), p, o)
	if err != nil || n.String() != "1732082742" {
		t.Fatalf("%v sets, %v", n, err)
	}
	o.MaxMemory, o.MaxNodes = stats.Bytes, stats.Work
	if again, _, err := memo.CountSolutions(context.Background(), p, o); err != nil || again.Cmp(n) != 0 {
		t.Errorf("within its own bounds: %v, %v", again, err)
	}
	for name, limited := range map[string]memo.CountOptions{
		"memory": {ConnectedSets: o.ConnectedSets, MaxMemory: stats.Bytes - 1},
		"little": {ConnectedSets: o.ConnectedSets, MaxMemory: 1},
		"work":   {ConnectedSets: o.ConnectedSets, MaxNodes: stats.Work / 2},
	} {
		want := memo.ErrMemory
		if name == "work" {
			want = memo.ErrTooManyNodes
		}
		if _, _, err := memo.CountSolutions(context.Background(), p, limited); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := memo.BuildDiagram(context.Background(), p, memo.CountOptions{ConnectedSets: o.ConnectedSets,
		MaxMemory: stats.Bytes}); !errors.Is(err, memo.ErrMemory) {
		t.Errorf("a diagram in the memory of a count: %v", err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := memo.CountSolutions(done, p, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
