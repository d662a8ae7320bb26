package assist_test

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"quadrille/editors/assist"
	"quadrille/lang/codes"
)

// wrongTexts are the examples of the pages on codes that are wrong, and the files that the
// compiler's tests know to be wrong, each with the folder that it is in.
func wrongTexts(t *testing.T) map[string]*assist.PuzzleText {
	t.Helper()
	out := map[string]*assist.PuzzleText{}
	for _, code := range codes.AllCodes() {
		page, _ := codes.CodePage(code)
		_, wrong, _ := strings.Cut(page, "Wrong:\n\n```puz\n")
		if text, _, ok := strings.Cut(wrong, "```\n"); ok {
			out["page "+string(code)] = assist.NewText("puzzle.puz", text, nil)
		}
	}
	archives, err := filepath.Glob("../../compile/testdata/wrong/*.txtar")
	if err != nil || len(archives) < 60 {
		t.Fatalf("%d archives were found: %v", len(archives), err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := fstest.MapFS{}
		for _, f := range a.Files {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		if text, err := fs.ReadFile(files, "puzzle.puz"); err == nil {
			out[filepath.Base(name)] = newTextIn(string(text), files)
		}
	}
	return out
}

var folders = map[*assist.PuzzleText]fs.FS{}

func newTextIn(text string, files fs.FS) *assist.PuzzleText {
	t := assist.NewText("puzzle.puz", text, files)
	folders[t] = files
	return t
}

// TestFixes: whatever is offered takes away what it is offered for.
func TestFixes(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of fixes are tried")
	}
	tried := map[string]int{}
	for name, text := range wrongTexts(t) {
		all := text.Diagnostics()
		for _, d := range all {
			for _, f := range d.Fixes {
				fixed := assist.ApplyEdits(text.String(), f.Edits)
				after := assist.NewText("puzzle.puz", fixed, folders[text]).Diagnostics()
				still := slices.ContainsFunc(after, func(a assist.Diagnostic) bool {
					return a.Start == d.Start && a.Code == d.Code && a.Summary == d.Summary
				})
				if still && countAlike(after, d) >= countAlike(all, d) {
					t.Errorf("%s: %s: %q does not mend it:\n%s", name, d.Summary, f.Title, fixed)
				}
				for _, a := range after {
					if e := f.Edits[0]; a.Severity == assist.Error && a.Start < e.Start+len(e.Text) &&
						a.End > e.Start && !touchesError(all, d, a.Code) &&
						(d.Code != "unexpected" || a.Code == d.Code) {
						t.Errorf("%s: %s: %q makes another error there: %s\n%s", name, d.Summary, f.Title, a.Summary,
							fixed)
					}
				}
				tried[d.Code]++
			}
		}
	}
	for _, code := range []string{"unknown-name", "wrong-class", "area-mismatch", "unknown-module", "unexpected",
		"unclosed-text", "unused-name"} {
		if tried[code] == 0 {
			t.Errorf("nothing was offered for %s", code)
		}
	}
}

// touchesError reports whether an error with a code touches another diagnostic.
func touchesError(list []assist.Diagnostic, d assist.Diagnostic, code string) bool {
	return slices.ContainsFunc(list, func(a assist.Diagnostic) bool {
		return a.Code == code && a.Start <= d.End &&
			a.End >= d.Start
	})
}

// countAlike counts what is said alike.
func countAlike(list []assist.Diagnostic, like assist.Diagnostic) int {
	n := 0
	for _, d := range list {
		if d.Code == like.Code && d.Summary == like.Summary {
			n++
		}
	}
	return n
}

// TestUnused: of several names that nothing uses, each is told.
func TestUnused(t *testing.T) {
	unused := 0
	for _, d := range assist.NewText("puzzle.puz", "param a = 1\nparam b = 2\nparam c = 3\nitems x\noption x\n",
		nil).Diagnostics() {
		if d.Code == "unused-name" {
			unused++
		}
	}
	if unused != 3 {
		t.Errorf("%d of 3 names that nothing uses are told", unused)
	}
}
