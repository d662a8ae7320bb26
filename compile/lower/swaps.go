package lower

import (
	"slices"

	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// Two symbols k < k' that stand in rows i < i' and columns j < j' as
//
//	k  k'
//	k' k
//
// can be exchanged if the options of both arrangements hold the same items: then
// either stands in a solution if the other does. The arrangement above is
// forbidden, so that of squares that swaps lead to one another those stay in which
// no swap leads to one that comes later in the order of reading (sections 76 to 79
// of Knuth's partial-latin-gad-swap). Each swap makes the square greater; so some
// square of every class stays, and perhaps more than one.

// swaps forbids the arrangements. It counts them first, so that too many are found
// before they fill the memory.
func (q *latinSquare) swaps() {
	n := 0
	q.eachFour(func(_ [4]int, symbols []int) bool {
		n += len(symbols) * (len(symbols) - 1) / 2
		return n <= mostNogoods
	})
	if n > mostNogoods {
		q.errs.Add(codes.TooLarge, q.square.Span, "give more of the square, or count all solutions",
			"there are more than %d swaps in this square", mostNogoods)
		return
	}
	q.eachFour(func(cells [4]int, symbols []int) bool {
		for a, k := range symbols {
			for _, k2 := range symbols[a+1:] {
				q.builder.Forbid(q.choices[cells[0]][k], q.choices[cells[1]][k2], q.choices[cells[2]][k2], q.choices[cells[3]][k])
			}
		}
		return true
	})
}

// eachFour visits four cells, row by row, with the symbols of which any two can be
// exchanged in them, as long as visit wants more.
func (q *latinSquare) eachFour(visit func(cells [4]int, symbols []int) bool) {
	n := q.square.N
	var symbols []int
	for at := range q.choices {
		i, j := at/n, at%n
		for i2 := i + 1; i2 < n && q.choices[at] != nil; i2++ {
			for j2 := j + 1; j2 < n; j2++ {
				cells := [4]int{at, i*n + j2, i2*n + j, i2*n + j2}
				symbols = q.exchanged(cells, symbols[:0])
				if len(symbols) > 1 && !visit(cells, symbols) {
					return
				}
			}
		}
	}
}

// exchanged appends the symbols that can stand in each of four cells, if symbols can
// be exchanged in these.
func (q *latinSquare) exchanged(cells [4]int, symbols []int) []int {
	if !q.exchangeable(cells) {
		return symbols
	}
	for v := range q.square.N {
		if q.canAllHave(cells, v) {
			symbols = append(symbols, v)
		}
	}
	return symbols
}

// exchangeable reports whether two symbols in four cells can be exchanged: whether
// the boxes, regions, diagonals and symbols of a mate that the falling pair of cells
// is in are those that the rising pair is in. The rows and columns always are.
func (q *latinSquare) exchangeable(cells [4]int) bool {
	for _, c := range cells {
		if q.choices[c] == nil {
			return false
		}
	}
	falling, rising := q.pair[0][:0], q.pair[1][:0]
	falling = q.further(q.further(falling, cells[0]), cells[3])
	rising = q.further(q.further(rising, cells[1]), cells[2])
	q.pair = [2][]int{falling, rising}
	slices.Sort(falling)
	slices.Sort(rising)
	return slices.Equal(falling, rising)
}

// further appends the numbers of what a cell is in beside its row and column.
func (q *latinSquare) further(out []int, cell int) []int {
	for _, k := range q.units[cell] {
		if name := q.square.Units[k].Name; name != "row" && name != "column" {
			out = append(out, k)
		}
	}
	if q.mates != nil {
		out = append(out, len(q.square.Units)+q.mate(cell))
	}
	return out
}

func (q *latinSquare) canAllHave(cells [4]int, v int) bool {
	for _, c := range cells {
		if q.choices[c][v] < 0 {
			return false
		}
	}
	return true
}

// optionsOf makes room for the options of a cell, one for each symbol.
func (q *latinSquare) optionsOf(cell int) []matrix.OptionID {
	q.choices[cell] = slices.Repeat([]matrix.OptionID{-1}, q.square.N)
	return q.choices[cell]
}
