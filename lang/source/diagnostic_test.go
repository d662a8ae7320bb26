package source_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"quadrille/lang/source"
)

func TestError(t *testing.T) {
	f := source.NewFile("a.puz", []byte("é x\ny"))
	tests := []struct {
		diagnostic source.Diagnostic
		want       string
	}{
		{source.Diagnostic{Code: "some-code", Summary: "nowhere"}, "error: nowhere [some-code]"},
		{source.Diagnostic{Severity: source.Warning, Code: "c", Summary: "s", Hint: "left out"}, "warning: s [c]"},
		{source.Diagnostic{Code: "c", Span: span(f, 3, 4), Summary: "s"}, "a.puz:1:3: error: s [c]"},
		{source.Diagnostic{Code: "c", Span: span(f, 5, 6), Summary: "s"}, "a.puz:2:1: error: s [c]"},
	}
	for _, test := range tests {
		if got := test.diagnostic.Error(); got != test.want {
			t.Errorf("the diagnostic is\n%s\nwant\n%s", got, test.want)
		}
	}
}

func TestNothingIsNoError(t *testing.T) {
	var list source.DiagnosticList
	if err := list.ErrorOrNil(); err != nil {
		t.Errorf("an empty list is the error %v", err)
	}
	list.AddWarning("code", source.Span{}, "", "only a warning")
	if err := list.ErrorOrNil(); err != nil {
		t.Errorf("a warning is the error %v", err)
	}
	if got := list.Warnings(); len(got) != 1 {
		t.Errorf("the warnings are %v, want one", got)
	}
}

func TestErrIsInOrderOfPosition(t *testing.T) {
	a, b := source.NewFile("a", []byte("0123456789")), source.NewFile("b", []byte("0123456789"))
	var list source.DiagnosticList
	list.AddError("code", span(b, 0, 1), "", "seventh")
	list.AddError("code", span(a, 5, 6), "", "fifth")
	list.AddWarning("code", span(a, 0, 1), "", "no error")
	list.AddError("code", span(a, 3, 9), "", "third")
	list.AddError("other", span(a, 3, 9), "", "fourth")
	list.AddError("code", span(a, 9, 9), "", "sixth")
	list.AddError("code", span(a, 3, 4), "", "second")
	list.AddError("code", source.Span{}, "", "first")

	want := []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh"}
	if got := summaries(list.ErrorOrNil()); !slices.Equal(got, want) {
		t.Errorf("the errors are %q, want %q", got, want)
	}
	if got := summaries(list.Warnings()); !slices.Equal(got, []string{"no error"}) {
		t.Errorf("the warnings are %q", got)
	}
	if list[0].Summary != "seventh" || len(list) != 8 {
		t.Errorf("Err has changed the list to %q", summaries(list))
	}
}

// Two reports of one code at one place are one, the first, also where there is
// another report between them. What has no place may be two things.
func TestErrDropsRepetitions(t *testing.T) {
	f := source.NewFile("a", []byte("0123456789"))
	var list source.DiagnosticList
	list.AddError("a", span(f, 1, 2), "", "a, first")
	list.AddError("a", span(f, 1, 2), "", "a, again")
	list.AddError("b", span(f, 1, 2), "", "b")
	list.AddError("a", span(f, 1, 3), "", "a, longer")
	list.AddError("a", span(f, 1, 2), "", "a, once more")
	list.AddError("a", source.Span{}, "", "a, nowhere")
	list.AddError("a", source.Span{}, "", "a, nowhere else")
	list.AddWarning("a", span(f, 1, 2), "", "a warning")

	want := []string{"a, nowhere", "a, nowhere else", "a, first", "b", "a, longer"}
	if got := summaries(list.ErrorOrNil()); !slices.Equal(got, want) {
		t.Errorf("the errors are %q, want %q", got, want)
	}
	if got := summaries(list.Warnings()); len(got) != 1 {
		t.Errorf("the warnings are %q, want one", got)
	}
}

func TestListIsAnError(t *testing.T) {
	f := source.NewFile("a.puz", []byte("x\ny"))
	var list source.DiagnosticList
	list.AddError("two", span(f, 2, 3), "a hint", "%s and %d", "text", 2)
	list.AddError("one", span(f, 0, 1), "", "first")
	err := fmt.Errorf("wrapped: %w", list.ErrorOrNil())

	var found source.DiagnosticList
	if !errors.As(err, &found) || len(found) != 2 || found[1].Hint != "a hint" {
		t.Fatalf("the error holds %v", found)
	}
	want := "a.puz:1:1: error: first [one]\na.puz:2:1: error: text and 2 [two]"
	if got := found.Error(); got != want {
		t.Errorf("the error is\n%s\nwant\n%s", got, want)
	}
}

func TestDidYouMean(t *testing.T) {
	tests := []struct {
		name       string
		candidates string
		want       string
	}{
		{"pakc", "pack piece", "pack"},
		{"peice", "pack piece", "piece"},
		{"pentomino", "pentominoes hexominoes", "pentominoes"},
		{"tetrominos", "pentominoes tetrominoes", "tetrominoes"},
		{"forét", "forêt", "forêt"},
		{"X", "x'", ""},
		{"a", "b", ""},
		{"foo", "pentominoes", ""},
		{"square", "hexagon triangle", ""},
		{"", "a", ""},
		{"abc", "", ""},
		{"abcd", "abce abcf", "abce"}, // the first of the closest
		{"abcd", "abxx abce", "abce"},
	}
	for _, test := range tests {
		want := ""
		if test.want != "" {
			want = "did you mean `" + test.want + "`?"
		}
		if got := source.DidYouMean(test.name, strings.Fields(test.candidates)); got != want {
			t.Errorf("%q among %q: %q, want %q", test.name, test.candidates, got, want)
		}
	}
}

func span(f *source.File, start, end int) source.Span {
	return f.Span(source.Range{Start: start, End: end})
}

// summaries returns the summaries of a list, which may be given as an error.
func summaries(list any) []string {
	var texts []string
	for _, d := range list.(source.DiagnosticList) {
		texts = append(texts, d.Summary)
	}
	return texts
}

// TestWarningsPushOutNoError: fifty warnings leave room for errors, and the
// other way round.
func TestWarningsPushOutNoError(t *testing.T) {
	var l source.DiagnosticList
	for range 200 {
		l.AddWarning("w", source.Span{}, "", "warning")
	}
	l.AddError("e", source.Span{}, "", "error")
	if l.ErrorOrNil() == nil {
		t.Error("an error was lost behind warnings")
	}
	for range 200 {
		l.AddError("e", source.Span{}, "", "error")
	}
	if n := len(l); n > 200 {
		t.Errorf("the list has %d diagnostics", n)
	}
}

func TestFixes(t *testing.T) {
	f := source.NewFile("a.puz", []byte("piece hte"))
	var l source.DiagnosticList
	span := f.Span(source.Range{Start: 6, End: 9})
	l.AddError("unknown", span, "another hint", "no %s", "hte").SuggestName("hte", []string{"board", "the"})
	want := []source.QuickFix{{Title: "write `the`", Edits: []source.TextEdit{{Span: span, Text: "the"}}}}
	if got := l[0]; got.Hint != "did you mean `the`?" || !reflect.DeepEqual(got.Fixes, want) {
		t.Errorf("the hint is %q, and the fixes are %v", got.Hint, got.Fixes)
	}
	l.AddError("unknown", span, "another hint", "no hte").SuggestName("hte", []string{"board", "something"})
	if got := l[1]; got.Hint != "another hint" || got.Fixes != nil {
		t.Errorf("the hint is %q, and the fixes are %v", got.Hint, got.Fixes)
	}
	for range 100 { // of a list that is full a fix is lost with its error
		l.AddError("more", span, "", "more").FixByRemoving()
	}
}

func TestAnd(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"},
		"a, b and c": {"a", "b", "c"}} {
		if got := source.JoinWords(words); got != want {
			t.Errorf("%v is joined to %q", words, got)
		}
	}
}

// TestBounded: of each long line of a message both ends stay.
func TestBounded(t *testing.T) {
	long := strings.Repeat("é", 300_000)
	message := "begins\nin " + long + " here"
	got := source.BoundMessage(message)
	if len(got) > 3000 || !strings.HasPrefix(got, "begins\nin é") || !strings.HasSuffix(got, "é here") ||
		!strings.Contains(got, "…") || !utf8.ValidString(got) {
		t.Errorf("%d bytes: %.50q", len(got), got)
	}
	if short := "one\ntwo"; source.BoundMessage(short) != short {
		t.Errorf("%q is changed", short)
	}
	var l source.DiagnosticList
	d := l.AddError("bad", source.Span{}, long, "%s", long)
	if len(d.Hint) > 3000 || len(d.Summary) > 3000 {
		t.Errorf("a summary of %d bytes and a hint of %d", len(d.Summary), len(d.Hint))
	}
}
