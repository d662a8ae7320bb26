package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/latin"
)

// TestSmallest: all partial squares of orders 2 and 3 are made, and the graphs that they have are those
// that are said to need no larger square.
func TestSmallest(t *testing.T) {
	if testing.Short() {
		t.Skip("all partial squares of order 3")
	}
	has := map[int]map[uint64]bool{2: {}, 3: {}}
	for n, seen := range has {
		eachPartial(latin.NewSquare(n), 0, func(s latin.Square) { seen[encodeGraph(s.Graph())] = true })
	}
	for n := 2; n <= 3; n++ {
		for g := range uniformGraphs(n) {
			m, err := smallestOrder(g)
			if err != nil {
				t.Fatal(err)
			}
			if has[n][encodeGraph(g)] != (m == n) {
				t.Errorf("order %d is said to be the smallest for%s", m, edgesText(g))
			}
			if n == 2 && m > n && has[3][encodeGraph(addVertices(g))] != (m == 3) {
				t.Errorf("order %d is said to be the smallest for%s", m, edgesText(g))
			}
		}
	}
}

// eachPartial calls each for every partial Latin square that has s in its first cells.
func eachPartial(s latin.Square, at int, each func(latin.Square)) {
	n := s.Order()
	if at == n*n {
		each(s)
		return
	}
	i, j := at/n, at%n
	for v := range n + 1 {
		fits := true
		for k := range n {
			fits = fits && (v == 0 || s.Cells[i][k] != v && s.Cells[k][j] != v)
		}
		if fits {
			s.Cells[i][j] = v
			eachPartial(s, at+1, each)
			s.Cells[i][j] = 0
		}
	}
}

// addVertices adds a vertex without edges of each kind.
func addVertices(g latin.TripartiteGraph) latin.TripartiteGraph {
	add := func(edges [][]bool) [][]bool {
		out := newTable(len(edges) + 1)
		for i := range edges {
			copy(out[i], edges[i])
		}
		return out
	}
	return latin.TripartiteGraph{RowColumn: add(g.RowColumn), RowValue: add(g.RowValue),
		ColumnValue: add(g.ColumnValue)}
}

// TestHexagon: a complete graph without a hexagon needs twice its order from order 4 on, as docs/quasigroups.md
// proves, and less before; engines that search in different ways agree on the last order that is not enough.
func TestHexagon(t *testing.T) {
	if testing.Short() {
		t.Skip("a few searches without a solution")
	}
	for n, want := range map[int]int{2: 3, 3: 4, 4: 8, 5: 10} {
		g := withoutHexagon(n)
		if m, err := smallestOrder(g); err != nil || m != want {
			t.Errorf("order %d needs %d, and should need %d: %v", n, m, want, err)
		}
		p, err := complementProblem(g, want-1)
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []string{"links", "dense", "learn"} {
			if n > 4 && engine != "learn" {
				continue // too long
			}
			if _, err := quadrille.FromMatrix(p).First(t.Context(),
				quadrille.Search{Engine: quadrille.Engine(engine)}); !errors.Is(err,
				quadrille.ErrNoSolution) {
				t.Errorf("order %d in order %d, by %s: %v", n, want-1, engine, err)
			}
		}
	}
}

// withoutHexagon has all edges but r1 c1, c1 v1, v1 r2, r2 c2, c2 v2 and v2 r1.
func withoutHexagon(n int) latin.TripartiteGraph {
	g := latin.TripartiteGraph{RowColumn: newTable(n), RowValue: newTable(n), ColumnValue: newTable(n)}
	for i := range n {
		for j := range n {
			g.RowColumn[i][j] = i > 1 || i != j
			g.RowValue[i][j] = i > 1 || j > 1 || i == j
			g.ColumnValue[i][j] = i > 1 || i != j
		}
	}
	return g
}

// TestGraphs: as many labelled graphs are uniform as the classes have members, counted edge by edge.
func TestGraphs(t *testing.T) {
	for n := 1; n <= 2; n++ {
		want := 0
		for bits := range uint64(1) << (3 * n * n) {
			cut := func(k int) [][]bool { return decodeTable(bits>>(k*n*n), n) }
			if g := (latin.TripartiteGraph{RowColumn: cut(0), RowValue: cut(1), ColumnValue: cut(2)}); g.IsUniform() {
				want++
			}
		}
		members := map[uint64]bool{}
		for g := range uniformGraphs(n) {
			if members[encodeGraph(g)] {
				t.Errorf("order %d: %s comes twice", n, edgesText(g))
			}
			for image := range imageGraphs(g) {
				members[encodeGraph(image)] = true
			}
		}
		if len(members) != want {
			t.Errorf("order %d: %d graphs, and there are %d", n, len(members), want)
		}
	}
}

// TestRead: the graph of Knuth's section 8 is read, and what is wrong is said.
func TestRead(t *testing.T) {
	const section8 = `r1 - c4, r2 - c2, r2 - c3, r3 - c1, r3 - c2, r3 - c4, r4 - c1, r4 - c2;
		r1 - v2, r2 - v3, r2 - v4, r3 - v2, r3 - v3, r3 - v4, r4 - v1, r4 - v4;
		c1 - v1, c1 - v4, c2 - v2, c2 - v3, c2 - v4, c3 - v3, c4 - v2, c4 - v4`
	g, err := readGraph(section8)
	s, _ := latin.ReadSquare("square", "314.\n2..1\n..1.\n..23\n")
	if err != nil || encodeGraph(g) != encodeGraph(s.Graph()) {
		t.Errorf("section 8 has the edges%s, %v", edgesText(g), err)
	}
	for text, wrong := range map[string]string{"r1": "stands alone", "r1 r2": "an edge joins", "r0 c1": "no vertex",
		"r1c1": "no vertex", "17 c1": "no vertex", "r999999999999999999999 c1": "no vertex", "r1 c1": "not uniform"} {
		if err := convertGraph(os.Stdout, strings.NewReader(text)); err == nil ||
			!strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// In all graphs of order 2 a square of order 3 is enough, and Colbourn's has 4.
func Example() {
	err := surveyOrder(os.Stdout, 2)
	fmt.Println(err)
	// Output:
	// 6 graphs of order 2 with a square of order 2, and none smaller
	// 1 graph of order 2 with a square of order 3, and none smaller
	// one of order 3: c1 v1, r1 c2, r1 v2, r2 c1, r2 v1, c2 v2
	// <nil>
}
