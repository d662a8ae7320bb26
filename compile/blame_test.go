package compile_test

import (
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
)

// said is one error or warning: the text that it points at, words that it has, and one that it has not.
type said struct{ at, words, without string }

// given is a picture of what is given, in lines.
func given(lines ...string) string {
	return "given \"\"\"\n" + strings.Join(lines, "\n") + "\n\"\"\"\n"
}

// TestRulesAreBlamed: what is wrong with a puzzle of rules points at the rule, and speaks of no item that the
// author has not named.
func TestRulesAreBlamed(t *testing.T) {
	const board, line = "board b on square = 2x2\n", "board b on square = 1x4\n"
	for text, want := range map[string][]said{
		board + `fill b with "0123" { quotient 0 on (0, 0) (0, 1) }`: {
			{at: "quotient 0 on (0, 0) (0, 1)", words: "the quotient 0"}},
		`latin 4 { ascending on (0, 0) (0, 1)  ascending on (0, 1) (0, 0) }`: {
			{at: "ascending on (0, 0) (0, 1)", words: "the cell (0, 0)", without: "["},
			{at: "ascending on (0, 0) (0, 1)", words: "the cell (0, 1)", without: "["},
		},
		`latin 3 { sees top "4, ., ." }`: {{at: `top "4, ., ."`, words: "3 cells"}},
		`queens 4 { exactly 1 on (0, 0) none on (0, 0) }`: {{at: "exactly 1 on (0, 0)",
			words: "no queen can stand on (0, 0)", without: "["}},
		`queens 4 { exactly 1 on (0, 9) }`:   {{at: "(0, 9)", words: "not on the board", without: "`"}},
		`latin 3 { sum 4 on (0, 0) (3, 3) }`: {{at: "(0, 0) (3, 3)", words: "not on the board", without: "`"}},
		"piece O = 2x2\n" + board + "pack b with O { fix O at (0, 0) orientation 3 }": {{at: "3",
			words: "1 orientation,"}},
		`latin 4 { sees top "33, ., ., ." }`: {{at: `top "33, ., ., ."`, words: "33"}},
		"items row[3] 4\nitems cell[c] for c in 1..2\noption cell[c] row[3]*(v) for c in 1..2, v in {3, 5}": {
			{at: "row[3]", words: "the item row[3]", without: "step"},
		},
		board + `fill b with "01" { ` + given("01", "11") +
			`loop "1" }`: {{at: `loop "1"`, words: "(0, 0)", without: "numbers"}},
		line + `fill b with "01" { ` + given("1111") +
			`runs rows "1" }`: {{at: `rows "1"`, words: "break this rule"}},
		line + `fill b with "01" { ` + given("11..") +
			`count "1" rows "1" }`: {{at: `rows "1"`, words: "too often"}},
		`latin 3 { ` + given("123", "231", "312") +
			`sees left "2, ., ." symmetric half-turn }`: {{at: `left "2, ., ."`}, {at: "symmetric half-turn"}},
		line + `fill b with "123" { ` + given("12..") + "marks \"\"\"\n.*.o.*.\n\"\"\" }": nil,
		line + `fill b with "123" { ` + given("13..") +
			"marks \"\"\"\n.*.o.*.\n\"\"\" }": {{at: "*", words: "(0, 0) and (0, 1)"}},
		board + `fill b with "01" { ` + given("01", "10") +
			`connected "1" }`: {{at: `connected "1"`, words: "(0, 1)"}},
		line + `fill b with "01" { ` + given("1.01") +
			`connected "1" }`: {{at: `connected "1"`, words: "(0, 3)"}},
		line + `fill b with "01" { ` + given("1..1") + `connected "1" }`:                              nil,
		"board b on square cylinder = 1x4\nfill b with \"01\" { " + given("1.01") + `connected "1" }`: nil,
		line + `fill b with "01" { ` + given("0..0") + `connected "1" connected "0" }`:                nil,
	} {
		list := wrongDiagnostics(t, []byte(text), check.Importer{}, compile.ProgramOptions{})
		if len(list) != len(want) {
			t.Errorf("%s:\ngives %v, want %d", text, list, len(want))
			continue
		}
		for k, d := range list {
			w := want[k]
			if at := d.Span.File.TextOf(d.Span.Range); at != w.at || !strings.Contains(d.Summary, w.words) ||
				w.without != "" && strings.Contains(d.Summary, w.without) {
				t.Errorf("%s:\n%v at %s, want %+v", text, d, at, w)
			}
		}
	}
}

// TestSizesWithoutBlanks: a name that joins parameters and numbers by x is meant as a size, where a shape is wanted.
func TestSizesWithoutBlanks(t *testing.T) {
	for text, want := range map[string]string{
		"board b on square = nxn":  "n x n",
		"board b on square = nx4":  "n x 4",
		"board b on cube  = nx4xn": "n x 4 x n",
		"board b on square = nxm":  "",
		"board b on square = xn":   "",
		"queens on nxn":            "",
	} {
		list := wrongDiagnostics(t, []byte("param n = 4\n"+text), check.Importer{}, compile.ProgramOptions{})
		if len(list) == 0 || !strings.Contains(list[0].Hint, want) ||
			want == "" && strings.Contains(list[0].Hint, "put blanks") {
			t.Errorf("%s: gives %v with the hint %q", text, list, list[0].Hint)
		}
	}
}
