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
//	an item cell[i,j] for each open cell, that is, each cell without a given symbol;
//	an item row[i,v], column[j,v] and so on for each unit and each symbol v that is not given
//	in the unit, secondary if the unit has fewer cells than there are symbols; if the square
//	must be orthogonal to another square, the cells where that square has a symbol a are a
//	unit as well, with the items mate[a,v];
//	a secondary item apart[i,j,k,l,v] for each symbol v and each two open cells that must
//	differ and share no unit; one item for all symbols together if the rule names symbols;
//	further rules have items apart2 and so on;
//	secondary items less[p,v] for each pair p of open cells of which the first has the lesser
//	symbol: an option of the first cell holds the items up to its symbol, an option of the
//	second cell the items from its symbol on;
//	an item count[k] for each rule about the number of cells with some symbols, with the range
//	of that number as multiplicity;
//	the items that the automata need (see automaton.go);
//	a secondary item value[i,j] for each cell to whose symbol the core refers; if the cell has
//	a given symbol, also an item given[i,j], whose only option tells the symbol;
//	an option for each symbol that an open cell can have.
//
// The items cell, row and column of a Latin square are the items p, r and c of Knuth's program partial-latin-gad. The
// 3n matchings of that program are declared, and one more for each further unit with all symbols.
type fillLowering struct {
	*lowering
	filling     *model.Filling
	grid        *lattice.Grid
	fillUnits   []fillUnit      // if the board is a Latin square, the rows and columns come first
	unitsOfCell [][]int         // for each cell, the indices of the units that contain it
	cellItems   []matrix.ItemID // for each cell, its item; negative if the symbol is given
	// for each cell and symbol, the option that puts the symbol there, or -1; nil for a cell with a given symbol
	cellOptions     [][]matrix.OptionID
	relationsOfCell [][]cellRelation // for each cell, the rules that relate its symbol to other cells
	// for each cell, the item whose color is its symbol; negative if no rule and no statement of the core (items and
	// options written in the file) refers to the symbol
	valueItems        []matrix.ItemID
	symbolColors      []matrix.Color // for each symbol, the color that stands for it in the items of cells
	loweredCountRules int            // number of symbol count rules that are lowered so far
	// givensNamedInCore are the given cells whose symbols the core refers to.
	givensNamedInCore []givenNamedInCore
}

// givenNamedInCore is a given cell to whose symbol the core refers. Its item has one option, which tells the symbol.
type givenNamedInCore struct {
	cellNumber int // index of the cell
	item       matrix.ItemID
}

// cellRelation is what a rule means for one of its cells: which symbols the cell cannot have, and which items the
// option of each symbol holds.
type cellRelation struct {
	isSymbolBarred func(v int) bool // nil if every symbol is allowed
	itemsOfSymbol  func(v int) []matrix.ItemID
}

// fillUnit is a set of cells whose symbols differ.
type fillUnit struct {
	itemFamily, unitIndex string
	// cellNumbers holds the indices of the cells.
	cellNumbers   []int
	symbolItems   []matrix.ItemID // for each symbol, its item in the unit; negative if the symbol is given there
	hasAllSymbols bool            // whether each symbol must stand on one of the cells
}

// lowerFill adds the items and options of a filled board.
func (l *lowering) lowerFill(m *model.Filling) {
	grid := m.Board.NewGrid()
	n, symbols := len(grid.Cells), len(m.Symbols)
	q := &fillLowering{
		lowering: l, filling: m, grid: grid, unitsOfCell: make([][]int, n), cellOptions: make([][]matrix.OptionID, n),
		relationsOfCell: make([][]cellRelation, n),
		valueItems:      slices.Repeat([]matrix.ItemID{-1}, n),
	}
	q.collectUnits()
	pairs := len(m.LessRules)
	for _, apart := range m.Separations {
		pairs += len(apart.CellPairs)
	}
	if !q.hasRoomForItems(n+symbols*(len(q.fillUnits)+pairs), m.Span) ||
		!q.hasRoomForOptions(len(q.OptionOrigins)+n*symbols, 0) {
		return
	}
	q.declareCells()
	q.declareCellPairRules()
	for _, k := range m.SymbolCountRules {
		q.declareSymbolCountRule(k)
	}
	emitters := q.declareRuleAutomata()
	q.declareValueItems()
	for at, cell := range q.cellItems {
		if cell >= 0 && !q.emitCellOptions(at) {
			return
		}
	}
	for _, t := range q.givensNamedInCore {
		if !q.addOption(Origin{Meaning: ruleEncodingMeaning}, []matrix.Entry{{Item: t.item},
			{Item: q.valueItems[t.cellNumber], Color: q.symbolColors[q.givenSymbol(t.cellNumber)]}}) {
			return
		}
	}
	for _, emit := range emitters {
		if !emit() {
			return
		}
	}
	q.declareMatchings()
	if l.options.BreakSwaps && m.LatinOrder > 0 {
		q.forbidSymbolSwaps()
	}
}

// collectUnits collects the units, and for each cell the indices of the units that contain it.
func (q *fillLowering) collectUnits() {
	for _, u := range q.filling.DistinctUnits {
		unit := fillUnit{itemFamily: u.ItemFamily, unitIndex: u.UnitIndex,
			hasAllSymbols: len(u.Cells) == len(q.filling.Symbols)}
		for _, c := range u.Cells {
			unit.cellNumbers = append(unit.cellNumbers, q.cellNumber(c))
		}
		q.fillUnits = append(q.fillUnits, unit)
	}
	for k, u := range q.fillUnits {
		for _, at := range u.cellNumbers {
			q.unitsOfCell[at] = append(q.unitsOfCell[at], k)
		}
	}
}

func (q *fillLowering) cellNumber(c lattice.Cell) int { return int(q.grid.CellNumber(c)) }

// cellName returns the coordinates of a cell as they stand in names of items.
func (q *fillLowering) cellName(at int) string {
	return q.filling.Board.Lattice.CellName(q.grid.Cells[at])
}

// givenSymbol returns the index of the symbol that is given on a cell, or -1.
func (q *fillLowering) givenSymbol(at int) int {
	if v, given := q.filling.GivenSymbols[q.grid.Cells[at]]; given {
		return v
	}
	return -1
}

// declareCells adds the items of the cells that are open.
func (q *fillLowering) declareCells() {
	for at := range q.unitsOfCell {
		cell := matrix.ItemID(-1)
		if q.givenSymbol(at) < 0 {
			cell = q.declareItemCoveredOnce("cell[%s]", q.cellName(at))
			q.itemByID(cell).noOptionWarning = "no symbol fits on the cell " +
				q.filling.Board.Lattice.FormatCell(q.grid.Cells[at])
		}
		q.cellItems = append(q.cellItems, cell)
	}
	for k := range q.fillUnits {
		u := &q.fillUnits[k]
		given := make([]bool, len(q.filling.Symbols))
		for _, at := range u.cellNumbers {
			if v := q.givenSymbol(at); v >= 0 {
				given[v] = true
			}
		}
		for v, symbol := range q.filling.Symbols {
			item := matrix.ItemID(-1)
			switch {
			case given[v]:
			case u.hasAllSymbols:
				item = q.declareItemCoveredOnce("%s[%s,%s]", u.itemFamily, u.unitIndex, symbol)
				q.itemByID(item).noOptionWarning = fmt.Sprintf("%s fits nowhere in %s %s", symbol, u.itemFamily,
					u.unitIndex)
			default:
				item = q.declareItemCoveredAtMostOnce("%s[%s,%s]", u.itemFamily, u.unitIndex, symbol)
			}
			u.symbolItems = append(u.symbolItems, item)
		}
	}
}

// addCellRelation adds what a rule means for a cell. The functions bars and holds become the fields of the
// cellRelation.
func (q *fillLowering) addCellRelation(at int, bars func(v int) bool, holds func(v int) []matrix.ItemID) {
	q.relationsOfCell[at] = append(q.relationsOfCell[at], cellRelation{bars, holds})
}

// declareCellPairRules declares the items of rules about pairs of cells.
func (q *fillLowering) declareCellPairRules() {
	for k, apart := range q.filling.Separations {
		q.declareApartRule(apartItemName(k), apart)
	}
	q.barSymbolsOfAscendingLines()
	for k, less := range q.filling.LessRules {
		a, b := q.cellNumber(less.Cells[0]), q.cellNumber(less.Cells[1])
		if q.givenSymbol(a) >= 0 || q.givenSymbol(b) >= 0 {
			continue // pairs with a given cell are handled by barSymbolsOfAscendingLines
		}
		items := make([]matrix.ItemID, len(q.filling.Symbols))
		for v, symbol := range q.filling.Symbols {
			items[v] = q.declareItemCoveredAtMostOnce("less[%d,%s]", k, symbol)
		}
		q.addCellRelation(a, nil, func(v int) []matrix.ItemID { return items[:v+1] })
		q.addCellRelation(b, nil, func(v int) []matrix.ItemID { return items[v:] })
	}
}

// declareApartRule declares the items of a rule about pairs of cells. The two symbols of a pair must differ, or, if the
// rule names symbols, not both be among them.
func (q *fillLowering) declareApartRule(name string, apart model.ApartPairs) {
	classes := [][]int{apart.MemberNumbers} // sets of symbols of which only one cell of a pair may have a member
	if apart.MemberNumbers == nil {
		classes = nil
		for v := range q.filling.Symbols {
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
	for _, pair := range apart.CellPairs {
		a, b := q.cellNumber(pair[0]), q.cellNumber(pair[1])
		va, vb := q.givenSymbol(a), q.givenSymbol(b)
		switch {
		case len(classes[0]) == 1 && q.areInOneUnit(a, b):
		case va >= 0 || vb >= 0:
			q.addCellRelation(a, bars(vb), nil)
			q.addCellRelation(b, bars(va), nil)
		default:
			// for each symbol, its item for this pair; negative if it needs none
			items := slices.Repeat([]matrix.ItemID{-1}, len(q.filling.Symbols))
			for _, class := range classes {
				text := ""
				for _, v := range class {
					text += q.filling.Symbols[v]
				}
				item := q.declareItemCoveredAtMostOnce("%s[%s,%s,%s]", name, q.cellName(a), q.cellName(b), text)
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
			q.addCellRelation(a, nil, holds)
			q.addCellRelation(b, nil, holds)
		}
	}
}

// barSymbolsOfAscendingLines excludes symbols for which an ascending line is too long before or behind a cell. The
// given symbols and the lengths of the lines give a least and a greatest symbol for each cell.
func (q *fillLowering) barSymbolsOfAscendingLines() {
	n := len(q.filling.Symbols)
	// for each open cell, how many of the least and of the greatest symbols are excluded
	least, greatest := map[int]int{}, map[int]int{}
	by := map[int]source.Span{} // for each open cell, the place of the rule that last excluded a symbol
	bounds := func(at int) (int, int) {
		if v := q.givenSymbol(at); v >= 0 {
			return v, v
		}
		return least[at], n - 1 - greatest[at]
	}
	for changed := true; changed; {
		changed = false
		for _, less := range q.filling.LessRules {
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
	for at := range q.cellItems {
		if low, high := bounds(at); low > 0 || high < n-1 {
			q.addCellRelation(at, func(v int) bool { return v < low || v > high }, nil)
			if low > high {
				q.itemByID(q.cellItems[at]).span = by[at]
			}
		}
	}
}

// areInOneUnit reports whether some unit contains both cells.
func (q *fillLowering) areInOneUnit(a, b int) bool {
	return slices.ContainsFunc(q.unitsOfCell[a], func(k int) bool { return slices.Contains(q.unitsOfCell[b], k) })
}

// declareSymbolCountRule declares the item of a rule about the number of cells with certain symbols.
func (q *fillLowering) declareSymbolCountRule(k model.SymbolCountRule) {
	times, name := k.CellCount, fmt.Sprintf("count[%d]", q.loweredCountRules)
	q.loweredCountRules++
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
			q.addCellRelation(at, is, nil)
		}
	case times.Min > 0 || times.Max < len(open):
		item := []matrix.ItemID{q.declareItemWithRange(name, times)}
		q.setItemDeclarations(int(item[0]), k.Span, "this rule"+unsatisfiableRuleSuffix)
		for _, at := range open {
			q.addCellRelation(at, nil, func(v int) []matrix.ItemID {
				if is(v) {
					return item
				}
				return nil
			})
		}
	}
}

// declareValueItems declares the value items of the cells to whose symbols rules or the core refer.
func (q *fillLowering) declareValueItems() {
	for _, symbol := range q.filling.Symbols {
		q.symbolColors = append(q.symbolColors, q.builder.AddColor(symbol))
	}
	named := q.cellsNamedInCore("value", q.grid)
	for at, cell := range q.grid.Cells {
		if q.valueItems[at] != pendingValueItem && !named[cell] {
			continue
		}
		q.valueItems[at] = q.declareItemCoveredAtMostOnce("value[%s]", q.cellName(at))
		if q.givenSymbol(at) >= 0 {
			q.givensNamedInCore = append(q.givensNamedInCore,
				givenNamedInCore{at, q.declareItemCoveredOnce("given[%s]", q.cellName(at))})
		} else {
			q.symbolItemOfCellItem[q.cellItems[at]] = q.valueItems[at]
		}
	}
}

// pendingValueItem stands for the value item of a cell that needs one, until the item is declared.
const pendingValueItem matrix.ItemID = -2

// emitCellOptions adds an option for each symbol that a cell can have.
func (q *fillLowering) emitCellOptions(at int) bool {
	line := []lattice.Cell{q.grid.Cells[at]}
	q.cellOptions[at] = slices.Repeat([]matrix.OptionID{-1}, len(q.filling.Symbols))
	var entries []matrix.Entry
	for v, symbol := range q.filling.Symbols {
		if !q.canHaveSymbol(at, v) {
			continue
		}
		entries = append(entries[:0], matrix.Entry{Item: q.cellItems[at]})
		for _, k := range q.unitsOfCell[at] {
			entries = append(entries, matrix.Entry{Item: q.fillUnits[k].symbolItems[v]})
		}
		for _, r := range q.relationsOfCell[at] {
			if r.itemsOfSymbol == nil {
				continue
			}
			for _, item := range r.itemsOfSymbol(v) {
				entries = append(entries, matrix.Entry{Item: item})
			}
		}
		if q.valueItems[at] >= 0 {
			entries = append(entries, matrix.Entry{Item: q.valueItems[at], Color: q.symbolColors[v]})
		}
		q.cellOptions[at][v] = matrix.OptionID(len(q.OptionOrigins))
		if !q.addOption(Origin{Meaning: &Meaning{LetterCells: line, Letters: []string{symbol}, IsCellSymbol: true}},
			entries) {
			return false
		}
	}
	return true
}

// canHaveSymbol reports whether no unit of a cell has a symbol given, and no rule excludes it for the cell.
func (q *fillLowering) canHaveSymbol(at, v int) bool {
	if given := q.givenSymbol(at); given >= 0 {
		return given == v
	}
	return !slices.ContainsFunc(q.unitsOfCell[at], func(k int) bool { return q.fillUnits[k].symbolItems[v] < 0 }) &&
		!slices.ContainsFunc(q.relationsOfCell[at], func(r cellRelation) bool {
			return r.isSymbolBarred != nil &&
				r.isSymbolBarred(v)
		})
}

// declareMatchings declares a matching for each row, column, symbol and further unit. So each item is on the left side
// of some matching.
func (q *fillLowering) declareMatchings() {
	n := q.filling.LatinOrder
	for k, u := range q.fillUnits[:2*n] {
		if k < n {
			q.declareMatching(u.itemFamily+" "+u.unitIndex, q.cellItemsOfUnit(u), u.symbolItems)
		} else {
			q.declareMatching(u.itemFamily+" "+u.unitIndex, u.symbolItems, q.cellItemsOfUnit(u))
		}
	}
	for v, symbol := range q.filling.Symbols {
		rows, columns := make([]matrix.ItemID, n), make([]matrix.ItemID, n)
		for i := range n {
			rows[i], columns[i] = q.fillUnits[i].symbolItems[v], q.fillUnits[n+i].symbolItems[v]
		}
		q.declareMatching("value "+symbol, rows, columns)
	}
	for _, u := range q.fillUnits[2*n:] {
		if u.hasAllSymbols {
			q.declareMatching(u.itemFamily+" "+u.unitIndex, u.symbolItems, q.cellItemsOfUnit(u))
		}
	}
}

// cellItemsOfUnit returns the items of the cells of a unit.
func (q *fillLowering) cellItemsOfUnit(u fillUnit) []matrix.ItemID {
	items := make([]matrix.ItemID, len(u.cellNumbers))
	for k, at := range u.cellNumbers {
		items[k] = q.cellItems[at]
	}
	return items
}

// declareMatching declares a matching of the items that exist. Negative ids, which stand for no item, are left out.
func (q *fillLowering) declareMatching(name string, left, right []matrix.ItemID) {
	given := func(id matrix.ItemID) bool { return id < 0 }
	q.recordImpliedMatching(name, slices.DeleteFunc(slices.Clone(left), given),
		slices.DeleteFunc(slices.Clone(right), given))
}

// Let two symbols k < k' stand in rows i < i' and columns j < j' as follows:
//
//	k  k'
//	k' k
//
// They can be exchanged if the options of both arrangements hold the same items: either arrangement then stands in a
// solution if the other does. The arrangement above is forbidden. So of all squares that such swaps lead to one
// another, those stay from which no swap leads to a square that is later in reading order (sections 76 to 79 of Knuth's
// partial-latin-gad-swap). At least one square of each class stays, perhaps several.

// forbidSymbolSwaps forbids the arrangement above for all sets of four cells in two rows and two columns where
// symbols can be exchanged.
func (q *fillLowering) forbidSymbolSwaps() {
	n, nogoods := q.filling.LatinOrder, 0
	for at := range q.cellOptions {
		if !q.mayAddToProblem() {
			return
		}
		i, j := at/n, at%n
		for i2 := i + 1; i2 < n && q.cellOptions[at] != nil; i2++ {
			for j2 := j + 1; j2 < n; j2++ {
				cells := [4]int{at, i*n + j2, i2*n + j, i2*n + j2}
				symbols := q.swappableSymbols(cells)
				if nogoods += len(symbols) * (len(symbols) - 1) / 2; nogoods > maxNogoods {
					q.errorList.AddError(codes.TooLarge, q.filling.Span,
						"give more of the square, or count all solutions",
						"there are more than %d swaps in this square", maxNogoods)
					return
				}
				for a, k := range symbols {
					for _, k2 := range symbols[a+1:] {
						q.builder.AddNogood(q.cellOptions[at][k], q.cellOptions[cells[1]][k2],
							q.cellOptions[cells[2]][k2],
							q.cellOptions[cells[3]][k])
					}
				}
			}
		}
	}
}

// swappableSymbols returns the symbols that can stand on each of four cells. It returns none if symbols cannot be
// exchanged there: each further unit (besides rows and columns) that contains the cells of one diagonal must also
// contain the cells of the other diagonal.
func (q *fillLowering) swappableSymbols(cells [4]int) (symbols []int) {
	for _, c := range cells {
		if q.cellOptions[c] == nil {
			return nil
		}
	}
	if !slices.Equal(q.furtherUnitsOfCells(cells[0], cells[3]), q.furtherUnitsOfCells(cells[1], cells[2])) {
		return nil
	}
	for v := range q.filling.LatinOrder {
		if !slices.ContainsFunc(cells[:], func(c int) bool { return q.cellOptions[c][v] < 0 }) {
			symbols = append(symbols, v)
		}
	}
	return symbols
}

// furtherUnitsOfCells returns the indices of the units, besides rows and columns, that contain both cells.
func (q *fillLowering) furtherUnitsOfCells(a, b int) []int {
	units := slices.Concat(q.unitsOfCell[a], q.unitsOfCell[b])
	units = slices.DeleteFunc(units, func(k int) bool { return k < 2*q.filling.LatinOrder })
	slices.Sort(units)
	return units
}
