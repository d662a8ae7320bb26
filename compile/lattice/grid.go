package lattice

import "slices"

// Grid gives each cell of a shape its index in the shape (its number), and finds the index of a cell in constant time.
// If edges are joined, all cells that are the same cell of the board have one index.
type Grid struct {
	Cells Shape

	cellLattice    *Lattice
	wrapPeriods    WrapPeriods
	edgeFlip       *FlippedEdges
	boxLeastCorner Cell
	boxSize        Cell
	// for each point in the box around the reduced cells, the index of the cell plus 1, or 0 if the shape has no such
	// cell
	numberTable []int32
	numberMap   map[Cell]int32 // index plus 1 of each reduced cell; replaces numberTable if the box is too large
}

// NewGrid returns a grid for a shape that is not empty, on a board with the given periods. Without periods its memory
// grows with the box around the shape, with periods only with the number of cells.
func NewGrid(l *Lattice, s Shape, w WrapPeriods) *Grid {
	g := &Grid{Cells: s, cellLattice: l, wrapPeriods: w}
	g.buildNumberTable()
	return g
}

// NewFlippedGrid returns a grid for a shape on a board whose edges are joined upside down.
func NewFlippedGrid(l *Lattice, s Shape, f FlippedEdges) *Grid {
	g := &Grid{Cells: s, cellLattice: l, edgeFlip: &f}
	g.buildNumberTable()
	return g
}

func (g *Grid) buildNumberTable() {
	s := g.Cells
	if len(s) == 0 {
		return // the box keeps the size 0, so that no cell is in it
	}
	// for each cell, the cell that represents all cells that are the same cell of the board
	reduced := make(Shape, len(s))
	for i, c := range s {
		reduced[i] = g.ReduceCell(c)
	}
	least, greatest := reduced.BoundingBox()
	room := 1.0
	for k := range g.boxSize {
		g.boxSize[k] = greatest[k] - least[k] + 1
		room *= float64(g.boxSize[k])
	}
	if g.IsWrapped() && room > maxBoxPointsPerCell*float64(len(s)) {
		g.numberMap = make(map[Cell]int32, len(s))
		for i, c := range reduced {
			g.numberMap[c] = int32(i) + 1
		}
		return
	}
	g.boxLeastCorner = least
	g.numberTable = make([]int32, int(g.boxSize[0])*int(g.boxSize[1])*int(g.boxSize[2]))
	for i, c := range reduced {
		g.numberTable[g.tableIndex(c)] = int32(i) + 1
	}
}

// maxBoxPointsPerCell is the largest box, in points for each cell, for which the grid keeps a table. Skew periods may
// spread a few cells over a large box; then a map is used.
const maxBoxPointsPerCell = 16

// BoundingCorners returns two corners of the box around the cells of a grid whose edges are not joined.
func (g *Grid) BoundingCorners() (least, greatest Cell) {
	return g.boxLeastCorner, g.boxLeastCorner.Plus(g.boxSize).Minus(Cell{1, 1, 1})
}

// IsShift reports whether shapes on the lattice of the grid can be shifted by d.
func (g *Grid) IsShift(d Cell) bool { return g.cellLattice.IsShift(d) }

// IsWrapped reports whether edges of the grid are joined.
func (g *Grid) IsWrapped() bool { return len(g.wrapPeriods) > 0 || g.edgeFlip != nil }

// StepEntersMirrorImage reports whether a step of squares over an edge leads into a mirrored copy of the board.
func (g *Grid) StepEntersMirrorImage(step Cell) bool {
	return g.edgeFlip != nil && (step[1] != 0 || g.edgeFlip.FlipsTopBottom)
}

// CellNumber returns the index of a cell, or a negative number if the cell is not on the grid. Only reduced cells are
// in the table, so a cell that is found there needs no reduction.
func (g *Grid) CellNumber(c Cell) int32 {
	if g.numberMap != nil {
		return g.numberMap[g.ReduceCell(c)] - 1
	}
	n := g.numberOfReducedCell(c)
	if n < 0 && g.IsWrapped() {
		n = g.numberOfReducedCell(g.ReduceCell(c))
	}
	return n
}

// numberOfReducedCell returns the index of a reduced cell, or a negative number if the grid has no such cell.
func (g *Grid) numberOfReducedCell(c Cell) int32 {
	if !g.isInsideTable(c) {
		return -1
	}
	return g.numberTable[g.tableIndex(c)] - 1
}

// isInsideTable reports whether a cell is in the box of the table.
func (g *Grid) isInsideTable(c Cell) bool {
	// one comparison for both bounds: a negative difference becomes a large unsigned number
	return uint32(c[0]-g.boxLeastCorner[0]) < uint32(g.boxSize[0]) &&
		uint32(c[1]-g.boxLeastCorner[1]) < uint32(g.boxSize[1]) &&
		uint32(c[2]-g.boxLeastCorner[2]) < uint32(g.boxSize[2])
}

// tableIndex returns the index of a cell in numberTable.
func (g *Grid) tableIndex(c Cell) int {
	n := int(c[0]-g.boxLeastCorner[0])*int(g.boxSize[1]) + int(c[1]-g.boxLeastCorner[1])
	return n*int(g.boxSize[2]) + int(c[2]-g.boxLeastCorner[2])
}

// ImagesUnderMotion returns, for each cell, the index of its image under a motion. After the motion the shape is
// shifted so that its corner is where it was. The index is -1 if the image is not on the grid.
func (g *Grid) ImagesUnderMotion(m Motion) []int32 {
	before, _ := g.Cells.BoundingBox()
	after, _ := g.Cells.ApplyMotion(m).BoundingBox()
	shift, image := before.Minus(after), make([]int32, len(g.Cells))
	for k, cell := range g.Cells {
		image[k] = -1
		if g.cellLattice.IsShift(shift) {
			image[k] = g.CellNumber(m.ApplyToCell(cell).Plus(shift))
		}
	}
	return image
}

// NumbersAfterShift returns the indices of the given cells after a shift. It returns nil if a cell leaves the grid, or
// if the shift does not map the lattice to itself.
func (g *Grid) NumbersAfterShift(cells []Cell, shift Cell) []int32 {
	if !g.cellLattice.IsShift(shift) {
		return nil
	}
	s := g.NewStencil(cells)
	if images, fits := s.AppendNumbersAt(make([]int32, 0, len(cells)), shift); fits {
		return images
	}
	return nil
}

// LinesOfFamily returns the lines of a family of parallel lines. Cells that differ by a multiple of f.LineStep are on
// one line, even if there are gaps between them. The lines are in the order of their first cells.
func (g *Grid) LinesOfFamily(f LineFamily) []Shape {
	// On a torus the step of the lines may be a sum of periods, so the group that the step and the periods generate is
	// computed. A multiple of the step may lead around the board.
	along, _ := NewWrapPeriods(append([]Cell{f.LineStep}, g.wrapPeriods.PeriodCells()...))
	number := map[Cell]int32{} // for the reduced cell that stands for a line, the index of the line
	lineOf := make([]int32, len(g.Cells))
	var lines []Shape
	for i, c := range g.Cells {
		n := int32(len(lines))
		if before := g.CellNumber(c.Minus(f.LineStep)); before >= 0 && before < int32(i) {
			n = lineOf[before] // the line of the cell before c, if that cell is on the board
		} else if known, ok := number[along.ReduceCell(c)]; ok {
			n = known
		} else {
			number[along.ReduceCell(c)] = n
			lines = append(lines, nil)
		}
		lineOf[i] = n
		lines[n] = append(lines[n], c)
	}
	return lines
}

// ReduceCell returns the cell that stands for c. Where edges are joined, several coordinates mean the same cell of the
// board; all of them have the same result.
func (g *Grid) ReduceCell(c Cell) Cell {
	if g.edgeFlip != nil {
		return g.edgeFlip.ReduceCell(c)
	}
	return g.wrapPeriods.ReduceCell(c)
}

// CanonicalCells replaces each cell by the cell of the grid that is the same cell of the board.
func (g *Grid) CanonicalCells(s Shape) Shape {
	cells := make([]Cell, len(s))
	for k, c := range s {
		cells[k] = g.Cells[g.CellNumber(c)]
	}
	return NewShape(cells)
}

// NeighbourNumbers returns, for each cell, the indices of its neighbours on the grid, without repetitions.
func (g *Grid) NeighbourNumbers() [][]int32 {
	all := make([][]int32, len(g.Cells))
	for k, c := range g.Cells {
		for _, d := range g.NeighboursOf(c) {
			all[k] = append(all[k], g.CellNumber(d))
		}
	}
	return all
}

// NeighboursOf returns the neighbours of a cell that are on the grid, without repetitions.
func (g *Grid) NeighboursOf(c Cell) []Cell {
	var out []Cell
	for _, d := range g.cellLattice.Neighbours(c) {
		if n := g.CellNumber(d); n >= 0 && g.Cells[n] != c && !slices.Contains(out, g.Cells[n]) {
			out = append(out, g.Cells[n])
		}
	}
	return out
}
