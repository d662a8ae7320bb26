package lattice

// Hexagon is the lattice of hexagons, each row half a cell to the right of the
// row above: (r, c) has its centre r/2 + c cells from the left. So a picture of
// n rows of n cells is a rhombus that leans to the right as it goes down.
var Hexagon = &Lattice{
	Name:      "hexagon",
	Axes:      []string{"row", "column"},
	Motions:   sixfoldMotions(hexagonMirror),
	Rotations: 6,
	Turns:     6,
	Mirror:    Motion{"reflection left to right", hexagonMirror.apply},
	Classes:   sixfoldClasses,
	Figures:   []Figure{rectangle, hexagonRhombus, hexagonTriangle, hexagonHexagon},
	Lines: []Lines{
		{"rows", []Family{{"row", Cell{0, 1}}}},
		{"columns", []Family{{"column", Cell{1, 0}}}},
		{"diagonals", []Family{{"diagonal", Cell{1, -1}}}},
	},
	Neighbours: func(c Cell) []Cell { return around(c, sixfoldSteps) },
	Outline: func(c Cell) []Point {
		x, y := 2*c[1]+c[0], 3*c[0]
		return []Point{{x + 1, y}, {x + 2, y + 1}, {x + 2, y + 3}, {x + 1, y + 4}, {x, y + 3}, {x, y + 1}}
	},
	Scale: [2]float64{0.5, 0.5 / sqrt3},
}

const sqrt3 = 1.7320508075688772

// sixfoldClasses are the classes on the lattices of triangles and hexagons. The
// group has 12 motions; a class is named by the rotations and reflections that
// leave its shapes as they are.
var sixfoldClasses = []Class{
	{"full", 1, 1}, {"sixfold", 1, 2},
	{"threefold-reflection", 2, 1}, {"threefold", 2, 2},
	{"double-reflection", 3, 1}, {"half-turn", 3, 2},
	{"reflection", 6, 1}, {"none", 6, 2},
}

// sixfoldSteps are the shifts to the six nearest points.
var sixfoldSteps = []Cell{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}

// In coordinates along two steps that are 60° apart, this turns by 60° with the
// clock.
var sixfoldTurn = linear{{1, 1, 0}, {-1, 0, 0}, {0, 0, 1}}

// hexagonMirror swaps left and right.
var hexagonMirror = linear{{1, 0, 0}, {-1, -1, 0}, {0, 0, 1}}

// sixfoldMotions returns the group of the hexagon, given the matrix that swaps
// left and right. Axes are named by their angle against the clock, as seen on
// paper.
func sixfoldMotions(mirror linear) []Motion {
	return named(append(turns(identity, sixfoldTurn, 6), turns(mirror, sixfoldTurn, 6)...),
		"identity", "rotation by 60°", "rotation by 120°", "rotation by 180°", "rotation by 240°", "rotation by 300°",
		"reflection left to right", "reflection in the axis at 60°", "reflection in the axis at 30°",
		"reflection top to bottom", "reflection in the axis at 150°", "reflection in the axis at 120°")
}

// hexagonRhombus says what a plain size says as well.
var hexagonRhombus = Figure{
	Name:  "rhombus",
	Sides: 2,
	Bound: product,
	Make:  func(n []int) Shape { return Rectangle(n[0], n[1]) },
}

// hexagonTriangle has rows of 1, 2, …, n cells.
var hexagonTriangle = Figure{
	Name:  "triangle",
	Sides: 1,
	Bound: func(n []int) int { return n[0] * n[0] },
	Make: func(n []int) Shape {
		var cells []Cell
		for r := range int32(n[0]) {
			for c := range r + 1 {
				cells = append(cells, Cell{r, int32(n[0]) - 1 - c})
			}
		}
		return NewShape(cells)
	},
}

// hexagonHexagon has n cells on each side, 3n(n-1)+1 in all.
var hexagonHexagon = Figure{
	Name:  "hexagon",
	Sides: 1,
	Bound: func(n []int) int { return 4 * n[0] * n[0] },
	Make: func(n []int) Shape {
		var s Shape
		far := int32(n[0]) - 1
		for r := -far; r <= far; r++ {
			for c := max(-far, -far-r); c <= min(far, far-r); c++ {
				s = append(s, Cell{r + far, c + far})
			}
		}
		return s
	},
}
