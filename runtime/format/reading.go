package format

import (
	"fmt"
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"

	"quadrille/runtime/matrix"
)

// Error is a fault in a dump: what is wrong at a place, and how to mend it.
type Error struct {
	Name    string // of the dump
	Line    int    // from 1
	Column  int    // in bytes, from 1
	Message string
}

// Error returns the fault in one line, with its place in front.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// Reading says how a dump is read. The zero value sets the usual limits.
type Reading struct {
	Items   int // at most so many, and so many colors and matchings; 2 million if 0 or less
	Options int // at most so many, and so many nogoods; 5 million if 0 or less
	Entries int // of all options, all matchings or all nogoods together, at most so many; 50 million if 0 or less

	// Origin, if there is one, is told the text that a dump has for an option.
	// Only json and yaml have any.
	Origin func(o matrix.OptionID, text string)
}

// withDefaults returns the limits to keep.
func (r Reading) withDefaults() Reading {
	for _, l := range []struct {
		limit *int
		usual int
	}{{&r.Items, 2_000_000}, {&r.Options, 5_000_000}, {&r.Entries, 50_000_000}} {
		if *l.limit <= 0 {
			*l.limit = l.usual
		}
		*l.limit = min(*l.limit, math.MaxInt32-1) // ids are of 32 bits
	}
	return r
}

// maxName is the length in bytes of the longest name.
const maxName = 4096

// nameBytes is how many bytes the names of a dump may have together, for each
// item that it may have; so that a dump of long names does not fill the memory
// before it has too many items.
const nameBytes = 64

// spot is a place in a dump, as in [Error].
type spot struct{ line, column int }

// file makes the errors of a dump.
type file struct{ name string }

func (f file) fault(at spot, format string, args ...any) error {
	return &Error{f.name, at.line, at.column, fmt.Sprintf(format, args...)}
}

// quote shows a name in a message, without control characters and not too
// long.
func quote[T string | []byte](name T) string {
	const most = 40
	if len(name) > most {
		return strconv.Quote(string(name[:most])) + "..."
	}
	return strconv.Quote(string(name))
}

// nameFault says what is wrong with a name, or nothing.
func nameFault[T string | []byte](name T) string {
	switch s := string(name); {
	case s == "":
		return "a name is empty"
	case len(s) > maxName:
		return fmt.Sprintf("the name %s has more than %d bytes", quote(s), maxName)
	case !utf8.ValidString(s):
		return fmt.Sprintf("the name %s is not UTF-8 text", quote(s))
	default:
		for _, r := range s {
			if unicode.IsControl(r) {
				return fmt.Sprintf("the name %s has a control character", quote(s))
			}
		}
	}
	return ""
}

// number reads a number of digits that fits an int32, or says what is wrong
// with it.
func number(text []byte) (n int32, fault string) {
	if len(text) == 0 {
		return 0, "a number is missing"
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, quote(text) + " is not a number; write digits only"
		}
	}
	v, err := strconv.ParseInt(string(text), 10, 32)
	if err != nil {
		return 0, quote(text) + " is too large: the largest number is 2147483647"
	}
	return int32(v), ""
}

// boundFault says what is wrong with a bound, or nothing.
func boundFault(b matrix.Bound) string {
	switch {
	case b.Max < b.Min:
		return fmt.Sprintf("%d to %d times is never: the lower bound goes first", b.Min, b.Max)
	case b.Max == 0:
		return "an item that is covered 0 times has no place in a problem; leave it and its options out"
	}
	return ""
}
