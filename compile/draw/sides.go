package draw

import (
	"slices"

	"quadrille/compile/lattice"
)

// cellSide is a side of one cell, or between two cells. A side on the border of a board may be joined to another side.
type cellSide struct {
	fromPoint, toPoint lattice.PlanePoint // ends of the side, clockwise around the first cell
	adjacentCells      []lattice.Cell
	cellBeyond         *lattice.Cell // the cell on the other side of a join; nil if the side is not joined
	// shiftBeyond is the shift that leads from cellBeyond to where that cell would appear over this side. If the join
	// is upside down, it is a step over the side.
	shiftBeyond lattice.Cell
}

// listCellSides lists the sides of cells that have an area, each once.
func (p *drawPlan) listCellSides(cells lattice.Shape) []*cellSide {
	var all []*cellSide
	known := make(map[[2]lattice.PlanePoint]*cellSide, 4*len(cells))
	for _, c := range cells {
		corners := p.Lattice.CellOutline(c)
		for i, from := range corners {
			to := corners[(i+1)%len(corners)]
			// the other cell has the side in the opposite direction
			if other := known[[2]lattice.PlanePoint{to, from}]; other != nil {
				other.adjacentCells = append(other.adjacentCells, c)
				continue
			}
			all = append(all, &cellSide{fromPoint: from, toPoint: to, adjacentCells: []lattice.Cell{c}})
			known[[2]lattice.PlanePoint{from, to}] = all[len(all)-1]
		}
	}
	if p.WrappedGrid != nil {
		for _, s := range all {
			p.findJoinedCell(s)
		}
	}
	return all
}

// findJoinedCell finds the cell with which a side on the border is joined, if there is one.
func (p *drawPlan) findJoinedCell(s *cellSide) {
	if len(s.adjacentCells) > 1 {
		return
	}
	for _, beside := range p.Lattice.Neighbours(s.adjacentCells[0]) {
		if p.BoardCells.HasCell(beside) || !p.hasSideBetween(beside, s.toPoint, s.fromPoint) {
			continue
		}
		if over := p.cellOnBoard(beside); p.BoardCells.HasCell(over) {
			s.cellBeyond, s.shiftBeyond = &over, beside.Minus(over)
			if step := beside.Minus(s.adjacentCells[0]); p.WrappedGrid.StepEntersMirrorImage(step) {
				s.shiftBeyond = step
			}
		}
	}
}

func (p *drawPlan) hasSideBetween(c lattice.Cell, from, to lattice.PlanePoint) bool {
	corners := p.Lattice.CellOutline(c)
	for i, corner := range corners {
		if corner == from && corners[(i+1)%len(corners)] == to {
			return true
		}
	}
	return false
}

// cellOnBoard returns the cell of the board that is the same cell as c, where edges are joined; otherwise c itself.
func (pic Picture) cellOnBoard(c lattice.Cell) lattice.Cell {
	if pic.WrappedGrid != nil {
		if n := pic.WrappedGrid.CellNumber(c); n >= 0 {
			return pic.WrappedGrid.Cells[n]
		}
	}
	return c
}

// isPieceBorder reports whether a side is a border: between two pieces, between a piece and an empty cell, or at the
// edge of the board if no piece extends over that edge.
func (p *drawPlan) isPieceBorder(s *cellSide) bool {
	here := p.pieceAt(s.adjacentCells[0])
	switch {
	case len(s.adjacentCells) == 2:
		return here != p.pieceAt(s.adjacentCells[1])
	case s.cellBeyond == nil || p.DrawsPlainRegions || p.IsCheckered || here == noPiece:
		return true
	}
	return here != p.pieceAt(*s.cellBeyond)
}

// chainsOfSides puts sides that each have one cell into chains: each side begins where the side before it ends. The
// sides around a shape are closed chains.
func chainsOfSides(sides []*cellSide) [][]*cellSide {
	starts, ends := map[lattice.PlanePoint][]*cellSide{}, map[lattice.PlanePoint]bool{}
	for _, s := range sides {
		starts[s.fromPoint] = append(starts[s.fromPoint], s)
		ends[s.toPoint] = true
	}
	var out [][]*cellSide
	taken := map[*cellSide]bool{}
	walk := func(s *cellSide) {
		chain := []*cellSide{s}
		for taken[s] = true; ; taken[s] = true {
			k := slices.IndexFunc(starts[s.toPoint], func(next *cellSide) bool { return !taken[next] })
			if k < 0 {
				break
			}
			s = starts[s.toPoint][k]
			chain = append(chain, s)
		}
		out = append(out, chain)
	}
	for _, rings := range []bool{false, true} { // first the open chains, which begin with a side that follows no other
		for _, s := range sides {
			if !taken[s] && (rings || !ends[s.fromPoint]) {
				walk(s)
			}
		}
	}
	return out
}

// changesDirection reports whether a side (b) has another direction than the side before it (a).
func changesDirection(a, b *cellSide) bool {
	return (a.toPoint.X-a.fromPoint.X)*(b.toPoint.Y-b.fromPoint.Y) !=
		(a.toPoint.Y-a.fromPoint.Y)*(b.toPoint.X-b.fromPoint.X)
}
