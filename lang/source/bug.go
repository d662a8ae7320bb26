package source

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// Bug is an error of Quadrille itself, such as a panic that was caught or a result that contradicts another. It is not
// caused by an error in the text.
type Bug struct {
	Operation string // action that failed, such as "lowering"
	At        Span   // the statement that was being processed; an empty range means the whole file
	Symptom   string // the panic or the contradiction, in one line
	Trace     string // stack trace
}

// Error returns the bug and its statement in one line.
func (b *Bug) Error() string {
	parts := []string{"a bug of ours"}
	switch {
	case b.At.IsKnown() && b.At.Start == b.At.End:
		parts = append(parts, b.Operation+" "+b.At.File.Name)
	case b.At.IsKnown():
		parts = append(parts, b.Operation+" "+b.At.FileLine())
	case b.Operation != "":
		parts = append(parts, b.Operation)
	}
	return EscapeText(strings.Join(append(parts, b.Symptom), ": "))
}

// NewBug returns a bug for a panic or a contradiction, met. If met is a bug already, NewBug returns met, and only adds
// a missing place.
func NewBug(met any, doing string, at Span) *Bug {
	if err, ok := met.(error); ok {
		var known *Bug
		if errors.As(err, &known) {
			if !known.At.IsKnown() {
				better := *known
				better.Operation, better.At = doing, at
				return &better
			}
			return known
		}
	}
	b := &Bug{Operation: doing, At: at, Symptom: strings.Join(strings.Fields(fmt.Sprint(met)), " ")}
	if elsewhere, ok := met.(interface{ Trace() string }); ok {
		b.Trace = elsewhere.Trace() // stack trace of another goroutine
	} else {
		b.Trace = string(debug.Stack())
	}
	return b
}

// CatchBug is called in a defer statement, and turns a panic into the error of the function. The argument at returns
// the current statement; it is called only after a panic.
func CatchBug(err *error, doing string, at func() Span) {
	if met := recover(); met != nil {
		*err = NewBug(met, doing, at())
	}
}

// BlameBug is called in a defer statement of a function that returns no error. It adds the current statement to a
// panic, and lets the panic continue.
func BlameBug(doing string, at func() Span) {
	if met := recover(); met != nil {
		panic(NewBug(met, doing, at()))
	}
}

// WholeFile returns the place of a whole file, given by its name.
func WholeFile(name string) Span { return Span{File: NewFile(name, nil)} }
