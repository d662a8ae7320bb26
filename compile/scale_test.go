package compile_test

import (
	"slices"
	"testing"

	"quadrille/compile/compiletest"
	"quadrille/compile/lattice"
)

// TestScale: a cell of a scaled shape lies where its column and row, divided by the factor, lie in the shape. The
// corner stays in its place, and optional cells stay optional.
func TestScale(t *testing.T) {
	p := compiletest.CompilePuzzle(t, `shape s = """
?#.
.##
""" at (4, 5) scale 3
piece one = 1x1
board b on square = s
pack b with any of one`, false)
	var cells, optional []lattice.Cell
	for r := range int32(6) {
		for c := range int32(9) {
			switch at := (lattice.Cell{4 + r, 5 + c}); []string{"?#.", ".##"}[r/3][c/3] {
			case '#':
				cells = append(cells, at)
			case '?':
				optional = append(optional, at)
			}
		}
	}
	b := p.Puzzle.Packing.Board
	if !slices.Equal(b.Cells, cells) || !slices.Equal(b.OptionalCells, optional) {
		t.Errorf("the cells are %v and the optional ones %v", b.Cells, b.OptionalCells)
	}
}
