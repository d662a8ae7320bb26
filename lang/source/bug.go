package source

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// Bug is the error of a mistake in Quadrille itself, which a text has brought to light: a panic that was caught, or a
// result that does not hold. No text is to blame for it.
type Bug struct {
	Operation string // what was under way, such as "lowering"
	At        Span   // the statement that it was done to; an empty range stands for the file alone
	Symptom   string // what was found, in one line
	Trace     string // the calls that led there, for those who mend it
}

// Error says in one line what was met, and in which statement.
func (b *Bug) Error() string {
	said := []string{"a bug of ours"}
	switch {
	case b.At.IsKnown() && b.At.Start == b.At.End:
		said = append(said, b.Operation+" "+b.At.File.Name)
	case b.At.IsKnown():
		said = append(said, b.Operation+" "+b.At.FileLine())
	case b.Operation != "":
		said = append(said, b.Operation)
	}
	return EscapeText(strings.Join(append(said, b.Symptom), ": "))
}

// NewBug describes what a panic was about, or what does not hold. One that is known already is described no better from
// farther away, unless its place is not known.
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
		b.Trace = elsewhere.Trace() // of another goroutine
	} else {
		b.Trace = string(debug.Stack())
	}
	return b
}

// CatchBug makes the error of a function of a panic in it. It is deferred, and asks for the statement at hand only
// then.
func CatchBug(err *error, doing string, at func() Span) {
	if met := recover(); met != nil {
		*err = NewBug(met, doing, at())
	}
}

// BlameBug lets a panic go on, which knows the statement from here. It is deferred where no error can be returned.
func BlameBug(doing string, at func() Span) {
	if met := recover(); met != nil {
		panic(NewBug(met, doing, at()))
	}
}

// WholeFile returns the place of a file by its name alone.
func WholeFile(name string) Span { return Span{File: NewFile(name, nil)} }
