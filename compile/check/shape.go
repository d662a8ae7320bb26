package check

import (
	"maps"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Shapes are computed at once, cell by cell, and not kept as formulas: people name the same shape
// for boards, pieces and rules, and want to hear of a mistake where they drew it. What that
// may cost is bounded by the size of each result (fits) and by the work of all of them (handle).

// region is a shape that may have optional cells. The two parts have no cell
// in common. Cells may have colors, characters by which they are drawn.
type region struct {
	cells, optional lattice.Shape
	colors          map[rune]lattice.Shape
}

// all returns the cells of both parts, which are not to be changed.
func (r region) all() lattice.Shape {
	if len(r.optional) == 0 {
		return r.cells
	}
	return r.cells.Or(r.optional)
}

// each applies a function to all parts.
func (r region) each(f func(lattice.Shape) lattice.Shape) region {
	out := region{cells: f(r.cells), optional: f(r.optional)}
	if r.colors != nil {
		out.colors = map[rune]lattice.Shape{}
	}
	for color, part := range r.colors {
		out.colors[color] = f(part)
	}
	return out
}

// plus returns the cells of both regions. A cell of both has the color that it has in the first.
func (r region) plus(s region) region {
	out := region{cells: r.cells.Or(s.cells)}
	out.optional = r.optional.Or(s.optional).Without(out.cells)
	if out.colors = maps.Clone(r.colors); out.colors == nil {
		out.colors = map[rune]lattice.Shape{}
	}
	for color, part := range s.colors {
		out.colors[color] = out.colors[color].Or(part.Without(r.all()))
	}
	return out
}

// colorOf returns the color of each cell that has one.
func (r region) colorOf() map[lattice.Cell]rune {
	of := map[lattice.Cell]rune{}
	for color, part := range r.colors {
		for _, c := range part {
			of[c] = color
		}
	}
	return of
}

func (c *checker) shapeDef(e *entity, s *ast.ShapeDef) (ok bool) {
	e.shape, ok = c.shape(s.Shape, e.on)
	return ok
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
	if !ok || !c.fits(s, len(r.all())) {
		return r, false
	}
	return r, c.require(len(r.all()) > 0, codes.EmptyShape, s, "", "this shape has no cells")
}

// wholeShape draws a shape without optional cells, with its corner at the origin.
func (c *checker) wholeShape(s *ast.Shape, l *lattice.Lattice, what string) (lattice.Shape, bool) {
	whole, ok := c.markedShape(s, l, what)
	return whole.Shape, ok
}

// markedShape draws a shape without optional cells, with its corner at the origin, and marks the colors of cells.
func (c *checker) markedShape(s *ast.Shape, l *lattice.Lattice, what string) (lattice.Marked, bool) {
	r, ok := c.shape(s, l)
	if !ok || !c.boxFits(s, r) ||
		!c.require(len(r.optional) == 0, codes.BadPicture, s, "draw every cell with #", "%s has no optional cells", what) {
		return lattice.Marked{}, false
	}
	colors, whole := r.colorOf(), lattice.Marked{Shape: r.cells}
	for _, cell := range r.cells {
		if color, has := colors[cell]; has {
			whole.Marks = append(whole.Marks, lattice.Mark{Cell: cell, Beside: cell, Color: color})
		}
	}
	return l.ToOrigin(whole), true
}

func (c *checker) combine(r region, op *ast.ShapeOp, term region) region {
	switch op.Op {
	case "+":
		return r.plus(term)
	case "&":
		return r.each(func(part lattice.Shape) lattice.Shape { return part.And(term.all()) })
	}
	c.require(len(r.all().And(term.all())) > 0, codes.RemovesNothing, op, "places are counted from (0, 0): rows, then columns",
		"nothing of this is there to be taken away")
	return r.each(func(part lattice.Shape) lattice.Shape { return part.Without(term.all()) })
}

func (c *checker) shapeTerm(t *ast.ShapeTerm, l *lattice.Lattice) (region, bool) {
	r, ok := c.shapeAtom(t.Atom, l)
	for _, m := range t.Motions {
		var fine bool
		r, fine = c.move(r, m, l)
		ok = ok && fine
	}
	return r, ok
}

// handledPerCell bounds the cells that the shapes of a file handle, all together, by those that one may have.
const handledPerCell = 10

// handle charges for cells that are made, joined, or moved, which takes some
// four times as long.
func (c *checker) handle(at ast.Ranged, cells int) bool {
	c.handled += cells
	most := handledPerCell * c.limits.Cells
	return c.wanted() && c.require(c.handled <= most, codes.TooLarge, at, "raise the limit with --max-cells, if the machine can take it",
		"the shapes of this file handle more than %d cells", most)
}

// move applies a motion. Turned and mirrored shapes keep their corner.
func (c *checker) move(r region, m *ast.Motion, l *lattice.Lattice) (region, bool) {
	switch {
	case !c.handle(m, 4*(len(r.cells)+len(r.optional))):
		return region{}, false
	case m.At != nil:
		return c.shift(r, m.At, l)
	case m.Rotate == nil:
		return r.inPlace(l.Mirror, l), true
	}
	degrees, ok := c.small(m.Rotate)
	turn, fits := l.Rotation(degrees)
	if !ok || !c.require(fits, codes.BadRotation, m.Rotate, "angles are in degrees, with the clock, in steps of "+strconv.Itoa(l.Degrees()),
		"the lattice `%s` cannot be rotated by %d degrees", l.Name, degrees) {
		return r, false
	}
	return r.inPlace(turn, l), true
}

// farthest bounds coordinates, so that sums of a few stay within 32 bits.
const farthest = 100_000_000

func (c *checker) shift(r region, at *ast.Place, l *lattice.Lattice) (region, bool) {
	shift, ok := c.place(at, l)
	ok = ok && c.require(l.IsShift(shift), codes.BadPlace, at, "the nearest one behind it is "+l.At(l.Fit(shift)),
		"the lattice `%s` cannot be shifted by %s", l.Name, l.At(shift))
	if !ok || len(r.all()) == 0 {
		return r, ok
	}
	r = r.each(func(s lattice.Shape) lattice.Shape { return s.Shift(shift) })
	if least, greatest := r.all().Corner(); beyond(least[:], farthest) || beyond(greatest[:], farthest) {
		return region{}, c.fail(codes.TooLarge, at, "", "this leads too far away")
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

// place computes a cell or a shift.
func (c *checker) place(p *ast.Place, l *lattice.Lattice) (cell lattice.Cell, ok bool) {
	if len(p.At) != len(l.Axes) {
		return cell, c.fail(codes.BadPlace, p, axes(l)+", counted from 0",
			"a place on the lattice `%s` has %d coordinates, this one has %d", l.Name, len(l.Axes), len(p.At))
	}
	values, ok := c.smalls(p.At)
	for k, v := range values {
		ok = c.require(max(v, -v) <= farthest, codes.TooLarge, p.At[k], "", "this place is too far away") && ok
		cell[k] = int32(v)
	}
	return cell, ok
}

// axes says in which order coordinates are written.
func axes(l *lattice.Lattice) string { return "write " + strings.Join(l.Axes, ", then ") }

func (c *checker) shapeAtom(a *ast.ShapeAtom, l *lattice.Lattice) (region, bool) {
	box := &ast.Box{Node: a.Node, Size: a.Size}
	switch {
	case a.Size != nil:
		return c.figure("", a, box, l)
	case a.Rows != nil:
		box.Sides = append([]*ast.Side{{Int: a.Rows}}, a.Columns...)
		return c.figure("", a, box, l)
	case len(a.By) > 0:
		box.Sides = append([]*ast.Side{{Name: a.Name}}, a.By...)
		return c.figure("", a, box, l)
	case a.Figure != nil:
		return c.figure(a.Figure.Name, a.Figure, a.Figure.Box, l)
	case a.Name != nil:
		return c.namedShape(a.Name, l)
	case a.Cells != nil:
		return c.cells(a.Cells, l)
	case a.Picture != nil:
		return c.picture(a, l)
	}
	return c.shape(a.Paren, l)
}

// sides returns the numbers of a size, which is one word or a list.
func sides(b *ast.Box) (out []ast.Expr) {
	for _, text := range b.Size {
		out = append(out, &ast.Int{Node: b.Node, Text: text})
	}
	for _, side := range b.Sides {
		out = append(out, side.Expr())
	}
	return out
}

// figure makes a figure by its name, which is "" where the size says all.
func (c *checker) figure(name string, at ast.Ranged, size *ast.Box, l *lattice.Lattice) (region, bool) {
	f, known := l.Figure(name)
	written := sides(size)
	switch {
	case !known:
		return region{}, c.fail(codes.UnknownFigure, at, "its figures are "+strings.Join(figures(l), ", "),
			"the lattice `%s` has no %s", l.Name, name)
	case len(written) != f.Sides && name == "":
		return region{}, c.fail(codes.BadPlace, size, axes(l),
			"a size on the lattice `%s` has %d numbers, this one has %d", l.Name, f.Sides, len(written))
	case len(written) != f.Sides:
		return region{}, c.fail(codes.BadPlace, size, "",
			"the size of `%s` has %s, this one has %d", name, source.Plural(f.Sides, "number"), len(written))
	}
	numbers, ok := c.smalls(written)
	for _, n := range numbers {
		ok = ok && c.require(n >= 0, codes.BadCount, at, "", "a shape cannot have a side of %d", n) && c.fits(at, n)
	}
	if !ok || !c.fits(at, f.Bound(numbers)) || !c.handle(at, f.Bound(numbers)) {
		return region{}, false
	}
	return region{cells: f.Make(numbers)}, true
}

func figures(l *lattice.Lattice) []string {
	box, _ := l.Figure("")
	names := []string{"boxes such as " + strings.Join([]string{"6", "10", "4"}[:box.Sides], "x")}
	for _, f := range l.Figures {
		if f.Name != "" {
			names = append(names, f.Name)
		}
	}
	return names
}

func (c *checker) namedShape(name *ast.Name, l *lattice.Lattice) (region, bool) {
	e := c.lookup(name, shapeKind, boardKind, pieceKind)
	if e == nil || !c.require(e.on == l, codes.WrongLattice, name, "one puzzle can use several lattices, one shape cannot",
		"the %s `%s` is on the lattice `%s`, and this is a shape on `%s`", e.kind, name.Text, e.on.Name, l.Name) {
		return region{}, false
	}
	return e.shape, c.handle(name, len(e.shape.cells)+len(e.shape.optional)) // in the rounds of a loop, again and again
}

func (c *checker) cells(places []*ast.Place, l *lattice.Lattice) (region, bool) {
	var cells []lattice.Cell
	seen := map[lattice.Cell]bool{}
	before := c.broken
	for _, p := range places {
		cell, ok := c.place(p, l)
		switch {
		case !ok:
		case !l.IsCell(cell):
			c.fail(codes.BadPlace, p, l.Layout, "there is no cell %s on the lattice `%s`", l.At(cell), l.Name)
		case seen[cell]:
			c.fail(codes.BadPlace, p, "remove it", "the cell %s is listed twice", l.At(cell))
		default:
			seen[cell] = true
			cells = append(cells, cell)
		}
	}
	return region{cells: lattice.NewShape(cells)}, c.broken == before
}

// fits checks the number of cells of a box against the limit.
func (c *checker) fits(at ast.Ranged, sides ...int) bool {
	product := 1
	for _, n := range sides {
		product = min(product*n, c.limits.Cells+1)
	}
	return c.require(product <= c.limits.Cells, codes.TooLarge, at, "raise the limit with --max-cells, if the machine can take it",
		"this has more than %d cells", c.limits.Cells)
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
