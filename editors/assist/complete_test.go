package assist_test

import (
	"slices"
	"strings"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/editors/assist"
	"quadrille/lang/parse"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/stdlib"
)

const packing = "use pentominoes\nparam n = 3\nboard b on square = 6x10\nitems a[i] for i in 1..n\n"

// TestComplete: | is the cursor. Each of the wanted is offered, each of the others is not.
func TestComplete(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, test := range []struct{ text, want, not string }{
		{"|", "board pack use expect", "at where"},
		{"puz 1\nb|", "board break", ""},
		{"use |", strings.Join(stdlib.Modules(), " "), "board"},
		{"use pen|", "pentominoes", ""},
		{"board b |", "on", "at square"},
		{"board b on |", strings.Join(lattice.Names(), " "), "torus"},
		{"board b on square |", "torus cylinder wrap", "square"},
		{packing + "pack |", "b", "pentominoes X n"},
		{packing + "pack b |", "with", ""},
		{packing + "pack b with |", "pentominoes X any one-sided hexominoes", "b n"},
		{packing + "pack b with pentominoes {\n  |", "fix keep leave apart", "sum"},
		{packing + "pack b with pentominoes {\n  keep |", "X", "pentominoes"},
		{packing + "pack b with pentominoes {\n  symmetric |", "half-turn left-right", "X"},
		{packing + "pack b with pentominoes {\n  keep X |\n}\nexpect 1 solution", "in to", "b"},
		{packing + "place king on |", "b", "n"},
		{packing + "place king on b { |", "exactly at any none symmetric", "rows leave"},
		{packing + "place king on b { exactly 1 on |", "rows columns diagonals all regions b", "leave"},
		{packing + "items x exactly |", "n", "a"},
		{"latin 4 { |", "given distinct sum ascending connected rows", "leave"},
		{"words 3x3 from |", "three_letter_words", ""},
		{"break |", "symmetry rotation swaps", ""},
		{"search |", "order choose filter", ""},
		{"search choose |", "mrv sharp domwdeg", "gad"},
		{"search filter |", "gad none", "mrv"},
		{"expect |", "unique none at", "up"},
		{"expect 3 |", "solutions", ""},
		{"expect 3 solutions |", "up when", ""},
		{"expect 3 solutions up to |", "symmetry rotation swaps", ""},
		{packing + "param m = |", "n abs sum min", "b X"},
		{packing + "option a[|] for k in 1..n", "k n sum", "i b"},
		{packing + "option |", "a b X", "n"},
		{packing + "items |", "", "a b"},
		{"piece F on triangle symmetry |", "sixfold threefold none", "swastika"},
		{"piece F symmetry |", "swastika half-turn none", "sixfold"},
		{"piece F |= 1x2", "symmetry on free one-sided", "at"},
		{packing + "board c on square = b |", "at rotate mirror", "square"},
		{packing + "board c on square = |", "b hexagon X n", "pentominoes"},
		{"table t = \"\"\"\n1\n\"\"\"\n" + packing + "pack b with shapes at |", "t", "n X"},
		{"board b on square = 1x2 labels \"\"\"\nJan Feb\n\"\"\"\nfill b with \"01\" { distinct on {|", "Jan Feb", "b"},
		{"piece a = 1x2 // he|", "", "board piece"},
		{"puzzle \"bo|\"", "", "board"},
		{"piece a = \"\"\"\n|#\n\"\"\"", "", "board"},
	} {
		at := strings.Index(test.text, "|")
		var got []string
		for _, c := range assist.NewText("a.puz", strings.Replace(test.text, "|", "", 1), nil).Complete(at) {
			got = append(got, c.Label)
		}
		for _, w := range strings.Fields(test.want) {
			if !slices.Contains(got, w) {
				t.Errorf("%q: %s is not offered, but %v", test.text, w, got)
			}
		}
		for _, w := range strings.Fields(test.not) {
			if slices.Contains(got, w) {
				t.Errorf("%q: %s is offered", test.text, w)
			}
		}
	}
}

// TestCompleteEverywhere: at the start of each word of the examples that word is offered, unless it declares
// something, is the name of something free, or is no word. So nothing that is right is kept from anybody.
func TestCompleteEverywhere(t *testing.T) {
	offered, each := 0, 24
	switch {
	case matrixtest.SlowTestsWanted():
		each = 1
	case testing.Short():
		each = 60
	}
	for k, e := range examplePuzzles(t) {
		if k%each > 0 {
			continue
		}
		text := assist.NewText(e.name, e.text, e.files)
		kinds := map[int]assist.Token{}
		for _, w := range text.Tokens() {
			kinds[w.Start] = w
		}
		for w := range parse.Tokens(e.text) {
			kind := kinds[w.Start]
			isWord := kind.Kind != "comment" && kind.Kind != "text" && kind.Kind != "picture" &&
				kind.Kind != "number" && kind.Kind != "sign"
			if !isWord || kind.IsDeclaration || slices.Contains([]string{"man", "color", "prefix"}, kind.Kind) ||
				strings.Contains(w.Text, "'") {
				continue
			}
			cut := assist.NewText(e.name, e.text[:w.Start]+e.text[w.End:], e.files)
			if !slices.ContainsFunc(cut.Complete(w.Start),
				func(c assist.Completion) bool { return c.Label == w.Text }) {
				t.Errorf("%s: %q is not offered at %d, behind %q", e.name, w.Text, w.Start,
					e.text[max(0, w.Start-40):w.Start])
			}
			offered++
		}
	}
	if offered < 50 {
		t.Errorf("only %d words were tried", offered)
	}
}
