package source

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// Bug is an error of Quadrille itself, such as a caught panic or an inconsistent result. It is not caused by an
// error in the text.
type Bug struct {
	Operation string // the activity, such as "lowering"
	At        Span   // the statement being processed; an empty range stands for the whole file
	Symptom   string // the panic or inconsistency, in one line
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

// NewBug returns a bug for a panic or an inconsistency. If met is already a bug, it is returned; only a missing
// place is added.
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

// CatchBug turns a panic into the error of the deferring function. The function at returns the current statement;
// it is called only after a panic.
func CatchBug(err *error, doing string, at func() Span) {
	if met := recover(); met != nil {
		*err = NewBug(met, doing, at())
	}
}

// BlameBug adds the current statement to a panic, and lets it continue. It is for deferring in functions that
// return no error.
func BlameBug(doing string, at func() Span) {
	if met := recover(); met != nil {
		panic(NewBug(met, doing, at()))
	}
}

// WholeFile returns the place of a whole file, given by its name.
func WholeFile(name string) Span { return Span{File: NewFile(name, nil)} }
