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
	"quadrille/lang/parse"
)

// latticeOfName returns the lattice that a declaration names, or the lattice of squares if it names none.
func (c *checker) latticeOfName(name *ast.Name) (*lattice.Lattice, bool) {
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

// checkBoard computes a board. If edges are joined, several drawn cells may be the same cell, and drawing a cell twice
// is no error. A cell is optional only if none of the drawn cells that are the same cell must be covered.
func (c *checker) checkBoard(e *entity, s *ast.Board) bool {
	r, ok := c.computeDrawnShape(s.Shape, s.PictureFile, e.lattice)
	if !ok {
		return false
	}
	b := &model.Board{Name: e.name, Span: c.spanOf(s), Lattice: e.lattice, Cells: r.cells,
		OptionalCells: r.optionalCells}
	switch {
	case s.Wrap == nil:
	case edgeFlipOfWord[s.Wrap.Word] != nil:
		if !c.require(e.lattice == lattice.Square, codes.BadWrap, s.Wrap, "",
			"edges of squares are joined upside down, and `%s` is on the lattice `%s`", e.name, e.lattice.Name) {
			return false
		}
		least, greatest := b.AllCells().BoundingBox()
		size := greatest.Minus(least)
		flip := *edgeFlipOfWord[s.Wrap.Word]
		flip.LeastCorner, flip.Rows, flip.Columns = least, size[0]+1, size[1]+1
		b.EdgeFlip = &flip
	default:
		if b.WrapPeriods, ok = c.computeWrap(s.Wrap, b); !ok {
			return false
		}
		b.MergedCellCount = len(r.cells) + len(r.optionalCells)
		b.Cells = b.WrapPeriods.FirstOfEqualCells(r.cells)
		b.OptionalCells = b.WrapPeriods.FirstOfEqualCells(slices.Concat(b.Cells, r.optionalCells))[len(b.Cells):]
		b.MergedCellCount -= len(b.Cells) + len(b.OptionalCells)
	}
	if len(r.coloredCells) > 0 {
		b.CellColors = map[lattice.Cell]rune{}
		grid, colors := c.boardGrid(b), r.colorOfCell()
		for _, cell := range r.allCells() {
			at, color := grid.Cells[grid.CellNumber(cell)], colors[cell]
			if color == 0 {
				continue
			}
			if old, twice := b.CellColors[at]; twice && old != color {
				drawn := ast.Ranged(s)
				if s.Shape != nil {
					drawn = s.Shape
				}
				return c.fail(codes.BadWrap, drawn, "", "the cell %s has two colors, as the edges are joined",
					e.lattice.FormatCell(at))
			}
			b.CellColors[at] = color
		}
	}
	e.board, e.shapeRegion = b, partlyOptionalShape{b.Cells, b.OptionalCells, r.coloredCells}
	return s.CellLabels == nil || c.readLabels(s.CellLabels, b)
}

// edgeFlipOfWord maps the words of boards whose edges are joined upside down to the edges that are joined.
var edgeFlipOfWord = map[string]*lattice.FlippedEdges{"mobius": {}, "klein": {JoinsTopBottom: true},
	"projective": {JoinsTopBottom: true, FlipsTopBottom: true}}

// boardGrid returns the grid that gives each cell of a board its index. Each board has one grid, which all rules share.
func (c *checker) boardGrid(b *model.Board) *lattice.Grid {
	if c.gridByBoard[b] == nil {
		c.gridByBoard[b] = b.NewGrid()
	}
	return c.gridByBoard[b]
}

// cellsOffBoard returns the cells of a shape that are not on the board.
func (c *checker) cellsOffBoard(b *model.Board, s lattice.Shape) lattice.Shape {
	g := c.boardGrid(b)
	return slices.DeleteFunc(slices.Clone(s), func(cell lattice.Cell) bool { return g.CellNumber(cell) >= 0 })
}

// requireOnBoard reports an error if a cell of a shape is not on the board.
func (c *checker) requireOnBoard(at ast.Ranged, s lattice.Shape, b *model.Board) bool {
	off := c.cellsOffBoard(b, s)
	if len(off) > 0 {
		least, greatest := b.AllCells().BoundingBox()
		hint := fmt.Sprintf("rows and columns count from 0: the board lies from %s to %s",
			b.Lattice.FormatCell(least), b.Lattice.FormatCell(greatest))
		if len(off) < len(s) && b.Name != "" {
			hint += fmt.Sprintf("; `& %s` behind a shape leaves out what is not on the board", b.Name)
		}
		c.fail(codes.CellOffBoard, at, hint,
			"the cell %s is not on the board", b.Lattice.FormatCell(off[0]))
	}
	return len(off) == 0
}

// maxPeriod bounds the coordinates of periods. So products of three coordinates fit 64 bits, and entries of the echelon
// form are in the range of coordinates.
const maxPeriod = 1000

// computeWrap computes the periods of a board whose edges are joined.
func (c *checker) computeWrap(s *ast.Wrap, b *model.Board) (lattice.WrapPeriods, bool) {
	periods := periodsOfEdgeWord(s.Word, b)
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
			!c.require(!anyCoordinateExceeds(p[:], maxPeriod), codes.TooLarge, at, "",
				"a board is wrapped by %d cells at most",
				maxPeriod) {
			return nil, false
		}
	}
	w, independent := lattice.NewWrapPeriods(periods)
	for _, period := range w {
		if anyCoordinateExceeds(period[:], maxCoordinate) {
			return nil, c.fail(codes.TooLarge, s, "", "these shifts lead around too large a board")
		}
	}
	return w, c.require(independent, codes.BadWrap, s,
		"each shift leads to other cells than the ones before it, and none is (0, 0)",
		"these shifts are not independent")
}

// periodsOfEdgeWord returns the shifts that join opposite edges of a board, given the word for the board: a shift for
// each pair of edges for "torus", the shift from left to right for "cylinder", and none for any other word.
func periodsOfEdgeWord(word string, b *model.Board) (periods []lattice.Cell) {
	first := map[string]int{"torus": 0, "cylinder": len(b.Lattice.AxisNames) - 1, "": len(b.Lattice.AxisNames)}[word]
	least, greatest := b.AllCells().BoundingBox()
	size := greatest.Minus(least)
	for k := first; k < len(b.Lattice.AxisNames); k++ {
		var period lattice.Cell
		period[k] = size[k] + 1
		if b.Lattice.StickEnds != nil {
			// on lattices of sticks the two edges share their sticks, so the period is the size less one line
			period[k] = size[k]
		}
		periods = append(periods, period)
	}
	return periods
}

// anyCoordinateExceeds reports whether the absolute value of some coordinate is greater than a bound.
func anyCoordinateExceeds[T int32 | int64](coordinates []T, most T) bool {
	return slices.Max(coordinates) > most || slices.Min(coordinates) < -most
}

// checkPlaceStatement checks a `place` statement.
func (c *checker) checkPlaceStatement(s *ast.PlaceMan) bool {
	b := c.boardOfShape(s.Board)
	if b == nil {
		return false
	}
	c.addSentence(s, "Put "+pluralOfName(s.Man.Text)+" on the board, one on a cell at most.\n"+
		rule.JoinedEdgesSentence(b))
	c.puzzle.Chessmen = c.addChessmenRules(&model.ChessmenPlacement{Span: c.spanOf(s), Chessman: s.Man.Text, Board: b},
		s.Rules)
	return true
}

// boardOfShape returns the board of a statement, which is declared or written inline. An inline board is on the lattice
// of the name that it begins with, or on the lattice of squares. The result is nil after an error.
func (c *checker) boardOfShape(s *ast.Shape) *model.Board {
	l, first := lattice.Square, s.FirstTerm.Atom
	if first.Name != nil && len(first.OtherSides) == 0 {
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
	if !ok || !c.regionBoxFitsCellLimit(s, r) {
		return nil
	}
	b := &model.Board{Name: "board", Span: c.spanOf(s), Lattice: l, Cells: r.cells, OptionalCells: r.optionalCells}
	if len(r.coloredCells) > 0 {
		b.CellColors = r.colorOfCell()
	}
	return b
}

// checkQueensStatement checks a `queens` statement. It places as many queens as there are rows or columns, whichever
// are fewer. On each row, column and diagonal there is at most one queen, unless a rule speaks of these lines.
func (c *checker) checkQueensStatement(s *ast.Queens) bool {
	b, ok := c.queensBoard(s)
	if !ok {
		return false
	}
	c.addSentence(s, "Put queens on the board.\n"+rule.JoinedEdgesSentence(b))
	p := c.addChessmenRules(&model.ChessmenPlacement{Span: c.spanOf(s), Chessman: "queen", Board: b}, s.Rules)
	c.addQueensSentences(s, b)
	p.LineGroups = append(c.unmentionedQueenLines(b), p.LineGroups...)
	c.puzzle.Chessmen = p
	return true
}

// queensBoard returns the board of a `queens` statement.
func (c *checker) queensBoard(s *ast.Queens) (*model.Board, bool) {
	if s.Board != nil {
		e := c.lookupName(s.Board, boardKind)
		if e == nil {
			return nil, false
		}
		if e.board.EdgeFlip != nil {
			return nil, c.fail(codes.BadWrap, s.Board, "`place` knows other lines",
				"the lines of chess are not known on `%s`, whose edges are flipped", s.Board.Text)
		}
		return e.board, c.require(e.lattice == lattice.Square, codes.WrongLattice, s.Board,
			"`place` puts men on the lines of other lattices",
			"queens stand on squares, and `%s` is on the lattice `%s`", s.Board.Text, e.lattice.Name)
	}
	n, ok := c.evalSize(s.Size.Expr())
	if !ok || !c.require(n > 0, codes.BadCount, s.Size, "", "there is no board of %d by %d", n, n) ||
		!c.boxFitsCellLimit(s.Size, n, n) || !c.chargeCells(s.Size, n*n) {
		return nil, false
	}
	b := &model.Board{Name: "board", Span: c.spanOf(s), Lattice: lattice.Square, Cells: lattice.Rectangle(n, n)}
	if s.Torus {
		b.WrapPeriods, _ = lattice.NewWrapPeriods(periodsOfEdgeWord("torus", b))
	}
	return b, true
}

// unmentionedQueenLines returns the rows, columns and diagonals with the number of queens allowed on each, except for
// the kinds of lines that a rule mentions.
func (c *checker) unmentionedQueenLines(b *model.Board) []model.ChessmenLineGroup {
	if b.EdgeFlip != nil {
		return nil
	}
	kinds := []string{"rows", "columns", "diagonals"}
	lines := make([][]model.ChessmenLineGroup, len(kinds))
	for k, kind := range kinds {
		lines[k] = linesOfKind(c.boardGrid(b), b.Lattice, kind, model.CountRange{Min: 0, Max: 1})
	}
	rows, columns := &lines[0][0], &lines[1][0]
	queens := min(len(rows.CellLines), len(columns.CellLines))
	var out []model.ChessmenLineGroup
	for k, kind := range kinds {
		if f := &lines[k][0]; (f == rows || f == columns) && len(f.CellLines) == queens {
			f.ChessmenPerLine = model.Once
		}
		if !c.singleUseKeysSeen[onceOnlyKey(kind)] {
			out = append(out, lines[k]...)
		}
	}
	return out
}

// addQueensSentences adds sentences that say what holds on the rows, columns and diagonals that no rule mentions.
func (c *checker) addQueensSentences(s *ast.Queens, b *model.Board) {
	least, greatest := b.AllCells().BoundingBox()
	rows, columns := greatest[0]-least[0]+1, greatest[1]-least[1]+1
	for _, line := range []struct {
		kind, where string
		isFull      bool
	}{{"rows", "in each row", rows <= columns}, {"columns", "in each column", columns <= rows},
		{"diagonals", "in each diagonal", false}} {
		men := model.CountRange{Min: 0, Max: 1}
		if line.isFull {
			men = model.Once
		}
		if !c.singleUseKeysSeen[onceOnlyKey(line.kind)] {
			c.addSentence(s, rule.ExistenceSentence(line.where, men, "queen", "queens"))
		}
	}
}

// linesOfKind returns the lines of a kind on a board, with the number of chessmen allowed on each.
func linesOfKind(g *lattice.Grid, l *lattice.Lattice, kind string, men model.CountRange) []model.ChessmenLineGroup {
	var out []model.ChessmenLineGroup
	for _, f := range l.LineFamiliesOf(kind) {
		out = append(out, model.ChessmenLineGroup{ItemFamily: f.Name, CellLines: g.LinesOfFamily(f),
			ChessmenPerLine: men})
	}
	return out
}

// addChessmenRules checks the rules of a statement and adds them to a placement of chessmen.
func (c *checker) addChessmenRules(p *model.ChessmenPlacement, rules []*ast.ManRule) *model.ChessmenPlacement {
	defer c.setRuleBoard(p.Board)()
	for _, r := range rules {
		c.eachRuleRound(r.Loop(), func() {
			before, drawn := c.failureCount, len(p.RuleSigns)
			if c.checkChessmenRule(p, r); c.failureCount == before {
				c.addRuleSentence(r, r.On, p.Board, func(general bool) string {
					return rule.ChessmenRuleSentence(ruleChecker{c}, r, p.Board, p.RuleSigns[drawn:], p.Chessman,
						pluralOfName(p.Chessman),
						general)
				})
			}
		})
	}
	// for each name, the number of line groups with this name so far; the number is part of the name from 2 on
	counts := map[string]int{}
	for i := range p.LineGroups {
		name := &p.LineGroups[i].ItemFamily
		if counts[*name]++; counts[*name] > 1 {
			*name = fmt.Sprint(*name, counts[*name])
		}
		c.familiesOutsideCore[*name] = true
	}
	return p
}

// checkChessmenRule checks one rule of a `place` or `queens` statement.
func (c *checker) checkChessmenRule(p *model.ChessmenPlacement, r *ast.ManRule) {
	switch {
	case r.Symmetric != nil:
		p.RequiredSymmetries = append(p.RequiredSymmetries, c.cellImagesUnderMotions(r.Symmetric.Motions, p.Board)...)
	case r.Apart != nil:
		if c.require(r.Apart.Pieces == nil && r.Apart.Symbols == nil, codes.Unexpected, r, "write `apart` alone",
			"the men of a board are apart, and nothing else") {
			p.Separations = rule.AppendApartPairs(ruleChecker{c}, r, r.Apart.ChessmanMove, p.Board, nil, p.Separations)
		}
	default:
		c.addChessmenLineRule(p, r)
	}
}

// generatorsOfSymmetryWord lists, for each word behind `symmetric`, names of motions that generate the group.
var generatorsOfSymmetryWord = map[string][]string{
	"half-turn":  {"rotation by 180°"},
	"rotation":   {"rotation by 60°", "rotation by 90°"},
	"left-right": {"reflection left to right"},
	"top-bottom": {"reflection top to bottom"},
	"diagonal":   {"reflection in the main diagonal"},
}

// SymmetryWords lists the words that may follow `symmetric`.
func SymmetryWords() []string { return slices.Sorted(maps.Keys(generatorsOfSymmetryWord)) }

// MotionsOfSymmetryWord returns motions of a lattice that generate the group of a word behind `symmetric`.
func MotionsOfSymmetryWord(l *lattice.Lattice, word string) []lattice.Motion {
	return slices.DeleteFunc(slices.Clone(l.Motions),
		func(m lattice.Motion) bool { return !slices.Contains(generatorsOfSymmetryWord[word], m.Name) })
}

// cellImagesUnderMotions returns, for each motion that a rule names, the index of the image of each cell. Each motion,
// followed by the shift that restores the corner, must map the board to itself.
func (c *checker) cellImagesUnderMotions(t *ast.Term, b *model.Board) (images [][]int32) {
	names := SymmetryWords()
	if generatorsOfSymmetryWord[t.Text] == nil {
		c.reportError(codes.UnknownClass, c.spanOf(t), "the symmetries are "+strings.Join(names, ", "),
			"there is no symmetry `%s` to keep", t.Text).SuggestName(t.Text, names)
		return nil
	}
	if !c.require(!b.IsWrapped(), codes.BadWrap, t, "",
		"symmetric solutions are not known of boards whose edges are joined") {
		return nil
	}
	grid := c.boardGrid(b)
	for _, m := range MotionsOfSymmetryWord(b.Lattice, t.Text) {
		image := grid.ImagesUnderMotion(m)
		for k, cell := range grid.Cells {
			optional := len(b.OptionalCells) > 0 && image[k] >= 0 &&
				b.OptionalCells.HasCell(cell) != b.OptionalCells.HasCell(grid.Cells[image[k]])
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

// A rule about lines becomes sets of cells with a number of chessmen on each, for every lattice. So lowering knows
// neither rows nor regions, and treats queens as chessmen.

// addChessmenLineRule adds the lines of a rule, with the number of chessmen on each.
func (c *checker) addChessmenLineRule(p *model.ChessmenPlacement, r *ast.ManRule) {
	men, ok := c.evalCount(r.Count.Count(), model.Unlimited)
	for _, f := range linesOrWholeBoard(r.On, r) {
		if f.Word != "" && !c.requireFirstOfKind(onceOnlyKey(f.Word), f) {
			continue
		}
		if !c.chargeCells(f, len(c.boardGrid(p.Board).Cells)) {
			return
		}
		lines := c.findRuleLines(f, p.Board)
		for _, l := range lines {
			if l.ChessmenPerLine, l.Span = men, c.spanOf(r); !ok {
				continue
			}
			p.LineGroups = append(p.LineGroups, l)
			if len(r.On) != 1 || len(l.CellLines) != 1 {
				continue
			}
			if sign, drawn := rule.SignOfCount(ruleChecker{c}, f, l.CellLines[0], men, p.Board, "corner"); drawn {
				p.RuleSigns = append(p.RuleSigns, sign)
			}
		}
		if ok && len(lines) > 0 {
			c.warnSkippedHoles(f, men.Max, p.Board)
		}
	}
}

// linesOrWholeBoard returns the lines for which a rule holds. If the rule names none, it holds for the whole board.
func linesOrWholeBoard(on []*ast.Line, rule *ast.ManRule) []*ast.Line {
	if len(on) > 0 {
		return on
	}
	return []*ast.Line{{Node: rule.Node, Word: "all"}}
}

// appendBoardCells appends the cells at some places, which must be on the board. The result may hold a cell twice.
func (c *checker) appendBoardCells(known []lattice.Cell, places []*ast.Place, b *model.Board) []lattice.Cell {
	for _, at := range places {
		cell, ok := c.computeCell(at, b.Lattice)
		if !ok || !c.requireOnBoard(at, lattice.Shape{cell}, b) {
			continue
		}
		grid := c.boardGrid(b)
		cell = grid.Cells[grid.CellNumber(cell)]
		c.recordCell(at.Range(), cell)
		known = append(known, cell)
	}
	return known
}

// findRuleLines returns the lines on which a rule holds; nil after an error.
func (c *checker) findRuleLines(f *ast.Line, b *model.Board) []model.ChessmenLineGroup {
	grid := c.boardGrid(b)
	switch {
	case f.Word == "all":
		return []model.ChessmenLineGroup{{ItemFamily: "all", CellLines: []lattice.Shape{grid.Cells},
			HasSingleLine: true}}
	case f.Word == "segments":
		return c.findSegments(f, b)
	case f.Word != "" && b.EdgeFlip != nil:
		c.fail(codes.BadWrap, f, "shapes and `regions` name any cells",
			"the %s of `%s` are not known, whose edges are flipped", f.Word, b.Name)
		return nil
	case f.Word != "":
		lines := linesOfKind(grid, b.Lattice, f.Word, model.CountRange{})
		if len(lines) == 0 {
			var kinds []string
			for _, k := range b.Lattice.LineKinds {
				kinds = append(kinds, k.Name+", ")
			}
			c.fail(codes.UnknownLines, f, "lines of any cells can be given: "+strings.Join(kinds, "")+
				"all, boxes, regions, a shape",
				"the lattice `%s` has no %s", b.Lattice.Name, f.Word)
		}
		return lines
	case f.MainDiagonals:
		return c.findMainDiagonals(f, b)
	case f.Boxes != nil:
		return c.findBoxes(f, b)
	case f.Regions != nil:
		regions, _ := c.readRegions(f.Regions, b)
		group := model.ChessmenLineGroup{ItemFamily: "region"}
		for _, r := range regions {
			group.CellLines = append(group.CellLines, r.Cells)
		}
		return []model.ChessmenLineGroup{group}
	}
	if name := f.Shape.LoneName(); name != nil && c.namesInScope[name.Text] == nil {
		kinds := []nameKind{shapeKind, boardKind, pieceKind}
		c.reportUnknown(name, "line, shape, board or piece", func() []string {
			return append(c.declaredNames(kinds...), parse.LineWords...)
		}, c.undeclaredHint(name.Text, kinds))
		return nil
	}
	r, ok := c.computeShapeOn(f.Shape, b)
	if !ok {
		return nil
	}
	if f.Everywhere {
		return []model.ChessmenLineGroup{{ItemFamily: "line", CellLines: c.imagesUnderAllShifts(f, r.allCells(), b)}}
	}
	if !c.requireOnBoard(f.Shape, r.allCells(), b) {
		return nil
	}
	c.recordListedPlaces(f.Shape, b)
	return []model.ChessmenLineGroup{{ItemFamily: "line", CellLines: []lattice.Shape{grid.CanonicalCells(r.allCells())},
		HasSingleLine: true}}
}

// recordListedPlaces records, for each listed place of a shape, the cell that it means.
func (c *checker) recordListedPlaces(s *ast.Shape, b *model.Board) {
	grid := c.boardGrid(b)
	for _, at := range placesOfCellList(s) {
		if cell, ok := c.computeCell(at, b.Lattice); ok && grid.CellNumber(cell) >= 0 {
			c.recordCell(at.Range(), grid.Cells[grid.CellNumber(cell)])
		}
	}
}

// placesOfCellList returns the places of a shape that is nothing but a list of cells; nil for any other shape.
func placesOfCellList(s *ast.Shape) []*ast.Place {
	if len(s.OtherTerms) > 0 || len(s.FirstTerm.Motions) > 0 {
		return nil
	}
	return s.FirstTerm.Atom.Cells
}

// imagesUnderAllShifts returns the images of a shape under all shifts that keep it on the board.
func (c *checker) imagesUnderAllShifts(at ast.Ranged, s lattice.Shape, b *model.Board) (lines []lattice.Shape) {
	// keys of the images so far: edges that are joined may make two images equal
	grid, seen := c.boardGrid(b), map[string]bool{}
	if !c.chargeCells(at, 4*len(grid.Cells)*len(s)) {
		return nil
	}
	stencil, room := grid.NewStencil(s), make([]int32, 0, len(s))
	for _, cell := range grid.Cells {
		shift := cell.Minus(s[0])
		numbers, fits := stencil.AppendNumbersAt(room, shift)
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
		c.reportWarning(codes.PieceFitsNowhere, at, "",
			"this shape fits nowhere on the board `%s`, so the rule says nothing",
			b.Name)
	}
	return lines
}
