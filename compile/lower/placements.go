package lower

import (
	"slices"

	"quadrille/compile/lattice"
)

// emptyCell stands for a piece in the placement that leaves a cell empty.
const emptyCell = -1

// placement is a piece at a place: an orientation, which stands at the origin,
// and its shift.
type placement struct {
	piece, orientation int32
	shift              lattice.Cell
}

// placements numbers the placements of a packing, and finds the number of a
// placement in constant time. That is what makes symmetries cheap: the image
// of a placement is computed, not searched for.
type placements struct {
	all     []placement
	grid    *lattice.Grid
	index   [][]standing          // by piece, empty cells first, and orientation
	wrapped map[placement]int32   // in its place on a wrapped board, by the reduced shift
	ways    map[int32][]placement // on a wrapped board, by number: further allowed ways to the same cells
}

// standing is a piece in one orientation, or the lack of a piece.
type standing struct {
	corner  lattice.Cell // the least row and column that it has a cell in
	numbers []int32      // of its placements by place of the corner; 0 is none, else number+1
}

func newPlacements(g *lattice.Grid, pieces []packed) placements {
	t := placements{grid: g, index: [][]standing{{{}}}}
	for _, m := range pieces {
		all := make([]standing, len(m.corners))
		for o, corner := range m.corners {
			all[o].corner = corner
		}
		t.index = append(t.index, all)
	}
	if g.Wrapped() {
		t.wrapped, t.ways = map[placement]int32{}, map[int32][]placement{}
	}
	return t
}

func (t *placements) standing(p placement) *standing {
	return &t.index[p.piece-emptyCell][p.orientation]
}

func (t *placements) count() int { return len(t.all) }

func (t *placements) add(p placement) {
	if t.wrapped != nil {
		t.alias(p, int32(len(t.all)))
	}
	t.all = append(t.all, p)
}

// alias gives a placement on a wrapped board the number of another one that
// covers the same cells.
func (t *placements) alias(p placement, n int32) {
	p.shift = t.grid.Reduce(p.shift)
	t.wrapped[p] = n
}

// makeIndex is called once, when all placements are there.
func (t *placements) makeIndex() {
	if t.wrapped != nil {
		return
	}
	for n, p := range t.all {
		s := t.standing(p)
		if s.numbers == nil {
			s.numbers = make([]int32, t.grid.Box())
		}
		s.numbers[t.grid.Place(p.shift.Plus(s.corner))] = int32(n) + 1
	}
}

// of returns the placements of a piece, which stand together, and the number of the
// first.
func (t *placements) of(piece int) (first int, all []placement) {
	first, _ = slices.BinarySearchFunc(t.all, int32(piece), byPiece)
	end, _ := slices.BinarySearchFunc(t.all, int32(piece)+1, byPiece)
	return first, t.all[first:end]
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
	if t.wrapped != nil {
		p.shift = t.grid.Reduce(p.shift)
		if n, known := t.wrapped[p]; known {
			return n
		}
		return -1
	}
	s := t.standing(p)
	corner := p.shift.Plus(s.corner)
	if s.numbers == nil || !t.grid.InBox(corner) {
		return -1
	}
	return s.numbers[t.grid.Place(corner)] - 1
}
