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

// Within reports whether every cell of s is in t.
func (s Shape) Within(t Shape) bool { return len(s.And(t)) == len(s) }

// And returns the cells that are in both shapes.
func (s Shape) And(t Shape) Shape { return merge(s, t, func(inS, inT bool) bool { return inS && inT }) }

// Or returns the cells that are in one of the shapes at least.
func (s Shape) Or(t Shape) Shape { return merge(s, t, func(inS, inT bool) bool { return true }) }

// Without returns the cells of s that are not in t.
func (s Shape) Without(t Shape) Shape {
	return merge(s, t, func(inS, inT bool) bool { return inS && !inT })
}

// merge walks both shapes in order and keeps the cells that keep wants.
func merge(s, t Shape, keep func(inS, inT bool) bool) Shape {
	out := make(Shape, 0, len(s))
	for len(s) > 0 || len(t) > 0 {
		order := side(s, t)
		c := s
		if order > 0 {
			c = t
		}
		if keep(order <= 0, order >= 0) {
			out = append(out, c[0])
		}
		if order <= 0 {
			s = s[1:]
		}
		if order >= 0 {
			t = t[1:]
		}
	}
	return out
}

// side compares the first cells of two shapes, not both empty.
func side(s, t Shape) int {
	switch {
	case len(s) == 0:
		return 1
	case len(t) == 0:
		return -1
	}
	return Compare(s[0], t[0])
}

// Shift returns the shape moved by d.
func (s Shape) Shift(d Cell) Shape {
	out := make(Shape, len(s))
	for i, c := range s {
		out[i] = c.Plus(d)
	}
	return out
}

// Move returns the image of the shape under a motion.
func (s Shape) Move(m Motion) Shape {
	out := make(Shape, len(s))
	for i, c := range s {
		out[i] = m.Apply(c)
	}
	slices.SortFunc(out, Compare)
	return out
}

// Corner returns the least of each coordinate, which need not be a cell of
// the shape, and the greatest. The shape must not be empty.
func (s Shape) Corner() (least, greatest Cell) {
	for k := range Dimensions {
		least[k], greatest[k] = math.MaxInt32, math.MinInt32
	}
	for _, c := range s {
		for k, v := range c {
			least[k] = min(least[k], v)
			greatest[k] = max(greatest[k], v)
		}
	}
	return least, greatest
}
