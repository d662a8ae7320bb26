package draw

import (
	"slices"

	"quadrille/compile/lattice"
)

// side is a side of one cell, or of two. One on the rim of a wrapped board may be joined to
// another side of it.
type side struct {
	from, to lattice.Point // with the clock around the first cell
	cells    []lattice.Cell
	over     *lattice.Cell // the cell that the side leads to, if it is joined
	shift    lattice.Cell  // from there to where the side shows it, or a step over the side if that turns round
}

// sides lists the sides of cells that have an area, each once.
func (p *plan) sides(cells lattice.Shape) []*side {
	var all []*side
	known := make(map[[2]lattice.Point]*side, 4*len(cells))
	for _, c := range cells {
		corners := p.Lattice.Outline(c)
		for i, from := range corners {
			to := corners[(i+1)%len(corners)]
			if other := known[[2]lattice.Point{to, from}]; other != nil { // it is run through the other way
				other.cells = append(other.cells, c)
				continue
			}
			all = append(all, &side{from: from, to: to, cells: []lattice.Cell{c}})
			known[[2]lattice.Point{from, to}] = all[len(all)-1]
		}
	}
	if p.Wrapped != nil {
		for _, s := range all {
			p.join(s)
		}
	}
	return all
}

// join finds the cell that a side on the rim leads to.
func (p *plan) join(s *side) {
	if len(s.cells) > 1 {
		return
	}
	for _, beside := range p.Lattice.Neighbours(s.cells[0]) {
		if p.Board.Has(beside) || !p.hasSide(beside, s.to, s.from) {
			continue
		}
		if over := p.onBoard(beside); p.Board.Has(over) {
			s.over, s.shift = &over, beside.Minus(over)
			if step := beside.Minus(s.cells[0]); p.Wrapped.Turns(step) {
				s.shift = step
			}
		}
	}
}

func (p *plan) hasSide(c lattice.Cell, from, to lattice.Point) bool {
	corners := p.Lattice.Outline(c)
	for i, corner := range corners {
		if corner == from && corners[(i+1)%len(corners)] == to {
			return true
		}
	}
	return false
}

// onBoard returns the cell of the board that a cell is: itself unless edges are joined.
func (pic Picture) onBoard(c lattice.Cell) lattice.Cell {
	if pic.Wrapped != nil {
		if n := pic.Wrapped.Number(c); n >= 0 {
			return pic.Wrapped.Cells[n]
		}
	}
	return c
}

// divides reports whether a side is one of the board that no piece goes over, or between
// two pieces, or between a piece and an empty cell.
func (p *plan) divides(s *side) bool {
	here := p.at(s.cells[0])
	switch {
	case len(s.cells) == 2:
		return here != p.at(s.cells[1])
	case s.over == nil || p.Plain || p.Checkered || here == noPiece:
		return true
	}
	return here != p.at(*s.over)
}

// chains puts sides with one cell behind one another: each begins where the one before
// ends. Around a shape they come back to where they began.
func chains(sides []*side) [][]*side {
	starts, ends := map[lattice.Point][]*side{}, map[lattice.Point]bool{}
	for _, s := range sides {
		starts[s.from] = append(starts[s.from], s)
		ends[s.to] = true
	}
	var out [][]*side
	taken := map[*side]bool{}
	walk := func(s *side) {
		chain := []*side{s}
		for taken[s] = true; ; taken[s] = true {
			k := slices.IndexFunc(starts[s.to], func(next *side) bool { return !taken[next] })
			if k < 0 {
				break
			}
			s = starts[s.to][k]
			chain = append(chain, s)
		}
		out = append(out, chain)
	}
	for _, rings := range []bool{false, true} { // first the chains that nothing leads to
		for _, s := range sides {
			if !taken[s] && (rings || !ends[s.from]) {
				walk(s)
			}
		}
	}
	return out
}

// turns reports whether a side that follows another one has another direction.
func turns(a, b *side) bool {
	return (a.to.X-a.from.X)*(b.to.Y-b.from.Y) != (a.to.Y-a.from.Y)*(b.to.X-b.from.X)
}
