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
// Latin square, as long as there are n by n and none is above n.
func (s Square) Graph() Graph {
	n := s.Order()
	g := Graph{table(n, true), table(n, true), table(n, true)}
	for i, row := range s.Cells {
		for j, v := range row {
			if v > 0 {
				g.RowColumn[i][j], g.RowValue[i][v-1], g.ColumnValue[j][v-1] = false, false, false
			}
		}
	}
	return g
}

// Degrees are numbers of neighbors of one kind, by vertex. A vertex has as many neighbors
// of either kind that is not its own. They are the sizes of the 3n matchings that a
// completion consists of: at a row the columns of its holes are matched with the values
// that it lacks, and so on.
type Degrees struct {
	Rows    []int // of each row, the columns: its holes
	Columns []int // of each column, the rows: its holes
	Values  []int // of each value, the rows that lack it
}

// Degrees counts the neighbors of all vertices.
func (g Graph) Degrees() Degrees {
	rows, columns := degrees(g.RowColumn)
	_, values := degrees(g.RowValue)
	return Degrees{rows, columns, values}
}

// degrees counts the edges of each row and of each column of a table.
func degrees(edges [][]bool) (across, down []int) {
	across, down = make([]int, len(edges)), make([]int, len(edges))
	for i, row := range edges {
		for j, edge := range row {
			if edge {
				across[i]++
				down[j]++
			}
		}
	}
	return across, down
}

// Triangles returns the number of triangles: of the ways to fill one hole with
// a value that neither its row nor its column has.
func (g Graph) Triangles() int {
	count := 0
	for i, holes := range g.RowColumn {
		for j, hole := range holes {
			for k := range holes {
				if hole && g.RowValue[i][k] && g.ColumnValue[j][k] {
					count++
				}
			}
		}
	}
	return count
}
