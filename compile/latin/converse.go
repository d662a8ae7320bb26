package latin

import "errors"

// IsUniform reports whether each vertex has as many neighbours of one other kind (row, column or value) as of the
// other.
func (g TripartiteGraph) IsUniform() bool {
	rows, columns, values := countEdgesByRow(g.RowColumn), countEdgesByRow(transposeTable(g.RowColumn)),
		countEdgesByRow(transposeTable(g.RowValue))
	toValue, fromValue := countEdgesByRow(g.RowValue), countEdgesByRow(transposeTable(g.ColumnValue))
	for k, d := range countEdgesByRow(g.ColumnValue) {
		if rows[k] != toValue[k] || columns[k] != d || values[k] != fromValue[k] {
			return false
		}
	}
	return true
}

// ToSquare returns a square of order 2n. Its graph is g, which has order n, with further vertices that have no edges.
// So the completions of the square are the ways to divide the edges of g into triangles. It is an error if g is not
// uniform.
//
// The holes are in the upper left quarter, and each value above n is in every row and column. The other cells of that
// quarter get values above n, as in a cyclic square. The upper right quarter gets the values that its rows neither have
// in the upper left quarter nor lack. The lower half gets the values that remain for the columns. Both steps are edge
// colorings of bipartite graphs in which no vertex has more than n edges (D. König, 1916).
//
// Source: Colbourn, 1984; partial-latin-gad-swap, section 9.
func (g TripartiteGraph) ToSquare() (Square, error) {
	if !g.IsUniform() {
		return Square{}, errors.New("the graph is not uniform: each vertex needs as many neighbors of one kind as of " +
			"the other")
	}
	n := len(g.RowColumn)
	s := NewSquare(2 * n)
	rows, columns := newMatrix(n, true), newMatrix(2*n, true) // for each value minus 1, whether it is missing
	for i := range rows {
		rows[i] = append(rows[i], rows[i]...)
	}
	for i := range n {
		for j := range n {
			if cyclic := n + (i+j)%n; !g.RowColumn[i][j] {
				s.Cells[i][j] = cyclic + 1
				rows[i][cyclic], columns[j][cyclic] = false, false
			}
			if g.RowValue[i][j] {
				rows[i][j] = false
			}
			if g.ColumnValue[i][j] {
				columns[i][j] = false
			}
		}
	}
	for i, colors := range colorBipartiteEdges(rows, n) {
		for k, color := range colors {
			if color >= 0 {
				s.Cells[i][n+color] = k + 1
				columns[n+color][k] = false
			}
		}
	}
	for j, colors := range colorBipartiteEdges(columns, n) {
		for k, color := range colors {
			if color >= 0 {
				s.Cells[n+color][j] = k + 1
			}
		}
	}
	return s, nil
}

// colorBipartiteEdges colors the edges of a bipartite graph so that the colors at each vertex differ. The argument
// colors must not be less than the greatest degree. In the result the color -1 means that there is no edge. If the two
// ends of an edge lack different colors, these colors are exchanged along the path that begins at one end.
func colorBipartiteEdges(edges [][]bool, colors int) [][]int {
	out := newMatrix(len(edges), 0)
	left, right := make([][]int, len(edges)), make([][]int, len(edges[0])) // by color: the other end of the edge, or -1
	for _, side := range [][][]int{left, right} {
		for v := range side {
			side[v] = colorsWithoutEdges(colors)
		}
	}
	for a, row := range edges {
		out[a] = colorsWithoutEdges(len(row))
		for b, edge := range row {
			if !edge {
				continue
			}
			one, other := firstMissingColor(left[a]), firstMissingColor(right[b])
			swapColorsOnPath(right, left, b, one, other)
			left[a][one], right[b][one] = b, a
		}
	}
	for a := range left {
		for color, b := range left[a] {
			if b >= 0 {
				out[a][b] = color
			}
		}
	}
	return out
}

// swapColorsOnPath exchanges two colors, one and two, on the path that begins at vertex v with the color one. Vertex v
// lacks the color two.
func swapColorsOnPath(side, other [][]int, v, one, two int) {
	w := side[v][one]
	if w < 0 || one == two {
		return
	}
	side[v][one], other[w][one] = -1, -1
	swapColorsOnPath(other, side, w, two, one) // from here on w lacks color `two` as well
	side[v][two], other[w][two] = w, v
}

func firstMissingColor(ends []int) int {
	for color, end := range ends {
		if end < 0 {
			return color
		}
	}
	panic("latin: a vertex has more edges than there are colors")
}

func colorsWithoutEdges(n int) []int {
	out := make([]int, n)
	for k := range out {
		out[k] = -1
	}
	return out
}

// countEdgesByRow counts the edges in each row of an adjacency table.
func countEdgesByRow(edges [][]bool) []int {
	out := make([]int, len(edges))
	for i, row := range edges {
		for _, edge := range row {
			if edge {
				out[i]++
			}
		}
	}
	return out
}

func transposeTable(edges [][]bool) [][]bool {
	out := newMatrix(len(edges), false)
	for i, row := range edges {
		for j, edge := range row {
			out[j][i] = edge
		}
	}
	return out
}
