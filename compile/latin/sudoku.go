package latin

import (
	"fmt"
	"strings"
	"unicode"

	"quadrille/lang/source"
)

// ReadSudoku reads a sudoku in one line, the usual format: all cells row by row, with a dot or a 0 for each hole. Its
// order may be 4, 9, 16 and so on. Up to order 35 capital and small letters mean the same. A stands for 1, and not for
// 10, if the cells hold only letters and one of the letters would be too large otherwise: the letters of order 25 are A
// to Y.
//
// The error is nil or a [source.DiagnosticList] of all faults.
func ReadSudoku(name, text string) (Square, error) {
	r, err := newSquareReader(name, text)
	if err != nil {
		return Square{}, err
	}
	if marks := r.readSudokuLine(text); r.boxSide > 0 {
		for i := range r.commonRowWidth {
			r.textRows = append(r.textRows, textRow{rowMarks: marks[i*r.commonRowWidth : (i+1)*r.commonRowWidth],
				hasCertainWidth: true})
		}
	}
	s := r.readCellValues()
	if err := r.faultList.ErrorOrNil(); err != nil {
		return Square{}, err
	}
	return s, nil
}

// readSudokuLine returns the marks of all cells, and sets the order if the number of cells allows one.
func (r *squareReader) readSudokuLine(text string) (marks []rowMark) {
	line, more, _ := strings.Cut(strings.TrimRight(text, lineEndBlanks+"\n"), "\n")
	cells := strings.TrimLeft(strings.TrimPrefix(line, source.ByteOrderMark), lineEndBlanks)
	first := 1 + len(line) - len(cells)
	cells = strings.TrimRight(cells, lineEndBlanks)
	for at, c := range cells {
		marks = append(marks, rowMark{c, textPlace{1, first + at}})
	}
	box := SudokuBoxSide(len(marks))
	switch blank := strings.IndexAny(cells, lineEndBlanks); {
	case more != "":
		r.reportFault(textPlace{2, 1},
			"a sudoku in a line stands in this file, and another line; `puz solve --batch` solves one in each line")
	case blank >= 0:
		r.reportFault(textPlace{1, first + blank},
			"a blank stands in this sudoku; remove it, and write a dot for each hole")
	case box == 0:
		r.reportFault(textPlace{1, first},
			"a sudoku in a line has 16, 81, 256 or 625 characters, row by row, and this line has %d; write a dot for "+
				"each hole", len(marks))
	default:
		r.commonRowWidth, r.boxSide = box*box, box
		read := r.toSquareCharacter
		if usesLetters(cells, r.commonRowWidth) {
			read = valueCharacterOfLetter
		}
		for k := range marks {
			marks[k].character = read(marks[k].character)
		}
	}
	return marks
}

// usesLetters reports whether a sudoku of order n writes the values from 1 on as letters from A on. Such a sudoku has
// no digit but the 0 of holes, no letter after the n-th, and a letter that would be too large if A stood for 10.
func usesLetters(cells string, n int) bool {
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

// valueCharacterOfLetter returns the character for a value in the text of a square, given the letter for it, where A is
// 1.
func valueCharacterOfLetter(c rune) rune {
	if c == '.' || c == '0' {
		return rune(valueCharacters[0])
	}
	return rune(valueCharacters[unicode.ToUpper(c)-'A'+1])
}

// SudokuPuzzle reads a sudoku as [ReadSudoku] does, and returns the text of a puzzle with the symbols of the line. If
// these symbols are letters, solutions have letters as well.
func SudokuPuzzle(name, text string) (string, error) {
	s, err := ReadSudoku(name, text)
	if err != nil || !usesLetters(strings.Trim(strings.TrimPrefix(text, source.ByteOrderMark), lineEndBlanks+"\n"),
		s.Order()) {
		return s.SudokuText(), err
	}
	toLetter := func(c rune) rune {
		if v := strings.IndexRune(valueCharacters, c); v > 0 {
			return rune('A' + v - 1)
		}
		return c
	}
	letters := strings.Map(toLetter, valueCharacters[1:s.Order()+1])
	return puzzleText(strings.Map(toLetter, s.String()), fmt.Sprintf("%d with %q", s.Order(), letters),
		boxesRule(s.Order())), nil
}

// toSquareCharacter translates a character of the line that is read to the character for it in the text of a square.
func (r *squareReader) toSquareCharacter(c rune) rune {
	switch {
	case c == '0':
		return rune(valueCharacters[0])
	case r.commonRowWidth <= strings.IndexByte(valueCharacters, 'z'):
		return unicode.ToLower(c)
	}
	return c
}

// SudokuBoxSide returns the side of the boxes of a sudoku with the given number of cells. That number must be the
// fourth power of the side; otherwise the result is 0.
func SudokuBoxSide(cells int) int {
	for side := 2; side*side <= MaxOrder; side++ {
		if side*side*side*side == cells {
			return side
		}
	}
	return 0
}

// IsSudoku reports whether a text looks like a sudoku in one line, with a hole, or like several sudokus, one a line.
// Of several lines, the first must be too long for a row of a Latin square.
func IsSudoku(text []byte) bool {
	line, more, _ := strings.Cut(strings.TrimRight(string(text[:min(len(text), maxTextBytes)]), lineEndBlanks+"\n"),
		"\n")
	line = strings.TrimRight(line, lineEndBlanks)
	isOther := func(c rune) bool { return !strings.ContainsRune("0"+valueCharacters, c) }
	return SudokuBoxSide(len(line)) > 0 && (more == "" || len(line) > MaxOrder) &&
		strings.ContainsAny(line, ".0") && !strings.ContainsFunc(line, isOther)
}

// OneLineText returns all cells row by row in one line, as [ReadSudoku] reads them, with a line end.
func (s Square) OneLineText() string { return strings.ReplaceAll(s.String(), "\n", "") + "\n" }

// SudokuText returns the text of a puzzle that asks for the completions of a square with boxes. The order must be a
// square number.
func (s Square) SudokuText() string { return s.PuzzleText(boxesRule(s.Order())) }

// boxesRule returns the rule on the boxes of a sudoku.
func boxesRule(order int) string {
	side := SudokuBoxSide(order * order)
	return fmt.Sprintf("distinct on boxes %dx%d", side, side)
}
