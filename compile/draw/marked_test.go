package draw

import (
	"strings"
	"testing"

	"quadrille/compile/lattice"
)

// TestMarked: a marked cell has a star beside its content, and a frame; other cells have none.
func TestMarked(t *testing.T) {
	cells := lattice.Rectangle(1, 3)
	grid := Picture{
		Lattice: lattice.Square, BoardCells: cells, DrawsPlainRegions: true, Pieces: []LabeledPiece{{Cells: cells}},
		CellMarks:        map[lattice.Cell]string{{0, 0}: "5", {0, 1}: "6"},
		HighlightedCells: map[lattice.Cell]bool{{0, 1}: true, {0, 2}: true},
	}
	if got := strings.Split(RenderText(grid, TextStyle{ASCII: true}), "\n")[1]; got != "| 5   6*  * |" {
		t.Errorf("a grid: %q", got)
	}
	if n := grid.CellMarks[lattice.Cell{0, 1}]; n != "6" {
		t.Errorf("the picture itself has changed: %q", n)
	}
	pieces := Picture{Lattice: lattice.Square, BoardCells: cells,
		Pieces:           []LabeledPiece{{"A", cells[:2]}, {"B", cells[2:]}},
		HighlightedCells: map[lattice.Cell]bool{{0, 1}: true}}
	if got := strings.Split(RenderText(pieces, TextStyle{ASCII: true}), "\n")[1]; got != "| A   * | B |" {
		t.Errorf("pieces: %q", got)
	}
	sticks := lattice.Shape{{0, 1}, {1, 0}}
	for _, pic := range []Picture{grid, pieces, {Lattice: lattice.Sticks, BoardCells: sticks,
		HighlightedCells: map[lattice.Cell]bool{sticks[0]: true}}} {
		var out strings.Builder
		if err := WriteSVG(&out, pic); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), `class="marked"`); n != len(pic.HighlightedCells) {
			t.Errorf("%s: %d frames, want %d", pic.Lattice.Name, n, len(pic.HighlightedCells))
		}
	}
}

// TestStepMarks: new cells have a frame and a star, cells that explain them a ground, and white cells a dot while other
// cells are open.
func TestStepMarks(t *testing.T) {
	a, b, c := lattice.Cell{0, 0}, lattice.Cell{0, 1}, lattice.Cell{0, 2}
	pic := Picture{Lattice: lattice.Square, BoardCells: lattice.Shape{a, b, c}, DrawsPlainRegions: true,
		IsUnfinished: true,
		CellMarks:    map[lattice.Cell]string{a: "#", b: "_"}, NewCells: map[lattice.Cell]bool{a: true, b: true},
		ReasonCells: map[lattice.Cell]bool{c: true}}
	var svg strings.Builder
	if err := WriteSVG(&svg, pic); err != nil {
		t.Fatal(err)
	}
	for _, class := range []string{"new", "reason", "white", "black"} {
		if n := strings.Count(svg.String(), `class="`+class+`"`); n != 1 {
			t.Errorf("%s is drawn %d times", class, n)
		}
	}
	if text := RenderText(pic, TextStyle{}); !strings.Contains(text, "#*") || !strings.Contains(text, "_*") {
		t.Error(text)
	}
}
