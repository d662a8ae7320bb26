package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Rules on cells that hold on each of some lines.

// onLines returns what stands behind `on`, and the cells of each line in the order in which they are read.
func (f *filled) onLines(r *rand.Rand) (text string, lines []lineOfCells) {
	var words []string
	for range 1 + r.IntN(5)/4 {
		word, more := f.oneKind(r)
		if word == "" {
			return "", nil
		}
		words, lines = append(words, word), append(lines, more...)
	}
	return strings.Join(words, ", "), lines
}

// oneKind returns one part of what stands behind `on`; an empty text for none.
func (f *filled) oneKind(r *rand.Rand) (string, []lineOfCells) {
	switch kind := r.IntN(12); {
	case kind < 2 && f.axes == 2:
		return f.linesOf(r)
	case kind == 2 && (f.name == "square" || f.name == "hexagon"):
		return "diagonals", f.diagonals()
	case kind == 3:
		return "all", []lineOfCells{ascendingTo(len(f.at))}
	case kind == 4 && f.axes == 2:
		regions := make([]lineOfCells, 3)
		picture := f.drawing(func(i int) byte {
			k := r.IntN(3)
			regions[k] = append(regions[k], i)
			return "ABC"[k]
		})
		for _, region := range regions {
			slices.Sort(region)
		}
		return "regions " + picture, slices.DeleteFunc(regions, func(l lineOfCells) bool { return len(l) == 0 })
	case kind <= 6 && f.name == "square" && !f.wraps:
		return "segments", f.segments()
	case kind == 7 && f.name == "square":
		return f.everywhere(r)
	case kind == 8:
		cells := f.someCells(r, 1+r.IntN(4))
		return anyOf(r, f.places(r, cells), f.listed(f.placesOf(cells))), []lineOfCells{cells}
	}
	text, cells := f.portion(r)
	if len(cells) == 0 {
		return "", nil
	}
	return text, []lineOfCells{cells}
}

// diagonals returns the diagonals, which go on over holes and around the board.
func (f *filled) diagonals() (lines []lineOfCells) {
	steps := []point{{1, -1}, {1, 1}}
	if f.name == "hexagon" {
		steps = steps[:1]
	}
	for _, step := range steps {
		for i := range f.at {
			if line := f.through(i, step); slices.Min(line) == i {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// segments returns the parts of rows and columns between holes and edges.
func (f *field) segments() (lines []lineOfCells) {
	for _, step := range []point{{0, 1}, {1, 0}} {
		for i, at := range f.at {
			if f.number(f.middle(at.minus(step))) < 0 {
				lines = append(lines, append(lineOfCells{i}, f.ray(at, step)...))
			}
		}
	}
	return lines
}

// everywhere returns a shape wherever it is shifted to on a board of squares.
func (f *field) everywhere(r *rand.Rand) (text string, lines []lineOfCells) {
	shape := anyOf(r, []point{{0, 0}, {0, 1}}, []point{{0, 0}, {1, 1}}, []point{{0, 0}, {0, 1}, {1, 0}, {1, 1}})
	seen := map[string]bool{}
	for _, at := range f.at {
		var cells []int
		for _, by := range shape {
			cells = append(cells, f.number(f.middle(at.plus(by))))
		}
		cells = inOrder(cells) // around a small board a shape may cover a cell twice
		if key := fmt.Sprint(cells); cells[0] >= 0 && !seen[key] {
			seen[key] = true
			lines = append(lines, cells)
		}
	}
	return anyOf(r, f.allWritten(shape), f.listed(shape)) + " everywhere", lines
}

// onEach makes a rule that holds on each of some lines.
func (f *filled) onEach(r *rand.Rand, word string, holds func(v []int, line lineOfCells) bool) (cellRule, bool) {
	on, lines := f.onLines(r)
	return cellRule{word + " on " + on, func(v []int) bool {
		return !slices.ContainsFunc(lines, func(line lineOfCells) bool { return !holds(v, line) })
	}}, on != ""
}

// consecutive makes a rule that numbers follow one another in any order.
func (f *filled) consecutive(r *rand.Rand) (cellRule, bool) {
	return f.onEach(r, "consecutive", func(v []int, line lineOfCells) bool {
		numbers := slices.Sorted(slices.Values(f.numbers(v, line)))
		for k := 1; k < len(numbers); k++ {
			if numbers[k] != numbers[k-1]+1 {
				return false
			}
		}
		return true
	})
}

// pattern is a regular expression. It says where its matches in a line end that begin at some places: bit k is the
// place before number k.
type pattern struct {
	text string
	ends func(line []int, from uint32) uint32
}

// symbolPattern matches one of some symbols.
func (f *filled) symbolPattern(r *rand.Rand) pattern {
	some := someOf(r, 1+r.IntN(2), ascendingTo(len(f.symbols)))
	text, not := "", false
	for _, s := range some {
		text += f.symbols[s : s+1]
	}
	switch {
	case r.IntN(5) == 0:
		text, some = ".", ascendingTo(len(f.symbols))
	case r.IntN(5) == 0:
		text, not = "[^"+text+"]", true
	case len(text) > 1 || text == "+":
		text = "[" + text + "]"
	}
	return pattern{text, func(line []int, from uint32) (ends uint32) {
		for k, v := range line {
			if from>>k&1 == 1 && slices.Contains(some, v) != not {
				ends |= 1 << (k + 1)
			}
		}
		return ends
	}}
}

// randomPattern returns a pattern of other ones, some levels deep.
func (f *filled) randomPattern(r *rand.Rand, levels int) pattern {
	if levels == 0 {
		return f.symbolPattern(r)
	}
	a, b := f.randomPattern(r, levels-1), f.randomPattern(r, r.IntN(levels))
	repeated := func(text string, least, most int) pattern {
		return pattern{"(" + a.text + ")" + text, func(line []int, from uint32) (ends uint32) {
			for k := 0; k <= most; k++ {
				if k >= least {
					ends |= from
				}
				from = a.ends(line, from)
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
		return anyOf(r, repeated(fmt.Sprintf("{%d,%d}", least, most), least, most),
			repeated(fmt.Sprintf("{%d}", most), most, most), repeated(fmt.Sprintf("{%d,}", most), most, 31))
	case 4, 5:
		return pattern{"(" + a.text + "|" + b.text + ")", func(line []int, from uint32) uint32 {
			return a.ends(line, from) | b.ends(line, from)
		}}
	}
	return pattern{a.text + b.text, func(line []int, from uint32) uint32 { return b.ends(line, a.ends(line, from)) }}
}

// patterned makes a rule that lines match a pattern, or that no part of one does.
func (f *filled) patterned(r *rand.Rand) (cellRule, bool) {
	p := f.randomPattern(r, r.IntN(4))
	word, never := "matches", r.IntN(2) == 0
	if never {
		word = "never"
	}
	rule, ok := f.onEach(r, fmt.Sprintf("%s %q", word, p.text), func(v []int, line lineOfCells) bool {
		var symbols []int
		for _, i := range line {
			symbols = append(symbols, v[i])
		}
		whole := uint32(1) << len(symbols)
		if never {
			return p.ends(symbols, whole<<1-1) == 0
		}
		return p.ends(symbols, 1)&whole != 0
	})
	return rule, ok && !(never && p.ends(nil, 1) != 0) // nothing at all is a part of every line
}

// linesDiffer makes a rule that no two rows, or columns, are the same.
func (f *filled) linesDiffer(r *rand.Rand) (cellRule, bool) {
	word, lines := f.linesOf(r)
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
	}}, f.axes == 2
}

// sameSums makes a rule that the numbers on each of some shapes add up to the same.
func (f *filled) sameSums(r *rand.Rand) (cellRule, bool) {
	var words []string
	var shapes [][]int
	for range 2 + r.IntN(2) {
		cells := f.someCells(r, 1+r.IntN(3))
		text := anyOf(r, f.places(r, cells), f.listed(f.placesOf(cells)))
		if r.IntN(2) == 0 {
			if text, cells = f.portion(r); len(cells) == 0 {
				return cellRule{}, false
			}
		}
		words, shapes = append(words, text), append(shapes, cells)
	}
	return cellRule{"same sum on " + strings.Join(words, ", "), func(v []int) bool {
		return !slices.ContainsFunc(shapes, func(cells []int) bool {
			return comesTo("sum", f.numbers(v, cells)) != comesTo("sum", f.numbers(v, shapes[0]))
		})
	}}, true
}

func (f *field) placesOf(cells []int) (out []point) {
	for _, i := range cells {
		out = append(out, f.at[i])
	}
	return out
}

// told returns what a clue of a kind beside a line says of the numbers on it, from its edge on; -1 for no number.
func (f *filled) told(kind string, line []int) int {
	if len(line) == 0 {
		return -1
	}
	switch first := line[0]; kind {
	case "firstsum":
		if first > len(line) {
			return -1
		}
		return comesTo("sum", line[:first])
	case "numbered":
		if first < 1 || first > len(line) {
			return -1
		}
		return line[first-1]
	}
	all := f.numbers(ascendingTo(len(f.symbols)), ascendingTo(len(f.symbols)))
	var ends []int
	for k, n := range line {
		if n == slices.Min(all) || n == slices.Max(all) {
			ends = append(ends, k)
		}
	}
	if len(ends) != 2 || line[ends[0]] == line[ends[1]] {
		return -1
	}
	return comesTo("sum", line[ends[0]+1:ends[1]])
}

// lineViews makes rules about what is told beside lines: the clues of some of them are those of random symbols.
func (f *filled) lineViews(r *rand.Rand) (cellRule, bool) {
	kind := anyOf(r, "sandwich", "firstsum", "numbered")
	edges := someOf(r, 1+r.IntN(4)/3, []string{"rows", "columns"})
	if kind != "sandwich" {
		edges = someOf(r, 1+r.IntN(4)/3, []string{"left", "right", "top", "bottom"})
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
				numbers := f.numbers(v, line)
				if edge == "right" || edge == "bottom" {
					slices.Reverse(numbers)
				}
				return numbers
			}
			clue := -1
			for k := 0; k < 10 && clue < 0 && r.IntN(8) > 0; k++ {
				clue = f.told(kind, numbersOn(f.randomSymbols(r)))
			}
			if clue < 0 {
				clues = append(clues, ".")
				continue
			}
			clues = append(clues, fmt.Sprint(clue))
			checks = append(checks, func(v []int) bool { return f.told(kind, numbersOn(v)) == clue })
		}
		text += fmt.Sprintf(" %s %q", edge, strings.Join(clues, ", "))
	}
	return cellRule{text, func(v []int) bool {
		return !slices.ContainsFunc(checks, func(holds func([]int) bool) bool { return !holds(v) })
	}}, f.axes == 2 && len(f.symbols) > 1
}

// randomSymbols puts a symbol on each cell, that which is given if there is one.
func (f *filled) randomSymbols(r *rand.Rand) []int {
	v := slices.Clone(f.given)
	for i := range v {
		if v[i] < 0 {
			v[i] = r.IntN(len(f.symbols))
		}
	}
	return v
}

// entryRounds makes a rule with a loop over the cells of the board, or over the entries of a table.
func (f *filled) entryRounds(r *rand.Rand) (cellRule, bool) {
	v := anyOf(r, f.views()...)
	cellsAt, some := func(at point) []int { return inOrder(v.cells(at)) }, f.randomSymbols(r)
	symbol := r.IntN(len(f.symbols))
	counts := r.IntN(3) > 0
	value := func(v []int, cells []int) int {
		if counts {
			return f.times(v, symbol, cells)
		}
		return comesTo("sum", f.numbers(v, cells))
	}
	var numberAt func(at point) int
	low, high, many := 0, 1+r.IntN(2), "exactly n"
	if f.axes == 2 && r.IntN(2) == 0 {
		numberAt = func(at point) int {
			if len(cellsAt(at)) == 0 {
				return -1
			}
			return value(some, cellsAt(at))
		}
	} else if many = fmt.Sprintf("at most %d", high); !counts {
		low, high, many = high, unbounded, fmt.Sprintf("at least %d", high)
	}
	loop, names, all, table := f.rounds(r, f.board, fmt.Sprintf("clues%d", len(f.tables)), numberAt)
	for _, one := range all {
		if len(cellsAt(one.at)) == 0 {
			return cellRule{}, false // a shape without cells
		}
	}
	what := fmt.Sprintf("%s %q on ", many, f.symbols[symbol:symbol+1])
	if !counts {
		what = "sum " + many + " on "
	}
	f.tables += table
	return cellRule{what + v.text(names) + " " + loop, func(v []int) bool {
		return !slices.ContainsFunc(all, func(one round) bool {
			n := value(v, cellsAt(one.at))
			if numberAt != nil {
				return n != one.number
			}
			return n < low || n > high
		})
	}}, true
}
