package lattice

import "slices"

// Grid numbers the cells of a shape from 0 in their order, and finds the number of a cell in constant time. On
// a wrapped grid, cells that the periods map to one another are the same cell.
type Grid struct {
	Cells Shape

	lattice *Lattice
	wrap    Wrap
	flip    *EdgeFlip
	least   Cell
	size    Cell
	index   []int32        // by box coordinates of the reduced cell: its number + 1, or 0 off the shape
	sparse  map[Cell]int32 // replaces index if the box is too large
}

// NewGrid numbers the cells of a shape that is not empty. Its memory is proportional to the box around the
// shape; with periods, to the shape.
func NewGrid(l *Lattice, s Shape, w Wrap) *Grid {
	g := &Grid{Cells: s, lattice: l, wrap: w}
	g.buildTable()
	return g
}

// NewFlipped numbers the cells of a shape on a board whose edges are joined with a flip.
func NewFlipped(l *Lattice, s Shape, f EdgeFlip) *Grid {
	g := &Grid{Cells: s, lattice: l, flip: &f}
	g.buildTable()
	return g
}

func (g *Grid) buildTable() {
	s := g.Cells
	if len(s) == 0 {
		return // a box of size 0, which contains no cell
	}
	reduced := make(Shape, len(s)) // by number: the reduced cell
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

// maxEmptiness bounds the points of the box around reduced cells, as a multiple of the number of cells. Skew
// periods may spread a few cells over a large box.
const maxEmptiness = 16

// IsWrapped reports whether edges of the grid are joined.
func (g *Grid) IsWrapped() bool { return len(g.wrap) > 0 || g.flip != nil }

// MirrorsStep reports whether a step of squares over an edge leads to a mirrored copy of the board.
func (g *Grid) MirrorsStep(step Cell) bool { return g.flip != nil && (step[1] != 0 || g.flip.Twice) }

// Number returns the number of a cell, or a negative number off the shape. The table contains only reduced
// cells, so a cell in the table need not be reduced first.
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

// lookUpNumber returns the number of a reduced cell in the table, or a negative number.
func (g *Grid) lookUpNumber(c Cell) int32 {
	if !g.inBox(c) {
		return -1
	}
	return g.index[g.tableIndex(c)] - 1
}

// inBox reports whether a cell is in the box of the table.
func (g *Grid) inBox(c Cell) bool {
	// a negative difference becomes a large unsigned number
	return uint32(c[0]-g.least[0]) < uint32(g.size[0]) && uint32(c[1]-g.least[1]) < uint32(g.size[1]) &&
		uint32(c[2]-g.least[2]) < uint32(g.size[2])
}

// tableIndex returns the index of a point of the box around the cells.
func (g *Grid) tableIndex(c Cell) int {
	n := int(c[0]-g.least[0])*int(g.size[1]) + int(c[1]-g.least[1])
	return n*int(g.size[2]) + int(c[2]-g.least[2])
}

// MotionImage returns, by number, the image of each cell under a motion followed by the shift that restores the
// corner; -1 off the shape.
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

// ShiftedNumbers returns the number of each given cell after a shift, or nil if one is off the shape or the
// shift is not one of the lattice.
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

// LinesOf returns the lines of a family: cells that differ by a multiple of its step are on one line, even if
// there are gaps between them. Lines are in the order of their first cells.
func (g *Grid) LinesOf(f LineFamily) []Shape {
	// on a torus the step may depend on the periods
	along, _ := NewWrap(append([]Cell{f.Step}, g.wrap.PeriodCells()...))
	number := map[Cell]int32{} // by representative of a line: its number
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

// Reduce returns the representative of the cells that the periods map to c.
func (g *Grid) Reduce(c Cell) Cell {
	if g.flip != nil {
		return g.flip.Reduce(c)
	}
	return g.wrap.Reduce(c)
}

// CanonicalCells replaces cells by the equal cells of the grid.
func (g *Grid) CanonicalCells(s Shape) Shape {
	cells := make([]Cell, len(s))
	for k, c := range s {
		cells[k] = g.Cells[g.Number(c)]
	}
	return NewShape(cells)
}

// NeighbourNumbers returns the numbers of the neighbours of each cell, each once.
func (g *Grid) NeighbourNumbers() [][]int32 {
	all := make([][]int32, len(g.Cells))
	for k, c := range g.Cells {
		for _, d := range g.NeighboursOf(c) {
			all[k] = append(all[k], g.Number(d))
		}
	}
	return all
}

// NeighboursOf returns the neighbours of a cell in the grid, each once.
func (g *Grid) NeighboursOf(c Cell) []Cell {
	var out []Cell
	for _, d := range g.lattice.Neighbours(c) {
		if n := g.Number(d); n >= 0 && g.Cells[n] != c && !slices.Contains(out, g.Cells[n]) {
			out = append(out, g.Cells[n])
		}
	}
	return out
}
