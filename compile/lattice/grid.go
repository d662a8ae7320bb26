package lattice

import "slices"

// Grid numbers the cells of a shape from 0 in their order, and finds the
// number of a cell in constant time. On a wrapped grid cells that the periods
// map to one another are one cell.
type Grid struct {
	Cells Shape

	lattice *Lattice
	wrap    Wrap
	flip    *EdgeFlip
	least   Cell
	size    Cell
	index   []int32        // by box coordinates of the reduced cell; 0 is off the shape, else number+1
	sparse  map[Cell]int32 // in its place, if the box is too large
}

// NewGrid numbers the cells of a shape that is not empty. The memory is in
// proportion to the box around the shape; if there are periods, to the shape.
func NewGrid(l *Lattice, s Shape, w Wrap) *Grid {
	g := &Grid{Cells: s, lattice: l, wrap: w}
	g.buildTable()
	return g
}

// NewFlipped numbers the cells of a shape on a board with edges that are joined upside down.
func NewFlipped(l *Lattice, s Shape, f EdgeFlip) *Grid {
	g := &Grid{Cells: s, lattice: l, flip: &f}
	g.buildTable()
	return g
}

func (g *Grid) buildTable() {
	s := g.Cells
	if len(s) == 0 {
		return // a box of size 0, in which no cell is
	}
	reduced := make(Shape, len(s)) // by number: in the order of the cells
	for i, c := range s {
		reduced[i] = g.Reduce(c)
	}
	least, greatest := reduced.BoundingBox()
	room := 1.0
	for k := range g.size {
		g.size[k] = greatest[k] - least[k] + 1
		room *= float64(g.size[k])
	}
	if g.IsWrapped() && room > maxEmptiness*float64(len(s)) {
		g.sparse = make(map[Cell]int32, len(s))
		for i, c := range reduced {
			g.sparse[c] = int32(i) + 1
		}
		return
	}
	g.least = least
	g.index = make([]int32, int(g.size[0])*int(g.size[1])*int(g.size[2]))
	for i, c := range reduced {
		g.index[g.tableIndex(c)] = int32(i) + 1
	}
}

// maxEmptiness is how many points the box around reduced cells may have for each of them.
// Periods askew may spread few cells far.
const maxEmptiness = 16

// IsWrapped reports whether edges of the grid are joined.
func (g *Grid) IsWrapped() bool { return len(g.wrap) > 0 || g.flip != nil }

// MirrorsStep reports whether what goes over an edge by a step of squares comes back mirrored.
func (g *Grid) MirrorsStep(step Cell) bool { return g.flip != nil && (step[1] != 0 || g.flip.Twice) }

// Number returns the number of a cell, or a negative number off the shape. Only
// reduced cells are in the table, so that those that are found there need not be
// reduced.
func (g *Grid) Number(c Cell) int32 {
	if g.sparse != nil {
		return g.sparse[g.Reduce(c)] - 1
	}
	n := g.lookUpNumber(c)
	if n < 0 && g.IsWrapped() {
		n = g.lookUpNumber(g.Reduce(c))
	}
	return n
}

// lookUpNumber returns what the table says of a cell.
func (g *Grid) lookUpNumber(c Cell) int32 {
	if !g.inBox(c) {
		return -1
	}
	return g.index[g.tableIndex(c)] - 1
}

// inBox reports whether a cell is in the box of the table.
func (g *Grid) inBox(c Cell) bool {
	// A negative difference is a large one without its sign.
	return uint32(c[0]-g.least[0]) < uint32(g.size[0]) && uint32(c[1]-g.least[1]) < uint32(g.size[1]) &&
		uint32(c[2]-g.least[2]) < uint32(g.size[2])
}

// tableIndex numbers the points of the box around the cells.
func (g *Grid) tableIndex(c Cell) int {
	n := int(c[0]-g.least[0])*int(g.size[1]) + int(c[1]-g.least[1])
	return n*int(g.size[2]) + int(c[2]-g.least[2])
}

// MotionImage returns where a motion takes each cell, by number, when the shape is moved and its corner
// put back; -1 off the shape.
func (g *Grid) MotionImage(m Motion) []int32 {
	before, _ := g.Cells.BoundingBox()
	after, _ := g.Cells.Move(m).BoundingBox()
	shift, image := before.Minus(after), make([]int32, len(g.Cells))
	for k, cell := range g.Cells {
		image[k] = -1
		if g.lattice.IsShift(shift) {
			image[k] = g.Number(m.Apply(cell).Plus(shift))
		}
	}
	return image
}

// ShiftedNumbers returns the number of each of some cells after a shift, or nil if one is off the
// shape or the shift is not one of the lattice.
func (g *Grid) ShiftedNumbers(cells []Cell, shift Cell) []int32 {
	if !g.lattice.IsShift(shift) {
		return nil
	}
	s := g.NewStencil(cells)
	if images, fits := s.AppendNumbers(make([]int32, 0, len(cells)), shift); fits {
		return images
	}
	return nil
}

// LinesOf returns the lines of a family: the cells that differ by multiples of
// its step are on one line, whatever is between them. Lines are in the order of
// their first cells.
func (g *Grid) LinesOf(f LineFamily) []Shape {
	along, _ := NewWrap(append([]Cell{f.Step}, g.wrap.PeriodCells()...)) // on a torus they depend on one another
	number := map[Cell]int32{}                                           // by the cell that stands for all of a line
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

// Reduce returns the one of the cells that the periods map to c that stands
// for all of them.
func (g *Grid) Reduce(c Cell) Cell {
	if g.flip != nil {
		return g.flip.Reduce(c)
	}
	return g.wrap.Reduce(c)
}

// CanonicalCells returns cells of the grid as it has them.
func (g *Grid) CanonicalCells(s Shape) Shape {
	cells := make([]Cell, len(s))
	for k, c := range s {
		cells[k] = g.Cells[g.Number(c)]
	}
	return NewShape(cells)
}

// NeighboursOf returns the cells of the grid beside one of them, each once.
func (g *Grid) NeighboursOf(c Cell) []Cell {
	var out []Cell
	for _, d := range g.lattice.Neighbours(c) {
		if n := g.Number(d); n >= 0 && g.Cells[n] != c && !slices.Contains(out, g.Cells[n]) {
			out = append(out, g.Cells[n])
		}
	}
	return out
}
