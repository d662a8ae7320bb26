package latin_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"quadrille/compile/latin"
	"quadrille/runtime/matrix/matrixtest"
)

// TestConverse: the square of a uniform graph is a partial Latin square of twice the order. Its graph is the given
// graph, with no further edges; every value above n is in every row and column; and the square has as many completions
// as the graph has partitions into triangles, counted edge by edge. Some of the graphs come from no square.
func TestConverse(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 25))
	uniform, other := 0, 0
	for range matrixtest.RandomRounds(20_000, 200_000) {
		n := 1 + r.IntN(4)
		g := latin.TripartiteGraph{RowColumn: randomEdges(r, n), RowValue: randomEdges(r, n),
			ColumnValue: randomEdges(r, n)}
		if !isUniform(g) {
			if _, err := g.ToSquare(); err == nil {
				t.Fatalf("a graph that is not uniform has a square: %v", g)
			}
			other++
			continue
		}
		uniform++
		s, err := g.ToSquare()
		if err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		if again, err := latin.ReadSquare("square", s.String()); err != nil || again.Order() != 2*n {
			t.Fatalf("%v becomes\n%v\n%v", g, s, err)
		}
		back := s.Graph()
		for i := range 2 * n {
			seen := map[int]bool{}
			for j := range 2 * n {
				seen[s.Cells[i][j]] = true
				inside := i < n && j < n
				if back.RowColumn[i][j] != (inside && g.RowColumn[i%n][j%n]) ||
					back.RowValue[i][j] != (inside && g.RowValue[i%n][j%n]) ||
					back.ColumnValue[i][j] != (inside && g.ColumnValue[i%n][j%n]) {
					t.Fatalf("%v becomes\n%vwhose graph is %v", g, s, back)
				}
			}
			for v := n + 1; v <= 2*n; v++ {
				if !seen[v] {
					t.Fatalf("row %d lacks %d:\n%v", i+1, v, s)
				}
			}
		}
		if got, want := completions(s.Clone()), partitions(g); got != want {
			t.Fatalf("%v has %d partitions, and\n%v%d completions", g, want, s, got)
		}
	}
	if uniform < 50 || other == 0 {
		t.Errorf("%d graphs are uniform, %d are not", uniform, other)
	}
}

func randomEdges(r *rand.Rand, n int) [][]bool {
	edges := make([][]bool, n)
	for i := range edges {
		for range n {
			edges[i] = append(edges[i], r.IntN(2) == 0)
		}
	}
	return edges
}

// partitions counts the ways to part the edges into triangles: the first edge between a row and a column
// goes with each value in turn.
func partitions(g latin.TripartiteGraph) int {
	for i, row := range g.RowColumn {
		for j := range row {
			if !row[j] {
				continue
			}
			count := 0
			for k := range row {
				if g.RowValue[i][k] && g.ColumnValue[j][k] {
					row[j], g.RowValue[i][k], g.ColumnValue[j][k] = false, false, false
					count += partitions(g)
					row[j], g.RowValue[i][k], g.ColumnValue[j][k] = true, true, true
				}
			}
			return count
		}
	}
	return 1
}

// A tripartite graph becomes a partial Latin square of twice its order.
func ExampleTripartiteGraph_ToSquare() {
	all := [][]bool{{true, true}, {true, true}}
	s, err := latin.TripartiteGraph{RowColumn: all, RowValue: all, ColumnValue: all}.ToSquare()
	fmt.Printf("%v%v\n", s, err)
	// Output:
	// ..43
	// ..34
	// 4321
	// 3412
	// <nil>
}
