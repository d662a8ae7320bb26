package lattice

// Square is the lattice of squares. The group of order 8 comes in the order in
// which the introduction of Knuth's program polyominoes has it: the rotations
// (x, y) → (y, -x), then the same after a transposition.
var Square = &Lattice{
	Name:       "square",
	Axes:       []string{"row", "column"},
	Motions:    squareMotions(),
	Rotations:  4,
	Turns:      4,
	Mirror:     leftToRight,
	Classes:    squareClasses,
	Figures:    []Figure{rectangle, squareSquare, diamond, aztec},
	Lines:      squareLines,
	Neighbours: func(c Cell) []Cell { return around(c, sides) },
	Outline: func(c Cell) []Point {
		x, y := c[1], c[0]
		return []Point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
	},
	Scale: [2]float64{1, 1},
}

var squareClasses = []Class{
	{"full", 1, 1}, {"swastika", 1, 2}, {"double-reflection", 2, 1},
	{"half-turn", 2, 2}, {"reflection", 4, 1}, {"none", 4, 2},
}

var squareLines = []Lines{
	{"rows", []Family{{"row", Cell{0, 1}}}},
	{"columns", []Family{{"column", Cell{1, 0}}}},
	{"diagonals", []Family{{"rising", Cell{1, -1}}, {"falling", Cell{1, 1}}}},
}

// sides are the shifts to the cells that share a side with a square.
var sides = []Cell{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}

var leftToRight = Motion{"reflection left to right", linear{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}}.apply}

func squareMotions() []Motion {
	turn := linear{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}
	transpose := linear{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	return named(append(turns(identity, turn, 4), turns(transpose, turn, 4)...),
		"identity", "rotation by 90°", "rotation by 180°", "rotation by 270°",
		"reflection in the main diagonal", "reflection left to right",
		"reflection in the other diagonal", "reflection top to bottom")
}

// around returns a cell shifted by each of several shifts.
func around(c Cell, shifts []Cell) []Cell {
	out := make([]Cell, len(shifts))
	for k, d := range shifts {
		out[k] = c.Plus(d)
	}
	return out
}
