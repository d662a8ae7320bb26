package convert

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/latin"
)

// textLine is a line of a file, without trailing blanks, and the offset in the file at which the line begins.
type textLine struct {
	lineText    string
	startOffset int
}

// readLines returns the lines of a text.
func (r *textReader) readLines() (all []textLine) {
	at := 0
	for text := range strings.Lines(r.inputText) {
		all = append(all, textLine{strings.TrimRight(text, " \t\r\n"), at})
		at += len(text)
	}
	return all
}

var (
	nonSize  = lazyPattern(`(?m)^(width|height)[ \t]+(\d+)[ \t]*\r?$`)
	nonStart = lazyPattern(`(?m)^(rows|columns)[ \t]*\r?$`)
)

// isNonFormat reports whether a text looks like a nonogram in the format non.
func isNonFormat(text []byte) bool {
	head := text[:min(len(text), headBytes*8)]
	return nonSize().Match(head) && nonStart().Match(head)
}

// nonPuzzle converts a nonogram in the format of Steve Simpson: each line has a word and its value. Below the words
// rows and columns, each row and column has a line of numbers.
func nonPuzzle(r *textReader) (string, error) {
	s := &linkContent{gridsByName: map[string]numberGrid{"rows": {}, "columns": {}}}
	title, below := "", ""
	for _, l := range r.readLines() {
		word, value, _ := strings.Cut(l.lineText, " ")
		value = strings.TrimSpace(value)
		switch word {
		case "rows", "columns":
			below = word
			continue
		case "width":
			s.columnCount = readSideLength(r, value, l.startOffset, len(l.lineText))
			below = ""
			continue
		case "height":
			s.rowCount = readSideLength(r, value, l.startOffset, len(l.lineText))
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
			r.reportFault(l.startOffset, len(l.lineText),
				"leave the colors out, or write a line with matches for each clue",
				"nonograms with colors cannot be read")
		}
		if below == "" && l.lineText == "" || r.hasFault() {
			continue
		}
		if below == "" {
			r.reportFault(l.startOffset, len(l.lineText), "lines of clues stand below the words rows and columns",
				"%q has no meaning here", word)
			break
		}
		s.gridsByName[below] = append(s.gridsByName[below], readNonClue(r, l))
	}
	for name, count := range map[string]int{"rows": s.rowCount, "columns": s.columnCount} {
		g := s.gridsByName[name]
		// If the other lines suffice for all clues, an empty line is only a gap; otherwise it is a clue without runs.
		isEmpty := func(clue []int) bool { return clue == nil }
		if full := slices.DeleteFunc(slices.Clone(g), isEmpty); len(full) == count {
			g = full
		}
		for len(g) > count && g[len(g)-1] == nil {
			g = g[:len(g)-1]
		}
		if s.gridsByName[name] = g; len(g) != count || count == 0 {
			r.reportFault(0, 0, "width is the number of columns, and height that of rows",
				"%d lines of clues stand below %s in place of %d", len(g), name, count)
		}
	}
	if r.hasFault() {
		return "", r.faultError()
	}
	text, err := findGenre("nonogram").expandTemplate(s)
	if title != "" {
		text = "puzzle " + quotedText(title) + "\n" + text
	}
	return text, err
}

// readNonClue reads the clue of a line, which is nil for an empty line.
func readNonClue(r *textReader, l textLine) (clue []int) {
	if l.lineText != "" {
		clue = []int{}
	}
	for word := range strings.FieldsFuncSeq(l.lineText,
		func(c rune) bool { return c == ',' || c == ' ' || c == '\t' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > maxSide {
			r.reportFault(l.startOffset, len(l.lineText), "a clue is numbers with commas between them",
				"%q is no length of a run", word)
			return clue
		}
		if n > 0 {
			clue = append(clue, n)
		}
	}
	return clue
}

// gridBars are the characters that draw lines and frames in and around a grid.
const gridBars = "|!+-=*_:'`~ \t"

// sudokuLines returns the lines of a sudoku without comments, sections, bars and frames.
func sudokuLines(r *textReader) (all []textLine) {
	for _, l := range r.readLines() {
		if strings.HasPrefix(l.lineText, "#") || strings.HasPrefix(l.lineText, "[") ||
			strings.HasPrefix(l.lineText, "//") {
			continue
		}
		// A line of frame characters alone is skipped; within a line of cells, - and _ are empty cells.
		if strings.Trim(l.lineText, gridBars+".") == "" && !strings.Contains(l.lineText, ".") {
			continue
		}
		if strings.Trim(l.lineText, gridBars+".") == "" && strings.ContainsAny(l.lineText, "-+=") {
			continue
		}
		all = append(all, l)
	}
	return all
}

// cellsOfGridLine returns the cells of a line of a grid, with a dot for each empty cell, and the offset of each cell in
// the line.
func cellsOfGridLine(text string) (cells []byte, places []int) {
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

// isNoSudokuCell reports whether a character is neither a digit from 1 to 9 nor the dot of an open cell.
func isNoSudokuCell(c byte) bool { return c != '.' && (c < '1' || c > '9') }

// isSudokuGrid reports whether a text looks like a sudoku of nine lines with bars, comments or sections.
func isSudokuGrid(text []byte) bool {
	if len(text) > headBytes*8 || !bytes.ContainsAny(text, "|#[") {
		return false
	}
	rows := sudokuLines(&textReader{inputText: string(bytes.TrimSpace(text))})
	for _, l := range rows {
		cells, _ := cellsOfGridLine(l.lineText)
		if len(cells) != 9 || slices.ContainsFunc(cells, isNoSudokuCell) {
			return false
		}
	}
	return len(rows) == 9
}

// sudokuGridPuzzle converts a sudoku that is written in lines, which may have bars between the boxes, comments and
// sections.
func sudokuGridPuzzle(r *textReader) (string, error) {
	var cells []byte
	var places []int
	for _, l := range sudokuLines(r) {
		c, at := cellsOfGridLine(l.lineText)
		for k := range at {
			places = append(places, l.startOffset+at[k])
		}
		cells = append(cells, c...)
	}
	n := latin.SudokuBoxSide(len(cells))
	n *= n
	switch {
	case n == 0 && len(cells) > 81 && len(cells)%81 == 0:
		r.reportFault(places[81], 1, "`puz solve --batch` solves one in each line", "the file holds %d sudokus",
			len(cells)/81)
	case n == 0:
		r.reportFault(0, len(r.inputText), "a sudoku has 16, 81, 256 or 625 cells; write a dot for each hole",
			"the lines have %d cells", len(cells))
	}
	s := &linkContent{rowCount: n, columnCount: n, gridsByName: map[string]numberGrid{"given": newNumberGrid(n, n)}}
	for k, c := range cells {
		v := digitValue(c | 0x20)
		if c >= '0' && c <= '9' {
			v = int(c - '0')
		}
		switch {
		case r.hasFault() || c == '.':
		case v < 1 || v > n:
			r.reportFault(places[k], 1, "write a dot for each hole", "%q is no number from 1 to %d", string(c), n)
		default:
			s.gridsByName["given"][k/n][k%n] = v
		}
	}
	if r.hasFault() {
		return "", r.faultError()
	}
	return findGenre("sudoku").expandTemplate(s)
}
