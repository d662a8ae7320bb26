package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// latticeNamed finds the lattice of a declaration. The default is the lattice of squares.
func (c *checker) latticeNamed(name *ast.Name) (*lattice.Lattice, bool) {
	if name == nil {
		return lattice.Square, true
	}
	l, known := lattice.ByName(name.Text)
	names := lattice.Names()
	if !known {
		c.reportError(codes.UnknownLattice, c.spanOf(name), "the lattices are "+strings.Join(names, ", "),
			"there is no lattice called `%s`", name.Text).SuggestName(name.Text, names)
	}
	return l, known
}

// checkBoard computes a board. On a wrapped board the periods identify cells, and drawing a cell twice is no
// error. A cell is optional only if none of the cells identified with it must be covered.
func (c *checker) checkBoard(e *entity, s *ast.Board) bool {
	r, ok := c.computeDrawnShape(s.Shape, s.From, e.lattice)
	if !ok {
		return false
	}
	b := &model.Board{Name: e.name, Span: c.spanOf(s), Lattice: e.lattice, Cells: r.cells, Optional: r.optional}
	switch {
	case s.Wrap == nil:
	case boardFlips[s.Wrap.Word] != nil:
		if !c.require(e.lattice == lattice.Square, codes.BadWrap, s.Wrap, "",
			"edges of squares are joined upside down, and `%s` is on the lattice `%s`", e.name, e.lattice.Name) {
			return false
		}
		least, greatest := b.AllCells().BoundingBox()
		size := greatest.Minus(least)
		flip := *boardFlips[s.Wrap.Word]
		flip.Least, flip.Rows, flip.Columns = least, size[0]+1, size[1]+1
		b.Flip = &flip
	default:
		if b.Wrap, ok = c.computeWrap(s.Wrap, b); !ok {
			return false
		}
		b.Joined = len(r.cells) + len(r.optional)
		b.Cells = b.Wrap.UniqueCells(r.cells)
		b.Optional = b.Wrap.UniqueCells(slices.Concat(b.Cells, r.optional))[len(b.Cells):]
		b.Joined -= len(b.Cells) + len(b.Optional)
	}
	if len(r.colors) > 0 {
		b.Colors = map[lattice.Cell]rune{}
		grid, colors := c.gridOf(b), r.cellColors()
		for _, cell := range r.allCells() {
			at, color := grid.Cells[grid.Number(cell)], colors[cell]
			if color == 0 {
				continue
			}
			if old, twice := b.Colors[at]; twice && old != color {
				drawn := ast.Ranged(s)
				if s.Shape != nil {
					drawn = s.Shape
				}
				return c.fail(codes.BadWrap, drawn, "", "the cell %s has two colors, as the edges are joined",
					e.lattice.FormatCell(at))
			}
			b.Colors[at] = color
		}
	}
	e.board, e.shape = b, region{b.Cells, b.Optional, r.colors}
	return s.Labels == nil || c.readLabels(s.Labels, b)
}

// boardFlips are the board words whose edges are joined with a flip.
var boardFlips = map[string]*lattice.EdgeFlip{"mobius": {}, "klein": {Down: true},
	"projective": {Down: true, Twice: true}}

// gridOf returns the grid that numbers the cells of a board. The result is cached for all rules.
func (c *checker) gridOf(b *model.Board) *lattice.Grid {
	if c.grids[b] == nil {
		c.grids[b] = b.NewGrid()
	}
	return c.grids[b]
}

// cellsOutside returns the cells of a shape that are not on the board.
func (c *checker) cellsOutside(b *model.Board, s lattice.Shape) lattice.Shape {
	g := c.gridOf(b)
	return slices.DeleteFunc(slices.Clone(s), func(cell lattice.Cell) bool { return g.Number(cell) >= 0 })
}

// requireOnBoard reports the cells of a shape that are not on the board.
func (c *checker) requireOnBoard(at ast.Ranged, s lattice.Shape, b *model.Board) bool {
	off := c.cellsOutside(b, s)
	if len(off) > 0 {
		least, greatest := b.AllCells().BoundingBox()
		c.fail(codes.CellOffBoard, at, fmt.Sprintf("rows and columns count from 0: the board lies from %s to %s",
			b.Lattice.FormatCell(least), b.Lattice.FormatCell(greatest)),
			"the cell %s is not on the board", b.Lattice.FormatCell(off[0]))
	}
	return len(off) == 0
}

// maxPeriod bounds periods, so that products of three stay within 64 bits, and the entries of the echelon form
// within the range of coordinates.
const maxPeriod = 1000

// computeWrap computes the periods of a board.
func (c *checker) computeWrap(s *ast.Wrap, b *model.Board) (lattice.Wrap, bool) {
	periods := edgePeriods(s.Word, b)
	for _, p := range s.Periods {
		period, ok := c.computeCell(p, b.Lattice)
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
		if !c.require(b.Lattice.IsShift(p), codes.BadWrap, at,
			"write `wrap` and the shifts that lead back to the same cell",
			"the lattice `%s` cannot be shifted by %s", b.Lattice.Name, b.Lattice.FormatCell(p)) ||
			!c.require(!exceedsBound(p[:], maxPeriod), codes.TooLarge, at, "", "a board is wrapped by %d cells at most",
				maxPeriod) {
			return nil, false
		}
	}
	w, independent := lattice.NewWrap(periods)
	for _, period := range w {
		if exceedsBound(period[:], maxCoordinate) {
			return nil, c.fail(codes.TooLarge, s, "", "these shifts lead around too large a board")
		}
	}
	return w, c.require(independent, codes.BadWrap, s,
		"each shift leads to other cells than the ones before it, and none is (0, 0)",
		"these shifts are not independent")
}

// edgePeriods returns the periods that join opposite edges of a board: all of them on a torus, those of the
// left and right edges on a cylinder, and none for any other word.
func edgePeriods(word string, b *model.Board) (periods []lattice.Cell) {
	first := map[string]int{"torus": 0, "cylinder": len(b.Lattice.Axes) - 1, "": len(b.Lattice.Axes)}[word]
	least, greatest := b.AllCells().BoundingBox()
	size := greatest.Minus(least)
	for k := first; k < len(b.Lattice.Axes); k++ {
		var period lattice.Cell
		period[k] = size[k] + 1
		if b.Lattice.Ends != nil {
			period[k] = size[k] // the sticks at one edge coincide with those at the other
		}
		periods = append(periods, period)
	}
	return periods
}

// exceedsBound reports whether the absolute value of a coordinate exceeds a bound.
func exceedsBound[T int32 | int64](coordinates []T, most T) bool {
	return slices.Max(coordinates) > most || slices.Min(coordinates) < -most
}

func (c *checker) checkPlaceMan(s *ast.PlaceMan) bool {
	b := c.boardOf(s.Board)
	if b == nil {
		return false
	}
	c.puzzle.Placement = c.addManRules(&model.ManPlacement{Span: c.spanOf(s), Chessman: s.Man.Text, Board: b}, s.Rules)
	return true
}

// boardOf finds the board of a statement, which is declared or stands inline. An inline board is on the lattice of the
// name that it begins with, or on that of squares. The result is nil after an error.
func (c *checker) boardOf(s *ast.Shape) *model.Board {
	l, first := lattice.Square, s.First.Atom
	if first.Name != nil && len(first.By) == 0 {
		kinds := []nameKind{boardKind, shapeKind, pieceKind}
		if s.LoneName() != nil {
			kinds = kinds[:1]
		}
		e := c.lookupName(first.Name, kinds...)
		switch {
		case e == nil:
			return nil
		case s.LoneName() != nil:
			return e.board
		case e.board != nil && !c.require(!e.board.IsWrapped(), codes.BadWrap, s,
			"declare the whole board, and name it here", "the edges of a board that stands inline are not joined"):
			return nil
		}
		l = e.lattice
	}
	r, ok := c.computeShape(s, l)
	if !ok || !c.boxFitsLimit(s, r) {
		return nil
	}
	b := &model.Board{Name: "board", Span: c.spanOf(s), Lattice: l, Cells: r.cells, Optional: r.optional}
	if len(r.colors) > 0 {
		b.Colors = r.cellColors()
	}
	return b
}

// checkQueens computes a placement of queens: as many as there are rows or columns, whichever are fewer. The
// lines of chess apply, except for those that a rule mentions.
func (c *checker) checkQueens(s *ast.Queens) bool {
	b, ok := c.queensBoard(s)
	if !ok {
		return false
	}
	p := c.addManRules(&model.ManPlacement{Span: c.spanOf(s), Chessman: "queen", Board: b}, s.Rules)
	p.Families = append(c.linesOfChess(b), p.Families...)
	c.puzzle.Placement = p
	return true
}

func (c *checker) queensBoard(s *ast.Queens) (*model.Board, bool) {
	if s.Board != nil {
		e := c.lookupName(s.Board, boardKind)
		if e == nil {
			return nil, false
		}
		if e.board.Flip != nil {
			return nil, c.fail(codes.BadWrap, s.Board, "`place` knows other lines",
				"the lines of chess are not known on `%s`, whose edges are flipped", s.Board.Text)
		}
		return e.board, c.require(e.lattice == lattice.Square, codes.WrongLattice, s.Board,
			"`place` puts men on the lines of other lattices",
			"queens stand on squares, and `%s` is on the lattice `%s`", s.Board.Text, e.lattice.Name)
	}
	n, ok := c.evalSmall(s.Size.Expr())
	if !ok || !c.require(n > 0, codes.BadCount, s.Size, "", "there is no board of %d by %d", n, n) ||
		!c.fitsLimit(s.Size, n, n) || !c.chargeCells(s.Size, n*n) {
		return nil, false
	}
	b := &model.Board{Name: "board", Span: c.spanOf(s), Lattice: lattice.Square, Cells: lattice.Rectangle(n, n)}
	if s.Torus {
		b.Wrap, _ = lattice.NewWrap(edgePeriods("torus", b))
	}
	return b, true
}

// linesOfChess returns the lines of queens that no rule mentions.
func (c *checker) linesOfChess(b *model.Board) []model.LineGroup {
	if b.Flip != nil {
		return nil
	}
	kinds := []string{"rows", "columns", "diagonals"}
	lines := make([][]model.LineGroup, len(kinds))
	for k, kind := range kinds {
		lines[k] = linesOfKind(c.gridOf(b), b.Lattice, kind, model.CountRange{Min: 0, Max: 1})
	}
	rows, columns := &lines[0][0], &lines[1][0]
	queens := min(len(rows.Lines), len(columns.Lines))
	var out []model.LineGroup
	for k, kind := range kinds {
		if f := &lines[k][0]; (f == rows || f == columns) && len(f.Lines) == queens {
			f.Men = model.Once
		}
		if !c.seenOnce[ruleAbout(kind)] {
			out = append(out, lines[k]...)
		}
	}
	return out
}

// linesOfKind returns the lines of a kind on a board, each with the number of men allowed.
func linesOfKind(g *lattice.Grid, l *lattice.Lattice, kind string, men model.CountRange) []model.LineGroup {
	var out []model.LineGroup
	for _, f := range l.FamiliesOf(kind) {
		out = append(out, model.LineGroup{Name: f.Name, Lines: g.LinesOf(f), Men: men})
	}
	return out
}

// addManRules adds the rules of a statement to a placement.
func (c *checker) addManRules(p *model.ManPlacement, rules []*ast.ManRule) *model.ManPlacement {
	defer c.viewBoard(p.Board)()
	for _, r := range rules {
		c.eachRound(r.For, func() { c.checkManRule(p, r) })
	}
	counts := map[string]int{} // the numbers in the names of regions and custom lines continue from rule to rule
	for i := range p.Families {
		name := &p.Families[i].Name
		if counts[*name]++; counts[*name] > 1 {
			*name = fmt.Sprint(*name, counts[*name])
		}
		c.madeFamilies[*name] = true
	}
	return p
}

func (c *checker) checkManRule(p *model.ManPlacement, r *ast.ManRule) {
	switch {
	case r.Symmetric != nil:
		p.Symmetric = append(p.Symmetric, c.symmetryImages(r.Symmetric, p.Board)...)
	case r.Apart:
		p.Apart = rule.AppendApart(ruleChecker{c}, r, r.By, p.Board, nil, p.Apart)
	default:
		c.addLineRule(p, r)
	}
}

// groupGenerators lists the motions that generate each symmetry group, by the word for the group.
var groupGenerators = map[string][]string{
	"half-turn":  {"rotation by 180°"},
	"rotation":   {"rotation by 60°", "rotation by 90°"},
	"left-right": {"reflection left to right"},
	"top-bottom": {"reflection top to bottom"},
	"diagonal":   {"reflection in the main diagonal"},
}

// SymmetryWords lists the words that may follow `symmetric`.
func SymmetryWords() []string { return slices.Sorted(maps.Keys(groupGenerators)) }

// MotionsNamed returns the motions of a lattice that generate the group of a symmetry word.
func MotionsNamed(l *lattice.Lattice, word string) []lattice.Motion {
	return slices.DeleteFunc(slices.Clone(l.Motions),
		func(m lattice.Motion) bool { return !slices.Contains(groupGenerators[word], m.Name) })
}

// symmetryImages computes the image of each cell under the motions that a rule names. Each motion, followed by
// a shift of the corner to its old place, must map the board to itself.
func (c *checker) symmetryImages(t *ast.Term, b *model.Board) (images [][]int32) {
	names := SymmetryWords()
	if groupGenerators[t.Text] == nil {
		c.reportError(codes.UnknownClass, c.spanOf(t), "the symmetries are "+strings.Join(names, ", "),
			"there is no symmetry `%s` to keep", t.Text).SuggestName(t.Text, names)
		return nil
	}
	if !c.require(!b.IsWrapped(), codes.BadWrap, t, "",
		"symmetric solutions are not known of boards whose edges are joined") {
		return nil
	}
	grid := c.gridOf(b)
	for _, m := range MotionsNamed(b.Lattice, t.Text) {
		image := grid.MotionImage(m)
		for k, cell := range grid.Cells {
			optional := len(b.Optional) > 0 && image[k] >= 0 &&
				b.Optional.Has(cell) != b.Optional.Has(grid.Cells[image[k]])
			if !c.require(image[k] >= 0 && !optional, codes.CellOffBoard, t, "",
				"the board `%s` is not symmetric in this way: the image of %s is no such cell",
				b.Name, b.Lattice.FormatCell(cell)) {
				return nil
			}
		}
		images = append(images, image)
	}
	c.require(len(images) > 0, codes.UnknownClass, t, "", "the lattice `%s` has no `%s`", b.Lattice.Name, t.Text)
	return images
}

// A rule about lines becomes sets of cells with a number of men each, on every lattice. So lowering knows
// neither rows nor regions, and treats queens as men.

// addLineRule adds lines of several kinds, each with the number of men of the rule.
func (c *checker) addLineRule(p *model.ManPlacement, r *ast.ManRule) {
	men, ok := c.evalCount(r.Count.Count(), model.Any)
	for _, f := range linesOrBoard(r.On, r) {
		if f.Word != "" && !c.isFirst(ruleAbout(f.Word), f) {
			continue
		}
		if !c.chargeCells(f, len(c.gridOf(p.Board).Cells)) {
			return
		}
		lines := c.findLines(f, p.Board)
		for _, l := range lines {
			if l.Men, l.Span = men, c.spanOf(r); ok {
				p.Families = append(p.Families, l)
			}
		}
		if ok && len(lines) > 0 {
			c.warnPassedOver(f, men.Max, p.Board)
		}
	}
}

// linesOrBoard returns where a rule holds: on the whole board if it does not say where.
func linesOrBoard(on []*ast.Line, rule *ast.ManRule) []*ast.Line {
	if len(on) > 0 {
		return on
	}
	return []*ast.Line{{Node: rule.Node, Word: "all"}}
}

// appendBoardCells appends cells, which must be on the board. The result may contain a cell twice.
func (c *checker) appendBoardCells(known []lattice.Cell, places []*ast.Place, b *model.Board) []lattice.Cell {
	for _, at := range places {
		cell, ok := c.computeCell(at, b.Lattice)
		if !ok || !c.requireOnBoard(at, lattice.Shape{cell}, b) {
			continue
		}
		grid := c.gridOf(b)
		cell = grid.Cells[grid.Number(cell)]
		c.recordCell(at.Range(), cell)
		known = append(known, cell)
	}
	return known
}

// lineWords are the words for lines that may stand where a shape may.
var lineWords = []string{"rows", "columns", "diagonals", "segments", "all"}

// findLines finds the lines on which a rule holds, or none after an error.
func (c *checker) findLines(f *ast.Line, b *model.Board) []model.LineGroup {
	grid := c.gridOf(b)
	switch {
	case f.Word == "all":
		return []model.LineGroup{{Name: "all", Lines: []lattice.Shape{grid.Cells}, One: true}}
	case f.Word == "segments":
		return c.findSegments(f, b)
	case f.Word != "" && b.Flip != nil:
		c.fail(codes.BadWrap, f, "shapes and `regions` name any cells",
			"the %s of `%s` are not known, whose edges are flipped", f.Word, b.Name)
		return nil
	case f.Word != "":
		lines := linesOfKind(grid, b.Lattice, f.Word, model.CountRange{})
		if len(lines) == 0 {
			var kinds []string
			for _, k := range b.Lattice.Lines {
				kinds = append(kinds, k.Name+", ")
			}
			c.fail(codes.UnknownLines, f, "lines of any cells can be given: "+strings.Join(kinds, "")+
				"all, boxes, regions, a shape",
				"the lattice `%s` has no %s", b.Lattice.Name, f.Word)
		}
		return lines
	case f.Main:
		return c.findMainDiagonals(f, b)
	case f.Boxes != nil:
		return c.findBoxes(f, b)
	case f.Regions != nil:
		regions, _ := c.readRegions(f.Regions, b)
		group := model.LineGroup{Name: "region"}
		for _, r := range regions {
			group.Lines = append(group.Lines, r.Cells)
		}
		return []model.LineGroup{group}
	}
	if name := f.Shape.LoneName(); name != nil && c.scope[name.Text] == nil {
		kinds := []nameKind{shapeKind, boardKind, pieceKind}
		c.reportUnknown(name, "line, shape, board or piece", func() []string {
			return append(c.declaredNames(kinds...), lineWords...)
		}, c.undeclaredHint(name.Text, kinds))
		return nil
	}
	r, ok := c.computeShapeOn(f.Shape, b)
	if !ok {
		return nil
	}
	if f.Everywhere {
		return []model.LineGroup{{Name: "line", Lines: c.shiftedImages(f, r.allCells(), b)}}
	}
	if !c.requireOnBoard(f.Shape, r.allCells(), b) {
		return nil
	}
	c.recordPlaces(f.Shape, b)
	return []model.LineGroup{{Name: "line", Lines: []lattice.Shape{grid.CanonicalCells(r.allCells())}, One: true}}
}

// recordPlaces notes which cells the places mean that a shape lists.
func (c *checker) recordPlaces(s *ast.Shape, b *model.Board) {
	grid := c.gridOf(b)
	for _, at := range listedPlaces(s) {
		if cell, ok := c.computeCell(at, b.Lattice); ok && grid.Number(cell) >= 0 {
			c.recordCell(at.Range(), grid.Cells[grid.Number(cell)])
		}
	}
}

// listedPlaces returns the places of a shape that lists its cells and does nothing else.
func listedPlaces(s *ast.Shape) []*ast.Place {
	if len(s.Rest) > 0 || len(s.First.Motions) > 0 {
		return nil
	}
	return s.First.Atom.Cells
}

// shiftedImages returns the images of a shape under all shifts that leave it on the board.
func (c *checker) shiftedImages(at ast.Ranged, s lattice.Shape, b *model.Board) (lines []lattice.Shape) {
	grid, seen := c.gridOf(b), map[string]bool{} // finds equal images, which wrapped boards may have
	if !c.chargeCells(at, 4*len(grid.Cells)*len(s)) {
		return nil
	}
	stencil, room := grid.NewStencil(s), make([]int32, 0, len(s))
	for _, cell := range grid.Cells {
		shift := cell.Minus(s[0])
		numbers, fits := stencil.AppendNumbers(room, shift)
		if !fits || !b.Lattice.IsShift(shift) {
			continue
		}
		slices.Sort(numbers)
		line := make(lattice.Shape, 0, len(numbers))
		for _, n := range slices.Compact(numbers) {
			line = append(line, grid.Cells[n])
		}
		if grid.IsWrapped() {
			key := fmt.Sprint(line)
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		c.warn(codes.PieceFitsNowhere, at, "", "this shape fits nowhere on the board `%s`, so the rule says nothing",
			b.Name)
	}
	return lines
}
