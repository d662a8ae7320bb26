package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file makes rules on cells that hold on each of several lines.

// randomPlacesBehindOn returns a random text after the word `on`, and the lines that the text means. The cells of a
// line are in the order in which rules read them.
func (f *filledBoard) randomPlacesBehindOn(r *rand.Rand) (text string, lines []cellLine) {
	var words []string
	for range 1 + r.IntN(5)/4 {
		word, more := f.randomPlaceBehindOn(r)
		if word == "" {
			return "", nil
		}
		words, lines = append(words, word), append(lines, more...)
	}
	return strings.Join(words, ", "), lines
}

// randomPlaceBehindOn returns one place after the word `on`, with its lines. The text is empty if there is no such
// place.
func (f *filledBoard) randomPlaceBehindOn(r *rand.Rand) (string, []cellLine) {
	switch kind := r.IntN(12); {
	case kind < 2 && f.axisCount == 2:
		return f.randomKindOfLines(r)
	case kind == 2 && (f.name == "square" || f.name == "hexagon"):
		return "diagonals", f.diagonalLines()
	case kind == 3:
		return "all", []cellLine{numbersFromZero(len(f.cellCoordinates))}
	case kind == 4 && f.axisCount == 2:
		regions := make([]cellLine, 3)
		picture := f.boardPicture(func(i int) byte {
			k := r.IntN(3)
			regions[k] = append(regions[k], i)
			return "ABC"[k]
		})
		for _, region := range regions {
			slices.Sort(region)
		}
		return "regions " + picture, slices.DeleteFunc(regions, func(l cellLine) bool { return len(l) == 0 })
	case kind <= 6 && f.name == "square" && !f.isWrapped:
		return "segments", f.segmentLines()
	case kind == 7 && f.name == "square":
		return f.shiftedShapes(r)
	case kind == 8:
		cells := f.someRandomCells(r, 1+r.IntN(4))
		return randomValueOf(r, f.textOfCellList(r, cells), f.cellListText(f.placesOfCells(cells))), []cellLine{cells}
	}
	text, cells := f.randomBoardPart(r)
	if len(cells) == 0 {
		return "", nil
	}
	return text, []cellLine{cells}
}

// diagonalLines returns the diagonals. They continue beyond holes, and around the board where edges are joined.
func (f *filledBoard) diagonalLines() (lines []cellLine) {
	steps := []point{{1, -1}, {1, 1}}
	if f.name == "hexagon" {
		steps = steps[:1]
	}
	for _, step := range steps {
		for i := range f.cellCoordinates {
			if line := f.lineThrough(i, step); slices.Min(line) == i {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// segmentLines returns the parts of rows and columns between holes and edges.
func (f *latticeBoard) segmentLines() (lines []cellLine) {
	for _, step := range []point{{0, 1}, {1, 0}} {
		for i, at := range f.cellCoordinates {
			if f.numberAtMiddle(f.cellMiddle(at.minusPoint(step))) < 0 {
				lines = append(lines, append(cellLine{i}, f.rayFrom(at, step)...))
			}
		}
	}
	return lines
}

// shiftedShapes returns the text of a shape with the word `everywhere`, and the cells of each shift of the shape on a
// board of squares.
func (f *latticeBoard) shiftedShapes(r *rand.Rand) (text string, lines []cellLine) {
	shape := randomValueOf(r, []point{{0, 0}, {0, 1}}, []point{{0, 0}, {1, 1}}, []point{{0, 0}, {0, 1}, {1, 0}, {1, 1}})
	seen := map[string]bool{}
	for _, at := range f.cellCoordinates {
		var cells []int
		for _, by := range shape {
			cells = append(cells, f.numberAtMiddle(f.cellMiddle(at.plusPoint(by))))
		}
		cells = sortedUnique(cells) // on a small board with joined edges a shape may cover a cell twice
		if key := fmt.Sprint(cells); cells[0] >= 0 && !seen[key] {
			seen[key] = true
			lines = append(lines, cells)
		}
	}
	return randomValueOf(r, f.allPlacesText(shape), f.cellListText(shape)) + " everywhere", lines
}

// makeRuleOnEachLine makes a rule that holds on each of some random lines.
func (f *filledBoard) makeRuleOnEachLine(r *rand.Rand, word string, holds func(v []int, line cellLine) bool) (cellRule,
	bool) {
	on, lines := f.randomPlacesBehindOn(r)
	return cellRule{word + " on " + on, func(v []int) bool {
		return !slices.ContainsFunc(lines, func(line cellLine) bool { return !holds(v, line) })
	}}, on != ""
}

// makeConsecutiveRule makes a rule that the numbers on a line are consecutive, in any order.
func (f *filledBoard) makeConsecutiveRule(r *rand.Rand) (cellRule, bool) {
	return f.makeRuleOnEachLine(r, "consecutive", func(v []int, line cellLine) bool {
		numbers := slices.Sorted(slices.Values(f.numbersOnCells(v, line)))
		for k := 1; k < len(numbers); k++ {
			if numbers[k] != numbers[k-1]+1 {
				return false
			}
		}
		return true
	})
}

// symbolLinePattern is a regular expression. The function matchEnds returns where in a line the matches end that begin
// at the places from. Both are sets of places: bit k is the place before symbol k.
type symbolLinePattern struct {
	patternText string
	matchEnds   func(line []int, from uint32) uint32
}

// patternOfSomeSymbols returns a pattern that matches one symbol out of a set.
func (f *filledBoard) patternOfSomeSymbols(r *rand.Rand) symbolLinePattern {
	some := someRandomValues(r, 1+r.IntN(2), numbersFromZero(len(f.symbols)))
	text, not := "", false
	for _, s := range some {
		text += f.symbols[s : s+1]
	}
	switch {
	case r.IntN(5) == 0:
		text, some = ".", numbersFromZero(len(f.symbols))
	case r.IntN(5) == 0:
		text, not = "[^"+text+"]", true
	case len(text) > 1 || text == "+":
		text = "[" + text + "]"
	}
	return symbolLinePattern{text, func(line []int, from uint32) (ends uint32) {
		for k, v := range line {
			if from>>k&1 == 1 && slices.Contains(some, v) != not {
				ends |= 1 << (k + 1)
			}
		}
		return ends
	}}
}

// randomPattern returns a pattern made of others, nested at most to the given number of levels.
func (f *filledBoard) randomPattern(r *rand.Rand, levels int) symbolLinePattern {
	if levels == 0 {
		return f.patternOfSomeSymbols(r)
	}
	a, b := f.randomPattern(r, levels-1), f.randomPattern(r, r.IntN(levels))
	repeated := func(text string, least, most int) symbolLinePattern {
		return symbolLinePattern{"(" + a.patternText + ")" + text, func(line []int, from uint32) (ends uint32) {
			for k := 0; k <= most; k++ {
				if k >= least {
					ends |= from
				}
				from = a.matchEnds(line, from)
			}
			return ends
		}}
	}
	switch r.IntN(8) {
	case 0:
		return repeated("*", 0, 31)
	case 1:
		return repeated("+", 1, 31)
	case 2:
		return repeated("?", 0, 1)
	case 3:
		least := r.IntN(3)
		most := max(1, least+r.IntN(3))
		return randomValueOf(r, repeated(fmt.Sprintf("{%d,%d}", least, most), least, most),
			repeated(fmt.Sprintf("{%d}", most), most, most), repeated(fmt.Sprintf("{%d,}", most), most, 31))
	case 4, 5:
		return symbolLinePattern{"(" + a.patternText + "|" + b.patternText + ")", func(line []int, from uint32) uint32 {
			return a.matchEnds(line, from) | b.matchEnds(line, from)
		}}
	}
	return symbolLinePattern{a.patternText + b.patternText, func(line []int,
		from uint32) uint32 {
		return b.matchEnds(line, a.matchEnds(line, from))
	}}
}

// makeMatchesRule makes a rule that each line matches a pattern, or that no part of a line matches it.
func (f *filledBoard) makeMatchesRule(r *rand.Rand) (cellRule, bool) {
	p := f.randomPattern(r, r.IntN(4))
	word, never := "matches", r.IntN(2) == 0
	if never {
		word = "never"
	}
	rule, ok := f.makeRuleOnEachLine(r, fmt.Sprintf("%s %q", word, p.patternText), func(v []int, line cellLine) bool {
		var symbols []int
		for _, i := range line {
			symbols = append(symbols, v[i])
		}
		whole := uint32(1) << len(symbols)
		if never {
			return p.matchEnds(symbols, whole<<1-1) == 0
		}
		return p.matchEnds(symbols, 1)&whole != 0
	})
	// the empty text is a part of every line, so no line would obey the rule
	return rule, ok && !(never && p.matchEnds(nil, 1) != 0)
}

// makeLinesDifferRule makes a rule that no two rows, or columns, are the same.
func (f *filledBoard) makeLinesDifferRule(r *rand.Rand) (cellRule, bool) {
	word, lines := f.randomKindOfLines(r)
	return cellRule{word + " differ", func(v []int) bool {
		seen := map[string]bool{}
		for _, line := range lines {
			var symbols []int
			for _, i := range line {
				symbols = append(symbols, v[i])
			}
			if seen[fmt.Sprint(symbols)] {
				return false
			}
			seen[fmt.Sprint(symbols)] = true
		}
		return true
	}}, f.axisCount == 2
}

// makeSameSumRule makes a rule that the numbers on each of some shapes have the same sum.
func (f *filledBoard) makeSameSumRule(r *rand.Rand) (cellRule, bool) {
	var words []string
	var shapes [][]int
	for range 2 + r.IntN(2) {
		cells := f.someRandomCells(r, 1+r.IntN(3))
		text := randomValueOf(r, f.textOfCellList(r, cells), f.cellListText(f.placesOfCells(cells)))
		if r.IntN(2) == 0 {
			if text, cells = f.randomBoardPart(r); len(cells) == 0 {
				return cellRule{}, false
			}
		}
		words, shapes = append(words, text), append(shapes, cells)
	}
	return cellRule{"same sum on " + strings.Join(words, ", "), func(v []int) bool {
		return !slices.ContainsFunc(shapes, func(cells []int) bool {
			return totalUnderOperation("sum", f.numbersOnCells(v, cells)) != totalUnderOperation("sum",
				f.numbersOnCells(v, shapes[0]))
		})
	}}, true
}

func (f *latticeBoard) placesOfCells(cells []int) (out []point) {
	for _, i := range cells {
		out = append(out, f.cellCoordinates[i])
	}
	return out
}

// clueBesideLine returns the clue of a kind in front of a line with these numbers, or -1 if the line has no such clue.
func (f *filledBoard) clueBesideLine(kind string, line []int) int {
	if len(line) == 0 {
		return -1
	}
	switch first := line[0]; kind {
	case "firstsum":
		if first > len(line) {
			return -1
		}
		return totalUnderOperation("sum", line[:first])
	case "numbered":
		if first < 1 || first > len(line) {
			return -1
		}
		return line[first-1]
	}
	all := f.numbersOnCells(numbersFromZero(len(f.symbols)), numbersFromZero(len(f.symbols)))
	var ends []int
	for k, n := range line {
		if n == slices.Min(all) || n == slices.Max(all) {
			ends = append(ends, k)
		}
	}
	if len(ends) != 2 || line[ends[0]] == line[ends[1]] {
		return -1
	}
	return totalUnderOperation("sum", line[ends[0]+1:ends[1]])
}

// makeLineViewRule makes a rule with clues beside lines. Some clues are those of a board filled with random symbols.
func (f *filledBoard) makeLineViewRule(r *rand.Rand) (cellRule, bool) {
	kind := randomValueOf(r, "sandwich", "firstsum", "numbered")
	edges := someRandomValues(r, 1+r.IntN(4)/3, []string{"rows", "columns"})
	if kind != "sandwich" {
		edges = someRandomValues(r, 1+r.IntN(4)/3, []string{"left", "right", "top", "bottom"})
	}
	text := kind
	var checks []func(v []int) bool
	for _, edge := range edges {
		lines := f.rows
		if edge == "columns" || edge == "top" || edge == "bottom" {
			lines = f.columns
		}
		var clues []string
		for _, line := range lines {
			numbersOn := func(v []int) []int {
				numbers := f.numbersOnCells(v, line)
				if edge == "right" || edge == "bottom" {
					slices.Reverse(numbers)
				}
				return numbers
			}
			clue := -1
			for k := 0; k < 10 && clue < 0 && r.IntN(8) > 0; k++ {
				clue = f.clueBesideLine(kind, numbersOn(f.randomSymbols(r)))
			}
			if clue < 0 {
				clues = append(clues, ".")
				continue
			}
			clues = append(clues, fmt.Sprint(clue))
			checks = append(checks, func(v []int) bool { return f.clueBesideLine(kind, numbersOn(v)) == clue })
		}
		text += fmt.Sprintf(" %s %q", edge, strings.Join(clues, ", "))
	}
	return cellRule{text, func(v []int) bool {
		return !slices.ContainsFunc(checks, func(holds func([]int) bool) bool { return !holds(v) })
	}}, f.axisCount == 2 && len(f.symbols) > 1
}

// randomSymbols returns a symbol for each cell: the given one, or a random one if none is given.
func (f *filledBoard) randomSymbols(r *rand.Rand) []int {
	v := slices.Clone(f.givenSymbols)
	for i := range v {
		if v[i] < 0 {
			v[i] = r.IntN(len(f.symbols))
		}
	}
	return v
}

// makeEntryLoopRule makes a rule with a loop over the cells of the board, or over the entries of a table.
func (f *filledBoard) makeEntryLoopRule(r *rand.Rand) (cellRule, bool) {
	v := randomValueOf(r, f.boardViews()...)
	cellsAt, some := func(at point) []int { return sortedUnique(v.cellsSeenFrom(at)) }, f.randomSymbols(r)
	symbol := r.IntN(len(f.symbols))
	counts := r.IntN(3) > 0
	value := func(v []int, cells []int) int {
		if counts {
			return f.countCellsWithSymbol(v, symbol, cells)
		}
		return totalUnderOperation("sum", f.numbersOnCells(v, cells))
	}
	var numberAt func(at point) int
	low, high, many := 0, 1+r.IntN(2), "exactly n"
	if f.axisCount == 2 && r.IntN(2) == 0 {
		numberAt = func(at point) int {
			if len(cellsAt(at)) == 0 {
				return -1
			}
			return value(some, cellsAt(at))
		}
	} else if many = fmt.Sprintf("at most %d", high); !counts {
		low, high, many = high, noUpperBound, fmt.Sprintf("at least %d", high)
	}
	loop, names, all, table := f.randomLoop(r, f.boardName, fmt.Sprintf("clues%d", len(f.tableDeclarations)), numberAt)
	for _, one := range all {
		if len(cellsAt(one.place)) == 0 {
			return cellRule{}, false // a shape without cells is an error
		}
	}
	what := fmt.Sprintf("%s %q on ", many, f.symbols[symbol:symbol+1])
	if !counts {
		what = "sum " + many + " on "
	}
	f.tableDeclarations += table
	return cellRule{what + v.viewTextFrom(names) + " " + loop, func(v []int) bool {
		return !slices.ContainsFunc(all, func(one loopRound) bool {
			n := value(v, cellsAt(one.place))
			if numberAt != nil {
				return n != one.entryValue
			}
			return n < low || n > high
		})
	}}, true
}
