package lattice

// The figures of the lattices. Each is made where it is natural to draw it,
// and brought to the origin by its lattice's Make.

// Rectangle returns the rows by columns cells with a corner at the origin.
func Rectangle(rows, columns int) Shape {
	s := make(Shape, 0, rows*columns)
	for r := range int32(rows) {
		for c := range int32(columns) {
			s = append(s, Cell{r, c})
		}
	}
	return s
}

var rectangle = Figure{
	Sides: 2,
	Bound: product,
	Make:  func(n []int) Shape { return Rectangle(n[0], n[1]) },
}

// squareSquare has as many rows as columns.
var squareSquare = Figure{
	Name:  "square",
	Sides: 1,
	Bound: func(n []int) int { return n[0] * n[0] },
	Make:  func(n []int) Shape { return Rectangle(n[0], n[0]) },
}

// diamond has rows of 1, 3, 5, …, 2n-1, …, 5, 3, 1 cells.
var diamond = Figure{
	Name:  "diamond",
	Sides: 1,
	Bound: func(n []int) int { return 4 * n[0] * n[0] },
	Make:  func(n []int) Shape { return rows(2*n[0]-1, func(r int) int { return 2*min(r, 2*n[0]-2-r) + 1 }) },
}

// aztec is the Aztec diamond of order n, with rows of 2, 4, …, 2n, 2n, …, 4, 2
// cells.
var aztec = Figure{
	Name:  "aztec",
	Sides: 1,
	Bound: func(n []int) int { return 4 * n[0] * n[0] },
	Make:  func(n []int) Shape { return rows(2*n[0], func(r int) int { return 2*min(r, 2*n[0]-1-r) + 2 }) },
}

// rows returns centred rows of so many cells, the widest at least as wide as
// there are rows.
func rows(n int, length func(r int) int) Shape {
	widest := 0
	for r := range n {
		widest = max(widest, length(r))
	}
	var s Shape
	for r := range n {
		margin := (widest - length(r)) / 2
		for c := range length(r) {
			s = append(s, Cell{int32(r), int32(margin + c)})
		}
	}
	return s
}

// product multiplies sides. They are below a million each, so it fits.
func product(sides []int) int {
	n := 1
	for _, side := range sides {
		n *= side
	}
	return n
}
