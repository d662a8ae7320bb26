package latin

import "math/rand/v2"

// RandomSquare returns a complete random Latin square of order n, all squares being about equally likely. It
// has no cells if n is not positive.
//
// It is the random walk of Jacobson and Matthews. The walk begins at the cyclic square with its rows, columns and
// values permuted at random, and ends at the 4n²th square on its way. The improper squares between are not counted: so
// in the limit the distribution is exactly uniform, which it need not be at the first square after a fixed number of
// moves. There are about n moves from one square to the next, so 4n³ moves in all. That this suffices is an observation
// and no theorem: up to order 61 the mean number of intercalates is stable after a sixteenth of the moves. The result
// depends only on the numbers that rng yields.
//
// Source: M. T. Jacobson, P. Matthews, Generating uniformly distributed random Latin squares, Journal of
// Combinatorial Designs 4 (1996), 405-437.
func RandomSquare(n int, rng *rand.Rand) Square {
	s := randomIsotope(n, rng)
	if n < 2 {
		return s
	}
	w := newSquareWalk(s.Cells)
	for range squaresVisitedPerCell * n * n {
		w.stepRandomWalk(rng)
		for w.isImproper {
			w.stepRandomWalk(rng)
		}
	}
	return s
}

// squaresVisitedPerCell is the number of squares that a walk visits, divided by the number of cells of a square.
const squaresVisitedPerCell = 4

// randomIsotope returns the cyclic square after random permutations of its rows, columns and values.
func randomIsotope(n int, rng *rand.Rand) Square {
	s := NewSquare(n)
	if n < 1 {
		return s
	}
	rows, columns, values := rng.Perm(n), rng.Perm(n), rng.Perm(n)
	for i, row := range s.Cells {
		for j := range row {
			row[j] = values[(rows[i]+columns[j])%n] + 1
		}
	}
	return s
}

// jacobsonMatthewsWalk is a state of the random walk: a cube with a number for each row, column and value, where the
// numbers in each line of the cube add up to 1. In a proper state all numbers are 0 and 1. An improper state has one -1
// as well, and the three lines through the -1 have two 1s each.
//
// The tables store the position of the 1 in each line. If a line has two 1s, secondOnesOfLines stores the other one.
// Rows and columns count from 0, values from 1.
type jacobsonMatthewsWalk struct {
	valueOfRowColumn  [][]int // for each row and column, the value; equals the square if the state is proper
	columnOfRowValue  [][]int // for each row and value, the column of the value in the row
	rowOfColumnValue  [][]int // for each column and value, the row of the value in the column
	isImproper        bool
	placeOfMinusOne   cubeCell // position of the -1, if the state is improper
	secondOnesOfLines cubeCell
}

// cubeCell is a position in the cube of a jacobsonMatthewsWalk.
type cubeCell struct{ row, column, value int }

func newSquareWalk(cells [][]int) *jacobsonMatthewsWalk {
	n := len(cells) + 1
	w := &jacobsonMatthewsWalk{valueOfRowColumn: cells, columnOfRowValue: newMatrix(n, 0),
		rowOfColumnValue: newMatrix(n, 0)}
	for r, values := range cells {
		for c, v := range values {
			w.columnOfRowValue[r][v], w.rowOfColumnValue[c][v] = c, r
		}
	}
	return w
}

// stepRandomWalk adds 1 and -1 in turn at the corners of a box in the cube. It adds 1 at the -1, if there is one, and
// otherwise at a random 0. The three corners next to that corner are 1s. So all numbers remain 0 or 1, except the
// number at the opposite corner, which may become -1.
func (w *jacobsonMatthewsWalk) stepRandomWalk(rng *rand.Rand) {
	from, to := w.chooseCubeBox(rng)
	w.valueOfRowColumn[from.row][to.column], w.columnOfRowValue[from.row][to.value] = to.value, to.column
	w.valueOfRowColumn[to.row][from.column], w.rowOfColumnValue[from.column][to.value] = to.value, to.row
	w.columnOfRowValue[to.row][from.value], w.rowOfColumnValue[to.column][from.value] = to.column, to.row
	w.isImproper = w.valueOfRowColumn[to.row][to.column] != to.value
	if w.isImproper {
		w.placeOfMinusOne, w.secondOnesOfLines = to, from // the lines through the -1 keep the 1 that they had
		return
	}
	w.valueOfRowColumn[to.row][to.column], w.columnOfRowValue[to.row][to.value],
		w.rowOfColumnValue[to.column][to.value] = from.value, from.column,
		from.row
}

// chooseCubeBox chooses a box by two opposite corners, and updates the three lines through the first corner.
func (w *jacobsonMatthewsWalk) chooseCubeBox(rng *rand.Rand) (from, to cubeCell) {
	if w.isImproper {
		from = w.placeOfMinusOne
		to.value = chooseOneOfTwoOnes(rng, &w.valueOfRowColumn[from.row][from.column], w.secondOnesOfLines.value)
		to.column = chooseOneOfTwoOnes(rng, &w.columnOfRowValue[from.row][from.value], w.secondOnesOfLines.column)
		to.row = chooseOneOfTwoOnes(rng, &w.rowOfColumnValue[from.column][from.value], w.secondOnesOfLines.row)
		return from, to
	}
	n := len(w.valueOfRowColumn)
	from.row, from.column = rng.IntN(n), rng.IntN(n)
	to.value = w.valueOfRowColumn[from.row][from.column]
	from.value = (to.value+rng.IntN(n-1))%n + 1
	to.column, to.row = w.columnOfRowValue[from.row][from.value], w.rowOfColumnValue[from.column][from.value]
	w.valueOfRowColumn[from.row][from.column], w.columnOfRowValue[from.row][from.value],
		w.rowOfColumnValue[from.column][from.value] = from.value,
		from.column, from.row
	return from, to
}

// chooseOneOfTwoOnes returns one of the two 1s of a line at random. The other 1 stays in the line.
func chooseOneOfTwoOnes(rng *rand.Rand, line *int, second int) int {
	if rng.IntN(2) == 0 {
		return second
	}
	first := *line
	*line = second
	return first
}

// PunchHoles returns a copy of a square in which k more cells are holes, chosen uniformly at random. If fewer than k
// cells are filled, all cells are holes.
func PunchHoles(s Square, k int, rng *rand.Rand) Square {
	var filled []squareCell
	for i, row := range s.Cells {
		for j, v := range row {
			if v != 0 {
				filled = append(filled, squareCell{i, j})
			}
		}
	}
	out := s.Clone()
	punchHolesAmong(out, filled, k, rng)
	return out
}

// PunchBalancedHoles returns a copy of a complete square with k holes, or n² if k is more. The numbers of holes in two
// rows, or in two columns, differ by at most one; if n divides k, each row and column has k/n. Such squares are much
// harder to complete than squares of [PunchHoles] with as many holes.
//
// The holes are the cells of k/n values of another random square, and some cells of one more value if n does
// not divide k: each value is a matching of rows and columns. (So not every balanced set of holes is equally
// likely.) Cells that are already holes stay holes, and then the result is not balanced.
//
// Source: H. Kautz, Y. Ruan, D. Achlioptas, C. Gomes, B. Selman, M. Stickel, Balance and filtering in
// structured satisfiable problems, IJCAI 2001, 351-358.
func PunchBalancedHoles(s Square, k int, rng *rand.Rand) Square {
	out, n := s.Clone(), s.Order()
	byValue := make([][]squareCell, n)
	for i, row := range RandomSquare(n, rng).Cells {
		for j, v := range row {
			byValue[v-1] = append(byValue[v-1], squareCell{i, j})
		}
	}
	for _, cells := range byValue {
		punchHolesAmong(out, cells, k, rng)
		k -= len(cells)
	}
	return out
}

// squareCell is a row and a column.
type squareCell struct{ row, column int }

// punchHolesAmong makes holes of k of the given cells, chosen at random, or of all given cells if there are fewer.
func punchHolesAmong(s Square, cells []squareCell, k int, rng *rand.Rand) {
	for at := range min(k, len(cells)) {
		other := at + rng.IntN(len(cells)-at)
		cells[at], cells[other] = cells[other], cells[at]
		s.Cells[cells[at].row][cells[at].column] = 0
	}
}
