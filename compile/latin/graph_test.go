package latin_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/latin"
)

// edges lists the edges of a table as in r1c4.
func edges(from, to string, table [][]bool) []string {
	var out []string
	for i, row := range table {
		for j, edge := range row {
			if edge {
				out = append(out, fmt.Sprint(from, i+1, to, j+1))
			}
		}
	}
	return out
}

// TestGraph: the graph of the square in section 8 of PARTIAL-LATIN-GAD has the
// edges that are listed there.
func TestGraph(t *testing.T) {
	g := read(t, "314. 2..1 ..1. ..23").Graph()
	for _, c := range []struct {
		from, to string
		table    [][]bool
		want     string
	}{
		{"r", "c", g.RowColumn, "r1c4 r2c2 r2c3 r3c1 r3c2 r3c4 r4c1 r4c2"},
		{"r", "v", g.RowValue, "r1v2 r2v3 r2v4 r3v2 r3v3 r3v4 r4v1 r4v4"},
		{"c", "v", g.ColumnValue, "c1v1 c1v4 c2v2 c2v3 c2v4 c3v3 c4v2 c4v4"},
	} {
		if got := edges(c.from, c.to, c.table); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%v, and not %s", got, c.want)
		}
	}
	d := g.Degrees()
	if got := fmt.Sprint(d.RowDegrees, d.ColumnDegrees, d.ValueDegrees); got != "[1 2 3 2] [2 3 1 2] [1 2 2 3]" {
		t.Errorf("the degrees are %s", got)
	}
	if !isUniform(g) {
		t.Error("it is not uniform")
	}
}

// isUniform reports whether every vertex has as many neighbors of one other kind as of the other.
func isUniform(g latin.TripartiteGraph) bool {
	across, down := func(edges [][]bool, k int) (n int) {
		for _, edge := range edges[k] {
			if edge {
				n++
			}
		}
		return n
	}, func(edges [][]bool, k int) (n int) {
		for _, row := range edges {
			if row[k] {
				n++
			}
		}
		return n
	}
	for k := range g.RowColumn {
		if across(g.RowColumn, k) != across(g.RowValue, k) || down(g.RowColumn, k) != across(g.ColumnValue, k) ||
			down(g.RowValue, k) != down(g.ColumnValue, k) {
			return false
		}
	}
	return true
}

// TestUniform: the graph of any partial Latin square is uniform, and no longer
// once a value stands twice in a row or a column.
func TestUniform(t *testing.T) {
	rng := seed(3)
	for n := range 9 {
		s := latin.PunchHoles(latin.RandomSquare(n, rng), rng.IntN(n*n+1), rng)
		if !isUniform(s.Graph()) {
			t.Errorf("the graph is not uniform:\n%v", s)
		}
	}
	for _, cells := range [][][]int{
		{{1, 1}, {0, 0}}, // row 1
		{{1, 0}, {1, 0}}, // column 1
		{{1, 1}, {1, 0}}, // both
	} {
		if isUniform(latin.Square{Cells: cells}.Graph()) {
			t.Errorf("the graph of %v is uniform", cells)
		}
	}
}

// TestDegrees: the degrees count as many pairs as the rules of a Latin square allow, and there are as many triangles as
// counted cell by cell.
func TestDegrees(t *testing.T) {
	rng := seed(4)
	for range 50 {
		n := 1 + rng.IntN(7)
		s := latin.PunchHoles(latin.RandomSquare(n, rng), rng.IntN(n*n+1), rng)
		want, triangles := latin.VertexDegrees{RowDegrees: make([]int, n), ColumnDegrees: make([]int, n),
			ValueDegrees: slices.Repeat([]int{n}, n)}, 0
		for i, row := range s.Cells {
			for j, v := range row {
				if v != 0 {
					want.ValueDegrees[v-1]--
					continue
				}
				want.RowDegrees[i]++
				want.ColumnDegrees[j]++
				for v := 1; v <= n; v++ {
					if fits(s, i, j, v) {
						triangles++
					}
				}
			}
		}
		g := s.Graph()
		if got := g.Degrees(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, and not %v:\n%v", got, want, s)
		}
		if g.CountTriangles() != triangles {
			t.Fatalf("%d triangles, and not %d:\n%v", g.CountTriangles(), triangles, s)
		}
	}
}
