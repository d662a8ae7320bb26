package lower

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// Colors on the sides of cells are the colors of secondary items that the two cells at a side share. A side is
// identified by a cell and the side's number around the cell. So two cells of a narrow torus may share two
// sides.

// declareSides adds the items of sides, if sides of pieces have colors.
func (p *packLowering) declareSides() {
	if !p.pack.HasSides() {
		return
	}
	l := p.pack.Board.Lattice
	p.sides = make([][]matrix.ItemID, len(p.grid.Cells))
	for n, c := range p.grid.Cells {
		p.sides[n] = slices.Repeat([]matrix.ItemID{-1}, len(p.cellsBeyond(c)))
	}
	declared := make(map[[2]int]bool)
	for n, c := range p.grid.Cells {
		for k, beyond := range p.cellsBeyond(c) {
			m := int(p.grid.Number(beyond))
			if m < 0 || declared[[2]int{n, k}] {
				continue
			}
			back := slices.Index(p.cellsBeyond(beyond), c)
			item := p.declareSecondary("side[%s,%s]", l.CellName(c), fmt.Sprint(k))
			p.sides[n][k], p.sides[m][back] = item, item
			declared[[2]int{m, back}] = true
		}
	}
}

// markSide returns the number of a mark's cell, and the side of the cell that the mark is on.
func (p *packLowering) markSide(m lattice.ColorMark) (number int32, side int) {
	return p.grid.Number(m.Cell), slices.Index(p.cellsBeyond(m.Cell), m.Beside)
}

// cellsBeyond returns the cells beyond the sides of a cell, in the order of the sides. The result is cached.
func (p *packLowering) cellsBeyond(c lattice.Cell) []lattice.Cell {
	if p.beyond[c] == nil {
		p.beyond[c] = p.pack.Board.Lattice.CellsBeyond(c)
	}
	return p.beyond[c]
}

// colorsFit reports whether the marks of a placement agree with the colors of the board and its border, and
// with one another where a piece touches itself.
func (p *packLowering) colorsFit(marks []lattice.ColorMark, shift lattice.Cell) bool {
	own := map[matrix.ItemID]rune{}
	for _, m := range marks {
		m = m.Shift(shift)
		if !m.OnSide() {
			color, has := p.pack.Board.Colors[p.grid.Cells[p.grid.Number(m.Cell)]]
			if p.pack.MatchColors && has && color != m.Color {
				return false
			}
			continue
		}
		number, side := p.markSide(m)
		item := p.sides[number][side]
		if item < 0 {
			if p.pack.BorderColor != 0 && m.Color != p.pack.BorderColor {
				return false
			}
			continue
		}
		if color, twice := own[item]; twice && color != m.Color {
			return false
		}
		own[item] = m.Color
	}
	return true
}

// appendSideEntries appends the entries of the sides on which a placement has colors.
func (p *packLowering) appendSideEntries(entries []matrix.Entry, marks []lattice.ColorMark,
	shift lattice.Cell) []matrix.Entry {
	p.rounds++
	for _, m := range marks {
		if !m.OnSide() {
			continue
		}
		number, side := p.markSide(m.Shift(shift))
		if item := p.sides[number][side]; item >= 0 && !p.holdsItem(item) {
			entries = append(entries, matrix.Entry{Item: item, Color: p.builder.AddColor(string(m.Color))})
		}
	}
	return entries
}

// marksKey returns a key that differs for placements on the same cells with different marks.
func (p *packLowering) marksKey(marks []lattice.ColorMark, shift lattice.Cell) string {
	var at [][3]int32
	for _, m := range marks {
		m = m.Shift(shift)
		number, side := p.grid.Number(m.Cell), -1
		if m.OnSide() {
			number, side = p.markSide(m)
		}
		at = append(at, [3]int32{number, int32(side), m.Color})
	}
	slices.SortFunc(at, func(a, b [3]int32) int { return slices.Compare(a[:], b[:]) })
	return fmt.Sprint(at)
}

// keepsColors reports whether a motion maps each cell of the board to a cell of its color.
func (a *automorphism) keepsColors() bool {
	colors := a.pack.Board.Colors
	if !a.pack.MatchColors {
		return true
	}
	for n, c := range a.grid.Cells {
		if colors[c] != colors[a.grid.Cells[a.isometry.image[n]]] {
			return false
		}
	}
	return true
}
