package rule

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// AppendSeams appends the seams of a packing. For `faultless` a seam is a straight line that cuts the board in two:
// some piece must lie across it. For `tatami` a seam is a corner of four cells, where no four pieces may meet.
func AppendSeams(c Checker, r *ast.PlainRule, b *model.Board, known []model.Seam) []model.Seam {
	if b.Lattice != lattice.Square || b.IsWrapped() {
		c.ReportError(codes.WrongLattice, c.SpanOf(r), "leave it out",
			"`%s` is known on boards of squares whose edges are not joined", r.Word)
		return known
	}
	grid := c.GridOfBoard(b)
	if !c.ChargeCells(r, chargedCellsPerPair*len(grid.Cells)) {
		return known
	}
	if r.Word == "tatami" {
		return appendCornerSeams(known, model.Seam{Span: c.SpanOf(r)}, grid, b)
	}
	for _, line := range []struct {
		name string
		axis int
		step lattice.Cell
	}{{"rowcut", 0, lattice.Cell{-1, 0}}, {"columncut", 1, lattice.Cell{0, -1}}} {
		first := map[int32]int{} // for each row or column, the index of its seam in the list
		for _, cell := range grid.Cells {
			if grid.CellNumber(cell.Plus(line.step)) < 0 {
				continue
			}
			n, begun := first[cell[line.axis]]
			if !begun {
				n = len(known)
				first[cell[line.axis]] = n
				known = append(known, model.Seam{Span: c.SpanOf(r),
					ItemName:   fmt.Sprintf("%s[%d]", line.name, cell[line.axis]),
					StepAcross: line.step})
			}
			known[n].SeamCells = append(known[n].SeamCells, cell)
		}
	}
	return known
}

// appendCornerSeams appends a seam for each corner at which four cells of the board meet.
func appendCornerSeams(known []model.Seam, seam model.Seam, grid *lattice.Grid, b *model.Board) []model.Seam {
	for _, cell := range grid.Cells {
		seam.SeamCells, seam.HasOptionalCell = nil, false
		for _, d := range []lattice.Cell{{-1, -1}, {-1, 0}, {0, -1}, {0, 0}} {
			if at := cell.Plus(d); grid.CellNumber(at) >= 0 {
				seam.SeamCells = append(seam.SeamCells, at)
				seam.HasOptionalCell = seam.HasOptionalCell || len(b.OptionalCells) > 0 && b.OptionalCells.HasCell(at)
			}
		}
		if len(seam.SeamCells) == 4 {
			seam.ItemName = fmt.Sprintf("corner[%s]", b.Lattice.CellName(cell))
			known = append(known, seam)
		}
	}
	return known
}
