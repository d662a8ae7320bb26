package lattice

import "math"

// Figure is a shape with a name and a size.
type Figure struct {
	// Name is "" for the shapes of which the size says all: 6x10.
	Name string
	// Sides is how many numbers the size has.
	Sides int
	// Bound returns a number of cells that the figure and the box around it
	// do not exceed.
	Bound func(sides []int) int
	// Make returns the figure, with its corner at the origin.
	Make func(sides []int) Shape
}

// rows says of a figure of some size how many rows it has, and the first and last
// column of each.
type rows func(sides []int) (n int, row func(r int) (from, to int))

// rowwise returns a figure of rows without gaps. It is brought to the origin by the
// shift that fits.
func rowwise(name string, sides int, fit func(Cell) Cell, shape rows) Figure {
	return Figure{
		Name:  name,
		Sides: sides,
		Bound: func(n []int) int {
			_, columns := shape.extent(n, fit)
			count, _ := shape(n)
			return count * columns
		},
		Make: func(n []int) Shape {
			shift, columns := shape.extent(n, fit)
			count, row := shape(n)
			s := make(Shape, 0, max(0, count*columns))
			for r := range count {
				from, to := row(r)
				for c := from; c <= to; c++ {
					s = append(s, Cell{int32(r), int32(c)}.Plus(shift))
				}
			}
			return s
		},
	}
}

// extent returns the shift that brings a figure to the origin, and how many columns
// the box from the origin around it has.
func (shape rows) extent(sides []int, fit func(Cell) Cell) (shift Cell, columns int) {
	first, last := math.MaxInt32, math.MinInt32
	n, row := shape(sides)
	for r := range n {
		from, to := row(r)
		first, last = min(first, from), max(last, to)
	}
	if first > last {
		return Cell{}, 0
	}
	shift = Cell{0, -int32(first)}
	if fit != nil {
		shift = fit(shift)
	}
	return shift, last + int(shift[1]) + 1
}

func rectangle(n []int) (int, func(r int) (from, to int)) {
	return n[0], func(int) (int, int) { return 0, n[1] - 1 }
}

// Rectangle returns the rows by columns cells with a corner at the origin.
func Rectangle(rows, columns int) Shape {
	return rowwise("", 2, nil, rectangle).Make([]int{rows, columns})
}

// square has as many rows as columns.
func square(n []int) (int, func(r int) (from, to int)) { return rectangle([]int{n[0], n[0]}) }

// diamond has rows of 1, 3, 5, …, 2n-1, …, 5, 3, 1 cells.
func diamond(n []int) (int, func(r int) (from, to int)) {
	return 2*n[0] - 1, func(r int) (from, to int) {
		out := min(r, 2*n[0]-2-r)
		return -out, out
	}
}

// aztec is the Aztec diamond of order n, with rows of 2, 4, …, 2n, 2n, …, 4, 2
// cells.
func aztec(n []int) (int, func(r int) (from, to int)) {
	return 2 * n[0], func(r int) (from, to int) {
		out := min(r, 2*n[0]-1-r)
		return -out, out + 1
	}
}

// hexagonTriangle has rows of 1, 2, …, n cells.
func hexagonTriangle(n []int) (int, func(r int) (from, to int)) {
	return n[0], func(r int) (from, to int) { return -r, 0 }
}

// hexagonHexagon has n cells on each side, 3n(n-1)+1 in all.
func hexagonHexagon(n []int) (int, func(r int) (from, to int)) {
	far := n[0] - 1
	return 2*n[0] - 1, func(r int) (from, to int) { return max(-far, -r), min(far, 2*far-r) }
}

// triangleRhombus has n rows of 2m triangles and leans to the left as it goes
// down: its first triangle points up.
func triangleRhombus(n []int) (int, func(r int) (from, to int)) {
	return n[0], func(r int) (from, to int) { return -r, 2*n[1] - 1 - r }
}

// triangleTriangle has rows of 1, 3, …, 2n-1 triangles.
func triangleTriangle(n []int) (int, func(r int) (from, to int)) {
	return n[0], func(r int) (from, to int) { return -r, r }
}

// triangleHexagon has n triangles along each side, 6n² in all.
func triangleHexagon(n []int) (int, func(r int) (from, to int)) {
	return 2 * n[0], func(r int) (from, to int) {
		out := min(r, 2*n[0]-1-r) // how far the row reaches out, on either side
		return -out, 2*n[0] + out
	}
}

// framed is the sticks around the squares of a figure.
func framed(f Figure) Figure {
	return Figure{
		Name:  f.Name,
		Sides: f.Sides,
		Bound: func(n []int) int { return 4*f.Bound(n) + 4*(n[0]+n[len(n)-1]) + 1 },
		Make: func(n []int) Shape {
			var cells []Cell
			for _, c := range f.Make(n) {
				cells = append(cells, around(Cell{2*c[0] + 1, 2*c[1] + 1}, sides)...)
			}
			return NewShape(cells)
		},
	}
}

func box(layers, rows, columns int) Shape {
	s := make(Shape, 0, layers*rows*columns)
	for l := range int32(layers) {
		for _, c := range Rectangle(rows, columns) {
			s = append(s, Cell{l, c[0], c[1]})
		}
	}
	return s
}
