package convert_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"strings"
	"testing"

	"quadrille"
	"quadrille/convert"
)

// dancer is a nonogram in the format non. Its picture is drawn in the goal.
const dancer = `catalogue "webpbn.com #1"
title "Demo Puzzle"
by "Jan Wolter"
license CC-BY-3.0
width 5
height 10

rows
2
2,1
1,1
3
1,1
1,1
2
1,1
1,2
2

columns
2,1
2,1,3
7
1,3
2,1

goal "01100011010010101110101001010000110010100101111000"
`

// TestNonogram: the clues of a file of the format non have one solution.
func TestNonogram(t *testing.T) {
	text := importText(t, convert.Non, dancer)
	if n := countAll(t, text); n != "1" || !strings.HasPrefix(text, "puzzle \"Demo Puzzle\"\n") {
		t.Errorf("%s solutions\n%s", n, text)
	}
	again := strings.Replace(text, "Demo Puzzle", "Nonogram", 1)
	if link, err := convert.LinkOfPuzzle(convert.PuzzLink, "x.puz", []byte(text), nil); err != nil ||
		!strings.Contains(link, "p?nonogram/5/10/") ||
		importText(t, convert.PuzzLink, strings.TrimSpace(link)) != again {
		t.Errorf("the link is %s, %v", link, err)
	}
	for _, wrong := range []string{"color a red\n" + dancer, strings.Replace(dancer, "2,1,3", "2,x,3", 1),
		strings.Replace(dancer, "width 5", "width 7", 1), strings.Replace(dancer, "rows", "height 7\nrows", 1)} {
		if _, _, err := convert.PuzzleText(convert.Non, "a.non", []byte(wrong)); err == nil {
			t.Errorf("this is read:\n%s", wrong)
		}
	}
}

const barredSudoku = `# a comment
1..|...|7..
.2.|...|5..
6..|38.|...
-----------
.78|...|...
...|6.9|...
...|...|14.
-----------
...|.25|..9
..3|...|.6.
..4|...|..2
`

const sectionSudoku = `[Puzzle]
1.....7..
.2....5..
6..38....
.78......
...6.9...
......14.
....25..9
..3....6.
..4.....2
`

// TestGrids: a sudoku is the same with bars, frames, blanks and zeros, in a section, and in a line; it has one
// solution.
func TestGrids(t *testing.T) {
	want := importText(t, convert.Grid, barredSudoku)
	if n := countAll(t, want); n != "1" {
		t.Errorf("%s solutions\n%s", n, want)
	}
	framed := "*-----------*\n|" + strings.ReplaceAll(strings.TrimPrefix(strings.ReplaceAll(barredSudoku, ".", "0"),
		"# a comment\n"), "\n", "|\n|") + "*-----------*\n"
	line := strings.NewReplacer("[Puzzle]", "", "\n", "").Replace(sectionSudoku)
	for name, text := range map[string]string{"a.ss": framed, "a.sdk": sectionSudoku, "a.sdm": line + "\n",
		"b.sdk": strings.ReplaceAll(barredSudoku, "|", " ")} {
		if f, _ := convert.DetectForeign(name, []byte(text)); f != convert.Grid {
			t.Errorf("%s is taken for %q", name, f)
		}
		if got, _, err := convert.PuzzleText(convert.Grid, name, []byte(text)); got != want || err != nil {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	for _, wrong := range []string{barredSudoku + "1..\n", strings.Replace(barredSudoku, "1", "a", 1),
		line + "\n" + line + "\n"} {
		if _, _, err := convert.PuzzleText(convert.Grid, "a.sdk", []byte(wrong)); err == nil {
			t.Errorf("this is read:\n%s", wrong)
		}
	}
}

// somaBurr is the Soma cube as a file of BurrTools.
func somaBurr() string {
	pieces := []string{"2 2 1 ###_", "3 2 1 ####__", "3 2 1 ###_#_", "3 2 1 ##__##", "2 2 2 ###_#___", "2 2 2 ###__#__",
		"2 2 2 ###___#_"}
	shapes, copies := "", ""
	for k, piece := range append(pieces, "3 3 3 "+strings.Repeat("#", 27)) {
		var x, y, z int
		var cells string
		fmt.Sscan(piece, &x, &y, &z, &cells)
		shapes += fmt.Sprintf(`<voxel x="%d" y="%d" z="%d" name="Piece %c" type="0">%s</voxel>`, x, y, z, 'A'+k, cells)
		if k < len(pieces) {
			copies += fmt.Sprintf(`<shape id="%d" count="1"/>`, k)
		}
	}
	return `<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><colors/><shapes>` + shapes +
		`</shapes><problems><problem name="Soma" state="2" assemblies="240"><shapes>` + copies +
		`</shapes><result id="7"/><bitmap/></problem></problems><comment popup="">By Piet Hein</comment></puzzle>`
}

// twoProblems has dominoes and single cubes: in 2 by 2 there are 7 ways, and in a row of 3 with one domino there are 2.
const twoProblems = `<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>
<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="1" y="1" z="1" type="0">#</voxel>
<voxel x="2" y="2" z="1" type="0">####</voxel><voxel x="3" y="1" z="1" type="0">###</voxel></shapes><problems>
<problem name="square"><shapes><shape id="0" min="0" max="2"/><shape id="1" min="0" max="4"/></shapes>
<result id="2"/></problem>
<problem name="row"><shapes><shape id="0" count="1"/><shape id="1" count="1"/></shapes><result id="3"/></problem>
</problems></puzzle>`

// TestBurrTools: there are 240 ways to build the Soma cube, as Conway and Guy found; also from a compressed file. A
// file with two problems has both.
func TestBurrTools(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write([]byte(somaBurr())); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	for _, text := range []string{somaBurr(), zipped.String()} {
		puzzle := importText(t, convert.BurrTools, text)
		p, err := quadrille.Load("soma.puz", []byte(puzzle), quadrille.Options{UpTo: quadrille.Symmetry})
		if err != nil {
			t.Fatalf("%v\n%s", err, puzzle)
		}
		if n, err := p.Count(context.Background(), quadrille.Search{}); n.String() != "240" || err != nil {
			t.Errorf("%v ways, %v\n%s", n, err, puzzle)
		}
	}
	both := importText(t, convert.BurrTools, twoProblems)
	for number, want := range map[int64]string{1: "7", 2: "2"} {
		p, err := quadrille.Load("x.puz", []byte(both), quadrille.Options{Params: map[string]int64{"problem": number}})
		if err != nil {
			t.Fatalf("%v\n%s", err, both)
		}
		if n, err := p.Count(context.Background(), quadrille.Search{}); n.String() != want || err != nil {
			t.Errorf("problem %d has %v solutions, %v, want %s\n%s", number, n, err, want, both)
		}
	}
	for old, changed := range map[string]string{`type="0"/>`: `type="3"/>`, "###_<": "#1##_<", `id="7"`: `id="77"`,
		"###_#_<": "###_<", `count="1"`: `count="-1"`, "</puzzle>": "", `<bitmap/></problem>`: "<bitmap/></problem",
		"###__#__": "________"} {
		text := strings.Replace(somaBurr(), old, changed, 1)
		_, _, err := convert.PuzzleText(convert.BurrTools, "x.xmpuzzle", []byte(text))
		if err == nil || text == somaBurr() {
			t.Errorf("with %s in place of %s it is read", changed, old)
		}
	}
}

const drawnPieces = `L
  #.
  #.
  ##

T:
###
.#.

OO
OO
`

const listedPieces = `A = (0, 0), (0, 1), (1, 1)
[[0,0],[1,0]]
`

// cutSquare is a solution of the twelve pentominoes in 3 by 20, of which there are two.
const cutSquare = `UUXPPPZYYYYWTFNNNVVV
UXXXPPZZZYWWTFFFNNLV
UUXIIIIIZWWTTTFLLLLV
`

// TestPieces: pieces that are drawn, or listed by their cells; and a board that is cut into letters, which has as many
// packings as are published: 2 of 3 by 20 up to symmetry. The others are counted by hand.
func TestPieces(t *testing.T) {
	read := func(text string) string {
		puzzle, _, err := convert.PuzzleText(convert.Pieces, "pieces.txt", []byte(text))
		if err != nil {
			t.Errorf("%v", err)
		}
		return puzzle
	}
	for _, test := range []struct{ pieces, use, want string }{
		{read(drawnPieces), "pack 2x4 with any of P3\n", "1"},
		{read(drawnPieces), "pack 2x4 with 2 of L\n", "2"},
		{read(drawnPieces), "pack 4x4 with 4 of T\n", "2"},
		{read(listedPieces), "pack 2x3 with 2 of A\n", "2"},
		{read(listedPieces), "pack 2x3 with any of P2\n", "3"},
		{read(cutSquare), "break symmetry\n", "2"},
	} {
		if n := countAll(t, test.pieces+test.use); n != test.want {
			t.Errorf("%s solutions, want %s\n%s", n, test.want, test.pieces+test.use)
		}
	}
	for _, wrong := range []string{"", "(0, 0) (0, 0)", "(0, 0) (1, 1, 1)", "A (0, 0) and (0, 1)"} {
		if _, _, err := convert.PuzzleText(convert.Pieces, "pieces.txt", []byte(wrong)); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
