package format_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/format"
)

// introductionLines holds the lines of the introduction of POLYOMINOES.
var introductionLines = []string{
	"P 1 1 00 10 01 11 02",
	"P 1 1 00 10 01 11 21",
	"P 1 1 10 01 11 02 12",
	"P 1 1 00 10 20 11 21",
	"P 1 1 00 01 10 11 20",
	"P 1 1 00 01 02 11 12",
	"P 1 1 01 10 11 20 21",
	"P 1 1 00 01 10 11 12",
}

func mustBoard(t testing.TB, text string) *format.PieceBoard {
	t.Helper()
	b, err := format.ReadPolyominoes("board", strings.NewReader(text), format.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const threeByThree = "11 12 13 21 22 23 31 32 33\nP\n"

// placedLines returns the problem that the program makes of a board, as the lines of a dump in dance.
func placedLines(t testing.TB, text string) []string {
	t.Helper()
	dump := mustWrite(t, mustRead(t, text, format.Polyominoes), format.Dance, format.WriteOptions{})
	return strings.Split(strings.TrimSuffix(dump, "\n"), "\n")
}

// TestOrientations: the orientations of a piece are the eight lines of the introduction, or some of them if s or t is
// smaller. The program rotates in the other direction than its introduction says, so the orientations come in another
// order.
func TestOrientations(t *testing.T) {
	var wide strings.Builder // a board on which every orientation of the piece fits once at 00
	for x := range 3 {
		for y := range 3 {
			fmt.Fprintf(&wide, "%d%d ", x, y)
		}
	}
	for first, want := range map[string][]int{
		"P 4 2": {0, 3, 2, 1, 4, 7, 6, 5}, "P 2 2": {0, 3, 4, 7}, "P 4 1": {0, 3, 2, 1}, "P 1 2": {0, 4}, "P 1 1": {0},
	} {
		var got, lines []string
		for _, option := range placedLines(t, wide.String()+"\nP\n"+first+" 00 10 01 11 02\n")[1:] {
			if touchesAxes(option) {
				got = append(got, sortedCells(option))
			}
		}
		for _, k := range want {
			_, cells, _ := strings.Cut(introductionLines[k], " 1 1 ")
			lines = append(lines, sortedCells("P "+cells))
		}
		if !slices.Equal(got, lines) {
			t.Errorf("%s:\n%q\nwant\n%q", first, got, lines)
		}
	}
}

// sortedCells sorts the cells of an option.
func sortedCells(option string) string {
	words := strings.Fields(option)
	slices.Sort(words[1:])
	return strings.Join(words, " ")
}

// touchesAxes reports whether the cells of an option touch both axes.
func touchesAxes(option string) bool {
	x, y := false, false
	for _, cell := range strings.Fields(option)[1:] {
		x, y = x || cell[0] == '0', y || cell[1] == '0'
	}
	return x && y
}

// TestThreeByThree: the example of the introduction, byte for byte.
func TestThreeByThree(t *testing.T) {
	got := placedLines(t, threeByThree+introductionLines[0]+"\n")
	if want := []string{"11 12 13 21 22 23 31 32 33 P", "P 11 21 12 22 13", "P 21 31 22 32 23"}; !slices.Equal(got,
		want) {
		t.Errorf("it is %q, want %q", got, want)
	}
}

// TestOrientationsAndPlacements: the placements of a piece that the program makes are those of its orientations in the
// eight lines.
func TestOrientationsAndPlacements(t *testing.T) {
	placements := func(text string) []string {
		var sets []string
		for _, line := range placedLines(t, text)[1:] {
			sets = append(sets, sortedCells(line))
		}
		slices.Sort(sets)
		return sets
	}
	one := placements(threeByThree + "P 4 2 00 10 01 11 02\n")
	eight := placements(threeByThree + strings.Join(introductionLines, "\n") + "\n")
	if len(one) != 16 || !slices.Equal(one, eight) {
		t.Errorf("%d placements\n%q\n%d of the eight lines\n%q", len(one), one, len(eight), eight)
	}
}

// TestProgram: the output for testdata/board.polyominoes equals, except for blanks, the output of Knuth's program,
// which made testdata/board.dance. The board has a piece of two shapes, a piece at the greatest coordinates that two
// digits can express, and a secondary piece. The order is that of the program, too.
func TestProgram(t *testing.T) {
	in, err := os.ReadFile("testdata/board.polyominoes")
	if err != nil {
		t.Fatal(err)
	}
	dance, err := os.ReadFile("testdata/board.dance")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(dance)) {
		want = append(want, strings.Join(strings.Fields(line), " "))
	}
	if got := placedLines(t, string(in)); !slices.Equal(got, want) {
		t.Errorf("it is\n%q\nwant\n%q", got, want)
	}
	if d := compareProblems(mustRead(t, string(in), format.Polyominoes),
		mustRead(t, string(dance), format.Dance)); d != "" {
		t.Error(d)
	}
}

// TestPolyominoesRoundTrip: a dump that is read and written again is the same, except for blanks.
func TestPolyominoesRoundTrip(t *testing.T) {
	in, err := os.ReadFile("testdata/board.polyominoes")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := format.WritePolyominoes(&out, mustBoard(t, string(in))); err != nil {
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

// TestWrongBoards: a board that the format cannot express is not written.
func TestWrongBoards(t *testing.T) {
	cells := []format.BoardCell{{X: 0, Y: 0}, {X: 0, Y: 1}}
	for want, b := range map[string]*format.PieceBoard{
		"the first line is empty": {},
		`"(36,0)" is not a cell`:  {Cells: []format.BoardCell{{X: 36, Y: 0}}},
		"00 stands here twice":    {Cells: []format.BoardCell{{}, {}}},
		"called like a cell":      {Cells: cells, RequiredPieces: []string{"01"}},
		"too long":                {Cells: cells, RequiredPieces: []string{"long"}},
		"has a blank in it":       {Cells: cells, RequiredPieces: []string{"a b"}},
		`"D" stands here twice`:   {Cells: cells, RequiredPieces: []string{"D"}, OptionalPieces: []string{"D"}},
		"does not name the piece": {Cells: cells,
			Pieces: []format.BoardPiece{{Name: "D", RotationCount: 1, TransposeCount: 1, Cells: cells}}},
		`s, the number of rotations, is "3"`: {Cells: cells, RequiredPieces: []string{"D"},
			Pieces: []format.BoardPiece{{Name: "D", RotationCount: 3, TransposeCount: 1, Cells: cells}}},
		`t, the number of transpositions, is "0"`: {Cells: cells, RequiredPieces: []string{"D"},
			Pieces: []format.BoardPiece{{Name: "D", RotationCount: 1, Cells: cells}}},
		"has no cells": {Cells: cells, RequiredPieces: []string{"D"},
			Pieces: []format.BoardPiece{{Name: "D", RotationCount: 1, TransposeCount: 1}}},
	} {
		if err := format.WritePolyominoes(new(strings.Builder), b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
