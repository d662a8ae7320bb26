package latin_test

import (
	"fmt"
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
	if got := fmt.Sprint(d.Rows, d.Columns, d.Values); got != "[1 2 3 2] [2 3 1 2] [1 2 2 3]" {
		t.Errorf("the degrees are %s", got)
	}
	if !g.Uniform() {
		t.Error("it is not uniform")
	}
}

// TestUniform: the graph of any partial Latin square is uniform, and no longer
// once a value stands twice in a row or a column.
func TestUniform(t *testing.T) {
	rng := seed(3)
	for n := range 9 {
		s := latin.Holes(latin.Random(n, rng), rng.IntN(n*n+1), rng)
		if !s.Graph().Uniform() {
			t.Errorf("the graph is not uniform:\n%v", s)
		}
	}
	for _, cells := range [][][]int{
		{{1, 1}, {0, 0}}, // row 1
		{{1, 0}, {1, 0}}, // column 1
		{{1, 1}, {1, 0}}, // both
	} {
		if (latin.Square{Cells: cells}).Graph().Uniform() {
			t.Errorf("the graph of %v is uniform", cells)
		}
	}
}

// TestUniformByKind: a graph may fail at its rows, its columns or its values
// alone.
func TestUniformByKind(t *testing.T) {
	edge := func(i, j int) [][]bool {
		table := [][]bool{{false, false}, {false, false}}
		table[i][j] = true
		return table
	}
	triangle := latin.Graph{RowColumn: edge(0, 1), RowValue: edge(0, 0), ColumnValue: edge(1, 0)}
	if !triangle.Uniform() {
		t.Error("a triangle is not uniform")
	}
	for kind, g := range map[string]latin.Graph{
		"rows":    {RowColumn: edge(0, 0), RowValue: edge(1, 0), ColumnValue: edge(0, 0)},
		"columns": {RowColumn: edge(0, 0), RowValue: edge(0, 0), ColumnValue: edge(1, 0)},
		"values":  {RowColumn: edge(0, 0), RowValue: edge(0, 0), ColumnValue: edge(0, 1)},
	} {
		if g.Uniform() {
			t.Errorf("uniform, though not at its %s", kind)
		}
	}
}

// TestMatchings: as many pairs and as many edges as counted from the rules of a
// Latin square, cell by cell.
func TestMatchings(t *testing.T) {
	rng := seed(4)
	for range 50 {
		n := 1 + rng.IntN(7)
		s := latin.Holes(latin.Random(n, rng), rng.IntN(n*n+1), rng)
		g := s.Graph()
		want, options := bruteMatchings(s)
		if got := g.Matchings(); !slices.Equal(got, want) {
			t.Fatalf("%v, and not %v:\n%v", got, want, s)
		}
		if g.Triangles() != options {
			t.Fatalf("%d triangles, and not %d:\n%v", g.Triangles(), options, s)
		}
	}
}

func bruteMatchings(s latin.Square) (out []latin.Matching, options int) {
	n := len(s.Cells)
	edges, pairs := map[string]int{}, map[string]int{}
	for i := range n {
		for j := range n {
			if v := s.Cells[i][j]; v != 0 {
				pairs[fmt.Sprint("v", v)]--
				continue
			}
			pairs[fmt.Sprint("r", i+1)]++
			pairs[fmt.Sprint("c", j+1)]++
			for v := 1; v <= n; v++ {
				if fits(s, i, j, v) {
					options++
					edges[fmt.Sprint("r", i+1)]++
					edges[fmt.Sprint("c", j+1)]++
					edges[fmt.Sprint("v", v)]++
				}
			}
		}
	}
	for _, kind := range []string{"r", "c", "v"} {
		for k := 1; k <= n; k++ {
			name := fmt.Sprint(kind, k)
			if kind == "v" {
				pairs[name] += n
			}
			out = append(out, latin.Matching{Vertex: name, Pairs: pairs[name], Edges: edges[name]})
		}
	}
	return out, options
}
