package assist

import (
	"cmp"
	"errors"
	"slices"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Severity is the severity of a diagnostic.
type Severity string

// The severities. Info marks what the editor does not check, such as a text that is too large.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Diagnostic is an error or a warning about a text.
type Diagnostic struct {
	Range
	Severity Severity `json:"severity"`
	Code     string   `json:"code"`
	Summary  string   `json:"summary"`
	Hint     string   `json:"hint,omitempty"`
	Fixes    []Fix    `json:"fixes,omitempty"`
	// OtherLocation is the place of the error if that is in another file, which the text uses; otherwise nil.
	OtherLocation *Location `json:"at,omitempty"`
}

// Fix is a set of edits that corrects the cause of a diagnostic.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Location is a range in the text itself, in another file, or in a standard module.
type Location struct {
	Range
	File   string `json:"file,omitempty"`   // path of the other file from the folder of the text, or ""
	Module string `json:"module,omitempty"` // name of the standard module, or ""
}

// Diagnostics returns all errors and warnings about the text, in order of position. It may take long, since it makes
// the items and options. An internal error also becomes a diagnostic.
func (t *PuzzleText) Diagnostics() []Diagnostic {
	all, err := t.collectDiagnostics()
	var bug *source.Bug
	if errors.As(err, &bug) {
		d := &source.Diagnostic{Span: bug.At, Summary: bug.Error(), Hint: "please report it with this file"}
		if bug.At.Start == bug.At.End { // a bug without a place concerns the whole text
			return []Diagnostic{{Severity: Error, Summary: d.Summary, Hint: d.Hint}}
		}
		return []Diagnostic{t.newDiagnostic(d)}
	}
	return all
}

// collectDiagnostics returns the diagnostics. The error is a [source.Bug].
func (t *PuzzleText) collectDiagnostics() (out []Diagnostic, err error) {
	defer source.CatchBug(&err, "looking at", func() source.Span { return source.WholeFile(t.fileName) })
	learned, lowered := t.checkedAnalysis(), t.lowerResult()
	if err := cmp.Or(bugOf(learned.Err), lowered.internalError); err != nil {
		return nil, err
	}
	if len(t.parseResult().errs) > 0 {
		if foreign := t.foreignDiagnostics(); foreign != nil {
			return foreign, nil
		}
	}
	all := slices.Concat(t.parseResult().errs, diagnosticList(learned.Err), lowered.errs)
	errs := diagnosticList(all.ErrorOrNil())
	wrong := len(errs) > 0
	for _, w := range slices.Concat(learned.Warnings, lowered.errs.Warnings()).Warnings() {
		// A part that could not be parsed may use the name.
		if !wrong || w.Code != codes.UnusedName {
			errs = append(errs, w)
		}
	}
	out = []Diagnostic{}
	for k, d := range errs {
		if !slices.ContainsFunc(errs[:k], func(other *source.Diagnostic) bool {
			return other.Code == d.Code && other.Span == d.Span && other.Summary == d.Summary
		}) {
			out = append(out, t.newDiagnostic(d))
		}
	}
	slices.SortStableFunc(out, func(a, b Diagnostic) int { return a.Start - b.Start })
	return out, nil
}

// bugOf returns err if it is a [source.Bug], which stands for an internal error, and otherwise nil.
func bugOf(err error) error {
	var bug *source.Bug
	if errors.As(err, &bug) {
		return bug
	}
	return nil
}

func diagnosticList(err error) source.DiagnosticList {
	l, _ := err.(source.DiagnosticList)
	return l
}

func (t *PuzzleText) newDiagnostic(d *source.Diagnostic) Diagnostic {
	out := Diagnostic{Severity: Error, Code: string(d.Code), Summary: source.EscapeText(d.Summary),
		Hint: source.EscapeText(d.Hint)}
	switch {
	case d.Code == codes.TooLarge && t.isSpanInText(d.Span):
		out.Severity, out.Hint = Info, "an editor looks at smaller puzzles than `puz check` does; "+d.Hint
	case d.Severity == source.Warning:
		out.Severity = Warning
	}
	if d.Span.IsKnown() && !t.isSpanInText(d.Span) {
		at := t.locationOf(d.Span)
		out.Range, out.OtherLocation = t.useStatement(d.Span.File.Name), &at
		out.Summary = d.Span.FileLine() + ": " + out.Summary
		return out
	}
	out.Range = toRange(d.Span.Range)
	for _, f := range d.Fixes {
		fix := Fix{Title: f.Title}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, Edit{toRange(e.Span.Range), e.Text})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}

// UsesFiles reports whether the text uses files other than standard modules.
func (t *PuzzleText) UsesFiles() bool {
	return slices.ContainsFunc(t.parseResult().file.Statements, func(s ast.Statement) bool {
		u, ok := s.(*ast.Use)
		return ok && u.Module == nil
	})
}

// isSpanInText reports whether a span is in the text itself, and not in a file that it uses.
func (t *PuzzleText) isSpanInText(s source.Span) bool { return s.File == t.parseResult().file.Source }

// useStatement returns the range of the use statement for a file. If the text uses the file only through another file,
// the result is the first use statement of the text.
func (t *PuzzleText) useStatement(file string) (r Range) {
	for _, s := range t.parseResult().file.Statements {
		u, ok := s.(*ast.Use)
		if !ok {
			continue
		}
		if string(u.Path) == file || u.Module != nil && u.Module.Text == file {
			return toRange(u.Range())
		}
		if r == (Range{}) {
			r = toRange(u.Range())
		}
	}
	return r
}
