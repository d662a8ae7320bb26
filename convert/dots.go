package convert

import (
	"bytes"
	"fmt"
	"strings"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// maxDotLines is the largest number of lines, and of columns, of a shape of dots.
const maxDotLines = 32

// maxDotsBytes is the size of the longest text that is read, in bytes. The largest shape takes only a small part of
// that.
const maxDotsBytes = 1 << 16

// IsDots reports whether a text looks like input of Knuth's program back-dissect. The shape may exceed the size limits
// if no line has blanks. A large text with blanks is rather a matrix file, whose lines list names of items.
func IsDots(text []byte) bool {
	isSmall := len(text) <= maxDotLines*(maxDotLines+2)
	return bytes.Contains(text, []byte("*")) && len(bytes.Trim(text, "*. \r\n")) == 0 &&
		(isSmall || len(bytes.Trim(text, "*.\r\n")) == 0)
}

// DotsPuzzle converts input of Knuth's program back-dissect to a puzzle. In the input, asterisks stand for the cells
// of a shape, and periods for positions outside. The number of cells must be a square. The number of pieces becomes
// the parameter d. The error is a list of diagnostics.
//
// Source: back-dissect, sections 1 to 4.
func DotsPuzzle(name string, text []byte) (string, error) {
	f, err := source.NewFileWithin(maxDotsBytes, name, text, codes.BadPicture,
		fmt.Sprintf("a shape has at most %d lines and columns", maxDotLines))
	if err != nil {
		return "", err
	}
	var wrong source.DiagnosticList
	fault := func(at, length int, format string, args ...any) {
		span := source.Span{File: f, Range: source.Range{Start: at, End: at + length}}
		wrong.AddError(codes.BadPicture, span, "draw a shape with periods, and with asterisks that mark its cells",
			format, args...)
	}
	cells, at, rows := 0, 0, []string{}
	for line := range strings.Lines(string(text)) {
		row := strings.TrimRight(line, " \r\n")
		for k, c := range row {
			if c != '*' && c != '.' {
				fault(at+k, len(string(c)), "%q is neither a period nor an asterisk", c)
			}
		}
		if len(row) > maxDotLines {
			fault(at+maxDotLines, len(row)-maxDotLines, "a shape has at most %d columns", maxDotLines)
		}
		if len(rows) == maxDotLines {
			fault(at, len(row), "a shape has at most %d lines", maxDotLines)
		}
		cells += strings.Count(row, "*")
		rows, at = append(rows, row), at+len(line)
	}
	n := 1
	for n*n < cells {
		n++
	}
	if len(wrong) == 0 && n*n != cells {
		fault(0, len(text), "the shape has %d cells, and no square has so many; the next ones have %d and %d", cells,
			(n-1)*(n-1), n*n)
	}
	if len(wrong) > 0 {
		return "", wrong
	}
	var out strings.Builder
	out.WriteString("puz 1\nparam d = 2\nshape goal = \"\"\"\n")
	for _, row := range rows {
		out.WriteString("  " + row + "\n")
	}
	fmt.Fprintf(&out, "\"\"\"\ndissect square %d into (d) pieces forming goal\n", n)
	return out.String(), nil
}
