package lattice

// Stencil is a shape prepared for repeated placement on a grid. Its cells have constant offsets in the table of
// the grid, so a place inside the box costs one addition for each cell.
type Stencil struct {
	Shape // in any order

	grid      *Grid
	low, high Cell    // the corners of its box
	places    []int32 // offsets of the cells in the table of the grid
}

// NewStencil returns the stencil of a shape for the grid.
func (g *Grid) NewStencil(s Shape) Stencil {
	t := Stencil{Shape: s, grid: g}
	t.low, t.high = s.BoundingBox()
	if g.index != nil {
		t.places = make([]int32, len(s))
		for i, c := range s {
			t.places[i] = int32(g.tableIndex(c))
		}
	}
	return t
}

// AppendNumbers appends the numbers of the cells after a shift. It returns false if one is off the shape of
// the grid.
func (t *Stencil) AppendNumbers(numbers []int32, shift Cell) ([]int32, bool) {
	g := t.grid
	inside := t.places != nil && g.inBox(t.low.Plus(shift)) && g.inBox(t.high.Plus(shift))
	if !inside && !g.IsWrapped() {
		return numbers, false
	}
	step := int32(g.tableIndex(g.least.Plus(shift)))
	for i, c := range t.Shape {
		number := int32(-1)
		if inside {
			number = g.index[t.places[i]+step] - 1
		}
		if number < 0 && g.IsWrapped() {
			number = g.Number(c.Plus(shift))
		}
		if number < 0 {
			return numbers, false
		}
		numbers = append(numbers, number)
	}
	return numbers, true
}
