package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// filledBoard is a board to be filled with symbols.
type filledBoard struct {
	*latticeBoard
	rows              []cellLine // lists of cells that differ only in the last coordinate
	columns           []cellLine
	neighboursOf      [][]int // for each cell, the indices of its neighbours, once for each way to be a neighbour
	symbols           string
	givenSymbols      []int // for each cell, the index of its given symbol, or -1
	symbolUnits       []symbolUnit
	cellRules         []cellRule
	kindsOfRules      []string
	isWrapped         bool
	isLatinStatement  bool   // whether the statement is latin: then regions have a cell for each symbol
	boardName         string // name of the board in the text; "" if the board is inline
	tableDeclarations string // the `table` statements that its rules need
}

type cellLine []int

// symbolUnit is a set of cells with different symbols. For each symbol there is an item.
type symbolUnit struct {
	itemPrefix string // start of the names of the items; a symbol and "]" follow
	cells      []int
}

// cellRule is a rule: its text, and a function that reports whether the symbols on all cells, given by their indices,
// obey the rule.
type cellRule struct {
	ruleText   string
	isObeyedBy func(v []int) bool
}

// numberOfSymbol returns the value of a symbol as a number.
func (f *filledBoard) numberOfSymbol(symbol int) int {
	if strings.Trim(f.symbols, "0123456789") == "" {
		return int(f.symbols[symbol] - '0')
	}
	return symbol + 1
}

func init() { partMakers["fill"], partMakers["latin"] = randomFill, randomLatin }

// randomSmallBoard makes a board with a limited number of cells (most) on a random lattice, mostly on squares.
func randomSmallBoard(r *rand.Rand, name string, most int) *latticeBoard {
	g := randomValueOf(r, allGeometries...)
	if r.IntN(3) > 0 {
		g = allGeometries[0]
	}
	g.buildMissingTables()
	f := &latticeBoard{geometry: g, numberByMiddle: map[point]int{}}
	var cells []point
	var shape string
	if g.name == "square" && r.IntN(3) > 0 {
		rows := 1 + r.IntN(3)
		columns := 1 + r.IntN(max(1, most/rows))
		for i := range rows * columns {
			cells = append(cells, point{i / columns, i % columns})
		}
		shape = randomValueOf(r, fmt.Sprintf("%dx%d", rows, columns),
			fmt.Sprintf("{(i, j) for i in 0..%d, j in 0..%d}", rows-1, columns-1))
		if len(cells) > 4 && r.IntN(4) == 0 { // removes a cell, so that the board has a hole
			k := r.IntN(len(cells))
			shape += " - " + randomValueOf(r, g.coordinatesAsText(cells[k]), g.cellListText(cells[k:k+1]))
			cells = slices.Delete(cells, k, k+1)
		}
	} else {
		cells = g.shiftToOrigin(g.growRandomShape(r, 2+r.IntN(most-1)))
		shape = randomValueOf(r, g.allPlacesText(cells), g.cellListText(cells))
		slices.SortFunc(cells, func(a, b point) int { return slices.Compare(a[:], b[:]) })
	}
	wrap := ""
	if r.IntN(4) == 0 {
		wrap = f.joinEdgesAtRandom(r, cells)
	}
	f.addCells(cells, false)
	f.boardDeclaration = fmt.Sprintf("board %s on %s%s = %s\n", name, g.name, wrap, shape)
	f.sortCells()
	f.findCrossings()
	return f
}

// growRandomShape returns a shape of n cells, which is usually connected.
func (g *geometry) growRandomShape(r *rand.Rand, n int) []point {
	near := g.cellsNearOrigin(map[int]int{2: 3, 3: 1}[g.axisCount])
	shape := []point{near[r.IntN(len(near))]}
	for tries := 0; len(shape) < n && tries < 1000; tries++ {
		at := near[r.IntN(len(near))]
		if !slices.Contains(shape, at) && (g.touchesShape(shape, at) || tries > 990) {
			shape = append(shape, at)
		}
	}
	return shape
}

// shiftToOrigin shifts cells so that no coordinate is negative, as pictures of givens begin at 0.
func (g *geometry) shiftToOrigin(cells []point) []point {
	by := g.roundUpShift(leastCorner(cells).timesScalar(-1))
	for i := range cells {
		cells[i] = cells[i].plusPoint(by)
	}
	return cells
}

// buildMissingTables makes the tables of the lattice if that has not been done.
func (g *geometry) buildMissingTables() {
	if g.cellByMiddle == nil {
		g.buildCellTables()
	}
}

// neighbourLists returns, for each cell, its neighbours on the board. A cell is listed twice if it is a neighbour in
// two ways.
func (f *latticeBoard) neighbourLists() [][]int {
	out := make([][]int, len(f.cellCoordinates))
	for i, at := range f.cellCoordinates {
		out[i] = f.cellNumbersAt(f.touchingPlaces(at))
	}
	return out
}

// rowsAndColumns returns the rows and columns of the board as it is drawn.
func (f *latticeBoard) rowsAndColumns() (rows, columns []cellLine) {
	least, greatest := leastCorner(f.cellCoordinates), greatestCorner(f.cellCoordinates)
	for axis, out := range map[int]*[]cellLine{f.axisCount - 2: &rows, f.axisCount - 1: &columns} {
		*out = make([]cellLine, greatest[axis]-least[axis]+1)
		for i, at := range f.cellCoordinates {
			k := at[axis] - least[axis]
			(*out)[k] = append((*out)[k], i)
		}
	}
	return rows, columns
}

func newFilled(f *latticeBoard, symbols string) *filledBoard {
	b := &filledBoard{latticeBoard: f, symbols: symbols, neighboursOf: f.neighbourLists(),
		isWrapped: len(f.coordinatePeriods) > 0}
	b.rows, b.columns = f.rowsAndColumns()
	b.givenSymbols = slices.Repeat([]int{-1}, len(f.cellCoordinates))
	return b
}

// addRandomGivens gives some symbols, and returns the text of the rule. On boards without layers it is a picture.
func (f *filledBoard) addRandomGivens(r *rand.Rand) string {
	if f.axisCount != 2 || r.IntN(2) == 0 {
		return ""
	}
	for i := range f.givenSymbols {
		if r.IntN(4) == 0 {
			f.givenSymbols[i] = r.IntN(len(f.symbols))
		}
	}
	f.kindsOfRules = append(f.kindsOfRules, "given")
	return fmt.Sprintf("  given %s\n", f.boardPicture(func(i int) byte {
		if f.givenSymbols[i] < 0 {
			return '.'
		}
		return f.symbols[f.givenSymbols[i]]
	}))
}

// boardPicture returns a picture of the board from row 0 and column 0 on. The function mark returns the character of a
// cell.
func (f *latticeBoard) boardPicture(mark func(cell int) byte) string {
	greatest := greatestCorner(f.cellCoordinates)
	var b strings.Builder
	b.WriteString("\"\"\"\n")
	for row := 0; row <= greatest[0]; row++ {
		b.WriteString("    ")
		for column := 0; column <= greatest[1]; column++ {
			if i := slices.Index(f.cellCoordinates, point{row, column}); i >= 0 {
				b.WriteByte(mark(i))
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("  \"\"\"")
	return b.String()
}

func randomFill(r *rand.Rand) *puzzlePart {
	most := 2 + r.IntN(3)
	board := randomSmallBoard(r, "f", map[int]int{2: 9, 3: 7, 4: 6}[most])
	symbols := randomValueOf(r, "123456", "012345", "310425", "abcdef", ".#oxyz"[1:]+"q")[:most]
	f := newFilled(board, symbols)
	f.boardName = "f"
	var text strings.Builder
	fmt.Fprintf(&text, "fill f with %q {\n", symbols)
	text.WriteString(f.addRandomGivens(r))
	if f.axisCount == 2 && r.IntN(5) == 0 {
		f.addRegionsRule(r, &text)
	}
	for range r.IntN(4) {
		if rule, ok := f.randomCellRule(r); ok {
			f.cellRules = append(f.cellRules, rule)
			f.kindsOfRules = append(f.kindsOfRules, wordsOfRule(rule.ruleText)...)
			text.WriteString("  " + rule.ruleText + "\n")
		}
	}
	text.WriteString("}\n")
	p := f.makePuzzlePart()
	p.declarations, p.statementText = board.boardDeclaration, f.tableDeclarations+text.String()
	p.namedBoard, p.boardName = board, f.boardName
	return p
}

// addRegionsRule adds a rule that the symbols in each region of a picture differ.
func (f *filledBoard) addRegionsRule(r *rand.Rand, text *strings.Builder) {
	of := make([]int, len(f.cellCoordinates))
	sizes := map[int]int{}
	for i := range of {
		of[i] = r.IntN(4)
		for sizes[of[i]] == len(f.symbols) {
			of[i]++
		}
		sizes[of[i]]++
	}
	f.kindsOfRules = append(f.kindsOfRules, "regions")
	fmt.Fprintf(text, "  distinct on regions %s\n", f.boardPicture(func(i int) byte { return "ABCDEFGHIJKLMN"[of[i]] }))
	f.cellRules = append(f.cellRules, cellRule{"", func(v []int) bool {
		for i := range v {
			for j := range i {
				if of[i] == of[j] && v[i] == v[j] {
					return false
				}
			}
		}
		return true
	}})
}

// makePuzzlePart returns the statement as a part of a puzzle. A choice is a symbol on an open cell.
func (f *filledBoard) makePuzzlePart() *puzzlePart {
	p := &puzzlePart{kindsOfRules: f.kindsOfRules, itemBounds: map[string]itemBound{}}
	type spot struct{ cell, symbol int }
	var spots []spot
	for i := range f.cellCoordinates {
		name := f.cellName(f.cellCoordinates[i])
		if f.givenSymbols[i] >= 0 {
			p.givenKeys = append(p.givenKeys, f.keyOfSymbolOnCell(i, f.givenSymbols[i]))
		} else {
			p.itemBounds["cell["+name+"]"] = exactlyOnce
		}
		for v := range f.symbols {
			if f.givenSymbols[i] < 0 {
				c := puzzleChoice{f.keyOfSymbolOnCell(i, v), []heldItem{{"cell[" + name + "]", "", 1}}}
				for _, u := range f.symbolUnits {
					if slices.Contains(u.cells, i) {
						c.heldItems = append(c.heldItems, heldItem{u.itemOfSymbol(f.symbols[v]), "", 1})
					}
				}
				p.choices = append(p.choices, c)
				spots = append(spots, spot{i, v})
			}
		}
		if !strings.ContainsAny(f.symbols, "#.+") { // symbols such as # cannot be colors of items
			p.nameableItems = append(p.nameableItems,
				nameableItem{"value[" + name + "]", append(strings.Split(f.symbols, ""), "none")})
		}
	}
	f.boundUnitItems(p)
	if len(f.cellRules) == 0 {
		for _, item := range sortedKeys(p.itemBounds) {
			// A symbol that is no number cannot be an index of an item in the text.
			indexed := strings.HasPrefix(item, "cell[") || strings.Trim(f.symbols, "0123456789") == ""
			if p.itemBounds[item].mostTimes > 0 && indexed {
				p.nameableItems = append(p.nameableItems, nameableItem{item, nil})
			}
		}
	}
	values := func(chosen []int) []int {
		v := slices.Clone(f.givenSymbols)
		for _, k := range chosen {
			v[spots[k].cell] = spots[k].symbol
		}
		return v
	}
	p.allowsChoices = func(chosen []int) bool {
		if len(f.cellRules) == 0 {
			return true
		}
		v := values(chosen)
		return !slices.ContainsFunc(f.cellRules, func(rule cellRule) bool { return !rule.isObeyedBy(v) })
	}
	p.colorOfItem = func(chosen []int, item string) string {
		inner, ok := strings.CutPrefix(item, "value[")
		if !ok {
			return ""
		}
		for i, at := range f.cellCoordinates {
			if f.cellName(at)+"]" == inner {
				if v := values(chosen)[i]; v >= 0 {
					return f.symbols[v : v+1]
				}
			}
		}
		return "none"
	}
	return p
}

func (f *filledBoard) keyOfSymbolOnCell(cell, symbol int) string {
	return keyOfThingOnCells("symbol "+f.symbols[symbol:symbol+1], []string{f.cellName(f.cellCoordinates[cell])})
}

func (u symbolUnit) itemOfSymbol(symbol byte) string { return u.itemPrefix + string(symbol) + "]" }

// boundUnitItems adds the items of units: each symbol that is not given stands in the unit once, or at most once if
// there are fewer cells than symbols.
func (f *filledBoard) boundUnitItems(p *puzzlePart) {
	for _, u := range f.symbolUnits {
		for v := range f.symbols {
			given := slices.ContainsFunc(u.cells, func(i int) bool { return f.givenSymbols[i] == v })
			b := exactlyOnce
			switch {
			case given:
				b = itemBound{mostTimes: 0}
			case len(u.cells) < len(f.symbols):
				b = atMostOnce
			}
			p.itemBounds[u.itemOfSymbol(f.symbols[v])] = b
		}
	}
}
