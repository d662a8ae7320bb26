package lattice

import (
	"math"
	"slices"
)

// Shape is a set of cells, sorted row by row, each once. Shapes are values:
// no method changes its receiver.
type Shape []Cell

// NewShape sorts cells and drops those that are there twice.
func NewShape(cells []Cell) Shape {
	s := Shape(slices.Clone(cells))
	slices.SortFunc(s, Compare)
	return slices.Compact(s)
}

// Has reports whether the cell is in the shape.
func (s Shape) Has(c Cell) bool {
	_, ok := slices.BinarySearchFunc(s, c, Compare)
	return ok
}

// Equal reports whether two shapes have the same cells.
func (s Shape) Equal(t Shape) bool { return slices.Equal(s, t) }

// And returns the cells that are in both shapes.
func (s Shape) And(t Shape) Shape { return s.Keep(t.Has) }

// Without returns the cells of s that are not in t.
func (s Shape) Without(t Shape) Shape { return s.Keep(func(c Cell) bool { return !t.Has(c) }) }

// Keep returns the cells that are wanted.
func (s Shape) Keep(wanted func(Cell) bool) Shape {
	out := make(Shape, 0, len(s))
	for _, c := range s {
		if wanted(c) {
			out = append(out, c)
		}
	}
	return out
}

// Or returns the cells that are in one of the shapes at least.
func (s Shape) Or(t Shape) Shape {
	if len(t) == 0 {
		return slices.Clone(s)
	}
	return NewShape(slices.Concat(s, t))
}

// Shift returns the shape moved by d.
func (s Shape) Shift(d Cell) Shape {
	return s.Images(func(c Cell) Cell { return c.Plus(d) })
}

// Move returns the image of the shape under a motion.
func (s Shape) Move(m Motion) Shape {
	out := s.Images(m.Apply)
	slices.SortFunc(out, Compare)
	return out
}

// Images returns the image of each cell, in the order of the cells.
func (s Shape) Images(image func(Cell) Cell) Shape {
	out := make(Shape, len(s))
	for i, c := range s {
		out[i] = image(c)
	}
	return out
}

// Corner returns the least of each coordinate, which need not be a cell of
// the shape, and the greatest. The shape must not be empty.
func (s Shape) Corner() (least, greatest Cell) {
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
