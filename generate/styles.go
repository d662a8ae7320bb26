package generate

// This file holds the styles of clues on boards of squares and of sticks, each with the function that computes its
// clues from a solution.

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// cellNumber returns the index of a cell on the board, or a negative number if the board does not have the cell.
func (b *filledBoard) cellNumber(c lattice.Cell) int { return int(b.CellNumber(c)) }

// rowsAndColumns returns the rows of the board, then the columns, each as the indices of its cells in reading order.
func (b *filledBoard) rowsAndColumns() (rows, columns [][]int) {
	byAxis := [2]map[int32][]int{{}, {}}
	for n, c := range b.Cells {
		for axis := range byAxis {
			byAxis[axis][c[axis]] = append(byAxis[axis][c[axis]], n)
		}
	}
	inOrder := func(lines map[int32][]int) (out [][]int) {
		for _, k := range slices.Sorted(maps.Keys(lines)) {
			out = append(out, lines[k])
		}
		return out
	}
	return inOrder(byAxis[0]), inOrder(byAxis[1])
}

// runLengthClues returns the runs of the second symbol in each row, then in each column.
func runLengthClues(b *filledBoard) (values []string) {
	rows, columns := b.rowsAndColumns()
	for _, line := range slices.Concat(rows, columns) {
		var runs []string
		length := 0
		for k, n := range line {
			if b.symbolOfCell[n] == 1 {
				length++
			}
			if length > 0 && (b.symbolOfCell[n] == 0 || k == len(line)-1) {
				runs = append(runs, fmt.Sprint(length))
				length = 0
			}
		}
		values = append(values, strings.Join(runs, " "))
		if len(runs) == 0 {
			values[len(values)-1] = "0"
		}
	}
	return values
}

func writeRunLengths(b *filledBoard, _ textRewrite, values []string) (rules, statements string) {
	rows, _ := b.rowsAndColumns()
	return fmt.Sprintf("runs rows %q\nruns columns %q\n", strings.Join(values[:len(rows)], ", "),
		strings.Join(values[len(rows):], ", ")), ""
}

// drawBlobPicture draws a picture of blobs: it starts with noise, and each cell then takes the majority symbol around
// it.
func drawBlobPicture(b *filledBoard, r *rand.Rand) []int {
	noise := make([]int, len(b.Cells))
	for n := range noise {
		noise[n] = boolToInt(r.IntN(20) < 11)
	}
	smooth := make([]int, len(noise))
	for n, c := range b.Cells {
		dark, cells := 0, 0
		for _, m := range b.cellsAround(c) {
			dark, cells = dark+noise[m], cells+1
		}
		smooth[n] = boolToInt(2*(dark+noise[n])+r.IntN(3)-1 > cells+1)
	}
	return smooth
}

// cellsAround returns the cells that touch a cell of a board of squares, by a side or a corner.
func (b *filledBoard) cellsAround(c lattice.Cell) (around []int) {
	for row := c[0] - 1; row <= c[0]+1; row++ {
		for column := c[1] - 1; column <= c[1]+1; column++ {
			if n := b.cellNumber(lattice.Cell{row, column}); n >= 0 && b.Cells[n] != c {
				around = append(around, n)
			}
		}
	}
	return around
}

// neighbourCountClues returns, for each cell with the first symbol, how many of the surrounding cells have the second
// symbol.
func neighbourCountClues(b *filledBoard) []string {
	values := make([]string, len(b.Cells))
	for n, c := range b.Cells {
		if b.symbolOfCell[n] != 0 {
			continue
		}
		count := 0
		for _, m := range b.cellsAround(c) {
			count += b.symbolOfCell[m]
		}
		values[n] = fmt.Sprint(count)
	}
	return values
}

// clueTable returns a table statement with values for the cells of a rectangle whose corner is row 0 and column 0. A
// cell without a value has -1. The second result is the loop over this table that rules about clues use.
func clueTable(height, width int32, at func(row, column int32) string) (statement, loop string) {
	var values []string
	for row := range height {
		for column := range width {
			values = append(values, cmp.Or(at(row, column), "-1"))
		}
	}
	widest := len(slices.MaxFunc(values, func(v, w string) int { return len(v) - len(w) }))
	var t strings.Builder
	t.WriteString("table clue = \"\"\"\n")
	for k, value := range values {
		fmt.Fprintf(&t, " %s%*s", map[bool]string{true: " "}[int32(k)%width == 0], widest, value)
		if int32(k+1)%width == 0 {
			t.WriteString("\n")
		}
	}
	t.WriteString("\"\"\"\n")
	return t.String(), fmt.Sprintf("for r in 0..%d, c in 0..%d where clue[r,c] >= 0", height-1, width-1)
}

func writeNeighbourCounts(b *filledBoard, _ textRewrite, values []string) (rules, statements string) {
	_, greatest := lattice.Shape(b.Cells).BoundingBox()
	table, loop := clueTable(greatest[0]+1, greatest[1]+1, func(row, column int32) string {
		if n := b.cellNumber(lattice.Cell{row, column}); n >= 0 {
			return values[n]
		}
		return ""
	})
	mark := b.boardFilling.Symbols[1]
	return fmt.Sprintf("exactly (clue[r,c]) %q on 3x3 at (r-1, c-1) & %s %s\nnone %q on (r, c) %s\n",
		mark, b.boardFilling.Board.Name, loop, mark, loop), table
}

// drawMineField draws cells at random, about a sixth of the board.
func drawMineField(b *filledBoard, r *rand.Rand) []int {
	symbols := make([]int, len(b.Cells))
	for n := range symbols {
		symbols[n] = boolToInt(r.IntN(6) == 0)
	}
	return symbols
}

// sidesOfSquare returns the cells of a board of sticks that are the four sides of the square at a row and column, or
// nil if the board lacks one of them.
func (b *filledBoard) sidesOfSquare(row, column int32) (sides []int) {
	top, left := 2*row, 2*column
	for _, c := range []lattice.Cell{{top, left + 1}, {top + 1, left}, {top + 1, left + 2}, {top + 2, left + 1}} {
		n := b.cellNumber(c)
		if n < 0 {
			return nil
		}
		sides = append(sides, n)
	}
	return sides
}

// squareCount returns the numbers of rows and columns of squares between the sticks of a board.
func (b *filledBoard) squareCount() (height, width int32) {
	_, greatest := lattice.Shape(b.Cells).BoundingBox()
	return (greatest[0] + 1) / 2, (greatest[1] + 1) / 2
}

// sideCountClues returns, for each square between sticks, the number of its sides with the second symbol.
func sideCountClues(b *filledBoard) (values []string) {
	height, width := b.squareCount()
	for row := range height {
		for column := range width {
			sides, count := b.sidesOfSquare(row, column), 0
			for _, n := range sides {
				count += b.symbolOfCell[n]
			}
			if values = append(values, ""); sides != nil {
				values[len(values)-1] = fmt.Sprint(count)
			}
		}
	}
	return values
}

func writeSideCounts(b *filledBoard, _ textRewrite, values []string) (rules, statements string) {
	height, width := b.squareCount()
	table, loop := clueTable(height, width, func(row, column int32) string { return values[row*width+column] })
	return fmt.Sprintf("exactly (clue[r,c]) %q on 1x1 at (2*r, 2*c) %s\n", b.boardFilling.Symbols[1], loop), table
}

// drawLoopOutline draws the outline of squares that grow at random.
func drawLoopOutline(b *filledBoard, r *rand.Rand) []int {
	height, width := b.squareCount()
	symbols := make([]int, len(b.Cells))
	exists := func(s squarePlace) bool { return b.sidesOfSquare(s[0], s[1]) != nil }
	for s := range growSquares(height, width, exists, 4, int(height*width*3/5), r) {
		for _, n := range b.sidesOfSquare(s[0], s[1]) {
			symbols[n] ^= 1 // a side with squares inside on both sides is no part of the outline
		}
	}
	return symbols
}

// squarePlace is the row and the column of a square.
type squarePlace = [2]int32

// growSquares grows a set of squares at random, from one square up to as many as the argument most. A square joins if
// at most as many of its neighbours as the argument sides are in the set, and the outline stays one loop that does not
// touch itself.
func growSquares(height, width int32, exists func(squarePlace) bool, sides, most int,
	r *rand.Rand) map[squarePlace]bool {
	inside := map[squarePlace]bool{{r.Int32N(height), r.Int32N(width)}: true}
	for range 20 * height * width {
		s := squarePlace{r.Int32N(height), r.Int32N(width)}
		if len(inside) < most && !inside[s] && exists(s) && canFlipSquare(inside, s, sides) {
			inside[s] = true
		}
	}
	return inside
}

// canFlipSquare reports whether the outline of squares stays one loop that does not touch itself when the square s
// joins or leaves the set inside. This holds if the squares of the set among the eight around s form one arc that
// includes a neighbour by a side. At most as many neighbours by a side as the argument most may be in the set.
func canFlipSquare(inside map[squarePlace]bool, s squarePlace, most int) bool {
	around := [8]squarePlace{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}
	changes, sides := 0, 0
	for k, d := range around {
		next := around[(k+1)%8]
		is := inside[squarePlace{s[0] + d[0], s[1] + d[1]}]
		if is != inside[squarePlace{s[0] + next[0], s[1] + next[1]}] {
			changes++
		}
		sides += boolToInt(is && (d[0] == 0 || d[1] == 0))
	}
	return 0 < sides && sides <= most && changes == 2
}

// edges are the edges from which views along lines are counted, by their names in rules.
var edges = []string{"top", "bottom", "left", "right"}

// viewCountClues returns, from each edge, the number of visible symbols in each line; a symbol hides all smaller
// symbols behind it.
func viewCountClues(b *filledBoard) (values []string) {
	rows, columns := b.rowsAndColumns()
	for k, lines := range [][][]int{columns, columns, rows, rows} {
		for _, line := range lines {
			line = slices.Clone(line)
			if k%2 == 1 {
				slices.Reverse(line)
			}
			seen, highest := 0, 0
			for place, n := range line {
				if v := b.boardFilling.SymbolValues[b.symbolOfCell[n]]; place == 0 || v > highest {
					seen, highest = seen+1, v
				}
			}
			values = append(values, fmt.Sprint(seen))
		}
	}
	return values
}

func writeViewCounts(b *filledBoard, _ textRewrite, values []string) (rules, statements string) {
	rows, columns := b.rowsAndColumns()
	for k, n := range []int{len(columns), len(columns), len(rows), len(rows)} {
		clues, some := slices.Clone(values[:n]), false
		for i, v := range clues {
			if some = some || v != ""; v == "" {
				clues[i] = "."
			}
		}
		if values = values[n:]; some {
			rules += fmt.Sprintf(" %s %q", edges[k], strings.Join(clues, ", "))
		}
	}
	if rules != "" {
		rules = "sees" + rules + "\n"
	}
	return rules, ""
}

// neighbourPairs returns the pairs of cells that share a side, as indices with the lesser one first.
func (b *filledBoard) neighbourPairs() (pairs [][2]int) {
	for n, c := range b.Cells {
		for _, next := range []lattice.Cell{{c[0], c[1] + 1}, {c[0] + 1, c[1]}} {
			if m := b.cellNumber(next); m >= 0 {
				pairs = append(pairs, [2]int{n, m})
			}
		}
	}
	return pairs
}

// comparisonSigns returns < or > for each pair of neighbouring cells, as the first or the second number is less.
func comparisonSigns(b *filledBoard) (values []string) {
	for _, pair := range b.neighbourPairs() {
		sign := "<"
		if b.boardFilling.SymbolValues[b.symbolOfCell[pair[0]]] > b.boardFilling.SymbolValues[b.symbolOfCell[pair[1]]] {
			sign = ">"
		}
		values = append(values, sign)
	}
	return values
}

func writeComparisonSigns(b *filledBoard, _ textRewrite, values []string) (rules, statements string) {
	for k, pair := range b.neighbourPairs() {
		if values[k] == "" {
			continue
		}
		if values[k] == ">" {
			pair[0], pair[1] = pair[1], pair[0]
		}
		rules += fmt.Sprintf("ascending on %s %s\n", b.boardFilling.Board.Lattice.FormatCell(b.Cells[pair[0]]),
			b.boardFilling.Board.Lattice.FormatCell(b.Cells[pair[1]]))
	}
	return rules, ""
}

// kropkiDots returns, for each pair of neighbours, a dot: * if one number is twice the other, else o if the numbers
// differ by one, else "".
func kropkiDots(b *filledBoard) (values []string) {
	for _, pair := range b.neighbourPairs() {
		x, y := b.boardFilling.SymbolValues[b.symbolOfCell[pair[0]]],
			b.boardFilling.SymbolValues[b.symbolOfCell[pair[1]]]
		switch {
		case x == 2*y || y == 2*x:
			values = append(values, "*")
		case x-y == 1 || y-x == 1:
			values = append(values, "o")
		default:
			values = append(values, "")
		}
	}
	return values
}

func writeKropkiDots(b *filledBoard, _ textRewrite, values []string) (rules, statements string) {
	_, greatest := lattice.Shape(b.Cells).BoundingBox()
	picture := make([][]byte, 2*greatest[0]+1)
	for k := range picture {
		picture[k] = []byte(strings.Repeat(" ", int(2*greatest[1]+1)))
	}
	for _, c := range b.Cells {
		picture[2*c[0]][2*c[1]] = '.'
	}
	some := false
	for k, pair := range b.neighbourPairs() {
		if values[k] != "" {
			first, second := b.Cells[pair[0]], b.Cells[pair[1]]
			picture[first[0]+second[0]][first[1]+second[1]], some = values[k][0], true
		}
	}
	if !some {
		return "", ""
	}
	var text strings.Builder
	for _, row := range picture {
		text.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return "marks \"\"\"\n" + text.String() + "\"\"\"\n", ""
}
