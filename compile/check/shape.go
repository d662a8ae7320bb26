package check

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
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
		shift, ok := c.place(m.At, l)
		r = r.each(func(s lattice.Shape) lattice.Shape { return s.Shift(shift) })
		if ok && r.tooFar() {
			c.fail(codes.TooLarge, m.At, "", "this leads too far away")
			return region{}, false
		}
		return r, ok
	case m.Rotate != nil:
		degrees, ok := c.small(m.Rotate)
		turn, fits := l.Rotation(degrees)
		if ok && !fits {
			c.fail(codes.BadRotation, m.Rotate, "angles are in degrees, with the clock, in steps of "+strconv.Itoa(l.Degrees),
				"the lattice `%s` cannot be rotated by %d degrees", l.Name, degrees)
		}
		return r.inPlace(turn), ok && fits
	}
	return r.inPlace(l.Mirror()), true
}

// inPlace moves a region and puts its corner back where it was.
func (r region) inPlace(m lattice.Motion) region {
	if len(r.all()) == 0 {
		return r
	}
	before, _ := r.all().Corner()
	after, _ := r.all().Move(m).Corner()
	return r.each(func(s lattice.Shape) lattice.Shape { return s.Move(m).Shift(before.Minus(after)) })
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
	if len(p.At) != l.Axes {
		c.fail(codes.BadPlace, p, "rows, then columns: (2, 3)", "a place on the lattice `%s` has %d coordinates, this one has %d", l.Name, l.Axes, len(p.At))
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

func (c *checker) shapeAtom(a *ast.ShapeAtom, l *lattice.Lattice) (region, bool) {
	switch {
	case a.Size != nil:
		return c.size(a, l)
	case a.Rows != nil:
		return c.rectangle(a, a.Rows, a.Columns.Expr())
	case a.By != nil:
		return c.rectangle(a, nameExpr(a.Name), a.By.Expr())
	case a.Name != nil:
		return c.namedShape(a.Name)
	case a.Cells != nil:
		return c.cells(a.Cells, l)
	case a.Picture != nil:
		return c.picture(a)
	}
	return c.shape(a.Paren, l)
}

func nameExpr(n *ast.Name) ast.Expr { return &ast.Variable{Node: n.Node, Name: n.Text} }

func (c *checker) size(a *ast.ShapeAtom, l *lattice.Lattice) (region, bool) {
	if len(a.Size) != l.Axes {
		c.fail(codes.BadPlace, a, "rows, then columns: 6x10", "a rectangle on the lattice `%s` has %d sides, this one has %d", l.Name, l.Axes, len(a.Size))
		return region{}, false
	}
	side := func(k int) ast.Expr { return &ast.Int{Node: a.Node, Text: a.Size[k]} }
	return c.rectangle(a, side(0), side(1))
}

func (c *checker) rectangle(a *ast.ShapeAtom, rows, columns ast.Expr) (region, bool) {
	r, ok := c.small(rows)
	k, ok2 := c.small(columns)
	switch {
	case !ok || !ok2:
		return region{}, false
	case r < 0 || k < 0:
		c.fail(codes.BadCount, a, "", "a rectangle cannot have %d rows and %d columns", r, k)
		return region{}, false
	case !c.fits(a, r, k) || !c.handle(a, r*k):
		return region{}, false
	}
	return region{cells: lattice.Rectangle(r, k)}, true
}

// fits checks the number of cells of a box against the limit.
func (c *checker) fits(at ast.Ranged, sides ...int) bool {
	product := 1
	for _, n := range sides {
		if product *= n; product > c.limits.Cells {
			c.fail(codes.TooLarge, at, "raise the limit with --max-cells, if the machine can take it",
				"this has more than %d cells", c.limits.Cells)
			return false
		}
	}
	return true
}

func (c *checker) namedShape(name *ast.Name) (region, bool) {
	e := c.lookup(name, shapeKind, boardKind, pieceKind)
	switch {
	case e == nil:
		return region{}, false
	case e.kind == boardKind:
		return region{e.board.Cells, e.board.Optional}, true
	case e.kind == pieceKind:
		return region{cells: e.piece.Shape}, true
	}
	return e.shape, true
}

func (c *checker) cells(places []*ast.Place, l *lattice.Lattice) (region, bool) {
	var cells []lattice.Cell
	ok := true
	for _, p := range places {
		cell, fine := c.place(p, l)
		if fine && slices.Contains(cells, cell) && len(cells) < 1000 {
			c.fail(codes.BadPlace, p, "remove it", "the cell (%s) is listed twice", l.CellName(cell))
			fine = false
		}
		cells = append(cells, cell)
		ok = ok && fine
	}
	return region{cells: lattice.NewShape(cells)}, ok
}

// What the characters of a picture mean where no legend says otherwise.
var usualMarks = map[rune]string{
	'#': "cell", '*': "cell", '.': "hole", ' ': "hole", '?': "optional",
}

func (c *checker) picture(a *ast.ShapeAtom) (region, bool) {
	marks, ok := c.marks(a.Legend)
	var cells, optional []lattice.Cell
	for row, line := range a.Picture.Rows {
		column := int32(0)
		for at, mark := range line {
			cell := lattice.Cell{int32(row), column}
			column++
			switch marks[mark] {
			case "cell":
				cells = append(cells, cell)
			case "optional":
				optional = append(optional, cell)
			case "hole":
			default:
				if ok {
					c.badMark(a.Picture, row, at, mark)
				}
				ok = false
			}
		}
	}
	return region{lattice.NewShape(cells), lattice.NewShape(optional)}, ok
}

// badMark points at a character of a picture.
func (c *checker) badMark(p *ast.Lines, row, at int, mark rune) {
	_, offsets := ast.SplitLines(c.file.Source.Slice(p.Range()))
	start := p.Range().Start + offsets[row] + at
	span := c.file.Source.Span(source.Range{Start: start, End: start + utf8.RuneLen(mark)})
	c.errs.Add(codes.BadPicture, span, "# is a cell, . is none, ? is optional; a legend gives other characters a meaning",
		"the character %q means nothing in this picture", mark)
}

func (c *checker) marks(l *ast.Legend) (map[rune]string, bool) {
	if l == nil {
		return usualMarks, true
	}
	marks, ok := map[rune]string{}, true
	for _, e := range l.Entries {
		mark, size := utf8.DecodeRuneInString(string(e.Mark))
		if size != len(e.Mark) || size == 0 || marks[mark] != "" {
			c.fail(codes.BadLegend, e, "each entry gives one character its meaning, once", "%q cannot be explained here", e.Mark)
			ok = false
			continue
		}
		marks[mark] = e.Kind
	}
	for mark, kind := range usualMarks {
		if marks[mark] == "" {
			marks[mark] = kind
		}
	}
	return marks, ok
}

func (c *checker) board(s *ast.Board) (*model.Board, bool) {
	l, known := lattice.ByName(s.Lattice.Text)
	if !known {
		c.fail(codes.UnknownLattice, s.Lattice, source.DidYouMean(s.Lattice.Text, lattice.Names()), "there is no lattice called `%s`", s.Lattice.Text)
		return nil, false
	}
	r, ok := c.shape(s.Shape, l)
	if !ok || !c.boxFits(s.Shape, r) {
		return nil, false
	}
	return &model.Board{Name: s.Name.Text, Span: c.span(s), Lattice: l, Cells: r.cells, Optional: r.optional}, true
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
