package draw

import (
	"strings"
	"testing"

	"quadrille/compile/lattice"
)

// TestMarked: cells that are marked have a star, beside what else stands there, and a frame; others have none.
func TestMarked(t *testing.T) {
	cells := lattice.Rectangle(1, 3)
	grid := Picture{
		Lattice: lattice.Square, Board: cells, PlainRegions: true, Pieces: []LabeledPiece{{Cells: cells}},
		CellMarks:        map[lattice.Cell]string{{0, 0}: "5", {0, 1}: "6"},
		HighlightedCells: map[lattice.Cell]bool{{0, 1}: true, {0, 2}: true},
	}
	if got := strings.Split(RenderText(grid, TextStyle{ASCII: true}), "\n")[1]; got != "| 5   6*  * |" {
		t.Errorf("a grid: %q", got)
	}
	if n := grid.CellMarks[lattice.Cell{0, 1}]; n != "6" {
		t.Errorf("the picture itself has changed: %q", n)
	}
	pieces := Picture{Lattice: lattice.Square, Board: cells, Pieces: []LabeledPiece{{"A", cells[:2]}, {"B", cells[2:]}},
		HighlightedCells: map[lattice.Cell]bool{{0, 1}: true}}
	if got := strings.Split(RenderText(pieces, TextStyle{ASCII: true}), "\n")[1]; got != "| A   * | B |" {
		t.Errorf("pieces: %q", got)
	}
	sticks := lattice.Shape{{0, 1}, {1, 0}}
	for _, pic := range []Picture{grid, pieces, {Lattice: lattice.Sticks, Board: sticks,
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
