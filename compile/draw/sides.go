package draw

import (
	"slices"

	"quadrille/compile/lattice"
)

// cellSide is a side of one cell, or of two. A side on the rim of a wrapped board may be joined to another
// side.
type cellSide struct {
	from, to lattice.PlanePoint // clockwise around the first cell
	cells    []lattice.Cell
	over     *lattice.Cell // the cell beyond the side, if it is joined
	// shift from that cell to where it appears beyond the side, or a step over the side if the join has a flip
	shift lattice.Cell
}

// listSides lists the sides of cells that have an area, each once.
func (p *drawPlan) listSides(cells lattice.Shape) []*cellSide {
	var all []*cellSide
	known := make(map[[2]lattice.PlanePoint]*cellSide, 4*len(cells))
	for _, c := range cells {
		corners := p.Lattice.Outline(c)
		for i, from := range corners {
			to := corners[(i+1)%len(corners)]
			if other := known[[2]lattice.PlanePoint{to, from}]; other != nil { // in the opposite direction
				other.cells = append(other.cells, c)
				continue
			}
			all = append(all, &cellSide{from: from, to: to, cells: []lattice.Cell{c}})
			known[[2]lattice.PlanePoint{from, to}] = all[len(all)-1]
		}
	}
	if p.Wrapped != nil {
		for _, s := range all {
			p.joinSide(s)
		}
	}
	return all
}

// joinSide finds the cell beyond a side on the rim.
func (p *drawPlan) joinSide(s *cellSide) {
	if len(s.cells) > 1 {
		return
	}
	for _, beside := range p.Lattice.Neighbours(s.cells[0]) {
		if p.Board.Has(beside) || !p.hasSide(beside, s.to, s.from) {
			continue
		}
		if over := p.onBoard(beside); p.Board.Has(over) {
			s.over, s.shift = &over, beside.Minus(over)
			if step := beside.Minus(s.cells[0]); p.Wrapped.MirrorsStep(step) {
				s.shift = step
			}
		}
	}
}

func (p *drawPlan) hasSide(c lattice.Cell, from, to lattice.PlanePoint) bool {
	corners := p.Lattice.Outline(c)
	for i, corner := range corners {
		if corner == from && corners[(i+1)%len(corners)] == to {
			return true
		}
	}
	return false
}

// onBoard returns the cell of the board that is identified with a cell: itself unless edges are joined.
func (pic Picture) onBoard(c lattice.Cell) lattice.Cell {
	if pic.Wrapped != nil {
		if n := pic.Wrapped.Number(c); n >= 0 {
			return pic.Wrapped.Cells[n]
		}
	}
	return c
}

// dividesPieces reports whether a side lies on the border of the board without a piece across it, between two
// pieces, or between a piece and an empty cell.
func (p *drawPlan) dividesPieces(s *cellSide) bool {
	here := p.pieceAt(s.cells[0])
	switch {
	case len(s.cells) == 2:
		return here != p.pieceAt(s.cells[1])
	case s.over == nil || p.Plain || p.Checkered || here == noPiece:
		return true
	}
	return here != p.pieceAt(*s.over)
}

// chainSides chains sides that each have one cell: each begins where the previous one ends. The sides around a
// shape form closed chains.
func chainSides(sides []*cellSide) [][]*cellSide {
	starts, ends := map[lattice.PlanePoint][]*cellSide{}, map[lattice.PlanePoint]bool{}
	for _, s := range sides {
		starts[s.from] = append(starts[s.from], s)
		ends[s.to] = true
	}
	var out [][]*cellSide
	taken := map[*cellSide]bool{}
	walk := func(s *cellSide) {
		chain := []*cellSide{s}
		for taken[s] = true; ; taken[s] = true {
			k := slices.IndexFunc(starts[s.to], func(next *cellSide) bool { return !taken[next] })
			if k < 0 {
				break
			}
			s = starts[s.to][k]
			chain = append(chain, s)
		}
		out = append(out, chain)
	}
	for _, rings := range []bool{false, true} { // first the open chains, from sides without a predecessor
		for _, s := range sides {
			if !taken[s] && (rings || !ends[s.from]) {
				walk(s)
			}
		}
	}
	return out
}

// changesDirection reports whether a side has another direction than the one before it.
func changesDirection(a, b *cellSide) bool {
	return (a.to.X-a.from.X)*(b.to.Y-b.from.Y) != (a.to.Y-a.from.Y)*(b.to.X-b.from.X)
}
