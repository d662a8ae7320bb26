package compile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// TestTyped: what people type is answered at its place, in words that say how to mend it, and with
// nothing beside them.
func TestTyped(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/typed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(archive.Files); n != 229 {
		t.Errorf("there are %d texts, want 229", n)
	}
	held := 0
	for _, f := range archive.Files {
		text, want, found := strings.Cut(string(f.Data), "---\n")
		if !found {
			t.Fatalf("%s: nothing is wanted", f.Name)
		}
		if t.Run(f.Name, func(t *testing.T) {
			got := wrongDiagnostics(t, []byte(text), check.Importer{ReadModule: stdlib.ReadModule,
				ModuleNames: stdlib.Modules()},
				compile.ProgramOptions{})
			if !saysAll(got, strings.Split(strings.TrimSpace(want), "\n")) {
				t.Errorf("wanted\n%s\nbut got\n%s", want, printedList(got))
			}
			plainWords(t, got)
		}) {
			held++
		}
	}
	t.Logf("%d of %d texts are answered as they should be", held, len(archive.Files))
}

// saysAll reports whether diagnostics are as many as wanted, each at its place, of its code and with its words.
func saysAll(got source.DiagnosticList, want []string) bool {
	if len(got) != len(want) {
		return false
	}
	for i, w := range want {
		head, words, _ := strings.Cut(w, ": ")
		d := got[i]
		if at := d.Span.File.Position(d.Span.Start); head != fmt.Sprintf("%d:%d %s", at.Line, at.Column, d.Code) {
			return false
		}
		if slices.ContainsFunc(strings.Split(words, " | "),
			func(part string) bool { return !strings.Contains(d.Summary+"\n"+d.Hint, part) }) {
			return false
		}
	}
	return true
}

// TestTypedFixes: what a message offers to write is no worse: there are fewer messages afterwards, or the first one
// stands further on.
func TestTypedFixes(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/typed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	told := func(text string) source.DiagnosticList {
		return wrongDiagnostics(t, []byte(text),
			check.Importer{ReadModule: stdlib.ReadModule, ModuleNames: stdlib.Modules()},
			compile.ProgramOptions{})
	}
	fixes := 0
	for _, f := range archive.Files {
		text, _, _ := strings.Cut(string(f.Data), "---\n")
		before := told(text)
		for _, d := range before[:min(1, len(before))] {
			for _, fix := range d.Fixes {
				fixed := text
				for _, e := range slices.Backward(fix.Edits) {
					fixed = fixed[:e.Span.Start] + e.Text + fixed[e.Span.End:]
				}
				fixes++
				after := told(fixed)
				if len(after) >= len(before) && after[0].Span.Start <= d.Span.Start && after[0].Code == d.Code {
					t.Errorf("%s: %s gives\n%s\nwith\n%s", f.Name, fix.Title, fixed, printedList(after))
				}
			}
		}
	}
	if fixes < 60 {
		t.Errorf("only %d fixes were tried", fixes)
	}
}
