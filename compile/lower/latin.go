package lower

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// A Latin square becomes
//
//	an item cell[i,j] for each cell that is not given;
//	an item row[i,v], column[j,v] and so on for each unit and each symbol v that
//	is not given in it;
//	an item mate[a,v] for each pair of symbols of a square to which this one is
//	orthogonal, unless it is given;
//	an option for each symbol that a cell can have beside what is given.
//
// These are the items p, r and c of Knuth's program partial-latin-gad. Its 3n
// matchings are declared, and one more for each further unit.
type latinSquare struct {
	*lowering
	square  *model.Latin
	units   [][]int             // by cell, row by row: its units
	items   [][]matrix.ItemID   // by unit and symbol; negative if given
	mates   [][]matrix.ItemID   // by symbol of the mate and symbol
	choices [][]matrix.OptionID // by cell and symbol, or -1; nil for a cell that is given

	pair [2][]int // what two pairs of cells are in, for swaps
}

func (l *lowering) latin(m *model.Latin) {
	n := m.N
	q := &latinSquare{lowering: l, square: m, units: make([][]int, n*n), choices: make([][]matrix.OptionID, n*n)}
	if !q.room(n*n*(len(m.Units)/n+2)+len(m.Units), m.Span) {
		return
	}
	for k, u := range m.Units {
		for _, c := range u.Cells {
			at := int(c[0])*n + int(c[1])
			q.units[at] = append(q.units[at], k)
		}
	}
	cells := q.declareCells()
	q.declareUnits()
	q.declareMates()
	for at, cell := range cells {
		if cell >= 0 && !q.values(at, cell) {
			return
		}
	}
	q.matchings(cells)
	if l.options.BreakSwaps {
		q.swaps()
	}
}

// given returns the symbol of a cell, or -1.
func (q *latinSquare) given(at int) int {
	if q.square.Given == nil {
		return -1
	}
	return q.square.Given[at/q.square.N][at%q.square.N]
}

func (q *latinSquare) declareCells() []matrix.ItemID {
	n := q.square.N
	cells := make([]matrix.ItemID, n*n)
	for at := range cells {
		cells[at] = -1
		if q.given(at) < 0 {
			cells[at] = q.declare(fmt.Sprintf("cell[%d,%d]", at/n, at%n), false, matrix.Once, q.square.Span)
		}
	}
	return cells
}

func (q *latinSquare) declareUnits() {
	for k, u := range q.square.Units {
		given := make([]bool, q.square.N)
		for _, c := range u.Cells {
			if v := q.given(int(c[0])*q.square.N + int(c[1])); v >= 0 {
				given[v] = true
			}
		}
		q.items = append(q.items, q.family(fmt.Sprintf("%s[%d", u.Name, q.square.Units[k].Index), given))
	}
}

// family makes an item for each symbol that is not given.
func (q *latinSquare) family(name string, given []bool) []matrix.ItemID {
	ids := make([]matrix.ItemID, q.square.N)
	for v, symbol := range q.square.Symbols {
		ids[v] = -1
		if !given[v] {
			ids[v] = q.declare(name+","+symbol+"]", false, matrix.Once, q.square.Span)
		}
	}
	return ids
}

func (q *latinSquare) declareMates() {
	if q.square.Orthogonal == nil {
		return
	}
	given := make([][]bool, q.square.N)
	for a := range given {
		given[a] = make([]bool, q.square.N)
	}
	for at := range q.units {
		if v := q.given(at); v >= 0 {
			given[q.mate(at)][v] = true
		}
	}
	for a, symbol := range q.square.Symbols {
		q.mates = append(q.mates, q.family("mate["+symbol, given[a]))
	}
}

func (q *latinSquare) mate(at int) int {
	return q.square.Orthogonal[at/q.square.N][at%q.square.N]
}

// values makes an option for each symbol that a cell can have.
func (q *latinSquare) values(at int, cell matrix.ItemID) bool {
	n := q.square.N
	place := lattice.Cell{int32(at / n), int32(at % n)}
	var entries []matrix.Entry
	ids := q.optionsOf(at)
next:
	for v, symbol := range q.square.Symbols {
		entries = append(entries[:0], matrix.Entry{Item: cell})
		for _, k := range q.units[at] {
			if q.items[k][v] < 0 {
				continue next
			}
			entries = append(entries, matrix.Entry{Item: q.items[k][v]})
		}
		if q.mates != nil {
			id := q.mates[q.mate(at)][v]
			if id < 0 {
				continue next
			}
			entries = append(entries, matrix.Entry{Item: id})
		}
		ids[v] = matrix.OptionID(len(q.origins))
		if !q.option(Origin{Meaning: &Meaning{Line: []lattice.Cell{place}, Letters: []string{symbol}}}, q.square.Span, entries) {
			return false
		}
	}
	return true
}

// matchings declares the matchings of each row, column and symbol, so that each item
// is on the left of one of them, and those of the further units.
func (q *latinSquare) matchings(cells []matrix.ItemID) {
	n := q.square.N
	inUnit := func(k int) (out []matrix.ItemID) {
		for _, c := range q.square.Units[k].Cells {
			out = append(out, cells[int(c[0])*n+int(c[1])])
		}
		return out
	}
	symbol := func(units [][]matrix.ItemID, v int) (out []matrix.ItemID) {
		for _, items := range units {
			out = append(out, items[v])
		}
		return out
	}
	rows, columns := q.items[:n], q.items[n:2*n]
	for i := range n {
		q.matching(fmt.Sprint("row ", i), inUnit(i), rows[i])
	}
	for j := range n {
		q.matching(fmt.Sprint("column ", j), columns[j], inUnit(n+j))
	}
	for v := range n {
		q.matching("value "+q.square.Symbols[v], symbol(rows, v), symbol(columns, v))
	}
	for k := 2 * n; k < len(q.items); k++ {
		u := q.square.Units[k]
		q.matching(fmt.Sprint(u.Name, " ", u.Index), q.items[k], inUnit(k))
	}
	for a := range q.mates {
		var there []matrix.ItemID
		for at, cell := range cells {
			if q.mate(at) == a {
				there = append(there, cell)
			}
		}
		q.matching("mate "+q.square.Symbols[a], q.mates[a], there)
	}
}

// matching declares a matching of the items that are there.
func (q *latinSquare) matching(name string, left, right []matrix.ItemID) {
	given := func(id matrix.ItemID) bool { return id < 0 }
	left, right = slices.DeleteFunc(slices.Clone(left), given), slices.DeleteFunc(slices.Clone(right), given)
	if isMatching(left, right) {
		q.builder.Matching(name, left, right)
	}
}
