package compile_test

import (
	"strings"
	"testing"

	"quadrille/compile/compiletest"
	"quadrille/compile/lattice"
)

// TestUnsolvedPicture: what the rules tell of a place is drawn, and nothing that is to be found out.
func TestUnsolvedPicture(t *testing.T) {
	const pieces = "piece i = 1x2\npiece l = \"\"\"\n#.\n##\n\"\"\"\npack 2x4 with 3 of i + l + any of i {\n"
	for _, test := range []struct {
		text          string
		pieces, marks int
	}{
		{pieces + "}", 0, 0},
		{pieces + " fix l at (0, 0) orientation 0\n}", 1, 0},
		{pieces + " fix i at (0, 0)\n}", 0, 0},
		{pieces + " fix i at (1, 0)\n}", 1, 0},
		{pieces + " fix i at (1, 0)\n fix i at (1, 2)\n}", 2, 0},
		{pieces + " fix l at (0, 0)\n}", 0, 0},
		{"place man on 2x2 {\n exactly 1 on (0, 1), (1, 1)\n none on (0, 0)\n}", 0, 2},
		{"board b on square = 2x2\nplace man on b {\n exactly 1 on regions \"\"\"\nab\nbb\n\"\"\"\n}", 2, 0},
		{"latin 2 {\n given \"\"\"\n1.\n..\n\"\"\"\n}", 1, 1},
	} {
		pic := compiletest.CompilePuzzle(t, test.text, false).UnsolvedPicture()
		if len(pic.Pieces) != test.pieces || len(pic.CellMarks) != test.marks {
			t.Errorf("of\n%s\n%d pieces and %d marks are drawn: %v %v", test.text, len(pic.Pieces), len(pic.CellMarks),
				pic.Pieces, pic.CellMarks)
		}
	}
	for _, test := range []struct{ text, signs string }{
		{"table pearl = \"\"\"\n. B\nW .\n\"\"\"\nboard b on sticks = 1x1\nfill b with \"01\" {\n loop \"1\"\n}",
			"count(0, 2)● count(2, 0)○"},
		{"table room = \"\"\"\nA A B\nA C B\n\"\"\"\ntable number = \"\"\"\nB 2\nC 0\n\"\"\"\n" +
			"fill 2x3 with \"_#\" {\n apart \"#\"\n}",
			"corner(0, 2)2 corner(1, 1)0"},
		{"table tree = \"\"\"\n. 1\n. .\n\"\"\"\nfill 2x2 with \"_A\" {\n none \"A\" on (r, c) for r, c in tree\n" +
			"}", "count(0, 1)T"},
		{"table n = \"\"\"\n3 1\n1 #\n\"\"\"\nfill 2x2 with \"_#\" {\n connected \"_\"\n" +
			"}", "count(0, 0)3 count(0, 1)1 count(1, 0)1"},
		{"table n = \"\"\"\n3 1 2\n1 2 3\n\"\"\"\nfill 2x2 with \"_#\" {\n connected \"_\"\n}", ""}, // too large
	} {
		pic := compiletest.CompilePuzzle(t, test.text, false).UnsolvedPicture()
		var signs []string
		for _, s := range pic.RuleSigns {
			signs = append(signs, s.SignKind+pic.Lattice.FormatCell(s.Cells[0])+s.Text)
		}
		if got := strings.Join(signs, " "); got != test.signs {
			t.Errorf("of\n%s\nare drawn %q, want %q", test.text, got, test.signs)
		}
	}
	pic := compiletest.CompilePuzzle(t, pieces+" fix l at (0, 1) orientation 0\n}", false).UnsolvedPicture()
	if want := (lattice.Shape{{0, 1}, {1, 1}, {1, 2}}); !pic.Pieces[0].Cells.Equal(want) {
		t.Errorf("the piece lies on %v, want %v", pic.Pieces[0].Cells, want)
	}
}
