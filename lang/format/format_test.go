package format_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/internal/cases"
	"quadrille/lang/internal/trees"
	"quadrille/lang/parse"
)

func TestCanonicalPrint(t *testing.T) {
	for _, c := range cases.All() {
		want := c[0]
		if want != "" {
			want += "\n"
		}
		for _, spelling := range c {
			if got := formatted(t, spelling); got != want {
				t.Errorf("%q is printed as\n%q, want\n%q", spelling, got, want)
			}
		}
	}
}

func TestComments(t *testing.T) {
	for _, c := range cases.Comments {
		t.Run(c.Name, func(t *testing.T) {
			if got := formatted(t, c.Before); got != c.After {
				t.Errorf("%q is printed as\n%s\nwant\n%s", c.Before, got, c.After)
			}
		})
	}
}

// TestCommentsAnywhere puts a comment at every place of every case where one
// can stand. Wherever that is, it is printed, and nothing else is changed.
func TestCommentsAnywhere(t *testing.T) {
	comments := []string{"// c\n", "\n\n// c\n\n// d\n\n"}
	for _, c := range cases.All() {
		for at := range len(c[0]) + 1 {
			text := c[0][:at] + comments[at%2] + c[0][at:]
			if f, err := parse.File("test.puz", []byte(text)); err == nil && len(f.Comments) > 0 {
				checkPrint(t, text)
			}
		}
	}
}

// A minus sign between two names is never printed as a hyphen in a word.
func TestMinusIsNoHyphen(t *testing.T) {
	for _, word := range ast.Hyphenated() {
		before, after, _ := strings.Cut(word, "-")
		for _, x := range []string{before + " - " + after, "a*" + before + " - " + after + "(b)", before + " - " + after + "'"} {
			checkPrint(t, "option a["+x+"]")
			checkPrint(t, "param n = "+x)
		}
	}
}

// TestPrintIsFaithful: what is printed has the same tree and comments, and
// printing it again changes nothing.
func TestPrintIsFaithful(t *testing.T) {
	for _, text := range cases.Sources() {
		checkPrint(t, text)
	}
}

// No statement is printed differently because of the one before it.
func TestNeighbours(t *testing.T) {
	for _, c := range cases.All() {
		for _, after := range []string{"puz 1\n", "\npuz 1\n", "// one\n", "\n// one\npuz 1\n"} {
			if text := c[0] + "\n" + after; c[0] != "" && formatted(t, text) != text {
				t.Errorf("%q is printed as %q", text, formatted(t, text))
			}
		}
	}
}

// A text is written with the four escapes of the language and no others.
func TestTexts(t *testing.T) {
	tests := []struct{ literal, want string }{
		{`"\"\\\n\t"`, `"\"\\\n\t"`},
		{"\"a\tb\"", `"a\tb"`},
		{`"it's"`, `"it's"`},
		{"\"a\u00a0b\"", "\"a\u00a0b\""},
		{"\"\u200b\u2028\ufeff\"", "\"\u200b\u2028\ufeff\""},
		{"\"\U0001F9E9 e\u0301\"", "\"\U0001F9E9 e\u0301\""},
		{"\"\u007f\ufffd\x01\"", "\"\u007f\ufffd\x01\""},
	}
	for _, test := range tests {
		if got, want := formatted(t, "puzzle "+test.literal), "puzzle "+test.want+"\n"; got != want {
			t.Errorf("%s is printed as %q, want %q", test.literal, got, want)
			continue
		}
		checkPrint(t, "puzzle "+test.literal)
	}
}

// The files that come with Quadrille set the example.
func TestOwnFilesAreCanonical(t *testing.T) {
	for _, pattern := range []string{"../../stdlib/*.puz", "../../examples/*.puz", "../../examples/*/*.puz"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := formatted(t, string(text)); got != string(text) {
				t.Errorf("%s is printed as\n%s", name, got)
			}
		}
	}
}

func formatted(t *testing.T, text string) string {
	t.Helper()
	return format.File(mustParse(t, text))
}

func mustParse(t *testing.T, text string) *ast.File {
	t.Helper()
	f, err := parse.File("test.puz", []byte(text))
	if err != nil {
		t.Fatalf("%q does not parse: %v", text, err)
	}
	return f
}

// checkPrint compares a file with its print, and that with the print of it.
func checkPrint(t *testing.T, text string) {
	t.Helper()
	f := mustParse(t, text)
	printed := format.File(f)
	again, err := parse.File("test.puz", []byte(printed))
	if err != nil {
		t.Errorf("%q is printed as %q, which does not parse: %v", text, printed, err)
		return
	}
	if got, want := trees.Dump(again.Statements), trees.Dump(f.Statements); got != want {
		t.Errorf("%q is printed as %q, which has the tree\n%s\nwant\n%s", text, printed, got, want)
	}
	if got, want := comments(again), comments(f); !slices.Equal(got, want) {
		t.Errorf("%q is printed as %q, which has the comments %q, want %q", text, printed, got, want)
	}
	if got := format.File(again); got != printed {
		t.Errorf("%q is printed as\n%q, and that as\n%q", text, printed, got)
	}
}

func comments(f *ast.File) []string {
	var texts []string
	for _, c := range f.Comments {
		texts = append(texts, c.Text)
	}
	return texts
}
