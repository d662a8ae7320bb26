package format

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/runtime/matrix"
)

// DumpError is a fault in a dump (the text of a problem), with its place. The message says what is wrong and how to
// mend it.
type DumpError struct {
	Name    string // name of the dump
	Line    int    // index of the line, counted from 1
	Column  int    // index of the byte in the line, counted from 1
	Message string

	tooLarge bool // the dump exceeds a limit of [ReadOptions]
}

// ErrTooLarge is the error for a dump that exceeds a limit of [ReadOptions]. Such a [DumpError] wraps it.
var ErrTooLarge = errors.New("it exceeds a limit")

// Is reports whether the error is [ErrTooLarge].
func (e *DumpError) Is(target error) bool { return target == ErrTooLarge && e.tooLarge }

// Error returns the fault in one line, with its place in front.
func (e *DumpError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// ReadOptions holds the limits of a reader, and a function for the origins of options. The zero
// value sets the usual limits.
type ReadOptions struct {
	MaxItems   int // largest number of items, of colors, and of matchings; 2 million if 0 or less
	MaxOptions int // largest number of options, and of nogoods; 5 million if 0 or less
	// MaxEntries is the largest total number of items in all options, of items in all matchings, and of options in all
	// nogoods; 50 million if 0 or less.
	MaxEntries int

	// OnOrigin, if not nil, is called with the origin of each option that has one. The origin is a text for people that
	// says what the option stands for. Only json and yaml have such texts.
	OnOrigin func(o matrix.OptionID, text string)
}

// withDefaults returns the limits, with the default in place of a limit of 0 or less.
func (r ReadOptions) withDefaults() ReadOptions {
	const most = math.MaxInt32 - 1 // ids have 32 bits
	r.MaxItems = min(cmp.Or(max(r.MaxItems, 0), 2_000_000), most)
	r.MaxOptions = min(cmp.Or(max(r.MaxOptions, 0), 5_000_000), most)
	r.MaxEntries = min(cmp.Or(max(r.MaxEntries, 0), 50_000_000), most)
	return r
}

// textSpot is a place in a dump: line and column as in [DumpError].
type textSpot struct{ line, column int }

// endOfInput is the current byte of a scanner after the last byte.
const endOfInput = -1

// scanner reads a dump byte by byte and counts lines and columns. It stores one word at a time, so its memory does not
// grow with the length of a line.
//
// The first error is kept and ends the reading: from then on the current byte is endOfInput. So every reading function
// returns soon, and its result is discarded.
type scanner struct {
	dumpName    string // name of the dump
	input       *bufio.Reader
	currentByte int      // current byte, or endOfInput
	currentSpot textSpot // place of the current byte
	lastWord    []byte   // last word that was read
	firstError  error    // first error
}

func newScanner(name string, r io.Reader) *scanner {
	s := &scanner{dumpName: name, input: bufio.NewReaderSize(r, 1<<16), currentSpot: textSpot{1, 0}}
	if head, _ := s.input.Peek(3); bytes.Equal(head, []byte("\ufeff")) {
		s.input.Discard(len(head)) // skips the byte order mark of some editors
	}
	s.advanceByte()
	return s
}

// failReading handles the end of the input or an error of the io.Reader. Such an error is kept unless a fault was found
// before.
func (s *scanner) failReading(err error) {
	s.currentByte = endOfInput
	if err != io.EOF && s.firstError == nil {
		s.firstError = fmt.Errorf("%s: %w", s.dumpName, err)
	}
}

func (s *scanner) advanceByte() {
	switch s.currentByte {
	case endOfInput:
		return
	case '\n':
		s.currentSpot = textSpot{s.currentSpot.line + 1, 1}
	default:
		s.currentSpot.column++
	}
	b, err := s.input.ReadByte()
	s.currentByte = int(b)
	if err != nil {
		s.failReading(err)
	}
}

// reportFault ends the reading with an error at a place, unless there is one already.
func (s *scanner) reportFault(at textSpot, format string, args ...any) {
	if s.firstError == nil {
		s.firstError = &DumpError{Name: s.dumpName, Line: at.line, Column: at.column,
			Message: fmt.Sprintf(format, args...)}
	}
	s.currentByte = endOfInput
}

// reportExcess reports, as a fault that wraps ErrTooLarge, that a dump exceeds a limit.
func (s *scanner) reportExcess(at textSpot, format string, args ...any) {
	isFirst := s.firstError == nil
	if s.reportFault(at, format, args...); isFirst {
		s.firstError.(*DumpError).tooLarge = true
	}
}

func isBlankByte(c int) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

func (s *scanner) skipBlanks() {
	for isBlankByte(s.currentByte) {
		s.advanceByte()
	}
}

// nextWord reads the next word of the line, and reports whether there is one. It cuts off a word that is longer than
// an item with its color can be; such a word is reported as a fault wherever it stands.
func (s *scanner) nextWord() (at textSpot, ok bool) {
	s.skipBlanks()
	at = s.currentSpot
	s.lastWord = s.lastWord[:0]
	for s.currentByte != endOfInput && s.currentByte != '\n' && !isBlankByte(s.currentByte) &&
		len(s.lastWord) <= 2*maxName {
		s.lastWord = append(s.lastWord, byte(s.currentByte))
		s.advanceByte()
	}
	return at, len(s.lastWord) > 0 && s.firstError == nil
}

// eachWord yields the remaining words of the line, with their places.
func (s *scanner) eachWord() iter.Seq2[textSpot, []byte] {
	return func(yield func(textSpot, []byte) bool) {
		for {
			at, ok := s.nextWord()
			if !ok || !yield(at, s.lastWord) {
				return
			}
		}
	}
}

// goToNextLine goes to the next line. It reports a fault if the last line has no line end, because then the file may
// have been cut off in the middle of a name.
func (s *scanner) goToNextLine() {
	if s.currentByte == endOfInput {
		s.reportFault(s.currentSpot,
			"the last line has no end: the file may be cut; if it is whole, end it with a newline")
	}
	s.advanceByte()
}

// skipRestOfLine goes to the next line, and ignores the rest of this one.
func (s *scanner) skipRestOfLine() {
	for s.currentByte != endOfInput && s.currentByte != '\n' {
		s.advanceByte()
	}
	s.goToNextLine()
}

// maxName is the length in bytes of the longest name.
const maxName = 4096

// quoteName returns a name in quotes for a message, shortened, without control characters.
func quoteName[T string | []byte](name T) string {
	const most = 40
	if len(name) > most {
		return strconv.Quote(string(name[:most])) + "..."
	}
	return strconv.Quote(string(name))
}

// faultOfName describes what is wrong with a name, or returns "".
func faultOfName(name string) string {
	switch {
	case name == "":
		return "a name is empty"
	case len(name) > maxName:
		return fmt.Sprintf("the name %s has more than %d bytes", quoteName(name), maxName)
	case !utf8.ValidString(name):
		return fmt.Sprintf("the name %s is not UTF-8 text", quoteName(name))
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Sprintf("the name %s has a control character", quoteName(name))
	}
	return ""
}

// isWordBreak reports whether a rune separates words.
func isWordBreak(r rune) bool { return r < 0x80 && (isBlankByte(int(r)) || r == '\n') }

// faultOfWord describes what is wrong with a name in a format that separates names by blanks, or returns "".
func faultOfWord(name string) string {
	if fault := faultOfName(name); fault != "" {
		return fault
	}
	if strings.ContainsFunc(name, isWordBreak) {
		return fmt.Sprintf("the name %s has a blank in it; write json or yaml, or dlx with short names",
			quoteName(name))
	}
	return ""
}

// faultOfDanceName describes what is wrong with the name of an item in dance, or returns "".
func faultOfDanceName(name string) string {
	if name == "|" {
		return "the name | stands for the beginning of the secondary items"
	}
	return faultOfWord(name)
}

// faultOfDLXName describes what is wrong with the name of an item in dlx, or returns "".
func faultOfDLXName(name string) string {
	if i := strings.IndexAny(name, ":|"); i >= 0 {
		return fmt.Sprintf("the name %s has a %q in it; write json or yaml, or dlx with short names", quoteName(name),
			name[i])
	}
	return faultOfWord(name)
}

// parseNumber parses digits to an int32, or describes what is wrong with them.
func parseNumber[T string | []byte](text T) (n int32, fault string) {
	v, err := strconv.ParseUint(string(text), 10, 31)
	switch {
	case len(text) == 0:
		fault = "a number is missing"
	case errors.Is(err, strconv.ErrRange):
		fault = quoteName(text) + " is too large: the largest number is 2147483647"
	case err != nil:
		fault = quoteName(text) + " is not a number; write digits only"
	}
	return int32(v), fault
}

// faultOfBound describes what is wrong with a bound, or returns "".
func faultOfBound(b matrix.Bound) string {
	switch {
	case b.Max < b.Min:
		return fmt.Sprintf("%d to %d times is never: the lower bound goes first", b.Min, b.Max)
	case b.Max == 0:
		return "an item that is covered 0 times has no place in a problem; leave it and its options out"
	}
	return ""
}
