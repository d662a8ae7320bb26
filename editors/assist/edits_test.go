package assist_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"quadrille"
	"quadrille/compile/check"
	"quadrille/editors/assist"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/runtime/matrix/matrixtest"
)

// examplePuzzle is a puzzle with the folder that it is in.
type examplePuzzle struct {
	name, text string
	files      fs.FS
}

// examplePuzzles are the smaller ones.
func examplePuzzles(tb testing.TB) (out []examplePuzzle) {
	tb.Helper()
	for _, pattern := range []string{"../../examples/*.puz", "../../examples/[a-rt-z]*/*.puz",
		"../../examples/s[up]*/*.puz"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			tb.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				tb.Fatal(err)
			}
			if len(text) < 3000 {
				out = append(out, examplePuzzle{filepath.Base(name), string(text), os.DirFS(filepath.Dir(name))})
			}
		}
	}
	if len(out) < 80 {
		tb.Fatalf("there are only %d examples", len(out))
	}
	return out
}

// Bits are what edits put in: parts of words, what opens and closes things, characters of any width.
var bits = []string{
	"", "", "", "x", "a", "\n", " ", `"`, `"""`, "{", "}", "(", ")", "//", "1", "é", "×", "😀", "e\u0301",
	"\t", "\r\n", "\u202e", "\x00", "\xff",
	"board q on square = 2x2\n", "8x8", "pack", "=", " for i in 1..3", "use pentominoes\n", "F", "symmetry", "n", "2",
	"-",
}

func editAtRandom(r *rand.Rand, text string) string {
	from := r.IntN(len(text) + 1)
	to := min(len(text), from+r.IntN(4)*r.IntN(3)*r.IntN(6))
	return text[:from] + bits[r.IntN(len(bits))] + text[to:]
}

// TestRandomEdits types and deletes at random places. What the editor shows is what the compiler says
// of the same text, at the same place; nothing else that can be asked fails or points outside of the text.
func TestRandomEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	all := examplePuzzles(t)
	r := rand.New(rand.NewPCG(17, 1))
	for rounds := matrixtest.RandomRounds(75, 10_000); rounds > 0; {
		e := all[r.IntN(len(all))]
		text := assist.NewText(e.name, e.text, e.files)
		for range 1 + r.IntN(10) {
			rounds--
			text = text.AfterEdit(editAtRandom(r, text.String()))
			checkDiagnostics(t, text, e.files)
			checkTokens(t, r, text, e.files)
			checkAnswers(t, text, r.IntN(len(text.String())+1))
			if t.Failed() {
				t.Fatalf("the text is %q", text)
			}
		}
	}
}

// diagnosticKey is a diagnostic, by what it says and where.
type diagnosticKey struct {
	assist.Range
	warning       bool
	code, summary string
}

// checkDiagnostics compares the diagnostics with those of the compiler, and looks where they are.
func checkDiagnostics(t *testing.T, text *assist.PuzzleText, files fs.FS) {
	t.Helper()
	var want, got []diagnosticKey
	p, err := quadrille.Load(text.Name(), []byte(text.String()),
		quadrille.Options{Files: files, Limits: assist.CheckLimits()})
	var list source.DiagnosticList
	if errors.As(err, &list); err == nil {
		list = p.Warnings()
	}
	for _, d := range list {
		inside := !d.Span.IsKnown() || d.Span.File.Name == text.Name()
		if inside {
			want = append(want, diagnosticKey{assist.Range{Start: d.Span.Start, End: d.Span.End},
				d.Severity == source.Warning, string(d.Code), source.EscapeText(d.Summary)})
		}
	}
	for _, d := range text.Diagnostics() {
		checkRange(t, text, d.Range)
		for _, f := range d.Fixes {
			assist.NewText(text.Name(), assist.ApplyEdits(text.String(), f.Edits), files).Diagnostics()
			for _, e := range f.Edits {
				checkRange(t, text, e.Range)
			}
		}
		warning := d.Severity == assist.Warning
		if d.OtherLocation == nil && (err == nil || !warning) {
			got = append(got, diagnosticKey{d.Range, warning, d.Code, d.Summary})
		}
	}
	if !sameSet(want, got) {
		t.Errorf("the compiler says\n%+v\nand the editor shows\n%+v", want, got)
	}
}

func sameSet(a, b []diagnosticKey) bool {
	count := map[diagnosticKey]int{}
	for _, s := range a {
		count[s]++
	}
	for _, s := range b {
		count[s]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// checkTokens: what was read before an edit, and not again, makes no difference to the colors; and a part of the text
// has the words of the whole that stand there.
func checkTokens(t *testing.T, r *rand.Rand, text *assist.PuzzleText, files fs.FS) {
	t.Helper()
	all := text.Tokens()
	if want := assist.NewText(text.Name(), text.String(), files).Tokens(); !slices.Equal(all, want) {
		t.Errorf("the words are\n%v\nand of a new text they are\n%v", all, want)
	}
	from := r.IntN(len(text.String()) + 1)
	part := assist.Range{Start: from, End: from + r.IntN(len(text.String())-from+1)}
	want := slices.DeleteFunc(slices.Clone(all), func(k assist.Token) bool {
		return k.End <= part.Start ||
			part.End <= k.Start
	})
	if got := text.TokensIn(part); !slices.Equal(got, want) {
		t.Errorf("at %v the words are\n%v\nand of all those there are\n%v", part, got, want)
	}
}

// TestColorsOfNames: names that are declared anywhere have the color of what the compiler takes them for.
func TestColorsOfNames(t *testing.T) {
	if testing.Short() {
		t.Skip("checks all examples")
	}
	colored := 0
	for _, e := range examplePuzzles(t) {
		file, err := parse.File(e.name, []byte(e.text))
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[string]string{}
		for _, n := range check.AnalyzeFile(file, quadrille.NewImporter(e.name, e.files, func(string, []byte) {}),
			check.FileOptions{}).VisibleNames {
			if n.Kind != "item" {
				kinds[n.Name] = n.Kind
			}
		}
		for _, k := range assist.NewText(e.name, e.text, e.files).Tokens() {
			kind := kinds[e.text[k.Start:k.End]]
			if slices.Contains([]string{"parameter", "table", "shape", "board", "piece", "set"}, k.Kind) {
				colored++
				if k.Kind != kind {
					t.Errorf("%s: at %d stands a %q, which is no %s", e.name, k.Start, kind, k.Kind)
				}
			}
		}
	}
	if colored < 500 {
		t.Errorf("only %d names are colored", colored)
	}
}

// checkRange: a range is one of the text, and cuts no character.
func checkRange(t *testing.T, text *assist.PuzzleText, r assist.Range) {
	t.Helper()
	s := text.String()
	if r.Start < 0 || r.End < r.Start || r.End > len(s) {
		t.Errorf("%v is no range of %d bytes", r, len(s))
		return
	}
	if utf8.ValidString(s) && !(utf8.ValidString(s[:r.Start]) && utf8.ValidString(s[r.Start:r.End])) {
		t.Errorf("%v cuts a character", r)
	}
}

// checkAnswers asks everything that can be asked.
func checkAnswers(t *testing.T, text *assist.PuzzleText, offset int) {
	t.Helper()
	var ranges []assist.Range
	if h, ok := text.Hover(offset); ok {
		ranges = append(ranges, h.Range)
	}
	for _, c := range text.Complete(offset) {
		ranges = append(ranges, c.Edit.Range)
	}
	if l, ok := text.Definition(offset); ok && l.File == "" && l.Module == "" {
		ranges = append(ranges, l.Range)
	}
	ranges = append(ranges, text.References(offset)...)
	renamed, err := renameInFolder(text.Name(), text.String(), fstest.MapFS{}, offset, "renamed")
	if now, _ := fs.ReadFile(renamed, text.Name()); (err == nil) != (string(now) != text.String()) {
		t.Errorf("renaming makes %s, and the error is %v", now, err)
	}
	for _, s := range text.Outline() {
		ranges = append(ranges, s.Range, s.NameRange)
	}
	for _, f := range text.FoldableRanges() {
		ranges = append(ranges, f.Range)
	}
	last := 0
	for _, k := range text.Tokens() {
		ranges = append(ranges, k.Range)
		if k.Start < last {
			t.Errorf("the word at %d overlaps", k.Start)
		}
		last = k.End
	}
	for _, h := range slices.Concat(text.Hints(), text.CountHints()) {
		ranges = append(ranges, assist.Range{Start: h.Offset, End: h.Offset})
	}
	for _, l := range text.StatementLenses(true) {
		ranges = append(ranges, l.Range)
	}
	for _, r := range ranges {
		checkRange(t, text, r)
	}
	_, _ = text.Format()
}

func FuzzText(f *testing.F) {
	f.Add("use pentominoes\nboard b on square = 6x10\npack b with pentominoes {\n  keep X in b\n}\n", 30)
	f.Add("param n = 3\noption a[i] for i in 1..n where i", 20)
	f.Add("piece é = \"\"\"\n#\n", 8)
	f.Add("\ufeffboard b on torus", 3)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if len(text) > 2000 || offset < 0 || offset > len(text) {
			return
		}
		a := assist.NewText("a.puz", text, nil)
		checkDiagnostics(t, a, nil)
		checkAnswers(t, a, offset)
	})
}

// TestStop: nothing more is computed for a text that nobody asks about any more, and what the next one
// completes comes from before.
func TestStop(t *testing.T) {
	text := assist.NewText("a.puz", "board tray on square = 2x2\n", nil)
	text.Diagnostics()
	text = text.AfterEdit("board tray on square = 2x2\npack tray with nothing\n")
	text.StopWork()
	if d := text.Diagnostics(); len(d) > 0 {
		t.Errorf("of a text that is over one hears %v", d)
	}
	text = text.AfterEdit("board tray on square = 2x2\npack tr")
	if c := text.Complete(len(text.String())); !slices.ContainsFunc(c,
		func(c assist.Completion) bool { return c.Label == "tray" }) {
		t.Errorf("the completions are %v", c)
	}
}

// TestAtOnce asks a text many things at once, while the next one is made of it and it is stopped. The race detector
// looks on in the CI script.
func TestAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	text := assist.NewText("a.puz", "use pentominoes\nboard tray on square = 3x20\npack tray with pentominoes\n", nil)
	for range 4 {
		next := text.AfterEdit(text.String() + "expect 2 solutions\n")
		var asking sync.WaitGroup
		for k := range 8 {
			asking.Go(func() {
				switch k {
				case 0:
					text.StopWork()
				case 1, 2:
					next.Diagnostics()
				case 3:
					next.Complete(70)
				case 4:
					next.AfterEdit(next.String() + "//").Tokens()
				case 5:
					text.Hover(50)
				default:
					next.Tokens()
				}
			})
		}
		asking.Wait()
		if d := next.Diagnostics(); len(d) != 0 {
			t.Errorf("wrong is %v", d)
		}
		text = next
	}
}
