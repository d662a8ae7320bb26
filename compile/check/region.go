package check

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// A region that the solution finds becomes a piece that is used once. Each number of a table says how many cells one
// region has. The shapes that a region may have depend on the board, and lowering finds them.

// computeFoundRegions returns a piece for each entry of a table.
func (c *checker) computeFoundRegions(f *ast.FoundRegions) (members []setMember, ok bool) {
	e := c.lookupName(f.Table, tableKind)
	if e == nil {
		return nil, false
	}
	ok = true
	for row, kinds := range e.entryKinds {
		for column, kind := range kinds {
			if kind == noEntry {
				continue
			}
			cell, at := lattice.Cell{int32(row), int32(column)}, e.entrySpans[row][column]
			n := e.tableRows[row][column]
			switch {
			case kind == markEntry && f.RegionForm == "shapes":
				ok = c.failAt(codes.BadCount, at, "write the number of its cells",
					"a shape has a number of cells; `rectangles` alone may have any")
				continue
			case kind == valueEntry && model.IsWordValue(n):
				ok = c.failAt(codes.BadNumber, at, "write how many cells the region has",
					"a word tells no number of cells")
				continue
			case kind == valueEntry && (n < 1 || n > int64(c.limits.MaxShapeCells)):
				ok = c.failAt(codes.BadCount, at, "a dot is a cell without a number", "there is no region of %d cells",
					n)
				continue
			case len(members) == maxPieces:
				return nil, c.fail(codes.TooLarge, f, "", "a set has at most %d pieces", maxPieces)
			}
			members = append(members, setMember{&model.Piece{
				Name: fmt.Sprintf("region[%d,%d]", row, column), Span: at, MotionFreedom: model.Fixed,
				Shape:        lattice.Shape{cell},
				Orientations: []lattice.Shape{{cell}},
				FoundRegion: &model.FoundRegion{Span: at, ClueCell: cell, CellCount: int(n),
					MustBeRectangle: f.RegionForm == "rectangles"},
			}, model.Once, nil})
		}
	}
	return members, ok && c.require(len(members) > 0, codes.EmptyShape, f, "write numbers into the table",
		"the table `%s` has no numbers", f.Table.Text)
}

// regionPieceOnBoard returns the piece of a region as it lies on a board. It reports an error if the number of the
// region is not on a cell of the board.
func (c *checker) regionPieceOnBoard(at ast.Ranged, p *model.Piece, b *model.Board) (*model.Piece, bool) {
	if p.FoundRegion == nil {
		return c.pieceOnLattice(at, p, b)
	}
	if c.fillingStatementFailed {
		return p, false
	}
	if !c.require(!b.IsWrapped() && !b.Lattice.IsSolid() && b.Lattice.StickEnds == nil, codes.WrongLattice, at, "",
		"regions are found on boards of areas in the plane whose edges are not joined") ||
		!c.require(!p.FoundRegion.MustBeRectangle || b.Lattice == lattice.Square, codes.WrongLattice, at,
			"`shapes at` any number of cells",
			"rectangles are of squares, and `%s` is on the lattice `%s`", b.Name, b.Lattice.Name) {
		return p, false
	}
	cell, cells := p.FoundRegion.ClueCell, len(c.boardGrid(b).Cells)
	if c.boardGrid(b).CellNumber(cell) < 0 {
		return p, c.failAt(codes.CellOffBoard, p.FoundRegion.Span,
			"a dot stands in the table where the board has no cell",
			"this number stands at %s, where the board `%s` has no cell", b.Lattice.FormatCell(cell), b.Name)
	}
	if p.FoundRegion.CellCount > cells {
		return p, c.failAt(codes.BadCount, p.FoundRegion.Span, "", "the board has %s, and no region of %d",
			source.Plural(cells, "cell"), p.FoundRegion.CellCount)
	}
	if p.FoundRegion.Span.File == c.file.Source {
		c.recordCell(p.FoundRegion.Span.Range, cell)
	}
	placed := *p
	placed.Lattice = b.Lattice
	return &placed, true
}
