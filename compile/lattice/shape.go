package lattice

import (
	"math"
	"slices"
)

// Shape is a set of cells, sorted row by row, without duplicates. Shapes are values: no method changes its
// receiver.
type Shape []Cell

// NewShape sorts cells and drops duplicates.
func NewShape(cells []Cell) Shape {
	s := Shape(slices.Clone(cells))
	slices.SortFunc(s, CompareCells)
	return slices.Compact(s)
}

// Has reports whether the cell is in the shape.
func (s Shape) Has(c Cell) bool {
	_, ok := slices.BinarySearchFunc(s, c, CompareCells)
	return ok
}

// Equal reports whether two shapes have the same cells.
func (s Shape) Equal(t Shape) bool { return slices.Equal(s, t) }

// And returns the cells that are in both shapes.
func (s Shape) And(t Shape) Shape { return s.Keep(t.Has) }

// Without returns the cells of s that are not in t.
func (s Shape) Without(t Shape) Shape { return s.Keep(func(c Cell) bool { return !t.Has(c) }) }

// Keep returns the cells for which wanted returns true.
func (s Shape) Keep(wanted func(Cell) bool) Shape {
	out := make(Shape, 0, len(s))
	for _, c := range s {
		if wanted(c) {
			out = append(out, c)
		}
	}
	return out
}

// Or returns the cells that are in at least one of the shapes.
func (s Shape) Or(t Shape) Shape {
	if len(t) == 0 {
		return slices.Clone(s)
	}
	return NewShape(slices.Concat(s, t))
}

// Shift returns the shape moved by d.
func (s Shape) Shift(d Cell) Shape {
	return s.MapCells(func(c Cell) Cell { return c.Plus(d) })
}

// Move returns the image of the shape under a motion.
func (s Shape) Move(m Motion) Shape {
	out := s.MapCells(m.Apply)
	slices.SortFunc(out, CompareCells)
	return out
}

// MapCells returns the image of each cell, in the order of the cells.
func (s Shape) MapCells(image func(Cell) Cell) Shape {
	out := make(Shape, len(s))
	for i, c := range s {
		out[i] = image(c)
	}
	return out
}

// BoundingBox returns the least and the greatest value of each coordinate. The corners need not be cells of the
// shape, which must not be empty.
func (s Shape) BoundingBox() (least, greatest Cell) {
	least = Cell{math.MaxInt32, math.MaxInt32, math.MaxInt32}
	greatest = Cell{math.MinInt32, math.MinInt32, math.MinInt32}
	for _, c := range s {
		for k, v := range c {
			least[k] = min(least[k], v)
			greatest[k] = max(greatest[k], v)
		}
	}
	return least, greatest
}

// Figure is a shape with a name and a size.
type Figure struct {
	// Name is the name, or "" for shapes that are written as a size alone: 6x10.
	Name string
	// Sides is the number of numbers in the size.
	Sides int
	// Bound returns an upper bound for the cells of the figure and of the box around it.
	Bound func(sides []int) int
	// Make returns the figure, with its corner at the origin.
	Make func(sides []int) Shape
}

// figureRegion returns the box of a figure of some size, and a function that reports which of its cells are in
// the figure, or nil if all are.
type figureRegion func(sides []int) (rows, columns int, inside func(r, c int) bool)

func newFigure(name string, sides int, f figureRegion) Figure {
	return Figure{
		Name:  name,
		Sides: sides,
		Bound: func(n []int) int {
			rows, columns, _ := f(n)
			return rows * columns
		},
		Make: func(n []int) Shape {
			rows, columns, inside := f(n)
			var s Shape
			for r := range rows {
				for c := range columns {
					if inside == nil || inside(r, c) {
						s = append(s, Cell{int32(r), int32(c)})
					}
				}
			}
			return s
		},
	}
}

// Rectangle returns the rows by columns cells with a corner at the origin.
func Rectangle(rows, columns int) Shape {
	return newFigure("", 2, rectangleRegion).Make([]int{rows, columns})
}

// rectangleRegion is a square if there is only one side.
func rectangleRegion(n []int) (rows, columns int, inside func(r, c int) bool) {
	return n[0], n[len(n)-1], nil
}

// diamondRegion has rows of 1, 3, 5, …, 2n-1, …, 5, 3, 1 cells.
func diamondRegion(n []int) (rows, columns int, inside func(r, c int) bool) {
	far := n[0] - 1
	return 2*n[0] - 1, 2*n[0] - 1, func(r, c int) bool { return absDifference(r, far)+absDifference(c, far) <= far }
}

// aztecRegion is the Aztec diamond of order n, with rows of 2, 4, …, 2n, 2n, …, 4, 2
// cells.
func aztecRegion(n []int) (rows, columns int, inside func(r, c int) bool) {
	last := 2*n[0] - 1
	return 2 * n[0], 2 * n[0], func(r, c int) bool {
		return absDifference(2*r, last)+absDifference(2*c,
			last) <= last+1
	}
}

func absDifference(a, b int) int { return max(a-b, b-a) }

// hexagonTriangle has rows of 1, 2, …, n cells.
func hexagonTriangle(n []int) (rows, columns int, inside func(r, c int) bool) {
	return n[0], n[0], func(r, c int) bool { return r+c >= n[0]-1 }
}

// hexagonHexagon has n cells on each side, 3n(n-1)+1 in all.
func hexagonHexagon(n []int) (rows, columns int, inside func(r, c int) bool) {
	far := n[0] - 1
	return 2*n[0] - 1, 2*n[0] - 1, func(r, c int) bool { return absDifference(r+c, 2*far) <= far }
}

// triangleRhombus has n rows of 2m triangles and leans to the left as it goes
// down: its first triangle points up.
func triangleRhombus(n []int) (rows, columns int, inside func(r, c int) bool) {
	first := n[0] - n[0]%2
	return n[0], first + 2*n[1], func(r, c int) bool { return first <= r+c && r+c < first+2*n[1] }
}

// triangleTriangle has rows of 1, 3, …, 2n-1 triangles.
func triangleTriangle(n []int) (rows, columns int, inside func(r, c int) bool) {
	tip := n[0] - n[0]%2
	return n[0], tip + n[0], func(r, c int) bool { return absDifference(c, tip) <= r }
}

// triangleHexagon has n triangles along each side, 6n² in all.
func triangleHexagon(n []int) (rows, columns int, inside func(r, c int) bool) {
	first := n[0] - n[0]%2
	return 2 * n[0], first + 3*n[0], func(r, c int) bool {
		return absDifference(c, first+n[0]) <= n[0]+min(r,
			2*n[0]-1-r)
	}
}
