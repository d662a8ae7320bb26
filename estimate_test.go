package quadrille_test

import (
	"context"
	"os"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// TestIntervals: of a hundred estimates of a tree, at least ninety have an interval that holds the truth, which
// is what the search counts when it walks all of it. The intervals are no wider than they say a tree can differ.
func TestIntervals(t *testing.T) {
	if testing.Short() {
		t.Skip("a hundred estimates of each tree")
	}
	const runs = 100
	files := []string{"queens.puz", "langford.puz", "dominoes.puz", "sudoku-4x4.puz", "matched-rooks.puz"}
	if matrixtest.RandomRounds(0, 1) > 0 {
		files = append(files, "pentominoes-3x20.puz", "y-pentominoes-10x10.puz", "hexiamond-rhombus.puz", "scott.puz")
	}
	for _, file := range files {
		text, err := os.ReadFile("examples/" + file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := quadrille.Load(file, text, quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var tree quadrille.Effort
		for _, err := range p.Solutions(context.Background(), quadrille.Search{Engine: "links", Effort: &tree}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		nodes, updates, wide := 0, 0, 0.0
		for seed := range uint64(runs) {
			e, err := p.Estimate(context.Background(), quadrille.Search{Seed: seed}, 1000)
			if err != nil {
				t.Fatal(err)
			}
			nodes += holds(e.Nodes, tree.Nodes)
			updates += holds(e.Updates, tree.Updates)
			wide += e.Nodes.UpperEnd / e.Nodes.LowerEnd / runs
		}
		t.Logf("%s: %d nodes are held by %d of %d intervals, %d updates by %d; they reach to %.2f times where "+
			"they begin", file, tree.Nodes, nodes, runs, tree.Updates, updates, wide)
		if nodes < 90 || updates < 90 || wide > 30 {
			t.Errorf("%s: %d nodes are held by %d of %d intervals, %d updates by %d; they reach to %.2f times where "+
				"they begin", file, tree.Nodes, nodes, runs, tree.Updates, updates, wide)
		}
	}
}

func holds(q quadrille.Quantity, truth int64) int {
	// An estimate that visits all of a tree adds up weights: they may be off in the last digits.
	if q.LowerEnd*(1-1e-9) <= float64(truth) && float64(truth) <= q.UpperEnd*(1+1e-9) {
		return 1
	}
	return 0
}
