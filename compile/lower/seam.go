package lower

import (
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// A seam of a packing is a line that some piece must lie across, or a corner at which no four pieces may meet. It
// becomes an item that at least one option covers. A line is covered by each piece across it. A corner is covered by
// each piece with two of its four cells, and by each of the four cells that stays empty. If one of the four cells is
// optional, or an option of the core may cover one, no option says that no piece is there. Then a corner is covered
// instead by the pieces with exactly one of its cells, and at most three times.

// maxLoneCellPieces is how many pieces may have just one cell at a corner with an optional cell.
const maxLoneCellPieces = 3

// cellSeam is a seam at one of its cells.
type cellSeam struct {
	seamItem    matrix.ItemID
	cellBehind  int32   // for a line: index of the cell on the other side of it
	cornerCells []int32 // for a corner: indices of its four cells; nil for a line
	// coversWithLoneCell reports whether the corner is covered by pieces with one of its cells, and not by pieces with
	// two.
	coversWithLoneCell bool
}

// declareSeams adds the items of the seams.
func (p *packLowering) declareSeams() {
	if len(p.packing.Seams) == 0 {
		return
	}
	p.seamsOfCell = make([][]cellSeam, len(p.grid.Cells))
	p.lastCoveringRound = make([]int, len(p.grid.Cells))
	for _, m := range p.packing.Seams {
		bound := matrix.Bound{Min: 1, Max: unlimitedUntilCounted}
		isCorner := m.StepAcross == lattice.Cell{}
		alone := isCorner && (m.HasOptionalCell || p.puzzle.CoreCoversCells)
		if alone {
			bound = matrix.Bound{Min: 0, Max: maxLoneCellPieces}
		}
		s := cellSeam{seamItem: p.declareItem(m.ItemName, false, bound, m.Span), coversWithLoneCell: alone}
		if isCorner {
			for _, c := range m.SeamCells {
				s.cornerCells = append(s.cornerCells, p.grid.CellNumber(c))
			}
		}
		for _, c := range m.SeamCells {
			s.cellBehind = p.grid.CellNumber(c.Plus(m.StepAcross))
			at := p.grid.CellNumber(c)
			p.seamsOfCell[at] = append(p.seamsOfCell[at], s)
		}
	}
}

// appendSeams appends the entries of the seams that a placement covers. The argument covered holds the indices of its
// cells.
func (p *packLowering) appendSeams(entries []matrix.Entry, covered []int32, isPiece bool) []matrix.Entry {
	p.currentHolderNumber++
	for _, c := range covered {
		p.lastCoveringRound[c] = p.currentHolderNumber
	}
	for _, c := range covered {
		for k := range p.seamsOfCell[c] {
			if s := &p.seamsOfCell[c][k]; p.coversSeam(s, isPiece) && !p.recordHeldItem(s.seamItem) {
				entries = append(entries, matrix.Entry{Item: s.seamItem})
			}
		}
	}
	return entries
}

// coversSeam reports whether the placement of the current round, which is a piece or an empty cell, covers a seam.
func (p *packLowering) coversSeam(s *cellSeam, isPiece bool) bool {
	if s.cornerCells == nil {
		return isPiece && p.lastCoveringRound[s.cellBehind] == p.currentHolderNumber
	}
	cells := 0
	for _, c := range s.cornerCells {
		if p.lastCoveringRound[c] == p.currentHolderNumber {
			cells++
		}
	}
	switch {
	case s.coversWithLoneCell:
		return isPiece && cells == 1
	case isPiece:
		return cells > 1
	}
	return true
}
