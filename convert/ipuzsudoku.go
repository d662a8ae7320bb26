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

// sudokuKinds are the last parts of the names of the kinds of sudokus in ipuz; "" is the kind sudoku itself.
var sudokuKinds = []string{"", "wordoku", "latinsquare", "diagonalsudoku", "hypersudoku", "jigsawsudoku", "calcudoku",
	"killersudoku"}

// calcOperators holds, for each operator of a cage in ipuz, the word of the language for its total.
var calcOperators = map[string]string{"+": "sum", "-": "difference", "*": "product", "/": "quotient"}

// sudokuText converts a sudoku.
func (p *ipuzReader) sudokuText(kinds map[string]bool) string {
	grid := p.readRows("puzzle")
	if p.hasFault() {
		return ""
	}
	n := len(grid)
	if len(grid[0]) != n || n > maxSudoku {
		p.reportFaultAt(p.fields["puzzle"], "a sudoku has as many rows as columns, at most %d, and not %d rows of "+
			"%d cells",
			maxSudoku, n, len(grid[0]))
		return ""
	}
	f := &fpuzzle{textReader: p.textReader, gridSize: n, symbolList: p.readSymbols(n)}
	f.puzzleTitle = p.fieldLine("title")
	f.aboutText = aboutWithAuthor(p.fieldLine("author"), strings.Join(p.fieldLines("intro"), "\n"))
	f.hasUsualBoxes = p.readFlag("boxes", !kinds["latinsquare"] && !kinds["calcudoku"] && !kinds["jigsawsudoku"])
	for r, row := range grid {
		f.givenNumbers, f.regionOfCell = append(f.givenNumbers, make([]int, n)),
			append(f.regionOfCell, slices.Repeat([]int{-1}, n))
		for c, v := range row {
			f.givenNumbers[r][c] = p.readGivenNumber(v, f.symbolList, n)
		}
	}
	if kinds["diagonalsudoku"] {
		f.addRule("distinct on main diagonals")
	}
	if kinds["hypersudoku"] {
		if n != 9 {
			p.reportFaultAt(p.fields["puzzle"], "a hypersudoku has 9 rows, and not %d", n)
		}
		f.addRule("%s", hyperRule)
	}
	groups := p.readGroups(n)
	if cages := groups["cages"]; f.symbolList != "" && len(cages) > 0 {
		p.reportFaultAt(p.fields["cages"], "totals of symbols that are no numbers cannot be said")
	}
	switch {
	case !kinds["jigsawsudoku"]:
		for _, g := range groups["zones"] {
			f.addRule("distinct on %s", placesText(g.groupCells))
		}
	case len(groups["zones"]) == 0:
		p.reportFault(0, len(p.inputText), ipuzHint, "the regions of a jigsaw sudoku are its zones, and there are none")
	case !p.hasFault():
		if rows, cols := boxSize(n); f.hasUsualBoxes && rows > 1 {
			f.addRule("distinct on boxes %dx%d", rows, cols) // the regions are those of the zones
		}
		f.hasUsualBoxes = false
		f.setRegionsOfGroups(groups["zones"])
	}
	for _, g := range groups["cages"] {
		p.addCageRule(f, g, kinds["calcudoku"])
	}
	if p.hasFault() {
		return ""
	}
	return f.puzzleText()
}

// isNoSudokuSymbol reports whether a character is neither a letter nor a number.
func isNoSudokuSymbol(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsNumber(c) }

// readSymbols reads the symbols of a sudoku with n rows. If these are the usual symbols, 1 to n, it returns "".
func (p *ipuzReader) readSymbols(n int) string {
	field, has := p.fields["charset"]
	if !has || p.hasFault() {
		return ""
	}
	text := string(p.readScalar(field))
	symbols := []rune(text)
	seen := map[rune]bool{}
	for _, c := range symbols {
		if seen[c] || isNoSudokuSymbol(c) {
			p.reportFaultAt(field, "the symbols of a sudoku are letters and digits, each of them once, and not %q",
				text)
			return ""
		}
		seen[c] = true
	}
	if len(symbols) != n && !p.hasFault() {
		p.reportFaultAt(field, "a sudoku of %d rows has %d symbols, and not %d", n, n, len(symbols))
	}
	if n < len(numberSymbols) && text == numberSymbols[1:n+1] {
		return ""
	}
	return text
}

// readGivenNumber reads the symbol on a cell, and returns its index, from 1; 0 for an open cell.
func (p *ipuzReader) readGivenNumber(v jsonValueAt, charset string, n int) int {
	cell := p.readCell(v)
	if s := p.readStyle(cell.style); s != (ipuzStyle{}) && !p.hasFault() {
		p.reportFaultAt(cell.style, "signs and bars between the cells of a sudoku cannot be said")
	}
	at := cell.cellValue
	for _, other := range []jsonValueAt{cell.givenContent, cell.given} {
		if len(other.rawText) > 0 {
			at = other
		}
	}
	if len(at.rawText) == 0 || p.hasFault() {
		return 0
	}
	text := string(p.readScalar(at))
	if text == "" || text == p.emptySymbol || text == "0" && !strings.Contains(charset, "0") {
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
	if (number < 1 || number > n) && !p.hasFault() {
		p.reportFaultAt(at, "%q is no symbol of the sudoku", text)
	}
	return number
}

// cellGroup is a set of cells, which may have a total and an operator.
type cellGroup struct {
	jsonValueAt
	groupCells           []cellPlace
	totalValue, operator jsonValueAt
}

// readGroups reads the zones and cages. The coordinates of cells begin at 1, or at 0 if some coordinate is 0.
func (p *ipuzReader) readGroups(n int) map[string][]cellGroup {
	all := map[string][]cellGroup{}
	least := 1
	for _, name := range []string{"zones", "cages"} {
		field, has := p.fields[name]
		if !has || isEmptyJSON(field.rawText) || p.hasFault() {
			continue
		}
		for _, v := range p.listElements(field) {
			m := p.objectMembers(v)
			g := cellGroup{jsonValueAt: v, totalValue: m["value"], operator: m["operator"]}
			if cells, has := m["cells"]; has {
				for _, cell := range p.listElements(cells) {
					if sides := p.readNumbers(cell, 2, n); sides != nil {
						g.groupCells = append(g.groupCells, cellPlace{sides[1], sides[0]})
					}
				}
			} else if rect, has := m["rect"]; has {
				if sides := p.readNumbers(rect, 4, n); sides != nil {
					for r := sides[1]; r <= sides[3]; r++ {
						for c := sides[0]; c <= sides[2]; c++ {
							g.groupCells = append(g.groupCells, cellPlace{r, c})
						}
					}
				}
			}
			if len(g.groupCells) == 0 && !p.hasFault() {
				p.reportFaultAt(v, "a group has cells or a rect, from the upper left to the lower right")
			}
			for _, c := range g.groupCells {
				least = min(least, c.row, c.column)
			}
			all[name] = append(all[name], g)
		}
	}
	for _, list := range all {
		for _, g := range list {
			p.shiftToOrigin(g, least, n)
		}
	}
	return all
}

// shiftToOrigin subtracts the least coordinate from both coordinates of the cells of a group, so that coordinates begin
// at 0. It reports an error if a cell lies outside the board or is repeated.
func (p *ipuzReader) shiftToOrigin(g cellGroup, least, n int) {
	seen := map[cellPlace]bool{}
	for k := range g.groupCells {
		c := cellPlace{g.groupCells[k].row - least, g.groupCells[k].column - least}
		if (c.row >= n || c.column >= n || seen[c]) && !p.hasFault() {
			p.reportFaultAt(g.jsonValueAt, "the cell in row %d, column %d stands twice, or beside the board", c.row+1,
				c.column+1)
		}
		seen[c], g.groupCells[k] = true, c
	}
}

// readNumbers reads a list of count whole numbers, each from 0 to greatest.
func (p *ipuzReader) readNumbers(v jsonValueAt, count, greatest int) (all []int) {
	list := p.listElements(v)
	if len(list) != count && !p.hasFault() {
		p.reportFaultAt(v, "%d numbers are wanted here", count)
	}
	for _, element := range list {
		all = append(all, p.readWholeNumber(element, 0, greatest))
	}
	if p.hasFault() {
		return nil
	}
	return all
}

// setRegionsOfGroups makes each group of cells a region. A group that overlaps an earlier group becomes a rule instead.
func (f *fpuzzle) setRegionsOfGroups(groups []cellGroup) {
	for k, g := range groups {
		if slices.ContainsFunc(g.groupCells, func(c cellPlace) bool { return f.regionAt(c) >= 0 }) {
			f.addRule("distinct on %s", placesText(g.groupCells))
			continue
		}
		for _, c := range g.groupCells {
			f.regionOfCell[c.row][c.column] = k
		}
	}
}

// addCageRule adds the rule for a cage. In a calcudoku, a cage may have repeated symbols.
func (p *ipuzReader) addCageRule(f *fpuzzle, g cellGroup, isCalc bool) {
	if p.hasFault() {
		return
	}
	cells := placesText(g.groupCells)
	if len(g.totalValue.rawText) == 0 || isEmptyJSON(g.totalValue.rawText) {
		f.addRule("distinct on %s", cells)
		return
	}
	total := p.readWholeNumber(g.totalValue, 0, math.MaxInt32)
	operator := "+"
	if len(g.operator.rawText) > 0 && !isEmptyJSON(g.operator.rawText) {
		operator = string(p.readScalar(g.operator))
	} else if isCalc && len(g.groupCells) > 1 {
		p.reportFaultAt(g.jsonValueAt, "a cage of a calcudoku without its operator cannot be said")
		return
	}
	word, known := calcOperators[operator]
	switch {
	case p.hasFault():
	case !known:
		p.reportFaultAt(g.operator, "%q is no operator: there are + - * /", operator)
	case isCalc || operator != "+":
		f.addRule("%s %d on %s", word, total, cells)
	default:
		f.addRule("distinct sum %d on %s", total, cells)
	}
}

// hyperRule is the rule of a hypersudoku, in the form of the canonical text.
const hyperRule = "distinct on 3x3 at (1, 1), 3x3 at (1, 5), 3x3 at (5, 1), 3x3 at (5, 5)"

// calcForm matches a rule for the total of sets of cells.
var calcForm = lazyPattern(`^(distinct )?(sum|product|difference|quotient) (?:exactly )?(\d+) on ` + linesForm)

// sudokuFields are the fields that f-puzzles and ipuz have in common.
var sudokuFields = []string{"diagonal+", "diagonal-", "extraregion"}

// ipuzSudoku is a sudoku that is being written as ipuz.
type ipuzSudoku struct {
	*ipuzWriter
	constraintFields *fpuzzlesWriter // rules, as the fields of f-puzzles that express them
	symbolList       []rune
	givenGrid        numberGrid // for each cell, the index of its given symbol, from 1; 0 for none
	cageEntries      []map[string]any
	// whether some cages must have distinct symbols, and whether some may have repeated symbols
	hasDistinctCages, hasOtherCages bool
	isHyperSudoku                   bool
}

// writeSudoku writes a sudoku as an ipuz file.
func (w *ipuzWriter) writeSudoku(s *ast.Latin) error {
	n := 0
	if s.SquareFile == nil && s.Size.Int != nil {
		n, _ = strconv.Atoi(s.Size.Int.Text)
	}
	if n < 1 || n > maxSudoku {
		return unsupportedIPuz(firstLine(w.textOf(s)))
	}
	q := &ipuzSudoku{ipuzWriter: w, symbolList: []rune(numberSymbols[1 : n+1]),
		constraintFields: &fpuzzlesWriter{fieldsByName: map[string]any{}, gridSize: n}}
	if s.Symbols != nil {
		if q.symbolList = []rune(string(s.Symbols.Text)); len(q.symbolList) != n ||
			slices.ContainsFunc(q.symbolList, isNoSudokuSymbol) {
			return unsupportedIPuz("such symbols")
		}
	}
	q.constraintFields.makeEmptyGrid()
	for range n {
		q.givenGrid = append(q.givenGrid, make([]int, n))
	}
	for _, rule := range s.Rules {
		if !q.writeRule(rule) {
			return unsupportedIPuz("the rule `" + firstLine(w.textOf(rule)) + "`")
		}
	}
	return q.writeFields()
}

// writeRule writes a rule, and reports whether ipuz can express it.
func (q *ipuzSudoku) writeRule(rule ast.CellRule) bool {
	text := strings.Join(strings.Fields(q.textOf(rule)), " ")
	if given, is := rule.(*ast.GivenRule); is {
		for r, row := range given.Picture.Rows {
			for c, symbol := range []rune(row) {
				if r < len(q.givenGrid) && c < len(q.givenGrid) {
					q.givenGrid[r][c] = slices.Index(q.symbolList, symbol) + 1
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
		for _, line := range splitCellLists(m[4]) {
			q.addCageEntry(m[1] != "", m[2], m[3], placesIn(line))
		}
		return true
	}
	if text == hyperRule && q.constraintFields.gridSize == 9 {
		q.isHyperSudoku = true
		return true
	}
	return q.constraintFields.writeRule(rule, q.textOf(rule))
}

// writeRegionTotals writes the totals of the regions of a picture.
func (q *ipuzSudoku) writeRegionTotals(rule *ast.TotalRule) bool {
	cells, _ := regionsOfPicture(rule.On[0].Regions.Rows)
	for _, total := range rule.Totals {
		if total.Value != nil {
			return false
		}
		for region, value := range regionTotals(string(total.RegionTotals)) {
			q.addCageEntry(rule.DistinctSymbols, total.Operation, value, cells[region])
		}
	}
	return true
}

// addCageEntry adds a cage with its operator and total. The argument distinct tells whether its symbols must differ.
func (q *ipuzSudoku) addCageEntry(distinct bool, op, total string, cells []cellPlace) {
	cage := map[string]any{"cells": ipuzCoordinates(cells), "value": json.Number(total)}
	for operator, word := range calcOperators {
		if word == op {
			cage["operator"] = operator
		}
	}
	q.cageEntries = append(q.cageEntries, cage)
	q.hasDistinctCages, q.hasOtherCages = q.hasDistinctCages || distinct, q.hasOtherCages || !distinct
	if distinct && op != "sum" {
		q.hasOtherCages = true // no kind of ipuz has cages of distinct symbols with totals other than sums
	}
}

// ipuzCoordinates returns cells in the coordinates of ipuz: the column before the row, both counted from 1.
func ipuzCoordinates(cells []cellPlace) (all [][2]int) {
	for _, c := range cells {
		all = append(all, [2]int{c.column + 1, c.row + 1})
	}
	return all
}

// writeFields writes the fields of the file.
func (q *ipuzSudoku) writeFields() error {
	n, fields := q.constraintFields.gridSize, q.constraintFields.fieldsByName
	for name := range fields {
		if !slices.Contains(sudokuFields, name) {
			return unsupportedIPuz("rules such as those of the field " + name + " of f-puzzles")
		}
	}
	isUsual := string(q.symbolList) == numberSymbols[1:n+1]
	diagonals := fields["diagonal+"] != nil
	regions := map[int][]cellPlace{}
	isBoxes, reader := q.constraintFields.hasRegions, q.constraintFields.newFieldReader("")
	for r, row := range q.constraintFields.grid {
		for c, cell := range row {
			if cell.Region != nil {
				isBoxes = false
			}
			if q.constraintFields.hasRegions {
				region := reader.regionAt(cellPlace{r, c})
				regions[region] = append(regions[region], cellPlace{r, c})
			}
		}
	}
	extra, _ := fields["extraregion"].([]constraintEntry)
	isJigsaw := q.constraintFields.hasRegions && !isBoxes
	switch {
	case q.hasDistinctCages && q.hasOtherCages || len(q.cageEntries) > 0 && !isUsual:
		return unsupportedIPuz("cages of several kinds, or of symbols that are no numbers")
	case diagonals != (fields["diagonal-"] != nil):
		return unsupportedIPuz("one diagonal alone")
	}
	kinds := []string{"sudoku"}
	for name, is := range map[string]bool{"latinsquare": !q.constraintFields.hasRegions && !q.hasOtherCages,
		"diagonalsudoku": diagonals,
		"hypersudoku":    q.isHyperSudoku, "jigsawsudoku": isJigsaw, "calcudoku": q.hasOtherCages,
		"killersudoku": q.hasDistinctCages} {
		if is {
			kinds = append(kinds, "sudoku/"+name)
		}
	}
	slices.Sort(kinds)
	q.addLeadingFields(kinds...)
	q.addField("charset", string(q.symbolList))
	q.addField("boxes", isBoxes)
	var zones []map[string]any
	if isJigsaw {
		for _, k := range slices.Sorted(maps.Keys(regions)) {
			zones = append(zones, map[string]any{"cells": ipuzCoordinates(regions[k])})
		}
	}
	for _, c := range extra {
		zones = append(zones, map[string]any{"cells": ipuzCoordinates(reader.parsePlaces(c.Cells))})
	}
	if len(zones) > 0 {
		q.addField("zones", zones)
	}
	if len(q.cageEntries) > 0 {
		q.addField("cages", q.cageEntries)
	}
	puzzle := make([][]any, n)
	for r, row := range q.givenGrid {
		for _, k := range row {
			symbol := any(nil)
			if k > 0 {
				symbol = string(q.symbolList[k-1])
			}
			puzzle[r] = append(puzzle[r], symbol)
		}
	}
	q.addRawField("puzzle", jsonRows(puzzle))
	return q.writeSolution()
}

// writeSolution writes the solution to the file if it is unique.
func (q *ipuzSudoku) writeSolution() error {
	if q.solvePuzzle == nil {
		return nil
	}
	rows, err := q.solvePuzzle()
	if errors.Is(err, format.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	q.addRawField("solution", jsonRows(rows))
	return nil
}
