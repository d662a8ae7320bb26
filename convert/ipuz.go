package convert

// This file reads puzzles in the format ipuz (http://ipuz.org): crosswords, and sudokus with boxes, zones and cages.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadrille/lang/format"
)

// ipuzKinds is the prefix that the names of all kinds of puzzles in ipuz share.
const ipuzKinds = "http://ipuz.org/"

// ipuzForm matches the beginning of an ipuz file: an object, or, in older files, a function call with an object as
// argument.
var ipuzForm = lazyPattern(`^(?:[\w.]+\()?\s*\{`)

// isIpuz reports whether the beginning of a text looks like a puzzle in the format ipuz.
func isIpuz(head string) bool {
	return ipuzForm().MatchString(head) && strings.Contains(head, "ipuz.org/")
}

// ipuzHint is the hint of most errors in ipuz files.
const ipuzHint = "docs/formats.md says what can be read of ipuz"

// jsonValueAt is a value in JSON, and the offset at which it begins in the text.
type jsonValueAt struct {
	rawText     json.RawMessage
	startOffset int
}

// ipuzPuzzle converts a puzzle in the format ipuz.
func ipuzPuzzle(r *textReader) (string, error) {
	p := &ipuzReader{textReader: r, blockSymbol: "#", emptySymbol: "0"}
	object := p.fileObject()
	p.fields = p.objectMembers(object)
	for name, text := range map[string]*string{"block": &p.blockSymbol, "empty": &p.emptySymbol} {
		if field, has := p.fields[name]; has {
			*text = string(p.readScalar(field))
		}
	}
	p.readStyles()
	kinds := p.puzzleKinds()
	text := ""
	switch {
	case r.hasFault():
	case kinds["crossword"]:
		text = p.crosswordText()
	default:
		text = p.sudokuText(kinds)
	}
	return text, r.faultError()
}

// ipuzReader reads a puzzle in the format ipuz.
type ipuzReader struct {
	*textReader
	fields                   map[string]jsonValueAt
	blockSymbol, emptySymbol string               // strings in the file that mean a block, and an empty cell
	stylesByName             map[string]ipuzStyle // styles that the file defines, by name
}

// reportFaultAt records a fault in the part of the text where the value v stands.
func (p *ipuzReader) reportFaultAt(v jsonValueAt, format string, args ...any) {
	p.reportFault(v.startOffset, len(v.rawText), ipuzHint, format, args...)
}

// fileObject returns the object of the file, without the function call around it.
func (p *ipuzReader) fileObject() jsonValueAt {
	head := ipuzForm().FindString(p.inputText)
	if head == "" {
		p.reportFault(0, len(p.inputText), ipuzHint, "the file is no object of JSON")
		return jsonValueAt{}
	}
	text := strings.TrimRight(p.inputText, " \t\r\n;")
	if strings.Contains(head, "(") {
		text = strings.TrimSuffix(text, ")")
	}
	return jsonValueAt{json.RawMessage(text[len(head)-1:]), len(head) - 1}
}

// eachElement calls do with each element of a list, or with the key and the value of each member of an object.
func (p *ipuzReader) eachElement(v jsonValueAt, open json.Delim, do func(key string, element jsonValueAt)) {
	decoder := json.NewDecoder(bytes.NewReader(v.rawText))
	fail := func(err error) {
		if syntax, is := err.(*json.SyntaxError); is {
			at := max(0, int(syntax.Offset)-1) // offset of the faulty character, or of the blank before that character
			for at < len(v.rawText) && unicode.IsSpace(rune(v.rawText[at])) {
				at++
			}
			p.reportFault(v.startOffset+at, 1, "the file is JSON: look for a sign that is missing",
				"the file is damaged: %s", err)
			return
		}
		p.reportFault(v.startOffset+len(v.rawText), 0, "copy the whole file", "the file ends too early")
	}
	first, err := decoder.Token()
	if err != nil {
		fail(err)
		return
	}
	if first != open {
		p.reportFaultAt(v, "%s is wanted here", map[json.Delim]string{'[': "a list", '{': "an object"}[open])
		return
	}
	for decoder.More() && !p.hasFault() {
		key := ""
		if open == '{' {
			name, err := decoder.Token()
			if err != nil {
				fail(err)
				return
			}
			key, _ = name.(string)
		}
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			fail(err)
			return
		}
		do(key, jsonValueAt{raw, v.startOffset + int(decoder.InputOffset()) - len(raw)})
	}
	if _, err := decoder.Token(); err != nil && !p.hasFault() {
		fail(err)
	}
}

// objectMembers returns the members of an object.
func (p *ipuzReader) objectMembers(v jsonValueAt) map[string]jsonValueAt {
	all := map[string]jsonValueAt{}
	p.eachElement(v, '{', func(key string, member jsonValueAt) { all[key] = member })
	return all
}

// listElements returns the elements of a list, at most maxCells of them.
func (p *ipuzReader) listElements(v jsonValueAt) (all []jsonValueAt) {
	p.eachElement(v, '[', func(_ string, element jsonValueAt) {
		if all = append(all, element); len(all) > maxCells {
			p.reportFaultAt(element, "a list has at most %d entries", maxCells)
		}
	})
	return all
}

// readScalar reads a string or a number. It returns "" for null.
func (p *ipuzReader) readScalar(v jsonValueAt) jsonValue {
	var text jsonValue
	if err := json.Unmarshal(v.rawText, &text); err != nil {
		p.reportFaultAt(v, "a text or a number is wanted here")
	}
	return text
}

// readWholeNumber reads a whole number within bounds.
func (p *ipuzReader) readWholeNumber(v jsonValueAt, least, greatest int) int {
	text := p.readScalar(v)
	n, err := strconv.Atoi(string(text))
	if (err != nil || n < least || n > greatest) && !p.hasFault() {
		p.reportFaultAt(v, "%q is no whole number from %d to %d", string(text), least, greatest)
		return least
	}
	return n
}

// readFlag reads a boolean field. If the file lacks the field, its value is the argument missing.
func (p *ipuzReader) readFlag(name string, missing bool) bool {
	field, has := p.fields[name]
	if !has {
		return missing
	}
	on := missing
	if err := json.Unmarshal(field.rawText, &on); err != nil {
		p.reportFaultAt(field, "%s is true or false", name)
	}
	return on
}

// htmlTag matches the tags that are removed from texts in HTML.
var htmlTag = lazyPattern(`<[^<>]*>`)

// plainLines returns the lines of a text in HTML as plain text.
func plainLines(text string) (lines []string) {
	text = strings.NewReplacer("<br>", "\n", "<br/>", "\n", "<br />", "\n", "</p>", "\n").Replace(text)
	for line := range strings.Lines(html.UnescapeString(htmlTag().ReplaceAllString(text, ""))) {
		visible := func(c rune) rune {
			if unicode.IsSpace(c) {
				return ' '
			}
			if !unicode.IsGraphic(c) {
				return -1
			}
			return c
		}
		line = strings.ReplaceAll(strings.TrimSpace(strings.Map(visible, line)), `"""`, `'''`)
		if runes := []rune(line); len(runes) > maxAbout {
			line = string(runes[:maxAbout]) + "…"
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// fieldLines returns the plain lines of the field with a name.
func (p *ipuzReader) fieldLines(name string) []string {
	return plainLines(jsonText(p.fields[name].rawText))
}

// fieldLine returns the plain text of the field with a name, on one line.
func (p *ipuzReader) fieldLine(name string) string { return strings.Join(p.fieldLines(name), " ") }

// ipuzStyle is the part of a style that concerns solutions: bars between cells, and signs. Other parts of a style
// concern only the look. A string lists sides of the cell by their initial letters.
type ipuzStyle struct {
	BarredSides          string `json:"barred"`
	SidesWithLessThan    string `json:"lessthan"`
	SidesWithGreaterThan string `json:"greaterthan"`
	SidesWithEqual       string `json:"equal"`
}

// readStyles reads the named styles.
func (p *ipuzReader) readStyles() {
	p.stylesByName = map[string]ipuzStyle{}
	if field, has := p.fields["styles"]; has && !isEmptyJSON(field.rawText) && !p.hasFault() {
		for name, style := range p.objectMembers(field) {
			p.stylesByName[name] = p.readStyle(style)
		}
	}
}

// readStyle reads a style, or the name of a style.
func (p *ipuzReader) readStyle(v jsonValueAt) (s ipuzStyle) {
	if len(v.rawText) == 0 || isEmptyJSON(v.rawText) {
		return s
	}
	var name string
	if json.Unmarshal(v.rawText, &name) == nil {
		return p.stylesByName[name]
	}
	if err := json.Unmarshal(v.rawText, &s); err != nil {
		p.reportFaultAt(v, "a style is an object or the name of one, and its bars and signs are texts")
	}
	return s
}

// puzzleKinds returns the last part of the name of each kind that the puzzle has.
func (p *ipuzReader) puzzleKinds() map[string]bool {
	all := map[string]bool{}
	field, has := p.fields["kind"]
	if !has {
		p.reportFault(0, len(p.inputText), ipuzHint, "the file does not say what kind of puzzle it holds")
		return all
	}
	known := []string{"crossword", "crossword/crypticcrossword"}
	for _, k := range sudokuKinds {
		known = append(known, strings.TrimSuffix("sudoku/"+k, "/"))
	}
	for _, v := range p.listElements(field) {
		address, _, _ := strings.Cut(string(p.readScalar(v)), "#")
		address = strings.Replace(strings.Replace(address, "https:", "http:", 1), "//www.", "//", 1)
		name := strings.TrimPrefix(address, ipuzKinds)
		word := name[strings.LastIndex(name, "/")+1:]
		if !slices.Contains(known, name) && !p.hasFault() {
			hint := "crosswords can be read, and sudokus of the kinds " + strings.Join(sudokuKinds[1:], ", ")
			p.reportFault(v.startOffset, len(v.rawText), hint, "a puzzle of the kind %q cannot be said",
				string(p.readScalar(v)))
		}
		if family, _, _ := strings.Cut(name, "/"); family == "crossword" {
			word = family
		}
		all[word] = true
	}
	if all["crossword"] && len(all) > 1 || len(all) == 0 {
		p.reportFaultAt(field, "a puzzle is a crossword or a sudoku")
	}
	return all
}

// readRows reads a field with rows of cells. A row whose length differs from that of the first row is a fault.
func (p *ipuzReader) readRows(name string) (grid [][]jsonValueAt) {
	field, has := p.fields[name]
	if !has {
		p.reportFault(0, len(p.inputText), ipuzHint, "the file has no field %s", name)
	}
	if !has || p.hasFault() {
		return nil
	}
	for _, row := range p.listElements(field) {
		grid = append(grid, p.listElements(row))
		if width := len(grid[0]); len(grid[len(grid)-1]) != width || width == 0 || width > maxSide ||
			len(grid) > maxSide || width*len(grid) > maxCells {
			p.reportFault(row.startOffset, len(row.rawText),
				fmt.Sprintf("all rows have as many cells, from 1 to %d", maxSide),
				"row %d of %s has %d cells", len(grid), name, len(grid[len(grid)-1]))
			return nil
		}
	}
	if len(grid) == 0 && !p.hasFault() {
		p.reportFaultAt(field, "%s has no rows", name)
	}
	return grid
}

// ipuzCell is a cell of a grid. A member that the file lacks has an empty rawText.
type ipuzCell struct{ cellValue, givenContent, given, style jsonValueAt }

// readCell reads a cell: a value alone, or an object.
func (p *ipuzReader) readCell(v jsonValueAt) ipuzCell {
	if p.hasFault() || len(v.rawText) == 0 || v.rawText[0] != '{' {
		return ipuzCell{cellValue: v}
	}
	m := p.objectMembers(v)
	return ipuzCell{m["cell"], m["value"], m["given"], m["style"]}
}

// ipuzCrossword is a crossword that is being read.
type ipuzCrossword struct {
	*ipuzReader
	rowCount, columnCount int
	gridCells             [][]jsonValueAt
	isBlock               [][]bool
	givenLetters          [][]string
	solutionCells         [][]jsonValueAt
	solutionLetters       [][]string // letters of the solution, by row and column; "" for a block
}

// crosswordText converts a crossword. Its text asks to put the words of its solution into the grid.
func (p *ipuzReader) crosswordText() string {
	w := &ipuzCrossword{ipuzReader: p, gridCells: p.readRows("puzzle")}
	if p.hasFault() {
		return ""
	}
	w.rowCount, w.columnCount = len(w.gridCells), len(w.gridCells[0])
	if field, has := p.fields["dimensions"]; has {
		sides := p.objectMembers(field)
		for k, side := range []string{"width", "height"} {
			if v, has := sides[side]; has && p.readWholeNumber(v, 1, maxSide) != []int{w.columnCount, w.rowCount}[k] {
				p.reportFaultAt(v, "the puzzle has %d rows of %d cells", w.rowCount, w.columnCount)
			}
		}
	}
	if zones := p.fields["zones"]; len(zones.rawText) > 0 && !isEmptyJSON(zones.rawText) {
		p.reportFaultAt(zones, "words in other places than rows and columns cannot be said")
	}
	w.readGrid()
	w.readSolution()
	return w.puzzleText()
}

// readGrid reads blocks and given letters.
func (w *ipuzCrossword) readGrid() {
	cells := make([][]ipuzCell, w.rowCount)
	for r, row := range w.gridCells {
		w.isBlock, w.givenLetters = append(w.isBlock, make([]bool, w.columnCount)),
			append(w.givenLetters, make([]string, w.columnCount))
		for c, v := range row {
			cell := w.readCell(v)
			cells[r] = append(cells[r], cell)
			if len(cell.cellValue.rawText) > 0 {
				w.isBlock[r][c] = string(cell.cellValue.rawText) == "null" ||
					string(w.readScalar(cell.cellValue)) == w.blockSymbol
			}
			if len(cell.givenContent.rawText) > 0 && !w.isBlock[r][c] {
				w.givenLetters[r][c] = w.readLetter(cell.givenContent)
			}
			if w.hasFault() {
				return
			}
		}
	}
	for r, row := range cells {
		for c, cell := range row {
			style := w.readStyle(cell.style)
			for side, step := range map[rune]cellPlace{'T': {-1, 0}, 'B': {1, 0}, 'L': {0, -1}, 'R': {0, 1}} {
				beside := r+step.row >= 0 && r+step.row < w.rowCount && c+step.column >= 0 &&
					c+step.column < w.columnCount &&
					!w.isBlock[r][c] && !w.isBlock[r+step.row][c+step.column]
				if beside && strings.ContainsRune(strings.ToUpper(style.BarredSides), side) {
					w.reportFaultAt(cell.style, "bars between cells cannot be said; blocks can")
					return
				}
			}
		}
	}
}

// readLetter reads a letter. It returns "" for null, for a number and for the text that stands for an empty cell.
func (w *ipuzCrossword) readLetter(v jsonValueAt) string {
	if len(v.rawText) == 0 || (v.rawText[0] != '"' && v.rawText[0] != '[' && v.rawText[0] != '{') {
		return ""
	}
	var text string
	if err := json.Unmarshal(v.rawText, &text); err != nil {
		w.reportFaultAt(v, "a cell with several letters cannot be said")
		return ""
	}
	text = strings.TrimSpace(text)
	if text == "" || text == w.emptySymbol {
		return ""
	}
	if runes := []rune(text); len(runes) != 1 || !unicode.IsLetter(runes[0]) && !unicode.IsNumber(runes[0]) {
		w.reportFault(v.startOffset, len(v.rawText), "each cell has one letter", "a cell with %q cannot be said", text)
		return ""
	}
	return text
}

// solutionHint is the hint for crosswords in files that do not contain the solution's letters.
const solutionHint = "write the grid as `given` of `words 5x5 from \"list.txt\"`, with # for each block"

// readSolution reads the letters of the solution.
func (w *ipuzCrossword) readSolution() {
	if w.hasFault() {
		return
	}
	if _, has := w.fields["solution"]; !has {
		w.reportFault(0, len(w.inputText), solutionHint, "the file has no solution, so that its words are not known")
		return
	}
	w.solutionCells = w.readRowsOfGridSize("solution")
	for r, row := range w.solutionCells {
		w.solutionLetters = append(w.solutionLetters, make([]string, w.columnCount))
		for c, v := range row {
			switch cell := w.readCell(v); {
			case w.isBlock[r][c] || w.hasFault():
			case len(v.rawText) > 0 && v.rawText[0] == '{':
				w.solutionLetters[r][c] = w.readLetter(cell.givenContent)
			default:
				w.solutionLetters[r][c] = w.readLetter(v)
			}
			if given := w.givenLetters[r][c]; given != "" && given != w.solutionLetters[r][c] && !w.hasFault() {
				w.reportFaultAt(v, "the letter %s is given where the solution has %s", given, w.solutionLetters[r][c])
			}
		}
	}
}

// readRowsOfGridSize reads a grid that must have the size of the puzzle.
func (w *ipuzCrossword) readRowsOfGridSize(name string) [][]jsonValueAt {
	grid := w.ipuzReader.readRows(name)
	if !w.hasFault() && (len(grid) != w.rowCount || len(grid[0]) != w.columnCount) {
		w.reportFaultAt(w.fields[name], "%s has not the size of the puzzle", name)
		return nil
	}
	return grid
}

// wordSlot is a run of at least two cells between blocks, which takes a word.
type wordSlot struct {
	isDown     bool
	slotCells  []cellPlace
	clueNumber int
}

// wordSlotsOf returns the slots of a grid, those of each direction in reading order, with the numbers of their clues.
func wordSlotsOf(isBlock [][]bool) (slots []wordSlot) {
	isCell := func(p cellPlace) bool {
		return p.row >= 0 && p.row < len(isBlock) && p.column >= 0 && p.column < len(isBlock[p.row]) &&
			!isBlock[p.row][p.column]
	}
	var down []wordSlot
	number := 0
	for r, row := range isBlock {
		for c := range row {
			begins := false
			for _, step := range []cellPlace{{0, 1}, {1, 0}} {
				first := cellPlace{r, c}
				if !isCell(first) || isCell(cellPlace{r - step.row, c - step.column}) ||
					!isCell(cellPlace{r + step.row, c + step.column}) {
					continue
				}
				if !begins {
					number, begins = number+1, true
				}
				s := wordSlot{isDown: step.row == 1, clueNumber: number}
				for q := first; isCell(q); q = (cellPlace{q.row + step.row, q.column + step.column}) {
					s.slotCells = append(s.slotCells, q)
				}
				if s.isDown {
					down = append(down, s)
				} else {
					slots = append(slots, s)
				}
			}
		}
	}
	return append(slots, down...)
}

// wordIn returns the letters in a slot.
func (s wordSlot) wordIn(letters [][]string) string {
	var out strings.Builder
	for _, c := range s.slotCells {
		out.WriteString(letters[c.row][c.column])
	}
	return out.String()
}

// giveLetterAgainstReflection adds a given letter if the grid equals its transpose, since otherwise the reflected
// solution would be another one.
func (w *ipuzCrossword) giveLetterAgainstReflection() {
	first := cellPlace{-1, -1}
	for r := range w.rowCount {
		for c := range w.columnCount {
			if w.rowCount != w.columnCount || w.isBlock[r][c] != w.isBlock[c][r] {
				return
			}
			if w.solutionLetters[r][c] == w.solutionLetters[c][r] {
				continue
			}
			if w.givenLetters[r][c] != "" {
				return
			}
			if first.row < 0 {
				first = cellPlace{r, c}
			}
		}
	}
	if first.row >= 0 {
		w.givenLetters[first.row][first.column] = w.solutionLetters[first.row][first.column]
	}
}

// giveLettersAgainstExchanges adds a given letter for each two words that could exchange their slots without changing
// any other word.
func (w *ipuzCrossword) giveLettersAgainstExchanges(slots []wordSlot) {
	words := map[cellPlace]int{} // for each cell, the number of words through it
	for _, s := range slots {
		for _, c := range s.slotCells {
			words[c]++
		}
	}
	for i, s := range slots {
		for _, t := range slots[:i] {
			if len(s.slotCells) != len(t.slotCells) {
				continue
			}
			var differ []cellPlace
			canChange := true
			for k, a := range s.slotCells {
				b := t.slotCells[k]
				if w.solutionLetters[a.row][a.column] != w.solutionLetters[b.row][b.column] {
					differ = append(differ, a)
					canChange = canChange && words[a] == 1 && words[b] == 1 &&
						w.givenLetters[a.row][a.column]+w.givenLetters[b.row][b.column] == ""
				}
			}
			if canChange && len(differ) > 0 {
				w.givenLetters[differ[0].row][differ[0].column] = w.solutionLetters[differ[0].row][differ[0].column]
			}
		}
	}
}

// puzzleText returns the puzzle in the language.
func (w *ipuzCrossword) puzzleText() string {
	if w.hasFault() {
		return ""
	}
	slots := wordSlotsOf(w.isBlock)
	var words []string
	isDistinct := true
	for _, s := range slots {
		for _, c := range s.slotCells {
			if v := w.solutionCells[c.row][c.column]; w.solutionLetters[c.row][c.column] == "" {
				w.reportFault(v.startOffset, len(v.rawText), solutionHint,
					"the solution lacks the letter in row %d, column %d",
					c.row+1, c.column+1)
				return ""
			}
		}
		word := s.wordIn(w.solutionLetters)
		if !strings.ContainsFunc(word, unicode.IsLetter) {
			w.reportFaultAt(w.fields["solution"], "%q has no letter, and is no word", word)
			return ""
		}
		if slices.Contains(words, word) {
			isDistinct = false
			continue
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		w.reportFaultAt(w.fields["puzzle"], "the grid has no place for a word")
		return ""
	}
	w.giveLetterAgainstReflection()
	w.giveLettersAgainstExchanges(slots)
	var out strings.Builder
	out.WriteString(w.titleAndDescription())
	if w.rowCount == 1 || w.columnCount == 1 {
		w.reportFaultAt(w.fields["puzzle"], "a grid of one row or column has no words in both directions")
		return ""
	}
	fmt.Fprintf(&out, "list word = %s\nwords %dx%d from word {\n", format.WordList(words), w.rowCount, w.columnCount)
	if isDistinct {
		out.WriteString("  distinct\n")
	}
	out.WriteString("  given \"\"\"\n")
	for r := range w.rowCount {
		out.WriteString("    ")
		for c := range w.columnCount {
			switch {
			case w.isBlock[r][c]:
				out.WriteString("#")
			case w.givenLetters[r][c] != "":
				out.WriteString(w.givenLetters[r][c])
			default:
				out.WriteString(".")
			}
		}
		out.WriteString("\n")
	}
	out.WriteString("  \"\"\"\n}\n")
	return out.String()
}

// titleAndDescription returns the title, and a description with the author, an introduction and the clues.
func (w *ipuzCrossword) titleAndDescription() string {
	var out strings.Builder
	if title := w.fieldLine("title"); title != "" {
		fmt.Fprintf(&out, "puzzle %s\n", quotedText(title))
	}
	var lines []string
	if author := w.fieldLine("author"); author != "" {
		lines = append(lines, "By "+author)
	}
	lines = append(lines, w.fieldLines("intro")...)
	lines = append(lines, w.clueLines()...)
	if len(lines) > 0 {
		out.WriteString("about \"\"\"\n")
		for _, line := range lines {
			out.WriteString("  " + line + "\n")
		}
		out.WriteString("\"\"\"\n")
	}
	return out.String()
}

// The directions of clues, as ipuz writes them.
const acrossWord, downWord = "Across", "Down"

// clueLines returns a line for each clue, below a line with its direction.
func (w *ipuzCrossword) clueLines() (lines []string) {
	field, has := w.fields["clues"]
	if !has || isEmptyJSON(field.rawText) || w.hasFault() {
		return nil
	}
	w.eachElement(field, '{', func(direction string, list jsonValueAt) {
		name, _, _ := strings.Cut(direction, ":")
		if name != acrossWord && name != downWord {
			w.reportFaultAt(list, "clues for %s cannot be said: words stand in rows and columns", name)
		}
		var clues []string
		for _, v := range w.listElements(list) {
			clues = append(clues, w.clueLine(v)...)
		}
		if len(clues) > 0 {
			lines = append(append(lines, name), clues...)
		}
	})
	return lines
}

// clueLine reads a clue: a text, a list of a number and a text, or an object.
func (w *ipuzCrossword) clueLine(v jsonValueAt) []string {
	var number, text jsonValueAt
	switch {
	case v.rawText[0] == '[':
		if list := w.listElements(v); len(list) > 1 {
			number, text = list[0], list[1]
		}
	case v.rawText[0] == '{':
		m := w.objectMembers(v)
		number, text = m["number"], m["clue"]
	default:
		text = v
	}
	line := strings.Join(plainLines(jsonText(text.rawText)), " ")
	if line == "" {
		return nil // a clue that is still empty
	}
	if len(number.rawText) > 0 && !w.hasFault() {
		line = strings.Join(plainLines(string(w.readScalar(number))), " ") + ". " + line
	}
	return plainLines(html.EscapeString(line))
}
