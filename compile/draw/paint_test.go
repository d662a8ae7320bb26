package draw

import (
	"strings"
	"testing"

	"quadrille/compile/lattice"
)

// TestPainted: sides are triangles from the middle of the cell, in a color each, and cells have
// discs; letters that people call colors by are those.
func TestPainted(t *testing.T) {
	a, b := lattice.Cell{0, 0}, lattice.Cell{0, 1}
	pic := Picture{
		Lattice: lattice.Square, BoardCells: lattice.Rectangle(1, 2),
		Pieces: []LabeledPiece{{"A", lattice.Shape{a}}, {"B", lattice.Shape{b}}},
		PaintMarks: []lattice.ColorMark{{Cell: a, AdjacentCell: b, Color: 'r'}, {Cell: b, AdjacentCell: a, Color: 'r'},
			{Cell: b, AdjacentCell: b, Color: 'k'}},
		PaintColors: []rune{'k', 'r'},
	}
	var out strings.Builder
	if err := WriteSVG(&out, pic); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{`class="side-r" fill="#ff8787"`: 1, `class="disc-k"`: 1,
		`class="side-k"`: 0} {
		if n := strings.Count(out.String(), text); n != want {
			t.Errorf("%d times %s, want %d", n, text, want)
		}
	}
	_, path, _ := strings.Cut(out.String(), `<path d="`)
	for !strings.Contains(path[:strings.Index(path, ">")], "side-r") {
		_, path, _ = strings.Cut(path, `<path d="`)
	}
	if d, _, _ := strings.Cut(path, `"`); strings.Count(d, "Z") != 2 {
		t.Errorf("the path %s is not two triangles", d)
	}
}
