package convert

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/latin"
)

// line is a line of a file, without blanks at its end, and the place where it begins.
type line struct {
	text string
	at   int
}

// lines returns the lines of a text.
func (r *reader) lines() (all []line) {
	at := 0
	for text := range strings.Lines(r.text) {
		all = append(all, line{strings.TrimRight(text, " \t\r\n"), at})
		at += len(text)
	}
	return all
}

var (
	nonSize  = lazyPattern(`(?m)^(width|height)[ \t]+(\d+)[ \t]*\r?$`)
	nonStart = lazyPattern(`(?m)^(rows|columns)[ \t]*\r?$`)
)

// isNon reports whether a text looks like a nonogram in the format non.
func isNon(text []byte) bool {
	head := text[:min(len(text), headBytes*8)]
	return nonSize().Match(head) && nonStart().Match(head)
}

// nonPuzzle converts a nonogram in the format of Steve Simpson: a word and its value on each line, and below the words
// rows and columns a line of numbers for each row and column.
func nonPuzzle(r *reader) (string, error) {
	s := &sheet{grids: map[string]grid{"rows": {}, "columns": {}}}
	title, below := "", ""
	for _, l := range r.lines() {
		word, value, _ := strings.Cut(l.text, " ")
		value = strings.TrimSpace(value)
		switch word {
		case "rows", "columns":
			below = word
			continue
		case "width":
			s.cols = sideOf(r, value, l.at, len(l.text))
			below = ""
			continue
		case "height":
			s.rows = sideOf(r, value, l.at, len(l.text))
			below = ""
			continue
		case "title":
			title = strings.Trim(value, `"`)
			below = ""
			continue
		case "catalogue", "catalog", "by", "copyright", "license", "goal", "saved":
			below = ""
			continue
		case "color", "colour":
			r.fail(l.at, len(l.text), "leave the colors out, or write a line with matches for each clue",
				"nonograms with colors cannot be read")
		}
		if below == "" && l.text == "" || r.isFailed() {
			continue
		}
		if below == "" {
			r.fail(l.at, len(l.text), "lines of clues stand below the words rows and columns",
				"%q has no meaning here", word)
			break
		}
		s.grids[below] = append(s.grids[below], nonClue(r, l))
	}
	for name, count := range map[string]int{"rows": s.rows, "columns": s.cols} {
		g := s.grids[name]
		// An empty line is a clue without runs if there are too few others, and a gap in the text otherwise.
		isEmpty := func(clue []int) bool { return clue == nil }
		if full := slices.DeleteFunc(slices.Clone(g), isEmpty); len(full) == count {
			g = full
		}
		for len(g) > count && g[len(g)-1] == nil {
			g = g[:len(g)-1]
		}
		if s.grids[name] = g; len(g) != count || count == 0 {
			r.fail(0, 0, "width is the number of columns, and height that of rows",
				"%d lines of clues stand below %s in place of %d", len(g), name, count)
		}
	}
	if r.isFailed() {
		return "", r.err()
	}
	text, err := findGenre("nonogram").source(s)
	if title != "" {
		text = "puzzle " + quoted(title) + "\n" + text
	}
	return text, err
}

// nonClue reads the clue of a line, which is nil for an empty line.
func nonClue(r *reader, l line) (clue []int) {
	if l.text != "" {
		clue = []int{}
	}
	for word := range strings.FieldsFuncSeq(l.text, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > maxSide {
			r.fail(l.at, len(l.text), "a clue is numbers with commas between them", "%q is no length of a run", word)
			return clue
		}
		if n > 0 {
			clue = append(clue, n)
		}
	}
	return clue
}

// gridBars are characters of lines and frames around a grid.
const gridBars = "|!+-=*_:'`~ \t"

// gridLines returns the lines of a sudoku without comments, sections, bars and frames.
func gridLines(r *reader) (all []line) {
	for _, l := range r.lines() {
		if strings.HasPrefix(l.text, "#") || strings.HasPrefix(l.text, "[") || strings.HasPrefix(l.text, "//") {
			continue
		}
		// A line of a frame alone says nothing; within a line of cells - and _ are holes.
		if strings.Trim(l.text, gridBars+".") == "" && !strings.Contains(l.text, ".") {
			continue
		}
		if strings.Trim(l.text, gridBars+".") == "" && strings.ContainsAny(l.text, "-+=") {
			continue
		}
		all = append(all, l)
	}
	return all
}

// cellMarks returns the cells of a line of a grid, a dot for each hole, and their places in the line.
func cellMarks(text string) (cells []byte, places []int) {
	for k := range len(text) {
		switch c := text[k]; {
		case strings.IndexByte("|!+=*: \t,", c) >= 0:
		case strings.IndexByte(".0-_?xX", c) >= 0:
			cells, places = append(cells, '.'), append(places, k)
		default:
			cells, places = append(cells, c), append(places, k)
		}
	}
	return cells, places
}

// isGrid reports whether a text looks like a sudoku of nine lines with bars, comments or sections.
func isGrid(text []byte) bool {
	if len(text) > headBytes*8 || !bytes.ContainsAny(text, "|#[") {
		return false
	}
	rows := gridLines(&reader{text: string(bytes.TrimSpace(text))})
	for _, l := range rows {
		cells, _ := cellMarks(l.text)
		if len(cells) != 9 || slices.ContainsFunc(cells, func(c byte) bool { return c != '.' && (c < '1' || c > '9') }) {
			return false
		}
	}
	return len(rows) == 9
}

// gridPuzzle converts a sudoku that stands in lines, with bars between the boxes, comments and sections.
func gridPuzzle(r *reader) (string, error) {
	var cells []byte
	var places []int
	for _, l := range gridLines(r) {
		c, at := cellMarks(l.text)
		for k := range at {
			places = append(places, l.at+at[k])
		}
		cells = append(cells, c...)
	}
	n := latin.SideOfBoxes(len(cells))
	n *= n
	switch {
	case n == 0 && len(cells) > 81 && len(cells)%81 == 0:
		r.fail(places[81], 1, "`puz solve --batch` solves one in each line", "the file holds %d sudokus", len(cells)/81)
	case n == 0:
		r.fail(0, len(r.text), "a sudoku has 16, 81, 256 or 625 cells; write a dot for each hole",
			"the lines have %d cells", len(cells))
	}
	s := &sheet{rows: n, cols: n, grids: map[string]grid{"given": newGrid(n, n)}}
	for k, c := range cells {
		v := digitValue(c | 0x20)
		if c >= '0' && c <= '9' {
			v = int(c - '0')
		}
		switch {
		case r.isFailed() || c == '.':
		case v < 1 || v > n:
			r.fail(places[k], 1, "write a dot for each hole", "%q is no number from 1 to %d", string(c), n)
		default:
			s.grids["given"][k/n][k%n] = v
		}
	}
	if r.isFailed() {
		return "", r.err()
	}
	return findGenre("sudoku").source(s)
}
