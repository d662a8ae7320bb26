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

// fpuzzlesLink returns the link that says a sudoku. Each rule is written as the field of f-puzzles that says it.
func fpuzzlesLink(name string, text []byte) (string, error) {
	w := &fpuzzlesWriter{fields: map[string]any{}}
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
		if !isLatin || w.size > 0 || square.SquareFile != nil || square.Symbols != nil || square.Size.Int == nil {
			return "", format.Unsupported("the format fpuzzles has one statement `latin 9 { … }` and nothing else, and this "+
				"puzzle has %s", firstLine(core[s.Range().Start:s.Range().End]))
		}
		if w.size, _ = strconv.Atoi(square.Size.Int.Text); w.size < 1 || w.size > maxSudoku {
			return "", format.Unsupported("the format fpuzzles has sizes from 1 to %d", maxSudoku)
		}
		w.begin()
		for _, rule := range square.Rules {
			if !w.writeRule(rule, core[rule.Range().Start:rule.Range().End]) {
				return "", format.Unsupported("the format fpuzzles has no rule `%s`",
					firstLine(core[rule.Range().Start:rule.Range().End]))
			}
		}
	}
	if w.size == 0 {
		return "", format.Unsupported("the format fpuzzles has sudokus, and this is none")
	}
	if !w.hasRegions {
		w.setRegions(func(int, int) int { return -1 })
	}
	w.fields["size"], w.fields["grid"] = w.size, w.grid
	raw, err := json.Marshal(w.fields)
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

// fpuzzlesWriter collects the fields of a sudoku.
type fpuzzlesWriter struct {
	fields     map[string]any
	size       int
	grid       [][]gridCell
	hasRegions bool
}

// writeTitles keeps the title and the description.
func (w *fpuzzlesWriter) writeTitles(file *ast.File) {
	for _, s := range file.Statements {
		switch s := s.(type) {
		case *ast.Title:
			w.fields["title"] = string(s.Text)
		case *ast.About:
			w.fields["ruleset"] = strings.Join(aboutLines(s), "\n")
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

func (w *fpuzzlesWriter) begin() {
	for range w.size {
		w.grid = append(w.grid, make([]gridCell, w.size))
	}
}

// add adds an entry to a list of constraints.
func (w *fpuzzlesWriter) add(field string, entries ...constraint) {
	list, _ := w.fields[field].([]constraint)
	w.fields[field] = append(list, entries...)
}

// setRegions numbers the regions of cells. A cell without one has -1.
func (w *fpuzzlesWriter) setRegions(of func(r, c int) int) {
	rows, cols := boxSize(w.size)
	w.hasRegions = true
	for r := range w.size {
		for c := range w.size {
			if n := of(r, c); n != r/rows*(w.size/cols)+c/cols {
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

// ruleForms are the rules whose cells are listed: the form of the rule up to the cells, and what it becomes.
var ruleForms = []struct {
	form  func() *regexp.Regexp
	write func(w *fpuzzlesWriter, number int, symbols string, cells []string) bool
}{
	{ruleForm(`ascending on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		w.add("thermometer", constraint{Lines: [][]string{cells}})
		return true
	}},
	{ruleForm(`arrow on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		w.add("arrow", constraint{Cells: cells[:1], Lines: [][]string{cells}})
		return len(cells) > 1
	}},
	{ruleForm(`consecutive on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		w.add("renban", constraint{Lines: [][]string{cells}})
		return true
	}},
	{ruleForm(`differ at least (?P<n>\d+) on `), func(w *fpuzzlesWriter, n int, _ string, cells []string) bool {
		w.add("whispers", constraint{Lines: [][]string{cells}, Value: jsonValue(strconv.Itoa(n))})
		return true
	}},
	{ruleForm(`differ (?:exactly )?(?P<n>\d+) on `), func(w *fpuzzlesWriter, n int, _ string, cells []string) bool {
		w.add("difference", constraint{Cells: cells, Value: jsonValue(strconv.Itoa(n))})
		return areNeighbours(cells)
	}},
	{ruleForm(`quotient (?:exactly )?(?P<n>\d+) on `), func(w *fpuzzlesWriter, n int, _ string, cells []string) bool {
		w.add("ratio", constraint{Cells: cells, Value: jsonValue(strconv.Itoa(n))})
		return areNeighbours(cells)
	}},
	{ruleForm(`same on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		for k := 1; k < len(cells); k++ {
			w.add("clone", constraint{Cells: cells[:1], CloneCells: cells[k : k+1]})
		}
		return true
	}},
	{ruleForm(`distinct on `), func(w *fpuzzlesWriter, _ int, _ string, cells []string) bool {
		w.add("extraregion", constraint{Cells: cells})
		return true
	}},
	{ruleForm(`distinct sum (?:exactly )?(?P<n>\d+) on `),
		func(w *fpuzzlesWriter, n int, _ string, cells []string) bool {
			w.add("killercage", constraint{Cells: cells, Value: jsonValue(strconv.Itoa(n))})
			return true
		}},
	{ruleForm(`sum (?:exactly )?(?P<n>\d+) on `), (*fpuzzlesWriter).writeSum},
	{ruleForm(`at least (?P<n>\d+) "(?P<s>\w)" on `), func(w *fpuzzlesWriter, n int, s string, cells []string) bool {
		v := jsonNumber(strconv.Itoa(strings.Index(numberSymbols, s)))
		w.add("quadruple", constraint{Cells: cells, Values: slices.Repeat([]jsonNumber{v}, min(n, 4))})
		return len(cells) == 4 && n <= 4
	}},
	{ruleForm(`none "(?P<s>\w+)" on `), (*fpuzzlesWriter).writeBarred},
}

func ruleForm(head string) func() *regexp.Regexp { return lazyPattern(`^` + head + linesForm) }

// areNeighbours reports whether a list is two neighbours.
func areNeighbours(cells []string) bool {
	if len(cells) != 2 {
		return false
	}
	f := &fpuzzle{reader: &reader{}, size: maxSudoku}
	return f.anyPlace(cells[0]).isBeside(f.anyPlace(cells[1]))
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
		f := w.newReader(name)
		if flag(f); len(f.rules) == 1 && f.rules[0] == text {
			w.fields[name] = true
			return true
		}
	}
	switch r := rule.(type) {
	case *ast.GivenRule:
		return w.writeGiven(r.Picture.Rows)
	case *ast.MarksRule:
		return w.writeMarks(r)
	case *ast.ClueRule:
		return w.writeViews(text)
	}
	switch head, _, _ := strings.Cut(text, ` """`); {
	case text == "differ at least 2 on 1x2 everywhere, 2x1 everywhere":
		w.fields["nonconsecutive"] = true
		return true
	case text == "distinct on main diagonals":
		w.fields["diagonal+"], w.fields["diagonal-"] = true, true
		return true
	case boxesForm().MatchString(text) && !w.hasRegions:
		m := boxesForm().FindStringSubmatch(text)
		rows, _ := strconv.Atoi(m[1])
		cols, _ := strconv.Atoi(m[2])
		if rows*cols != w.size || rows < 1 {
			return false
		}
		w.setRegions(func(r, c int) int { return r/rows*(w.size/cols) + c/cols })
		return true
	case regionsForm().MatchString(head):
		return w.writeRegions(rule.(*ast.TotalRule), regionsForm().FindStringSubmatch(head)[1])
	}
	if w.writeByTrial(text) {
		return true
	}
	for _, known := range ruleForms {
		form := known.form()
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
		for _, line := range splitLines(m[len(m)-1]) {
			isWritten = isWritten && known.write(w, number, symbols, cellNames(line))
		}
		return isWritten
	}
	return false
}

// splitLines returns the lists of cells between which commas stand.
func splitLines(text string) []string {
	return strings.Split(strings.ReplaceAll(text, "), (", ")\n("), "\n")
}

// trialFields are the fields of lines whose rule is computed from the line. They are written if they give the same
// rule.
var trialFields = []string{"slowthermometer", "betweenline", "entropicline", "modularline", "nabner", "regionsumline",
	"zipperline", "doublearrow"}

// writeByTrial writes a rule that a line in a field of f-puzzles gives.
func (w *fpuzzlesWriter) writeByTrial(text string) bool {
	_, cells, _ := strings.Cut(text, " on ")
	parts := splitLines(cells)
	all := cellNames(cells)
	candidates := [][]string{all}
	if len(all) > maxSudoku*maxSudoku {
		return false
	}
	if len(parts) > 1 {
		var line, behind, once []string
		for _, part := range parts { // pairs from both ends, and the middle
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
			f := w.newReader(field)
			entry := constraint{Lines: [][]string{line}}
			if fpuzzlesFields()[field](f, entry); len(f.rules) == 1 && f.rules[0] == text && !f.isFailed() {
				w.add(field, entry)
				return true
			}
		}
	}
	return false
}

// newReader returns a reader of a field, with the regions as they are known.
func (w *fpuzzlesWriter) newReader(field string) *fpuzzle {
	f := &fpuzzle{reader: &reader{}, field: field, size: w.size, isBoxes: true, negative: map[string]bool{}}
	rows, cols := boxSize(w.size)
	for r := range w.size {
		f.region = append(f.region, make([]int, w.size))
		for c := range w.size {
			if f.region[r][c] = r/rows*(w.size/cols) + c/cols; w.grid[r][c].Region != nil {
				f.region[r][c] = *w.grid[r][c].Region
			}
		}
	}
	return f
}

// writeIndexer writes a choice that a cell of an indexer gives.
func (w *fpuzzlesWriter) writeIndexer(text string) bool {
	m := valueForm().FindStringSubmatch(text)
	if m == nil || w.size == 0 {
		return false
	}
	r, _ := strconv.Atoi(m[1])
	c, _ := strconv.Atoi(m[2])
	for _, field := range []string{"rowindexer", "columnindexer"} {
		f := w.newReader(field)
		entry := constraint{Cells: []string{cellName(r, c)}}
		f.readIndexer(entry)
		if !f.isFailed() && f.behind[0] == strings.Join(strings.Fields(text), " ") {
			w.add(field, entry)
			return true
		}
	}
	return false
}

// placesIn returns the places that a text lists.
func placesIn(text string) (all []place) {
	for _, m := range numberOfPlace().FindAllStringSubmatch(text, -1) {
		r, _ := strconv.Atoi(m[1])
		c, _ := strconv.Atoi(m[2])
		all = append(all, place{r, c})
	}
	return all
}

// cellNames returns the names in f-puzzles of the places that a text lists.
func cellNames(text string) []string { return namesOf(placesIn(text)) }

// namesOf returns the names of cells in f-puzzles.
func namesOf(places []place) (all []string) {
	for _, p := range places {
		all = append(all, cellName(p.r, p.c))
	}
	return all
}

// writeSum writes a sum of a diagonal from edge to edge, or the mark of one of two neighbours.
func (w *fpuzzlesWriter) writeSum(n int, _ string, cells []string) bool {
	if mark := map[int]jsonValue{5: "V", 10: "X"}[n]; mark != "" && areNeighbours(cells) {
		w.add("xv", constraint{Cells: cells, Value: mark})
		return true
	}
	f := &fpuzzle{reader: &reader{}, size: w.size}
	first := f.anyPlace(cells[0])
	for _, direction := range []string{"DR", "DL", "UR", "UL"} {
		step := place{1, 1}
		if direction[0] == 'U' {
			step.r = -1
		}
		if direction[1] == 'L' {
			step.c = -1
		}
		var diagonal []string
		for p := first; f.isInside(p); p = (place{p.r + step.r, p.c + step.c}) {
			diagonal = append(diagonal, cellName(p.r, p.c))
		}
		start := place{first.r - step.r, first.c - step.c}
		if !f.isInside(start) && slices.Equal(diagonal, cells) {
			w.add("littlekillersum", constraint{Cell: cellName(start.r, start.c), Cells: cells, Direction: direction,
				Value: jsonValue(strconv.Itoa(n))})
			return true
		}
	}
	return false
}

// writeBarred writes cells with odd or even numbers, or those that are left as pencil marks.
func (w *fpuzzlesWriter) writeBarred(_ int, symbols string, cells []string) bool {
	odd, even := "", ""
	var left []int
	for n := 1; n <= w.size; n++ {
		if n%2 == 1 {
			odd += symbolOf(n)
		} else {
			even += symbolOf(n)
		}
		if !strings.Contains(symbols, symbolOf(n)) {
			left = append(left, n)
		}
	}
	f := &fpuzzle{reader: &reader{}, size: w.size}
	for _, cell := range cells {
		switch p := f.place(cell); {
		case symbols == even:
			w.add("odd", constraint{Cell: cell})
		case symbols == odd:
			w.add("even", constraint{Cell: cell})
		case f.isFailed() || w.grid[p.r][p.c].GivenPencilMarks != nil:
			return false
		default:
			w.grid[p.r][p.c].GivenPencilMarks = left
		}
	}
	return true
}

func (w *fpuzzlesWriter) writeGiven(rows []string) bool {
	for r, row := range rows {
		for c, symbol := range []rune(row) {
			if n := strings.IndexRune(numberSymbols, symbol); n > 0 && r < w.size && c < w.size {
				w.grid[r][c].Given, w.grid[r][c].Value = true, jsonNumber(strconv.Itoa(n))
			}
		}
	}
	return true
}

// writeMarks writes marks between cells, as far as f-puzzles has them: no signs, and what every mark says alike.
func (w *fpuzzlesWriter) writeMarks(rule *ast.MarksRule) bool {
	switch rule.CompleteMarks {
	case "":
	case "o":
		w.fields["nonconsecutive"] = true
	case "o*", "*o":
		w.fields["nonconsecutive"] = true
		w.addNegative("ratio")
	case "XV", "VX":
		w.addNegative("xv")
	case "*":
		if strings.Contains(strings.Join(rule.Picture.Rows, ""), "o") {
			return false // where black dots alone are all shown, a white one is an exception in f-puzzles
		}
		w.addNegative("ratio")
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
				w.add("difference", constraint{Cells: cells, Value: "1"})
			case '*':
				w.add("ratio", constraint{Cells: cells, Value: "2"})
			case 'X', 'V':
				w.add("xv", constraint{Cells: cells, Value: jsonValue(string(mark))})
			case '<', '^':
				w.add("thermometer", constraint{Lines: [][]string{cells}})
			case '>', 'v':
				w.add("thermometer", constraint{Lines: [][]string{{cells[1], cells[0]}}})
			}
		}
	}
	return true
}

func (w *fpuzzlesWriter) addNegative(name string) {
	names, _ := w.fields["negative"].([]string)
	w.fields["negative"] = append(names, name)
}

// writeRegions writes regions, or cages with totals.
func (w *fpuzzlesWriter) writeRegions(rule *ast.TotalRule, totals string) bool {
	if len(rule.On) != 1 || rule.On[0].Regions == nil {
		return false
	}
	rows := rule.On[0].Regions.Rows
	cells, order := picturedRegions(rows)
	if totals == "" {
		hasOtherLength := func(row string) bool { return len([]rune(row)) != w.size }
		if len(rows) != w.size || slices.ContainsFunc(rows, hasOtherLength) {
			return false
		}
		for _, region := range order {
			if len(cells[region]) != w.size || w.hasRegions {
				return false
			}
		}
		w.setRegions(func(r, c int) int { return slices.Index(order, []rune(rows[r])[c]) })
		return len(order) == w.size
	}
	for region, total := range regionTotals(totals) {
		w.add("killercage", constraint{Cells: namesOf(cells[region]), Value: jsonValue(total)})
	}
	return true
}

// picturedRegions returns the cells of each region of a picture, and the regions in reading order.
func picturedRegions(rows []string) (cells map[rune][]place, order []rune) {
	cells = map[rune][]place{}
	for r, row := range rows {
		for c, region := range []rune(row) {
			if region == '.' || region == ' ' {
				continue
			}
			if cells[region] == nil {
				order = append(order, region)
			}
			cells[region] = append(cells[region], place{r, c})
		}
	}
	return cells, order
}

// regionTotals returns the regions and totals of a text such as "a 7, b 12", in its order.
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

// writeViews writes clues at edges.
func (w *fpuzzlesWriter) writeViews(text string) bool {
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
			cell := map[string]string{"top": cellName(-1, k), "columns": cellName(-1, k), "bottom": cellName(w.size, k),
				"left": cellName(k, -1), "rows": cellName(k, -1), "right": cellName(k, w.size)}[m[1]]
			w.add(kind, constraint{Cell: cell, Value: jsonValue(clue)})
		}
	}
	return kind != ""
}
