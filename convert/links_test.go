package convert_test

import (
	"bufio"
	"context"
	"os"
	"strings"
	"testing"

	"quadrille"
	"quadrille/convert"
	"quadrille/runtime/format"
)

// TestLinks: each link is read as a puzzle with one solution, as its authors say, without a warning; and the puzzle is
// written as the same link, also with a title, a comment and an expectation.
func TestLinks(t *testing.T) {
	genres := map[string]bool{}
	for _, link := range readLines(t, "testdata/links.txt") {
		name, _, _ := strings.Cut(strings.TrimPrefix(link, "https://puzz.link/p?"), "/")
		genres[name] = true
		t.Run(name, func(t *testing.T) {
			text := importText(t, convert.PuzzLink, link)
			p, err := quadrille.Load("link.puz", []byte(text), quadrille.Options{})
			if err != nil {
				t.Fatalf("%s: %v\n%s", link, err, text)
			}
			if w := p.Warnings(); len(w) > 0 {
				t.Errorf("%s: %v", link, w)
			}
			if n := countAll(t, text); n != "1" {
				t.Errorf("%s: %v solutions\n%s", link, n, text)
			}
			remarks := "puz 1\nabout \"\"\"\n  A\n  B\n\"\"\"\n// comment\n" + text + "expect unique\n"
			for _, text := range []string{text, remarks} {
				again, err := convert.LinkOfPuzzle(convert.PuzzLink, "link.puz", []byte(text), nil)
				if got := strings.TrimRight(again, "/\n"); got != strings.TrimRight(link, "/") || err != nil {
					t.Errorf("%s comes back as %s, %v", link, got, err)
				}
			}
		})
	}
	for _, name := range convert.GenreNames() {
		if !genres[name] {
			t.Errorf("no link has the genre %s", name)
		}
	}
}

// TestAddresses: the same puzzle at other hosts, by other names, and without a host.
func TestAddresses(t *testing.T) {
	want := importText(t, convert.PuzzLink, "https://puzz.link/p?slither/5/5/cbcbcddad")
	for _, link := range []string{"http://pzv.jp/p.html?slither/5/5/cbcbcddad", "slither/5/5/cbcbcddad",
		"pzpr:slither/5/5/cbcbcddad", "pzpr/slither/5/5/cbcbcddad/", "https://puzz.link/p?slitherlink/5/5/cbcbcddad",
		"https://pzprxs.vercel.app/p?slither_edit/5/5/cbcbcddad",
		"https://puzz.link/p?type=editor&slither/5/5/cbcbcddad",
		"p?slither/v:/5/5/cbcbcddad", "?slither/5/5/cbcbcddad", "\ufeffslither/5/5/cbcbcddad\r\n"} {
		text := strings.TrimPrefix(link, "\ufeff")
		if got := importText(t, convert.PuzzLink, text); got != want {
			t.Errorf("%q is another puzzle:\n%s", link, got)
		}
	}
}

// TestOtherForms: a puzzle that is said in another way is no link, and an error says so.
func TestOtherForms(t *testing.T) {
	loop := importText(t, convert.PuzzLink, "slither/5/5/cbcbcddad")
	norinori := importText(t, convert.PuzzLink, "norinori/5/5/cag4ocjo")
	for _, text := range []string{"latin 4", "use pentominoes", loop + "break symmetry\n",
		strings.Replace(loop, "exactly n", "at least n", 1), strings.Replace(loop, "  2 . . 1 .\n", "", 1),
		"board b = 2x2\nplace king on b", "latin 4 {", "table room = \"\"\"\n  . A\n  B B\n\"\"\"\n" +
			"place star on 2x2 {\n  exactly 1 on rows, columns\n}", "table difference = \"\"\"\n  1 2\n\"\"\"\nlatin 4",
		strings.Replace(norinori, "D D D D D", "D D . D D", 1)} {
		if link, err := convert.LinkOfPuzzle(convert.PuzzLink, "x.puz", []byte(text), nil); err == nil {
			t.Errorf("this text has the link %s:\n%s", link, text)
		}
	}
}

// countAll counts the solutions of a text.
func countAll(t *testing.T, text string) string {
	t.Helper()
	p, err := quadrille.Load("link.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	n, err := p.Count(context.Background(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

// readLines returns the lines of a file, without comments.
func readLines(t testing.TB, name string) (lines []string) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if l := in.Text(); l != "" && !strings.HasPrefix(l, "//") {
			lines = append(lines, l)
		}
	}
	return lines
}

// importText reads a text of another program, whose format must be found.
func importText(t *testing.T, want format.Format, text string) string {
	t.Helper()
	if f, _ := convert.DetectForeign("", []byte(text)); f != want {
		t.Errorf("%.60s is taken for %q, want %q", text, f, want)
	}
	puzzle, _, err := convert.PuzzleText(want, "link", []byte(text))
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return puzzle
}
