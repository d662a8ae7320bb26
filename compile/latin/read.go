package latin

import (
	"fmt"
	"strings"
	"unicode"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// maxText bounds the text to read, in bytes: many times the size of the largest square.
const maxText = 1 << 16

// ReadSquare reads a square as [Square.String] writes it. Line ends may be CRLF, a byte order mark may precede
// the text, and blanks at the end of a line and blank lines at the end of the text are ignored. The name of the
// text is used in errors.
//
// The error is nil or a [source.DiagnosticList] of all faults. Consequences of another fault are not reported:
// a row of the wrong width is not compared with other rows, and surplus rows and cells are not examined.
func ReadSquare(name, text string) (Square, error) {
	r, err := newSquareReader(name, text)
	if err != nil {
		return Square{}, err
	}
	r.splitRows(strings.TrimPrefix(text, source.ByteOrderMark))
	var s Square
	if r.findOrder(); r.n > 0 {
		r.checkShape()
		s = r.readValues()
	}
	if err := r.faults.ErrorOrNil(); err != nil {
		return Square{}, err
	}
	return s, nil
}

// squareReader reads a text in steps: lines, then the order, then the shape, then the values. A step that
// cannot compute what a later one needs ends the reading.
type squareReader struct {
	file   *source.File
	faults source.DiagnosticList
	rows   []textRow
	end    int // number of the line after the last row
	n      int // width that most lines have
	box    int // side of the boxes of a sudoku, or 0
}

func newSquareReader(name, text string) (squareReader, error) {
	file, err := source.NewFileWithin(maxText, name, []byte(text), codes.BadSquare,
		fmt.Sprintf("a square of order %d, the largest, has %d", MaxOrder, MaxOrder*(MaxOrder+1)))
	return squareReader{file: file}, err
}

// textRow is a line of the text that is not blank.
type textRow struct {
	marks []rowMark
	end   textPlace // place after the last mark
	sure  bool      // whether its width is certain: no blanks stand between its marks
}

// rowMark is a character of a row.
type rowMark struct {
	c rune
	textPlace
}

// textPlace is a place in the text. Both numbers count from 1, columns in bytes.
type textPlace struct{ line, column int }

// addFault reports a fault of a character. After a semicolon, the message says how to correct it.
func (r *squareReader) addFault(at textPlace, format string, args ...any) {
	what, mend, _ := strings.Cut(fmt.Sprintf(format, args...), "; ")
	r.faults.AddError(codes.BadSquare, r.file.CharacterSpan(at.line, at.column), mend, "%s", what)
}

// blanks are the characters that are ignored at the end of a line.
const blanks = " \t\r\v\f"

// splitRows splits the text into rows.
func (r *squareReader) splitRows(text string) {
	lines := strings.Split(strings.TrimRight(text, blanks+"\n"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, blanks)
		switch {
		case line != "":
			r.addRow(i+1, line)
		case len(lines) == 1:
			r.addFault(textPlace{1, 1},
				"there is no square here; write n lines of n characters, with a dot for each hole")
		case i == 0 || strings.TrimRight(lines[i-1], blanks) != "": // one fault for several consecutive blank lines
			r.addFault(textPlace{i + 1, 1},
				"a blank line stands before a row; remove it, or write a row of holes as dots")
		}
	}
	r.end = len(lines) + 1
}

func (r *squareReader) addRow(number int, line string) {
	w := textRow{end: textPlace{number, len(line) + 1}, sure: true}
	for at, c := range line {
		m := rowMark{c, textPlace{number, at + 1}}
		w.marks = append(w.marks, m)
		if strings.ContainsRune(blanks, c) && w.sure {
			w.sure = false
			r.addFault(m.textPlace, "a blank stands in this row; remove all of them, and write a dot for each hole")
		}
	}
	r.rows = append(r.rows, w)
}

// findOrder finds the width that most rows have. Of several such widths it prefers the number of rows, and then
// the first. Widths above MaxOrder are not considered.
func (r *squareReader) findOrder() {
	votes := map[int]int{}
	for _, w := range r.rows {
		if w.sure {
			votes[len(w.marks)]++
		}
	}
	for _, w := range r.rows {
		n := len(w.marks)
		if w.sure && (votes[n] > votes[r.n] || votes[n] == votes[r.n] && n == len(r.rows)) {
			r.n = n
		}
	}
	for _, w := range r.rows {
		if w.sure && r.n > MaxOrder && len(w.marks) > MaxOrder {
			r.addFault(w.marks[MaxOrder].textPlace,
				"this line has %d characters; a square has at most %d rows and columns", len(w.marks), MaxOrder)
			r.n = 0
		}
	}
}

// checkShape compares the number of rows and their widths with the order, and drops surplus rows and cells.
func (r *squareReader) checkShape() {
	switch rows := len(r.rows); {
	case rows < r.n:
		r.addFault(textPlace{r.end, 1}, "there are only %d lines, and lines have %d characters; add %s", rows, r.n,
			source.Plural(r.n-rows, "line"))
	case rows > r.n:
		r.addFault(textPlace{r.rows[r.n].end.line, 1},
			"there are %d lines, and lines have %d characters; remove %s, or make all lines longer",
			rows, r.n, source.Plural(rows-r.n, "line"))
		r.rows = r.rows[:r.n]
	}
	for i := range r.rows {
		w := &r.rows[i]
		width := len(w.marks)
		switch {
		case !w.sure:
		case width < r.n:
			r.addFault(w.end, "this line has only %d of %d characters; add %s, a dot for each hole", width, r.n,
				source.Plural(r.n-width, "character"))
			w.sure = false
		case width > r.n:
			r.addFault(w.marks[r.n].textPlace,
				"this line has %d characters, and should have %d as others do; remove %s",
				width, r.n, source.Plural(width-r.n, "character"))
			w.marks, w.sure = w.marks[:r.n], false
		}
	}
}

// valueUse is the occurrence of a value in a row, column or box.
type valueUse struct {
	line          string // "row", "column" or "box"
	number, value int
}

// readValues returns the square, and checks every mark. Values are compared within a column only in rows of the
// right width, as in other rows the columns are uncertain.
func (r *squareReader) readValues() Square {
	s, used := NewSquare(r.n), map[valueUse]textPlace{}
	for i, w := range r.rows {
		for j, m := range w.marks {
			v := r.markValue(m)
			if v <= 0 {
				continue
			}
			r.recordUse(m, valueUse{"row", i, v}, used)
			if w.sure {
				r.recordUse(m, valueUse{"column", j, v}, used)
				s.Cells[i][j] = v
			}
			if r.box > 0 {
				r.recordUse(m, valueUse{"box", i/r.box*r.box + j/r.box, v}, used)
			}
		}
	}
	return s
}

// markValue returns the value of a mark, or at most 0 if it has no valid value.
func (r *squareReader) markValue(m rowMark) int {
	v := strings.IndexRune(alphabet, m.c)
	switch {
	case strings.ContainsRune(blanks, m.c): // reported with its row
	case m.c == '0':
		r.addFault(m.textPlace, "0 is no value; write a dot for a hole, and a for 10")
	case v < 0:
		r.addFault(m.textPlace,
			"%q stands for nothing; write a dot for a hole, and 1 to 9, a to z, A to Z for the values 1 to %d", m.c,
			MaxOrder)
	case v > r.n: // some authors write capital letters for the values from 10
		mend := "write a smaller one"
		if small := unicode.ToLower(m.c); small != m.c && strings.IndexRune(alphabet, small) <= r.n {
			mend = fmt.Sprintf("write %c for %d", small, strings.IndexRune(alphabet, small))
		}
		r.addFault(m.textPlace, "%c is the value %d, and the values of a square of order %d are 1 to %d; %s", m.c, v,
			r.n, r.n, mend)
		return 0
	}
	return v
}

// recordUse records a value in a line, and reports it if it was there before.
func (r *squareReader) recordUse(m rowMark, u valueUse, used map[valueUse]textPlace) {
	first, twice := used[u]
	if !twice {
		used[u] = m.textPlace
		return
	}
	where := fmt.Sprintf("column %d", first.column)
	if first.line != m.line {
		where = fmt.Sprintf("line %d, %s", first.line, where)
	}
	r.addFault(m.textPlace,
		"%c stands twice in this %s: here and at %s; change one of them, or make it a hole with a dot", m.c, u.line,
		where)
}
