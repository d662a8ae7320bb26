// Command colbourn turns tripartite graphs into partial Latin squares, and asks how small
// the squares can be.
//
//	go run ./examples/colbourn < graph.txt       the square of a graph, of twice its order
//	go run ./examples/colbourn -smallest 3       the smallest squares of all graphs of order 3
//
// A graph is a list of edges between rows, columns and values: r1 c4, r1 v2, c4 v2 … Each vertex must have equally many
// neighbors of the two other kinds.
//
// C. J. Colbourn showed in 1984 that every such graph of order n is the graph of a partial Latin square of order 2n. In
// partial-latin-gad-swap (section 9) Knuth asks whether a smaller square would do in all cases. A square of order m has
// the graph if and only if the other edges of the complete tripartite graph of order m fall into triangles, which is an
// exact cover problem.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"quadrille"
	"quadrille/compile/latin"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

func main() {
	smallest := flag.Int("smallest", 0, "look for the smallest squares of all graphs of order `N`, 1 to 4")
	flag.Parse()
	var err error
	switch {
	case *smallest < 0 || *smallest > 4:
		err = errors.New("-smallest wants an order from 1 to 4: there are too many larger graphs")
	case *smallest > 0:
		err = surveyOrder(os.Stdout, *smallest)
	default:
		err = convertGraph(os.Stdout, os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "colbourn:", err)
		os.Exit(1)
	}
}

// convertGraph reads a graph and writes its square.
func convertGraph(w io.Writer, in io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(in, 1<<20))
	if err != nil {
		return err
	}
	g, err := readGraph(string(text))
	if err != nil {
		return err
	}
	s, err := g.ToSquare()
	if err == nil {
		_, err = fmt.Fprint(w, s)
	}
	return err
}

// maxVertices is the largest number of vertices of a kind. It is half of the largest order of a square that can be
// written as text.
const maxVertices = latin.MaxOrder / 2

// readGraph parses pairs of vertices, which are edges. It ignores any other text between these pairs.
func readGraph(text string) (g latin.TripartiteGraph, err error) {
	names := strings.FieldsFunc(text, func(c rune) bool { return !strings.ContainsRune("rcv0123456789", c) })
	type vertex struct {
		kind   byte
		number int
	}
	var ends []vertex
	n := 1
	for _, name := range names {
		v := vertex{kind: name[0]}
		if _, err := fmt.Sscanf(name[1:]+" ", "%d ", &v.number); err != nil || v.number < 1 || v.number > maxVertices ||
			!strings.Contains("rcv", name[:1]) {
			return g, fmt.Errorf("%q is no vertex: write r, c or v with a number from 1 to %d", name, maxVertices)
		}
		ends, n = append(ends, v), max(n, v.number)
	}
	g = latin.TripartiteGraph{RowColumn: newTable(n), RowValue: newTable(n), ColumnValue: newTable(n)}
	for ; len(ends) > 1; ends = ends[2:] {
		a, b := ends[0], ends[1]
		if strings.IndexByte("rcv", a.kind) > strings.IndexByte("rcv", b.kind) {
			a, b = b, a
		}
		edges := map[string][][]bool{"rc": g.RowColumn, "rv": g.RowValue,
			"cv": g.ColumnValue}[string([]byte{a.kind, b.kind})]
		if edges == nil {
			return g, fmt.Errorf("an edge joins a row, a column and a value, two of them: not %c%d and %c%d", a.kind,
				a.number, b.kind, b.number)
		}
		edges[a.number-1][b.number-1] = true
	}
	if len(ends) > 0 {
		return g, fmt.Errorf("the last vertex, %c%d, stands alone", ends[0].kind, ends[0].number)
	}
	return g, nil
}

func newTable(n int) [][]bool {
	rows := make([][]bool, n)
	for i := range rows {
		rows[i] = make([]bool, n)
	}
	return rows
}

// surveyOrder examines all graphs of an order. For each order of a smallest square it writes the number of graphs, and
// it writes a graph that needs the largest square. From order 4 on some of the graphs are equivalent.
func surveyOrder(w io.Writer, n int) error {
	counts, hardest, most := map[int]int{}, latin.TripartiteGraph{}, 0
	for g := range uniformGraphs(n) {
		m, err := smallestOrder(g)
		if err != nil {
			return err
		}
		if counts[m]++; m > most {
			hardest, most = g, m
		}
	}
	for m := n; m <= most; m++ {
		fmt.Fprintf(w, "%s of order %d with a square of order %d, and none smaller\n",
			source.Plural(counts[m], "graph"), n, m)
	}
	_, err := fmt.Fprintf(w, "one of order %d:%s\n", most, edgesText(hardest))
	return err
}

// smallestOrder returns the order of the smallest square that has the graph.
func smallestOrder(g latin.TripartiteGraph) (int, error) {
	n := len(g.RowColumn)
	for m := n; ; m++ {
		p, err := complementProblem(g, m)
		if err != nil {
			return 0, err
		}
		_, err = quadrille.FromMatrix(p).First(context.Background(), quadrille.Search{})
		if err == nil {
			return m, nil
		}
		if !errors.Is(err, quadrille.ErrNoSolution) || m == 2*n {
			return 0, fmt.Errorf("order %d: %w", m, err) // cannot happen, as order 2n suffices by Colbourn's theorem
		}
	}
}

// edgeFormats holds the format of an edge in text, for each pair of kinds.
var edgeFormats = []string{"r%d c%d", "r%d v%d", "c%d v%d"}

// complementProblem returns an exact cover problem: divide the edges of the complete tripartite graph of order m that
// are not in g into triangles.
func complementProblem(g latin.TripartiteGraph, m int) (*matrix.Problem, error) {
	b := matrix.NewBuilder()
	has := func(edges [][]bool, i, j int) bool { return i < len(edges) && j < len(edges) && edges[i][j] }
	items := [3]map[[2]int]matrix.ItemID{{}, {}, {}}
	for at, edges := range [][][]bool{g.RowColumn, g.RowValue, g.ColumnValue} {
		for i := range m {
			for j := range m {
				if !has(edges, i, j) {
					items[at][[2]int{i, j}] = b.AddPrimary(fmt.Sprintf(edgeFormats[at], i+1, j+1), matrix.Once)
				}
			}
		}
	}
	for i := range m {
		for j := range m {
			for k := range m {
				rc, ok1 := items[0][[2]int{i, j}]
				rv, ok2 := items[1][[2]int{i, k}]
				cv, ok3 := items[2][[2]int{j, k}]
				if ok1 && ok2 && ok3 {
					b.AddOption(matrix.Entry{Item: rc}, matrix.Entry{Item: rv}, matrix.Entry{Item: cv})
				}
			}
		}
	}
	return b.Build()
}

// edgesText lists the edges of a graph in the form that readGraph parses.
func edgesText(g latin.TripartiteGraph) string {
	var b strings.Builder
	for i := range g.RowColumn {
		for j := range g.RowColumn {
			for at, edges := range [][][]bool{g.RowColumn, g.RowValue, g.ColumnValue} {
				if edges[i][j] {
					fmt.Fprintf(&b, " "+edgeFormats[at]+",", i+1, j+1)
				}
			}
		}
	}
	return strings.TrimSuffix(b.String(), ",")
}
