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

// ipuzKinds is how the names of kinds of puzzles begin.
const ipuzKinds = "http://ipuz.org/"

// ipuzForm is how a file begins: as an object, or as one in the call of a function, which older files have.
var ipuzForm = lazyPattern(`^(?:[\w.]+\()?\s*\{`)

// isIpuz reports whether the beginning of a text looks like a puzzle in the format ipuz.
func isIpuz(head string) bool {
	return ipuzForm().MatchString(head) && strings.Contains(head, "ipuz.org/")
}

// ipuzHint is the hint of most errors.
const ipuzHint = "docs/formats.md says what can be read of ipuz"

// jsonPart is a value of JSON, and the place where it begins in the text.
type jsonPart struct {
	raw json.RawMessage
	at  int
}

// ipuzPuzzle converts a puzzle in the format ipuz.
func ipuzPuzzle(r *reader) (string, error) {
	p := &ipuzReader{reader: r, block: "#", empty: "0"}
	object := p.object()
	p.fields = p.members(object)
	for name, text := range map[string]*string{"block": &p.block, "empty": &p.empty} {
		if field, has := p.fields[name]; has {
			*text = string(p.scalar(field))
		}
	}
	p.readStyles()
	kinds := p.kinds()
	text := ""
	switch {
	case r.isFailed():
	case kinds["crossword"]:
		text = p.crossword()
	default:
		text = p.sudoku(kinds)
	}
	return text, r.err()
}

// ipuzReader reads a puzzle in the format ipuz.
type ipuzReader struct {
	*reader
	fields       map[string]jsonPart
	block, empty string               // what stands for a block, and for an empty cell
	styles       map[string]ipuzStyle // styles with names
}

// failAt notes a fault in a part of the text.
func (p *ipuzReader) failAt(v jsonPart, format string, args ...any) {
	p.fail(v.at, len(v.raw), ipuzHint, format, args...)
}

// object returns the object of the file, without the call of a function around it.
func (p *ipuzReader) object() jsonPart {
	head := ipuzForm().FindString(p.text)
	if head == "" {
		p.fail(0, len(p.text), ipuzHint, "the file is no object of JSON")
		return jsonPart{}
	}
	text := strings.TrimRight(p.text, " \t\r\n;")
	if strings.Contains(head, "(") {
		text = strings.TrimSuffix(text, ")")
	}
	return jsonPart{json.RawMessage(text[len(head)-1:]), len(head) - 1}
}

// elements calls do with each element of a list, or with the key and the value of each member of an object.
func (p *ipuzReader) elements(v jsonPart, open json.Delim, do func(key string, element jsonPart)) {
	decoder := json.NewDecoder(bytes.NewReader(v.raw))
	fail := func(err error) {
		if syntax, is := err.(*json.SyntaxError); is {
			at := max(0, int(syntax.Offset)-1) // of a sign, or of the blank before it
			for at < len(v.raw) && unicode.IsSpace(rune(v.raw[at])) {
				at++
			}
			p.fail(v.at+at, 1, "the file is JSON: look for a sign that is missing",
				"the file is damaged: %s", err)
			return
		}
		p.fail(v.at+len(v.raw), 0, "copy the whole file", "the file ends too early")
	}
	first, err := decoder.Token()
	if err != nil {
		fail(err)
		return
	}
	if first != open {
		p.failAt(v, "%s is wanted here", map[json.Delim]string{'[': "a list", '{': "an object"}[open])
		return
	}
	for decoder.More() && !p.isFailed() {
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
		do(key, jsonPart{raw, v.at + int(decoder.InputOffset()) - len(raw)})
	}
	if _, err := decoder.Token(); err != nil && !p.isFailed() {
		fail(err)
	}
}

// members returns the members of an object.
func (p *ipuzReader) members(v jsonPart) map[string]jsonPart {
	all := map[string]jsonPart{}
	p.elements(v, '{', func(key string, member jsonPart) { all[key] = member })
	return all
}

// list returns the elements of a list, at most maxCells of them.
func (p *ipuzReader) list(v jsonPart) (all []jsonPart) {
	p.elements(v, '[', func(_ string, element jsonPart) {
		if all = append(all, element); len(all) > maxCells {
			p.failAt(element, "a list has at most %d entries", maxCells)
		}
	})
	return all
}

// scalar reads a text or a number. It is "" for null.
func (p *ipuzReader) scalar(v jsonPart) jsonValue {
	var text jsonValue
	if err := json.Unmarshal(v.raw, &text); err != nil {
		p.failAt(v, "a text or a number is wanted here")
	}
	return text
}

// whole reads a whole number from the least to the greatest one that are allowed.
func (p *ipuzReader) whole(v jsonPart, least, greatest int) int {
	text := p.scalar(v)
	n, err := strconv.Atoi(string(text))
	if (err != nil || n < least || n > greatest) && !p.isFailed() {
		p.failAt(v, "%q is no whole number from %d to %d", string(text), least, greatest)
		return least
	}
	return n
}

// flag reads a field that is true or false.
func (p *ipuzReader) flag(name string, missing bool) bool {
	field, has := p.fields[name]
	if !has {
		return missing
	}
	on := missing
	if err := json.Unmarshal(field.raw, &on); err != nil {
		p.failAt(field, "%s is true or false", name)
	}
	return on
}

// htmlTag is what is left out of texts, which are HTML.
var htmlTag = lazyPattern(`<[^<>]*>`)

// plainLines returns the lines of a field of HTML as plain text.
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

// fieldLines returns the lines of a field of HTML, by its name.
func (p *ipuzReader) fieldLines(name string) []string { return plainLines(textOf(p.fields[name].raw)) }

// fieldLine returns a field of HTML as one line, by its name.
func (p *ipuzReader) fieldLine(name string) string { return strings.Join(p.fieldLines(name), " ") }

// ipuzStyle is what a style says about solutions: bars between cells, and signs. The rest is for the eye alone.
type ipuzStyle struct {
	Barred      string `json:"barred"`
	LessThan    string `json:"lessthan"`
	GreaterThan string `json:"greaterthan"`
	Equal       string `json:"equal"`
}

// readStyles reads the styles with names.
func (p *ipuzReader) readStyles() {
	p.styles = map[string]ipuzStyle{}
	if field, has := p.fields["styles"]; has && !isEmptyJSON(field.raw) && !p.isFailed() {
		for name, style := range p.members(field) {
			p.styles[name] = p.style(style)
		}
	}
}

// style reads a style, or the name of one.
func (p *ipuzReader) style(v jsonPart) (s ipuzStyle) {
	if len(v.raw) == 0 || isEmptyJSON(v.raw) {
		return s
	}
	var name string
	if json.Unmarshal(v.raw, &name) == nil {
		return p.styles[name]
	}
	if err := json.Unmarshal(v.raw, &s); err != nil {
		p.failAt(v, "a style is an object or the name of one, and its bars and signs are texts")
	}
	return s
}

// kinds returns the last words of the names of all kinds of the puzzle.
func (p *ipuzReader) kinds() map[string]bool {
	all := map[string]bool{}
	field, has := p.fields["kind"]
	if !has {
		p.fail(0, len(p.text), ipuzHint, "the file does not say what kind of puzzle it holds")
		return all
	}
	known := []string{"crossword", "crossword/crypticcrossword"}
	for _, k := range sudokuKinds {
		known = append(known, strings.TrimSuffix("sudoku/"+k, "/"))
	}
	for _, v := range p.list(field) {
		address, _, _ := strings.Cut(string(p.scalar(v)), "#")
		address = strings.Replace(strings.Replace(address, "https:", "http:", 1), "//www.", "//", 1)
		name := strings.TrimPrefix(address, ipuzKinds)
		word := name[strings.LastIndex(name, "/")+1:]
		if !slices.Contains(known, name) && !p.isFailed() {
			hint := "crosswords can be read, and sudokus of the kinds " + strings.Join(sudokuKinds[1:], ", ")
			p.fail(v.at, len(v.raw), hint, "a puzzle of the kind %q cannot be said", string(p.scalar(v)))
		}
		if family, _, _ := strings.Cut(name, "/"); family == "crossword" {
			word = family
		}
		all[word] = true
	}
	if all["crossword"] && len(all) > 1 || len(all) == 0 {
		p.failAt(field, "a puzzle is a crossword or a sudoku")
	}
	return all
}

// rows reads a field with rows of cells. Rows of another length than the first are faults.
func (p *ipuzReader) rows(name string) (grid [][]jsonPart) {
	field, has := p.fields[name]
	if !has {
		p.fail(0, len(p.text), ipuzHint, "the file has no field %s", name)
	}
	if !has || p.isFailed() {
		return nil
	}
	for _, row := range p.list(field) {
		grid = append(grid, p.list(row))
		if width := len(grid[0]); len(grid[len(grid)-1]) != width || width == 0 || width > maxSide ||
			len(grid) > maxSide || width*len(grid) > maxCells {
			p.fail(row.at, len(row.raw), fmt.Sprintf("all rows have as many cells, from 1 to %d", maxSide),
				"row %d of %s has %d cells", len(grid), name, len(grid[len(grid)-1]))
			return nil
		}
	}
	if len(grid) == 0 && !p.isFailed() {
		p.failAt(field, "%s has no rows", name)
	}
	return grid
}

// ipuzCell is a cell of a grid. A member that is missing has no raw text.
type ipuzCell struct{ cell, value, given, style jsonPart }

// cell reads a cell: a value alone, or an object.
func (p *ipuzReader) cell(v jsonPart) ipuzCell {
	if p.isFailed() || len(v.raw) == 0 || v.raw[0] != '{' {
		return ipuzCell{cell: v}
	}
	m := p.members(v)
	return ipuzCell{m["cell"], m["value"], m["given"], m["style"]}
}

// ipuzCrossword is a crossword while it is read.
type ipuzCrossword struct {
	*ipuzReader
	rows, cols int
	grid       [][]jsonPart
	isBlock    [][]bool
	given      [][]string
	solution   [][]jsonPart
	letters    [][]string // of the solution; "" for a block
}

// crossword converts a crossword. Its text asks to put the words of its solution into the grid.
func (p *ipuzReader) crossword() string {
	w := &ipuzCrossword{ipuzReader: p, grid: p.rows("puzzle")}
	if p.isFailed() {
		return ""
	}
	w.rows, w.cols = len(w.grid), len(w.grid[0])
	if field, has := p.fields["dimensions"]; has {
		sides := p.members(field)
		for k, side := range []string{"width", "height"} {
			if v, has := sides[side]; has && p.whole(v, 1, maxSide) != []int{w.cols, w.rows}[k] {
				p.failAt(v, "the puzzle has %d rows of %d cells", w.rows, w.cols)
			}
		}
	}
	if zones := p.fields["zones"]; len(zones.raw) > 0 && !isEmptyJSON(zones.raw) {
		p.failAt(zones, "words in other places than rows and columns cannot be said")
	}
	w.readGrid()
	w.readSolution()
	return w.puzzleText()
}

// readGrid reads blocks and letters that are given.
func (w *ipuzCrossword) readGrid() {
	cells := make([][]ipuzCell, w.rows)
	for r, row := range w.grid {
		w.isBlock, w.given = append(w.isBlock, make([]bool, w.cols)), append(w.given, make([]string, w.cols))
		for c, v := range row {
			cell := w.cell(v)
			cells[r] = append(cells[r], cell)
			if len(cell.cell.raw) > 0 {
				w.isBlock[r][c] = string(cell.cell.raw) == "null" || string(w.scalar(cell.cell)) == w.block
			}
			if len(cell.value.raw) > 0 && !w.isBlock[r][c] {
				w.given[r][c] = w.letter(cell.value)
			}
			if w.isFailed() {
				return
			}
		}
	}
	for r, row := range cells {
		for c, cell := range row {
			style := w.style(cell.style)
			for side, step := range map[rune]place{'T': {-1, 0}, 'B': {1, 0}, 'L': {0, -1}, 'R': {0, 1}} {
				beside := r+step.r >= 0 && r+step.r < w.rows && c+step.c >= 0 && c+step.c < w.cols &&
					!w.isBlock[r][c] && !w.isBlock[r+step.r][c+step.c]
				if beside && strings.ContainsRune(strings.ToUpper(style.Barred), side) {
					w.failAt(cell.style, "bars between cells cannot be said; blocks can")
					return
				}
			}
		}
	}
}

// letter reads a letter. It is "" for null, for a number and for what stands for an empty cell.
func (w *ipuzCrossword) letter(v jsonPart) string {
	if len(v.raw) == 0 || (v.raw[0] != '"' && v.raw[0] != '[' && v.raw[0] != '{') {
		return ""
	}
	var text string
	if err := json.Unmarshal(v.raw, &text); err != nil {
		w.failAt(v, "a cell with several letters cannot be said")
		return ""
	}
	text = strings.TrimSpace(text)
	if text == "" || text == w.empty {
		return ""
	}
	if runes := []rune(text); len(runes) != 1 || !unicode.IsLetter(runes[0]) && !unicode.IsNumber(runes[0]) {
		w.fail(v.at, len(v.raw), "each cell has one letter", "a cell with %q cannot be said", text)
		return ""
	}
	return text
}

// solutionHint is the hint for files whose words are not known.
const solutionHint = "write the grid as `given` of `words 5x5 from \"list.txt\"`, with # for each block"

// readSolution reads the letters of the solution.
func (w *ipuzCrossword) readSolution() {
	if w.isFailed() {
		return
	}
	if _, has := w.fields["solution"]; !has {
		w.fail(0, len(w.text), solutionHint, "the file has no solution, so that its words are not known")
		return
	}
	w.solution = w.rowsOf("solution")
	for r, row := range w.solution {
		w.letters = append(w.letters, make([]string, w.cols))
		for c, v := range row {
			switch cell := w.cell(v); {
			case w.isBlock[r][c] || w.isFailed():
			case len(v.raw) > 0 && v.raw[0] == '{':
				w.letters[r][c] = w.letter(cell.value)
			default:
				w.letters[r][c] = w.letter(v)
			}
			if given := w.given[r][c]; given != "" && given != w.letters[r][c] && !w.isFailed() {
				w.failAt(v, "the letter %s is given where the solution has %s", given, w.letters[r][c])
			}
		}
	}
}

// rowsOf reads a grid that must be as large as the puzzle.
func (w *ipuzCrossword) rowsOf(name string) [][]jsonPart {
	grid := w.ipuzReader.rows(name)
	if !w.isFailed() && (len(grid) != w.rows || len(grid[0]) != w.cols) {
		w.failAt(w.fields[name], "%s has not the size of the puzzle", name)
		return nil
	}
	return grid
}

// crossSlot is a run of two cells or more between blocks: a place for a word.
type crossSlot struct {
	isDown bool
	cells  []place
	number int
}

// crossSlots returns the places for words in a grid, those of each direction in reading order, with their numbers.
func crossSlots(isBlock [][]bool) (slots []crossSlot) {
	isCell := func(p place) bool {
		return p.r >= 0 && p.r < len(isBlock) && p.c >= 0 && p.c < len(isBlock[p.r]) && !isBlock[p.r][p.c]
	}
	var down []crossSlot
	number := 0
	for r, row := range isBlock {
		for c := range row {
			begins := false
			for _, step := range []place{{0, 1}, {1, 0}} {
				first := place{r, c}
				if !isCell(first) || isCell(place{r - step.r, c - step.c}) || !isCell(place{r + step.r, c + step.c}) {
					continue
				}
				if !begins {
					number, begins = number+1, true
				}
				s := crossSlot{isDown: step.r == 1, number: number}
				for q := first; isCell(q); q = (place{q.r + step.r, q.c + step.c}) {
					s.cells = append(s.cells, q)
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

// word returns the letters in a place for a word.
func (s crossSlot) word(letters [][]string) string {
	var out strings.Builder
	for _, c := range s.cells {
		out.WriteString(letters[c.r][c.c])
	}
	return out.String()
}

// breakReflection gives a letter if the grid looks the same when rows and columns are exchanged: otherwise the words
// fit in both ways.
func (w *ipuzCrossword) breakReflection() {
	first := place{-1, -1}
	for r := range w.rows {
		for c := range w.cols {
			if w.rows != w.cols || w.isBlock[r][c] != w.isBlock[c][r] {
				return
			}
			if w.letters[r][c] == w.letters[c][r] {
				continue
			}
			if w.given[r][c] != "" {
				return
			}
			if first.r < 0 {
				first = place{r, c}
			}
		}
	}
	if first.r >= 0 {
		w.given[first.r][first.c] = w.letters[first.r][first.c]
	}
}

// breakExchanges gives a letter of each two words that could change places without any other word.
func (w *ipuzCrossword) breakExchanges(slots []crossSlot) {
	words := map[place]int{} // the number of words on a cell
	for _, s := range slots {
		for _, c := range s.cells {
			words[c]++
		}
	}
	for i, s := range slots {
		for _, t := range slots[:i] {
			if len(s.cells) != len(t.cells) {
				continue
			}
			var differ []place
			canChange := true
			for k, a := range s.cells {
				b := t.cells[k]
				if w.letters[a.r][a.c] != w.letters[b.r][b.c] {
					differ = append(differ, a)
					canChange = canChange && words[a] == 1 && words[b] == 1 && w.given[a.r][a.c]+w.given[b.r][b.c] == ""
				}
			}
			if canChange && len(differ) > 0 {
				w.given[differ[0].r][differ[0].c] = w.letters[differ[0].r][differ[0].c]
			}
		}
	}
}

// puzzleText returns the puzzle in the language.
func (w *ipuzCrossword) puzzleText() string {
	if w.isFailed() {
		return ""
	}
	slots := crossSlots(w.isBlock)
	var words []string
	isDistinct := true
	for _, s := range slots {
		for _, c := range s.cells {
			if v := w.solution[c.r][c.c]; w.letters[c.r][c.c] == "" {
				w.fail(v.at, len(v.raw), solutionHint, "the solution lacks the letter in row %d, column %d",
					c.r+1, c.c+1)
				return ""
			}
		}
		word := s.word(w.letters)
		if !strings.ContainsFunc(word, unicode.IsLetter) {
			w.failAt(w.fields["solution"], "%q has no letter, and is no word", word)
			return ""
		}
		if slices.Contains(words, word) {
			isDistinct = false
			continue
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		w.failAt(w.fields["puzzle"], "the grid has no place for a word")
		return ""
	}
	w.breakReflection()
	w.breakExchanges(slots)
	var out strings.Builder
	out.WriteString(w.remarks())
	if w.rows == 1 || w.cols == 1 {
		w.failAt(w.fields["puzzle"], "a grid of one row or column has no words in both directions")
		return ""
	}
	fmt.Fprintf(&out, "list word = %s\nwords %dx%d from word {\n", format.WordList(words), w.rows, w.cols)
	if isDistinct {
		out.WriteString("  distinct\n")
	}
	out.WriteString("  given \"\"\"\n")
	for r := range w.rows {
		out.WriteString("    ")
		for c := range w.cols {
			switch {
			case w.isBlock[r][c]:
				out.WriteString("#")
			case w.given[r][c] != "":
				out.WriteString(w.given[r][c])
			default:
				out.WriteString(".")
			}
		}
		out.WriteString("\n")
	}
	out.WriteString("  \"\"\"\n}\n")
	return out.String()
}

// remarks returns the title, and a description with the author, an introduction and the clues.
func (w *ipuzCrossword) remarks() string {
	var out strings.Builder
	if title := w.fieldLine("title"); title != "" {
		fmt.Fprintf(&out, "puzzle %s\n", quoted(title))
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

// The directions of clues.
const acrossWord, downWord = "Across", "Down"

// clueLines returns a line for each clue, below a line with its direction.
func (w *ipuzCrossword) clueLines() (lines []string) {
	field, has := w.fields["clues"]
	if !has || isEmptyJSON(field.raw) || w.isFailed() {
		return nil
	}
	w.elements(field, '{', func(direction string, list jsonPart) {
		name, _, _ := strings.Cut(direction, ":")
		if name != acrossWord && name != downWord {
			w.failAt(list, "clues for %s cannot be said: words stand in rows and columns", name)
		}
		var clues []string
		for _, v := range w.list(list) {
			clues = append(clues, w.clueLine(v)...)
		}
		if len(clues) > 0 {
			lines = append(append(lines, name), clues...)
		}
	})
	return lines
}

// clueLine reads a clue: a text, a list of a number and a text, or an object.
func (w *ipuzCrossword) clueLine(v jsonPart) []string {
	var number, text jsonPart
	switch {
	case v.raw[0] == '[':
		if list := w.list(v); len(list) > 1 {
			number, text = list[0], list[1]
		}
	case v.raw[0] == '{':
		m := w.members(v)
		number, text = m["number"], m["clue"]
	default:
		text = v
	}
	line := strings.Join(plainLines(textOf(text.raw)), " ")
	if line == "" {
		return nil // a clue that is not written yet
	}
	if len(number.raw) > 0 && !w.isFailed() {
		line = strings.Join(plainLines(string(w.scalar(number))), " ") + ". " + line
	}
	return plainLines(html.EscapeString(line))
}
