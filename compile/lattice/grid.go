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
	index   []int32        // by box coordinates; 0 is off the shape, else number+1
	wrapped map[Cell]int32 // in its place, if there are periods
}

// NewGrid numbers the cells of a shape that is not empty. The memory is in
// proportion to the box around the shape.
func NewGrid(l *Lattice, s Shape, w Wrap) *Grid {
	g := &Grid{Cells: s, lattice: l, wrap: w}
	if len(w) > 0 {
		g.wrapped = make(map[Cell]int32, len(s))
		for i, c := range s {
			g.wrapped[w.Reduce(c)] = int32(i)
		}
		return g
	}
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

// Wrapped reports whether the grid has periods.
func (g *Grid) Wrapped() bool { return g.wrapped != nil }

// Box returns the number of points of the box around the shape, or 0 if the
// grid is wrapped.
func (g *Grid) Box() int { return int(g.size[0]) * int(g.size[1]) * int(g.size[2]) }

// Number returns the number of a cell, or a negative number off the shape.
func (g *Grid) Number(c Cell) int32 {
	if g.wrapped != nil {
		if n, ok := g.wrapped[g.wrap.Reduce(c)]; ok {
			return n
		}
		return -1
	}
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
		if d := c.Minus(s[0]); g.lattice.IsShift(d) {
			visit(d)
		}
	}
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
	number := map[Cell]int{}
	var lines []Shape
	for _, c := range g.Cells {
		key := along.Reduce(c)
		n, known := number[key]
		if !known {
			n = len(lines)
			number[key] = n
			lines = append(lines, nil)
		}
		lines[n] = append(lines[n], c)
	}
	return lines
}

// Place numbers the points of the box, for tables by shift.
func (g *Grid) Place(c Cell) int { return g.place(c.Minus(g.least)) }

// InBox reports whether a point lies in the box around the shape.
func (g *Grid) InBox(c Cell) bool { return g.inBox(c.Minus(g.least)) }

// Reduce returns the one of the cells that the periods map to c that stands
// for all of them.
func (g *Grid) Reduce(c Cell) Cell { return g.wrap.Reduce(c) }

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
