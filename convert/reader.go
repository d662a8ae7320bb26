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

// maxSide and maxCells bound the boards: the number of rows and of columns, and that of cells.
const (
	maxSide  = 250
	maxCells = 10_000
)

// Entries of a grid without a number.
const (
	noEntry = -1 // nothing stands there
	unknown = -2 // a question mark stands there
)

// reader walks through a text, and keeps the first fault. After a fault it is at the end of the text, so that every
// loop ends.
type reader struct {
	file   *source.File
	text   string
	at     int
	faults source.DiagnosticList
}

// newReader returns a reader of a text. The error says that the text is too long.
func newReader(name string, text []byte) (*reader, error) {
	f, err := source.NewFileWithin(maxTextBytes, name, text, codes.BadLink,
		fmt.Sprintf("a puzzle of another program has at most %d bytes", maxTextBytes))
	if err != nil {
		return nil, err
	}
	return &reader{file: f, text: string(text)}, nil
}

// fail notes a fault in a range of the text, unless there is one already.
func (r *reader) fail(at, length int, hint, format string, args ...any) {
	if len(r.faults) == 0 {
		at = min(max(at, 0), len(r.text))
		span := source.Span{File: r.file, Range: source.Range{Start: at, End: min(at+length, len(r.text))}}
		r.faults.AddError(codes.BadLink, span, hint, format, args...)
	}
	r.at = len(r.text)
}

// failBeyond notes that a list goes on beyond the board, from a place up to the one that is reached.
func (r *reader) failBeyond(at int, of string, places int) {
	r.fail(at, r.at-at, "compare the size of the board with the link",
		"%s goes on beyond the board: it has places for %d entries", of, places)
}

// err returns the fault, or nil.
func (r *reader) err() error { return r.faults.ErrorOrNil() }

// isFailed reports whether there is a fault.
func (r *reader) isFailed() bool { return len(r.faults) > 0 }

// rest returns the text that is not read yet.
func (r *reader) rest() string { return r.text[r.at:] }

// isAtEnd reports whether all of the text is read.
func (r *reader) isAtEnd() bool { return r.at >= len(r.text) }

// nextByte reads one byte. At the end of the text it returns 0, which is a fault.
func (r *reader) nextByte(of string) byte {
	if r.isAtEnd() {
		r.fail(r.at, 0, "copy the whole link", "the link ends within %s", of)
		return 0
	}
	r.at++
	return r.text[r.at-1]
}

// nextDigits reads a number of so many digits in a base of at most 36.
func (r *reader) nextDigits(n, base int, of string) (value int) {
	for range n {
		c := r.nextByte(of)
		d := digitValue(c)
		if r.isFailed() {
			return 0
		}
		if d < 0 || d >= base {
			r.fail(r.at-1, 1, fmt.Sprintf("a digit is one of the first %d of 0 to 9 and a to z", base),
				"%q is no digit of %s", string(c), of)
			return 0
		}
		value = value*base + d
	}
	return value
}

// nextPart reads up to the next slash, and the slash. It returns the place where the part begins.
func (r *reader) nextPart() (part string, at int) {
	at = r.at
	part, _, _ = strings.Cut(r.rest(), "/")
	r.at = min(at+len(part)+1, len(r.text))
	return part, at
}

// lazyPattern returns a function that compiles an expression at its first call. Compiling all of them took longer than
// any other part of the start of a program, which may meet no link.
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
