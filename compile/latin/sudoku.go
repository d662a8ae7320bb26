package latin

import (
	"fmt"
	"strings"
	"unicode"

	"quadrille/lang/source"
)

// ReadSudoku reads a sudoku in one line, the usual format: all cells row by row, with a dot or a 0 for each
// hole. Its order is a square: 4, 9, 16 and so on. Up to order 35 capital and small letters are equal. If the
// cells hold only letters, including one without a value in that order, A stands for 1: the letters of order 25
// are A to Y.
//
// The error is nil or a [source.DiagnosticList] of all faults.
func ReadSudoku(name, text string) (Square, error) {
	r, err := newSquareReader(name, text)
	if err != nil {
		return Square{}, err
	}
	if marks := r.sudokuLine(text); r.box > 0 {
		for i := range r.n {
			r.rows = append(r.rows, textRow{marks: marks[i*r.n : (i+1)*r.n], sure: true})
		}
	}
	s := r.readValues()
	if err := r.faults.ErrorOrNil(); err != nil {
		return Square{}, err
	}
	return s, nil
}

// sudokuLine returns the marks of all cells, and sets the order if there is one.
func (r *squareReader) sudokuLine(text string) (marks []rowMark) {
	line, more, _ := strings.Cut(strings.TrimRight(text, blanks+"\n"), "\n")
	cells := strings.TrimLeft(strings.TrimPrefix(line, source.ByteOrderMark), blanks)
	first := 1 + len(line) - len(cells)
	cells = strings.TrimRight(cells, blanks)
	for at, c := range cells {
		marks = append(marks, rowMark{c, textPlace{1, first + at}})
	}
	box := SideOfBoxes(len(marks))
	switch blank := strings.IndexAny(cells, blanks); {
	case more != "":
		r.addFault(textPlace{2, 1},
			"a sudoku in a line stands in this file, and another line; `puz solve --batch` solves one in each line")
	case blank >= 0:
		r.addFault(textPlace{1, first + blank},
			"a blank stands in this sudoku; remove it, and write a dot for each hole")
	case box == 0:
		r.addFault(textPlace{1, first},
			"a sudoku in a line has 16, 81, 256 or 625 characters, row by row, and this line has %d; write a dot for "+
				"each hole", len(marks))
	default:
		r.n, r.box = box*box, box
		read := r.plainRune
		if inLetters(cells, r.n) {
			read = fromLetter
		}
		for k := range marks {
			marks[k].c = read(marks[k].c)
		}
	}
	return marks
}

// inLetters reports whether a sudoku of order n uses the letters from A on for the values from 1 on: it has no
// digit but the 0 of holes, no letter after the n-th, and a letter that is too large as a value from 10 on.
func inLetters(cells string, n int) bool {
	highest := 0
	for _, c := range cells {
		switch letter := unicode.ToUpper(c); {
		case c == '.' || c == '0':
		case letter < 'A' || letter > 'Z' || int(letter-'A') >= n:
			return false
		default:
			highest = max(highest, int(letter-'A'))
		}
	}
	return highest+10 > n
}

// fromLetter returns the character of a letter's value in the text of a square.
func fromLetter(c rune) rune {
	if c == '.' || c == '0' {
		return rune(alphabet[0])
	}
	return rune(alphabet[unicode.ToUpper(c)-'A'+1])
}

// SudokuPuzzle reads a sudoku in a line as [ReadSudoku] does, and returns the text of a puzzle with the symbols
// of the line. If these are letters, solutions have letters as well.
func SudokuPuzzle(name, text string) (string, error) {
	s, err := ReadSudoku(name, text)
	if err != nil || !inLetters(strings.Trim(strings.TrimPrefix(text, source.ByteOrderMark), blanks+"\n"), s.Order()) {
		return s.SudokuText(), err
	}
	toLetter := func(c rune) rune {
		if v := strings.IndexRune(alphabet, c); v > 0 {
			return rune('A' + v - 1)
		}
		return c
	}
	letters := strings.Map(toLetter, alphabet[1:s.Order()+1])
	return puzzleText(strings.Map(toLetter, s.String()), fmt.Sprintf("%d with %q", s.Order(), letters),
		boxes(s.Order())), nil
}

// plainRune returns the character in the text of a square.
func (r *squareReader) plainRune(c rune) rune {
	switch {
	case c == '0':
		return rune(alphabet[0])
	case r.n <= strings.IndexByte(alphabet, 'z'):
		return unicode.ToLower(c)
	}
	return c
}

// SideOfBoxes returns the side of the boxes of a sudoku with a number of cells, which is the fourth power of
// the side; or 0 if there is none.
func SideOfBoxes(cells int) int {
	for side := 2; side*side <= MaxOrder; side++ {
		if side*side*side*side == cells {
			return side
		}
	}
	return 0
}

// IsSudoku reports whether a text looks like a sudoku in a line with a hole, or like several of them in
// separate lines, with an order that does not fit lines of a Latin square.
func IsSudoku(text []byte) bool {
	line, more, _ := strings.Cut(strings.TrimRight(string(text[:min(len(text), maxText)]), blanks+"\n"), "\n")
	line = strings.TrimRight(line, blanks)
	isOther := func(c rune) bool { return !strings.ContainsRune("0"+alphabet, c) }
	return SideOfBoxes(len(line)) > 0 && (more == "" || len(line) > MaxOrder) &&
		strings.ContainsAny(line, ".0") && !strings.ContainsFunc(line, isOther)
}

// LineText returns all cells row by row, in the format of [ReadSudoku], and a line end.
func (s Square) LineText() string { return strings.ReplaceAll(s.String(), "\n", "") + "\n" }

// SudokuText returns the text of a puzzle for the completions of a square with boxes. Its order must be a
// square.
func (s Square) SudokuText() string { return s.PuzzleText(boxes(s.Order())) }

// boxes returns the rule on the boxes of a sudoku.
func boxes(order int) string {
	side := SideOfBoxes(order * order)
	return fmt.Sprintf("distinct on boxes %dx%d", side, side)
}
