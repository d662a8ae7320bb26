package format_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/runtime/matrix/matrixtest"
)

// cases reads a file of paragraphs of Go strings, as the tests of the parser do.
func cases(t testing.TB, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile("../testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for paragraph := range strings.SplitSeq(string(text), "\n\n") {
		var c []string
		for line := range strings.Lines(paragraph) {
			if s, err := strconv.Unquote(strings.TrimSuffix(line, "\n")); err == nil {
				c = append(c, s)
			} else if !strings.HasPrefix(line, "//") {
				t.Fatalf("%s: %s: %v", file, line, err)
			}
		}
		if len(c) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// sources returns every spelling of every case, and the texts with comments.
func sources(t testing.TB) []string {
	t.Helper()
	texts := slices.Concat(cases(t, "cases.txt")...)
	for _, c := range cases(t, "comments.txt") {
		texts = append(texts, c[1:]...)
	}
	return texts
}

// unplace takes the positions out of a tree.
func unplace(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			unplace(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			unplace(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[ast.Node]() {
			v.SetZero()
			return
		}
		for i := range v.NumField() {
			unplace(v.Field(i))
		}
	}
}

// sameTree compares statements without their positions, which are gone then.
func sameTree(a, b []ast.Statement) bool {
	unplace(reflect.ValueOf(a))
	unplace(reflect.ValueOf(b))
	return reflect.DeepEqual(a, b)
}

func TestCanonicalPrint(t *testing.T) {
	for _, c := range cases(t, "cases.txt") {
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
	for _, c := range cases(t, "comments.txt") {
		name, before, after := c[0], c[1], c[2]
		t.Run(name, func(t *testing.T) {
			if got := formatted(t, before); got != after {
				t.Errorf("%q is printed as\n%s\nwant\n%s", before, got, after)
			}
		})
	}
}

// TestCommentsAnywhere puts a comment before every word of every case. Wherever that
// is, it is printed, and nothing else is changed.
func TestCommentsAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	comments := []string{"// c\n", "\n\n// c\n\n// d\n\n"}
	for _, c := range cases(t, "cases.txt") {
		for at := range parse.Words(c[0]) {
			if !matrixtest.SlowTestsWanted() && at%3 != 0 {
				continue
			}
			text := c[0][:at] + comments[at%2] + c[0][at:]
			if f, err := parse.File("test.puz", []byte(text)); err == nil && len(f.Comments) > 0 {
				checkPrint(t, text)
			}
		}
	}
}

// A minus sign between two names is never printed as a hyphen in a word.
func TestMinusIsNoHyphen(t *testing.T) {
	for _, word := range ast.HyphenatedWords() {
		before, after, _ := strings.Cut(word, "-")
		for _, x := range []string{before + " - " + after, "a*" + before + " - " + after + "(b)",
			before + " - " + after + "'"} {
			checkPrint(t, "option a["+x+"]")
			checkPrint(t, "param n = "+x)
		}
	}
}

// TestPrintIsFaithful: what is printed has the same tree and comments, and
// printing it again changes nothing.
func TestPrintIsFaithful(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, text := range sources(t) {
		checkPrint(t, text)
	}
}

// No statement is printed differently because of the statement before it.
func TestNeighbours(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for _, c := range cases(t, "cases.txt") {
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
	if testing.Short() {
		t.Skip("left out by -short")
	}
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
	return format.FormatFile(mustParse(t, text))
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
	printed := format.FormatFile(f)
	again, err := parse.File("test.puz", []byte(printed))
	if err != nil {
		t.Errorf("%q is printed as %q, which does not parse: %v", text, printed, err)
		return
	}
	if got := format.FormatFile(again); got != printed {
		t.Errorf("%q is printed as\n%q, and that as\n%q", text, printed, got)
	}
	if got, want := comments(again), comments(f); !slices.Equal(got, want) {
		t.Errorf("%q is printed as %q, which has the comments %q, want %q", text, printed, got, want)
	}
	if !sameTree(again.Statements, f.Statements) {
		t.Errorf("%q is printed as %q, which has another tree", text, printed)
	}
}

func comments(f *ast.File) []string {
	var texts []string
	for _, c := range f.Comments {
		texts = append(texts, c.Text)
	}
	return texts
}

// TestLongLists: a long list has several lines, and the same tree.
func TestLongLists(t *testing.T) {
	var words []string
	for k := range 60 {
		words = append(words, fmt.Sprintf("w%d", k*k*k))
	}
	words = append(words, "use", "1a", "Ü", "x-y")
	text := "list a = " + format.WordList(words) + " + {i for i in {1, 2}}\n"
	got, err := format.CanonicalText("x.puz", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	again, err := format.CanonicalText("x.puz", []byte(got))
	if again != got || err != nil {
		t.Errorf("%v\n%s\nbecomes\n%s", err, got, again)
	}
	joined := strings.Join(strings.Fields(got), " ")
	if joined != strings.TrimSpace(text) || !strings.Contains(joined, `"use", "1a", "Ü", "x-y"}`) {
		t.Errorf("%s\nis another list than\n%s", got, text)
	}
	for line := range strings.Lines(got) {
		if len(line) > 102 || len(got) < 300 {
			t.Errorf("the line %q is too long", line)
		}
	}
}
