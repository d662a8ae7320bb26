package check

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// region is a shape that may have optional cells. The two parts have no cell
// in common.
type region struct {
	cells, optional lattice.Shape
}

func (r region) all() lattice.Shape { return r.cells.Or(r.optional) }

// each applies a function to both parts.
func (r region) each(f func(lattice.Shape) lattice.Shape) region {
	return region{f(r.cells), f(r.optional)}
}

func (r region) plus(s region) region {
	cells := r.cells.Or(s.cells)
	return region{cells, r.optional.Or(s.optional).Without(cells)}
}

func (r region) minus(s region) region {
	return r.each(func(part lattice.Shape) lattice.Shape { return part.Without(s.all()) })
}

func (r region) and(s region) region {
	return r.each(func(part lattice.Shape) lattice.Shape { return part.And(s.all()) })
}

// shape draws a shape on a lattice. It reports what is wrong; a shape without
// cells is wrong.
func (c *checker) shape(s *ast.Shape, l *lattice.Lattice) (region, bool) {
	r, ok := c.shapeTerm(s.First, l)
	for _, op := range s.Rest {
		term, fine := c.shapeTerm(op.Term, l)
		if ok = ok && fine && c.handle(op, len(r.all())); ok {
			r = c.combine(r, op, term)
		}
	}
	if ok && !c.fits(s, len(r.all())) {
		return r, false
	}
	if ok && len(r.all()) == 0 {
		c.fail(codes.EmptyShape, s, "", "this shape has no cells")
		return r, false
	}
	return r, ok
}

func (c *checker) combine(r region, op *ast.ShapeOp, term region) region {
	switch op.Op {
	case "+":
		return r.plus(term)
	case "&":
		return r.and(term)
	}
	if len(r.all().And(term.all())) == 0 {
		c.fail(codes.RemovesNothing, op, "places are counted from (0, 0): rows, then columns", "nothing of this is there to be taken away")
	}
	return r.minus(term)
}

func (c *checker) shapeTerm(t *ast.ShapeTerm, l *lattice.Lattice) (region, bool) {
	r, ok := c.shapeAtom(t.Atom, l)
	for _, m := range t.Motions {
		var fine bool
		if r, fine = c.move(r, m, l); !fine {
			ok = false
		}
	}
	return r, ok
}

// mostHandled bounds the cells that the shapes of a file handle, all together.
const mostHandled = 10_000_000

// handle charges for cells that are made, joined, or moved, which takes some
// four times as long.
func (c *checker) handle(at ast.Ranged, cells int) bool {
	if c.handled += cells; c.handled > mostHandled {
		c.fail(codes.TooLarge, at, "", "the shapes of this file handle more than %d cells", mostHandled)
		return false
	}
	return true
}

// move applies a motion. Turned and mirrored shapes keep their corner.
func (c *checker) move(r region, m *ast.Motion, l *lattice.Lattice) (region, bool) {
	if !c.handle(m, 4*(len(r.cells)+len(r.optional))) {
		return region{}, false
	}
	switch {
	case m.At != nil:
		return c.shift(r, m.At, l)
	case m.Rotate != nil:
		degrees, ok := c.small(m.Rotate)
		turn, fits := l.Rotation(degrees)
		if ok && !fits {
			c.fail(codes.BadRotation, m.Rotate, "angles are in degrees, with the clock, in steps of "+strconv.Itoa(l.Degrees()),
				"the lattice `%s` cannot be rotated by %d degrees", l.Name, degrees)
		}
		if !ok || !fits {
			return r, false
		}
		return r.inPlace(turn, l), true
	}
	return r.inPlace(l.Mirror, l), true
}

func (c *checker) shift(r region, at *ast.Place, l *lattice.Lattice) (region, bool) {
	shift, ok := c.place(at, l)
	switch {
	case !ok:
		return r, false
	case !l.IsShift(shift):
		c.fail(codes.BadPlace, at, "the nearest one behind it is ("+l.CellName(l.Fit(shift))+")",
			"the lattice `%s` cannot be shifted by (%s)", l.Name, l.CellName(shift))
		return r, false
	}
	r = r.each(func(s lattice.Shape) lattice.Shape { return s.Shift(shift) })
	if r.tooFar() {
		c.fail(codes.TooLarge, at, "", "this leads too far away")
		return region{}, false
	}
	return r, true
}

// inPlace moves a region and puts its corner back where it was, or as near
// behind it as the lattice allows.
func (r region) inPlace(m lattice.Motion, l *lattice.Lattice) region {
	if len(r.all()) == 0 {
		return r
	}
	before, _ := r.all().Corner()
	after, _ := r.all().Move(m).Corner()
	back := l.Fit(before.Minus(after))
	return r.each(func(s lattice.Shape) lattice.Shape { return s.Move(m).Shift(back) })
}

// farthest bounds coordinates, so that sums of a few stay within 32 bits.
const farthest = 100_000_000

// tooFar reports whether a cell lies beyond what the arithmetic allows for.
func (r region) tooFar() bool {
	all := r.all()
	if len(all) == 0 {
		return false
	}
	least, greatest := all.Corner()
	return slices.Min(least[:]) < -farthest || slices.Max(greatest[:]) > farthest
}

// place computes a cell or a shift.
func (c *checker) place(p *ast.Place, l *lattice.Lattice) (lattice.Cell, bool) {
	var cell lattice.Cell
	if len(p.At) != len(l.Axes) {
		c.fail(codes.BadPlace, p, axes(l)+", counted from 0", "a place on the lattice `%s` has %d coordinates, this one has %d", l.Name, len(l.Axes), len(p.At))
		return cell, false
	}
	ok := true
	for k, x := range p.At {
		v, known := c.small(x)
		if known && (v > farthest || v < -farthest) {
			c.fail(codes.TooLarge, x, "", "this place is too far away")
			known = false
		}
		ok = ok && known
		cell[k] = int32(v)
	}
	return cell, ok
}

// axes says in which order coordinates are written.
func axes(l *lattice.Lattice) string {
	return "write " + strings.Join(l.Axes, ", then ")
}

func (c *checker) shapeAtom(a *ast.ShapeAtom, l *lattice.Lattice) (region, bool) {
	switch {
	case a.Size != nil:
		return c.box(a, literals(a, a.Size), l)
	case a.Rows != nil:
		return c.box(a, append([]ast.Expr{a.Rows}, exprs(a.Columns)...), l)
	case a.Figure != nil:
		return c.figure(a.Figure, l)
	case len(a.By) > 0:
		return c.box(a, append([]ast.Expr{nameExpr(a.Name)}, exprs(a.By)...), l)
	case a.Name != nil:
		return c.namedShape(a.Name, l)
	case a.Cells != nil:
		return c.cells(a.Cells, l)
	case a.Picture != nil:
		return c.picture(a, l)
	}
	return c.shape(a.Paren, l)
}

func nameExpr(n *ast.Name) ast.Expr { return &ast.Variable{Node: n.Node, Name: n.Text} }

func (c *checker) namedShape(name *ast.Name, l *lattice.Lattice) (region, bool) {
	e := c.lookup(name, shapeKind, boardKind, pieceKind)
	switch {
	case e == nil:
		return region{}, false
	case e.lattice() != l:
		c.fail(codes.WrongLattice, name, "one puzzle can use several lattices, one shape cannot",
			"the %s `%s` is on the lattice `%s`, and this is a shape on `%s`", e.kind, name.Text, e.lattice().Name, l.Name)
		return region{}, false
	}
	return e.region(), true
}

func (c *checker) cells(places []*ast.Place, l *lattice.Lattice) (region, bool) {
	var cells []lattice.Cell
	ok := true
	for _, p := range places {
		cell, fine := c.place(p, l)
		fine = fine && c.isCell(p, cell, l)
		if fine && slices.Contains(cells, cell) && len(cells) < 1000 {
			c.fail(codes.BadPlace, p, "remove it", "the cell (%s) is listed twice", l.CellName(cell))
			fine = false
		}
		if fine {
			cells = append(cells, cell)
		}
		ok = ok && fine
	}
	return region{cells: lattice.NewShape(cells)}, ok
}

func (c *checker) isCell(at ast.Ranged, cell lattice.Cell, l *lattice.Lattice) bool {
	if !l.IsCell(cell) {
		c.fail(codes.BadPlace, at, "a stick lies between joints: (0, 1) between (0, 0) and (0, 2)",
			"there is no cell (%s) on the lattice `%s`", l.CellName(cell), l.Name)
	}
	return l.IsCell(cell)
}
