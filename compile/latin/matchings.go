package latin

import "strconv"

// Matching is the size of one of the 3n matchings that a completion consists
// of. At row i the columns of its holes are matched with the values it lacks,
// at column j the values with the rows, at value k the rows with the columns. A
// pair may be matched if the third edge of their triangle is there.
type Matching struct {
	Vertex string // r1, c1 or v1, and so on
	Pairs  int    // how many are to be made
	Edges  int    // how many may be made
}

// Matchings returns the 3n matchings: of the rows, the columns, the values.
// Those without pairs are done.
func (g Graph) Matchings() []Matching {
	d := g.Degrees()
	var out []Matching
	for k, degrees := range [][]int{d.Rows, d.Columns, d.Values} {
		for i, pairs := range degrees {
			out = append(out, Matching{Vertex: "rcv"[k:k+1] + strconv.Itoa(i+1), Pairs: pairs})
		}
	}
	n := g.Order()
	for t := range g.triangles {
		for k, i := range t {
			out[k*n+i].Edges++
		}
	}
	return out
}

// Triangles returns the number of triangles: of the ways to fill one hole with
// a value that neither its row nor its column has.
func (g Graph) Triangles() int {
	count := 0
	for range g.triangles {
		count++
	}
	return count
}

// triangles visits the row, column and value of each triangle, from 0.
func (g Graph) triangles(visit func([3]int) bool) {
	for i, columns := range g.RowColumn {
		for j, hole := range columns {
			if hole && !g.trianglesAt(i, j, visit) {
				return
			}
		}
	}
}

// trianglesAt visits the triangles of a hole, and tells whether to go on.
func (g Graph) trianglesAt(i, j int, visit func([3]int) bool) bool {
	for k := range g.Order() {
		if g.RowValue[i][k] && g.ColumnValue[j][k] && !visit([3]int{i, j, k}) {
			return false
		}
	}
	return true
}
