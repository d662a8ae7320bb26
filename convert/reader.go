package convert

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// maxTextBytes is the size of the longest link or file that is read, in bytes. The longest links that people share have
// some ten thousand.
const maxTextBytes = 1 << 20

// maxSide is the largest number of rows and of columns of a board, and maxCells the largest number of cells.
const (
	maxSide  = 250
	maxCells = 10_000
)

// Special entries of a grid.
const (
	noEntry = -1 // no entry
	unknown = -2 // a question mark
)

// textReader reads a text from left to right, and keeps the first fault. After a fault its offset is the end of the
// text, so that every loop ends.
type textReader struct {
	sourceFile *source.File
	inputText  string
	offset     int
	firstFault source.DiagnosticList
}

// newTextReader returns a reader of a text. The error says that the text is too long.
func newTextReader(name string, text []byte) (*textReader, error) {
	f, err := source.NewFileWithin(maxTextBytes, name, text, codes.BadLink,
		fmt.Sprintf("a puzzle of another program has at most %d bytes", maxTextBytes))
	if err != nil {
		return nil, err
	}
	return &textReader{sourceFile: f, inputText: string(text)}, nil
}

// reportFault records a fault in a range of the text, unless there is one already.
func (r *textReader) reportFault(at, length int, hint, format string, args ...any) {
	if len(r.firstFault) == 0 {
		at = min(max(at, 0), len(r.inputText))
		span := source.Span{File: r.sourceFile, Range: source.Range{Start: at, End: min(at+length, len(r.inputText))}}
		r.firstFault.AddError(codes.BadLink, span, hint, format, args...)
	}
	r.offset = len(r.inputText)
}

// reportBeyondBoard records the fault that a list is longer than the board allows. The fault is from the offset at to
// the current one. The argument of names the list.
func (r *textReader) reportBeyondBoard(at int, of string, places int) {
	r.reportFault(at, r.offset-at, "compare the size of the board with the link",
		"%s goes on beyond the board: it has places for %d entries", of, places)
}

// faultError returns the fault, or nil.
func (r *textReader) faultError() error { return r.firstFault.ErrorOrNil() }

// hasFault reports whether there is a fault.
func (r *textReader) hasFault() bool { return len(r.firstFault) > 0 }

// unreadText returns the text that has not been read.
func (r *textReader) unreadText() string { return r.inputText[r.offset:] }

// isAtEnd reports whether all of the text is read.
func (r *textReader) isAtEnd() bool { return r.offset >= len(r.inputText) }

// nextByte reads one byte. At the end of the text it returns 0, which is a fault.
func (r *textReader) nextByte(of string) byte {
	if r.isAtEnd() {
		r.reportFault(r.offset, 0, "copy the whole link", "the link ends within %s", of)
		return 0
	}
	r.offset++
	return r.inputText[r.offset-1]
}

// nextDigits reads a number of n digits in a base of at most 36. The argument of names the text in errors.
func (r *textReader) nextDigits(n, base int, of string) (value int) {
	for range n {
		c := r.nextByte(of)
		d := digitValue(c)
		if r.hasFault() {
			return 0
		}
		if d < 0 || d >= base {
			r.reportFault(r.offset-1, 1, fmt.Sprintf("a digit is one of the first %d of 0 to 9 and a to z", base),
				"%q is no digit of %s", string(c), of)
			return 0
		}
		value = value*base + d
	}
	return value
}

// nextPart reads the part before the next slash, and the slash. It returns the part, and the offset where the part
// begins.
func (r *textReader) nextPart() (part string, at int) {
	at = r.offset
	part, _, _ = strings.Cut(r.unreadText(), "/")
	r.offset = min(at+len(part)+1, len(r.inputText))
	return part, at
}

// lazyPattern returns a function that compiles a regular expression at its first call. Compiling all of them would take
// longer than any other part of the start of a program, which may never read a link.
func lazyPattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// digitValue returns the value of a digit: 0 to 9, and 10 to 35 for a to z. It is -1 for other characters.
func digitValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	}
	return -1
}
