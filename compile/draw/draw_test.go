package draw_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// The signs of a plan that are no pieces.
const (
	hole  = '.' // not a cell of the board
	empty = '_' // a cell of the board that no piece covers
)

// drawPlan is a picture as tests write it: a line for each row, and for each cell
// the letter of the piece that covers it.
type drawPlan []string

// pieceAt returns the character of a cell; beyond the plan all cells are holes.
func (p drawPlan) pieceAt(row, column int) rune {
	if row < 0 || row >= len(p) || column < 0 || column >= len(p[row]) {
		return hole
	}
	return rune(p[row][column])
}

// picture makes the picture of a plan. The pieces come in the order of their
// first cells, and each is labelled with its letter.
func (p drawPlan) picture() draw.Picture {
	pic := draw.Picture{Lattice: lattice.Square}
	var letters string
	cells := map[rune]lattice.Shape{}
	for r, row := range p {
		for c, sign := range row {
			cell := lattice.Cell{int32(r), int32(c)}
			if sign != hole {
				pic.BoardCells = append(pic.BoardCells, cell)
			}
			if sign == hole || sign == empty {
				continue
			}
			if cells[sign] == nil {
				letters += string(sign)
			}
			cells[sign] = append(cells[sign], cell)
		}
	}
	for _, sign := range letters {
		pic.Pieces = append(pic.Pieces, draw.LabeledPiece{Label: string(sign), Cells: cells[sign]})
	}
	return pic
}

// TestText compares pictures with pictures drawn by hand.
func TestText(t *testing.T) {
	tests := []struct {
		name        string
		plan        drawPlan
		boxes, text string // with box-drawing characters, and without
	}{
		{
			"one piece", drawPlan{"AA", "AA"}, `
┌───────┐
│ A     │
│       │
│       │
└───────┘
`, `
+-------+
| A     |
|       |
|       |
+-------+
`,
		},
		{
			"four pieces meet", drawPlan{"AB", "CD"}, `
┌───┬───┐
│ A │ B │
├───┼───┤
│ C │ D │
└───┴───┘
`, `
+---+---+
| A | B |
+---+---+
| C | D |
+---+---+
`,
		},
		{
			"three pieces meet in every way", drawPlan{"AAB", "CDB", "CEE"}, `
┌───────┬───┐
│ A     │ B │
├───┬───┤   │
│ C │ D │   │
│   ├───┴───┤
│   │ E     │
└───┴───────┘
`, `
+-------+---+
| A     | B |
+---+---+   |
| C | D |   |
|   +---+---+
|   | E     |
+---+-------+
`,
		},
		{
			"a ring around a hole", drawPlan{"AAA", "A.A", "AAA"}, `
┌───────────┐
│ A         │
│   ┌───┐   │
│   │   │   │
│   └───┘   │
│           │
└───────────┘
`, `
+-----------+
| A         |
|   +---+   |
|   |   |   |
|   +---+   |
|           |
+-----------+
`,
		},
		{
			"holes at the sides, and the label in the first row", drawPlan{".A.", "BAA", "BB."}, `
    ┌───┐
    │ A │
┌───┤   └───┐
│ B │       │
│   └───┬───┘
│       │
└───────┘
`, `
    +---+
    | A |
+---+   +---+
| B |       |
|   +---+---+
|       |
+-------+
`,
		},
		{
			"two pieces that touch at a corner", drawPlan{"A.", ".B"}, `
┌───┐
│ A │
└───┼───┐
    │ B │
    └───┘
`, `
+---+
| A |
+---+---+
    | B |
    +---+
`,
		},
		{
			"two pieces apart, in one row", drawPlan{"A..B"}, `
┌───┐       ┌───┐
│ A │       │ B │
└───┘       └───┘
`, `
+---+       +---+
| A |       | B |
+---+       +---+
`,
		},
		{
			"empty cells can be counted", drawPlan{"AA_", "___"}, `
┌───────┬───┐
│ A     │ · │
├───┬───┼───┤
│ · │ · │ · │
└───┴───┴───┘
`, `
+-------+---+
| A     | . |
+---+---+---+
| . | . | . |
+---+---+---+
`,
		},
		{
			"an empty cell beside a hole", drawPlan{"A_.", "AA_"}, `
┌───┬───┐
│ A │ · │
│   └───┼───┐
│       │ · │
└───────┴───┘
`, `
+---+---+
| A | . |
|   +---+---+
|       | . |
+-------+---+
`,
		},
		{
			"each part of a piece has the label", drawPlan{"AB", "BA"}, `
┌───┬───┐
│ A │ B │
├───┼───┤
│ B │ A │
└───┴───┘
`, `
+---+---+
| A | B |
+---+---+
| B | A |
+---+---+
`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			compare(t, draw.RenderText(test.plan.picture(), draw.TextStyle{}), test.boxes)
			compare(t, draw.RenderText(test.plan.picture(), draw.TextStyle{ASCII: true}), test.text)
		})
	}
}

// compare compares a picture with the one that was drawn by hand, which begins
// on a line of its own.
func compare(t *testing.T, got, want string) {
	t.Helper()
	if want = want[1:]; got != want {
		t.Errorf("the picture is\n%swant\n%s", got, want)
	}
}

// TestOrigin: the place of a board on its lattice does not change the picture.
func TestOrigin(t *testing.T) {
	p := drawPlan{".A.", "BAA", "B__"}
	want := draw.RenderText(p.picture(), draw.TextStyle{})
	for _, shift := range []lattice.Cell{{5, 7}, {-3, -1}, {-100_000_000, 100_000_000}} {
		moved := p.picture()
		moved.BoardCells = moved.BoardCells.Shift(shift)
		for i := range moved.Pieces {
			moved.Pieces[i].Cells = moved.Pieces[i].Cells.Shift(shift)
		}
		if got := draw.RenderText(moved, draw.TextStyle{}); got != want {
			t.Errorf("shifted by %v the picture is\n%swant\n%s", shift, got, want)
		}
	}
}

// TestLabels: a label stands in the middle of its cell as far as possible. A long label makes the cells wider, up to
// twelve columns; a longer one is shortened.
func TestLabels(t *testing.T) {
	tests := []struct{ label, inside string }{
		{"", "   "},
		{"A", " A "},
		{"ABC", "ABC"},
		{"ABCD", "ABCD"},
		{"ABCDEFGHIJKLMN", " A "},
		{"N'", " N'|N' "}, // two letters have no middle
		{"Ω", " Ω "},
		{"éàü", "éàü"},
		{"жжжж", "жжжж"},
	}
	for _, test := range tests {
		p := drawPlan{"AB"}.picture()
		p.Pieces[0].Label = test.label
		line := strings.Split(draw.RenderText(p, draw.TextStyle{}), "\n")[1]
		if !regexp.MustCompile("^│(" + test.inside + ")│ B +│$").MatchString(line) {
			t.Errorf("the label %q makes %q, want %q in the first cell", test.label, line, test.inside)
		}
	}
}

// TestWideLabels: names may be written in any script, and letters of some are
// two columns wide on a terminal. The lines stay straight all the same.
func TestWideLabels(t *testing.T) {
	for _, label := range []string{"漢", "漢字", "漢字字", "ひ", "한A"} {
		p := drawPlan{"AB", "AB"}.picture()
		p.Pieces[0].Label = label
		lines := strings.Split(strings.TrimSpace(draw.RenderText(p, draw.TextStyle{})), "\n")
		for _, line := range lines {
			if displayWidth(line) != displayWidth(lines[0]) {
				t.Errorf("with the label %q a line has %d columns, the first one %d: %s", label, displayWidth(line),
					displayWidth(lines[0]), line)
			}
		}
	}
}

// displayWidth counts the columns that a text takes on a terminal.
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		n++
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			n++
		}
	}
	return n
}

// arms are the directions in which a line leaves the middle of a character.
type arms struct{ up, down, left, right bool }

// boxArms holds the arms of the characters of Unicode's block Box Drawing.
var boxArms = map[rune]arms{
	' ': {},
	'│': {up: true, down: true},
	'─': {left: true, right: true},
	'┌': {down: true, right: true},
	'┐': {down: true, left: true},
	'└': {up: true, right: true},
	'┘': {up: true, left: true},
	'├': {up: true, down: true, right: true},
	'┤': {up: true, down: true, left: true},
	'┬': {down: true, left: true, right: true},
	'┴': {up: true, left: true, right: true},
	'┼': {up: true, down: true, left: true, right: true},
}

// asciiSign is the ASCII character for arms: straight lines have a character each, and everything else that is drawn is
// a plus sign.
func asciiSign(a arms) rune {
	switch a {
	case arms{}:
		return ' '
	case arms{up: true, down: true}:
		return '|'
	case arms{left: true, right: true}:
		return '-'
	}
	return '+'
}

// apart reports whether a line divides two cells side by side: a line does at the edge of a piece or of the board, and
// at an empty cell.
func apart(a, b rune) bool {
	if a == hole && b == hole {
		return false
	}
	return a != b || a == empty
}

// TestRandomPlans checks the pictures of random plans sign by sign: at each
// corner of a cell the character has an arm exactly where there is a wall,
// walls are drawn along their whole length, and nothing else is drawn.
func TestRandomPlans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[rune]bool{}
	for range matrixtest.RandomRounds(75, 500) {
		p := randomPlan(r)
		boxes := raster(t, p, draw.TextStyle{})
		ascii := raster(t, p, draw.TextStyle{ASCII: true})
		for row := range len(p) + 1 {
			for column := range len(p[0]) + 1 {
				want := armsAt(p, row, column)
				sign := boxes[2*row][4*column]
				if got, known := boxArms[sign]; !known || got != want {
					t.Fatalf("%q stands at the corner (%d, %d) of %q, where lines leave %+v", sign, row, column, p,
						want)
				}
				if got := ascii[2*row][4*column]; got != asciiSign(want) {
					t.Fatalf("%q stands at the corner (%d, %d) of %q, where lines leave %+v", got, row, column, p, want)
				}
				seen[sign] = true
				checkWalls(t, p, row, column, boxes, '─', '│')
				checkWalls(t, p, row, column, ascii, '-', '|')
			}
		}
		checkLabels(t, p, boxes, "·")
		checkLabels(t, p, ascii, ".")
	}
	for sign := range boxArms {
		if !seen[sign] && !testing.Short() {
			t.Errorf("no plan had a corner %q: the test proves too little", sign)
		}
	}
}

// armsAt works out from the four cells around a corner where walls leave it.
func armsAt(p drawPlan, row, column int) arms {
	above, below := row-1, row
	before, behind := column-1, column
	return arms{
		up:    apart(p.pieceAt(above, before), p.pieceAt(above, behind)),
		down:  apart(p.pieceAt(below, before), p.pieceAt(below, behind)),
		left:  apart(p.pieceAt(above, before), p.pieceAt(below, before)),
		right: apart(p.pieceAt(above, behind), p.pieceAt(below, behind)),
	}
}

// checkWalls checks the wall above a cell and the wall on its left.
func checkWalls(t *testing.T, p drawPlan, row, column int, picture [][]rune, across, down rune) {
	t.Helper()
	above, before := "   ", ' '
	if apart(p.pieceAt(row-1, column), p.pieceAt(row, column)) {
		above = strings.Repeat(string(across), 3)
	}
	if apart(p.pieceAt(row, column-1), p.pieceAt(row, column)) {
		before = down
	}
	if column < len(p[0]) {
		if got := string(picture[2*row][4*column+1 : 4*column+4]); got != above {
			t.Fatalf("%q is drawn above the cell (%d, %d) of %q, want %q", got, row, column, p, above)
		}
	}
	if row < len(p) {
		if got := picture[2*row+1][4*column]; got != before {
			t.Fatalf("%q is drawn in front of the cell (%d, %d) of %q, want %q", got, row, column, p, before)
		}
	}
}

// checkLabels checks that each piece has its letter in its first cell, and
// that the other cells have nothing in them.
func checkLabels(t *testing.T, p drawPlan, picture [][]rune, dot string) {
	t.Helper()
	for row := range p {
		for column, sign := range p[row] {
			want := "   "
			switch {
			case sign == empty:
				want = " " + dot + " "
			case sign != hole && p.beginsPart(row, column):
				want = " " + string(sign) + " "
			}
			if got := string(picture[2*row+1][4*column+1 : 4*column+4]); got != want {
				t.Fatalf("%q stands in the cell (%d, %d) of %q, want %q", got, row, column, p, want)
			}
		}
	}
}

// beginsPart reports whether no cell before this one, row by row, hangs
// together with it.
func (p drawPlan) beginsPart(row, column int) bool {
	type cell struct{ row, column int }
	seen := map[cell]bool{}
	var visit func(c cell) bool
	visit = func(c cell) bool {
		if seen[c] || p.pieceAt(c.row, c.column) != p.pieceAt(row, column) {
			return true
		}
		seen[c] = true
		if c.row < row || c.row == row && c.column < column {
			return false
		}
		return visit(cell{c.row - 1, c.column}) && visit(cell{c.row + 1, c.column}) &&
			visit(cell{c.row, c.column - 1}) && visit(cell{c.row, c.column + 1})
	}
	return visit(cell{row, column})
}

// randomPlan fills a rectangle with a few pieces, connected or not, holes and
// empty cells.
func randomPlan(r *rand.Rand) drawPlan {
	signs := "ABCD"[:1+r.IntN(4)] + "._"[:r.IntN(3)]
	p := make(drawPlan, 1+r.IntN(5))
	columns := 1 + r.IntN(6)
	for i := range p {
		for range columns {
			p[i] += string(signs[r.IntN(len(signs))])
		}
	}
	if !p.fillsItsBox() {
		return randomPlan(r)
	}
	return p
}

// fillsItsBox reports whether the board reaches all four sides of the plan, so that the picture begins where the plan
// does.
func (p drawPlan) fillsItsBox() bool {
	first, last := "", ""
	for _, row := range p {
		first += row[:1]
		last += row[len(row)-1:]
	}
	for _, side := range []string{p[0], p[len(p)-1], first, last} {
		if strings.Trim(side, string(hole)) == "" {
			return false
		}
	}
	return true
}

// raster draws a plan and returns the characters of the picture in a table.
// Blanks at the ends of lines are not printed, and are put back here.
func raster(t *testing.T, p drawPlan, style draw.TextStyle) [][]rune {
	t.Helper()
	text := draw.RenderText(p.picture(), style)
	if !strings.HasSuffix(text, "\n") || regexp.MustCompile(`(?m) $`).MatchString(text) {
		t.Fatalf("the picture of %q does not end with a line break, or has blanks at the end of a line:\n%s", p, text)
	}
	width := 4*len(p[0]) + 1
	var table [][]rune
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		signs := []rune(line)
		if len(signs) > width {
			t.Fatalf("the picture of %q has a line of %d characters, want %d:\n%s", p, len(signs), width, text)
		}
		table = append(table, []rune(fmt.Sprintf("%-*s", width, line)))
	}
	if len(table) != 2*len(p)+1 {
		t.Fatalf("the picture of %q has %d lines, want %d:\n%s", p, len(table), 2*len(p)+1, text)
	}
	return table
}
