package latin

import (
	"fmt"
	"strings"
	"unicode"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// maxTextBytes bounds the size of a text to be read. It is many times the size of the largest square.
const maxTextBytes = 1 << 16

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
	if r.findSquareOrder(); r.commonRowWidth > 0 {
		r.checkRowCountAndWidths()
		s = r.readCellValues()
	}
	if err := r.faultList.ErrorOrNil(); err != nil {
		return Square{}, err
	}
	return s, nil
}

// squareReader reads a text in steps: its lines, its order, its shape, and then the values. Reading ends when a step
// fails that the next step needs.
type squareReader struct {
	file                *source.File
	faultList           source.DiagnosticList
	textRows            []textRow
	lineNumberAfterRows int // number of the line after the last row, counted from 1
	commonRowWidth      int // number of characters that most rows have
	boxSide             int // side of the boxes of a sudoku, or 0 if the text is none
}

func newSquareReader(name, text string) (squareReader, error) {
	file, err := source.NewFileWithin(maxTextBytes, name, []byte(text), codes.BadSquare,
		fmt.Sprintf("a square of order %d, the largest, has %d", MaxOrder, MaxOrder*(MaxOrder+1)))
	return squareReader{file: file}, err
}

// textRow is a line of the text that is not blank.
type textRow struct {
	rowMarks        []rowMark
	rowEnd          textPlace // place in the text after the last character of the row
	hasCertainWidth bool      // whether the width is certain, as no blanks are between the marks
}

// rowMark is a character of a row, with its place in the text.
type rowMark struct {
	character rune
	textPlace
}

// textPlace is a place in a text: a line and a column in bytes, both counted from 1.
type textPlace struct{ line, column int }

// reportFault reports a fault at a place. After a semicolon the message says how to correct the text.
func (r *squareReader) reportFault(at textPlace, format string, args ...any) {
	what, mend, _ := strings.Cut(fmt.Sprintf(format, args...), "; ")
	r.faultList.AddError(codes.BadSquare, r.file.CharacterSpan(at.line, at.column), mend, "%s", what)
}

// lineEndBlanks are the characters that are ignored at the end of a line.
const lineEndBlanks = " \t\r\v\f"

// splitRows splits the text into rows.
func (r *squareReader) splitRows(text string) {
	lines := strings.Split(strings.TrimRight(text, lineEndBlanks+"\n"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, lineEndBlanks)
		switch {
		case line != "":
			r.addTextRow(i+1, line)
		case len(lines) == 1:
			r.reportFault(textPlace{1, 1},
				"there is no square here; write n lines of n characters, with a dot for each hole")
		case i == 0 || strings.TrimRight(lines[i-1], lineEndBlanks) != "": // several blank lines in a row are one fault
			r.reportFault(textPlace{i + 1, 1},
				"a blank line stands before a row; remove it, or write a row of holes as dots")
		}
	}
	r.lineNumberAfterRows = len(lines) + 1
}

func (r *squareReader) addTextRow(number int, line string) {
	w := textRow{rowEnd: textPlace{number, len(line) + 1}, hasCertainWidth: true}
	for at, c := range line {
		m := rowMark{c, textPlace{number, at + 1}}
		w.rowMarks = append(w.rowMarks, m)
		if strings.ContainsRune(lineEndBlanks, c) && w.hasCertainWidth {
			w.hasCertainWidth = false
			r.reportFault(m.textPlace, "a blank stands in this row; remove all of them, and write a dot for each hole")
		}
	}
	r.textRows = append(r.textRows, w)
}

// findSquareOrder finds the width that most rows have. Of several such widths it takes the width equal to the number of
// rows, or else the first. Widths above MaxOrder do not count.
func (r *squareReader) findSquareOrder() {
	votes := map[int]int{}
	for _, w := range r.textRows {
		if w.hasCertainWidth {
			votes[len(w.rowMarks)]++
		}
	}
	for _, w := range r.textRows {
		n := len(w.rowMarks)
		if w.hasCertainWidth && (votes[n] > votes[r.commonRowWidth] ||
			votes[n] == votes[r.commonRowWidth] && n == len(r.textRows)) {
			r.commonRowWidth = n
		}
	}
	for _, w := range r.textRows {
		if w.hasCertainWidth && r.commonRowWidth > MaxOrder && len(w.rowMarks) > MaxOrder {
			r.reportFault(w.rowMarks[MaxOrder].textPlace,
				"this line has %d characters; a square has at most %d rows and columns", len(w.rowMarks), MaxOrder)
			r.commonRowWidth = 0
		}
	}
}

// checkRowCountAndWidths compares the number of rows and their widths with the order. It drops rows and cells beyond
// the order.
func (r *squareReader) checkRowCountAndWidths() {
	switch rows := len(r.textRows); {
	case rows < r.commonRowWidth:
		r.reportFault(textPlace{r.lineNumberAfterRows, 1},
			"there are only %d lines, and lines have %d characters; add %s", rows,
			r.commonRowWidth,
			source.Plural(r.commonRowWidth-rows, "line"))
	case rows > r.commonRowWidth:
		r.reportFault(textPlace{r.textRows[r.commonRowWidth].rowEnd.line, 1},
			"there are %d lines, and lines have %d characters; remove %s, or make all lines longer",
			rows, r.commonRowWidth, source.Plural(rows-r.commonRowWidth, "line"))
		r.textRows = r.textRows[:r.commonRowWidth]
	}
	for i := range r.textRows {
		w := &r.textRows[i]
		width := len(w.rowMarks)
		switch {
		case !w.hasCertainWidth:
		case width < r.commonRowWidth:
			r.reportFault(w.rowEnd, "this line has only %d of %d characters; add %s, a dot for each hole", width,
				r.commonRowWidth,
				source.Plural(r.commonRowWidth-width, "character"))
			w.hasCertainWidth = false
		case width > r.commonRowWidth:
			r.reportFault(w.rowMarks[r.commonRowWidth].textPlace,
				"this line has %d characters, and should have %d as others do; remove %s",
				width, r.commonRowWidth, source.Plural(width-r.commonRowWidth, "character"))
			w.rowMarks, w.hasCertainWidth = w.rowMarks[:r.commonRowWidth], false
		}
	}
}

// valueInUnit is a value in a certain row, column or box.
type valueInUnit struct {
	unitKind          string // kind of the unit: "row", "column" or "box"
	unitNumber, value int
}

// readCellValues returns the square, and checks each mark. In a column, values are compared only between rows of the
// right width, as the columns of other rows are uncertain.
func (r *squareReader) readCellValues() Square {
	s, used := NewSquare(r.commonRowWidth), map[valueInUnit]textPlace{}
	for i, w := range r.textRows {
		for j, m := range w.rowMarks {
			v := r.valueOfRowMark(m)
			if v <= 0 {
				continue
			}
			r.recordValueInUnit(m, valueInUnit{"row", i, v}, used)
			if w.hasCertainWidth {
				r.recordValueInUnit(m, valueInUnit{"column", j, v}, used)
				s.Cells[i][j] = v
			}
			if r.boxSide > 0 {
				r.recordValueInUnit(m, valueInUnit{"box", i/r.boxSide*r.boxSide + j/r.boxSide, v}, used)
			}
		}
	}
	return s
}

// valueOfRowMark returns the value of a mark, or a number of at most 0 if the mark has no value.
func (r *squareReader) valueOfRowMark(m rowMark) int {
	v := strings.IndexRune(valueCharacters, m.character)
	switch {
	case strings.ContainsRune(lineEndBlanks, m.character): // the blanks are reported for the whole row
	case m.character == '0':
		r.reportFault(m.textPlace, "0 is no value; write a dot for a hole, and a for 10")
	case v < 0:
		r.reportFault(m.textPlace,
			"%q stands for nothing; write a dot for a hole, and 1 to 9, a to z, A to Z for the values 1 to %d",
			m.character,
			MaxOrder)
	case v > r.commonRowWidth: // some authors write capital letters for values from 10 on
		mend := "write a smaller one"
		if small := unicode.ToLower(m.character); small != m.character &&
			strings.IndexRune(valueCharacters, small) <= r.commonRowWidth {
			mend = fmt.Sprintf("write %c for %d", small, strings.IndexRune(valueCharacters, small))
		}
		r.reportFault(m.textPlace, "%c is the value %d, and the values of a square of order %d are 1 to %d; %s",
			m.character, v,
			r.commonRowWidth, r.commonRowWidth, mend)
		return 0
	}
	return v
}

// recordValueInUnit records that a value stands in a row, column or box. It reports the value if it stood there before.
func (r *squareReader) recordValueInUnit(m rowMark, u valueInUnit, used map[valueInUnit]textPlace) {
	first, twice := used[u]
	if !twice {
		used[u] = m.textPlace
		return
	}
	where := fmt.Sprintf("column %d", first.column)
	if first.line != m.line {
		where = fmt.Sprintf("line %d, %s", first.line, where)
	}
	r.reportFault(m.textPlace,
		"%c stands twice in this %s: here and at %s; change one of them, or make it a hole with a dot", m.character,
		u.unitKind,
		where)
}
