package check

import (
	"cmp"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// on finds the lattice that a declaration is on; where it names none, that of
// squares.
func (c *checker) on(name *ast.Name) (*lattice.Lattice, bool) {
	if name == nil {
		return lattice.Square, true
	}
	l, known := lattice.ByName(name.Text)
	if !known {
		names := lattice.Names()
		c.fail(codes.UnknownLattice, name, cmp.Or(source.DidYouMean(name.Text, names), "the lattices are "+strings.Join(names, ", ")),
			"there is no lattice called `%s`", name.Text)
	}
	return l, known
}

// board computes a board. On one that is wrapped, cells that the periods map to one another are
// one cell, and whoever draws both means it; a cell that one of them must cover is no longer
// optional.
func (c *checker) board(e *entity, s *ast.Board) (ok bool) {
	if e.on, ok = c.on(s.On); !ok {
		return false
	}
	r, ok := c.shape(s.Shape, e.on)
	if !ok || !c.boxFits(s.Shape, r) {
		return false
	}
	b := &model.Board{Name: e.name, Span: c.span(s), Lattice: e.on, Cells: r.cells, Optional: r.optional}
	if s.Wrap != nil {
		if b.Wrap, ok = c.wrap(s.Wrap, b); !ok {
			return false
		}
		b.Cells = b.Wrap.Unique(r.cells)
		b.Optional = b.Wrap.Unique(slices.Concat(b.Cells, r.optional))[len(b.Cells):]
	}
	e.board, e.shape = b, region{b.Cells, b.Optional}
	return true
}

// grid numbers the cells of a board, once for all rules.
func (c *checker) grid(b *model.Board) *lattice.Grid {
	if c.grids[b] == nil {
		c.grids[b] = lattice.NewGrid(b.Lattice, b.All(), b.Wrap)
	}
	return c.grids[b]
}

// outside returns the cells of a shape that a board does not have.
func (c *checker) outside(b *model.Board, s lattice.Shape) lattice.Shape {
	g := c.grid(b)
	return slices.DeleteFunc(slices.Clone(s), func(cell lattice.Cell) bool { return g.Number(cell) >= 0 })
}

// onBoard reports cells that a board does not have.
func (c *checker) onBoard(at ast.Ranged, s lattice.Shape, b *model.Board) bool {
	off := c.outside(b, s)
	if len(off) > 0 {
		c.fail(codes.CellOffBoard, at, "", "the cell (%s) is not on the board `%s`", b.Lattice.CellName(off[0]), b.Name)
	}
	return len(off) == 0
}

// longestPeriod bounds periods, so that products of three stay within 64 bits,
// and echelon form within what cells can hold.
const longestPeriod = 1000

// wrap computes the periods of a board.
func (c *checker) wrap(s *ast.Wrap, b *model.Board) (lattice.Wrap, bool) {
	periods := edges(s.Word, b)
	for _, p := range s.Periods {
		period, ok := c.place(p, b.Lattice)
		if !ok {
			return nil, false
		}
		periods = append(periods, period)
	}
	for i, p := range periods {
		at := ast.Ranged(s)
		if s.Periods != nil {
			at = s.Periods[i]
		}
		switch {
		case !b.Lattice.IsShift(p):
			return nil, c.fail(codes.BadWrap, at, "write `wrap` and the shifts that lead back to the same cell",
				"the lattice `%s` cannot be shifted by (%s)", b.Lattice.Name, b.Lattice.CellName(p))
		case beyond(p[:], longestPeriod):
			return nil, c.fail(codes.TooLarge, at, "", "a board is wrapped by %d cells at most", longestPeriod)
		}
	}
	w, independent := lattice.NewWrap(periods)
	for _, period := range w {
		if beyond(period[:], farthest) {
			return nil, c.fail(codes.TooLarge, s, "", "these shifts lead around too large a board")
		}
	}
	if !independent {
		c.fail(codes.BadWrap, s, "each shift leads to other cells than the ones before it, and none is (0, 0)",
			"these shifts are not independent")
	}
	return w, independent
}

// edges returns the periods that join opposite edges of a board: all of them on a torus,
// those at the left and right on a cylinder, and none if the word is neither.
func edges(word string, b *model.Board) (periods []lattice.Cell) {
	first := map[string]int{"torus": 0, "cylinder": len(b.Lattice.Axes) - 1, "": len(b.Lattice.Axes)}[word]
	least, greatest := b.All().Corner()
	size := greatest.Minus(least)
	for k := first; k < len(b.Lattice.Axes); k++ {
		var period lattice.Cell
		period[k] = size[k] + 1
		if b.Lattice.Ends != nil {
			period[k] = size[k] // the sticks at one edge are those at the other
		}
		periods = append(periods, period)
	}
	return periods
}

// beyond reports whether a coordinate is larger than some bound, in either direction.
func beyond[T int32 | int64](coordinates []T, most T) bool {
	return slices.Max(coordinates) > most || slices.Min(coordinates) < -most
}
