package latin

import (
	"strconv"
	"strings"
)

// maxText is the length in bytes of the longest text that is read: many times
// what a square needs.
const maxText = 1 << 16

// Read reads a square as [Square.String] writes it. Line ends may be CRLF, a
// byte order mark may stand in front, and blanks at the end of a line and
// blank lines at the end of the text mean nothing. The name of the text stands
// in the errors.
//
// The error is nil or of type [Faults], with all that is wrong in one go. What
// is only the consequence of another fault is left out: a row of the wrong
// width is not compared with other rows, and what is too much is not looked at.
func Read(name, text string) (Square, error) {
	r := reader{notes: notes{name: name}}
	r.read(text)
	if err := r.err(); err != nil {
		return Square{}, err
	}
	return r.square(), nil
}

// reader reads a text in steps: lines, then the order, then the shape, then the
// values. A step that cannot tell what a later one needs ends the reading.
type reader struct {
	notes
	rows []row
	end  int // the number of the line after the last row
	n    int // the order that most lines agree on
}

// row is a line of the text that is not blank.
type row struct {
	line  int
	marks []mark
	end   int  // the column behind the last mark
	sure  bool // its width is known: no blanks stand between its marks
}

// mark is a character of a row.
type mark struct {
	c      rune
	column int // in bytes, from 1
}

func (r *reader) read(text string) {
	if len(text) > maxText {
		r.fault(spot{1, 1}, "the text has more than %d bytes; a square of order %d, the largest, has %d", maxText, MaxOrder, MaxOrder*(MaxOrder+1))
		return
	}
	r.lines(strings.TrimPrefix(text, "\ufeff"))
	r.order()
	switch {
	case r.n == 0:
		return
	case r.n > MaxOrder:
		r.tooWide()
		return
	}
	r.height()
	r.widths()
	r.values()
}

// blanks are the characters that mean nothing at the end of a line.
const blanks = " \t\r\v\f"

// lines splits the text into rows.
func (r *reader) lines(text string) {
	lines := strings.Split(strings.TrimRight(text, blanks+"\n"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, blanks)
		switch {
		case line != "":
			r.row(i+1, line)
		case len(lines) == 1:
			r.fault(spot{1, 1}, "there is no square here; write n lines of n characters, with a dot for each hole")
		case i == 0 || strings.TrimRight(lines[i-1], blanks) != "": // one fault for several blank lines
			r.fault(spot{i + 1, 1}, "a blank line stands before a row; remove it, or write a row of holes as dots")
		}
	}
	r.end = len(lines) + 1
}

func (r *reader) row(number int, line string) {
	w := row{line: number, end: len(line) + 1, sure: true}
	for at, c := range line {
		w.marks = append(w.marks, mark{c, at + 1})
		if strings.ContainsRune(blanks, c) && w.sure {
			w.sure = false
			r.fault(spot{number, at + 1}, "a blank stands in this row; remove all of them, and write a dot for each hole")
		}
	}
	r.rows = append(r.rows, w)
}

// order finds the width that most rows have. Among several it prefers the one
// that is the number of rows, and then the first.
func (r *reader) order() {
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
}

// tooWide reports the first row that is too wide for any square.
func (r *reader) tooWide() {
	for _, w := range r.rows {
		if w.sure && len(w.marks) > MaxOrder {
			r.fault(w.spot(MaxOrder), "this line has %d characters; a square has at most %d rows and columns", len(w.marks), MaxOrder)
			return
		}
	}
}

// height compares the number of rows with the order, and drops those that are
// too many.
func (r *reader) height() {
	switch rows := len(r.rows); {
	case rows < r.n:
		r.fault(spot{r.end, 1}, "there are only %d lines, and lines have %d characters; add %s", rows, r.n, count(r.n-rows, "line"))
	case rows > r.n:
		r.fault(spot{r.rows[r.n].line, 1}, "there are %d lines, and lines have %d characters; remove %s, or make all lines longer", rows, r.n, count(rows-r.n, "line"))
		r.rows = r.rows[:r.n]
	}
}

// widths compares the width of each row with the order.
func (r *reader) widths() {
	for i := range r.rows {
		w := &r.rows[i]
		width := len(w.marks)
		switch {
		case !w.sure:
		case width < r.n:
			r.fault(w.spot(width), "this line has only %d of %d characters; add %s, a dot for each hole", width, r.n, count(r.n-width, "character"))
			w.sure = false
		case width > r.n:
			r.fault(w.spot(r.n), "this line has %d characters, and should have %d as others do; remove %s", width, r.n, count(width-r.n, "character"))
			w.marks, w.sure = w.marks[:r.n], false
		}
	}
}

// spot is the place of the mark j, or of the end of the row.
func (w row) spot(j int) spot {
	if j < len(w.marks) {
		return spot{w.line, w.marks[j].column}
	}
	return spot{w.line, w.end}
}

// square returns the square of a text without faults.
func (r *reader) square() Square {
	s := New(r.n)
	for i, w := range r.rows {
		for j, m := range w.marks {
			s.Cells[i][j] = value(m.c)
		}
	}
	return s
}

// value returns what a character stands for: 0 for a hole, and -1 for nothing.
func value(c rune) int { return strings.IndexRune(alphabet, c) }

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
