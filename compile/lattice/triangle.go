package lattice

// Triangle is the lattice of triangles. The cell (r, c) is the c-th triangle of
// a row, half a side further to the right than the one before; it points up if
// r + c is even, and down if it is odd. Shifts keep that, so the sum of their
// coordinates is even.
var Triangle = &Lattice{
	Name:      "triangle",
	Axes:      []string{"row", "column"},
	Motions:   triangleMotions(),
	Rotations: 6,
	Turns:     6,
	Mirror:    leftToRight,
	Classes:   sixfoldClasses,
	Figures:   []Figure{rectangle, triangleRhombus, triangleTriangle, triangleHexagon},
	Neighbours: func(c Cell) []Cell {
		if pointsUp(c) {
			return around(c, []Cell{{0, -1}, {0, 1}, {1, 0}})
		}
		return around(c, []Cell{{-1, 0}, {0, -1}, {0, 1}})
	},
	Outline: func(c Cell) []Point {
		x, y := c[1], c[0]
		if pointsUp(c) {
			return []Point{{x + 1, y}, {x + 2, y + 1}, {x, y + 1}}
		}
		return []Point{{x, y}, {x + 2, y}, {x + 1, y + 1}}
	},
	Scale: [2]float64{0.5, sqrt3 / 2},
	fit:   evenSum,
}

// evenSum returns the least shift that is no less than d.
func evenSum(d Cell) Cell {
	if !pointsUp(d) {
		d[1]++
	}
	return d
}

func pointsUp(c Cell) bool { return (c[0]+c[1])%2 == 0 }

// triangleMotions moves the centres of the triangles, which are points of a
// hexagonal lattice: one with a point at each corner as well.
func triangleMotions() []Motion {
	motions := sixfoldMotions(linear{{0, -1, 0}, {-1, 0, 0}, {0, 0, 1}})
	for k, m := range motions {
		motions[k].apply = func(c Cell) Cell { return triangleAt(m.apply(centre(c))) }
	}
	return motions
}

// centre returns the centre of a triangle. From the tip of the triangle (0, 0)
// it lies x half sides to the right and y thirds of a row down; the coordinates
// of the hexagonal lattice are along the steps (1, 1) and (1, -1).
func centre(c Cell) Cell {
	x, y := c[1], 3*c[0]+1
	if pointsUp(c) {
		y++
	}
	return Cell{(x + y) / 2, (x - y) / 2} // both are even
}

// triangleAt is the inverse of centre.
func triangleAt(p Cell) Cell {
	x, y := p[0]+p[1], p[0]-p[1]
	row := y / 3
	if y < 0 {
		row = -((2 - y) / 3) // rounded down
	}
	return Cell{row, x}
}

// triangleRhombus has n rows of 2m triangles and leans to the left as it goes
// down: its first triangle points up.
var triangleRhombus = Figure{
	Name:  "rhombus",
	Sides: 2,
	Bound: func(n []int) int { return n[0] * (2*n[1] + n[0] + 1) },
	Make: func(n []int) Shape {
		return triangles(n[0], func(r int) (from, to int) { return -r, 2*n[1] - 1 - r })
	},
}

// triangleTriangle has rows of 1, 3, …, 2n-1 triangles.
var triangleTriangle = Figure{
	Name:  "triangle",
	Sides: 1,
	Bound: func(n []int) int { return 2 * n[0] * (n[0] + 1) },
	Make: func(n []int) Shape {
		return triangles(n[0], func(r int) (from, to int) { return -r, r })
	},
}

// triangleHexagon has n triangles along each side, 6n² in all.
var triangleHexagon = Figure{
	Name:  "hexagon",
	Sides: 1,
	Bound: func(n []int) int { return 8 * n[0] * (n[0] + 1) },
	Make: func(n []int) Shape {
		return triangles(2*n[0], func(r int) (from, to int) {
			out := min(r, 2*n[0]-1-r) // how far the row reaches out, on either side
			return -out, 2*n[0] + out
		})
	},
}

// triangles returns rows of triangles, brought to the origin. The first one of
// row 0 points up if its column is even.
func triangles(n int, row func(r int) (from, to int)) Shape {
	var cells []Cell
	for r := range n {
		from, to := row(r)
		for c := from; c <= to; c++ {
			cells = append(cells, Cell{int32(r), int32(c)})
		}
	}
	if len(cells) == 0 {
		return nil
	}
	s := NewShape(cells)
	least, _ := s.Corner()
	return s.Shift(evenSum(Cell{}.Minus(least)))
}
