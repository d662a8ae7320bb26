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
	Doing string // what was under way, such as "lowering"
	At    Span   // the statement that it was done to; an empty range stands for the file alone
	Met   string // what was found, in one line
	Trace string // the calls that led there, for those who mend it
}

// Error says in one line what was met, and in which statement.
func (b *Bug) Error() string {
	said := []string{"a bug of ours"}
	switch {
	case b.At.IsKnown() && b.At.Start == b.At.End:
		said = append(said, b.Doing+" "+b.At.File.Name)
	case b.At.IsKnown():
		said = append(said, b.Doing+" "+b.At.FileLine())
	case b.Doing != "":
		said = append(said, b.Doing)
	}
	return EscapeText(strings.Join(append(said, b.Met), ": "))
}

// NewBug describes what a panic was about, or what does not hold. One that is known already is described no better from
// farther away, unless its place is not known.
func NewBug(met any, doing string, at Span) *Bug {
	if err, ok := met.(error); ok {
		var known *Bug
		if errors.As(err, &known) {
			if !known.At.IsKnown() {
				better := *known
				better.Doing, better.At = doing, at
				return &better
			}
			return known
		}
	}
	b := &Bug{Doing: doing, At: at, Met: strings.Join(strings.Fields(fmt.Sprint(met)), " ")}
	if elsewhere, ok := met.(interface{ Trace() string }); ok {
		b.Trace = elsewhere.Trace() // of another goroutine
	} else {
		b.Trace = string(debug.Stack())
	}
	return b
}

// Catch makes the error of a function of a panic in it. It is deferred, and asks for the statement at hand only then.
func Catch(err *error, doing string, at func() Span) {
	if met := recover(); met != nil {
		*err = NewBug(met, doing, at())
	}
}

// Blame lets a panic go on, which knows the statement from here. It is deferred where no error can be returned.
func Blame(doing string, at func() Span) {
	if met := recover(); met != nil {
		panic(NewBug(met, doing, at()))
	}
}

// Whole returns the place of a file by its name alone.
func Whole(name string) Span { return Span{File: NewFile(name, nil)} }
