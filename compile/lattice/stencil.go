package lattice

// Stencil is a shape prepared for many placements on one grid. In the table of the grid the numbers of its cells are at
// fixed distances from one another, so a placement inside of the box costs one addition for each cell.
type Stencil struct {
	Shape // cells of the shape, in any order

	grid            *Grid
	boxLow, boxHigh Cell    // corners of the box around the shape
	tableOffsets    []int32 // places of the cells in the table of the grid, relative to the place of the shift
}

// NewStencil returns the stencil of a shape for the grid.
func (g *Grid) NewStencil(s Shape) Stencil {
	t := Stencil{Shape: s, grid: g}
	t.boxLow, t.boxHigh = s.BoundingBox()
	if g.numberTable != nil {
		t.tableOffsets = make([]int32, len(s))
		for i, c := range s {
			t.tableOffsets[i] = int32(g.tableIndex(c))
		}
	}
	return t
}

// AppendNumbers appends the numbers of the cells after a shift. It returns false if one of them is not on the grid.
func (t *Stencil) AppendNumbers(numbers []int32, shift Cell) ([]int32, bool) {
	g := t.grid
	inside := t.tableOffsets != nil && g.inBox(t.boxLow.Plus(shift)) && g.inBox(t.boxHigh.Plus(shift))
	if !inside && !g.IsWrapped() {
		return numbers, false
	}
	step := int32(g.tableIndex(g.boxLeast.Plus(shift)))
	for i, c := range t.Shape {
		number := int32(-1)
		if inside {
			number = g.numberTable[t.tableOffsets[i]+step] - 1
		}
		if number < 0 && g.IsWrapped() {
			number = g.CellNumber(c.Plus(shift))
		}
		if number < 0 {
			return numbers, false
		}
		numbers = append(numbers, number)
	}
	return numbers, true
}
