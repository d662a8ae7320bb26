package lower

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// A Latin square becomes
//
//	an item cell[i,j] for each cell that is not given;
//	an item row[i,v], column[j,v] and so on for each unit and each symbol v that
//	is not given in it; if the square is orthogonal to another one, the cells where
//	that has a symbol a are a unit as well, with the items mate[a,v];
//	a secondary item apart[i,j,k,l,v] for each two such cells that are apart, and share no
//	unit, and each symbol;
//	secondary items less[p,v] for each pair p of such cells, of which the first has the lesser
//	symbol: its options hold those up to their symbol, and those of the other from theirs on;
//	an option for each symbol that a cell can have beside what is given.
//
// These are the items p, r and c of Knuth's program partial-latin-gad. Its 3n
// matchings are declared, and one more for each further unit.
type latinSquare struct {
	*lowering
	square  *model.Latin
	units   []latinUnit         // rows, then columns, then others
	in      [][]int             // by cell, row by row: its units
	cells   []matrix.ItemID     // by cell; negative if it is given
	choices [][]matrix.OptionID // by cell and symbol, or -1; nil for a cell that is given
	related [][]relation        // by cell: what its symbol has to do with others
}

// relation says of a cell which symbols a rule bars, and which items each symbol holds.
type relation struct {
	bars  func(v int) bool // nil: none
	holds func(v int) []matrix.ItemID
}

// latinUnit is cells that hold each symbol once.
type latinUnit struct {
	name, index string
	cells       []int
	items       []matrix.ItemID // by symbol; negative if it is given
}

func (l *lowering) latin(m *model.Latin) {
	q := &latinSquare{lowering: l, square: m, in: make([][]int, m.N*m.N), choices: make([][]matrix.OptionID, m.N*m.N)}
	q.findUnits()
	if !q.roomForItems(m.N*m.N+m.N*(len(q.units)+len(m.Apart)+len(m.Less)), m.Span) {
		return
	}
	q.declare()
	q.relate()
	for at, cell := range q.cells {
		if cell >= 0 && !q.values(at) {
			return
		}
	}
	q.matchings()
	if l.options.BreakSwaps {
		q.swaps()
	}
}

// findUnits collects the units, those of a mate last.
func (q *latinSquare) findUnits() {
	n := q.square.N
	for _, u := range q.square.Units {
		unit := latinUnit{name: u.Name, index: fmt.Sprint(u.Index)}
		for _, c := range u.Cells {
			unit.cells = append(unit.cells, int(c[0])*n+int(c[1]))
		}
		q.units = append(q.units, unit)
	}
	if q.square.Orthogonal != nil {
		mates := make([]latinUnit, n)
		for at, a := range slices.Concat(q.square.Orthogonal...) {
			mates[a].name, mates[a].index = "mate", q.square.Symbols[a]
			mates[a].cells = append(mates[a].cells, at)
		}
		q.units = append(q.units, mates...)
	}
	for k, u := range q.units {
		for _, at := range u.cells {
			q.in[at] = append(q.in[at], k)
		}
	}
}

// given returns the symbol of a cell, or -1.
func (q *latinSquare) given(at int) int {
	if q.square.Given == nil {
		return -1
	}
	return q.square.Given[at/q.square.N][at%q.square.N]
}

func (q *latinSquare) declare() {
	n := q.square.N
	for at := range q.in {
		cell := matrix.ItemID(-1)
		if q.given(at) < 0 {
			cell = q.primary("cell[%d,%d]", at/n, at%n)
		}
		q.cells = append(q.cells, cell)
	}
	for k := range q.units {
		u := &q.units[k]
		given := make([]bool, n)
		for _, at := range u.cells {
			if v := q.given(at); v >= 0 {
				given[v] = true
			}
		}
		for v, symbol := range q.square.Symbols {
			item := matrix.ItemID(-1)
			if !given[v] {
				item = q.primary("%s[%s,%s]", u.name, u.index, symbol)
			}
			u.items = append(u.items, item)
		}
	}
}

// relate declares the items of pairs of cells.
func (q *latinSquare) relate() {
	n := q.square.N
	q.related = make([][]relation, n*n)
	number := func(c lattice.Cell) int { return int(c[0])*n + int(c[1]) }
	relate := func(at int, bars func(int) bool, holds func(int) []matrix.ItemID) {
		q.related[at] = append(q.related[at], relation{bars, holds})
	}
	for _, pair := range q.square.Apart {
		a, b := number(pair[0]), number(pair[1])
		va, vb := q.given(a), q.given(b)
		switch {
		case slices.ContainsFunc(q.in[a], func(k int) bool { return slices.Contains(q.in[b], k) }):
		case va < 0 && vb < 0:
			items := make([]matrix.ItemID, n)
			for v, symbol := range q.square.Symbols {
				items[v] = q.secondary("apart[%d,%d,%d,%d,%s]", a/n, a%n, b/n, b%n, symbol)
			}
			one := func(v int) []matrix.ItemID { return items[v : v+1] }
			relate(a, nil, one)
			relate(b, nil, one)
		default: // what is given bars the other one
			relate(a, func(v int) bool { return v == vb }, nil)
			relate(b, func(v int) bool { return v == va }, nil)
		}
	}
	for k, pair := range q.square.Less {
		a, b := number(pair[0]), number(pair[1])
		va, vb := q.given(a), q.given(b)
		if va >= 0 || vb >= 0 {
			relate(a, func(v int) bool { return vb >= 0 && v >= vb }, nil)
			relate(b, func(v int) bool { return va >= 0 && v <= va }, nil)
			continue
		}
		items := make([]matrix.ItemID, n)
		for v, symbol := range q.square.Symbols {
			items[v] = q.secondary("less[%d,%s]", k, symbol)
		}
		relate(a, nil, func(v int) []matrix.ItemID { return items[:v+1] })
		relate(b, nil, func(v int) []matrix.ItemID { return items[v:] })
	}
}

// values makes an option for each symbol that a cell can have.
func (q *latinSquare) values(at int) bool {
	line := []lattice.Cell{{int32(at / q.square.N), int32(at % q.square.N)}}
	q.choices[at] = slices.Repeat([]matrix.OptionID{-1}, q.square.N)
	var entries []matrix.Entry
	for v, symbol := range q.square.Symbols {
		entries = append(entries[:0], matrix.Entry{Item: q.cells[at]})
		for _, k := range q.in[at] {
			entries = append(entries, matrix.Entry{Item: q.units[k].items[v]})
		}
		barred := func(r relation) bool { return r.bars != nil && r.bars(v) }
		if slices.ContainsFunc(entries, func(e matrix.Entry) bool { return e.Item < 0 }) || slices.ContainsFunc(q.related[at], barred) {
			continue
		}
		for _, r := range q.related[at] {
			if r.holds == nil {
				continue
			}
			for _, item := range r.holds(v) {
				entries = append(entries, matrix.Entry{Item: item})
			}
		}
		q.choices[at][v] = matrix.OptionID(len(q.Origins))
		if !q.option(Origin{Meaning: &Meaning{Line: line, Letters: []string{symbol}}}, entries) {
			return false
		}
	}
	return true
}

// matchings declares the matchings of each row, column and symbol, so that each item
// is on the left of one of them, and those of the further units.
func (q *latinSquare) matchings() {
	n := q.square.N
	for k, u := range q.units[:2*n] {
		if k < n {
			q.matching(u.name+" "+u.index, q.cellsOf(u), u.items)
		} else {
			q.matching(u.name+" "+u.index, u.items, q.cellsOf(u))
		}
	}
	for v, symbol := range q.square.Symbols {
		rows, columns := make([]matrix.ItemID, n), make([]matrix.ItemID, n)
		for i := range n {
			rows[i], columns[i] = q.units[i].items[v], q.units[n+i].items[v]
		}
		q.matching("value "+symbol, rows, columns)
	}
	for _, u := range q.units[2*n:] {
		q.matching(u.name+" "+u.index, u.items, q.cellsOf(u))
	}
}

// cellsOf returns the items of the cells of a unit.
func (q *latinSquare) cellsOf(u latinUnit) []matrix.ItemID {
	items := make([]matrix.ItemID, len(u.cells))
	for k, at := range u.cells {
		items[k] = q.cells[at]
	}
	return items
}

// matching declares a matching of the items that are there.
func (q *latinSquare) matching(name string, left, right []matrix.ItemID) {
	given := func(id matrix.ItemID) bool { return id < 0 }
	left, right = slices.DeleteFunc(slices.Clone(left), given), slices.DeleteFunc(slices.Clone(right), given)
	if isMatching(left, right) {
		q.builder.Matching(name, left, right)
	}
}

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

// swaps forbids the arrangements, four cells at a time, row by row.
func (q *latinSquare) swaps() {
	n, made := q.square.N, 0
	for at := range q.choices {
		i, j := at/n, at%n
		for i2 := i + 1; i2 < n && q.choices[at] != nil; i2++ {
			for j2 := j + 1; j2 < n; j2++ {
				cells := [4]int{at, i*n + j2, i2*n + j, i2*n + j2}
				symbols := q.exchanged(cells)
				if made += len(symbols) * (len(symbols) - 1) / 2; made > mostNogoods {
					q.errs.Add(codes.TooLarge, q.square.Span, "give more of the square, or count all solutions",
						"there are more than %d swaps in this square", mostNogoods)
					return
				}
				for a, k := range symbols {
					for _, k2 := range symbols[a+1:] {
						q.builder.Forbid(q.choices[at][k], q.choices[cells[1]][k2], q.choices[cells[2]][k2], q.choices[cells[3]][k])
					}
				}
			}
		}
	}
}

// exchanged returns the symbols that can stand in each of four cells, if symbols can be
// exchanged in these: if the units beside rows and columns that the falling pair of
// cells is in are those that the rising pair is in.
func (q *latinSquare) exchanged(cells [4]int) (symbols []int) {
	for _, c := range cells {
		if q.choices[c] == nil {
			return nil
		}
	}
	if !slices.Equal(q.further(cells[0], cells[3]), q.further(cells[1], cells[2])) {
		return nil
	}
	for v := range q.square.N {
		if !slices.ContainsFunc(cells[:], func(c int) bool { return q.choices[c][v] < 0 }) {
			symbols = append(symbols, v)
		}
	}
	return symbols
}

// further returns the units that two cells are in beside rows and columns, in order.
func (q *latinSquare) further(a, b int) []int {
	units := slices.Concat(q.in[a], q.in[b])
	units = slices.DeleteFunc(units, func(k int) bool { return k < 2*q.square.N })
	slices.Sort(units)
	return units
}
