package lattice

import (
	"cmp"
	"math"
	"slices"
)

// ColorMark is a color on a cell, or on one side of a cell. AdjacentCell is the cell across that side; for a color on
// the cell itself it equals Cell.
type ColorMark struct {
	Cell, AdjacentCell Cell
	Color              rune
}

// IsOnSide reports whether the color is on a side of the cell.
func (m ColorMark) IsOnSide() bool { return m.AdjacentCell != m.Cell }

// Shift returns the mark moved by d.
func (m ColorMark) Shift(d Cell) ColorMark {
	return ColorMark{m.Cell.Plus(d), m.AdjacentCell.Plus(d), m.Color}
}

// MarkedShape is a shape with colors on its cells and sides. Marks are sorted.
type MarkedShape struct {
	Shape      Shape
	ColorMarks []ColorMark
}

// Equal reports whether two shapes have the same cells and the same marks.
func (s MarkedShape) Equal(t MarkedShape) bool {
	return s.Shape.Equal(t.Shape) && slices.Equal(s.ColorMarks, t.ColorMarks)
}

// ApplyMotion returns the image of a shape and its marks under a motion.
func (s MarkedShape) ApplyMotion(m Motion) MarkedShape {
	out := MarkedShape{Shape: s.Shape.ApplyMotion(m)}
	for _, mark := range s.ColorMarks {
		out.ColorMarks = append(out.ColorMarks, ColorMark{m.ApplyToCell(mark.Cell), m.ApplyToCell(mark.AdjacentCell),
			mark.Color})
	}
	out.sortColorMarks()
	return out
}

func (s MarkedShape) sortColorMarks() {
	slices.SortFunc(s.ColorMarks, func(a, b ColorMark) int {
		return cmp.Or(CompareCells(a.Cell, b.Cell), CompareCells(a.AdjacentCell, b.AdjacentCell))
	})
}

// ShiftMarkedToOrigin returns the shape and its marks shifted as ShiftToOrigin shifts a shape.
func (l *Lattice) ShiftMarkedToOrigin(s MarkedShape) MarkedShape {
	shape := l.ShiftToOrigin(s.Shape)
	back := shape[0].Minus(s.Shape[0])
	out := MarkedShape{Shape: shape}
	for _, m := range s.ColorMarks {
		out.ColorMarks = append(out.ColorMarks, m.Shift(back))
	}
	return out
}

// MarkedOrientations returns the different images of a shape with marks under the given motions. Each image is shifted
// so that its corner is at the origin.
func (l *Lattice) MarkedOrientations(s MarkedShape, motions []Motion) []MarkedShape {
	var out []MarkedShape
	for _, m := range motions {
		o := l.ShiftMarkedToOrigin(s.ApplyMotion(m))
		if !slices.ContainsFunc(out, o.Equal) {
			out = append(out, o)
		}
	}
	return out
}

// CellsAcrossSides returns the neighbours of a cell over its sides, clockwise from the top: for a square, the squares
// above, right, below and left. The lattice must be one for which HasSides holds.
func (l *Lattice) CellsAcrossSides(c Cell) []Cell {
	corners := l.CellOutline(c)
	var x, y float64
	for _, p := range corners {
		x += float64(p.X) / float64(len(corners))
		y += float64(p.Y) / float64(len(corners))
	}
	hour := func(d Cell) float64 {
		var dx, dy float64
		for _, p := range l.CellOutline(d) {
			if slices.Contains(corners, p) {
				dx += (float64(p.X) - x) * l.PlaneScale[0]
				dy += (float64(p.Y) - y) * l.PlaneScale[1]
			}
		}
		angle := math.Atan2(dx, -dy)
		if angle < -1e-9 {
			angle += 2 * math.Pi
		}
		return angle
	}
	sides := slices.Clone(l.Neighbours(c))
	slices.SortFunc(sides, func(a, b Cell) int { return cmp.Compare(hour(a), hour(b)) })
	return sides
}

// HasSides reports whether cells are areas of the plane, so that their sides have a clockwise order.
func (l *Lattice) HasSides() bool { return !l.IsSolid() && l.StickEnds == nil }

// FirstCell returns the first cell of the lattice in reading order, from (0, 0) on.
func (l *Lattice) FirstCell() (c Cell) {
	for !l.IsCell(c) {
		if c[1]++; c[1] > maxFirstColumn {
			c = Cell{c[0] + 1}
		}
	}
	return c
}

// maxFirstColumn bounds the column of the first cell of a row: on each lattice, a row that has cells has one in a
// column up to this bound.
const maxFirstColumn = 12
