package lattice

import "sync"

// blockTiling is a periodic tiling from which a lattice is made. Its picture is divided into blocks of blockRows by
// blockColumns points, and each point is a cell. The motions and neighbours of cells follow from the outlines of one
// block: a motion maps outlines to outlines, and two cells are neighbours if they share a side. A motion may be
// followed by a shift, so it need not leave any point in its place.
type blockTiling struct {
	blockRows, blockColumns int32
	// steps in the plane: from a block to the block below, and to the block on its right
	stepDown, stepAcross PlanePoint
	cellOutlines         [][]PlanePoint // outlines of the cells of one block, row by row, each clockwise
}

// turnSixtyDegrees turns the plane clockwise by 60°, in the units of the hexagonal tilings. reflectLeftRight swaps left
// and right.
func turnSixtyDegrees(p PlanePoint) PlanePoint { return PlanePoint{(p.X - p.Y) / 2, (3*p.X + p.Y) / 2} }
func reflectLeftRight(p PlanePoint) PlanePoint { return PlanePoint{-p.X, p.Y} }

func (p PlanePoint) plusPoint(q PlanePoint) PlanePoint  { return PlanePoint{p.X + q.X, p.Y + q.Y} }
func (p PlanePoint) timesScalar(n int32) PlanePoint     { return PlanePoint{n * p.X, n * p.Y} }
func (p PlanePoint) minusPoint(q PlanePoint) PlanePoint { return p.plusPoint(q.timesScalar(-1)) }
func (t *blockTiling) blockOrigin(block PlanePoint) PlanePoint {
	return t.stepAcross.timesScalar(block.X).plusPoint(t.stepDown.timesScalar(block.Y))
}
func (t *blockTiling) blockCorner(block PlanePoint) Cell {
	return Cell{block.Y * t.blockRows, block.X * t.blockColumns}
}

// blockOfCell returns the block that contains a cell, and the index of the cell in the block.
func (t *blockTiling) blockOfCell(c Cell) (block PlanePoint, k int32) {
	row, column := floorMod(c[0], t.blockRows), floorMod(c[1], t.blockColumns)
	return PlanePoint{(c[1] - column) / t.blockColumns, (c[0] - row) / t.blockRows}, row*t.blockColumns + column
}

// cellInBlock returns the cell with index k of a block.
func (t *blockTiling) cellInBlock(block PlanePoint, k int32) Cell {
	return t.blockCorner(block).Plus(Cell{k / t.blockColumns, k % t.blockColumns})
}

func (t *blockTiling) cellOutline(c Cell) []PlanePoint {
	block, k := t.blockOfCell(c)
	return imagesOfPoints(t.cellOutlines[k], t.blockOrigin(block).plusPoint)
}

func imagesOfPoints(points []PlanePoint, by func(PlanePoint) PlanePoint) []PlanePoint {
	out := make([]PlanePoint, len(points))
	for i, p := range points {
		out[i] = by(p)
	}
	return out
}

// newNeighbourFunc returns the function Lattice.Neighbours of the tiling. It stores, for each cell of a block, the
// shifts to its neighbours.
func (t *blockTiling) newNeighbourFunc() func(Cell) []Cell {
	return lazyFunction(func() func(Cell) []Cell {
		around := make([]Shape, len(t.cellOutlines))
		for k := range around {
			c := t.cellInBlock(PlanePoint{}, int32(k))
			for _, d := range Rectangle(int(3*t.blockRows),
				int(3*t.blockColumns)).Shift(Cell{-t.blockRows, -t.blockColumns}) {
				if countSharedCorners(t.cellOutline(c), t.cellOutline(d)) == 2 {
					around[k] = append(around[k], d.Minus(c))
				}
			}
		}
		return func(c Cell) []Cell {
			_, k := t.blockOfCell(c)
			return around[k].Shift(c)
		}
	})
}

// lazyFunction returns a function that calls make when it is first called. So a puzzle of squares does not compute
// the tables of kites.
func lazyFunction[T any](make func() func(Cell) T) func(Cell) T {
	lazy := sync.OnceValue(make)
	return func(c Cell) T { return lazy()(c) }
}

// countSharedCorners returns how many corners two outlines have in common.
func countSharedCorners(a, b []PlanePoint) (n int) {
	for _, p := range a {
		for _, q := range b {
			if p == q {
				n++
			}
		}
	}
	return n
}

// motionsOfTurn returns the rotations that a turn generates, and then the same rotations after a reflection.
func (t *blockTiling) motionsOfTurn(turn, mirror func(PlanePoint) PlanePoint, names []string) []Motion {
	var motions []Motion
	for k, name := range names {
		motions = append(motions, Motion{name, t.cellMotionOf(func(p PlanePoint) PlanePoint {
			if k >= len(names)/2 {
				p = mirror(p)
			}
			for range k % (len(names) / 2) {
				p = turn(p)
			}
			return p
		})})
	}
	return motions
}

// cellMotionOf returns the function that moves cells as a motion moves the plane. It stores the images of the cells of
// one block, and of the steps to the next blocks.
func (t *blockTiling) cellMotionOf(image func(PlanePoint) PlanePoint) func(Cell) Cell {
	return lazyFunction(func() func(Cell) Cell {
		origin := image(PlanePoint{})
		across, down := t.blockShift(image(t.stepAcross).minusPoint(origin)),
			t.blockShift(image(t.stepDown).minusPoint(origin))
		to := make([]Cell, len(t.cellOutlines))
		for k, outline := range t.cellOutlines {
			to[k] = t.cellWithOutline(imagesOfPoints(outline, image))
		}
		return func(c Cell) Cell {
			block, k := t.blockOfCell(c)
			return to[k].Plus(t.blockCorner(across.timesScalar(block.X).plusPoint(down.timesScalar(block.Y))))
		}
	})
}

// blockShift returns a shift of the lattice as a number of blocks to the right and down.
func (t *blockTiling) blockShift(d PlanePoint) PlanePoint {
	det := t.stepAcross.X*t.stepDown.Y - t.stepAcross.Y*t.stepDown.X
	return PlanePoint{(d.X*t.stepDown.Y - d.Y*t.stepDown.X) / det, (t.stepAcross.X*d.Y - t.stepAcross.Y*d.X) / det}
}

// cellWithOutline returns the cell that has a given outline.
func (t *blockTiling) cellWithOutline(outline []PlanePoint) Cell {
	for k, candidate := range t.cellOutlines {
		for _, p := range candidate {
			block := t.blockShift(outline[0].minusPoint(p))
			if c := t.cellInBlock(block, int32(k)); countSharedCorners(outline, t.cellOutline(c)) == len(outline) {
				return c
			}
		}
	}
	panic("a motion does not keep the tiling")
}

// roundUpShift returns the least shift of the lattice that is no less than d in any coordinate.
func (t *blockTiling) roundUpShift(d Cell) Cell {
	return Cell{d[0] + floorMod(-d[0], t.blockRows), d[1] + floorMod(-d[1], t.blockColumns), d[2]}
}

// cutFigureCells returns a figure of another lattice, with each of its cells cut into pieces.
func cutFigureCells(f Figure, pieces Shape, rows, columns int32) Figure {
	return Figure{
		Name:        f.Name,
		SideCount:   f.SideCount,
		MaxBoxCells: func(n []int) int { return int(rows*columns) * f.MaxBoxCells(n) },
		MakeShape: func(n []int) Shape {
			var cells []Cell
			for _, c := range f.MakeShape(n) {
				cells = append(cells, pieces.Shift(Cell{rows * c[0], columns * c[1]})...)
			}
			return NewShape(cells)
		},
	}
}

func (t *blockTiling) cutAllFigures(figures []Figure) (out []Figure) {
	for _, f := range figures {
		out = append(out, cutFigureCells(f, Rectangle(int(t.blockRows), int(t.blockColumns)), t.blockRows,
			t.blockColumns))
	}
	return out
}

func floorMod(a, n int32) int32 { return (a%n + n) % n }
