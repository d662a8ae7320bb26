package check_test

import (
	"errors"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// TestCodesOfStatements: what is right compiles to a matrix with so many solutions, and what is wrong has its code.
func TestCodesOfStatements(t *testing.T) {
	for _, c := range []struct {
		text      string
		solutions int
		code      source.Code
	}{
		// a man in each of four boxes of six cells
		{"board b on square = 4x6\nplace king on b { exactly 1 on boxes 2x3 }", 6 * 6 * 6 * 6, ""},
		{"board b on square = 4x6\nplace king on b { exactly 1 on boxes 2x4 }", 0, codes.BadBoxes},
		// no given symbol cuts off another one; which symbols are connected the matrix does not say
		{"fill 1x4 with 0..1 { given \"\"\"111.\"\"\" connected \"1\" }", 2, ""},
		{"fill 1x4 with 0..1 { given \"\"\"11.1\"\"\" connected \"1\" }", 2, ""},
		{"fill 1x4 with 0..1 { given \"\"\"1101\"\"\" connected \"1\" }", 0, codes.BadGiven},
		{"fill 1x2 with {5, 10} { sum 15 on row 0 }", 2, ""},
		{"fill 1x2 with 5..6 { sum 11 on row 0 }", 2, ""},
		{"param n = 9223372036854775807 + 1\nboard b on square = n x n", 0, codes.BadNumber},
		{"param n = 1 / 0\nboard b on square = n x n", 0, codes.DivisionByZero},
		{"items a[i,j] for i, j in 1..3", 0, codes.Unexpected},
		{"items row[i] column[i] for i in 1..2\noption row[i] column[j] for i in 1..2, j in 1..2\n" +
			"matching {row[i] for i in 1..2} with {column[i] for i in 1..2}", 2, ""},
	} {
		p, err := compile.CompileText("test.puz", []byte(c.text), check.Importer{}, compile.ProgramOptions{})
		switch {
		case c.code != "" && !compiletest.HasCode(err, c.code):
			t.Errorf("%s: %v, and not %s", c.text, err, c.code)
		case c.code == "" && err != nil:
			t.Errorf("%s: %v", c.text, err)
		case c.code == "" && compiletest.CountSolutions(t, p) != c.solutions:
			t.Errorf("%s: not %d solutions", c.text, c.solutions)
		}
	}
}

// TestHintOfManyPieces: a rule about a piece that is not packed is answered with all that are, up to 18, the number of
// one-sided pentominoes.
func TestHintOfManyPieces(t *testing.T) {
	const names = "A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R"
	text := ""
	for _, name := range append(strings.Split(names, ", "), "X") {
		text += "piece " + name + " = 1x1\n"
	}
	text += "pack 3x6 with {" + names + "} { fix X at (0, 0) }"
	_, err := compile.CompileText("test.puz", []byte(text), check.Importer{}, compile.ProgramOptions{})
	var list source.DiagnosticList
	if !errors.As(err, &list) || len(list) == 0 || list[0].Code != codes.PieceNotPacked ||
		list[0].Hint != "the pieces are "+names {
		t.Errorf("%+v", err)
	}
}
