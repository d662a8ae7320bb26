package lattice

// Grid numbers the cells of a shape from 0 in their order, and finds the
// number of a cell in constant time.
type Grid struct {
	Cells Shape

	least Cell
	size  Cell
	index []int32 // by box coordinates; 0 is off the shape, else number+1
}

// NewGrid numbers the cells of a shape that is not empty. The memory is in
// proportion to the box around the shape.
func NewGrid(s Shape) *Grid {
	g := &Grid{Cells: s}
	least, greatest := s.Corner()
	g.least = least
	for k := range g.size {
		g.size[k] = greatest[k] - least[k] + 1
	}
	g.index = make([]int32, g.Box())
	for i, c := range s {
		g.index[g.place(c.Minus(least))] = int32(i) + 1
	}
	return g
}

// Box returns the number of cells of the box around the shape.
func (g *Grid) Box() int { return int(g.size[0]) * int(g.size[1]) * int(g.size[2]) }

// Number returns the number of a cell, or a negative number off the shape.
func (g *Grid) Number(c Cell) int32 {
	at := c.Minus(g.least)
	if !g.inBox(at) {
		return -1
	}
	return g.index[g.place(at)] - 1
}

// Shifts calls visit for each shift that puts the first cell of a shape on a
// cell, rows first. There may be cells of the shape that it puts elsewhere.
func (g *Grid) Shifts(s Shape, visit func(shift Cell)) {
	for _, c := range g.Cells {
		visit(c.Minus(s[0]))
	}
}

// CountShifts returns the number of shifts that keep a shape with the given
// extent (its greatest coordinates; its least are 0) inside the box.
func (g *Grid) CountShifts(extent Cell) int {
	n := 1
	for k, size := range g.size {
		n *= max(0, int(size-extent[k]))
	}
	return n
}

// Place numbers the points of the box, for tables by shift.
func (g *Grid) Place(c Cell) int { return g.place(c.Minus(g.least)) }

func (g *Grid) place(at Cell) int {
	return (int(at[0])*int(g.size[1])+int(at[1]))*int(g.size[2]) + int(at[2])
}

func (g *Grid) inBox(at Cell) bool {
	for k, v := range at {
		if v < 0 || v >= g.size[k] {
			return false
		}
	}
	return true
}
