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
	where := ""
	if d.Span.Known() {
		p := d.Span.File.Position(d.Span.Start)
		where = fmt.Sprintf("%s:%d:%d: ", d.Span.File.Name, p.Line, p.Column)
	}
	return Printable(fmt.Sprintf("%s%s: %s [%s]", where, d.Severity, d.Summary, d.Code))
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
func (l List) Full() bool { return l.full(Error) }

func (l List) full(s Severity) bool {
	n := 0
	for _, d := range l {
		if d.Severity == s {
			n++
		}
	}
	return n >= most
}

// Add appends an error at span. The format makes the summary.
func (l *List) Add(code Code, span Span, hint, format string, args ...any) {
	l.add(Error, code, span, hint, format, args...)
}

// Warn appends a warning at span. The format makes the summary.
func (l *List) Warn(code Code, span Span, hint, format string, args ...any) {
	l.add(Warning, code, span, hint, format, args...)
}

func (l *List) add(s Severity, code Code, span Span, hint, format string, args ...any) {
	if !l.full(s) {
		*l = append(*l, &Diagnostic{s, code, span, fmt.Sprintf(format, args...), hint})
	}
}

// Err returns the errors in the list in order of position, or nil if there
// is none; warnings are left out. Two reports of one code at one place are one.
func (l List) Err() error {
	type place struct {
		code Code
		span Span
	}
	seen := map[place]bool{}
	errs := slices.DeleteFunc(l.inOrder(Error), func(d *Diagnostic) bool {
		at := place{d.Code, d.Span}
		again := seen[at]
		seen[at] = d.Span.Known()
		return again
	})
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// Warnings returns the warnings in the list in order of position.
func (l List) Warnings() List { return l.inOrder(Warning) }

func (l List) inOrder(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b *Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.fileName(), b.Span.fileName()),
			cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return out
}

func (s Span) fileName() string {
	if s.File == nil {
		return ""
	}
	return s.File.Name
}
