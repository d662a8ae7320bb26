package lattice

// Sticks is the lattice of the sides of squares. It is drawn at twice the size:
// the joints, where sticks end, have two even coordinates; a stick has one odd
// coordinate and lies between the joints beside it: (0, 1) from (0, 0) to
// (0, 2). A stick does not cover its joints; but two sticks of one piece, one
// behind the other, keep others from crossing between them.
var Sticks = &Lattice{
	Name:      "sticks",
	Axes:      Square.Axes,
	Motions:   squareMotions(),
	Rotations: 4,
	Turns:     4,
	Mirror:    leftToRight,
	Classes:   squareClasses,
	Figures:   []Figure{framed(rectangle), framed(diamond), framed(aztec)},
	Marks:     "-|",
	Holes:     "+",
	Neighbours: func(c Cell) []Cell {
		if c[0]%2 == 0 {
			return around(c, []Cell{{-1, -1}, {-1, 1}, {0, -2}, {0, 2}, {1, -1}, {1, 1}})
		}
		return around(c, []Cell{{-2, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}, {2, 0}})
	},
	Outline: func(c Cell) []Point {
		from, to := c.Minus(along(c)), c.Plus(along(c))
		return []Point{{from[1], from[0]}, {to[1], to[0]}}
	},
	Scale:  [2]float64{0.5, 0.5},
	Ends:   func(c Cell) []Cell { return []Cell{c.Minus(along(c)), c.Plus(along(c))} },
	Meet:   func(joint Cell) []Cell { return around(joint, sides) },
	isCell: func(c Cell) bool { return (c[0]+c[1])%2 != 0 },
	fit:    func(d Cell) Cell { return Cell{d[0] + d[0]&1, d[1] + d[1]&1, d[2]} },
}

// along returns the shift from the middle of a stick to its end.
func along(c Cell) Cell {
	if c[0]%2 == 0 {
		return Cell{0, 1}
	}
	return Cell{1, 0}
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
