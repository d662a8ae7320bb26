package rule_test

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/lang/parse"
)

// TestSigns: a number of cells in a row is a clue beside it, and one of the cells around a place stands there: in the
// corner of a cell, or alone in a hole. A pattern is a line over its cells unless they are a whole row. On boards that
// are longer than any that is drawn there are no such signs.
func TestSigns(t *testing.T) {
	for _, c := range []struct{ board, rules, want string }{
		{"5x5", `exactly 2 "1" on row 0`, "clue 2 at 0 0"},
		{"5x5", `exactly 3 "1" on around (2, 2) king`, "corner 3 at 2 2"},
		{"5x5 - (2, 2)", `exactly 3 "1" on around (2, 2) king`, "count 3 at 2 2"},
		{"5x5", `exactly 3 "1" on 3x3 at (1, 1)`, "corner 3 at 2 2"},
		{"3x60 at (0, 60)", `exactly 3 "1" on around (1, 70)`, "corner 3 at 1 70"},
		{"60x3 at (60, 0)", `exactly 3 "1" on around (70, 1)`, "corner 3 at 70 1"},
		{"2x110", `exactly 3 "1" on around (1, 70)`, ""},
		{"5x5", `matches "0*1*" on row 1`, ""},
		{"5x5", `matches "0*1*" on (0, 0) (0, 1)`, "line  at 0 0"},
		{"2x110", `matches "0*1*" on row 1`, "line  at 1 0"},
	} {
		text := fmt.Sprintf("fill %s with \"01\" { %s }", c.board, c.rules)
		f, err := parse.File("test.puz", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		m, err := check.CheckFile(f, check.Importer{}, check.FileOptions{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var signs []string
		for _, s := range m.Filling.RuleSigns {
			signs = append(signs, fmt.Sprintf("%s %s at %d %d", s.SignKind, s.Text, s.Cells[0][0], s.Cells[0][1]))
		}
		if got := strings.Join(signs, ", "); got != c.want {
			t.Errorf("%s: the signs are %q, want %q", text, got, c.want)
		}
	}
}

// TestQuotientOfThree: of three numbers the greatest is the product of the others where their quotient is 1.
func TestQuotientOfThree(t *testing.T) {
	want := 0
	for a := 1; a <= 9; a++ {
		for b := 1; b <= 9; b++ {
			for c := 1; c <= 9; c++ {
				if most := max(a, b, c); a*b*c == most*most {
					want++
				}
			}
		}
	}
	p := compiletest.CompilePuzzle(t, "fill 1x3 with 1..9 { quotient 1 on row 0 }", false)
	if got := compiletest.CountSolutions(t, p); got != want {
		t.Errorf("%d solutions, want %d", got, want)
	}
}
