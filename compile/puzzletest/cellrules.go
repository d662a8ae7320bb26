package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// ruleMakers are the functions that make a random rule on cells. Each returns false if its rule does not fit the board.
var ruleMakers = []func(*filledBoard, *rand.Rand) (cellRule, bool){
	(*filledBoard).makeAscendingRule, (*filledBoard).makeDifferRule, (*filledBoard).makeSameLinesRule,
	(*filledBoard).makeSameRule,
	(*filledBoard).makeEqualShapesRule,
	(*filledBoard).makeArrowRule,
	(*filledBoard).makeDistinctRule, (*filledBoard).makeDistinctRule, (*filledBoard).makeTotalRule,
	(*filledBoard).makeTotalRule,
	(*filledBoard).makeTotalRule,
	(*filledBoard).makeCagesRule,
	(*filledBoard).makeApartRule, (*filledBoard).makeMarksRule, (*filledBoard).makeMarksRule,
	(*filledBoard).makeSeesRule,
	(*filledBoard).makeRunsRule, (*filledBoard).makeLineCountsRule,
	(*filledBoard).makeCountRule,
	(*filledBoard).makeConnectedRule, (*filledBoard).makeLoopRule, (*filledBoard).makeSymmetricRule,
	(*filledBoard).makeForLoopRule,
	(*filledBoard).makeConsecutiveRule, (*filledBoard).makeConsecutiveRule, (*filledBoard).makeMatchesRule,
	(*filledBoard).makeMatchesRule, (*filledBoard).makeMatchesRule,
	(*filledBoard).makeLinesDifferRule,
	(*filledBoard).makeSameSumRule, (*filledBoard).makeLineViewRule, (*filledBoard).makeLineViewRule,
	(*filledBoard).makeLineViewRule,
	(*filledBoard).makeEntryLoopRule,
	(*filledBoard).makeEntryLoopRule,
}

// wordsOfRule returns the first word of a rule, and the words in it for parts of boards and for loops.
func wordsOfRule(rule string) (kinds []string) {
	words := strings.Fields(rule)
	kinds = append(kinds, words[0])
	if strings.ContainsAny(words[0][:1], "0123456789") ||
		slices.Contains([]string{"exactly", "at", "any", "none"}, words[0]) {
		k := slices.IndexFunc(words, func(w string) bool { return w[0] == '"' })
		kinds[0] = "number of " + map[bool]string{true: "a symbol", false: "several symbols"}[len(words[k]) == 3]
	}
	return append(kinds, partWordsOfRule(rule)...)
}

// partWordsOfRule returns the words in a rule for parts of boards and for loops.
func partWordsOfRule(rule string) (kinds []string) {
	words := strings.Fields(rule)
	for _, part := range boardPartWords {
		if slices.Contains(words[min(1, len(words)):], part) || slices.Contains(words, part+",") {
			kinds = append(kinds, "on "+part)
		}
	}
	if before, loop, ok := strings.Cut(rule, " for "); ok && !strings.Contains(loop, "..") &&
		!strings.Contains(before, "{") {
		kinds = append(kinds, "for cells of a "+map[bool]string{true: "table",
			false: "board"}[strings.Contains(loop, "clues") || strings.Contains(loop, "men")])
	}
	return kinds
}

var boardPartWords = []string{"row", "column", "around", "rays", "ray", "segments", "regions", "diagonals",
	"everywhere",
	"all",
	"king", "knight", "differ"}

func (f *filledBoard) randomCellRule(r *rand.Rand) (cellRule, bool) {
	if len(f.cellCoordinates) < 2 {
		return cellRule{}, false
	}
	return randomValueOf(r, ruleMakers...)(f, r)
}

// someRandomCells returns up to n random cells.
func (f *filledBoard) someRandomCells(r *rand.Rand, n int) []int {
	return r.Perm(len(f.cellCoordinates))[:min(n, len(f.cellCoordinates))]
}

// textOfCellList returns a list of cells as a rule writes it. On a board with joined edges it sometimes writes other
// coordinates of the same cells.
func (f *filledBoard) textOfCellList(r *rand.Rand, cells []int) string {
	var out []point
	for _, i := range cells {
		out = append(out, f.randomEqualPlace(r, f.cellCoordinates[i]))
	}
	return f.allPlacesText(out)
}

// makeChainRule makes a rule about each two cells that follow each other in a list. It is given the first word of the
// rule and the relation that the symbols of such cells must have.
func (f *filledBoard) makeChainRule(r *rand.Rand, word string, holds func(a, b int) bool) (cellRule, bool) {
	return f.makeLineRule(r, word, func(v []int, cells cellLine) bool {
		for k := range cells[1:] {
			if !holds(v[cells[k]], v[cells[k+1]]) {
				return false
			}
		}
		return true
	})
}

// makeLineRule makes a rule about a list of cells, or about the lines after `on` that have at least two cells.
func (f *filledBoard) makeLineRule(r *rand.Rand, word string, holds func(v []int, cells cellLine) bool) (cellRule,
	bool) {
	if r.IntN(2) == 0 {
		return f.makeRuleOnEachLine(r, word, func(v []int,
			line cellLine) bool {
			return len(line) < 2 || holds(v, line)
		})
	}
	cells := f.someRandomCells(r, 2+r.IntN(2))
	return cellRule{word + " on " + f.textOfCellList(r, cells), func(v []int) bool { return holds(v, cells) }}, true
}

func (f *filledBoard) makeAscendingRule(r *rand.Rand) (cellRule, bool) {
	return f.makeChainRule(r, "ascending", func(a, b int) bool { return a < b })
}

func (f *filledBoard) makeDifferRule(r *rand.Rand) (cellRule, bool) {
	low := r.IntN(3)
	high := low + r.IntN(2)
	word := fmt.Sprintf("differ %d..%d", low, high)
	if low == high {
		word = fmt.Sprintf("differ %d", low)
	}
	return f.makeChainRule(r, word, func(a, b int) bool {
		d := f.numberOfSymbol(a) - f.numberOfSymbol(b)
		return low <= max(d, -d) && max(d, -d) <= high
	})
}

func (f *filledBoard) isOneDoubleOfOther(a, b int) bool {
	return f.numberOfSymbol(a) == 2*f.numberOfSymbol(b) || f.numberOfSymbol(b) == 2*f.numberOfSymbol(a)
}

func (f *filledBoard) makeSameRule(r *rand.Rand) (cellRule, bool) {
	cells := f.someRandomCells(r, 2+r.IntN(2))
	text := f.textOfCellList(r, cells)
	if r.IntN(2) == 0 {
		text, cells = f.randomBoardPart(r)
	}
	return cellRule{"same on " + text, func(v []int) bool {
		return !slices.ContainsFunc(cells, func(i int) bool { return v[i] != v[cells[0]] })
	}}, len(cells) > 1
}

// makeEqualShapesRule makes a rule that several shapes have equal symbols cell by cell, in the order of the cells on
// the board.
func (f *filledBoard) makeEqualShapesRule(r *rand.Rand) (cellRule, bool) {
	size := 1 + r.IntN(2)
	var shapes [][]int
	var words []string
	for range 2 + r.IntN(2) {
		cells := f.someRandomCells(r, size)
		words = append(words, f.textOfCellList(r, cells))
		slices.SortFunc(cells, func(a, b int) int {
			return slices.Compare(f.cellCoordinates[a][:],
				f.cellCoordinates[b][:])
		})
		shapes = append(shapes, cells)
	}
	return cellRule{"same on " + strings.Join(words, ", "), func(v []int) bool {
		for _, cells := range shapes[1:] {
			for k, i := range cells {
				if v[i] != v[shapes[0][k]] {
					return false
				}
			}
		}
		return true
	}}, true
}

// makeSameLinesRule makes a rule that rows or columns are equal, or have equal sums.
func (f *filledBoard) makeSameLinesRule(r *rand.Rand) (cellRule, bool) {
	word, lines := f.randomKindOfLines(r)
	sum := r.IntN(2) == 0
	text := "same on " + word
	if sum {
		text = "same sum on " + word
	}
	isOther := func(line cellLine) bool { return !sum && len(line) != len(lines[0]) }
	if len(lines) < 2 || slices.ContainsFunc(lines, isOther) {
		return cellRule{}, false
	}
	return cellRule{text, func(v []int) bool {
		return !slices.ContainsFunc(lines, func(line cellLine) bool {
			if sum {
				return totalUnderOperation("sum", f.numbersOnCells(v, line)) != totalUnderOperation("sum",
					f.numbersOnCells(v, lines[0]))
			}
			for k, i := range line {
				if v[i] != v[lines[0][k]] {
					return true
				}
			}
			return false
		})
	}}, true
}

func (f *filledBoard) makeArrowRule(r *rand.Rand) (cellRule, bool) {
	return f.makeLineRule(r, "arrow", func(v []int, cells cellLine) bool {
		return totalUnderOperation("sum", f.numbersOnCells(v, cells[1:])) == f.numberOfSymbol(v[cells[0]])
	})
}

func areSymbolsDistinct(v []int, cells []int) bool {
	for i, a := range cells {
		for _, b := range cells[:i] {
			if v[a] == v[b] {
				return false
			}
		}
	}
	return true
}

// randomKindOfLines returns a random kind of lines and the lines of that kind.
func (f *filledBoard) randomKindOfLines(r *rand.Rand) (string, []cellLine) {
	if r.IntN(2) == 0 {
		return "rows", f.rows
	}
	return "columns", f.columns
}

func (f *filledBoard) makeDistinctRule(r *rand.Rand) (cellRule, bool) {
	on, lines := f.randomPlacesBehindOn(r)
	if f.isLatinStatement && strings.HasPrefix(on, "regions ") && slices.ContainsFunc(lines, func(line cellLine) bool {
		return len(line) != len(f.symbols)
	}) {
		return cellRule{}, false
	}
	return cellRule{"distinct on " + on, func(v []int) bool {
		return !slices.ContainsFunc(lines, func(line cellLine) bool { return !areSymbolsDistinct(v, line) })
	}}, on != ""
}

// totalUnderOperation returns the total of numbers under an operation, such as their sum, or -1 if the total is no
// whole number.
func totalUnderOperation(operation string, numbers []int) int {
	sum, product, greatest := 0, 1, 0
	for _, n := range numbers {
		sum, product, greatest = sum+n, product*n, max(greatest, n)
	}
	switch operation {
	case "sum":
		return sum
	case "product":
		return product
	case "difference":
		return greatest - (sum - greatest)
	}
	if product == 0 || greatest*greatest%product != 0 {
		return -1
	}
	return greatest * greatest / product
}

func (f *filledBoard) numbersOnCells(v []int, cells []int) (out []int) {
	for _, i := range cells {
		out = append(out, f.numberOfSymbol(v[i]))
	}
	return out
}

// reachableTotal returns a total that the cells have with some symbols on them.
func (f *filledBoard) reachableTotal(r *rand.Rand, operation string, cells []int) int {
	v := make([]int, len(f.cellCoordinates))
	for range 20 {
		for i := range v {
			v[i] = r.IntN(len(f.symbols))
		}
		if n := totalUnderOperation(operation, f.numbersOnCells(v, cells)); n >= 0 {
			return n
		}
	}
	return 1
}

func (f *filledBoard) makeTotalRule(r *rand.Rand) (cellRule, bool) {
	operation, word := randomValueOf(r, "sum", "product", "difference", "quotient"), randomValueOf(r, "", "distinct ")
	on, lines := f.randomPlacesBehindOn(r)
	if isEmpty := func(line cellLine) bool { return len(line) == 0 }; on == "" || len(lines) == 0 ||
		slices.ContainsFunc(lines, isEmpty) {
		return cellRule{}, false
	}
	low, high, many := randomTotalRange(r, f.reachableTotal(r, operation, lines[r.IntN(len(lines))]))
	return cellRule{fmt.Sprintf("%s%s %s on %s", word, operation, many, on), func(v []int) bool {
		return !slices.ContainsFunc(lines, func(line cellLine) bool {
			total := totalUnderOperation(operation, f.numbersOnCells(v, line))
			return total < low || total > high || word != "" && !areSymbolsDistinct(v, line)
		})
	}}, operation != "quotient" || !strings.Contains(f.symbols, "0")
}

// randomTotalRange returns a random range that may contain n, and its text. If n is -1, because the total is no whole
// number, any range may be returned.
func randomTotalRange(r *rand.Rand, n int) (low, high int, text string) {
	switch low, high = max(0, n-r.IntN(3)), n+r.IntN(3); r.IntN(6) {
	case 0:
		return low, noUpperBound, fmt.Sprintf("at least %d", low)
	case 1:
		return 0, high, fmt.Sprintf("at most %d", high)
	case 2:
		return low, high, fmt.Sprintf("%d..%d", low, high)
	case 3:
		return 0, noUpperBound, "any"
	}
	return n, n, randomValueOf(r, "", "exactly ") + fmt.Sprint(n)
}

func (f *filledBoard) makeCagesRule(r *rand.Rand) (cellRule, bool) {
	if f.axisCount != 2 {
		return cellRule{}, false
	}
	operation, distinct := randomValueOf(r, "sum", "product", "difference"), r.IntN(2) == 0
	in := make([]int, len(f.cellCoordinates))
	cages := make([][]int, 2)
	for i := range in {
		if in[i] = r.IntN(3); in[i] < 2 && len(cages[in[i]]) < len(f.symbols) {
			cages[in[i]] = append(cages[in[i]], i)
		} else {
			in[i] = 2
		}
	}
	if len(cages[0]) == 0 || len(cages[1]) == 0 {
		return cellRule{}, false
	}
	totals := []int{f.reachableTotal(r, operation, cages[0]), f.reachableTotal(r, operation, cages[1])}
	word := ""
	if distinct {
		word = "distinct "
	}
	text := fmt.Sprintf("%s%s \"a %d b %d\" on regions %s", word, operation, totals[0], totals[1],
		f.boardPicture(func(i int) byte { return "ab."[in[i]] }))
	return cellRule{text, func(v []int) bool {
		for k, cells := range cages {
			if totalUnderOperation(operation, f.numbersOnCells(v, cells)) != totals[k] ||
				distinct && !areSymbolsDistinct(v, cells) {
				return false
			}
		}
		return true
	}}, true
}

// makeApartRule makes a rule about neighbours or about cells that a chessman's move joins: their symbols differ, or not
// both are among some symbols.
func (f *filledBoard) makeApartRule(r *rand.Rand) (cellRule, bool) {
	text, near := f.randomMoveOfApart(r)
	of := map[int]bool{}
	if r.IntN(2) == 0 {
		class := ""
		for range 1 + r.IntN(2) {
			v := r.IntN(len(f.symbols))
			of[v] = true
			class += f.symbols[v : v+1]
		}
		text += fmt.Sprintf(" %q", class)
	}
	return cellRule{text, func(v []int) bool {
		for i := range f.cellCoordinates {
			for _, j := range near[i] {
				if j != i && (len(of) == 0 && v[i] == v[j] || of[v[i]] && of[v[j]]) {
					return false
				}
			}
		}
		return true
	}}, true
}

// randomMoveOfApart returns the first words of a rule `apart`, and for each cell the cells from which it must be apart.
func (f *latticeBoard) randomMoveOfApart(r *rand.Rand) (text string, near [][]int) {
	if f.name != "square" || r.IntN(3) == 0 {
		return "apart", f.neighbourLists()
	}
	a, b := r.IntN(3), 1+r.IntN(2)
	text, moves := fmt.Sprintf("apart (%d, %d)", a, b), movesInAllDirections(a, b)
	switch r.IntN(4) {
	case 0:
		text, moves = "apart knight", movesInAllDirections(1, 2)
	case 1:
		text, moves = "apart king", append(movesInAllDirections(0, 1), movesInAllDirections(1, 1)...)
	}
	for _, at := range f.cellCoordinates {
		var cells []point
		for _, m := range moves {
			cells = append(cells, at.plusPoint(m))
		}
		near = append(near, f.cellNumbersAt(cells))
	}
	return text, near
}

// movesInAllDirections returns the moves by the given lengths along the two axes, in all directions.
func movesInAllDirections(a, b int) (out []point) {
	for _, m := range []point{{a, b}, {b, a}} {
		for _, s := range []point{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			out = append(out, point{s[0] * m[0], s[1] * m[1]})
		}
	}
	return out
}

// markRelation returns the relation between two symbols that a mark requires.
func (f *filledBoard) markRelation(mark byte) func(a, b int) bool {
	switch mark {
	case '<', '^':
		return func(a, b int) bool { return a < b }
	case '>', 'v':
		return func(a, b int) bool { return a > b }
	case 'o':
		return func(a, b int) bool { d := f.numberOfSymbol(a) - f.numberOfSymbol(b); return d == 1 || d == -1 }
	case '*':
		return f.isOneDoubleOfOther
	case 'V':
		return func(a, b int) bool { return f.numberOfSymbol(a)+f.numberOfSymbol(b) == 5 }
	case 'X':
		return func(a, b int) bool { return f.numberOfSymbol(a)+f.numberOfSymbol(b) == 10 }
	}
	return func(a, b int) bool { return true }
}

// makeMarksRule makes a rule that draws marks between neighbours. After the word `every` a mark also stands for pairs
// over joined edges, where a cell may be its own neighbour.
func (f *filledBoard) makeMarksRule(r *rand.Rand) (cellRule, bool) {
	if f.name != "square" {
		return cellRule{}, false
	}
	every := randomValueOf(r, "", "", "o", "*", "o*", "V")
	least, greatest := leastCorner(f.cellCoordinates), greatestCorner(f.cellCoordinates)
	var picture strings.Builder
	type pair struct{ a, b point }
	drawn := map[pair]byte{}
	for row := range 2*(greatest[0]-least[0]) + 1 {
		picture.WriteString("    ")
		for column := range 2*(greatest[1]-least[1]) + 1 {
			a, b := point{row / 2, column / 2}.plusPoint(least), point{(row + 1) / 2, (column + 1) / 2}.plusPoint(least)
			mark := byte(' ')
			switch {
			case row%2+column%2 == 0:
				mark = '.'
			case row%2+column%2 == 1 && slices.Contains(f.cellCoordinates, a) &&
				slices.Contains(f.cellCoordinates, b) && r.IntN(3) == 0:
				mark = ([2]string{"<>o*VX", "^vo*VX"}[row%2])[r.IntN(6)]
				drawn[pair{a, b}] = mark
			}
			picture.WriteByte(mark)
		}
		picture.WriteByte('\n')
	}
	text := "marks \"\"\"\n" + picture.String() + "  \"\"\""
	if every != "" {
		text += fmt.Sprintf(" every %q", every)
	}
	return cellRule{text, func(v []int) bool {
		for i, a := range f.cellCoordinates {
			for _, step := range []point{{0, 1}, {1, 0}} {
				b := a.plusPoint(step)
				j := f.numberAtMiddle(f.cellMiddle(b))
				if j < 0 {
					continue
				}
				mark := drawn[pair{a, b}]
				if !f.markRelation(mark)(v[i], v[j]) {
					return false
				}
				for _, each := range []byte(every) {
					if (mark == 0 || !strings.Contains(every, string(mark))) && f.markRelation(each)(v[i], v[j]) {
						return false
					}
				}
			}
		}
		return true
	}}, true
}

func (f *filledBoard) makeSeesRule(r *rand.Rand) (cellRule, bool) {
	edge := randomValueOf(r, "top", "bottom", "left", "right")
	lines := f.rows
	if edge == "top" || edge == "bottom" {
		lines = f.columns
	}
	clues := make([]byte, len(lines))
	for k := range clues {
		if clues[k] = '.'; r.IntN(2) == 0 && len(lines[k]) > 0 {
			clues[k] = byte('1' + r.IntN(2))
		}
	}
	return cellRule{fmt.Sprintf("sees %s %q", edge, strings.Join(strings.Split(string(clues), ""), ", ")),
		func(v []int) bool {
			for k, clue := range clues {
				line := slices.Clone(lines[k])
				if edge == "bottom" || edge == "right" {
					slices.Reverse(line)
				}
				seen := 0
				for i, c := range line {
					if !slices.ContainsFunc(line[:i],
						func(before int) bool { return f.numberOfSymbol(v[before]) >= f.numberOfSymbol(v[c]) }) {
						seen++
					}
				}
				if clue != '.' && seen != int(clue-'0') {
					return false
				}
			}
			return true
		}}, f.axisCount == 2 && f.hasSortedLines()
}

// hasSortedLines reports whether the cells of each row and column are in reading order.
func (f *filledBoard) hasSortedLines() bool {
	return slices.IsSortedFunc(f.cellCoordinates, func(a, b point) int { return slices.Compare(a[:], b[:]) })
}

func (f *filledBoard) makeRunsRule(r *rand.Rand) (cellRule, bool) {
	word, lines := f.randomKindOfLines(r)
	clues := make([]string, len(lines))
	for k := range clues {
		if clues[k] = "."; len(lines[k]) > 0 {
			clues[k] = randomValueOf(r, ".", "1", "2", "1 1", "0", "3")
		}
	}
	return cellRule{fmt.Sprintf("runs %s %q", word, strings.Join(clues, ", ")), func(v []int) bool {
		for k, clue := range clues {
			var b strings.Builder
			for _, c := range lines[k] {
				b.WriteByte(" x"[min(1, v[c])])
			}
			var runs []string
			for _, run := range strings.Fields(b.String()) {
				runs = append(runs, fmt.Sprint(len(run)))
			}
			if clue != "." && strings.Join(runs, " ") != strings.Trim(clue, "0") {
				return false
			}
		}
		return true
	}}, f.axisCount == 2 && f.hasSortedLines()
}

func (f *filledBoard) countCellsWithSymbol(v []int, symbol int, cells []int) (n int) {
	for _, i := range cells {
		if v[i] == symbol {
			n++
		}
	}
	return n
}

func (f *filledBoard) makeLineCountsRule(r *rand.Rand) (cellRule, bool) {
	word, lines := f.randomKindOfLines(r)
	symbol := r.IntN(len(f.symbols))
	clues := make([]string, len(lines))
	for k := range clues {
		if clues[k] = "."; r.IntN(2) == 0 {
			clues[k] = fmt.Sprint(r.IntN(len(lines[k]) + 1))
		}
	}
	return cellRule{fmt.Sprintf("count %q %s %q", f.symbols[symbol:symbol+1], word, strings.Join(clues, ", ")),
		func(v []int) bool {
			for k, clue := range clues {
				if clue != "." && fmt.Sprint(f.countCellsWithSymbol(v, symbol, lines[k])) != clue {
					return false
				}
			}
			return true
		}}, f.axisCount == 2
}

func (f *filledBoard) makeCountRule(r *rand.Rand) (cellRule, bool) {
	symbols := someRandomValues(r, 1+r.IntN(min(2, len(f.symbols))), numbersFromZero(len(f.symbols)))
	text := ""
	for _, s := range symbols {
		text += f.symbols[s : s+1]
	}
	lines, where := []cellLine{numbersFromZero(len(f.cellCoordinates))}, ""
	if r.IntN(4) > 0 {
		if where, lines = f.randomPlacesBehindOn(r); len(lines) == 0 {
			return cellRule{}, false
		}
		where = " on " + where
	}
	low, high, many := randomCountRange(r, len(f.cellCoordinates))
	return cellRule{fmt.Sprintf("%s %q%s", many, text, where), func(v []int) bool {
		return !slices.ContainsFunc(lines, func(line cellLine) bool {
			n := 0
			for _, s := range symbols {
				n += f.countCellsWithSymbol(v, s, line)
			}
			return n < low || n > high
		})
	}}, !slices.ContainsFunc(lines, func(line cellLine) bool { return len(line) < low })
}

// noUpperBound stands for a missing upper bound.
const noUpperBound = 1 << 30

// randomCountRange returns a random range for a number of things that is n, and the text of the range.
func randomCountRange(r *rand.Rand, n int) (low, high int, text string) {
	low = r.IntN(min(n, 3) + 1)
	high = low + r.IntN(2)
	switch r.IntN(12) {
	case 0, 1, 2:
		return low, low, randomValueOf(r, "", "exactly ") + fmt.Sprint(low)
	case 3, 4, 5:
		return 0, high, fmt.Sprintf("at most %d", high)
	case 6, 7:
		return low, noUpperBound, fmt.Sprintf("at least %d", low)
	case 8:
		return 0, noUpperBound, "any"
	case 9:
		return 0, 0, "none"
	}
	return low, high, fmt.Sprintf("%d..%d", low, high)
}

// areSymbolCellsConnected reports whether the cells with one of some symbols are connected, or no cell has such a
// symbol.
func (f *filledBoard) areSymbolCellsConnected(v []int, symbols ...int) bool {
	has := func(symbol int) bool { return slices.Contains(symbols, symbol) }
	start := slices.IndexFunc(v, has)
	if start < 0 {
		return true
	}
	reached := map[int]bool{}
	var walk func(i int)
	walk = func(i int) {
		if has(v[i]) && !reached[i] {
			reached[i] = true
			for _, j := range f.neighboursOf[i] {
				walk(j)
			}
		}
	}
	walk(start)
	return !slices.ContainsFunc(numbersFromZero(len(v)), func(i int) bool { return has(v[i]) && !reached[i] })
}

func numbersFromZero(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// pickSymbols returns the indices of one symbol or, if there are more than two symbols, of one or two, and their text.
func (f *filledBoard) pickSymbols(r *rand.Rand) (numbers []int, text string) {
	v := r.IntN(len(f.symbols))
	numbers, text = []int{v}, f.symbols[v:v+1]
	if len(f.symbols) > 2 && v > 0 && r.IntN(2) == 0 {
		numbers, text = append(numbers, v-1), text+f.symbols[v-1:v]
	}
	return numbers, text
}

func (f *filledBoard) makeConnectedRule(r *rand.Rand) (cellRule, bool) {
	symbols, text := f.pickSymbols(r)
	return cellRule{fmt.Sprintf("connected %q", text), func(v []int) bool {
		return f.areSymbolCellsConnected(v, symbols...)
	}}, true
}

// makeLoopRule makes the rule that the cells with a symbol form one loop. It makes no such rule for boards on which
// joined edges make two cells neighbours twice, as the language does not define the rule there.
func (f *filledBoard) makeLoopRule(r *rand.Rand) (cellRule, bool) {
	symbols, text := f.pickSymbols(r)
	return cellRule{fmt.Sprintf("loop %q", text), func(v []int) bool {
		in := 0
		joints := map[point]int{}
		for i, at := range f.cellCoordinates {
			if !slices.Contains(symbols, v[i]) {
				continue
			}
			in++
			for _, joint := range f.cornersOfCell(at) {
				joints[joint]++
			}
			around := 0
			for _, symbol := range symbols {
				around += f.countCellsWithSymbol(v, symbol, f.neighboursOf[i])
			}
			if !f.hasSticks() && around != 2 {
				return false
			}
		}
		for _, n := range joints {
			if f.hasSticks() && n != 2 {
				return false
			}
		}
		return in > 0 && f.areSymbolCellsConnected(v, symbols...)
	}}, !f.isWrapped
}

// makeSymmetricRule makes the rule that a motion maps each solution to itself. The motion maps the box around a board
// of squares to itself.
func (f *filledBoard) makeSymmetricRule(r *rand.Rand) (cellRule, bool) {
	if f.name != "square" || f.isWrapped {
		return cellRule{}, false
	}
	word, images := f.motionsOfBox(r)
	var image []int
	for _, to := range images {
		one := f.cellImagesInBox(to)
		if one == nil {
			return cellRule{}, false
		}
		image = append(image, one...)
	}
	return cellRule{"symmetric " + word, func(v []int) bool {
		for k, j := range image {
			if v[k%len(v)] != v[j] {
				return false
			}
		}
		return true
	}}, true
}

// motionsOfBox returns a word after `symmetric`, and the motions that it names, as functions of a cell in a box.
func (f *latticeBoard) motionsOfBox(r *rand.Rand) (string, []func(at, box point) point) {
	switch r.IntN(5) {
	case 0:
		return "half-turn", []func(at, box point) point{func(at, box point) point { return box.minusPoint(at) }}
	case 1:
		return "rotation", []func(at, box point) point{func(at,
			box point) point {
			return point{at[1], box[0] - at[0]}
		}}
	case 2:
		return "left-right", []func(at, box point) point{func(at,
			box point) point {
			return point{at[0], box[1] - at[1]}
		}}
	case 3:
		return "top-bottom", []func(at, box point) point{func(at,
			box point) point {
			return point{box[0] - at[0], at[1]}
		}}
	}
	return "diagonal", []func(at, box point) point{func(at, box point) point { return point{at[1], at[0]} }}
}

// cellImagesInBox returns the image of each cell under a motion of the box, or nil if some image is not on the board.
func (f *latticeBoard) cellImagesInBox(to func(at, box point) point) (image []int) {
	least, greatest := leastCorner(f.cellCoordinates), greatestCorner(f.cellCoordinates)
	for _, at := range f.cellCoordinates {
		j := slices.Index(f.cellCoordinates, to(at.minusPoint(least), greatest.minusPoint(least)).plusPoint(least))
		if j < 0 {
			return nil
		}
		image = append(image, j)
	}
	return image
}

// makeForLoopRule makes a rule with a `for` over the values of an index.
func (f *filledBoard) makeForLoopRule(r *rand.Rand) (cellRule, bool) {
	if f.name != "square" || f.isWrapped {
		return cellRule{}, false
	}
	least, greatest := leastCorner(f.cellCoordinates), greatestCorner(f.cellCoordinates)
	greatest[0] = max(least[0], greatest[0]-1)
	symbol := r.IntN(len(f.symbols))
	low := r.IntN(2)
	var groups [][]int
	for row := least[0]; row <= greatest[0]; row++ {
		var group []int
		for _, at := range []point{{row, least[1]}, {row, least[1] + 1}} {
			i := slices.Index(f.cellCoordinates, at)
			if i < 0 {
				return cellRule{}, false
			}
			group = append(group, i)
		}
		groups = append(groups, group)
	}
	text := fmt.Sprintf("%d..2 %q on (i, %d) (i, %d) for i in %d..%d", low, f.symbols[symbol:symbol+1],
		least[1], least[1]+1, least[0], greatest[0])
	return cellRule{text, func(v []int) bool {
		return !slices.ContainsFunc(groups, func(group []int) bool {
			return f.countCellsWithSymbol(v, symbol,
				group) < low
		})
	}}, true
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
