package lattice

import (
	"math"
	"slices"
)

// Shape is a set of cells, in reading order and without duplicates. No method changes its receiver.
type Shape []Cell

// NewShape returns the shape with the given cells. It sorts them and drops duplicates.
func NewShape(cells []Cell) Shape {
	s := Shape(slices.Clone(cells))
	slices.SortFunc(s, CompareCells)
	return slices.Compact(s)
}

// HasCell reports whether the cell is in the shape.
func (s Shape) HasCell(c Cell) bool {
	_, ok := slices.BinarySearchFunc(s, c, CompareCells)
	return ok
}

// Equal reports whether two shapes have the same cells.
func (s Shape) Equal(t Shape) bool { return slices.Equal(s, t) }

// Intersect returns the cells that are in both shapes.
func (s Shape) Intersect(t Shape) Shape { return s.FilterCells(t.HasCell) }

// Subtract returns the cells of s that are not in t.
func (s Shape) Subtract(t Shape) Shape {
	return s.FilterCells(func(c Cell) bool { return !t.HasCell(c) })
}

// FilterCells returns the cells for which the function wanted returns true.
func (s Shape) FilterCells(wanted func(Cell) bool) Shape {
	out := make(Shape, 0, len(s))
	for _, c := range s {
		if wanted(c) {
			out = append(out, c)
		}
	}
	return out
}

// Union returns the cells that are in at least one of the shapes.
func (s Shape) Union(t Shape) Shape {
	if len(t) == 0 {
		return slices.Clone(s)
	}
	return NewShape(slices.Concat(s, t))
}

// Shift returns the shape shifted by d.
func (s Shape) Shift(d Cell) Shape {
	return s.MapCells(func(c Cell) Cell { return c.Plus(d) })
}

// ApplyMotion returns the image of the shape under a motion.
func (s Shape) ApplyMotion(m Motion) Shape {
	out := s.MapCells(m.ApplyToCell)
	slices.SortFunc(out, CompareCells)
	return out
}

// MapCells returns the images of the cells under a function, as a sorted shape.
func (s Shape) MapCells(image func(Cell) Cell) Shape {
	out := make(Shape, len(s))
	for i, c := range s {
		out[i] = image(c)
	}
	return out
}

// BoundingBox returns the least and the greatest value of each coordinate. The shape must not be empty. The two results
// need not be cells of the shape.
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

// Figure is a shape that the language knows by a name and a size, such as diamond 3.
type Figure struct {
	// Name is the word in the language; "" for a size that stands alone, such as 6x10.
	Name string
	// SideCount is the number of sides that the size gives, such as 2 in 6x10.
	SideCount int
	// MaxBoxCells returns an upper bound for the number of cells in the box around the figure of a size.
	MaxBoxCells func(sides []int) int
	// MakeShape returns the figure of a size, with its corner at the origin.
	MakeShape func(sides []int) Shape
}

// boxAndMembership returns the box around a figure of some size, and a function that reports which cells of the box
// belong to the figure. The function is nil if all of them do.
type boxAndMembership func(sides []int) (rows, columns int, inside func(r, c int) bool)

// newFigure returns the figure whose cells a boxAndMembership describes. The argument sides is its SideCount.
func newFigure(name string, sides int, f boxAndMembership) Figure {
	return Figure{
		Name:      name,
		SideCount: sides,
		MaxBoxCells: func(n []int) int {
			rows, columns, _ := f(n)
			return rows * columns
		},
		MakeShape: func(n []int) Shape {
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

// Rectangle returns the cells of a rectangle with its corner at the origin.
func Rectangle(rows, columns int) Shape {
	return newFigure("", 2, rectangleRegion).MakeShape([]int{rows, columns})
}

// rectangleRegion describes a rectangle; if only one side is given, the rectangle is a square.
func rectangleRegion(n []int) (rows, columns int, inside func(r, c int) bool) {
	return n[0], n[len(n)-1], nil
}

// diamondRegion describes rows of 1, 3, 5, …, 2n-1, …, 5, 3, 1 cells.
func diamondRegion(n []int) (rows, columns int, inside func(r, c int) bool) {
	far := n[0] - 1
	return 2*n[0] - 1, 2*n[0] - 1, func(r, c int) bool { return absDifference(r, far)+absDifference(c, far) <= far }
}

// aztecRegion describes the Aztec diamond of order n: rows of 2, 4, …, 2n, 2n, …, 4, 2 cells.
func aztecRegion(n []int) (rows, columns int, inside func(r, c int) bool) {
	last := 2*n[0] - 1
	return 2 * n[0], 2 * n[0], func(r, c int) bool {
		return absDifference(2*r, last)+absDifference(2*c,
			last) <= last+1
	}
}

func absDifference(a, b int) int { return max(a-b, b-a) }

// triangleOfHexagons describes rows of 1, 2, …, n cells.
func triangleOfHexagons(n []int) (rows, columns int, inside func(r, c int) bool) {
	return n[0], n[0], func(r, c int) bool { return r+c >= n[0]-1 }
}

// hexagonOfHexagons describes a hexagon with n cells on each side, and 3n(n-1)+1 cells in all.
func hexagonOfHexagons(n []int) (rows, columns int, inside func(r, c int) bool) {
	far := n[0] - 1
	return 2*n[0] - 1, 2*n[0] - 1, func(r, c int) bool { return absDifference(r+c, 2*far) <= far }
}

// rhombusOfTriangles describes n rows of 2m triangles. The rhombus leans to the left as it goes down, as its first
// triangle points up.
func rhombusOfTriangles(n []int) (rows, columns int, inside func(r, c int) bool) {
	first := n[0] - n[0]%2
	return n[0], first + 2*n[1], func(r, c int) bool { return first <= r+c && r+c < first+2*n[1] }
}

// triangleOfTriangles describes rows of 1, 3, …, 2n-1 triangles.
func triangleOfTriangles(n []int) (rows, columns int, inside func(r, c int) bool) {
	tip := n[0] - n[0]%2
	return n[0], tip + n[0], func(r, c int) bool { return absDifference(c, tip) <= r }
}

// hexagonOfTriangles describes a hexagon with n triangles along each side, and 6n² triangles in all.
func hexagonOfTriangles(n []int) (rows, columns int, inside func(r, c int) bool) {
	first := n[0] - n[0]%2
	return 2 * n[0], first + 3*n[0], func(r, c int) bool {
		return absDifference(c, first+n[0]) <= n[0]+min(r,
			2*n[0]-1-r)
	}
}
