package convert

import (
	"encoding/json"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/runtime/format"
)

// fpuzzlesLink returns the link to f-puzzles for a sudoku. Each rule becomes the field of f-puzzles that expresses it.
func fpuzzlesLink(name string, text []byte) (string, error) {
	w := &fpuzzlesWriter{fieldsByName: map[string]any{}}
	if file, err := parse.File(name, text); err == nil {
		w.writeTitles(file)
	}
	core, err := withoutRemarks(name, text)
	if err != nil {
		return "", err
	}
	file, err := parse.File(name, []byte(core))
	if err != nil {
		return "", err
	}
	for _, s := range file.Statements {
		if _, isChoice := s.(*ast.Choose); isChoice && w.writeIndexer(core[s.Range().Start:s.Range().End]) {
			continue
		}
		square, isLatin := s.(*ast.Latin)
		if !isLatin || w.gridSize > 0 || square.SquareFile != nil || square.Symbols != nil || square.Size.Int == nil {
			return "", format.Unsupported("the format fpuzzles has one statement `latin 9 { … }` and nothing else, "+
				"and this puzzle has %s", firstLine(core[s.Range().Start:s.Range().End]))
		}
		if w.gridSize, _ = strconv.Atoi(square.Size.Int.Text); w.gridSize < 1 || w.gridSize > maxSudoku {
			return "", format.Unsupported("the format fpuzzles has sizes from 1 to %d", maxSudoku)
		}
		w.makeEmptyGrid()
		for _, rule := range square.Rules {
			if !w.writeRule(rule, core[rule.Range().Start:rule.Range().End]) {
				return "", format.Unsupported("the format fpuzzles has no rule `%s`",
					firstLine(core[rule.Range().Start:rule.Range().End]))
			}
		}
	}
	if w.gridSize == 0 {
		return "", format.Unsupported("the format fpuzzles has sudokus, and this is none")
	}
	if !w.hasRegions {
		w.setRegions(func(int, int) int { return -1 })
	}
	w.fieldsByName["size"], w.fieldsByName["grid"] = w.gridSize, w.grid
	raw, err := json.Marshal(w.fieldsByName)
	if err != nil {
		return "", err
	}
	return "https://www.f-puzzles.com/?load=" + compressBase64(string(raw)) + "\n", nil
}

// firstLine returns the beginning of a text, up to the first line break.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// fpuzzlesWriter collects the fields of f-puzzles for a sudoku that is being written.
type fpuzzlesWriter struct {
	fieldsByName map[string]any
	gridSize     int
	grid         [][]gridCell
	hasRegions   bool
}

// writeTitles keeps the title and the description.
func (w *fpuzzlesWriter) writeTitles(file *ast.File) {
	for _, s := range file.Statements {
		switch s := s.(type) {
		case *ast.Title:
			w.fieldsByName["title"] = string(s.Text)
		case *ast.About:
			w.fieldsByName["ruleset"] = strings.Join(aboutLines(s), "\n")
		}
	}
}

// aboutLines returns the lines of a description.
func aboutLines(s *ast.About) []string {
	if s.Picture != nil {
		return s.Picture.Rows
	}
	return strings.Split(string(s.Text), "\n")
}

func (w *fpuzzlesWriter) makeEmptyGrid() {
	for range w.gridSize {
		w.grid = append(w.grid, make([]gridCell, w.gridSize))
	}
}

// addConstraints adds entries to the list of constraints in a field.
func (w *fpuzzlesWriter) addConstraints(field string, entries ...constraintEntry) {
	list, _ := w.fieldsByName[field].([]constraintEntry)
	w.fieldsByName[field] = append(list, entries...)
}

// setRegions sets the region of each cell to the index that the function of returns; -1 stands for no region.
func (w *fpuzzlesWriter) setRegions(of func(r, c int) int) {
	rows, cols := boxSize(w.gridSize)
	w.hasRegions = true
	for r := range w.gridSize {
		for c := range w.gridSize {
			if n := of(r, c); n != boxOfCell(r, c, rows, cols) {
				w.grid[r][c].Region = &n
			}
		}
	}
}

// cellName returns the name of a cell in f-puzzles. Places beside the board have names as well.
func cellName(r, c int) string { return fmt.Sprintf("R%dC%d", r+1, c+1) }

const (
	placeForm = `\(\d+, \d+\)`
	lineForm  = placeForm + `(?: ` + placeForm + `)*`
	linesForm = `(` + lineForm + `(?:, ` + lineForm + `)*)$`
)

// ruleForms holds, for each rule on lists of cells, the pattern of the rule up to the cells, and the function that
// writes the rule as a field.
var ruleForms = []struct {
	rulePattern     func() *regexp.Regexp
	writeConstraint func(w *fpuzzlesWriter, number int, symbols string, cells []string) bool
}{
	{rulePatternFor(`ascending on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		w.addConstraints("thermometer", constraintEntry{Lines: [][]string{cells}})
		return true
	}},
	{rulePatternFor(`arrow on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		w.addConstraints("arrow", constraintEntry{Cells: cells[:1], Lines: [][]string{cells}})
		return len(cells) > 1
	}},
	{rulePatternFor(`consecutive on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		w.addConstraints("renban", constraintEntry{Lines: [][]string{cells}})
		return true
	}},
	{rulePatternFor(`differ at least (?P<n>\d+) on `), func(w *fpuzzlesWriter, n int, _ string, cells []string) bool {
		w.addConstraints("whispers", constraintEntry{Lines: [][]string{cells}, Value: jsonValue(strconv.Itoa(n))})
		return true
	}},
	{rulePatternFor(`differ (?:exactly )?(?P<n>\d+) on `),
		func(w *fpuzzlesWriter, n int, _ string, cells []string) bool {
			w.addConstraints("difference", constraintEntry{Cells: cells, Value: jsonValue(strconv.Itoa(n))})
			return areTwoNeighbours(cells)
		}},
	{rulePatternFor(`quotient (?:exactly )?(?P<n>\d+) on `),
		func(w *fpuzzlesWriter, n int, _ string, cells []string) bool {
			w.addConstraints("ratio", constraintEntry{Cells: cells, Value: jsonValue(strconv.Itoa(n))})
			return areTwoNeighbours(cells)
		}},
	{rulePatternFor(`same on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		for k := 1; k < len(cells); k++ {
			w.addConstraints("clone", constraintEntry{Cells: cells[:1], CloneCells: cells[k : k+1]})
		}
		return true
	}},
	{rulePatternFor(`distinct on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		w.addConstraints("extraregion", constraintEntry{Cells: cells})
		return true
	}},
	{rulePatternFor(`distinct sum (?:exactly )?(?P<n>\d+) on `),
		func(w *fpuzzlesWriter, n int, _ string, cells []string) bool {
			w.addConstraints("killercage", constraintEntry{Cells: cells, Value: jsonValue(strconv.Itoa(n))})
			return true
		}},
	{rulePatternFor(`sum (?:exactly )?(?P<n>\d+) on `), (*fpuzzlesWriter).writeSumOfCells},
	{rulePatternFor(`at least (?P<n>\d+) "(?P<s>\w)" on `),
		func(w *fpuzzlesWriter, n int, s string, cells []string) bool {
			v := jsonNumber(strconv.Itoa(strings.Index(numberSymbols, s)))
			w.addConstraints("quadruple",
				constraintEntry{Cells: cells, Values: slices.Repeat([]jsonNumber{v}, min(n, 4))})
			return len(cells) == 4 && n <= 4
		}},
	{rulePatternFor(`none "(?P<s>\w+)" on `), (*fpuzzlesWriter).writeExcludedSymbols},
}

func rulePatternFor(head string) func() *regexp.Regexp { return lazyPattern(`^` + head + linesForm) }

// areTwoNeighbours reports whether a list consists of two neighbouring cells.
func areTwoNeighbours(cells []string) bool {
	if len(cells) != 2 {
		return false
	}
	f := &fpuzzle{textReader: &textReader{}, gridSize: maxSudoku}
	return f.parsePlaceOrOutside(cells[0]).sharesSideWith(f.parsePlaceOrOutside(cells[1]))
}

var (
	numberOfPlace = lazyPattern(`\((\d+), (\d+)\)`)
	boxesForm     = lazyPattern(`^distinct on boxes (\d+)x(\d+)$`)
	regionsForm   = lazyPattern(`^distinct (?:sum "([^"]*)" )?on regions$`)
	valueForm     = lazyPattern(`value\[(\d+),\s*(\d+)\]`)
	viewForm      = lazyPattern(`(sandwich|firstsum|numbered|sees|rows|columns|top|bottom|left|right)` +
		` ?(?:"([^"]*)")?`)
)

// writeRule writes a rule, and reports whether there is a field for it.
func (w *fpuzzlesWriter) writeRule(rule ast.CellRule, text string) bool {
	text = strings.Join(strings.Fields(text), " ")
	for name, flag := range fpuzzlesFlags() {
		f := w.newFieldReader(name)
		if flag(f); len(f.ruleTexts) == 1 && f.ruleTexts[0] == text {
			w.fieldsByName[name] = true
			return true
		}
	}
	switch r := rule.(type) {
	case *ast.GivenRule:
		return w.writeGivenNumbers(r.Picture.Rows)
	case *ast.MarksRule:
		return w.writeMarks(r)
	case *ast.ClueRule:
		return w.writeEdgeClues(text)
	}
	if regions := w.furtherRegions(rule, text); regions != nil {
		for _, cells := range regions {
			w.addConstraints("extraregion", constraintEntry{Cells: cellNamesOf(cells)})
		}
		return true
	}
	rows, cols, isBoxes := w.boxesOfRule(text)
	switch head, _, _ := strings.Cut(text, ` """`); {
	case text == "differ at least 2 on 1x2 everywhere, 2x1 everywhere":
		w.fieldsByName["nonconsecutive"] = true
		return true
	case text == "distinct on main diagonals":
		w.fieldsByName["diagonal+"], w.fieldsByName["diagonal-"] = true, true
		return true
	case isBoxes && !w.hasRegions:
		w.setRegions(func(r, c int) int { return boxOfCell(r, c, rows, cols) })
		return true
	case regionsForm().MatchString(head):
		return w.writeRegions(rule.(*ast.TotalRule), regionsForm().FindStringSubmatch(head)[1])
	}
	if w.writeByTrial(text) {
		return true
	}
	for _, known := range ruleForms {
		form := known.rulePattern()
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		number, symbols := 0, ""
		if k := form.SubexpIndex("n"); k > 0 {
			number, _ = strconv.Atoi(m[k])
		}
		if k := form.SubexpIndex("s"); k > 0 {
			symbols = m[k]
		}
		isWritten := true
		for _, line := range splitCellLists(m[len(m)-1]) {
			isWritten = isWritten && known.writeConstraint(w, number, symbols, cellNames(line))
		}
		return isWritten
	}
	return false
}

// boxesOfRule returns the numbers of rows and columns of the boxes that a rule is about. It returns false for any other
// rule, and for boxes that do not have as many cells as there are numbers.
func (w *fpuzzlesWriter) boxesOfRule(text string) (rows, cols int, ok bool) {
	m := boxesForm().FindStringSubmatch(text)
	if m == nil {
		return 0, 0, false
	}
	rows, _ = strconv.Atoi(m[1])
	cols, _ = strconv.Atoi(m[2])
	return rows, cols, rows*cols == w.gridSize
}

// splitCellLists splits a text at the commas between lists of cells.
func splitCellLists(text string) []string {
	return strings.Split(strings.ReplaceAll(text, "), (", ")\n("), "\n")
}

// trialFields are the fields for lines with rules that depend on the cells of the line. A rule is written as such a
// field if reading the field again gives the same rule.
var trialFields = []string{"slowthermometer", "betweenline", "entropicline", "modularline", "nabner", "regionsumline",
	"zipperline", "doublearrow"}

// writeByTrial writes a rule as a line in one of trialFields, if reading that field gives the same rule.
func (w *fpuzzlesWriter) writeByTrial(text string) bool {
	_, cells, _ := strings.Cut(text, " on ")
	parts := splitCellLists(cells)
	all := cellNames(cells)
	candidates := [][]string{all}
	if len(all) > maxSudoku*maxSudoku {
		return false
	}
	if len(parts) > 1 {
		var line, behind, once []string
		for _, part := range parts { // the parts are pairs from both ends, and the middle
			names := cellNames(part)
			line = append(line, names[:1]...)
			behind = append(names[1:], behind...)
		}
		first := cellNames(parts[0])
		candidates = append(candidates, append(line, behind...))
		if len(parts) == 2 {
			candidates = append(candidates, slices.Concat(first[:1], cellNames(parts[1]), first[1:]))
		}
		for _, name := range all {
			if !slices.Contains(once, name) {
				once = append(once, name)
			}
		}
		candidates = append(candidates, once)
	}
	for _, field := range trialFields {
		for _, line := range candidates {
			f := w.newFieldReader(field)
			entry := constraintEntry{Lines: [][]string{line}}
			if fpuzzlesFields()[field](f, entry); len(f.ruleTexts) == 1 && f.ruleTexts[0] == text && !f.hasFault() {
				w.addConstraints(field, entry)
				return true
			}
		}
	}
	return false
}

// newFieldReader returns a reader that tries a field on a board with the regions written so far.
func (w *fpuzzlesWriter) newFieldReader(field string) *fpuzzle {
	f := &fpuzzle{textReader: &textReader{}, currentField: field, gridSize: w.gridSize, hasUsualBoxes: true,
		allShownMarks: map[string]bool{}}
	rows, cols := boxSize(w.gridSize)
	for r := range w.gridSize {
		f.regionOfCell = append(f.regionOfCell, make([]int, w.gridSize))
		for c := range w.gridSize {
			if f.regionOfCell[r][c] = boxOfCell(r, c, rows, cols); w.grid[r][c].Region != nil {
				f.regionOfCell[r][c] = *w.grid[r][c].Region
			}
		}
	}
	return f
}

// writeIndexer writes a `choose` statement as a cell of an indexer, if it is one.
func (w *fpuzzlesWriter) writeIndexer(text string) bool {
	m := valueForm().FindStringSubmatch(text)
	if m == nil || w.gridSize == 0 {
		return false
	}
	r, _ := strconv.Atoi(m[1])
	c, _ := strconv.Atoi(m[2])
	for _, field := range []string{"rowindexer", "columnindexer"} {
		f := w.newFieldReader(field)
		entry := constraintEntry{Cells: []string{cellName(r, c)}}
		f.readIndexerCells(entry)
		if !f.hasFault() && f.trailingStatements[0] == strings.Join(strings.Fields(text), " ") {
			w.addConstraints(field, entry)
			return true
		}
	}
	return false
}

// placesIn returns the cells that a text of the language lists.
func placesIn(text string) (all []cellPlace) {
	for _, m := range numberOfPlace().FindAllStringSubmatch(text, -1) {
		r, _ := strconv.Atoi(m[1])
		c, _ := strconv.Atoi(m[2])
		all = append(all, cellPlace{r, c})
	}
	return all
}

// cellNames returns the names in f-puzzles of the cells that a text lists.
func cellNames(text string) []string { return cellNamesOf(placesIn(text)) }

// cellNamesOf returns the names of cells in f-puzzles.
func cellNamesOf(places []cellPlace) (all []string) {
	for _, p := range places {
		all = append(all, cellName(p.row, p.column))
	}
	return all
}

// writeSumOfCells writes a sum of two neighbours as the mark V or X, or a sum of a diagonal from edge to edge.
func (w *fpuzzlesWriter) writeSumOfCells(n int, _ string, cells []string) bool {
	if mark := map[int]jsonValue{5: "V", 10: "X"}[n]; mark != "" && areTwoNeighbours(cells) {
		w.addConstraints("xv", constraintEntry{Cells: cells, Value: mark})
		return true
	}
	f := &fpuzzle{textReader: &textReader{}, gridSize: w.gridSize}
	first := f.parsePlaceOrOutside(cells[0])
	for _, direction := range []string{"DR", "DL", "UR", "UL"} {
		step := cellPlace{1, 1}
		if direction[0] == 'U' {
			step.row = -1
		}
		if direction[1] == 'L' {
			step.column = -1
		}
		var diagonal []string
		for p := first; f.isInside(p); p = (cellPlace{p.row + step.row, p.column + step.column}) {
			diagonal = append(diagonal, cellName(p.row, p.column))
		}
		start := cellPlace{first.row - step.row, first.column - step.column}
		if !f.isInside(start) && slices.Equal(diagonal, cells) {
			w.addConstraints("littlekillersum", constraintEntry{Cell: cellName(start.row, start.column), Cells: cells,
				Direction: direction,
				Value:     jsonValue(strconv.Itoa(n))})
			return true
		}
	}
	return false
}

// writeExcludedSymbols writes a rule that excludes symbols on cells: it marks the cells as odd or even, or else lists
// the remaining symbols as pencil marks.
func (w *fpuzzlesWriter) writeExcludedSymbols(_ int, symbols string, cells []string) bool {
	odd, even := "", ""
	var left []int
	for n := 1; n <= w.gridSize; n++ {
		if n%2 == 1 {
			odd += symbolOf(n)
		} else {
			even += symbolOf(n)
		}
		if !strings.Contains(symbols, symbolOf(n)) {
			left = append(left, n)
		}
	}
	f := &fpuzzle{textReader: &textReader{}, gridSize: w.gridSize}
	for _, cell := range cells {
		switch p := f.parsePlace(cell); {
		case symbols == even:
			w.addConstraints("odd", constraintEntry{Cell: cell})
		case symbols == odd:
			w.addConstraints("even", constraintEntry{Cell: cell})
		case f.hasFault() || w.grid[p.row][p.column].GivenPencilMarks != nil:
			return false
		default:
			w.grid[p.row][p.column].GivenPencilMarks = left
		}
	}
	return true
}

func (w *fpuzzlesWriter) writeGivenNumbers(rows []string) bool {
	for r, row := range rows {
		for c, symbol := range []rune(row) {
			if n := strings.IndexRune(numberSymbols, symbol); n > 0 && r < w.gridSize && c < w.gridSize {
				w.grid[r][c].IsGiven, w.grid[r][c].Value = true, jsonNumber(strconv.Itoa(n))
			}
		}
	}
	return true
}

// writeMarks writes marks between cells, if f-puzzles can express them. It has no comparison signs, and all marks of a
// kind have the same meaning.
func (w *fpuzzlesWriter) writeMarks(rule *ast.MarksRule) bool {
	switch rule.CompleteMarks {
	case "":
	case "o":
		w.fieldsByName["nonconsecutive"] = true
	case "o*", "*o":
		w.fieldsByName["nonconsecutive"] = true
		w.addNegativeMark("ratio")
	case "XV", "VX":
		w.addNegativeMark("xv")
	case "*":
		if strings.Contains(strings.Join(rule.Picture.Rows, ""), "o") {
			// if all black dots but not all white ones are shown, f-puzzles treats a white dot as an exception
			return false
		}
		w.addNegativeMark("ratio")
	default:
		return false
	}
	for i, row := range rule.Picture.Rows {
		for j, mark := range row {
			if mark == '.' || mark == ' ' {
				continue
			}
			cells := []string{cellName(i/2, j/2), cellName((i+1)/2, (j+1)/2)}
			switch mark {
			case 'o':
				w.addConstraints("difference", constraintEntry{Cells: cells, Value: "1"})
			case '*':
				w.addConstraints("ratio", constraintEntry{Cells: cells, Value: "2"})
			case 'X', 'V':
				w.addConstraints("xv", constraintEntry{Cells: cells, Value: jsonValue(string(mark))})
			case '<', '^':
				w.addConstraints("thermometer", constraintEntry{Lines: [][]string{cells}})
			case '>', 'v':
				w.addConstraints("thermometer", constraintEntry{Lines: [][]string{{cells[1], cells[0]}}})
			}
		}
	}
	return true
}

func (w *fpuzzlesWriter) addNegativeMark(name string) {
	names, _ := w.fieldsByName["negative"].([]string)
	w.fieldsByName["negative"] = append(names, name)
}

// writeRegions writes regions, or cages with totals.
func (w *fpuzzlesWriter) writeRegions(rule *ast.TotalRule, totals string) bool {
	if len(rule.On) != 1 || rule.On[0].Regions == nil {
		return false
	}
	rows := rule.On[0].Regions.Rows
	cells, order := regionsOfPicture(rows)
	if totals == "" {
		hasOtherLength := func(row string) bool { return len([]rune(row)) != w.gridSize }
		if len(rows) != w.gridSize || slices.ContainsFunc(rows, hasOtherLength) {
			return false
		}
		for _, region := range order {
			if len(cells[region]) != w.gridSize || w.hasRegions {
				return false
			}
		}
		w.setRegions(func(r, c int) int { return slices.Index(order, []rune(rows[r])[c]) })
		return len(order) == w.gridSize
	}
	for region, total := range regionTotals(totals) {
		w.addConstraints("killercage", constraintEntry{Cells: cellNamesOf(cells[region]), Value: jsonValue(total)})
	}
	return true
}

// furtherRegions returns the cells of each box or region of a rule whose boxes or regions are additional: they do not
// divide the board, or the board has other regions already. For any other rule it returns nil.
func (w *fpuzzlesWriter) furtherRegions(rule ast.CellRule, text string) (all [][]cellPlace) {
	if rows, cols, isBoxes := w.boxesOfRule(text); isBoxes && w.hasRegions {
		all = make([][]cellPlace, w.gridSize)
		for r := range w.gridSize {
			for c := range w.gridSize {
				box := boxOfCell(r, c, rows, cols)
				all[box] = append(all[box], cellPlace{r, c})
			}
		}
		return all
	}
	total, is := rule.(*ast.TotalRule)
	if !is || total.For != nil || len(total.On) != 1 || total.On[0].Regions == nil || len(total.Totals) > 0 {
		return nil
	}
	cells, order := regionsOfPicture(total.On[0].Regions.Rows)
	if len(order) == w.gridSize && !w.hasRegions {
		return nil
	}
	for _, region := range order {
		all = append(all, cells[region])
	}
	return all
}

// regionsOfPicture returns the cells of each region of a picture, by the region's character, and the characters in
// reading order.
func regionsOfPicture(rows []string) (cells map[rune][]cellPlace, order []rune) {
	cells = map[rune][]cellPlace{}
	for r, row := range rows {
		for c, region := range []rune(row) {
			if region == '.' || region == ' ' {
				continue
			}
			if cells[region] == nil {
				order = append(order, region)
			}
			cells[region] = append(cells[region], cellPlace{r, c})
		}
	}
	return cells, order
}

// regionTotals yields the regions and totals of a text such as "a 7, b 12", in its order.
func regionTotals(text string) iter.Seq2[rune, string] {
	return func(yield func(rune, string) bool) {
		words := strings.Fields(strings.ReplaceAll(text, ",", " "))
		for k := 0; k+1 < len(words); k += 2 {
			if !yield([]rune(words[k])[0], words[k+1]) {
				return
			}
		}
	}
}

// writeEdgeClues writes clues at edges of the board.
func (w *fpuzzlesWriter) writeEdgeClues(text string) bool {
	kind := ""
	for _, m := range viewForm().FindAllStringSubmatch(text, -1) {
		if field := map[string]string{"sandwich": "sandwichsum", "firstsum": "xsum", "numbered": "numberedroom",
			"sees": "skyscraper"}[m[1]]; field != "" {
			kind = field
			continue
		}
		for k, clue := range strings.Split(m[2], ",") {
			if clue = strings.TrimSpace(clue); clue == "." || clue == "" {
				continue
			}
			cell := map[string]string{"top": cellName(-1, k), "columns": cellName(-1, k),
				"bottom": cellName(w.gridSize, k),
				"left":   cellName(k, -1), "rows": cellName(k, -1), "right": cellName(k, w.gridSize)}[m[1]]
			w.addConstraints(kind, constraintEntry{Cell: cell, Value: jsonValue(clue)})
		}
	}
	return kind != ""
}
