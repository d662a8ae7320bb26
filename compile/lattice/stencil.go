package lattice

// Stencil is a shape prepared for many placements on one grid. In the table of the grid the entries of its cells are at
// fixed distances from one another. So a placement inside the box of the table costs one addition for each cell.
type Stencil struct {
	Shape // cells of the shape, in any order

	grid                              *Grid
	boxLeastCorner, boxGreatestCorner Cell // corners of the box around the shape
	// indices of the cells in the table of the grid, relative to the index of the shift
	cellOffsetsInTable []int32
}

// NewStencil returns the stencil of a shape for the grid.
func (g *Grid) NewStencil(s Shape) Stencil {
	t := Stencil{Shape: s, grid: g}
	t.boxLeastCorner, t.boxGreatestCorner = s.BoundingBox()
	if g.numberTable != nil {
		t.cellOffsetsInTable = make([]int32, len(s))
		for i, c := range s {
			t.cellOffsetsInTable[i] = int32(g.tableIndex(c))
		}
	}
	return t
}

// AppendNumbersAt appends the indices of the cells after a shift to numbers. It returns false if a cell is not on the
// grid.
func (t *Stencil) AppendNumbersAt(numbers []int32, shift Cell) ([]int32, bool) {
	g := t.grid
	inside := t.cellOffsetsInTable != nil && g.isInsideTable(t.boxLeastCorner.Plus(shift)) &&
		g.isInsideTable(t.boxGreatestCorner.Plus(shift))
	if !inside && !g.IsWrapped() {
		return numbers, false
	}
	step := int32(g.tableIndex(g.boxLeastCorner.Plus(shift)))
	for i, c := range t.Shape {
		number := int32(-1)
		if inside {
			number = g.numberTable[t.cellOffsetsInTable[i]+step] - 1
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
