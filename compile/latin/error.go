package latin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Error is a fault in the text of a square: what is wrong at a place, and how
// to mend it.
type Error struct {
	Name    string // of the text
	Line    int    // from 1
	Column  int    // in bytes, from 1
	Message string
}

// Error returns the fault in one line, with its place in front.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// MaxFaults is how many faults of a text are reported: the first ones.
const MaxFaults = 50

// Faults are the faults of a text in the order of their places, one at least
// and [MaxFaults] at most.
type Faults []*Error

// Error returns a line for each fault.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, e := range f {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the faults one by one.
func (f Faults) Unwrap() []error {
	out := make([]error, len(f))
	for i, e := range f {
		out[i] = e
	}
	return out
}

// spot is a place in a text, as in [Error].
type spot struct{ line, column int }

// notes collects faults as they are found, in any order.
type notes struct {
	name   string
	faults Faults
}

func (k *notes) fault(at spot, format string, args ...any) {
	k.faults = append(k.faults, &Error{k.name, at.line, at.column, fmt.Sprintf(format, args...)})
}

// err returns the first faults by place, or nil if there are none.
func (k *notes) err() error {
	if len(k.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(k.faults, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return k.faults[:min(len(k.faults), MaxFaults)]
}
