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
//	unit, and each symbol; for all symbols together that a rule names, apart2 and so on for further rules;
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
type fillLowering struct {
	*lowering
	fill    *model.Filling
	grid    *lattice.Grid
	units   []fillUnit          // rows, columns, then other units, if the board is a Latin square
	unitsOf [][]int             // by number of the cell: its units
	cells   []matrix.ItemID     // by cell: its item; negative if it is given
	choices [][]matrix.OptionID // by cell and symbol: the option, or -1; nil for a cell that is given
	related [][]cellRelation    // by cell: the constraints that relate its symbol to other cells
	// by cell: the item whose color is its symbol; negative if neither rules nor core refer to it
	value   []matrix.ItemID
	colors  []matrix.Color // by symbol: its color
	counts  int            // number of symbol counts so far
	queried []queriedSymbol
}

// queriedSymbol is a given cell whose symbol the core refers to. Its item has one option, which holds the
// symbol.
type queriedSymbol struct {
	at   int
	item matrix.ItemID
}

// cellRelation is a rule as it concerns one cell: the symbols that it bars, and the items that each symbol
// holds.
type cellRelation struct {
	bars  func(v int) bool // nil if it bars none
	holds func(v int) []matrix.ItemID
}

// fillUnit is a set of cells with different symbols.
type fillUnit struct {
	name, index string
	cells       []int
	items       []matrix.ItemID // by symbol: its item; negative if the symbol is given
	exhaustive  bool            // whether each symbol must occur
}

func (l *lowering) lowerFill(m *model.Filling) {
	grid := m.Board.NewGrid()
	n, symbols := len(grid.Cells), len(m.Symbols)
	q := &fillLowering{
		lowering: l, fill: m, grid: grid, unitsOf: make([][]int, n), choices: make([][]matrix.OptionID, n),
		related: make([][]cellRelation, n),
		value:   slices.Repeat([]matrix.ItemID{-1}, n),
	}
	q.findUnits()
	pairs := len(m.LessRules)
	for _, apart := range m.Apart {
		pairs += len(apart.Pairs)
	}
	if !q.hasRoomForItems(n+symbols*(len(q.units)+pairs), m.Span) ||
		!q.hasRoomForOptions(len(q.Origins)+n*symbols, 0) {
		return
	}
	q.declareCells()
	q.declareRelations()
	for _, k := range m.Counts {
		q.declareCount(k)
	}
	walks := q.declareWalks()
	q.declareValueItems()
	for at, cell := range q.cells {
		if cell >= 0 && !q.emitValues(at) {
			return
		}
	}
	for _, t := range q.queried {
		if !q.addOption(Origin{Meaning: ruleMeaning}, []matrix.Entry{{Item: t.item},
			{Item: q.value[t.at], Color: q.colors[q.givenSymbol(t.at)]}}) {
			return
		}
	}
	for _, emit := range walks {
		if !emit() {
			return
		}
	}
	q.declareMatchings()
	if l.options.BreakSwaps && m.Order > 0 {
		q.forbidSwaps()
	}
}

// findUnits collects the units.
func (q *fillLowering) findUnits() {
	for _, u := range q.fill.Units {
		unit := fillUnit{name: u.Name, index: u.Index, exhaustive: len(u.Cells) == len(q.fill.Symbols)}
		for _, c := range u.Cells {
			unit.cells = append(unit.cells, q.cellNumber(c))
		}
		q.units = append(q.units, unit)
	}
	for k, u := range q.units {
		for _, at := range u.cells {
			q.unitsOf[at] = append(q.unitsOf[at], k)
		}
	}
}

func (q *fillLowering) cellNumber(c lattice.Cell) int { return int(q.grid.Number(c)) }

// cellName returns the coordinates of a cell as a text.
func (q *fillLowering) cellName(at int) string {
	return q.fill.Board.Lattice.CellName(q.grid.Cells[at])
}

// givenSymbol returns the symbol that a cell is given, or -1.
func (q *fillLowering) givenSymbol(at int) int {
	if v, given := q.fill.Given[q.grid.Cells[at]]; given {
		return v
	}
	return -1
}

func (q *fillLowering) declareCells() {
	for at := range q.unitsOf {
		cell := matrix.ItemID(-1)
		if q.givenSymbol(at) < 0 {
			cell = q.declarePrimary("cell[%s]", q.cellName(at))
			q.itemByID(cell).lacking = "no symbol fits on the cell " + q.fill.Board.Lattice.FormatCell(q.grid.Cells[at])
		}
		q.cells = append(q.cells, cell)
	}
	for k := range q.units {
		u := &q.units[k]
		given := make([]bool, len(q.fill.Symbols))
		for _, at := range u.cells {
			if v := q.givenSymbol(at); v >= 0 {
				given[v] = true
			}
		}
		for v, symbol := range q.fill.Symbols {
			item := matrix.ItemID(-1)
			switch {
			case given[v]:
			case u.exhaustive:
				item = q.declarePrimary("%s[%s,%s]", u.name, u.index, symbol)
				q.itemByID(item).lacking = fmt.Sprintf("%s fits nowhere in %s %s", symbol, u.name, u.index)
			default:
				item = q.declareSecondary("%s[%s,%s]", u.name, u.index, symbol)
			}
			u.items = append(u.items, item)
		}
	}
}

// addRelation adds a rule to a cell: the symbols that it bars, and the items that each symbol holds.
func (q *fillLowering) addRelation(at int, bars func(v int) bool, holds func(v int) []matrix.ItemID) {
	q.related[at] = append(q.related[at], cellRelation{bars, holds})
}

// declareRelations declares the items of pairs of cells.
func (q *fillLowering) declareRelations() {
	for k, apart := range q.fill.Apart {
		q.declareApart(nameOfApart(k), apart)
	}
	q.barAscending()
	for k, less := range q.fill.LessRules {
		a, b := q.cellNumber(less.Cells[0]), q.cellNumber(less.Cells[1])
		if q.givenSymbol(a) >= 0 || q.givenSymbol(b) >= 0 {
			continue // the bounds already exclude everything else
		}
		items := make([]matrix.ItemID, len(q.fill.Symbols))
		for v, symbol := range q.fill.Symbols {
			items[v] = q.declareSecondary("less[%d,%s]", k, symbol)
		}
		q.addRelation(a, nil, func(v int) []matrix.ItemID { return items[:v+1] })
		q.addRelation(b, nil, func(v int) []matrix.ItemID { return items[v:] })
	}
}

// declareApart declares the items of the pairs of a rule: of cells with different symbols, or of cells of which not
// both have one of some symbols.
func (q *fillLowering) declareApart(name string, apart model.Separation) {
	classes := [][]int{apart.Members} // symbols that only one cell of a pair may have
	if apart.Members == nil {
		classes = nil
		for v := range q.fill.Symbols {
			classes = append(classes, []int{v})
		}
	}
	bars := func(given int) func(v int) bool {
		return func(v int) bool {
			return slices.ContainsFunc(classes, func(class []int) bool {
				return slices.Contains(class, given) && slices.Contains(class, v)
			})
		}
	}
	for _, pair := range apart.Pairs {
		a, b := q.cellNumber(pair[0]), q.cellNumber(pair[1])
		va, vb := q.givenSymbol(a), q.givenSymbol(b)
		switch {
		case len(classes[0]) == 1 && q.shareUnit(a, b):
		case va >= 0 || vb >= 0:
			q.addRelation(a, bars(vb), nil)
			q.addRelation(b, bars(va), nil)
		default:
			items := slices.Repeat([]matrix.ItemID{-1}, len(q.fill.Symbols)) // by symbol: its item; negative for none
			for _, class := range classes {
				text := ""
				for _, v := range class {
					text += q.fill.Symbols[v]
				}
				item := q.declareSecondary("%s[%s,%s,%s]", name, q.cellName(a), q.cellName(b), text)
				for _, v := range class {
					items[v] = item
				}
			}
			holds := func(v int) []matrix.ItemID {
				if items[v] < 0 {
					return nil
				}
				return items[v : v+1]
			}
			q.addRelation(a, nil, holds)
			q.addRelation(b, nil, holds)
		}
	}
}

// barAscending bars symbols without room below or above in an ascending row of cells. The symbols that are
// given and the lengths of the rows leave each cell a least and a greatest symbol.
func (q *fillLowering) barAscending() {
	n := len(q.fill.Symbols)
	least, greatest := map[int]int{}, map[int]int{} // by open cell: the number of symbols barred below, and above
	by := map[int]source.Span{}                     // by open cell: the rule that barred the last of them
	bounds := func(at int) (int, int) {
		if v := q.givenSymbol(at); v >= 0 {
			return v, v
		}
		return least[at], n - 1 - greatest[at]
	}
	for changed := true; changed; {
		changed = false
		for _, less := range q.fill.LessRules {
			a, b := q.cellNumber(less.Cells[0]), q.cellNumber(less.Cells[1])
			lowA, _ := bounds(a)
			lowB, highB := bounds(b)
			_, highA := bounds(a)
			if lowB <= lowA && lowB < n && q.givenSymbol(b) < 0 {
				least[b], by[b], changed = lowA+1, less.Span, true
			}
			if highA >= highB && highA >= 0 && q.givenSymbol(a) < 0 {
				greatest[a], by[a], changed = n-highB, less.Span, true
			}
		}
	}
	for at := range q.cells {
		if low, high := bounds(at); low > 0 || high < n-1 {
			q.addRelation(at, func(v int) bool { return v < low || v > high }, nil)
			if low > high {
				q.itemByID(q.cells[at]).span = by[at]
			}
		}
	}
}

// shareUnit reports whether some unit has both cells.
func (q *fillLowering) shareUnit(a, b int) bool {
	return slices.ContainsFunc(q.unitsOf[a], func(k int) bool { return slices.Contains(q.unitsOf[b], k) })
}

// declareCount declares the item that counts the cells with a symbol.
func (q *fillLowering) declareCount(k model.SymbolCount) {
	times, name := k.Times, fmt.Sprintf("count[%d]", q.counts)
	q.counts++
	var open []int
	for _, c := range k.Cells {
		at := q.cellNumber(c)
		switch v := q.givenSymbol(at); {
		case v < 0:
			open = append(open, at)
		case slices.Contains(k.Symbols, v):
			times.Min, times.Max = times.Min-1, times.Max-1
		}
	}
	times.Min = max(0, times.Min)
	is := func(v int) bool { return slices.Contains(k.Symbols, v) }
	switch {
	case times.Max <= 0:
		for _, at := range open {
			q.addRelation(at, is, nil)
		}
	case times.Min > 0 || times.Max < len(open):
		item := []matrix.ItemID{q.declareNumbered(name, times)}
		q.explainItems(int(item[0]), k.Span, "this rule"+cannotBeKept)
		for _, at := range open {
			q.addRelation(at, nil, func(v int) []matrix.ItemID {
				if is(v) {
					return item
				}
				return nil
			})
		}
	}
}

// declareValueItems declares the value items of the cells whose symbols rules or the core refer to.
func (q *fillLowering) declareValueItems() {
	for _, symbol := range q.fill.Symbols {
		q.colors = append(q.colors, q.builder.AddColor(symbol))
	}
	named := q.namedCells("value", q.grid)
	for at, cell := range q.grid.Cells {
		if q.value[at] != pendingValueItem && !named[cell] {
			continue
		}
		q.value[at] = q.declareSecondary("value[%s]", q.cellName(at))
		if q.givenSymbol(at) >= 0 {
			q.queried = append(q.queried, queriedSymbol{at, q.declarePrimary("given[%s]", q.cellName(at))})
		} else {
			q.symbolOf[q.cells[at]] = q.value[at]
		}
	}
}

// pendingValueItem marks a cell that needs a value item which is not declared yet.
const pendingValueItem matrix.ItemID = -2

// emitValues adds an option for each symbol that a cell can have.
func (q *fillLowering) emitValues(at int) bool {
	line := []lattice.Cell{q.grid.Cells[at]}
	q.choices[at] = slices.Repeat([]matrix.OptionID{-1}, len(q.fill.Symbols))
	var entries []matrix.Entry
	for v, symbol := range q.fill.Symbols {
		if !q.canHave(at, v) {
			continue
		}
		entries = append(entries[:0], matrix.Entry{Item: q.cells[at]})
		for _, k := range q.unitsOf[at] {
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
		if !q.addOption(Origin{Meaning: &Meaning{Line: line, Letters: []string{symbol}, Filled: true}}, entries) {
			return false
		}
	}
	return true
}

// canHave reports whether a cell can have a symbol, given the symbols of its units.
func (q *fillLowering) canHave(at, v int) bool {
	if given := q.givenSymbol(at); given >= 0 {
		return given == v
	}
	return !slices.ContainsFunc(q.unitsOf[at], func(k int) bool { return q.units[k].items[v] < 0 }) &&
		!slices.ContainsFunc(q.related[at], func(r cellRelation) bool { return r.bars != nil && r.bars(v) })
}

// declareMatchings declares a matching for each row, column, symbol and further unit. So each item is on the
// left of some matching.
func (q *fillLowering) declareMatchings() {
	n := q.fill.Order
	for k, u := range q.units[:2*n] {
		if k < n {
			q.declareMatching(u.name+" "+u.index, q.unitItems(u), u.items)
		} else {
			q.declareMatching(u.name+" "+u.index, u.items, q.unitItems(u))
		}
	}
	for v, symbol := range q.fill.Symbols {
		rows, columns := make([]matrix.ItemID, n), make([]matrix.ItemID, n)
		for i := range n {
			rows[i], columns[i] = q.units[i].items[v], q.units[n+i].items[v]
		}
		q.declareMatching("value "+symbol, rows, columns)
	}
	for _, u := range q.units[2*n:] {
		if u.exhaustive {
			q.declareMatching(u.name+" "+u.index, u.items, q.unitItems(u))
		}
	}
}

// unitItems returns the items of the cells of a unit.
func (q *fillLowering) unitItems(u fillUnit) []matrix.ItemID {
	items := make([]matrix.ItemID, len(u.cells))
	for k, at := range u.cells {
		items[k] = q.cells[at]
	}
	return items
}

// declareMatching declares a matching of those items that exist (are not negative).
func (q *fillLowering) declareMatching(name string, left, right []matrix.ItemID) {
	given := func(id matrix.ItemID) bool { return id < 0 }
	q.implyMatching(name, slices.DeleteFunc(slices.Clone(left), given), slices.DeleteFunc(slices.Clone(right), given))
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

// forbidSwaps forbids the greater arrangement of four cells that can be exchanged, for all such cells, row by
// row.
func (q *fillLowering) forbidSwaps() {
	n, nogoods := q.fill.Order, 0
	for at := range q.choices {
		if !q.canContinue() {
			return
		}
		i, j := at/n, at%n
		for i2 := i + 1; i2 < n && q.choices[at] != nil; i2++ {
			for j2 := j + 1; j2 < n; j2++ {
				cells := [4]int{at, i*n + j2, i2*n + j, i2*n + j2}
				symbols := q.swappableSymbols(cells)
				if nogoods += len(symbols) * (len(symbols) - 1) / 2; nogoods > maxNogoods {
					q.errs.AddError(codes.TooLarge, q.fill.Span, "give more of the square, or count all solutions",
						"there are more than %d swaps in this square", maxNogoods)
					return
				}
				for a, k := range symbols {
					for _, k2 := range symbols[a+1:] {
						q.builder.AddNogood(q.choices[at][k], q.choices[cells[1]][k2], q.choices[cells[2]][k2],
							q.choices[cells[3]][k])
					}
				}
			}
		}
	}
}

// swappableSymbols returns the symbols that can stand in each of four cells. It returns none if the symbols
// cannot be exchanged: the two cells of the falling diagonal must be in the same further units (besides rows
// and columns) as those of the rising one.
func (q *fillLowering) swappableSymbols(cells [4]int) (symbols []int) {
	for _, c := range cells {
		if q.choices[c] == nil {
			return nil
		}
	}
	if !slices.Equal(q.furtherUnits(cells[0], cells[3]), q.furtherUnits(cells[1], cells[2])) {
		return nil
	}
	for v := range q.fill.Order {
		if !slices.ContainsFunc(cells[:], func(c int) bool { return q.choices[c][v] < 0 }) {
			symbols = append(symbols, v)
		}
	}
	return symbols
}

// furtherUnits returns the units besides rows and columns that contain both cells, in order.
func (q *fillLowering) furtherUnits(a, b int) []int {
	units := slices.Concat(q.unitsOf[a], q.unitsOf[b])
	units = slices.DeleteFunc(units, func(k int) bool { return k < 2*q.fill.Order })
	slices.Sort(units)
	return units
}
