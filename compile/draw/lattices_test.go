package draw_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

func piece(label string, cells ...lattice.Cell) draw.LabeledPiece {
	return draw.LabeledPiece{Label: label, Cells: lattice.NewShape(cells)}
}

// picture makes a picture of pieces and of cells without a piece.
func picture(l *lattice.Lattice, pieces []draw.LabeledPiece, empty ...lattice.Cell) draw.Picture {
	p := draw.Picture{Lattice: l, BoardCells: lattice.NewShape(empty), Pieces: pieces}
	for _, piece := range pieces {
		p.BoardCells = p.BoardCells.Union(piece.Cells)
	}
	return p
}

// byHand holds pictures on every lattice, with their texts drawn by hand.
var byHand = []struct {
	name        string
	picture     draw.Picture
	boxes, text string // with all characters, and with those of ASCII
}{
	{
		"hexagons: each row is half a brick to the right",
		picture(lattice.Hexagon, []draw.LabeledPiece{
			piece("A", lattice.Cell{0, 0}, lattice.Cell{1, 0}),
			piece("B", lattice.Cell{0, 1}),
		}, lattice.Cell{1, 1}), `
┌───┬───┐
│ A │ B │
└─┐ └─┬─┴─┐
  │   │ · │
  └───┴───┘
`, `
+---+---+
| A | B |
+-+ +-+-+-+
  |   | . |
  +---+---+
`,
	},
	{
		"hexagons with long labels",
		picture(lattice.Hexagon, []draw.LabeledPiece{piece("wave", lattice.Cell{3, 5}, lattice.Cell{4, 4})}), `
   ┌─────┐
   │ wave│
┌──┘  ┌──┘
│     │
└─────┘
`, ``,
	},
	{
		"triangles: A from the tip down, B beside it",
		picture(lattice.Triangle, []draw.LabeledPiece{
			piece("A", lattice.Cell{0, 2}, lattice.Cell{1, 2}),
			piece("B", lattice.Cell{1, 1}),
		}, lattice.Cell{1, 3}), `
     /\
    /A \
   /    \
  /\    /\
 /B \  /· \
/____\/____\
`, `
     /\
    /A \
   /    \
  /\    /\
 /B \  /. \
/____\/____\
`,
	},
	{
		"triangles: level sides belong to the line above",
		picture(lattice.Triangle, []draw.LabeledPiece{
			piece("F'", lattice.Cell{0, 0}, lattice.Cell{0, 1}),
			piece("C", lattice.Cell{1, 0}),
			piece("D", lattice.Cell{1, 1}),
		}), `
   ______
  /     /
 /F'   /
/_____/
\    /\
 \C /D \
  \/____\
`, `
   ______
  /     /
 /F'   /
/_____/
\    /\
 \C /D \
  \/____\
`,
	},
	{
		"triangles grow with their labels",
		picture(lattice.Triangle, []draw.LabeledPiece{piece("ABC", lattice.Cell{0, 0})}), `
   /\
  /  \
 /ABC \
/______\
`, ``,
	},
	{
		"sticks: two bends, one stick, two empty ones",
		picture(lattice.Sticks, []draw.LabeledPiece{
			piece("A", lattice.Cell{0, 1}, lattice.Cell{1, 0}),
			piece("B'", lattice.Cell{2, 3}, lattice.Cell{1, 4}),
			piece("C", lattice.Cell{1, 2}),
		}, lattice.Cell{0, 3}, lattice.Cell{2, 1}), `
┌──A──•  ·  •
│     │     │
A     C     B'
│     │     │
•  ·  •─B'──┘
`, `
+--A--o  .  o
|     |     |
A     C     B'
|     |     |
o  .  o-B'--+
`,
	},
	{
		"sticks: one ends where another runs through, and keeps off",
		picture(lattice.Sticks, []draw.LabeledPiece{
			piece("A", lattice.Cell{2, 1}, lattice.Cell{2, 3}),
			piece("B", lattice.Cell{1, 2}),
		}), `
      •
      │
      B

•──A─────A──•
`, `
      o
      |
      B

o--A-----A--o
`,
	},
	{
		"sticks: two bends share a joint, which is neither's",
		picture(lattice.Sticks, []draw.LabeledPiece{
			piece("A", lattice.Cell{2, 1}, lattice.Cell{1, 2}),
			piece("B", lattice.Cell{2, 3}, lattice.Cell{3, 2}),
		}), `
      •
      │
      A
      │
•──A──•──B──•
      │
      B
      │
      •
`, ``,
	},
	{
		"trigs: two bends, a stick that keeps off a joint, and an empty one",
		picture(lattice.Trigs, []draw.LabeledPiece{
			piece("A", lattice.Cell{0, 1}, lattice.Cell{1, 2}),
			piece("B", lattice.Cell{1, 1}, lattice.Cell{3, 0}),
			piece("C", lattice.Cell{2, 1}),
		}, lattice.Cell{1, 0}), `
•───A───•
         \
  ·   B   A
     /     \
    • ──C───•
     \
      B
       \
        •
`, ``,
	},
	{
		"sticks: a long label",
		picture(lattice.Sticks, []draw.LabeledPiece{piece("abc", lattice.Cell{1, 0})}), `
•
│
abc
│
•
`, ``,
	},
	{
		"kites: the upper half of a hexagon, two kites below, and an empty one",
		picture(lattice.Kite, []draw.LabeledPiece{
			piece("A", lattice.Cell{0, 0}, lattice.Cell{0, 1}, lattice.Cell{0, 2}),
			piece("B", lattice.Cell{1, 0}, lattice.Cell{1, 1}),
		}, lattice.Cell{1, 2}), `
   _-''-_
_-'      '-_
| A         |
|___________|
| B   \  ·  |
|      \    |
'-_     \_-'
   '-__-'
`, `
   _-''-_
_-'      '-_
| A         |
|___________|
| B   \  .  |
|      \    |
'-_     \_-'
   '-__-'
`,
	},
	{
		"drafters: a kite, a half of one, and one across the side of two hexagons",
		picture(lattice.Drafter, []draw.LabeledPiece{
			piece("A", lattice.Cell{0, 0}, lattice.Cell{0, 1}),
			piece("B", lattice.Cell{0, 2}),
			piece("C", lattice.Cell{1, 5}, lattice.Cell{1, 6}),
		}, lattice.Cell{0, 3}), `
         _-'|-_
      _-'   |  '-_
   _-'\  B  | ·  /
_-'    \    |   /
|       \   |  /
|        \  | /
|  A      \ |/
|__________\|_______________________
            '-_    C             _-'
               '-_            _-'
                  '-_      _-'
                     '-__-'
`, ``,
	},
	{
		"cubes: a label for each part in each layer",
		picture(lattice.Cube, []draw.LabeledPiece{
			piece("A", lattice.Cell{5, 0, 0}, lattice.Cell{5, 0, 2}, lattice.Cell{6, 0, 0}, lattice.Cell{6, 0, 1},
				lattice.Cell{6, 0, 2}),
			piece("B", lattice.Cell{5, 0, 1}),
			piece("C", lattice.Cell{6, 1, 0}),
		}, lattice.Cell{5, 1, 0}), `
layer 0         layer 1
┌───┬───┬───┐   ┌───────────┐
│ A │ B │ A │   │ A         │
├───┼───┴───┘   ├───┬───────┘
│ · │           │ C │
└───┘           └───┘
`, `
layer 0         layer 1
+---+---+---+   +-----------+
| A | B | A |   | A         |
+---+---+---+   +---+-------+
| . |           | C |
+---+           +---+
`,
	},
	{
		"balls: each layer lies half a ball further out than the one above",
		picture(lattice.Balls, []draw.LabeledPiece{
			piece("A", lattice.Cell{0, 0, 0}, lattice.Cell{1, 0, 0}),
			piece("B", lattice.Cell{1, 1, 0}, lattice.Cell{1, 1, 1}),
		}, lattice.Cell{1, 0, 1}), `
layer 0     layer 1
            ┌───┬───┐
  ┌───┐     │ A │ · │
  │ A │     ├───┴───┤
  └───┘     │ B     │
            └───────┘
`, ``,
	},
	{
		"a chessboard",
		draw.Picture{
			Lattice: lattice.Square, BoardCells: lattice.Rectangle(2, 2), IsCheckered: true,
			CellMarks: map[lattice.Cell]string{{0, 1}: "Q", {7, 7}: "off the board"},
		}, `
┌───┬───┐
│ · │ Q │
├───┼───┤
│ · │ · │
└───┴───┘
`, `
+---+---+
| . | Q |
+---+---+
| . | . |
+---+---+
`,
	},
	{
		"a grid with two regions, and a digit missing",
		draw.Picture{
			Lattice: lattice.Square, BoardCells: lattice.Rectangle(2, 4), DrawsPlainRegions: true,
			Pieces: []draw.LabeledPiece{
				{Label: "a region has no label", Cells: lattice.Rectangle(2, 2)},
				{Label: "", Cells: lattice.Rectangle(2, 2).Shift(lattice.Cell{0, 2})},
			},
			CellMarks: map[lattice.Cell]string{
				{0, 0}: "1", {0, 1}: "2", {0, 2}: "3", {0, 3}: "4", {1, 0}: "3", {1, 1}: "4", {1, 2}: "1",
			},
		}, `
┌───────┬───────┐
│ 1   2 │ 3   4 │
│       │       │
│ 3   4 │ 1   · │
└───────┴───────┘
`, `
+-------+-------+
| 1   2 | 3   4 |
|       |       |
| 3   4 | 1   . |
+-------+-------+
`,
	},
	{
		"a mark takes the place of a dot, and the label gives way to it",
		draw.Picture{
			Lattice: lattice.Square, BoardCells: lattice.Rectangle(1, 4),
			Pieces:    []draw.LabeledPiece{{Label: "A", Cells: lattice.Rectangle(1, 2)}},
			CellMarks: map[lattice.Cell]string{{0, 0}: "x", {0, 3}: "10"},
		}, `
┌───────┬───┬───┐
│ x   A │ · │ 10│
└───────┴───┴───┘
`, ``,
	},
	{
		"no board at all", draw.Picture{Lattice: lattice.Triangle}, "\n", "\n",
	},
}

// TestByHand compares pictures with pictures drawn by hand.
func TestByHand(t *testing.T) {
	for _, test := range byHand {
		t.Run(test.name, func(t *testing.T) {
			compare(t, draw.RenderText(test.picture, draw.TextStyle{}), test.boxes)
			if test.text != "" {
				compare(t, draw.RenderText(test.picture, draw.TextStyle{ASCII: true}), test.text)
			}
		})
	}
}

// TestLongLabelsOfSticks: labels of sticks side by side stay apart, at the left edge as
// well, and a picture is always the same.
func TestLongLabelsOfSticks(t *testing.T) {
	for length := 1; length < 15; length++ {
		var pieces []draw.LabeledPiece
		for c := range int32(3) {
			pieces = append(pieces, piece(strings.Repeat(string('A'+c), length), lattice.Cell{1, 2 * c}))
		}
		p := picture(lattice.Sticks, pieces)
		text := draw.RenderText(p, draw.TextStyle{})
		if !regexp.MustCompile(`(?m)^A+ +B+ +C+$`).MatchString(text) {
			t.Errorf("with labels of %d letters the picture is\n%s", length, text)
		}
		for range 20 {
			if again := draw.RenderText(p, draw.TextStyle{}); again != text {
				t.Fatalf("the picture is\n%sand was\n%s", again, text)
			}
		}
	}
}

// TestLayersWrap: layers come in order, in rows of at most 100 characters.
func TestLayersWrap(t *testing.T) {
	p := draw.Picture{Lattice: lattice.Cube, BoardCells: figure(lattice.Cube, "", 12, 1, 2)}
	text := draw.RenderText(p, draw.TextStyle{})
	var want []string
	for l := range 12 {
		want = append(want, fmt.Sprintf("layer %d", l))
	}
	if got := regexp.MustCompile(`layer \d+`).FindAllString(text, -1); !slices.Equal(got, want) {
		t.Errorf("the headings are %q", got)
	}
	for line := range strings.Lines(text) {
		if displayWidth(line) > 101 { // with the line break
			t.Errorf("a line has %d columns: %q", displayWidth(line), line)
		}
	}
	if !strings.Contains(text, "layer 7\n") {
		t.Errorf("a row has not eight layers, which is 8 times 9 and 7 times 3 columns:\n%s", text)
	}
}

// board is a board with a name.
type board struct {
	lattice *lattice.Lattice
	cells   lattice.Shape
}

// boards are a board on each lattice, and more of those with strange shapes.
func boards() []board {
	return []board{
		{lattice.Square, lattice.Rectangle(5, 6)},
		{lattice.Square, figure(lattice.Square, "aztec", 3)},
		{lattice.Triangle, figure(lattice.Triangle, "rhombus", 3, 4)},
		{lattice.Triangle, figure(lattice.Triangle, "hexagon", 2)},
		{lattice.Triangle, figure(lattice.Triangle, "triangle", 5).Shift(lattice.Cell{-3, -5})},
		{lattice.Hexagon, figure(lattice.Hexagon, "hexagon", 3)},
		{lattice.Hexagon, figure(lattice.Hexagon, "triangle", 5).Shift(lattice.Cell{-3, -4})},
		{lattice.Cube, figure(lattice.Cube, "", 3, 3, 3)},
		{lattice.Cube, figure(lattice.Cube, "", 4, 1, 5).Shift(lattice.Cell{-1, 2, -7})},
		{lattice.Sticks, figure(lattice.Sticks, "", 3, 3)},
		{lattice.Sticks, figure(lattice.Sticks, "diamond", 2).Shift(lattice.Cell{-2, -4})},
		{lattice.Trigs, figure(lattice.Trigs, "hexagon", 2)},
		{lattice.Trigs, figure(lattice.Trigs, "", 3, 2).Shift(lattice.Cell{-2, -4})},
		{lattice.Twigs, figure(lattice.Twigs, "hexagon", 2)},
		{lattice.Twigs, figure(lattice.Twigs, "triangle", 3).Shift(lattice.Cell{-2, 4})},
		{lattice.Tetrakis, figure(lattice.Tetrakis, "", 2, 3)},
		{lattice.Kite, figure(lattice.Kite, "hexagon", 2)},
		{lattice.Kite, figure(lattice.Kite, "", 2, 2).Shift(lattice.Cell{-2, -9})},
		{lattice.Balls, figure(lattice.Balls, "pyramid", 4)},
		{lattice.Prism, figure(lattice.Prism, "hexagon", 2, 2)},
		{lattice.Prism, figure(lattice.Prism, "", 2, 1, 5).Shift(lattice.Cell{-1, 3, -7})},
		{lattice.Balls, figure(lattice.Balls, "tetrahedron", 3).Shift(lattice.Cell{-1, 2, -7})},
		{lattice.Cairo, lattice.Rectangle(4, 5)},
		{lattice.Cairo, figure(lattice.Cairo, "diamond", 3).Shift(lattice.Cell{-2, 4})},
		{lattice.Drafter, figure(lattice.Drafter, "triangle", 2).Shift(lattice.Cell{4, -6})},
	}
}

func figure(l *lattice.Lattice, name string, sides ...int) lattice.Shape {
	f, ok := l.FigureNamed(name)
	if !ok {
		panic("no figure " + name)
	}
	return l.ShiftToOrigin(f.MakeShape(sides))
}

// packing fills a part of a board with connected pieces of up to four cells,
// labelled A, B, and so on. Sticks do not cross.
func packing(b board, seed uint64) draw.Picture {
	r := rand.New(rand.NewPCG(seed, 1))
	p := draw.Picture{Lattice: b.lattice, BoardCells: b.cells}
	var taken lattice.Shape
	for _, i := range r.Perm(len(b.cells)) {
		cells := lattice.Shape{b.cells[i]}
		for range r.IntN(4) {
			around := b.lattice.Neighbours(cells[r.IntN(len(cells))])
			cells = cells.Union(lattice.Shape{around[r.IntN(len(around))]}.Intersect(b.cells))
		}
		if len(cells.Intersect(taken)) > 0 || r.IntN(8) == 0 || len(p.Pieces) == kinds {
			continue
		}
		if slices.ContainsFunc(p.Pieces, func(other draw.LabeledPiece) bool {
			return crosses(b.lattice, cells,
				other.Cells)
		}) {
			continue
		}
		taken = taken.Union(cells)
		p.Pieces = append(p.Pieces, draw.LabeledPiece{Label: string(rune('A' + len(p.Pieces))), Cells: cells})
	}
	return p
}

// crosses reports whether two pieces of sticks cross at a joint: around it they take turns at least
// four times.
func crosses(l *lattice.Lattice, a, b lattice.Shape) bool {
	if l.StickEnds == nil {
		return false
	}
	for _, c := range a {
		for _, joint := range l.StickEnds(c) {
			var owners []int
			for _, stick := range l.SticksAtJoint(joint) {
				for i, s := range []lattice.Shape{a, b} {
					if s.HasCell(stick) {
						owners = append(owners, i)
					}
				}
			}
			turns := 0
			for k, i := range owners {
				if i != owners[(k+1)%len(owners)] {
					turns++
				}
			}
			if turns >= 4 {
				return true
			}
		}
	}
	return false
}

// TestEveryLattice: on every lattice the label of each piece is there, for sticks once on each stick and otherwise at
// least once. There is a dot for each empty cell; no line ends in a blank; with ASCII all characters are ASCII; colors
// change nothing else; and the same picture always gives the same text.
func TestEveryLattice(t *testing.T) {
	for _, board := range boards() {
		for seed := range uint64(matrixtest.RandomRounds(5, 20)) {
			p := packing(board, seed)
			text := draw.RenderText(p, draw.TextStyle{ASCII: true})
			if problem := wrongText(p, text); problem != "" {
				t.Fatalf("%s: %s:\n%s", p.Lattice.Name, problem, text)
			}
			colored := draw.RenderText(p, draw.TextStyle{ASCII: true, Color: true})
			plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, "")
			if regexp.MustCompile(`(?m) +$`).ReplaceAllString(plain, "") != text {
				t.Fatalf("%s: without its colors the picture is\n%swant\n%s", p.Lattice.Name, plain, text)
			}
			if again := draw.RenderText(p, draw.TextStyle{ASCII: true, Color: true}); again != colored {
				t.Fatalf("%s: the picture is not the same again", p.Lattice.Name)
			}
		}
	}
}

func wrongText(p draw.Picture, text string) string {
	empty := len(p.BoardCells)
	for _, piece := range p.Pieces {
		empty -= len(piece.Cells)
		n := strings.Count(text, piece.Label)
		if n == 0 || n > len(piece.Cells) || p.Lattice.StickEnds != nil && n < len(piece.Cells) {
			return fmt.Sprintf("the label %s is there %d times", piece.Label, n)
		}
	}
	if n := strings.Count(text, "."); n != empty {
		return fmt.Sprintf("there are %d dots for %d empty cells", n, empty)
	}
	if regexp.MustCompile(`(?m) $`).MatchString(text) {
		return "a line ends in a blank"
	}
	if regexp.MustCompile(`[^\x00-\x7f]`).MatchString(text) {
		return "there is more than ASCII"
	}
	return ""
}

// TestOriginEverywhere: the place of a board on its lattice does not change the picture, on any lattice.
func TestOriginEverywhere(t *testing.T) {
	for _, board := range boards() {
		p := packing(board, 1)
		shift := p.Lattice.RoundUpShift(lattice.Cell{-1001, 7001})
		moved := draw.Picture{Lattice: p.Lattice, BoardCells: p.BoardCells.Shift(shift)}
		for _, piece := range p.Pieces {
			moved.Pieces = append(moved.Pieces, draw.LabeledPiece{Label: piece.Label, Cells: piece.Cells.Shift(shift)})
		}
		style := draw.TextStyle{Color: true}
		if draw.RenderText(moved, style) != draw.RenderText(p, style) {
			t.Errorf("%s: a picture changes when it is moved", p.Lattice.Name)
		}
		cells := regexp.MustCompile(`cell-[-0-9]+`)
		if cells.ReplaceAllString(document(t, moved), "") != cells.ReplaceAllString(document(t, p), "") {
			t.Errorf("%s: SVG changes when the picture is moved", p.Lattice.Name)
		}
	}
}
