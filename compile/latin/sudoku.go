package latin

import (
	"fmt"
	"strings"
	"unicode"

	"quadrille/lang/source"
)

// ReadSudoku reads a sudoku in one line, as is usual: all cells row by row, with a dot or a
// 0 for each hole. Its order is a square: 4, 9, 16 and so on. Up to order 35 a capital
// letter stands for the same as the small one.
//
// The error is nil or of type [source.List], with what is wrong in one go.
func ReadSudoku(name, text string) (Square, error) {
	r, err := newReader(name, text)
	if err != nil {
		return Square{}, err
	}
	if marks := r.sudokuLine(text); r.box > 0 {
		for i := range r.n {
			r.rows = append(r.rows, row{marks: marks[i*r.n : (i+1)*r.n], sure: true})
		}
	}
	s := r.values()
	if err := r.faults.Err(); err != nil {
		return Square{}, err
	}
	return s, nil
}

// sudokuLine returns the marks of all cells and finds the order, if there is one.
func (r *reader) sudokuLine(text string) (marks []mark) {
	line, more, _ := strings.Cut(strings.TrimRight(text, blanks+"\n"), "\n")
	cells := strings.TrimLeft(strings.TrimPrefix(line, source.ByteOrderMark), blanks)
	first := 1 + len(line) - len(cells)
	cells = strings.TrimRight(cells, blanks)
	for at, c := range cells {
		marks = append(marks, mark{c, spot{1, first + at}})
	}
	box := SideOfBoxes(len(marks))
	switch blank := strings.IndexAny(cells, blanks); {
	case more != "":
		r.fault(spot{2, 1}, "a sudoku in a line stands in this file, and another line; `puz solve --batch` solves one in each line")
	case blank >= 0:
		r.fault(spot{1, first + blank}, "a blank stands in this sudoku; remove it, and write a dot for each hole")
	case box == 0:
		r.fault(spot{1, first}, "a sudoku in a line has 16, 81, 256 or 625 characters, row by row, and this line has %d; write a dot for each hole", len(marks))
	default:
		r.n, r.box = box*box, box
		for k := range marks {
			marks[k].c = r.plain(marks[k].c)
		}
	}
	return marks
}

// plain returns the character as squares have it.
func (r *reader) plain(c rune) rune {
	switch {
	case c == '0':
		return rune(alphabet[0])
	case r.n <= strings.IndexByte(alphabet, 'z'):
		return unicode.ToLower(c)
	}
	return c
}

// SideOfBoxes returns the side of the boxes of a sudoku by its number of cells, which is the
// fourth power of that; or 0 if there is none.
func SideOfBoxes(cells int) int {
	for side := 2; side*side <= MaxOrder; side++ {
		if side*side*side*side == cells {
			return side
		}
	}
	return 0
}

// IsSudoku reports whether a text looks like a sudoku in a line with a hole, or like several
// in a line each, of an order that lines of a Latin square do not have.
func IsSudoku(text []byte) bool {
	line, more, _ := strings.Cut(strings.TrimRight(string(text[:min(len(text), maxText)]), blanks+"\n"), "\n")
	line = strings.TrimRight(line, blanks)
	isOther := func(c rune) bool { return !strings.ContainsRune("0"+alphabet, c) }
	return SideOfBoxes(len(line)) > 0 && (more == "" || len(line) > MaxOrder) &&
		strings.ContainsAny(line, ".0") && !strings.ContainsFunc(line, isOther)
}

// Line returns all cells row by row, as [ReadSudoku] takes them, and an end of line.
func (s Square) Line() string { return strings.ReplaceAll(s.String(), "\n", "") + "\n" }

// Sudoku returns the text of a puzzle that asks for the completions of a square with boxes.
// Its order is a square.
func (s Square) Sudoku() string {
	box := SideOfBoxes(s.Order() * s.Order())
	return s.Puzzle(fmt.Sprintf("boxes %dx%d", box, box))
}
