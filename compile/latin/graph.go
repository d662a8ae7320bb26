package latin

// Graph is the tripartite graph of a square, on the vertices r1 to rn, c1 to cn
// and v1 to vn. Its edges say what is missing:
//
//	ri - cj: the cell in row i and column j is a hole;
//	ri - vk: the value k is not in row i;
//	cj - vk: the value k is not in column j.
//
// To complete the square is to part the edges into triangles, and squares with
// the same graph are completed by the same triangles, whatever they have in
// the cells that are filled.
//
// Source: C. J. Colbourn, The complexity of completing partial Latin squares,
// Discrete Applied Mathematics 8 (1984), 25-30.
type Graph struct {
	RowColumn   [][]bool // by row, then by column
	RowValue    [][]bool // by row, then by value less 1
	ColumnValue [][]bool // by column, then by value less 1
}

// Graph returns the graph of a square. Cells need not obey the rules of a
// Latin square, as long as there are n by n and none is above n; the graph of
// one that does not may fail to be uniform.
func (s Square) Graph() Graph {
	n := s.Order()
	g := Graph{complete(n), complete(n), complete(n)}
	for i, row := range s.Cells {
		for j, v := range row {
			if v > 0 {
				g.RowColumn[i][j], g.RowValue[i][v-1], g.ColumnValue[j][v-1] = false, false, false
			}
		}
	}
	return g
}

// complete returns n by n edges.
func complete(n int) [][]bool {
	rows := make([][]bool, n)
	for i := range rows {
		rows[i] = make([]bool, n)
		for j := range rows[i] {
			rows[i][j] = true
		}
	}
	return rows
}

// Order returns the number of vertices of each of the three kinds.
func (g Graph) Order() int { return len(g.RowColumn) }

// Degrees are numbers of neighbors of one kind, by vertex. In a uniform graph a
// vertex has as many neighbors of either kind that is not its own.
type Degrees struct {
	Rows    []int // of each row, the columns: its holes
	Columns []int // of each column, the rows: its holes
	Values  []int // of each value, the rows that lack it
}

// Degrees counts the neighbors of all vertices.
func (g Graph) Degrees() Degrees {
	return Degrees{across(g.RowColumn), down(g.RowColumn), down(g.RowValue)}
}

// Uniform tells whether every vertex has as many neighbors of either kind that
// is not its own. The graph of a partial Latin square is uniform.
func (g Graph) Uniform() bool {
	for k := range g.Order() {
		d := g.degree(k)
		if d[0] != d[1] || d[2] != d[3] || d[4] != d[5] {
			return false
		}
	}
	return true
}

// degree returns the degrees of row, column and value k, each to both kinds.
func (g Graph) degree(k int) [6]int {
	var d [6]int
	for j := range g.Order() {
		for at, edge := range [6]bool{
			g.RowColumn[k][j], g.RowValue[k][j],
			g.RowColumn[j][k], g.ColumnValue[k][j],
			g.RowValue[j][k], g.ColumnValue[j][k],
		} {
			if edge {
				d[at]++
			}
		}
	}
	return d
}

// across counts the edges of each row of a table.
func across(edges [][]bool) []int {
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

// down counts the edges of each column of a table.
func down(edges [][]bool) []int {
	out := make([]int, len(edges))
	for _, row := range edges {
		for j, edge := range row {
			if edge {
				out[j]++
			}
		}
	}
	return out
}
