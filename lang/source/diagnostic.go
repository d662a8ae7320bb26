package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity tells an error, after which there is no result, from a warning.
type Severity int

const (
	// Error means that the puzzle has no meaning as written.
	Error Severity = iota
	// Warning means that the puzzle has a meaning that its author may not have meant.
	Warning
)

// String returns the word before a diagnostic.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Code names a kind of diagnostic, in words joined by hyphens. The package
// lang/codes lists them all and holds a page on each.
type Code string

// Diagnostic is one thing to tell the author of a puzzle.
type Diagnostic struct {
	Severity Severity
	Code     Code
	Span     Span   // the tightest range that is wrong
	Summary  string // one line, what is wrong
	Hint     string // how to mend it; may be empty
}

// Error returns the diagnostic on one line, without the excerpt.
func (d *Diagnostic) Error() string {
	return fmt.Sprintf("%s%s: %s [%s]", d.where(), d.Severity, d.Summary, d.Code)
}

func (d *Diagnostic) where() string {
	if !d.Span.Known() {
		return ""
	}
	p := d.Span.File.Position(d.Span.Start)
	return fmt.Sprintf("%s:%d:%d: ", d.Span.File.Name, p.Line, p.Column)
}

// List collects diagnostics. It is an error when it holds at least one.
type List []*Diagnostic

// Error joins the one-line forms.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// most bounds the errors of a list, and its warnings: more would only scroll
// the first ones away.
const most = 50

// Full reports whether a list takes no more errors.
func (l List) Full() bool { return l.count(Error) >= most }

func (l List) count(s Severity) int {
	n := 0
	for _, d := range l {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// Add appends an error at span. The format makes the summary.
func (l *List) Add(code Code, span Span, hint, format string, args ...any) {
	if l.Full() {
		return
	}
	*l = append(*l, &Diagnostic{Error, code, span, fmt.Sprintf(format, args...), hint})
}

// Warn appends a warning at span. The format makes the summary.
func (l *List) Warn(code Code, span Span, hint, format string, args ...any) {
	if l.count(Warning) >= most {
		return
	}
	*l = append(*l, &Diagnostic{Warning, code, span, fmt.Sprintf(format, args...), hint})
}

// Err returns the errors in the list in order of position, or nil if there
// is none; warnings are left out. Two reports of one code at one place are one.
func (l List) Err() error {
	if errs := l.only(Error).withoutRepetitions(); len(errs) > 0 {
		return errs
	}
	return nil
}

func (l List) withoutRepetitions() List {
	type place struct {
		code Code
		span Span
	}
	seen := map[place]bool{}
	return slices.DeleteFunc(l, func(d *Diagnostic) bool {
		at := place{d.Code, d.Span}
		again := seen[at]
		seen[at] = d.Span.Known()
		return again
	})
}

// Warnings returns the warnings in the list in order of position.
func (l List) Warnings() List { return l.only(Warning) }

func (l List) only(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, byPosition)
	return out
}

func byPosition(a, b *Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.fileName(), b.fileName()),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
	)
}

func (d *Diagnostic) fileName() string {
	if d.Span.File == nil {
		return ""
	}
	return d.Span.File.Name
}
