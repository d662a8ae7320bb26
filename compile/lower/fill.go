package lower

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// Symbols on cells become
//
//	an item cell[i,j] for each cell that is not given;
//	an item row[i,v], column[j,v] and so on for each unit and each symbol v that
//	is not given in it, secondary if the unit has fewer cells than there are symbols; if the
//	square is orthogonal to another one, the cells where
//	that has a symbol a are a unit as well, with the items mate[a,v];
//	a secondary item apart[i,j,k,l,v] for each two such cells that are apart, and share no
//	unit, and each symbol;
//	secondary items less[p,v] for each pair p of such cells, of which the first has the lesser
//	symbol: its options hold those up to their symbol, and those of the other from theirs on;
//	an item count[k] for each rule about the number of a symbol, with that multiplicity;
//	what the walks need (see walk.go);
//	a secondary item value[i,j] for each cell whose symbol the core asks for; for one that is given an item
//	given[i,j] as well, whose only option tells the symbol;
//	an option for each symbol that a cell can have beside what is given.
//
// Those of Latin squares are the items p, r and c of Knuth's program partial-latin-gad. Its 3n
// matchings are declared, and one more for each further unit with all symbols.
type filling struct {
	*lowering
	fill    *model.Fill
	grid    *lattice.Grid
	units   []fillUnit          // of Latin squares rows, then columns, then others
	in      [][]int             // by number of the cell: its units
	cells   []matrix.ItemID     // by cell; negative if it is given
	choices [][]matrix.OptionID // by cell and symbol, or -1; nil for a cell that is given
	related [][]relation        // by cell: what its symbol has to do with others
	value   []matrix.ItemID     // by cell: the item whose color is its symbol; negative if nobody speaks of it
	colors  []matrix.Color      // of the symbols
	counts  int                 // rules about numbers of symbols so far
	told    []toldSymbol
}

// toldSymbol is a given cell whose symbol the core asks for, by number, with the item whose only option tells it.
type toldSymbol struct {
	at   int
	item matrix.ItemID
}

// relation says of a cell which symbols a rule bars, and which items each symbol holds.
type relation struct {
	bars  func(v int) bool // nil: none
	holds func(v int) []matrix.ItemID
}

// fillUnit is cells with different symbols.
type fillUnit struct {
	name, index string
	cells       []int
	items       []matrix.ItemID // by symbol; negative if it is given
	each        bool            // whether each symbol is there
}

func (l *lowering) fill(m *model.Fill) {
	grid := m.Board.Grid()
	n, symbols := len(grid.Cells), len(m.Symbols)
	q := &filling{
		lowering: l, fill: m, grid: grid, in: make([][]int, n), choices: make([][]matrix.OptionID, n), related: make([][]relation, n),
		value: slices.Repeat([]matrix.ItemID{-1}, n),
	}
	q.findUnits()
	if !q.roomForItems(n+symbols*(len(q.units)+len(m.Apart)+len(m.Less)), m.Span) || !q.roomForOptions(len(q.Origins)+n*symbols, 0) {
		return
	}
	q.declare()
	q.relate()
	for _, k := range m.Counts {
		q.count(k)
	}
	walks := q.walks()
	q.speakOf()
	for at, cell := range q.cells {
		if cell >= 0 && !q.values(at) {
			return
		}
	}
	for _, t := range q.told {
		if !q.option(Origin{Meaning: aRule}, []matrix.Entry{{Item: t.item}, {Item: q.value[t.at], Color: q.colors[q.given(t.at)]}}) {
			return
		}
	}
	for _, emit := range walks {
		if !emit() {
			return
		}
	}
	q.matchings()
	if l.options.BreakSwaps && m.Order > 0 {
		q.swaps()
	}
}

// findUnits collects the units, those of a mate last.
func (q *filling) findUnits() {
	for _, u := range q.fill.Units {
		unit := fillUnit{name: u.Name, index: fmt.Sprint(u.Index), each: len(u.Cells) == len(q.fill.Symbols)}
		for _, c := range u.Cells {
			unit.cells = append(unit.cells, q.number(c))
		}
		q.units = append(q.units, unit)
	}
	if q.fill.Orthogonal != nil {
		mates := make([]fillUnit, q.fill.Order)
		for at, a := range slices.Concat(q.fill.Orthogonal...) {
			mates[a].name, mates[a].index, mates[a].each = "mate", q.fill.Symbols[a], true
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

func (q *filling) number(c lattice.Cell) int { return int(q.grid.Number(c)) }

// name returns the coordinates of a cell.
func (q *filling) name(at int) string { return q.fill.Board.Lattice.CellName(q.grid.Cells[at]) }

// given returns the symbol of a cell, or -1.
func (q *filling) given(at int) int {
	if v, given := q.fill.Given[q.grid.Cells[at]]; given {
		return v
	}
	return -1
}

func (q *filling) declare() {
	for at := range q.in {
		cell := matrix.ItemID(-1)
		if q.given(at) < 0 {
			cell = q.primary("cell[%s]", q.name(at))
			q.made(cell).lacking = "no symbol fits on the cell " + q.fill.Board.Lattice.At(q.grid.Cells[at])
		}
		q.cells = append(q.cells, cell)
	}
	for k := range q.units {
		u := &q.units[k]
		given := make([]bool, len(q.fill.Symbols))
		for _, at := range u.cells {
			if v := q.given(at); v >= 0 {
				given[v] = true
			}
		}
		for v, symbol := range q.fill.Symbols {
			item := matrix.ItemID(-1)
			switch {
			case given[v]:
			case u.each:
				item = q.primary("%s[%s,%s]", u.name, u.index, symbol)
				q.made(item).lacking = fmt.Sprintf("%s fits nowhere in %s %s", symbol, u.name, u.index)
			default:
				item = q.secondary("%s[%s,%s]", u.name, u.index, symbol)
			}
			u.items = append(u.items, item)
		}
	}
}

// tie says what the symbol of a cell has to do with a rule.
func (q *filling) tie(at int, bars func(v int) bool, holds func(v int) []matrix.ItemID) {
	q.related[at] = append(q.related[at], relation{bars, holds})
}

// relate declares the items of pairs of cells.
func (q *filling) relate() {
	for _, pair := range q.fill.Apart {
		a, b := q.number(pair[0]), q.number(pair[1])
		va, vb := q.given(a), q.given(b)
		switch {
		case q.shareUnit(a, b):
		case va < 0 && vb < 0:
			items := make([]matrix.ItemID, len(q.fill.Symbols))
			for v, symbol := range q.fill.Symbols {
				items[v] = q.secondary("apart[%s,%s,%s]", q.name(a), q.name(b), symbol)
			}
			one := func(v int) []matrix.ItemID { return items[v : v+1] }
			q.tie(a, nil, one)
			q.tie(b, nil, one)
		default: // what is given bars the other one
			q.tie(a, func(v int) bool { return v == vb }, nil)
			q.tie(b, func(v int) bool { return v == va }, nil)
		}
	}
	q.ascend()
	for k, less := range q.fill.Less {
		a, b := q.number(less.Cells[0]), q.number(less.Cells[1])
		if q.given(a) >= 0 || q.given(b) >= 0 {
			continue // the bounds say it all
		}
		items := make([]matrix.ItemID, len(q.fill.Symbols))
		for v, symbol := range q.fill.Symbols {
			items[v] = q.secondary("less[%d,%s]", k, symbol)
		}
		q.tie(a, nil, func(v int) []matrix.ItemID { return items[:v+1] })
		q.tie(b, nil, func(v int) []matrix.ItemID { return items[v:] })
	}
}

// ascend bars the symbols for which there is no room below or above: what is given, and the
// lengths of ascending rows of cells, leave each cell a least and a greatest one.
func (q *filling) ascend() {
	n := len(q.fill.Symbols)
	least, greatest := map[int]int{}, map[int]int{} // of the symbols that are open, those barred below and above
	by := map[int]source.Span{}                     // the rules that barred the last of them
	bounds := func(at int) (int, int) {
		if v := q.given(at); v >= 0 {
			return v, v
		}
		return least[at], n - 1 - greatest[at]
	}
	for changed := true; changed; {
		changed = false
		for _, less := range q.fill.Less {
			a, b := q.number(less.Cells[0]), q.number(less.Cells[1])
			lowA, _ := bounds(a)
			lowB, highB := bounds(b)
			_, highA := bounds(a)
			if lowB <= lowA && lowB < n && q.given(b) < 0 {
				least[b], by[b], changed = lowA+1, less.Span, true
			}
			if highA >= highB && highA >= 0 && q.given(a) < 0 {
				greatest[a], by[a], changed = n-highB, less.Span, true
			}
		}
	}
	for at := range q.cells {
		if low, high := bounds(at); low > 0 || high < n-1 {
			q.tie(at, func(v int) bool { return v < low || v > high }, nil)
			if low > high {
				q.made(q.cells[at]).span = by[at]
			}
		}
	}
}

// shareUnit reports whether some unit has both cells.
func (q *filling) shareUnit(a, b int) bool {
	return slices.ContainsFunc(q.in[a], func(k int) bool { return slices.Contains(q.in[b], k) })
}

// count declares the item of a number of cells with a symbol.
func (q *filling) count(k model.Counted) {
	times, name := k.Times, fmt.Sprintf("count[%d]", q.counts)
	q.counts++
	var open []int
	for _, c := range k.Cells {
		switch at := q.number(c); q.given(at) {
		case -1:
			open = append(open, at)
		case k.Symbol:
			times.Min, times.Max = times.Min-1, times.Max-1
		}
	}
	times.Min = max(0, times.Min)
	is := func(v int) bool { return v == k.Symbol }
	switch {
	case times.Max <= 0:
		for _, at := range open {
			q.tie(at, is, nil)
		}
	case times.Min > 0 || times.Max < len(open):
		item := []matrix.ItemID{q.numbered(name, times)}
		q.explain(int(item[0]), k.Span, ruleBroken)
		for _, at := range open {
			q.tie(at, nil, func(v int) []matrix.ItemID {
				if is(v) {
					return item
				}
				return nil
			})
		}
	}
}

// speakOf declares the items of cells that rules or the core speak of by their symbol.
func (q *filling) speakOf() {
	for _, symbol := range q.fill.Symbols {
		q.colors = append(q.colors, q.builder.Color(symbol))
	}
	named := q.cellsNamed("value", q.grid)
	for at, cell := range q.grid.Cells {
		if q.value[at] != spokenOf && !named[cell] {
			continue
		}
		q.value[at] = q.secondary("value[%s]", q.name(at))
		if q.given(at) >= 0 {
			q.told = append(q.told, toldSymbol{at, q.primary("given[%s]", q.name(at))})
		} else {
			q.symbolOf[q.cells[at]] = q.value[at]
		}
	}
}

// spokenOf marks a cell whose value has an item that is not yet declared.
const spokenOf matrix.ItemID = -2

// values makes an option for each symbol that a cell can have.
func (q *filling) values(at int) bool {
	line := []lattice.Cell{q.grid.Cells[at]}
	q.choices[at] = slices.Repeat([]matrix.OptionID{-1}, len(q.fill.Symbols))
	var entries []matrix.Entry
	for v, symbol := range q.fill.Symbols {
		if !q.open(at, v) {
			continue
		}
		entries = append(entries[:0], matrix.Entry{Item: q.cells[at]})
		for _, k := range q.in[at] {
			entries = append(entries, matrix.Entry{Item: q.units[k].items[v]})
		}
		for _, r := range q.related[at] {
			if r.holds == nil {
				continue
			}
			for _, item := range r.holds(v) {
				entries = append(entries, matrix.Entry{Item: item})
			}
		}
		if q.value[at] >= 0 {
			entries = append(entries, matrix.Entry{Item: q.value[at], Color: q.colors[v]})
		}
		q.choices[at][v] = matrix.OptionID(len(q.Origins))
		if !q.option(Origin{Meaning: &Meaning{Line: line, Letters: []string{symbol}, Filled: true}}, entries) {
			return false
		}
	}
	return true
}

// open reports whether a cell can have a symbol beside what is given.
func (q *filling) open(at, v int) bool {
	if given := q.given(at); given >= 0 {
		return given == v
	}
	return !slices.ContainsFunc(q.in[at], func(k int) bool { return q.units[k].items[v] < 0 }) &&
		!slices.ContainsFunc(q.related[at], func(r relation) bool { return r.bars != nil && r.bars(v) })
}

// matchings declares the matchings of each row, column and symbol, so that each item
// is on the left of one of them, and those of the further units.
func (q *filling) matchings() {
	n := q.fill.Order
	for k, u := range q.units[:2*n] {
		if k < n {
			q.matching(u.name+" "+u.index, q.cellsOf(u), u.items)
		} else {
			q.matching(u.name+" "+u.index, u.items, q.cellsOf(u))
		}
	}
	for v, symbol := range q.fill.Symbols {
		rows, columns := make([]matrix.ItemID, n), make([]matrix.ItemID, n)
		for i := range n {
			rows[i], columns[i] = q.units[i].items[v], q.units[n+i].items[v]
		}
		q.matching("value "+symbol, rows, columns)
	}
	for _, u := range q.units[2*n:] {
		if u.each {
			q.matching(u.name+" "+u.index, u.items, q.cellsOf(u))
		}
	}
}

// cellsOf returns the items of the cells of a unit.
func (q *filling) cellsOf(u fillUnit) []matrix.ItemID {
	items := make([]matrix.ItemID, len(u.cells))
	for k, at := range u.cells {
		items[k] = q.cells[at]
	}
	return items
}

// matching declares a matching of the items that are there.
func (q *filling) matching(name string, left, right []matrix.ItemID) {
	given := func(id matrix.ItemID) bool { return id < 0 }
	q.imply(name, slices.DeleteFunc(slices.Clone(left), given), slices.DeleteFunc(slices.Clone(right), given))
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
func (q *filling) swaps() {
	n, made := q.fill.Order, 0
	for at := range q.choices {
		if !q.wanted() {
			return
		}
		i, j := at/n, at%n
		for i2 := i + 1; i2 < n && q.choices[at] != nil; i2++ {
			for j2 := j + 1; j2 < n; j2++ {
				cells := [4]int{at, i*n + j2, i2*n + j, i2*n + j2}
				symbols := q.exchanged(cells)
				if made += len(symbols) * (len(symbols) - 1) / 2; made > mostNogoods {
					q.errs.Add(codes.TooLarge, q.fill.Span, "give more of the square, or count all solutions",
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
func (q *filling) exchanged(cells [4]int) (symbols []int) {
	for _, c := range cells {
		if q.choices[c] == nil {
			return nil
		}
	}
	if !slices.Equal(q.further(cells[0], cells[3]), q.further(cells[1], cells[2])) {
		return nil
	}
	for v := range q.fill.Order {
		if !slices.ContainsFunc(cells[:], func(c int) bool { return q.choices[c][v] < 0 }) {
			symbols = append(symbols, v)
		}
	}
	return symbols
}

// further returns the units that two cells are in beside rows and columns, in order.
func (q *filling) further(a, b int) []int {
	units := slices.Concat(q.in[a], q.in[b])
	units = slices.DeleteFunc(units, func(k int) bool { return k < 2*q.fill.Order })
	slices.Sort(units)
	return units
}
