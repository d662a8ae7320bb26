package draw_test

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
)

// joined is a board of squares with its edges joined in some way.
func joined(t *testing.T, way string, rows, columns int32) draw.Picture {
	t.Helper()
	p := draw.Picture{Lattice: lattice.Square, BoardCells: lattice.Rectangle(int(rows), int(columns))}
	across, down := lattice.Cell{0, columns}, lattice.Cell{rows, 0}
	periods := map[string][]lattice.Cell{"cylinder": {across}, "torus": {across, down}}
	flips := map[string]lattice.FlippedEdges{"mobius": {}, "klein": {JoinsTopBottom: true},
		"projective": {JoinsTopBottom: true, FlipsTopBottom: true}}
	if f, ok := flips[way]; ok {
		f.Rows, f.Columns = rows, columns
		p.WrappedGrid = lattice.NewFlippedGrid(p.Lattice, p.BoardCells, f)
		return p
	}
	w, ok := lattice.NewWrapPeriods(periods[way])
	if !ok {
		t.Fatal(way)
	}
	p.WrappedGrid = lattice.NewGrid(p.Lattice, p.BoardCells, w)
	return p
}

// TestSeams: the arrows at the edges of a rectangle are those of books on surfaces: in the same direction on a cylinder
// and a torus, in opposite directions where a strip is turned before it is joined.
func TestSeams(t *testing.T) {
	tests := []struct {
		way        string
		left, top  string // direction of the arrow on the left and at the top
		right, low string // directions on the opposite edges
	}{
		{"cylinder", "down", "", "down", ""},
		{"torus", "down", "right", "down", "right"},
		{"mobius", "up", "", "down", ""},
		{"klein", "up", "right", "down", "right"},
		{"projective", "up", "left", "down", "right"},
	}
	for _, test := range tests {
		for _, size := range [][2]int32{{4, 5}, {3, 3}, {1, 4}, {2, 1}} {
			p := joined(t, test.way, size[0], size[1])
			got := map[string]string{}
			tips := map[string]int{}
			for _, e := range within(read(t, document(t, p)), "path", "seam") {
				corners := e.points()
				tip, back := corners[0], xy{(corners[1].x + corners[2].x) / 2, (corners[1].y + corners[2].y) / 2}
				place, way := "", ""
				switch {
				case tip.x < 0:
					place = "left"
				case tip.x > 40*float64(size[1]):
					place = "right"
				case tip.y < 0:
					place = "top"
				default:
					place = "low"
				}
				switch {
				case tip.x > back.x+1:
					way = "right"
				case tip.x < back.x-1:
					way = "left"
				case tip.y > back.y:
					way = "down"
				default:
					way = "up"
				}
				got[place], tips[place] = way, strings.Count(e.attributes["d"], "Z")
			}
			want := map[string]string{}
			for place, way := range map[string]string{"left": test.left, "right": test.right, "top": test.top,
				"low": test.low} {
				if way != "" {
					want[place] = way
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s, %v: the arrows are %v, want %v", test.way, size, got, want)
			}
			if tips["left"] != tips["right"] || tips["top"] != tips["low"] || tips["left"] == tips["top"] {
				t.Errorf("%s, %v: the arrows have the tips %v", test.way, size, tips)
			}
		}
	}
}

// TestSeamsOfText: the arrows in a picture of characters have the directions of TestSeams.
func TestSeamsOfText(t *testing.T) {
	p := joined(t, "klein", 3, 3)
	compare(t, draw.RenderText(p, draw.TextStyle{}), `
┌───┬─→─┬───┐
│ · │ · │ · │
├───┼───┼───┤
⇑ · │ · │ · ⇓
├───┼───┼───┤
│ · │ · │ · │
└───┴─→─┴───┘
`)
	compare(t, draw.RenderText(p, draw.TextStyle{ASCII: true}), `
+---+->-+---+
| . | . | . |
+---+---+---+
^ . | . | . v
+---+---+---+
| . | . | . |
+---+->-+---+
`)
}

// TestSeamsOfSticks: the arrows stand at the edges of the frame, in text on joints, where the sticks of one edge are
// the same as the sticks of the other.
func TestSeamsOfSticks(t *testing.T) {
	frame := figure(lattice.Sticks, "", 2, 2)
	w, _ := lattice.NewWrapPeriods([]lattice.Cell{{0, 4}})
	p := draw.Picture{Lattice: lattice.Sticks, BoardCells: w.FirstOfEqualCells(frame)}
	p.WrappedGrid = lattice.NewGrid(p.Lattice, p.BoardCells, w)
	compare(t, draw.RenderText(p, draw.TextStyle{}), `
•  ·  •  ·  •

·     ·

↓  ·  •  ·  ↓

·     ·

•  ·  •  ·  •
`)
	document := document(t, p)
	inside(t, document)
	if n := len(within(read(t, document), "path", "seam")); n != 2 {
		t.Errorf("%d arrows", n)
	}
	p.WrappedGrid = nil
	if strings.ContainsAny(draw.RenderText(p, draw.TextStyle{}), "↓⇓") {
		t.Error("a frame that is not wrapped has arrows")
	}
}

// TestOpen: where a piece extends over a joined edge there is no wall on either side of the edge, and everywhere else
// there is one. A domino lies over the edge of a Möbius strip, from the first row to the last.
func TestOpen(t *testing.T) {
	p := joined(t, "mobius", 3, 3)
	p.Pieces = []draw.LabeledPiece{piece("D", lattice.Cell{0, 2}, lattice.Cell{2, 0})}
	compare(t, draw.RenderText(p, draw.TextStyle{ASCII: true}), `
+---+---+---+
| . | . | D
+---+---+---+
^ . | . | . v
+---+---+---+
  D | . | . |
+---+---+---+
`)
	walls := within(read(t, document(t, p)), "path", "walls")
	if n := lines(walls, 40); n != 12-2+4 { // the rim, less two sides, and two sides of each half
		t.Errorf("%d sides are walls", n)
	}
	for _, wall := range []string{"M120,40L120,120", "M0,0L0,80"} { // all but the open side
		if !strings.Contains(walls[0].attributes["d"], wall) {
			t.Errorf("there is no wall %s: %s", wall, walls[0].attributes["d"])
		}
	}
	if colors := p.PieceColors(); len(colors) != 1 {
		t.Errorf("the colors are %v", colors)
	}
}

// TestColorsOverSeams: pieces that are neighbours over a joined edge have different colors.
func TestColorsOverSeams(t *testing.T) {
	for n := 2; n < 20; n++ {
		p := joined(t, "torus", 1, int32(n))
		p.PieceKinds = []draw.PieceKind{{Label: "I", ManyCopies: true}}
		for _, c := range p.BoardCells {
			p.Pieces = append(p.Pieces, draw.LabeledPiece{Label: "I", Cells: lattice.Shape{c}})
		}
		colors := p.PieceColors()
		for i, c := range colors {
			if c == colors[(i+1)%n] {
				t.Errorf("in a ring of %d the pieces have the colors %v", n, colors)
			}
		}
	}
}
