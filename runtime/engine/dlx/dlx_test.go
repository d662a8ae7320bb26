package dlx_test

import (
	"context"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search/enginetest"
)

// linkEngines are the links with two choosers.
var linkEngines = []enginetest.Engine{{Name: "shortest item", NewEngine: enginetest.NewLinks},
	{Name: "first item", NewEngine: enginetest.NewFirstLinks}}

// TestAgree compares the links with brute force.
func TestAgree(t *testing.T) {
	enginetest.CheckAgreement(t, matrixtest.RandomRounds(250, 1000), nil, linkEngines...)
}

// queensProblem builds the problem of the paper: ranks and files, and those diagonals that lie in at least two options.
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
			order, err := dlx.ItemOrder("organ-pipe", p, 0)
			if err != nil {
				t.Fatal(err)
			}
			s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, ItemOrder: order})
			for range s.Solutions(context.Background()) {
			}
			got := s.Stats()
			if got.Solutions != row.solutions || got.Nodes != nodes || got.Updates != updates {
				t.Errorf("n = %d, files primary %v: %d solutions, %d nodes, %d updates; the paper has %d, %d, %d",
					i+1, files, got.Solutions, got.Nodes, got.Updates, row.solutions, nodes, updates)
			}
		}
	}
}

func TestKnown(t *testing.T) {
	enginetest.CheckKnownProblems(t, enginetest.NameIn("queens 8", "langford 3", "langford 6", "langford 7", "latin 4",
		"dominoes 6x6", "Y 5x10"), linkEngines[0])
}

func TestCancel(t *testing.T) { enginetest.CheckCancellation(t, linkEngines[0]) }

func TestProgress(t *testing.T) { enginetest.CheckProgress(t, 1000, linkEngines[0]) }

func TestFirstCube(t *testing.T) { enginetest.CheckFirstCube(t, linkEngines[0]) }

func TestAllocations(t *testing.T) {
	enginetest.CheckAllocations(t, matrixtest.QueensProblem(8), linkEngines[0])
}
