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
		// A table of rooms with two columns is none of their numbers.
		{"table room = \"\"\"\nA A\nA B\nB B\n\"\"\"\nfill 3x2 with \"_#\" {\n apart \"#\"\n}", ""},
		{"table a = \"\"\"\n1 .\n3 4\n\"\"\"\ntable b = \"\"\"\n5 6\n. 8\n\"\"\"\nfill 2x2 with \"_#\" {\n" +
			" apart \"#\"\n}",
			"count(0, 0)1 count(1, 0)3 count(1, 1)4 corner(0, 0)5 count(0, 1)6 corner(1, 1)8"},
		{"table über = \"\"\"\n. 1\n. .\n\"\"\"\nfill 2x2 with \"_A\" {\n none \"A\" on (r, c) for r, c in über\n}",
			"count(0, 1)Ü"},
		{"table n = \"\"\"\n1 . 3\n\"\"\"\nfill 1x3 with \"_#\" {\n apart \"#\"\n}", "count(0, 0)1 count(0, 2)3"},
		{"table n = \"\"\"\n-1 0\n2 -1\n\"\"\"\nfill 2x2 with \"_#\" {\n apart \"#\"\n}", "count(0, 1)0 count(1, 0)2"},
		{"table n = \"\"\"\n-1 0\n2 -2\n\"\"\"\nfill 2x2 with \"_#\" {\n apart \"#\"\n}",
			"count(0, 0)-1 count(0, 1)0 count(1, 0)2 count(1, 1)-2"},
		{"table n = \"\"\"\n1 2\n2 1\n\"\"\"\nboard b on square torus = 2x2\nfill b with \"_#\" {\n apart \"#\"\n}",
			""},
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
	rooms := compiletest.CompilePuzzle(t, "table room = \"\"\"\nA A B\nA B B\nC C B\n\"\"\"\n"+
		"board b on square = 3x3 - (1, 1)\nfill b with \"_#\" {\n apart \"#\"\n}", false).UnsolvedPicture()
	for _, room := range rooms.Pieces {
		if len(room.Cells.Subtract(rooms.BoardCells)) > 0 {
			t.Errorf("a room reaches into a hole: %v", room.Cells)
		}
	}
	if len(rooms.Pieces) != 3 {
		t.Errorf("there are %d rooms, want 3", len(rooms.Pieces))
	}
	pic := compiletest.CompilePuzzle(t, pieces+" fix l at (0, 1) orientation 0\n}", false).UnsolvedPicture()
	if want := (lattice.Shape{{0, 1}, {1, 1}, {1, 2}}); !pic.Pieces[0].Cells.Equal(want) {
		t.Errorf("the piece lies on %v, want %v", pic.Pieces[0].Cells, want)
	}
}
