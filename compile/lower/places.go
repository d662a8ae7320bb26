package lower

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
)

// place finds every placement that the rules allow.
func (p *packing) place() bool {
	p.table = newPlacements(p.grid, p.pieces)
	options, entries := p.leastPlacements()
	if !p.roomForOptions(options, entries, p.pack.Span) {
		return false
	}
	p.table.all = slices.Grow(p.table.all, options)
	var homeless []string
	for i := range p.pieces {
		before := p.table.count()
		if !p.placePiece(i) {
			return false
		}
		if m := p.pieces[i]; p.table.count() == before && m.Copies.Max != 0 {
			homeless = append(homeless, m.Name)
		}
	}
	if len(homeless) > 0 {
		p.errs.Warn(codes.PieceFitsNowhere, p.pack.Span, "", "nowhere on the board `%s` is there room for %s", p.pack.Board.Name, strings.Join(homeless, ", "))
	}
	if p.empty >= 0 {
		for _, c := range p.pack.Board.Cells {
			p.table.add(placement{piece: emptyCell, shift: c})
		}
	}
	return true
}

// leastPlacements counts, without making them, the placements of pieces that
// no rule restricts, if the board fills its box and every point is a shift:
// there every shift fits.
func (p *packing) leastPlacements() (options, entries int) {
	if p.grid.Wrapped() || len(p.grid.Cells) != p.grid.Box() || !p.pack.Board.Lattice.IsShift(lattice.Cell{0, 1}) {
		return 0, 0
	}
	for _, m := range p.pieces {
		if m.Copies.Max == 0 || len(m.Keep)+len(m.Fix) > 0 {
			continue
		}
		for _, o := range m.Orientations {
			_, extent := o.Corner()
			n := p.grid.CountShifts(extent)
			options += n
			entries += n * len(o)
		}
	}
	return options, entries
}

func (p *packing) placePiece(i int) bool {
	m := p.pieces[i]
	if m.Copies.Max == 0 {
		return true
	}
	if p.grid.Wrapped() {
		return p.placeWrapped(i)
	}
	for o, shape := range m.Orientations {
		fine := true
		p.grid.Shifts(shape, func(shift lattice.Cell) {
			if fine && onGrid(p.grid, shape, shift) && p.allowed(m, o, shift) {
				fine = p.addPlacement(placement{int32(i), int32(o), shift}, len(shape))
			}
		})
		if !fine {
			return false
		}
	}
	return true
}

// addPlacement adds a placement of so many cells. It returns false if there are
// too many.
func (p *packing) addPlacement(at placement, cells int) bool {
	p.table.add(at)
	p.placed += cells
	return p.roomForOptions(p.table.count(), p.placed, p.pack.Span)
}

// onGrid reports whether a shape lies on the cells of a grid.
func onGrid(g *lattice.Grid, s lattice.Shape, shift lattice.Cell) bool {
	for _, c := range s {
		if g.Number(c.Plus(shift)) < 0 {
			return false
		}
	}
	return true
}

// allowed applies the rules to a placement. A fixed place binds the only copy
// of a piece; of several copies one is bound, by an item.
func (p *packing) allowed(m packed, orientation int, shift lattice.Cell) bool {
	for n, k := range m.Keep {
		if k.Orientations != nil && !slices.Contains(k.Orientations, orientation) {
			return false
		}
		if k.In != nil && !inside(m.Orientations[orientation], shift, k.In, m.regions[n]) {
			return false
		}
	}
	if m.Copies == model.Once {
		for _, f := range m.Fix {
			if !p.fixed(m, f, orientation, shift) {
				return false
			}
		}
	}
	return true
}

// inside reports whether a shape lies in a region, which has a grid if the board is
// wrapped.
func inside(s lattice.Shape, shift lattice.Cell, region lattice.Shape, wrapped *lattice.Grid) bool {
	if wrapped != nil {
		return onGrid(wrapped, s, shift)
	}
	for _, c := range s {
		if !region.Has(c.Plus(shift)) {
			return false
		}
	}
	return true
}

// fixed reports whether a placement is the one that a rule wants.
func (p *packing) fixed(m packed, f model.Fix, orientation int, shift lattice.Cell) bool {
	corner := shift.Plus(m.corners[orientation])
	return p.grid.Reduce(f.At) == p.grid.Reduce(corner) && (f.Orientation == model.Any || f.Orientation == orientation)
}
