package draw

import (
	"strings"
	"testing"

	"quadrille/compile/lattice"
)

// TestCellLabels: a label stands on its cell until a piece or a mark does, and off the board nothing does.
func TestCellLabels(t *testing.T) {
	for _, l := range []*lattice.Lattice{lattice.Square, lattice.Hexagon, lattice.Tetrakis, lattice.Triangle} {
		board := lattice.Shape{}
		for c := range int32(12) {
			if cell := (lattice.Cell{0, c}); l.IsCell(cell) {
				board = append(board, cell)
			}
		}
		pic := Picture{Lattice: l, BoardCells: board, Pieces: []LabeledPiece{{"P", board[:1]}},
			CellMarks:  map[lattice.Cell]string{board[1]: "m"},
			CellLabels: map[lattice.Cell]string{board[0]: "u0", board[1]: "u1", board[2]: "u2", {9, 9}: "u9"}}
		var svg strings.Builder
		if err := WriteSVG(&svg, pic); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{RenderText(pic, TextStyle{}), svg.String()} {
			for label, want := range map[string]bool{"u0": false, "u1": false, "u2": true, "u9": false} {
				if strings.Contains(text, label) != want {
					t.Errorf("%s: the label %s is drawn: %t, want %t\n%s", l.Name, label, !want, want, text)
				}
			}
		}
	}
}
