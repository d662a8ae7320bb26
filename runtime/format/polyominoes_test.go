package format_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/format"
)

// introduction has the lines of the introduction of POLYOMINOES.
var introduction = []string{
	"P 1 1 00 10 01 11 02",
	"P 1 1 00 10 01 11 21",
	"P 1 1 10 01 11 02 12",
	"P 1 1 00 10 20 11 21",
	"P 1 1 00 01 10 11 20",
	"P 1 1 00 01 02 11 12",
	"P 1 1 01 10 11 20 21",
	"P 1 1 00 01 10 11 12",
}

func board(t testing.TB, text string) *format.Board {
	t.Helper()
	b, err := format.ReadPolyominoes("board", strings.NewReader(text), format.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const threeByThree = "11 12 13 21 22 23 31 32 33\nP\n"

// TestOrientations: the eight lines of the introduction, byte for byte; the
// first, second, fifth and sixth of them if s is 2.
func TestOrientations(t *testing.T) {
	for first, want := range map[string][]int{
		"P 4 2": {0, 1, 2, 3, 4, 5, 6, 7}, "P 2 2": {0, 1, 4, 5}, "P 4 1": {0, 1, 2, 3}, "P 1 2": {0, 4}, "P 1 1": {0},
	} {
		p := board(t, threeByThree+first+" 00 10 01 11 02\n").Pieces[0]
		var got []string
		for _, o := range p.Orientations() {
			got = append(got, o.String())
		}
		var lines []string
		for _, k := range want {
			lines = append(lines, introduction[k])
		}
		if !slices.Equal(got, lines) {
			t.Errorf("%s:\n%s\nwant\n%s", first, strings.Join(got, "\n"), strings.Join(lines, "\n"))
		}
	}
}

// TestThreeByThree: the example of the introduction, byte for byte.
func TestThreeByThree(t *testing.T) {
	var out strings.Builder
	if err := format.WritePlaced(&out, board(t, threeByThree+introduction[0]+"\n")); err != nil {
		t.Fatal(err)
	}
	if want := "11 12 13 21 22 23 31 32 33 P\nP 11 21 12 22 13\nP 21 31 22 32 23\n"; out.String() != want {
		t.Errorf("it is\n%s\nwant\n%s", out.String(), want)
	}
}

// TestOrientationsAndPlacements: the program's placements of a piece in all
// its orientations are those of the eight lines.
func TestOrientationsAndPlacements(t *testing.T) {
	placements := func(text string) []string {
		var out strings.Builder
		if err := format.WritePlaced(&out, board(t, text)); err != nil {
			t.Fatal(err)
		}
		var sets []string
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n")[1:] {
			cells := strings.Fields(line)
			slices.Sort(cells)
			sets = append(sets, strings.Join(cells, " "))
		}
		slices.Sort(sets)
		return sets
	}
	one := placements(threeByThree + "P 4 2 00 10 01 11 02\n")
	eight := placements(threeByThree + strings.Join(introduction, "\n") + "\n")
	if len(one) != 16 || !slices.Equal(one, eight) {
		t.Errorf("%d placements\n%q\n%d of the eight lines\n%q", len(one), one, len(eight), eight)
	}
}

// TestProgram: the output for testdata/board.polyominoes is that of Knuth's
// program, which made testdata/board.dance: with its blanks, its order, a piece
// of two shapes, a piece at the edge of what two digits can name, and a
// secondary piece.
func TestProgram(t *testing.T) {
	in, err := os.ReadFile("testdata/board.polyominoes")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/board.dance")
	if err != nil {
		t.Fatal(err)
	}
	b := board(t, string(in))
	var out bytes.Buffer
	if err := format.WritePlaced(&out, b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), want) {
		t.Errorf("it is\n%s\nwant\n%s", out.Bytes(), want)
	}
	p, err := b.Problem(format.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	if d := same(p, read(t, string(want), format.Dance)); d != "" {
		t.Error(d)
	}
}

// TestPolyominoesRoundTrip: what is read is written, but for blanks.
func TestPolyominoesRoundTrip(t *testing.T) {
	in, err := os.ReadFile("testdata/board.polyominoes")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := format.WritePolyominoes(&out, board(t, string(in))); err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for line := range strings.Lines(string(in)) {
		want.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
	}
	if out.String() != want.String() {
		t.Errorf("%s\nbecame\n%s", in, out.String())
	}
}

// TestChangedBoard: lines are those that were read only as long as they say
// what the board does.
func TestChangedBoard(t *testing.T) {
	b := board(t, "  00  01\nD\nD 1 1 00 01\n")
	b.Names = append(b.Names, "E")
	var out strings.Builder
	if err := format.WritePlaced(&out, b); err != nil || !strings.HasPrefix(out.String(), "  00  01 D E\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestWrongBoards: a board that is not of the format is not written.
func TestWrongBoards(t *testing.T) {
	cells := []format.Cell{{X: 0, Y: 0}, {X: 0, Y: 1}}
	for want, b := range map[string]*format.Board{
		"the board is empty":      {},
		"(36,0) is out of reach":  {Cells: []format.Cell{{X: 36, Y: 0}}},
		"00 stands here twice":    {Cells: []format.Cell{{}, {}}},
		"called like a cell":      {Cells: cells, Names: []string{"01"}},
		"too long":                {Cells: cells, Names: []string{"long"}},
		"has a blank":             {Cells: cells, Names: []string{"a b"}},
		`"D" stands here twice`:   {Cells: cells, Names: []string{"D"}, Secondary: []string{"D"}},
		"does not name the piece": {Cells: cells, Pieces: []format.Piece{{Name: "D", S: 1, T: 1, Cells: cells}}},
		"3 rotations":             {Cells: cells, Names: []string{"D"}, Pieces: []format.Piece{{Name: "D", S: 3, T: 1, Cells: cells}}},
		"0 transpositions":        {Cells: cells, Names: []string{"D"}, Pieces: []format.Piece{{Name: "D", S: 1, Cells: cells}}},
		"has no cells":            {Cells: cells, Names: []string{"D"}, Pieces: []format.Piece{{Name: "D", S: 1, T: 1}}},
	} {
		for _, write := range []func() error{
			func() error { return format.WritePolyominoes(new(strings.Builder), b) },
			func() error { return format.WritePlaced(new(strings.Builder), b) },
			func() error { _, err := b.Problem(format.Reading{}); return err },
		} {
			if err := write(); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
	}
}
