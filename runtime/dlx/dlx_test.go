package dlx_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

var shapes = map[string]matrixtest.ProblemShape{
	"plain":      {Primary: 6, Secondary: 0, Options: 12},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"bounds":     {Primary: 4, Secondary: 0, Options: 11, Bounds: true},
	"nogoods":    {Primary: 5, Secondary: 1, Options: 12, Nogoods: 6},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true, Nogoods: 3},
}

// TestAgainstBruteForce compares the set of solutions, each of them verified
// and found once, with the one found by trying every subset of the options.
func TestAgainstBruteForce(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			solvable := 0
			for range matrixtest.RandomRounds(250, 1000) {
				p := matrixtest.RandomProblem(r, shape)
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				for _, chooser := range []dlx.Chooser{choose.MRV{}, choose.FirstItem{}} {
					got := allSolutions(t, p, chooser)
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("%T found %v, brute force %v", chooser, got, want)
					}
				}
			}
			if solvable < 20 {
				t.Errorf("only %d problems had a solution: the test proves little", solvable)
			}
		})
	}
}

func allSolutions(t *testing.T, p *matrix.Problem, c dlx.Chooser) [][]matrix.OptionID {
	t.Helper()
	return solutionsOf(t, p, dlx.NewSearch(p, dlx.SearchOptions{Chooser: c}))
}

// queensProblem builds the problem of the paper: ranks and files, and the diagonals
// that two options at least lie in.
func queensProblem(n int, filesPrimary bool) *matrix.Problem {
	b := matrix.NewBuilder()
	primary := func(name string, k int) matrix.ItemID { return b.AddPrimary(matrixName(name, k), matrix.Once) }
	file := func(k int) matrix.ItemID {
		if filesPrimary {
			return primary("F", k)
		}
		return b.AddSecondary(matrixName("F", k))
	}
	items := map[string]matrix.ItemID{}
	for k := range n {
		items[matrixName("R", k)] = primary("R", k)
		items[matrixName("F", k)] = file(k)
	}
	for k := 1; k < 2*n-2; k++ {
		for _, d := range []string{"A", "B"} {
			items[matrixName(d, k)] = b.AddSecondary(matrixName(d, k))
		}
	}
	for i := range n {
		for j := range n {
			var option []matrix.Entry
			for _, name := range []string{matrixName("R", i), matrixName("F", j), matrixName("A", i+j),
				matrixName("B", n-1-i+j)} {
				if id, ok := items[name]; ok {
					option = append(option, matrix.Entry{Item: id})
				}
			}
			b.AddOption(option...)
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

func matrixName(family string, k int) string {
	return family + "[" + string(rune('0'+k/10)) + string(rune('0'+k%10)) + "]"
}

// TestQueens checks solutions, nodes and updates against the table of
// "Dancing links", both with ranks and files primary and with ranks alone.
func TestQueens(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	table := []struct{ solutions, nodes, updates, rNodes, rUpdates int64 }{
		{1, 2, 3, 2, 3}, {0, 3, 19, 3, 19}, {0, 4, 56, 6, 70}, {2, 13, 183, 15, 207},
		{10, 46, 572, 50, 626}, {4, 93, 1497, 115, 1765}, {40, 334, 5066, 376, 5516},
		{92, 1049, 16680, 1223, 18849}, {352, 3440, 54818, 4640, 71746},
		{724, 11578, 198264, 16471, 269605}, {2680, 45393, 783140, 67706, 1123572},
		{14200, 211716, 3594752, 312729, 5173071},
	}
	for i, row := range table {
		for _, files := range []bool{true, false} {
			nodes, updates := row.nodes, row.updates
			if !files {
				nodes, updates = row.rNodes, row.rUpdates
			}
			p := queensProblem(i+1, files)
			order, err := choose.ItemOrder("organ-pipe", p, 0)
			if err != nil {
				t.Fatal(err)
			}
			s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: choose.MRV{}, Order: order})
			for range s.Solutions(context.Background()) {
			}
			got := s.Stats()
			if got.Solutions != row.solutions || got.Nodes != nodes || got.Updates != updates {
				t.Errorf("n = %d, files primary %v: %d solutions, %d nodes, %d updates; the paper has %d, %d, %d",
					i+1, files, got.Solutions, got.Nodes, got.Updates, row.solutions, nodes, updates)
			}
			checkProfile(t, got)
		}
	}
}

// checkProfile sees to it that the profile adds up to the totals.
func checkProfile(t *testing.T, s search.Stats) {
	t.Helper()
	var sum search.ProfileLevel
	for _, l := range s.Profile {
		sum.Nodes += l.Nodes
		sum.Updates += l.Updates
		sum.Solutions += l.Solutions
	}
	if sum != (search.ProfileLevel{Nodes: s.Nodes, Updates: s.Updates, Solutions: s.Solutions}) {
		t.Errorf("the profile adds up to %+v, the totals are %d nodes, %d updates, %d solutions", sum, s.Nodes,
			s.Updates, s.Solutions)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	p := queensProblem(14, true)
	s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: choose.MRV{}})
	for range s.Solutions(ctx) {
	}
	if s.Err() != context.DeadlineExceeded {
		t.Errorf("the error is %v, not the one of the context", s.Err())
	}
	if s.Stats().Solutions >= 365596 {
		t.Error("the search was complete in spite of the deadline")
	}
}

func TestProgress(t *testing.T) {
	var shares []float64
	p := queensProblem(9, true)
	s := dlx.NewSearch(p, dlx.SearchOptions{
		Chooser:     choose.MRV{},
		ReportEvery: 1000,
		Report:      func(p search.Progress) { shares = append(shares, p.Share) },
	})
	for range s.Solutions(context.Background()) {
	}
	if len(shares) < 20 {
		t.Fatalf("only %d reports", len(shares))
	}
	if !slices.IsSorted(shares) {
		t.Errorf("the share does not only grow: %v", shares)
	}
	if shares[0] > 0.1 || shares[len(shares)-1] < 0.9 {
		t.Errorf("the share goes from %v to %v", shares[0], shares[len(shares)-1])
	}
}

// TestNoAllocations: once the first solution is there, neither nodes nor
// solutions allocate.
func TestNoAllocations(t *testing.T) {
	p := queensProblem(8, true)
	s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: choose.MRV{}})
	few := testing.AllocsPerRun(5, func() {
		for range s.Solutions(context.Background()) {
		}
	})
	if few > 20 { // the profile grows with the levels; 1,049 nodes do not show
		t.Errorf("%v allocations in a run of 1,049 nodes", few)
	}
}

// TestLateCancellation: a context that is cancelled when a run breaks off does
// not reach the next run, however late its news comes.
func TestLateCancellation(t *testing.T) {
	s := dlx.NewSearch(queensProblem(6, true), dlx.SearchOptions{Chooser: choose.MRV{}})
	for range matrixtest.RandomRounds(500, 20_000) {
		ctx, cancel := context.WithCancel(context.Background())
		for range s.Solutions(ctx) {
			cancel()
			break
		}
		cancel()
		n := 0
		for range s.Solutions(context.Background()) {
			n++
		}
		if n != 4 || s.Err() != nil {
			t.Fatalf("%d solutions of 4, error %v", n, s.Err())
		}
	}
}
