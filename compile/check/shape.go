package check

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// A shape is computed cell by cell when it is declared, and not kept as a formula. So an error in a shape is reported
// where it is drawn, even if boards, pieces and rules share it. Two bounds limit the cost: boxFitsCellLimit for the
// size of each result, and chargeCells for the work of all shapes together.

// partlyOptionalShape is a shape of which some cells may be optional. A cell is in one of the two parts only. A cell
// may have a color: the character that stands for the cell in pictures.
type partlyOptionalShape struct {
	cells, optionalCells lattice.Shape
	coloredCells         map[rune]lattice.Shape
}

// allCells returns the cells of both parts. The caller must not change the result.
func (r partlyOptionalShape) allCells() lattice.Shape {
	if len(r.optionalCells) == 0 {
		return r.cells
	}
	return r.cells.Union(r.optionalCells)
}

// mapCellSets applies a function to the cells, to the optional cells, and to the cells of each color.
func (r partlyOptionalShape) mapCellSets(f func(lattice.Shape) lattice.Shape) partlyOptionalShape {
	out := partlyOptionalShape{cells: f(r.cells), optionalCells: f(r.optionalCells)}
	if r.coloredCells != nil {
		out.coloredCells = map[rune]lattice.Shape{}
	}
	for color, part := range r.coloredCells {
		out.coloredCells[color] = f(part)
	}
	return out
}

// unionWith returns the cells of both regions. A cell in both regions has the color that it has in the first one.
func (r partlyOptionalShape) unionWith(s partlyOptionalShape) partlyOptionalShape {
	out := partlyOptionalShape{cells: r.cells.Union(s.cells)}
	out.optionalCells = r.optionalCells.Union(s.optionalCells).Subtract(out.cells)
	if out.coloredCells = maps.Clone(r.coloredCells); out.coloredCells == nil {
		out.coloredCells = map[rune]lattice.Shape{}
	}
	for color, part := range s.coloredCells {
		out.coloredCells[color] = out.coloredCells[color].Union(part.Subtract(r.allCells()))
	}
	return out
}

// colorOfCell returns the color of each colored cell.
func (r partlyOptionalShape) colorOfCell() map[lattice.Cell]rune {
	of := map[lattice.Cell]rune{}
	for color, part := range r.coloredCells {
		for _, c := range part {
			of[c] = color
		}
	}
	return of
}

// checkShapeDef computes a `shape` statement.
func (c *checker) checkShapeDef(e *entity, s *ast.ShapeDef) (ok bool) {
	e.shapeRegion, ok = c.computeDrawnShape(s.Shape, s.PictureFile, e.lattice)
	return ok
}

// computeShape computes a shape on a lattice. A shape without cells is an error.
func (c *checker) computeShape(s *ast.Shape, l *lattice.Lattice) (partlyOptionalShape, bool) {
	r, ok := c.computeTerm(s.FirstTerm, l)
	for k, t := range s.OtherTerms {
		term, fine := c.computeTerm(t, l)
		if ok = ok && fine && c.chargeCells(t, len(r.allCells())); ok {
			r = c.combineRegions(r, s.Operators[k], term, t)
		}
	}
	if !ok || !c.boxFitsCellLimit(s, len(r.allCells())) {
		return r, false
	}
	return r, c.require(len(r.allCells()) > 0, codes.EmptyShape, s, emptyShapeHint(s), "this shape has no cells")
}

// shapeWithoutOptionalCells computes a shape that must not have optional cells. Its corner is shifted to the origin.
func (c *checker) shapeWithoutOptionalCells(s *ast.Shape, l *lattice.Lattice, what string) (lattice.Shape, bool) {
	whole, ok := c.colorMarkedShape(s, l, what)
	return whole.Shape, ok
}

// colorMarkedShape computes a shape that must not have optional cells, with the colors of its cells as marks. Its
// corner is shifted to the origin.
func (c *checker) colorMarkedShape(s *ast.Shape, l *lattice.Lattice, what string) (lattice.MarkedShape, bool) {
	r, ok := c.computeShape(s, l)
	if !ok || !c.regionBoxFitsCellLimit(s, r) ||
		!c.require(len(r.optionalCells) == 0, codes.BadPicture, s, "draw every cell with #", "%s has no optional cells",
			what) {
		return lattice.MarkedShape{}, false
	}
	colors, whole := r.colorOfCell(), lattice.MarkedShape{Shape: r.cells}
	for _, cell := range r.cells {
		if color, has := colors[cell]; has {
			whole.ColorMarks = append(whole.ColorMarks, lattice.ColorMark{Cell: cell, AdjacentCell: cell, Color: color})
		}
	}
	return l.ShiftMarkedToOrigin(whole), true
}

// combineRegions returns the cells of two regions joined by +, - or &.
func (c *checker) combineRegions(r partlyOptionalShape, op string, term partlyOptionalShape,
	at ast.Ranged) partlyOptionalShape {
	switch op {
	case "+":
		return r.unionWith(term)
	case "&":
		return r.mapCellSets(func(part lattice.Shape) lattice.Shape { return part.Intersect(term.allCells()) })
	}
	c.require(len(r.allCells().Intersect(term.allCells())) > 0, codes.RemovesNothing, at,
		"places are counted from (0, 0): rows, then columns",
		"nothing of this is there to be taken away")
	return r.mapCellSets(func(part lattice.Shape) lattice.Shape { return part.Subtract(term.allCells()) })
}

// computeTerm computes an operand of a shape, with the motions behind it.
func (c *checker) computeTerm(t *ast.ShapeTerm, l *lattice.Lattice) (partlyOptionalShape, bool) {
	r, ok := c.computeSimpleShape(t.Atom, l)
	for _, m := range t.Motions {
		var fine bool
		r, fine = c.applyShapeMotion(r, m, l)
		ok = ok && fine
	}
	return r, ok
}

// processedCellsPerLimit bounds the cells that all shapes of a file may process, as a multiple of Limits.MaxShapeCells.
const processedCellsPerLimit = 10

// chargeCells counts cells that are made, joined or moved, and reports an error above the bound. Moving a cell takes
// about four times as long as joining.
func (c *checker) chargeCells(at ast.Ranged, cells int) bool {
	c.processedCells += cells
	most := processedCellsPerLimit * c.limits.MaxShapeCells
	return c.canContinue() && c.require(c.processedCells <= most, codes.TooLarge, at,
		"raise the limit with --max-cells (in Go: Options.Limits.MaxShapeCells), if the machine can take it",
		"the shapes of this file handle more than %d cells", most)
}

// applyShapeMotion applies a motion. A shape that is turned or mirrored keeps its corner in its place.
func (c *checker) applyShapeMotion(r partlyOptionalShape, m *ast.Motion, l *lattice.Lattice) (partlyOptionalShape,
	bool) {
	switch {
	case !c.chargeCells(m, 4*(len(r.cells)+len(r.optionalCells))):
		return partlyOptionalShape{}, false
	case m.ShiftTo != nil:
		return c.applyShift(r, m.ShiftTo, l)
	case m.ScaleFactor != nil:
		return c.scaleSquares(r, m.ScaleFactor, l)
	case m.RotationAngle == nil:
		return r.applyMotionKeepingCorner(l.LeftRightMirror, l), true
	}
	degrees, ok := c.evalSize(m.RotationAngle)
	turn, fits := l.RotationBy(degrees)
	if !ok || !c.require(fits, codes.BadRotation, m.RotationAngle,
		"angles are in degrees, with the clock, in steps of "+
			strconv.Itoa(l.LeastTurnDegrees()),
		"the lattice `%s` cannot be rotated by %d degrees", l.Name, degrees) {
		return r, false
	}
	return r.applyMotionKeepingCorner(turn, l), true
}

// maxCoordinate bounds coordinates, so that sums of a few coordinates fit 32 bits.
const maxCoordinate = 100_000_000

// applyShift shifts a region to a place.
func (c *checker) applyShift(r partlyOptionalShape, at *ast.Place, l *lattice.Lattice) (partlyOptionalShape, bool) {
	shift, ok := c.computeCell(at, l)
	ok = ok && c.require(l.IsShift(shift), codes.BadPlace, at,
		"the nearest one behind it is "+l.FormatCell(l.RoundUpShift(shift)),
		"the lattice `%s` cannot be shifted by %s", l.Name, l.FormatCell(shift))
	if !ok || len(r.allCells()) == 0 {
		return r, ok
	}
	r = r.mapCellSets(func(s lattice.Shape) lattice.Shape { return s.Shift(shift) })
	if least, greatest := r.allCells().BoundingBox(); anyCoordinateExceeds(least[:], maxCoordinate) ||
		anyCoordinateExceeds(greatest[:], maxCoordinate) {
		return partlyOptionalShape{}, c.fail(codes.TooLarge, at, "", "this leads too far away")
	}
	return r, true
}

// applyMotionKeepingCorner applies a motion to a region and then shifts its corner back to its old place, or to the
// nearest later place that the lattice allows.
func (r partlyOptionalShape) applyMotionKeepingCorner(m lattice.Motion, l *lattice.Lattice) partlyOptionalShape {
	if len(r.allCells()) == 0 {
		return r
	}
	before, _ := r.allCells().BoundingBox()
	after, _ := r.allCells().ApplyMotion(m).BoundingBox()
	back := l.RoundUpShift(before.Minus(after))
	return r.mapCellSets(func(s lattice.Shape) lattice.Shape { return s.ApplyMotion(m).Shift(back) })
}

// maxScaleFactor bounds the factor of `scale` while cells are counted, so that their number fits 64 bits. A larger
// factor exceeds every limit of cells anyway.
const maxScaleFactor = 1_000_000

// scaleSquares replaces each cell of a shape of squares by a square; the argument by is the number of cells on each of
// its sides. The corner stays in its place.
func (c *checker) scaleSquares(r partlyOptionalShape, by *ast.Amount, l *lattice.Lattice) (partlyOptionalShape, bool) {
	k, ok := c.evalSize(by.Expr())
	cells := r.allCells()
	most := min(k, maxScaleFactor)
	if !ok || !c.require(l == lattice.Square, codes.WrongLattice, by, "",
		"squares alone are made of lesser ones, and this shape is on the lattice `%s`", l.Name) ||
		!c.require(k > 0, codes.BadCount, by, "`scale 2` makes 2 by 2 cells of each", "a shape cannot be scaled by %d",
			k) ||
		!c.chargeCells(by, most*most*len(cells)) {
		return partlyOptionalShape{}, false
	}
	if len(cells) == 0 {
		return r, true
	}
	least, greatest := cells.BoundingBox()
	for axis := range 2 {
		if (int64(greatest[axis])-int64(least[axis])+1)*int64(k) > maxCoordinate {
			return partlyOptionalShape{}, c.fail(codes.TooLarge, by, "", "this leads too far away")
		}
	}
	return r.mapCellSets(func(s lattice.Shape) lattice.Shape {
		var scaled []lattice.Cell
		for _, cell := range s {
			for n := range k * k {
				scaled = append(scaled, lattice.Cell{least[0] + (cell[0]-least[0])*int32(k) + int32(n/k),
					least[1] + (cell[1]-least[1])*int32(k) + int32(n%k)})
			}
		}
		return lattice.NewShape(scaled)
	}), true
}

// computeCell computes the coordinates of a cell or a shift.
func (c *checker) computeCell(p *ast.Place, l *lattice.Lattice) (cell lattice.Cell, ok bool) {
	if len(p.Coordinates) == 1 && c.ruleBoard != nil && c.ruleBoard.CellLabels != nil {
		return c.labeledCell(p, p.Coordinates[0])
	}
	if len(p.Coordinates) != len(l.AxisNames) {
		return cell, c.fail(codes.BadPlace, p, coordinateOrderHint(l)+", counted from 0",
			"a place on the lattice `%s` has %d coordinates, this one has %d", l.Name, len(l.AxisNames),
			len(p.Coordinates))
	}
	values, ok := c.evalSizes(p.Coordinates)
	for k, v := range values {
		ok = c.require(max(v, -v) <= maxCoordinate, codes.TooLarge, p.Coordinates[k], "",
			"this place is too far away") && ok
		cell[k] = int32(v)
	}
	return cell, ok
}

// coordinateOrderHint returns a hint that tells the order of coordinates.
func coordinateOrderHint(l *lattice.Lattice) string {
	return "write " + strings.Join(l.AxisNames, ", then ")
}

// computeSimpleShape computes the simplest part of a shape: a figure, a picture, a list or a name.
func (c *checker) computeSimpleShape(a *ast.ShapeAtom, l *lattice.Lattice) (partlyOptionalShape, bool) {
	box := &ast.Box{Node: a.Node, Size: a.Size}
	switch {
	case a.Size != nil:
		return c.makeFigure("", a, box, l)
	case a.Rows != nil:
		box.SideLengths = append([]*ast.Amount{{Int: a.Rows}}, a.Columns...)
		return c.makeFigure("", a, box, l)
	case len(a.OtherSides) > 0:
		box.SideLengths = append([]*ast.Amount{{Name: a.Name}}, a.OtherSides...)
		return c.makeFigure("", a, box, l)
	case a.Figure != nil:
		return c.makeFigure(a.Figure.Name, a.Figure, a.Figure.Box, l)
	case a.Name != nil:
		return c.cellsOfNamedShape(a.Name, l)
	case a.Cells != nil:
		return c.cellsAtPlaces(a.Cells, l)
	case a.CellList != nil:
		return c.cellsOfListLoop(a.CellList, l)
	case a.BoardView != nil:
		return c.cellsOfBoardView(a.BoardView, l)
	}
	return c.readPicture(a, l)
}

// boxSides returns the expressions of a size. The size is one word such as 3x4, or is written with blanks.
func boxSides(b *ast.Box) (out []ast.Expr) {
	for _, text := range b.Size {
		out = append(out, &ast.Int{Node: b.Node, Text: text})
	}
	for _, side := range b.SideLengths {
		out = append(out, side.Expr())
	}
	return out
}

// makeFigure computes a figure. Its name is "" for a size that stands alone.
func (c *checker) makeFigure(name string, at ast.Ranged, size *ast.Box, l *lattice.Lattice) (partlyOptionalShape,
	bool) {
	f, known := l.FigureNamed(name)
	written := boxSides(size)
	switch {
	case !known:
		return partlyOptionalShape{}, c.fail(codes.UnknownFigure, at, figureHint(name, l),
			"the lattice `%s` has no %s", l.Name, name)
	case len(written) != f.SideCount && name == "":
		return partlyOptionalShape{}, c.fail(codes.BadPlace, size, sizeHint(l, len(written)),
			"a size on the lattice `%s` has %d numbers, this one has %d", l.Name, f.SideCount, len(written))
	case len(written) != f.SideCount:
		return partlyOptionalShape{}, c.fail(codes.BadPlace, size,
			"write "+name+" "+strings.Join([]string{"3", "4", "5"}[:f.SideCount], "x"),
			"the size of `%s` has %s, this one has %d", name, source.Plural(f.SideCount, "number"), len(written))
	}
	numbers, ok := c.evalSizes(written)
	for _, n := range numbers {
		ok = ok && c.require(n >= 0, codes.BadCount, at, "", "a shape cannot have a side of %d", n) &&
			c.boxFitsCellLimit(at, n)
	}
	if !ok || !c.boxFitsCellLimit(at, f.MaxBoxCells(numbers)) || !c.chargeCells(at, f.MaxBoxCells(numbers)) {
		return partlyOptionalShape{}, false
	}
	return partlyOptionalShape{cells: f.MakeShape(numbers)}, true
}

// figureNames returns the names of the figures of a lattice.
func figureNames(l *lattice.Lattice) []string {
	box, _ := l.FigureNamed("")
	names := []string{"boxes such as " + strings.Join([]string{"6", "10", "4"}[:box.SideCount], "x")}
	for _, f := range l.NamedFigures {
		if f.Name != "" {
			names = append(names, f.Name)
		}
	}
	return names
}

// cellsOfNamedShape returns the cells of the shape, board or piece with the given name.
func (c *checker) cellsOfNamedShape(name *ast.Name, l *lattice.Lattice) (partlyOptionalShape, bool) {
	e := c.lookupName(name, shapeKind, boardKind, pieceKind)
	if e == nil || !c.require(e.lattice == l, codes.WrongLattice, name,
		"one puzzle can use several lattices, one shape cannot",
		"the %s `%s` is on the lattice `%s`, and this is a shape on `%s`", e.kind, name.Text, e.lattice.Name, l.Name) {
		return partlyOptionalShape{}, false
	}
	// The cells are charged each time, as a loop may use the shape often.
	return e.shapeRegion, c.chargeCells(name, len(e.shapeRegion.cells)+len(e.shapeRegion.optionalCells))
}

// cellsOfListLoop returns the cells in braces, in all rounds of their loop.
func (c *checker) cellsOfListLoop(list *ast.CellList, l *lattice.Lattice) (all partlyOptionalShape, ok bool) {
	before := c.failureCount
	var cells []lattice.Cell
	c.eachRuleRound(list.For, func() {
		cells = append(cells, c.uniqueListedCells(list.Cells, l)...)
	})
	shape := lattice.NewShape(cells)
	if c.failureCount == before && len(shape) < len(cells) {
		c.fail(codes.BadPlace, list, "leave it out of one round by `where`", "the list has a cell twice")
	}
	return partlyOptionalShape{cells: shape}, c.failureCount == before && c.chargeCells(list, len(cells))
}

// cellsAtPlaces returns the cells at a list of places.
func (c *checker) cellsAtPlaces(places []*ast.Place, l *lattice.Lattice) (partlyOptionalShape, bool) {
	before := c.failureCount
	var cells []*ast.Cell
	for _, p := range places {
		cells = append(cells, &ast.Cell{Node: p.Node, Place: p})
	}
	return partlyOptionalShape{cells: lattice.NewShape(c.uniqueListedCells(cells, l))}, c.failureCount == before
}

// uniqueListedCells returns the cells of a list, each once.
func (c *checker) uniqueListedCells(list []*ast.Cell, l *lattice.Lattice) (cells []lattice.Cell) {
	seen := map[lattice.Cell]bool{}
	for _, p := range list {
		var cell lattice.Cell
		var ok bool
		if p.Place != nil {
			cell, ok = c.computeCell(p.Place, l)
		} else {
			cell, ok = c.labeledCell(p, p.Label)
		}
		switch {
		case !ok:
		case !l.IsCell(cell):
			c.fail(codes.BadPlace, p, l.CellLayoutText, "there is no cell %s on the lattice `%s`", l.FormatCell(cell),
				l.Name)
		case seen[cell]:
			c.fail(codes.BadPlace, p, "remove it", "the cell %s is listed twice", l.FormatCell(cell))
		default:
			seen[cell] = true
			cells = append(cells, cell)
		}
	}
	return cells
}

// boxFitsCellLimit reports whether a box has at most Limits.MaxShapeCells cells. If not, it reports an error.
func (c *checker) boxFitsCellLimit(at ast.Ranged, sides ...int) bool {
	product := 1
	for _, n := range sides {
		product = min(product*n, c.limits.MaxShapeCells+1)
	}
	return c.require(product <= c.limits.MaxShapeCells, codes.TooLarge, at,
		"raise the limit with --max-cells (in Go: Options.Limits.MaxShapeCells), if the machine can take it",
		"this has more than %d cells", c.limits.MaxShapeCells)
}

// regionBoxFitsCellLimit reports whether the box around a region has at most Limits.MaxShapeCells cells, as lowering
// makes a table of this size.
func (c *checker) regionBoxFitsCellLimit(at ast.Ranged, r partlyOptionalShape) bool {
	least, greatest := r.allCells().BoundingBox()
	var sides []int
	for _, d := range greatest.Minus(least) {
		sides = append(sides, int(d)+1)
	}
	return c.boxFitsCellLimit(at, sides...)
}

// emptyShapeHint returns a hint for a shape without cells, if the shape is a picture.
func emptyShapeHint(s *ast.Shape) string {
	if s.FirstTerm.Atom.Picture == nil || len(s.OtherTerms) > 0 {
		return ""
	}
	return "in a picture # is a cell, and a dot is none"
}

// figureHint returns the lattice on which there is a figure of squares, or else the figures of the lattice at hand.
func figureHint(name string, l *lattice.Lattice) string {
	figures := "the figures of `" + l.Name + "` are " + strings.Join(figureNames(l), ", ")
	if _, isLattice := lattice.ByName(name); l == lattice.Square && isLattice {
		return fmt.Sprintf("the lattice stands behind the name: board b on %s = %s 3; %s", name, name, figures)
	}
	return figures
}

// sizeHint returns a hint for a size with the wrong number of sides for its lattice.
func sizeHint(l *lattice.Lattice, sides int) string {
	if l == lattice.Square && sides == 3 {
		return "on squares write row, then column; cubes are on another lattice: board b on cube = 3x3x3"
	}
	return coordinateOrderHint(l)
}
