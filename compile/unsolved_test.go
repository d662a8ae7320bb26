package compile_test

import (
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
	pic := compiletest.CompilePuzzle(t, pieces+" fix l at (0, 1) orientation 0\n}", false).UnsolvedPicture()
	if want := (lattice.Shape{{0, 1}, {1, 1}, {1, 2}}); !pic.Pieces[0].Cells.Equal(want) {
		t.Errorf("the piece lies on %v, want %v", pic.Pieces[0].Cells, want)
	}
}
