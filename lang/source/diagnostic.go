package source

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
	"github.com/xrash/smetrics"
)

// Severity says how bad a diagnostic is: an error or a warning. After an error there is no result.
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

// Code names a kind of diagnostic, in words with hyphens between them. Package lang/codes lists all codes, and has a
// page on each.
type Code string

// Error returns the code. It makes a code an error, which [errors.Is] finds in a [DiagnosticList].
func (c Code) Error() string { return string(c) }

// Diagnostic is one error or warning about the text of a puzzle.
type Diagnostic struct {
	Severity Severity
	Code     Code
	Span     Span       // the part of the text that is wrong, as small as possible
	Summary  string     // the error or warning, in one line
	Hint     string     // text that says how to correct the error; may be empty
	Fixes    []QuickFix // corrections to apply automatically, the best first
	Cause    error      // error of the file system that caused the diagnostic, or nil
}

// QuickFix corrects the cause of a diagnostic.
type QuickFix struct {
	Title string     // description, in the imperative
	Edits []TextEdit // edits in one file, without overlap
}

// TextEdit replaces the text of a span.
type TextEdit struct {
	Span Span
	Text string
}

// AddFix adds a fix to the diagnostic, and returns the diagnostic.
func (d *Diagnostic) AddFix(title string, edits ...TextEdit) *Diagnostic {
	d.Fixes = append(d.Fixes, QuickFix{title, edits})
	return d
}

// FixByReplacing adds the fix that replaces the span by a text.
func (d *Diagnostic) FixByReplacing(text string) *Diagnostic {
	return d.AddFix(fmt.Sprintf("write `%s`", strings.TrimSpace(text)), TextEdit{d.Span, text})
}

// FixByRemoving adds the fix that removes the text of the span.
func (d *Diagnostic) FixByRemoving() *Diagnostic {
	return d.AddFix("remove it", TextEdit{Span: d.Span})
}

// SuggestName adds a hint and a fix with the candidate that is most similar to a name, if a candidate is similar
// enough.
func (d *Diagnostic) SuggestName(name string, candidates []string) *Diagnostic {
	if hint := DidYouMean(name, candidates); hint != "" {
		d.Hint = BoundMessage(hint)
		d.FixByReplacing(mostSimilarName(name, candidates))
	}
	return d
}

// Error returns the diagnostic in one line, without a line of the text.
func (d *Diagnostic) Error() string {
	where := ""
	if d.Span.IsKnown() {
		where = d.Span.String() + ": "
	}
	return EscapeText(fmt.Sprintf("%s%s: %s [%s]", where, d.Severity, d.Summary, d.Code))
}

// Unwrap returns the cause.
func (d *Diagnostic) Unwrap() error { return d.Cause }

// DiagnosticList is a list of diagnostics. It is used as an error only if it holds at least one error.
type DiagnosticList []*Diagnostic

// Is reports whether the target is the [Code] or the cause of some diagnostic in the list.
func (l DiagnosticList) Is(target error) bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool {
		return error(d.Code) == target || errors.Is(d.Cause, target)
	})
}

// Error returns the lines of all diagnostics.
func (l DiagnosticList) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// maxDiagnosticsPerSeverity bounds the errors of a list, and its warnings, so that the first of them stay on the
// screen.
const maxDiagnosticsPerSeverity = 50

// HasMaxErrors reports whether a list accepts no more errors.
func (l DiagnosticList) HasMaxErrors() bool { return l.hasMaxOfSeverity(Error) }

func (l DiagnosticList) hasMaxOfSeverity(s Severity) bool {
	n := 0
	for _, d := range l {
		if d.Severity == s {
			n++
		}
	}
	return n >= maxDiagnosticsPerSeverity
}

// AddError appends an error at span, and returns it so that fixes can be added.
func (l *DiagnosticList) AddError(code Code, span Span, hint, format string, args ...any) *Diagnostic {
	return l.appendDiagnostic(Error, code, span, hint, format, args...)
}

// AddWarning appends a warning at span, and returns it so that fixes can be added.
func (l *DiagnosticList) AddWarning(code Code, span Span, hint, format string, args ...any) *Diagnostic {
	return l.appendDiagnostic(Warning, code, span, hint, format, args...)
}

func (l *DiagnosticList) appendDiagnostic(s Severity, code Code, span Span, hint, format string,
	args ...any) *Diagnostic {
	d := &Diagnostic{Severity: s, Code: code, Span: span, Hint: BoundMessage(hint),
		Summary: BoundMessage(fmt.Sprintf(format,
			args...))}
	if !l.hasMaxOfSeverity(s) {
		*l = append(*l, d)
	}
	return d
}

// ErrorOrNil returns the errors of the list in the order of the text, or nil if there are none. Errors with the same
// code and place become one error. Warnings are left out.
func (l DiagnosticList) ErrorOrNil() error {
	type place struct {
		code Code
		span Span
	}
	seen := map[place]bool{}
	errs := slices.DeleteFunc(l.sortedOfSeverity(Error), func(d *Diagnostic) bool {
		at := place{d.Code, d.Span}
		again := seen[at]
		seen[at] = d.Span.IsKnown()
		return again
	})
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// Warnings returns the warnings in the list in order of position.
func (l DiagnosticList) Warnings() DiagnosticList { return l.sortedOfSeverity(Warning) }

func (l DiagnosticList) sortedOfSeverity(s Severity) DiagnosticList {
	var out DiagnosticList
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

// maxMessageLine bounds the length of a line of a message, in characters, as it may quote long names and texts.
const maxMessageLine = 1000

// BoundMessage shortens each line of a message to maxMessageLine characters by leaving out its middle.
func BoundMessage(message string) string {
	if len(message) <= maxMessageLine {
		return message
	}
	lines := strings.Split(message, "\n")
	for k, line := range lines {
		if r := []rune(line); len(r) > maxMessageLine {
			lines[k] = string(r[:maxMessageLine/2]) + " … " + string(r[len(r)-maxMessageLine/2:])
		}
	}
	return strings.Join(lines, "\n")
}

// maxExcerptCharacters bounds the characters of a line of the text in a message, so that a file without line breaks
// does not flood the terminal.
const maxExcerptCharacters = 100

// PrintList writes each diagnostic with its source line, the span underlined,
// and its hint.
func PrintList(w io.Writer, list DiagnosticList) {
	for i, d := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, d.Error())
		if d.Span.IsKnown() {
			printExcerpt(w, d.Span)
		}
		if d.Hint != "" {
			fmt.Fprintf(w, "  hint: %s\n", EscapeText(BoundMessage(d.Hint)))
		}
	}
}

// PrintExcerpts writes the lines of the text in which spans begin, each line once, with the spans underlined.
func PrintExcerpts(w io.Writer, spans []Span) {
	for k := 0; k < len(spans); {
		at := spans[k].File.Position(spans[k].Start)
		line := spans[k].File.LineText(at.Line)
		first, under := spans[k], []byte(nil)
		for ; k < len(spans) && spans[k].File == first.File && first.File.LineOf(spans[k].Start) == at.Line; k++ {
			from := min(spans[k].File.Position(spans[k].Start).Byte-1, len(line))
			to := max(from+1, min(from+spans[k].End-spans[k].Start, len(line)))
			left, right := runewidth.StringWidth(replaceControls(line[:from])),
				runewidth.StringWidth(replaceControls(line[:min(to, len(line))]))
			for len(under) < max(right, left+1) {
				under = append(under, ' ')
			}
			for c := left; c < max(right, left+1); c++ {
				under[c] = '^'
			}
		}
		if len(line) > maxExcerptCharacters {
			printExcerpt(w, first)
			continue
		}
		gutter := fmt.Sprint(at.Line)
		fmt.Fprintf(w, "  %s | %s\n  %*s | %s\n", gutter, replaceControls(line), len(gutter), "", under)
	}
}

// printExcerpt writes the first line of the span, underlined where the span is.
func printExcerpt(w io.Writer, s Span) {
	from := s.File.Position(s.Start)
	line := s.File.LineText(from.Line)
	start := min(from.Byte-1, len(line))
	end := max(start, min(start+s.End-s.Start, len(line)))

	before, marked, after := clipLongLine(replaceControls(line[:start]), replaceControls(line[start:end]),
		replaceControls(line[end:]))
	gutter := fmt.Sprint(from.Line)
	fmt.Fprintf(w, "  %s | %s%s%s\n", gutter, before, marked, after)
	fmt.Fprintf(w, "  %*s | %s%s\n", len(gutter), "", strings.Repeat(" ", runewidth.StringWidth(before)),
		strings.Repeat("^", max(1, runewidth.StringWidth(marked))))
}

// replaceControls replaces each character that would affect the terminal by a point, so that columns stay in line.
func replaceControls(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError:
			return '·'
		}
		return r
	}, line)
}

// clipLongLine shortens a long line around its marked part.
func clipLongLine(before, marked, after string) (string, string, string) {
	const half = maxExcerptCharacters / 2
	if r := []rune(before); len(r) > half {
		before = "…" + string(r[len(r)-half:])
	}
	if r := []rune(marked); len(r) > half {
		marked, after = string(r[:half])+"…", ""
	}
	if r := []rune(after); len(r) > half {
		after = string(r[:half]) + "…"
	}
	return before, marked, after
}

// Plural returns a number with a noun whose plural has an s: 1 cell, 3 cells.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// JoinWords joins words: a, b and c.
func JoinWords(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// maxComparedNameLength bounds the names that are compared, as comparing takes time proportional to the product of
// the lengths. Longer names are no typing errors.
const maxComparedNameLength = 60

// DidYouMean returns a hint that names the candidate most similar to a name, or "" if no candidate is similar enough.
func DidYouMean(name string, candidates []string) string {
	if best := mostSimilarName(name, candidates); best != "" {
		return fmt.Sprintf("did you mean `%s`?", best)
	}
	return ""
}

// CorrectSlip returns the candidate of which a word is a misspelling, or "". The word and the candidate differ in
// capitals, in a final s or, if the candidate has at least five letters, in one letter or by two exchanged letters.
func CorrectSlip(word string, candidates []string) string {
	word = strings.ToLower(word)
	if len(word) > maxComparedNameLength {
		return ""
	}
	for _, c := range candidates {
		if word == c || word == c+"s" || word+"s" == c {
			return c
		}
	}
	for _, c := range candidates {
		d := smetrics.WagnerFischer(word, c, 1, 1, 1)
		if len(c) >= 5 && (d == 1 || d == 2 && haveSameLetters(word, c)) {
			return c
		}
	}
	return ""
}

func haveSameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}

func mostSimilarName(name string, candidates []string) string {
	isOtherCase := func(c string) bool { return strings.EqualFold(c, name) && c != name }
	if i := slices.IndexFunc(candidates, isOtherCase); i >= 0 {
		return candidates[i]
	}
	best, bestDistance := "", len(name)/3+2
	for _, c := range candidates {
		if len(name) > maxComparedNameLength || len(c) >= len(name)+bestDistance || len(name) >= len(c)+bestDistance {
			continue
		}
		if d := smetrics.WagnerFischer(name, c, 1, 1, 1); d < min(bestDistance, len(c)) {
			best, bestDistance = c, d
		}
	}
	if best == "" && len(name) >= 3 {
		return onlyNameBeginningWith(name, candidates)
	}
	return best
}

// onlyNameBeginningWith returns the candidate that begins with a name, or "" unless there is exactly one.
func onlyNameBeginningWith(name string, candidates []string) (full string) {
	for _, c := range candidates {
		if strings.HasPrefix(c, name) {
			if full != "" {
				return ""
			}
			full = c
		}
	}
	return full
}

// EscapeText escapes characters that change how the text around them is shown: control characters, directional marks,
// line separators, and invalid UTF-8. Letters of all scripts, signs and blanks are kept.
func EscapeText(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
