package assist_test

import (
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"quadrille"
	"quadrille/editors/assist"
	"quadrille/runtime/matrix/matrixtest"
)

// TestHover: what is said of a place, at the cursor |.
func TestHover(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		// A board of 8 by 8 has 36 places for a cross of five cells, a side of six by six.
		{"use pentominoes\nboard b on square = 8x8\npack b with any of |X",
			[]string{"36 placements on `b`", "1 orientation", "class full", "└───┘"}},
		{"use pentominoes\nboard b on square = 3x20\npack b with |pentominoes", []string{"set, 12 pieces", "┌─"}},
		{"use |hexiamonds", []string{"module `hexiamonds`", "sphinx"}},
		{"par|am n = 3", []string{"Declares a number"}},
		{"param |n = 3*4", []string{"parameter, 12"}},
		{"table |t = \"\"\"\n1 2 3\n4 5 6\n\"\"\"", []string{"table, 2 by 3"}},
		{"board b on |cube = 2x2x2", []string{"48 motions", "layer"}},
		{"piece L symmetry |reflection = 1x2", []string{"4 orientations on `square`"}},
		{"use pentominoes\nboard b on square = 3x20\npack b with pentominoes {\n  lea|ve 1 empty\n}",
			[]string{"cells stay empty", "area-mismatch"}},
		{"latin 4 { ar|row (0, 0) (0, 1) }", []string{"the number on the first cell"}},
		{"pack b with |pentominos", []string{"unknown-name", "no statement declares it"}},
		{"items a[i] for |i in 1..3", []string{"index"}},
		{"items a[i] f|or i in 1..3", []string{"all values of its indices"}},
		{"param n = ma|x(1, 2)", []string{"min(x, y, …)"}},
	} {
		h, ok := assist.NewText("a.puz", strings.Replace(test.text, "|", "", 1),
			nil).Hover(strings.Index(test.text, "|"))
		if !ok {
			t.Errorf("%q: there is nothing", test.text)
		}
		for _, want := range test.want {
			if !strings.Contains(h.Markdown, want) {
				t.Errorf("%q: %q is not said, but %s", test.text, want, h.Markdown)
			}
		}
	}
	for _, nothing := range []string{"|", "// com|ment", "param n | = 3", "puzzle \"te|xt\""} {
		if h, ok := assist.NewText("a.puz", strings.Replace(nothing, "|", "", 1),
			nil).Hover(strings.Index(nothing, "|")); ok {
			t.Errorf("%q: %s", nothing, h.Markdown)
		}
	}
}

// TestIndices: an index is known in its own loop, and no longer. Two loops have two indices of one name.
func TestIndices(t *testing.T) {
	text := "param k = 2\nitems a[k] for k in 1..k\noption {a[j] for j in 1..k} a[k] for k in 1..2\nexpect 1 solution " +
		"when k = 2"
	a := assist.NewText("a.puz", text, nil)
	lines := strings.SplitAfter(text, "\n")
	at := func(line int, before string) int {
		return len(strings.Join(lines[:line], "")) + strings.Index(lines[line], before) + len(before)
	}
	// The parameter is declared, is the bound of the first loop, and stands in the condition.
	if got := len(a.References(at(0, "param "))); got != 3 {
		t.Errorf("the parameter is named %d times", got)
	}
	if got := len(a.References(at(1, "a["))); got != 2 {
		t.Errorf("the first index is named %d times", got)
	}
	if got := len(a.References(at(2, "} a[k] for "))); got != 3 {
		t.Errorf("the last index is named %d times", got)
	}
	if got := len(a.References(at(2, "{a[j] for "))); got != 2 {
		t.Errorf("the index of the item is named %d times", got)
	}
	if got := len(a.References(at(1, "items "))); got != 3 {
		t.Errorf("the items are named %d times", got)
	}
}

// renameInFolder asks a folder in which the text stands as a file, and returns the files as they are then.
func renameInFolder(name, text string, files fs.FS, offset int, to string) (fs.FS, error) {
	before := assist.Overlay{FS: files, TextOfFile: func(file string) (string, bool) { return text, file == name }}
	edits, err := assist.NewFolder(before, ".").Rename(name, offset, to)
	return assist.Overlay{FS: before, TextOfFile: func(file string) (string, bool) {
		changes, changed := edits[file]
		if !changed {
			return "", false
		}
		old, err := fs.ReadFile(before, file)
		return assist.ApplyEdits(string(old), changes), err == nil
	}}, err
}

// TestRename: whatever can be renamed in the examples is renamed everywhere: the compiler finds as many items and
// options as before, and so many of either, and nothing new is wrong.
func TestRename(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2026))
	all := examplePuzzles(t)
	renamed, refused, rounds := 0, 0, matrixtest.RandomRounds(30, 1000)
	for range rounds {
		e := all[r.IntN(len(all))]
		text := assist.NewText(e.name, e.text, e.files)
		before, err := quadrille.Load(e.name, []byte(e.text), quadrille.Options{Files: e.files})
		if err != nil {
			continue
		}
		words := slices.DeleteFunc(text.Tokens(), func(w assist.Token) bool {
			return w.Kind == "sign" ||
				w.Kind == "number"
		})
		at := words[r.IntN(len(words))].Start
		files, err := renameInFolder(e.name, e.text, e.files, at, "zz9")
		if err != nil {
			refused++
			continue
		}
		changed, err := fs.ReadFile(files, e.name)
		if err != nil {
			t.Fatal(err)
		}
		after, err := quadrille.Load(e.name, changed, quadrille.Options{Files: files})
		if err != nil {
			t.Fatalf("%s: renaming at %d makes an error: %v", e.name, at, err)
		}
		if matrixSize(before) != matrixSize(after) || len(before.Warnings()) != len(after.Warnings()) {
			t.Errorf("%s: renaming at %d changes the puzzle", e.name, at)
		}
		renamed++
	}
	if renamed < rounds/10 || refused < rounds/10 {
		t.Errorf("%d were renamed, %d refused", renamed, refused)
	}
}

// matrixSize is how large the matrix of a puzzle is.
func matrixSize(p *quadrille.Puzzle) [3]int {
	m, _, err := p.Matrix()
	if err != nil {
		return [3]int{}
	}
	return [3]int{m.ItemCount(), m.OptionCount(), m.EntryCount()}
}

// TestRenameRefused: names that would be read otherwise, or are of other things, or are made of the old one.
func TestRenameRefused(t *testing.T) {
	text := "use pentominoes\npiece A = 2x3\nparam n = 2\nitems i[k] for k in 1..n\noption i[k] for k in 1..n where " +
		"k <= n\n" +
		"board b on square = 6x11\npiece J = 1x3 + 1x1 at (1, 0)\nset s = one-sided J\npack b with any of s + any of " +
		"A {\n  keep J' in b\n}\n"
	for _, test := range []struct{ name, to, why string }{
		{"A = ", "for", "word of the language"}, {"A = ", "J", "another piece"}, {"A = ", "W", "another piece"},
		{"A = ", "pentominoes", "another set"},
		{"A = ", "half-turn", "no name"}, {"A = ", "A B", "no name"}, {"A = ", "", "no name"},
		{"A = ", "//x", "no name"},
		{"n = 2", "k", "something else"}, {"k] for k in 1..n\noption", "n", "another parameter"},
		{"J = ", "Q", "something else"},
		{"pentominoes\npiece", "x", "declares"}, {"square", "x", "declares"},
	} {
		_, err := renameInFolder("a.puz", text, fstest.MapFS{}, strings.Index(text, test.name), test.to)
		if err == nil || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%q can be called %q: %v", test.name, test.to, err)
		}
	}
	if _, err := renameInFolder("a.puz", text+"pack", fstest.MapFS{}, strings.Index(text, "A = "), "B"); err == nil {
		t.Error("a file that cannot be read is renamed in")
	}
}

// TestTokens: what each word is.
func TestTokens(t *testing.T) {
	text := "use mine as m // x\nparam n = 3\nboard b on square torus = n x 4\nitems a[i] for i in 1..n\noption a[i] " +
		"b for i in 1..max(1, n)\nfill b with \"01\""
	want := "keyword:use keyword:param parameter:n* number:3 keyword:board board:b* word:on lattice:square " +
		"word:torus " +
		"parameter:n word:x number:4 " +
		"keyword:items item:a* index:i keyword:for index:i* keyword:in number:1 parameter:n " +
		"keyword:option item:a index:i board:b keyword:for index:i* keyword:in number:1 function:max number:1 " +
		"parameter:n " +
		"keyword:fill board:b word:with text:\"01\""
	want = strings.Replace(want, "keyword:use", "keyword:use module:mine word:as prefix:m comment://_x", 1)
	want = strings.ReplaceAll(want, "word:with", "keyword:with")
	var got []string
	for _, k := range assist.NewText("a.puz", text, nil).Tokens() {
		if k.Kind != "sign" {
			star := ""
			if k.IsDeclaration {
				star = "*"
			}
			got = append(got, k.Kind+":"+strings.ReplaceAll(text[k.Start:k.End], " ", "_")+star)
		}
	}
	if !slices.Equal(got, strings.Fields(want)) {
		t.Errorf("the words are\n%v, want\n%v", got, strings.Fields(want))
	}
}

// TestHalfTyped: what stands above and below a half-typed statement is as well known as ever.
func TestHalfTyped(t *testing.T) {
	for _, broken := range []string{"pack b with {", "board", "param m = (", "option a[", "} }", "set s = any of", "\"",
		"'", "pack b with L {\n keep"} {
		text := "board b on square = 3x3\npiece L = 1x3\n" + broken + "\nparam last = 9\n"
		a := assist.NewText("a.puz", text, nil)
		if d := a.Diagnostics(); len(d) == 0 || d[0].Severity != assist.Error {
			t.Errorf("%q: nothing is wrong", broken)
		}
		if h, _ := a.Hover(strings.Index(text, "L =")); !strings.Contains(h.Markdown, "3 cells") {
			t.Errorf("%q: nothing is known of L: %q", broken, h.Markdown)
		}
		if h, _ := a.Hover(strings.Index(text, "last")); !strings.Contains(h.Markdown, "parameter, 9") {
			t.Errorf("%q: nothing is known of what follows: %q", broken, h.Markdown)
		}
	}
}

// TestOtherFiles: a mistake in a file that is used is shown where it is used, and says where it is.
func TestOtherFiles(t *testing.T) {
	files := fstest.MapFS{"mine.puz": {Data: []byte("piece A = 1x2\npiece B = 1x\n")}}
	a := assist.NewText("a.puz", "puz 1\nuse \"mine.puz\"\nboard b on square = 2x2\npack b with 2 of A\n", files)
	d := a.Diagnostics()
	if len(d) != 1 || d[0].Start != len("puz 1\n") || d[0].OtherLocation == nil ||
		d[0].OtherLocation.File != "mine.puz" ||
		!strings.Contains(d[0].Summary, "mine.puz:2") {
		t.Errorf("wrong is %+v", d)
	}
	at, ok := a.Definition(strings.LastIndex(a.String(), "A"))
	if !ok || at.File != "mine.puz" || at.Start != len("piece ") {
		t.Errorf("A is declared at %+v", at)
	}
	for _, outside := range []string{"../mine.puz", "/etc/passwd"} {
		b := assist.NewText("a.puz", "use \""+outside+"\"\n", files)
		if at, ok := b.Definition(8); ok {
			t.Errorf("%s leads to %+v", outside, at)
		}
	}
}

// TestWordDefinition: a word of a table has no place where it is declared, also where a name may stand.
func TestWordDefinition(t *testing.T) {
	text := "table t = \"\"\"\nAnn 1\n\"\"\"\nitems a[i] for i in 1..2\noption a[i] for i in 1..2 where Ann > i\n"
	if at, ok := assist.NewText("a.puz", text, nil).Definition(strings.LastIndex(text, "Ann")); ok {
		t.Errorf("Ann is declared at %+v", at)
	}
}

// TestCounts: Scott's board has an item for each of 60 cells and 12 pieces, and 1,568 options (Knuth, "Dancing links").
func TestCounts(t *testing.T) {
	text := "use pentominoes\nboard b on square = 8x8 - 2x2 at (3, 3)\npack b with pentominoes {\n}\n"
	a := assist.NewText("a.puz", text, nil)
	got := a.CountHints()
	if len(got) != 1 || got[0].Label != "72 items, 1568 options" ||
		text[:got[0].Offset] != strings.TrimSuffix(text, "\n}\n") {
		t.Errorf("the counts are %+v", got)
	}
}

// TestLargePuzzle: what is too large for an editor is a note, and no error.
func TestLargePuzzle(t *testing.T) {
	a := assist.NewText("a.puz", "items a[i] for i in 1..300000\noption a[i] for i in 1..300000\n", nil)
	if d := a.Diagnostics(); len(d) != 1 || d[0].Severity != assist.Info || d[0].Code != "too-large" {
		t.Errorf("wrong is %+v", d)
	}
}
