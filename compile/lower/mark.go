package lower

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// Colors on sides are the colors of secondary items: the two cells at a side hold the same item. A side is identified
// by a cell and the index of the side around this cell, since two cells of a narrow torus may have two sides in common.

// declareSideItems adds the items of sides, if sides of pieces have colors.
func (p *packLowering) declareSideItems() {
	if !p.packing.HasSides() {
		return
	}
	l := p.packing.Board.Lattice
	p.sideItems = make([][]matrix.ItemID, len(p.grid.Cells))
	for n, c := range p.grid.Cells {
		p.sideItems[n] = slices.Repeat([]matrix.ItemID{-1}, len(p.cellsBeyondSides(c)))
	}
	declared := make(map[[2]int]bool)
	for n, c := range p.grid.Cells {
		for k, beyond := range p.cellsBeyondSides(c) {
			m := int(p.grid.CellNumber(beyond))
			if m < 0 || declared[[2]int{n, k}] {
				continue
			}
			back := slices.Index(p.cellsBeyondSides(beyond), c)
			item := p.declareItemCoveredAtMostOnce("side[%s,%s]", l.CellName(c), fmt.Sprint(k))
			p.sideItems[n][k], p.sideItems[m][back] = item, item
			declared[[2]int{m, back}] = true
		}
	}
}

// sideOfColorMark returns the index of the cell of a mark, and on which side of the cell the mark is.
func (p *packLowering) sideOfColorMark(m lattice.ColorMark) (number int32, side int) {
	return p.grid.CellNumber(m.Cell), slices.Index(p.cellsBeyondSides(m.Cell), m.AdjacentCell)
}

// cellsBeyondSides returns the cells beyond the sides of a cell, in the order of the sides. It stores its results.
func (p *packLowering) cellsBeyondSides(c lattice.Cell) []lattice.Cell {
	if p.cachedCellsBeyondSides[c] == nil {
		p.cachedCellsBeyondSides[c] = p.packing.Board.Lattice.CellsAcrossSides(c)
	}
	return p.cachedCellsBeyondSides[c]
}

// placementColorsFit reports whether the colors of a placement agree with the colors of the board and of its border,
// and with one another where a piece touches itself.
func (p *packLowering) placementColorsFit(marks []lattice.ColorMark, shift lattice.Cell) bool {
	own := map[matrix.ItemID]rune{}
	for _, m := range marks {
		m = m.Shift(shift)
		if !m.IsOnSide() {
			color, has := p.packing.Board.CellColors[p.grid.Cells[p.grid.CellNumber(m.Cell)]]
			if p.packing.MustMatchColors && has && color != m.Color {
				return false
			}
			continue
		}
		number, side := p.sideOfColorMark(m)
		item := p.sideItems[number][side]
		if item < 0 {
			if p.packing.BorderColor != 0 && m.Color != p.packing.BorderColor {
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

// appendSideEntries appends the entries of the colored sides of a placement.
func (p *packLowering) appendSideEntries(entries []matrix.Entry, marks []lattice.ColorMark,
	shift lattice.Cell) []matrix.Entry {
	p.currentHolderNumber++
	for _, m := range marks {
		if !m.IsOnSide() {
			continue
		}
		number, side := p.sideOfColorMark(m.Shift(shift))
		if item := p.sideItems[number][side]; item >= 0 && !p.recordHeldItem(item) {
			entries = append(entries, matrix.Entry{Item: item, Color: p.builder.AddColor(string(m.Color))})
		}
	}
	return entries
}

// placementColorsKey returns a text that differs for placements with different colors on the same cells.
func (p *packLowering) placementColorsKey(marks []lattice.ColorMark, shift lattice.Cell) string {
	var at [][3]int32
	for _, m := range marks {
		m = m.Shift(shift)
		number, side := p.grid.CellNumber(m.Cell), -1
		if m.IsOnSide() {
			number, side = p.sideOfColorMark(m)
		}
		at = append(at, [3]int32{number, int32(side), m.Color})
	}
	slices.SortFunc(at, func(a, b [3]int32) int { return slices.Compare(a[:], b[:]) })
	return fmt.Sprint(at)
}

// keepsBoardColors reports whether a motion maps each cell of the board to a cell of the same color.
func (a *automorphism) keepsBoardColors() bool {
	colors := a.packing.Board.CellColors
	if !a.packing.MustMatchColors {
		return true
	}
	for n, c := range a.grid.Cells {
		if colors[c] != colors[a.grid.Cells[a.isometry.cellImages[n]]] {
			return false
		}
	}
	return true
}
