package check

import (
	"iter"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// ruleChecker gives package rule access to the checker.
type ruleChecker struct{ *checker }

var _ rule.Checker = ruleChecker{}

func (c ruleChecker) EvalCount(n *ast.Count, most int) (model.CountRange, bool) {
	return c.evalCount(n, most)
}

func (c ruleChecker) EvalBoxSides(b *ast.Box, what string) (rows, columns int, ok bool) {
	return c.evalTwoSides(b, what)
}

func (c ruleChecker) EvalShift(p *ast.Place) (lattice.Cell, bool) {
	return c.computeCell(p, lattice.Square)
}

func (c ruleChecker) EvalPlace(p *ast.Place, b *model.Board) (lattice.Cell, bool) {
	return c.computeCell(p, b.Lattice)
}

func (c ruleChecker) FindCell(p *ast.Place, b *model.Board) (lattice.Cell, bool) {
	cells := c.appendBoardCells(nil, []*ast.Place{p}, b)
	if len(cells) == 0 {
		return lattice.Cell{}, false
	}
	return cells[0], true
}

func (c ruleChecker) FindListedCells(list *ast.CellList, b *model.Board) (cells []lattice.Cell, ok bool) {
	before, seen := c.failureCount, map[lattice.Cell]bool{}
	c.eachRuleRound(list.For, func() {
		for _, at := range list.Cells {
			cell, found := c.findListedCell(at, b)
			if found && c.require(!seen[cell], codes.BadPlace, at,
				"a rule goes over a cell once; close a ring by a second rule, about the last cell and the first",
				"this cell is there already") {
				seen[cell] = true
				cells = append(cells, cell)
			}
		}
	})
	return cells, c.failureCount == before && c.chargeCells(list.Cells[0], len(cells))
}

// findListedCell returns the cell at a place on a board, or the cell with a label.
func (c ruleChecker) findListedCell(at *ast.Cell, b *model.Board) (cell lattice.Cell, ok bool) {
	if at.Place != nil {
		return c.FindCell(at.Place, b)
	}
	outer := c.ruleBoard
	c.ruleBoard = b
	defer func() { c.ruleBoard = outer }()
	return c.labeledCell(at, at.Label)
}

func (c ruleChecker) FindCells(s *ast.Shape, b *model.Board) ([]lattice.Cell, bool) {
	r, ok := c.computeShapeOn(s, b)
	if !ok || !c.requireOnBoard(s, r.allCells(), b) {
		return nil, false
	}
	return c.boardGrid(b).CanonicalCells(r.allCells()), true
}

func (c ruleChecker) FindLines(l *ast.Line, b *model.Board) (lines []lattice.Shape) {
	for _, group := range c.findRuleLines(l, b) {
		lines = append(lines, group.CellLines...)
	}
	return lines
}

func (c ruleChecker) WarnSkippedHoles(l *ast.Line, most int, b *model.Board) {
	c.warnSkippedHoles(l, most, b)
}

func (c ruleChecker) FindSymmetryImages(t *ast.Term, b *model.Board) [][]int32 {
	return c.cellImagesUnderMotions(t, b)
}

func (c ruleChecker) ReadPicture(p *ast.Lines, l *lattice.Lattice) iter.Seq2[rule.PictureMark, lattice.Cell] {
	return c.eachPictureCell(p, l)
}

func (c ruleChecker) ReadRegions(p *ast.Lines, b *model.Board) ([]rule.Region, bool) {
	return c.readRegions(p, b)
}

func (c ruleChecker) RequireSize(p *ast.Lines, rows, columns int) bool {
	return c.requirePictureSize(p, rows, columns)
}

func (c ruleChecker) RecordCell(at source.Range, cell lattice.Cell) { c.recordCell(at, cell) }

func (c ruleChecker) GridOfBoard(b *model.Board) *lattice.Grid { return c.boardGrid(b) }

func (c ruleChecker) ChargeCells(at ast.Ranged, cells int) bool { return c.chargeCells(at, cells) }

func (c ruleChecker) SpanOf(n ast.Ranged) source.Span { return c.spanOf(n) }

func (c ruleChecker) ReportWarning(code source.Code, at source.Span, hint, format string, args ...any) {
	c.errorList.AddWarning(code, at, hint, format, args...)
}

func (c ruleChecker) ReportError(code source.Code, at source.Span, hint, format string, args ...any) bool {
	return c.failAt(code, at, hint, format, args...)
}
