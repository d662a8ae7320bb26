package parse_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// ownWords are those of the parser library, which nobody who writes a puzzle
// should have to read.
var ownWords = []string{"unexpected token", "sub-expression", "lexer", "participle", "capture"}

// FuzzParse parses anything: there is a tree whose spans nest, or there are
// at most 50 errors that point into the file, in order.
func FuzzParse(f *testing.F) {
	if testing.Short() {
		f.Skip("a tenth of a second or more")
	}
	for _, text := range sources(f) {
		f.Add([]byte(text))
	}
	for _, group := range wrongTexts {
		for _, w := range group {
			text, _ := unmark(w.marked)
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, errs := errorsOf(t, string(text))
		checkSpans(t, file)
		for _, d := range errs {
			checkDiagnostic(t, file, d)
		}
		inOrder := slices.IsSortedFunc(errs, func(a, b *source.Diagnostic) int { return a.Span.Start - b.Span.Start })
		if !inOrder || len(errs) > 50 {
			t.Fatalf("%q: the errors are out of order, or too many: %v", text, errs)
		}
		source.PrintList(io.Discard, errs)
	})
}

func checkDiagnostic(t *testing.T, f *ast.File, d *source.Diagnostic) {
	t.Helper()
	if d.Span.File != f.Source || !d.Span.IsWithin(source.Range{End: len(f.Source.Text)}) {
		t.Fatalf("%q: %v points at %v, out of the file", f.Source.Text, d, d.Span.Range)
	}
	if d.Severity != source.Error || d.Code == "" || d.Summary == "" || strings.Contains(d.Summary, "\n") {
		t.Fatalf("%q: %#v is no proper error", f.Source.Text, d)
	}
	for _, word := range ownWords {
		if strings.Contains(d.Summary, word) && !strings.Contains(f.Source.Text, word) {
			t.Fatalf("%q: %v speaks of the parser library", f.Source.Text, d)
		}
	}
}
