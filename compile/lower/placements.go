package lower

import (
	"slices"

	"quadrille/compile/lattice"
)

// emptyCell stands for a piece in the placement that leaves a cell empty.
const emptyCell = -1

// placement is a piece at a place. The shift puts the corner of the
// orientation there.
type placement struct {
	piece, orientation int32
	shift              lattice.Cell
}

// placements numbers the placements of a packing, and finds the number of a
// placement in constant time. That is what makes symmetries cheap: the image
// of a placement is computed, not searched for.
type placements struct {
	all   []placement
	grid  *lattice.Grid
	index map[key][]int32 // by the place of the shift; 0 is none, else number+1; nil until needed
}

// key names a table of the index.
type key struct{ piece, orientation int32 }

func newPlacements(g *lattice.Grid) placements {
	return placements{grid: g}
}

func (t *placements) count() int { return len(t.all) }

func (t *placements) add(p placement) { t.all = append(t.all, p) }

// makeIndex is called once, when all placements are there.
func (t *placements) makeIndex() {
	t.index = map[key][]int32{}
	for n, p := range t.all {
		k := key{p.piece, p.orientation}
		if t.index[k] == nil {
			t.index[k] = make([]int32, t.grid.Box())
		}
		t.index[k][t.grid.Place(p.shift)] = int32(n) + 1
	}
}

// of returns the placements of a piece, which stand together.
func (t *placements) of(piece int) []placement {
	from, _ := slices.BinarySearchFunc(t.all, int32(piece), byPiece)
	to, _ := slices.BinarySearchFunc(t.all, int32(piece)+1, byPiece)
	return t.all[from:to]
}

// byPiece orders placements as they are made: by piece, the empty cells last.
func byPiece(p placement, piece int32) int {
	if p.piece == emptyCell {
		return 1
	}
	return int(p.piece - piece)
}

// number returns the number of a placement, or a negative number.
func (t *placements) number(p placement) int32 {
	table := t.index[key{p.piece, p.orientation}]
	if table == nil {
		return -1
	}
	return table[t.grid.Place(p.shift)] - 1
}
