package convert

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadrille/lang/ast"
	"quadrille/runtime/format"
)

// sudokuKinds are the last words of the names of kinds of sudokus; "" is the kind sudoku itself.
var sudokuKinds = []string{"", "wordoku", "latinsquare", "diagonalsudoku", "hypersudoku", "jigsawsudoku", "calcudoku",
	"killersudoku"}

// calcOperators are the operators of cages, and the words of the language for their totals.
var calcOperators = map[string]string{"+": "sum", "-": "difference", "*": "product", "/": "quotient"}

// sudoku converts a sudoku.
func (p *ipuzReader) sudoku(kinds map[string]bool) string {
	grid := p.rows("puzzle")
	if p.isFailed() {
		return ""
	}
	n := len(grid)
	if len(grid[0]) != n || n > maxSudoku {
		p.failAt(p.fields["puzzle"], "a sudoku has as many rows as columns, at most %d, and not %d rows of %d cells",
			maxSudoku, n, len(grid[0]))
		return ""
	}
	f := &fpuzzle{reader: p.reader, size: n, charset: p.charset(n)}
	f.title = p.fieldLine("title")
	f.about = aboutBy(p.fieldLine("author"), strings.Join(p.fieldLines("intro"), "\n"))
	f.isBoxes = p.flag("boxes", !kinds["latinsquare"] && !kinds["calcudoku"] && !kinds["jigsawsudoku"])
	for r, row := range grid {
		f.given, f.region = append(f.given, make([]int, n)), append(f.region, slices.Repeat([]int{-1}, n))
		for c, v := range row {
			f.given[r][c] = p.givenNumber(v, f.charset, n)
		}
	}
	if kinds["diagonalsudoku"] {
		f.add("distinct on main diagonals")
	}
	if kinds["hypersudoku"] {
		if n != 9 {
			p.failAt(p.fields["puzzle"], "a hypersudoku has 9 rows, and not %d", n)
		}
		f.add("%s", hyperRule)
	}
	groups := p.groups(n)
	if cages := groups["cages"]; f.charset != "" && len(cages) > 0 {
		p.failAt(p.fields["cages"], "totals of symbols that are no numbers cannot be said")
	}
	switch {
	case !kinds["jigsawsudoku"]:
		for _, g := range groups["zones"] {
			f.add("distinct on %s", placesText(g.cells))
		}
	case len(groups["zones"]) == 0:
		p.fail(0, len(p.text), ipuzHint, "the regions of a jigsaw sudoku are its zones, and there are none")
	case !p.isFailed():
		f.isBoxes = false
		f.numberRegions(groups["zones"])
	}
	for _, g := range groups["cages"] {
		p.addCage(f, g, kinds["calcudoku"])
	}
	if p.isFailed() {
		return ""
	}
	return f.text()
}

// isNoSudokuSymbol reports whether a character is neither a letter nor a digit.
func isNoSudokuSymbol(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsNumber(c) }

// charset reads the symbols of a sudoku of n rows. It returns "" for the usual ones, 1 to n.
func (p *ipuzReader) charset(n int) string {
	field, has := p.fields["charset"]
	if !has || p.isFailed() {
		return ""
	}
	text := string(p.scalar(field))
	symbols := []rune(text)
	seen := map[rune]bool{}
	for _, c := range symbols {
		if seen[c] || isNoSudokuSymbol(c) {
			p.failAt(field, "the symbols of a sudoku are letters and digits, each of them once, and not %q", text)
			return ""
		}
		seen[c] = true
	}
	if len(symbols) != n && !p.isFailed() {
		p.failAt(field, "a sudoku of %d rows has %d symbols, and not %d", n, n, len(symbols))
	}
	if n < len(numberSymbols) && text == numberSymbols[1:n+1] {
		return ""
	}
	return text
}

// givenNumber reads the symbol of a cell: its number, or 0 for an open cell.
func (p *ipuzReader) givenNumber(v jsonPart, charset string, n int) int {
	cell := p.cell(v)
	if s := p.style(cell.style); s != (ipuzStyle{}) && !p.isFailed() {
		p.failAt(cell.style, "signs and bars between the cells of a sudoku cannot be said")
	}
	at := cell.cell
	for _, other := range []jsonPart{cell.value, cell.given} {
		if len(other.raw) > 0 {
			at = other
		}
	}
	if len(at.raw) == 0 || p.isFailed() {
		return 0
	}
	text := string(p.scalar(at))
	if text == "" || text == p.empty || text == "0" && !strings.Contains(charset, "0") {
		return 0
	}
	number, err := strconv.Atoi(text)
	if charset != "" {
		if number = slices.Index([]rune(charset), []rune(text)[0]) + 1; len([]rune(text)) != 1 {
			number = 0
		}
	} else if err != nil && len(text) == 1 {
		number = digitValue(text[0] | 0x20)
	}
	if (number < 1 || number > n) && !p.isFailed() {
		p.failAt(at, "%q is no symbol of the sudoku", text)
	}
	return number
}

// ipuzGroup is a set of cells, perhaps with a total.
type ipuzGroup struct {
	jsonPart
	cells           []place
	value, operator jsonPart
}

// groups reads the zones and cages. Coordinates begin at 1, but where a 0 shows that they begin at 0.
func (p *ipuzReader) groups(n int) map[string][]ipuzGroup {
	all := map[string][]ipuzGroup{}
	least := 1
	for _, name := range []string{"zones", "cages"} {
		field, has := p.fields[name]
		if !has || isEmptyJSON(field.raw) || p.isFailed() {
			continue
		}
		for _, v := range p.list(field) {
			m := p.members(v)
			g := ipuzGroup{jsonPart: v, value: m["value"], operator: m["operator"]}
			if cells, has := m["cells"]; has {
				for _, cell := range p.list(cells) {
					if sides := p.numbers(cell, 2, n); sides != nil {
						g.cells = append(g.cells, place{sides[1], sides[0]})
					}
				}
			} else if rect, has := m["rect"]; has {
				if sides := p.numbers(rect, 4, n); sides != nil {
					for r := sides[1]; r <= sides[3]; r++ {
						for c := sides[0]; c <= sides[2]; c++ {
							g.cells = append(g.cells, place{r, c})
						}
					}
				}
			}
			if len(g.cells) == 0 && !p.isFailed() {
				p.failAt(v, "a group has cells or a rect, from the upper left to the lower right")
			}
			for _, c := range g.cells {
				least = min(least, c.r, c.c)
			}
			all[name] = append(all[name], g)
		}
	}
	for _, list := range all {
		for _, g := range list {
			p.shiftCells(g, least, n)
		}
	}
	return all
}

// shiftCells lets the coordinates of a group begin at 0. A cell beside the board, or a second time, is a fault.
func (p *ipuzReader) shiftCells(g ipuzGroup, least, n int) {
	seen := map[place]bool{}
	for k := range g.cells {
		c := place{g.cells[k].r - least, g.cells[k].c - least}
		if (c.r >= n || c.c >= n || seen[c]) && !p.isFailed() {
			p.failAt(g.jsonPart, "the cell in row %d, column %d stands twice, or beside the board", c.r+1, c.c+1)
		}
		seen[c], g.cells[k] = true, c
	}
}

// numbers reads a list of so many whole numbers from 0 to the greatest one.
func (p *ipuzReader) numbers(v jsonPart, count, greatest int) (all []int) {
	list := p.list(v)
	if len(list) != count && !p.isFailed() {
		p.failAt(v, "%d numbers are wanted here", count)
	}
	for _, element := range list {
		all = append(all, p.whole(element, 0, greatest))
	}
	if p.isFailed() {
		return nil
	}
	return all
}

// numberRegions makes regions of groups of cells. A group with cells of an earlier one becomes a rule.
func (f *fpuzzle) numberRegions(groups []ipuzGroup) {
	for k, g := range groups {
		if slices.ContainsFunc(g.cells, func(c place) bool { return f.regionAt(c) >= 0 }) {
			f.add("distinct on %s", placesText(g.cells))
			continue
		}
		for _, c := range g.cells {
			f.region[c.r][c.c] = k
		}
	}
}

// addCage adds the rule for a cage. In a calcudoku symbols may stand several times in a cage.
func (p *ipuzReader) addCage(f *fpuzzle, g ipuzGroup, isCalc bool) {
	if p.isFailed() {
		return
	}
	cells := placesText(g.cells)
	if len(g.value.raw) == 0 || isEmptyJSON(g.value.raw) {
		f.add("distinct on %s", cells)
		return
	}
	total := p.whole(g.value, 0, math.MaxInt32)
	operator := "+"
	if len(g.operator.raw) > 0 && !isEmptyJSON(g.operator.raw) {
		operator = string(p.scalar(g.operator))
	} else if isCalc && len(g.cells) > 1 {
		p.failAt(g.jsonPart, "a cage of a calcudoku without its operator cannot be said")
		return
	}
	word, known := calcOperators[operator]
	switch {
	case p.isFailed():
	case !known:
		p.failAt(g.operator, "%q is no operator: there are + - * /", operator)
	case isCalc || operator != "+":
		f.add("%s %d on %s", word, total, cells)
	default:
		f.add("distinct sum %d on %s", total, cells)
	}
}

// hyperRule is the rule of a hypersudoku, in the form of the canonical text.
const hyperRule = "distinct on 3x3 at (1, 1), 3x3 at (1, 5), 3x3 at (5, 1), 3x3 at (5, 5)"

// calcForm is a rule for the total of sets of cells.
var calcForm = lazyPattern(`^(distinct )?(sum|product|difference|quotient) (?:exactly )?(\d+) on ` + linesForm)

// sudokuFields are the fields of f-puzzles that ipuz has as well.
var sudokuFields = []string{"diagonal+", "diagonal-", "extraregion"}

// ipuzSudoku is a sudoku while it is written.
type ipuzSudoku struct {
	*ipuzWriter
	rules          *fpuzzlesWriter // the rules, as fields of f-puzzles
	symbols        []rune
	grid           grid // places of symbols that are given, from 1; 0 for none
	cages          []map[string]any
	killers, calcs bool // whether there are cages of distinct symbols, and others
	isHyper        bool
}

// writeSudoku writes a sudoku.
func (w *ipuzWriter) writeSudoku(s *ast.Latin) error {
	n := 0
	if s.SquareFile == nil && s.Size.Int != nil {
		n, _ = strconv.Atoi(s.Size.Int.Text)
	}
	if n < 1 || n > maxSudoku {
		return unsupportedIPuz(firstLine(w.textOf(s)))
	}
	q := &ipuzSudoku{ipuzWriter: w, symbols: []rune(numberSymbols[1 : n+1]),
		rules: &fpuzzlesWriter{fields: map[string]any{}, size: n}}
	if s.Symbols != nil {
		if q.symbols = []rune(string(s.Symbols.Text)); len(q.symbols) != n ||
			slices.ContainsFunc(q.symbols, isNoSudokuSymbol) {
			return unsupportedIPuz("such symbols")
		}
	}
	q.rules.begin()
	for range n {
		q.grid = append(q.grid, make([]int, n))
	}
	for _, rule := range s.Rules {
		if !q.writeRule(rule) {
			return unsupportedIPuz("the rule `" + firstLine(w.textOf(rule)) + "`")
		}
	}
	return q.writeFields()
}

// writeRule writes a rule, and reports whether ipuz has it.
func (q *ipuzSudoku) writeRule(rule ast.CellRule) bool {
	text := strings.Join(strings.Fields(q.textOf(rule)), " ")
	if given, is := rule.(*ast.GivenRule); is {
		for r, row := range given.Picture.Rows {
			for c, symbol := range []rune(row) {
				if r < len(q.grid) && c < len(q.grid) {
					q.grid[r][c] = slices.Index(q.symbols, symbol) + 1
				}
			}
		}
		return true
	}
	if total, is := rule.(*ast.TotalRule); is && total.For == nil && len(total.On) == 1 && total.On[0].Regions != nil &&
		len(total.Totals) > 0 {
		return q.writeRegionTotals(total)
	}
	if m := calcForm().FindStringSubmatch(text); m != nil {
		for _, line := range splitLines(m[4]) {
			q.addCage(m[1] != "", m[2], m[3], placesIn(line))
		}
		return true
	}
	if text == hyperRule && q.rules.size == 9 {
		q.isHyper = true
		return true
	}
	return q.rules.writeRule(rule, q.textOf(rule))
}

// writeRegionTotals writes the totals of the regions of a picture.
func (q *ipuzSudoku) writeRegionTotals(rule *ast.TotalRule) bool {
	cells, _ := picturedRegions(rule.On[0].Regions.Rows)
	for _, total := range rule.Totals {
		if total.Value != nil {
			return false
		}
		for region, value := range regionTotals(string(total.RegionTotals)) {
			q.addCage(rule.DistinctSymbols, total.Operation, value, cells[region])
		}
	}
	return true
}

// addCage adds a cage with a total.
func (q *ipuzSudoku) addCage(distinct bool, op, total string, cells []place) {
	cage := map[string]any{"cells": coordinates(cells), "value": json.Number(total)}
	for operator, word := range calcOperators {
		if word == op {
			cage["operator"] = operator
		}
	}
	q.cages = append(q.cages, cage)
	q.killers, q.calcs = q.killers || distinct, q.calcs || !distinct
	if distinct && op != "sum" {
		q.calcs = true // no kind has cages of distinct symbols with other totals than sums
	}
}

// coordinates returns cells in ipuz: columns before rows, both from 1.
func coordinates(cells []place) (all [][2]int) {
	for _, c := range cells {
		all = append(all, [2]int{c.c + 1, c.r + 1})
	}
	return all
}

// writeFields writes the file.
func (q *ipuzSudoku) writeFields() error {
	n, fields := q.rules.size, q.rules.fields
	for name := range fields {
		if !slices.Contains(sudokuFields, name) {
			return unsupportedIPuz("rules such as those of the field " + name + " of f-puzzles")
		}
	}
	isUsual := string(q.symbols) == numberSymbols[1:n+1]
	diagonals := fields["diagonal+"] != nil
	regions := map[int][]place{}
	isBoxes, reader := q.rules.hasRegions, q.rules.newReader("")
	for r, row := range q.rules.grid {
		for c, cell := range row {
			if cell.Region != nil {
				isBoxes = false
			}
			if q.rules.hasRegions {
				region := reader.regionAt(place{r, c})
				regions[region] = append(regions[region], place{r, c})
			}
		}
	}
	extra, _ := fields["extraregion"].([]constraint)
	isJigsaw := q.rules.hasRegions && !isBoxes
	switch {
	case q.killers && q.calcs || len(q.cages) > 0 && !isUsual:
		return unsupportedIPuz("cages of several kinds, or of symbols that are no numbers")
	case diagonals != (fields["diagonal-"] != nil):
		return unsupportedIPuz("one diagonal alone")
	case isJigsaw && len(extra) > 0:
		return unsupportedIPuz("regions beside those of a jigsaw")
	}
	kinds := []string{"sudoku"}
	for name, is := range map[string]bool{"latinsquare": !q.rules.hasRegions && !q.calcs, "diagonalsudoku": diagonals,
		"hypersudoku": q.isHyper, "jigsawsudoku": isJigsaw, "calcudoku": q.calcs, "killersudoku": q.killers} {
		if is {
			kinds = append(kinds, "sudoku/"+name)
		}
	}
	slices.Sort(kinds)
	q.begin(kinds...)
	q.add("charset", string(q.symbols))
	q.add("boxes", isBoxes)
	var zones []map[string]any
	if isJigsaw {
		for _, k := range slices.Sorted(maps.Keys(regions)) {
			zones = append(zones, map[string]any{"cells": coordinates(regions[k])})
		}
	}
	for _, c := range extra {
		zones = append(zones, map[string]any{"cells": coordinates(reader.places(c.Cells))})
	}
	if len(zones) > 0 {
		q.add("zones", zones)
	}
	if len(q.cages) > 0 {
		q.add("cages", q.cages)
	}
	puzzle := make([][]any, n)
	for r, row := range q.grid {
		for _, k := range row {
			symbol := any(nil)
			if k > 0 {
				symbol = string(q.symbols[k-1])
			}
			puzzle[r] = append(puzzle[r], symbol)
		}
	}
	q.addJSON("puzzle", jsonRows(puzzle))
	return q.writeSolution()
}

// writeSolution writes the solution, if there is one alone.
func (q *ipuzSudoku) writeSolution() error {
	if q.solve == nil {
		return nil
	}
	rows, err := q.solve()
	if errors.Is(err, format.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	q.addJSON("solution", jsonRows(rows))
	return nil
}
