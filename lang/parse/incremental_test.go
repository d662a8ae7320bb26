package parse_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/runtime/matrix/matrixtest"
)

// exampleTexts are the texts of the examples and of the standard modules.
func exampleTexts(tb testing.TB) (texts []string) {
	tb.Helper()
	for _, pattern := range []string{"../../examples/*.puz", "../../examples/*/*.puz", "../../stdlib/*.puz"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			tb.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				tb.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	if len(texts) < 100 {
		tb.Fatalf("there are only %d texts", len(texts))
	}
	return texts
}

// bits are what edits put in: parts of words, and what opens and closes things.
var bits = []string{"", "", "", "x", "a", "\n", " ", `"`, `"""`, "{", "}", "(", ")", "//", "1", "é", "×", "😀", "\u0301",
	"board b on square = 2x2\n", "8x8", "pack", "=", "\r\n", "\noptions c", " n times", "items a\n",
	"\n  thermo (0, 0)\n"}

// edited replaces a random part of a text.
func edited(r *rand.Rand, text string) string {
	from := r.IntN(len(text) + 1)
	to := min(len(text), from+r.IntN(4)*r.IntN(4)*r.IntN(8))
	return text[:from] + bits[r.IntN(len(bits))] + text[to:]
}

// TestAgain: after any edits a text is read as if it were new.
func TestAgain(t *testing.T) {
	texts := exampleTexts(t)
	r := rand.New(rand.NewPCG(5, 17))
	for range matrixtest.RandomRounds(50, 2000) {
		text := texts[r.IntN(len(texts))]
		if len(text) > 20_000 {
			continue
		}
		file, _ := parse.File("a.puz", []byte(text))
		for range 1 + r.IntN(8) {
			text = edited(r, text)
			file = compareAgain(t, file, text)
		}
	}
}

func compareAgain(t *testing.T, before *ast.File, text string) *ast.File {
	t.Helper()
	want, wantErr := parse.File("a.puz", []byte(text))
	got, gotErr := parse.Reparse(before, "a.puz", []byte(text))
	if !reflect.DeepEqual(want.Statements, got.Statements) || !reflect.DeepEqual(want.Comments, got.Comments) ||
		!reflect.DeepEqual(wantErr, gotErr) {
		t.Fatalf("%q is read otherwise behind %q:\n%v\n%v", text, before.Source.Text, wantErr, gotErr)
	}
	old, now := slices.Collect(parse.Tokens(before.Source.Text)), slices.Collect(parse.Tokens(text))
	if again := parse.Retokenize(old, before.Source.Text, text); !slices.Equal(again, now) {
		t.Fatalf("%q has other words behind %q:\n%v\n%v", text, before.Source.Text, now, again)
	}
	return got
}

func FuzzAgain(f *testing.F) {
	f.Add("board b on square = 8x8\nparam n = 3", 12, 14, "x")
	f.Add("piece P = \"\"\"\n#\n\"\"\"\nparam n = 3\n", 8, 11, "\"")
	f.Add("\"\"\"\n\npiece V = \"\"\"\n\"\"\"", 10, 10, "😀")
	f.Add("param n = 3 8x8\u00d7", 16, 17, "\xa9")
	f.Fuzz(func(t *testing.T, text string, from, to int, put string) {
		if from < 0 || to < from || to > len(text) {
			return
		}
		before, _ := parse.File("a.puz", []byte(text))
		compareAgain(t, before, text[:from]+put+text[to:])
	})
}
