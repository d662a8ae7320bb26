// Package latin holds partial Latin squares, also called quasigroups with holes: as text, transformed by their
// symmetries, as a graph, and at random.
//
// Its input is text, or an order and a source of random numbers; its output is squares and counts. It knows
// nothing of puzzles or matrices, and it completes no square.
//
// The text is the input of Knuth's PARTIAL-LATIN-GAD (2021): n lines of n characters, a dot for a hole, and 1
// to 9, a to z and A to Z for the values 1 to 61.
package latin

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// MaxOrder is the order of the largest square that can be written as text.
const MaxOrder = 61

// valueCharacters holds the character for each value, and at index 0 the character for a hole.
const valueCharacters = ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Square is a partial Latin square of order n: n rows of n cells, each a value from 1 to n or 0 for a hole,
// with no value twice in a row or in a column. Methods rely on this unless they say otherwise.
type Square struct {
	Cells [][]int // by row, then by column
}

// NewSquare returns the square of order n in which every cell is a hole. It has no cells if n is not positive.
func NewSquare(n int) Square { return Square{newMatrix(max(n, 0), 0)} }

// newMatrix returns n rows of n equal values.
func newMatrix[T any](n int, value T) [][]T {
	rows := make([][]T, n)
	for i := range rows {
		rows[i] = slices.Repeat([]T{value}, n)
	}
	return rows
}

// Order returns the number of rows.
func (s Square) Order() int { return len(s.Cells) }

// Clone returns a copy of the square that shares no cells with it.
func (s Square) Clone() Square {
	out := NewSquare(s.Order())
	for i, row := range s.Cells {
		copy(out.Cells[i], row)
	}
	return out
}

// CountHoles returns the number of cells that are holes.
func (s Square) CountHoles() int {
	holes := 0
	for _, row := range s.Cells {
		for _, v := range row {
			if v == 0 {
				holes++
			}
		}
	}
	return holes
}

// String returns the square in the text that [ReadSquare] reads. A value above [MaxOrder] has no character, and is
// written as an asterisk, which ReadSquare reports.
func (s Square) String() string {
	var out strings.Builder
	for _, row := range s.Cells {
		for _, v := range row {
			if v < 0 || v >= len(valueCharacters) {
				out.WriteByte('*')
			} else {
				out.WriteByte(valueCharacters[v])
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// PuzzleText returns the text of a puzzle that asks for the completions of the square. The rules, such as `distinct on
// boxes 3x3`, are rules of the statement `latin`.
func (s Square) PuzzleText(rules ...string) string {
	return puzzleText(s.String(), fmt.Sprint(s.Order()), rules...)
}

// puzzleText returns the text of a puzzle with the given rows. The text head follows the word `latin`: the order,
// perhaps with symbols.
func puzzleText(rows, head string, rules ...string) string {
	given := "given \"\"\"\n  " + strings.ReplaceAll(rows, "\n", "\n  ") + "\"\"\"\n"
	return fmt.Sprintf("puz 1\nlatin %s {\n  %s}\n", head, strings.Join(append(slices.Clone(rules), given), "\n  "))
}

// IsSquare reports whether a text looks like a Latin square: n lines of n characters, where some character is a hole or
// each line has all values; or several lines of holes. The text may still have errors, such as an order that is too
// large, which [ReadSquare] reports.
func IsSquare(text []byte) bool {
	if onlyHoles := len(bytes.Trim(text, ". \t\r\n")) == 0; onlyHoles || len(text) > maxTextBytes {
		return onlyHoles && bytes.ContainsAny(bytes.TrimSpace(text), " \t\n")
	}
	lines := strings.Fields(string(text))
	isOther := func(r rune) bool { return !strings.ContainsRune("0"+valueCharacters, r) }
	hasHole := bytes.Contains(text, []byte("."))
	return len(lines) > 1 && (hasHole || len(lines) <= MaxOrder && areDistinctFullLines(lines)) &&
		!slices.ContainsFunc(lines, func(line string) bool {
			return len(line) != len(lines) || strings.ContainsFunc(line, isOther)
		})
}

// areDistinctFullLines reports whether each line has all values, and no line occurs twice. In files that list names
// of a matrix, lines do occur twice.
func areDistinctFullLines(lines []string) bool {
	for k, line := range lines {
		for _, value := range valueCharacters[1 : len(lines)+1] {
			if !strings.ContainsRune(line, value) {
				return false
			}
		}
		if slices.Contains(lines[:k], line) {
			return false
		}
	}
	return true
}

// Conjugate is one of the six ways to exchange the roles of rows, columns and values. A square is a set of triples
// (row, column, value), any two of which differ in at least two entries. So each permutation of the entries gives a
// square. The completions of the conjugate are the conjugates of the completions.
//
// The name lists which roles the new rows, columns and values had before. In rvc the rows were rows, the columns were
// values, and the values were columns.
type Conjugate string

// The six conjugates of a square. The three letters name what becomes row, column and value: row (r), column (c) or
// value (v).
const (
	RCV Conjugate = "rcv" // conjugate that is the square itself
	CRV Conjugate = "crv" // conjugate that is the transposed square
	RVC Conjugate = "rvc" // conjugate in which each row, read as a permutation, is inverted
	VRC Conjugate = "vrc" // conjugate in which each row is inverted and the square is then transposed
	CVR Conjugate = "cvr" // conjugate in which each column is inverted and the square is then transposed
	VCR Conjugate = "vcr" // conjugate in which each column, read as a permutation, is inverted
)

// Conjugates returns all six conjugates, of which the first is the square itself.
func Conjugates() []Conjugate { return []Conjugate{RCV, CRV, RVC, VRC, CVR, VCR} }

// Conjugate returns the square with the roles of rows, columns and values permuted.
func (s Square) Conjugate(c Conjugate) Square {
	out := NewSquare(s.Order())
	var role [3]int // the roles that the new rows, columns and values had before
	for k := range role {
		role[k] = strings.IndexByte(string(RCV), c[k])
	}
	for i, row := range s.Cells {
		for j, v := range row {
			if v > 0 {
				triple := [3]int{i, j, v - 1}
				out.Cells[triple[role[0]]][triple[role[1]]] = triple[role[2]] + 1
			}
		}
	}
	return out
}

// TripartiteGraph is the tripartite graph of a square, on the vertices r1 to rn, c1 to cn and v1 to vn. Its edges stand
// for what is missing in the square:
//
//	ri - cj: the cell in row i and column j is a hole;
//	ri - vk: the value k is not in row i;
//	cj - vk: the value k is not in column j.
//
// A completion of the square divides the edges into triangles. So squares with the same graph have the same
// completions of their holes, whatever their filled cells contain.
//
// Source: C. J. Colbourn, The complexity of completing partial Latin squares, Discrete Applied Mathematics 8
// (1984), 25-30.
type TripartiteGraph struct {
	RowColumn   [][]bool // for each row and column, whether the edge exists
	RowValue    [][]bool // for each row and each value minus 1, whether the edge exists
	ColumnValue [][]bool // for each column and each value minus 1, whether the edge exists
}

// Graph returns the graph of a square. The square need not obey the rules of a Latin square, but must have n rows of n
// cells, with values of at most n.
func (s Square) Graph() TripartiteGraph {
	n := s.Order()
	g := TripartiteGraph{newMatrix(n, true), newMatrix(n, true), newMatrix(n, true)}
	for i, row := range s.Cells {
		for j, v := range row {
			if v > 0 {
				g.RowColumn[i][j], g.RowValue[i][v-1], g.ColumnValue[j][v-1] = false, false, false
			}
		}
	}
	return g
}

// VertexDegrees holds, for each vertex of the graph of a square, the number of its neighbours of one other kind, which
// is equal to the number of its neighbours of the third kind. These are the sizes of the 3n matchings that make a
// completion: for a row, the columns of its holes are matched with the values that it lacks, and so on.
type VertexDegrees struct {
	RowDegrees    []int // for each row, the number of its holes
	ColumnDegrees []int // for each column, the number of its holes
	ValueDegrees  []int // for each value, the number of rows that lack it
}

// Degrees returns the degrees of all vertices.
func (g TripartiteGraph) Degrees() VertexDegrees {
	n := len(g.RowColumn)
	d := VertexDegrees{make([]int, n), make([]int, n), make([]int, n)}
	for i, holes := range g.RowColumn {
		for j, hole := range holes {
			if hole {
				d.RowDegrees[i]++
				d.ColumnDegrees[j]++
			}
			if g.RowValue[i][j] {
				d.ValueDegrees[j]++
			}
		}
	}
	return d
}

// CountTriangles returns the number of triangles in the graph. Each is a way to fill one hole with a value that neither
// its row nor its column has.
func (g TripartiteGraph) CountTriangles() int {
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
