package check

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// Some shapes in rules depend on the board of the rule: its lines, and the cells around a place. Such shapes hold only
// cells of the board.

// computeShapeOn computes a shape in a rule about a board.
func (c *checker) computeShapeOn(s *ast.Shape, b *model.Board) (partlyOptionalShape, bool) {
	defer c.setRuleBoard(b)()
	return c.computeShape(s, b.Lattice)
}

// setRuleBoard sets the board of the rule being checked. The function that it returns restores the former board.
func (c *checker) setRuleBoard(b *model.Board) (leave func()) {
	outer := c.ruleBoard
	c.ruleBoard = b
	return func() { c.ruleBoard = outer }
}

// cellsOfBoardView returns the cells of the rule's board that are in a line, or around a place.
func (c *checker) cellsOfBoardView(v *ast.BoardView, l *lattice.Lattice) (partlyOptionalShape, bool) {
	b := c.ruleBoard
	if !c.require(b != nil, codes.BadPlace, v, "in a rule it speaks of the board that the rule is about",
		"this is a part of a board, and there is no board here") {
		return partlyOptionalShape{}, false
	}
	grid := c.boardGrid(b)
	switch {
	case v.LineWord != "":
		return c.cellsOfRowOrColumn(v, grid, l)
	case v.AroundPlace != nil:
		return c.cellsAround(v, grid, l)
	case v.RaysFromPlace != nil:
		return c.cellsOnRays(v, v.RaysFromPlace, grid, l, lattice.Cell{})
	}
	step, ok := c.computeCell(v.Ray[1], l)
	if !ok || !c.require(step != lattice.Cell{}, codes.BadPlace, v.Ray[1], "(0, 1) leads to the right",
		"a ray leads somewhere") {
		return partlyOptionalShape{}, false
	}
	return c.cellsOnRays(v, v.Ray[0], grid, l, step)
}

// cellsOfRowOrColumn returns the cells of one row or column.
func (c *checker) cellsOfRowOrColumn(v *ast.BoardView, grid *lattice.Grid, l *lattice.Lattice) (partlyOptionalShape,
	bool) {
	number, ok := c.evalSize(v.LineNumber.Expr())
	axis := len(l.AxisNames) - 2
	if v.LineWord == "column" {
		axis++
	}
	var cells []lattice.Cell
	for _, cell := range grid.Cells {
		if int(cell[axis]) == number {
			cells = append(cells, cell)
		}
	}
	least, greatest := grid.Cells.BoundingBox()
	return partlyOptionalShape{cells: lattice.NewShape(cells)}, ok && c.chargeCells(v, len(grid.Cells)) &&
		c.require(len(cells) > 0, codes.CellOffBoard, v,
			fmt.Sprintf("they count from 0; those of this board lie from %d to %d", least[axis], greatest[axis]),
			"the board has no %s %d", v.LineWord, number)
}

// cellsAround returns the neighbours of a place. The place itself may be a hole of the board.
func (c *checker) cellsAround(v *ast.BoardView, grid *lattice.Grid, l *lattice.Lattice) (partlyOptionalShape, bool) {
	at, ok := c.computeCell(v.AroundPlace, l)
	if !ok || !c.require(v.ChessmanMove == "" || l == lattice.Square, codes.WrongLattice, v, "",
		"chessmen move on squares, and this board is on the lattice `%s`", l.Name) ||
		!c.require(l.IsCell(at), codes.BadPlace, v.AroundPlace, l.CellLayoutText,
			"there is no cell %s on the lattice `%s`",
			l.FormatCell(at), l.Name) {
		return partlyOptionalShape{}, false
	}
	near := l.Neighbours(at)
	if v.ChessmanMove != "" {
		near = nil
		for _, step := range rule.ChessmanMoveShifts(v.ChessmanMove) {
			near = append(near, at.Plus(step))
		}
	}
	var cells []lattice.Cell
	for _, cell := range near {
		if n := grid.CellNumber(cell); n >= 0 {
			cells = append(cells, grid.Cells[n])
		}
	}
	return partlyOptionalShape{cells: lattice.NewShape(cells)}, c.chargeCells(v, len(near))
}

// cellsOnRays returns the cells that are seen from a place in the direction of a step, up to the first place that is
// not on the board. If the step is zero, all directions that lead to neighbours are used.
func (c *checker) cellsOnRays(v *ast.BoardView, from *ast.Place, grid *lattice.Grid, l *lattice.Lattice,
	step lattice.Cell) (partlyOptionalShape, bool) {
	at, ok := c.computeCell(from, l)
	if !ok || !c.require(l == lattice.Square || l == lattice.Hexagon || l == lattice.Cube, codes.WrongLattice, v,
		"rays go along rows of squares, hexagons or cubes", "on the lattice `%s` no cells lie in a straight line",
		l.Name) {
		return partlyOptionalShape{}, false
	}
	steps := []lattice.Cell{step}
	if (step == lattice.Cell{}) {
		steps = l.Neighbours(lattice.Cell{})
	}
	here := grid.CellNumber(at)
	var cells []lattice.Cell
	for _, step := range steps {
		for cell := at.Plus(step); ; cell = cell.Plus(step) {
			n := grid.CellNumber(cell)
			if n < 0 || n == here { // the ray ends at a hole, or where joined edges lead it back to its start
				break
			}
			cells = append(cells, grid.Cells[n])
		}
	}
	return partlyOptionalShape{cells: lattice.NewShape(cells)}, c.chargeCells(v, len(cells)+len(steps))
}

// findSegments returns the parts of the rows and columns between holes and edges of a board.
func (c *checker) findSegments(f *ast.Line, b *model.Board) []model.ChessmenLineGroup {
	if !c.require(b.Lattice == lattice.Square && !b.IsWrapped(), codes.WrongLattice, f, "",
		"segments end at holes and edges of a board of squares whose edges are not joined") {
		return nil
	}
	grid := c.boardGrid(b)
	group := model.ChessmenLineGroup{ItemFamily: "segment"}
	for _, step := range []lattice.Cell{{0, 1}, {1, 0}} {
		for _, cell := range grid.Cells {
			if grid.CellNumber(cell.Minus(step)) >= 0 {
				continue
			}
			var segment lattice.Shape
			for ; grid.CellNumber(cell) >= 0; cell = cell.Plus(step) {
				segment = append(segment, cell)
			}
			group.CellLines = append(group.CellLines, segment)
		}
	}
	return []model.ChessmenLineGroup{group}
}

// findBoxes cuts the box around a board of squares into boxes of one size. It leaves out boxes without a cell.
func (c *checker) findBoxes(f *ast.Line, b *model.Board) []model.ChessmenLineGroup {
	rows, columns, ok := c.evalTwoSides(f.Boxes, "a box")
	if !ok || !c.require(b.Lattice == lattice.Square, codes.WrongLattice, f, "`regions` are for every board",
		"boxes are for squares, and `%s` is on the lattice `%s`", b.Name, b.Lattice.Name) {
		return nil
	}
	least, greatest := b.AllCells().BoundingBox()
	height, width := int(greatest[0]-least[0])+1, int(greatest[1]-least[1])+1
	if !c.require(rows > 0 && columns > 0 && height%rows == 0 && width%columns == 0, codes.BadBoxes, f, "",
		"boxes of %d by %d do not divide a board of %d by %d", rows, columns, height, width) {
		return nil
	}
	boxes := make([]lattice.Shape, height/rows*(width/columns))
	for _, cell := range c.boardGrid(b).Cells {
		at := cell.Minus(least)
		k := int(at[0])/rows*(width/columns) + int(at[1])/columns
		boxes[k] = append(boxes[k], cell)
	}
	boxes = slices.DeleteFunc(boxes, func(s lattice.Shape) bool { return len(s) == 0 })
	return []model.ChessmenLineGroup{{ItemFamily: "box", CellLines: boxes}}
}

// findMainDiagonals returns the two diagonals from corner to corner of a board that is as wide as high: first the
// diagonal that leads down to the right, then the other.
func (c *checker) findMainDiagonals(f *ast.Line, b *model.Board) []model.ChessmenLineGroup {
	if !c.require(b.Lattice == lattice.Square, codes.WrongLattice, f, "",
		"main diagonals are for squares, and `%s` is on the lattice `%s`", b.Name, b.Lattice.Name) {
		return nil
	}
	least, greatest := b.AllCells().BoundingBox()
	size := greatest.Minus(least)
	if !c.require(size[0] == size[1], codes.UnknownLines, f, "`diagonals` are all of them",
		"the board is %d by %d, and only one that is as wide as high has main diagonals", size[0]+1, size[1]+1) {
		return nil
	}
	grid := c.boardGrid(b)
	lines := make([]lattice.Shape, 2)
	for k := range size[0] + 1 {
		for i, cell := range []lattice.Cell{least.Plus(lattice.Cell{k, k}), least.Plus(lattice.Cell{size[0] - k, k})} {
			if n := grid.CellNumber(cell); n >= 0 {
				lines[i] = append(lines[i], grid.Cells[n])
			}
		}
	}
	return []model.ChessmenLineGroup{{ItemFamily: "diagonal", CellLines: slices.DeleteFunc(lines,
		func(s lattice.Shape) bool { return len(s) == 0 })}}
}
