package lattice

// Grid numbers the cells of a shape from 0 in their order, and finds the
// number of a cell in constant time. On a wrapped grid cells that the periods
// map to one another are one cell.
type Grid struct {
	Cells Shape

	lattice *Lattice
	wrap    Wrap
	least   Cell
	size    Cell
	index   []int32        // by box coordinates of the reduced cell; 0 is off the shape, else number+1
	sparse  map[Cell]int32 // in its place, if the box is too large
}

// NewGrid numbers the cells of a shape that is not empty. The memory is in
// proportion to the box around the shape; if there are periods, to the shape.
func NewGrid(l *Lattice, s Shape, w Wrap) *Grid {
	g := &Grid{Cells: s, lattice: l, wrap: w}
	if len(s) == 0 {
		return g // a box of size 0, in which no cell is
	}
	reduced := s.each(w.Reduce)
	least, greatest := reduced.Corner()
	room := 1.0
	for k := range g.size {
		g.size[k] = greatest[k] - least[k] + 1
		room *= float64(g.size[k])
	}
	if len(w) > 0 && room > emptiest*float64(len(s)) {
		g.sparse = make(map[Cell]int32, len(s))
		for i, c := range reduced {
			g.sparse[c] = int32(i) + 1
		}
		return g
	}
	g.least = least
	g.index = make([]int32, g.Box())
	for i, c := range reduced {
		g.index[g.Place(c)] = int32(i) + 1
	}
	return g
}

// emptiest is how many points the box around reduced cells may have for each of them.
// Periods askew may spread few cells far.
const emptiest = 16

// Wrapped reports whether the grid has periods.
func (g *Grid) Wrapped() bool { return len(g.wrap) > 0 }

// Box returns the number of points of the box around the cells, on a grid that is not
// wrapped.
func (g *Grid) Box() int { return int(g.size[0]) * int(g.size[1]) * int(g.size[2]) }

// Number returns the number of a cell, or a negative number off the shape. Only
// reduced cells are in the table, so that those that are found there need not be
// reduced.
func (g *Grid) Number(c Cell) int32 {
	if g.sparse != nil {
		return g.sparse[g.wrap.Reduce(c)] - 1
	}
	n := g.lookUp(c)
	if n < 0 && len(g.wrap) > 0 {
		n = g.lookUp(g.wrap.Reduce(c))
	}
	return n
}

// lookUp returns what the table says of a cell.
func (g *Grid) lookUp(c Cell) int32 {
	if !g.InBox(c) {
		return -1
	}
	return g.index[g.Place(c)] - 1
}

// Shifts calls visit for each shift that puts the first cell of a shape on a
// cell, rows first. There may be cells of the shape that it puts elsewhere.
func (g *Grid) Shifts(s Shape, visit func(shift Cell)) {
	for _, c := range g.Cells {
		if d := c.Minus(s[0]); g.lattice.IsShift(d) {
			visit(d)
		}
	}
}

// Images returns the number of the image of each cell under a motion and a shift after
// it. It returns nil if a cell has none, or the shift is not one of the lattice.
func (g *Grid) Images(m Motion, shift Cell) []int32 {
	images := make([]int32, len(g.Cells))
	for i, c := range g.Cells {
		images[i] = g.Number(m.Apply(c).Plus(shift))
		if images[i] < 0 || !g.lattice.IsShift(shift) {
			return nil
		}
	}
	return images
}

// CountShifts returns the number of shifts that keep a shape with the given
// extent (its greatest coordinates; its least are 0) inside the box, on a
// lattice on which every point is a shift.
func (g *Grid) CountShifts(extent Cell) int {
	n := 1
	for k, size := range g.size {
		n *= max(0, int(size-extent[k]))
	}
	return n
}

// Lines returns the lines of a family: the cells that differ by multiples of
// its step are on one line, whatever is between them. Lines are in the order of
// their first cells.
func (g *Grid) Lines(f Family) []Shape {
	along, _ := NewWrap(append([]Cell{f.Step}, g.wrap.Cells()...)) // on a torus they depend on one another
	number := map[Cell]int32{}                                     // by the cell that stands for all of a line
	lineOf := make([]int32, len(g.Cells))
	var lines []Shape
	for i, c := range g.Cells {
		n := int32(len(lines))
		if before := g.Number(c.Minus(f.Step)); before >= 0 && before < int32(i) {
			n = lineOf[before] // no need to search
		} else if known, ok := number[along.Reduce(c)]; ok {
			n = known
		} else {
			number[along.Reduce(c)] = n
			lines = append(lines, nil)
		}
		lineOf[i] = n
		lines[n] = append(lines[n], c)
	}
	return lines
}

// Place numbers the points of the box, for tables by shift on a grid that is not wrapped.
func (g *Grid) Place(c Cell) int {
	n := int(c[0]-g.least[0])*int(g.size[1]) + int(c[1]-g.least[1])
	return n*int(g.size[2]) + int(c[2]-g.least[2])
}

// InBox reports whether a point lies in the box around the shape. A negative
// difference is a large one without its sign.
func (g *Grid) InBox(c Cell) bool {
	return uint32(c[0]-g.least[0]) < uint32(g.size[0]) && uint32(c[1]-g.least[1]) < uint32(g.size[1]) &&
		uint32(c[2]-g.least[2]) < uint32(g.size[2])
}

// Reduce returns the one of the cells that the periods map to c that stands
// for all of them.
func (g *Grid) Reduce(c Cell) Cell { return g.wrap.Reduce(c) }
