package check

import (
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
		c.fail(codes.UnknownLattice, name, orElse(source.DidYouMean(name.Text, lattice.Names()), "the lattices are "+strings.Join(lattice.Names(), ", ")), "there is no lattice called `%s`", name.Text)
	}
	return l, known
}

func (c *checker) board(s *ast.Board) (*model.Board, bool) {
	l, known := c.on(s.On)
	if !known {
		return nil, false
	}
	r, ok := c.shape(s.Shape, l)
	if !ok || !c.boxFits(s.Shape, r) {
		return nil, false
	}
	b := &model.Board{Name: s.Name.Text, Span: c.span(s), Lattice: l, Cells: r.cells, Optional: r.optional}
	if s.Wrap != nil {
		if b.Wrap, ok = c.wrap(s.Wrap, b); !ok {
			return nil, false
		}
		b.Cells = b.Wrap.Unique(r.cells)
		b.Optional = b.Wrap.Unique(append(b.Cells[:len(b.Cells):len(b.Cells)], r.optional...))[len(b.Cells):]
	}
	return b, true
}

// wrap computes the periods of a board.
func (c *checker) wrap(s *ast.Wrap, b *model.Board) (lattice.Wrap, bool) {
	periods, ok := c.periods(s, b)
	if !ok {
		return nil, false
	}
	for i, p := range periods {
		at := ast.Ranged(s)
		if s.Periods != nil {
			at = s.Periods[i]
		}
		if !b.Lattice.IsShift(p) {
			c.fail(codes.BadWrap, at, "write `wrap` and the shifts that lead back to the same cell",
				"the lattice `%s` cannot be shifted by (%s)", b.Lattice.Name, b.Lattice.CellName(p))
			return nil, false
		}
		if !c.withinWrap(at, p) {
			return nil, false
		}
	}
	w, independent := lattice.NewWrap(periods)
	for _, period := range w {
		if slices.Max(period[:]) > farthest || slices.Min(period[:]) < -farthest {
			c.fail(codes.TooLarge, s, "", "these shifts lead around too large a board")
			return nil, false
		}
	}
	if !independent {
		c.fail(codes.BadWrap, s, "each shift leads to other cells than the ones before it, and none is (0, 0)", "these shifts are not independent")
		return nil, false
	}
	return w, true
}

// longestPeriod bounds periods, so that products of three stay within 64 bits,
// and echelon form within what cells can hold.
const longestPeriod = 1000

func (c *checker) withinWrap(at ast.Ranged, period lattice.Cell) bool {
	for _, v := range period {
		if v > longestPeriod || v < -longestPeriod {
			c.fail(codes.TooLarge, at, "", "a board is wrapped by %d cells at most", longestPeriod)
			return false
		}
	}
	return true
}

func (c *checker) periods(s *ast.Wrap, b *model.Board) (periods []lattice.Cell, ok bool) {
	for _, p := range s.Periods {
		period, ok := c.place(p, b.Lattice)
		if !ok {
			return nil, false
		}
		periods = append(periods, period)
	}
	if s.Periods != nil {
		return periods, true
	}
	least, greatest := b.All().Corner()
	size := greatest.Minus(least)
	first := 0
	if s.Word == "cylinder" {
		first = len(b.Lattice.Axes) - 1 // only the left and right edge meet
	}
	for k := first; k < len(b.Lattice.Axes); k++ {
		var period lattice.Cell
		period[k] = size[k] + 1
		if b.Lattice.Ends != nil {
			period[k] = size[k] // the sticks at one edge are those at the other
		}
		periods = append(periods, period)
	}
	return periods, true
}

// boxFits checks the box around a region, which the lowering will make a
// table of.
func (c *checker) boxFits(at ast.Ranged, r region) bool {
	least, greatest := r.all().Corner()
	var sides []int
	for _, d := range greatest.Minus(least) {
		sides = append(sides, int(d)+1)
	}
	return c.fits(at, sides...)
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
