package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
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

// literals returns the sides of a size that is one word.
func literals(at ast.Ranged, size ast.Size) []ast.Expr {
	r := at.Range()
	node := ast.Node{Pos: source.Pos{Offset: r.Start}, EndPos: source.Pos{Offset: r.End}}
	out := make([]ast.Expr, len(size))
	for k, side := range size {
		out[k] = &ast.Int{Node: node, Text: side}
	}
	return out
}

func exprs(sides []*ast.Side) []ast.Expr {
	out := make([]ast.Expr, len(sides))
	for k, side := range sides {
		out[k] = side.Expr()
	}
	return out
}

// box makes the figure of which the size says all.
func (c *checker) box(a ast.Ranged, sides []ast.Expr, l *lattice.Lattice) (region, bool) {
	f, _ := l.Figure("")
	if len(sides) != f.Sides {
		c.fail(codes.BadPlace, a, axes(l), "a size on the lattice `%s` has %d numbers, this one has %d", l.Name, f.Sides, len(sides))
		return region{}, false
	}
	return c.makeFigure(a, f, sides)
}

// figure makes a figure that has a name.
func (c *checker) figure(a *ast.Figure, l *lattice.Lattice) (region, bool) {
	f, known := l.Figure(a.Name)
	if !known {
		c.fail(codes.UnknownFigure, a, "its figures are "+strings.Join(figures(l), ", "), "the lattice `%s` has no %s", l.Name, a.Name)
		return region{}, false
	}
	sides := exprs(a.Sides)
	if a.Size != nil {
		sides = literals(a, a.Size)
	}
	if len(sides) != f.Sides {
		c.fail(codes.BadPlace, a, "", "the size of a %s has %s, this one has %d", a.Name, plural(f.Sides, "number"), len(sides))
		return region{}, false
	}
	return c.makeFigure(a, f, sides)
}

func figures(l *lattice.Lattice) []string {
	names := []string{"boxes such as " + strings.Join([]string{"6", "10", "4"}[:boxSides(l)], "x")}
	for _, f := range l.Figures {
		if f.Name != "" {
			names = append(names, f.Name)
		}
	}
	return names
}

func boxSides(l *lattice.Lattice) int {
	f, _ := l.Figure("")
	return f.Sides
}

func plural(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprint(n, " ", what, "s")
}

func (c *checker) makeFigure(a ast.Ranged, f lattice.Figure, sides []ast.Expr) (region, bool) {
	numbers := make([]int, len(sides))
	for k, x := range sides {
		n, ok := c.small(x)
		switch {
		case !ok:
			return region{}, false
		case n < 0:
			c.fail(codes.BadCount, a, "", "a shape cannot have a side of %d", n)
			return region{}, false
		case !c.fits(a, n):
			return region{}, false
		}
		numbers[k] = n
	}
	n := f.Bound(numbers)
	if !c.fits(a, n) || !c.handle(a, n) {
		return region{}, false
	}
	return region{cells: f.Make(numbers)}, true
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
		cells = append(cells, cell)
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

// usualMarks is what the characters of a picture mean where no legend says
// otherwise.
func usualMarks(l *lattice.Lattice) map[rune]string {
	marks := map[rune]string{'?': "optional"}
	for _, mark := range "#*" + l.Marks {
		marks[mark] = "cell"
	}
	for _, mark := range ". " + l.Holes {
		marks[mark] = "hole"
	}
	return marks
}

// picture reads a character as a cell, row by row. On a lattice of three axes
// blank rows stand between layers.
func (c *checker) picture(a *ast.ShapeAtom, l *lattice.Lattice) (region, bool) {
	marks, ok := c.marks(a.Legend, l)
	var cells, optional []lattice.Cell
	at := lattice.Cell{}
	for row, line := range a.Picture.Rows {
		if len(l.Axes) == 3 && line == "" {
			at = lattice.Cell{at[0] + 1}
			continue
		}
		for column, mark := range runes(line) {
			cell := inRow(at, column, l)
			switch kind := marks[mark.char]; {
			case kind == "hole":
				continue
			case kind == "":
				if ok {
					c.badMark(a.Picture, row, mark, l)
				}
				ok = false
			case !l.IsCell(cell):
				if ok {
					c.badMarkPlace(a.Picture, row, mark, l)
				}
				ok = false
			case kind == "cell":
				cells = append(cells, cell)
			default:
				optional = append(optional, cell)
			}
		}
		at[len(l.Axes)-2]++
	}
	return region{lattice.NewShape(cells), lattice.NewShape(optional)}, ok
}

// inRow returns a cell of the row that begins at a cell.
func inRow(at lattice.Cell, column int, l *lattice.Lattice) lattice.Cell {
	at[len(l.Axes)-1] = int32(column)
	return at
}

// mark is a character of a picture and its place in the row, in bytes.
type mark struct {
	char rune
	at   int
}

func runes(line string) []mark {
	var out []mark
	for at, char := range line {
		out = append(out, mark{char, at})
	}
	return out
}

// badMark reports a character without a meaning.
func (c *checker) badMark(p *ast.Lines, row int, m mark, l *lattice.Lattice) {
	hint := "# is a cell, . is none, ? is optional; a legend gives other characters a meaning"
	if l.Marks != "" {
		hint = "- and | are sticks, + . and blanks are none; a legend gives other characters a meaning"
	}
	c.failAt(codes.BadPicture, c.inPicture(p, row, m), hint, "the character %q means nothing in this picture", m.char)
}

// badMarkPlace reports a cell where the lattice has none.
func (c *checker) badMarkPlace(p *ast.Lines, row int, m mark, l *lattice.Lattice) {
	c.failAt(codes.BadPicture, c.inPicture(p, row, m), "every other character of a row is a stick; rows of - and rows of | take turns, with + at the joints",
		"there is no cell here on the lattice `%s`", l.Name)
}

// inPicture returns the place of a character of a picture.
func (c *checker) inPicture(p *ast.Lines, row int, m mark) source.Span {
	_, offsets := ast.SplitLines(c.file.Source.Slice(p.Range()))
	start := p.Range().Start + offsets[row] + m.at
	return c.file.Source.Span(source.Range{Start: start, End: start + utf8.RuneLen(m.char)})
}

// rowOf returns the place of a row of a picture.
func (c *checker) rowOf(p *ast.Lines, row int) source.Span {
	_, offsets := ast.SplitLines(c.file.Source.Slice(p.Range()))
	start := p.Range().Start + offsets[row]
	return c.file.Source.Span(source.Range{Start: start, End: start + len(p.Rows[row])})
}

// marks returns what characters of a picture mean.
func (c *checker) marks(legend *ast.Legend, l *lattice.Lattice) (map[rune]string, bool) {
	marks, ok := map[rune]string{}, true
	if legend != nil {
		for _, e := range legend.Entries {
			mark, size := utf8.DecodeRuneInString(string(e.Mark))
			if size != len(e.Mark) || size == 0 || marks[mark] != "" {
				c.fail(codes.BadLegend, e, "each entry gives one character its meaning, once", "%q cannot be explained here", e.Mark)
				ok = false
				continue
			}
			marks[mark] = e.Kind
		}
	}
	for mark, kind := range usualMarks(l) {
		if marks[mark] == "" {
			marks[mark] = kind
		}
	}
	return marks, ok
}
