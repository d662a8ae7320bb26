package lattice

// Cube is the lattice of cubes: layers from the top down, and in each the rows
// and columns of squares.
var Cube = &Lattice{
	Name:      "cube",
	Axes:      []string{"layer", "row", "column"},
	Motions:   cubeMotions(),
	Rotations: 24,
	Turns:     4,
	Mirror:    Motion{"reflection left to right", cubeMirror.apply},
	Classes:   cubeClasses,
	Figures: []Figure{{
		Sides: 3,
		Bound: product,
		Make:  func(n []int) Shape { return box(n[0], n[1], n[2]) },
	}},
	Neighbours: func(c Cell) []Cell { return around(c, faces) },
	Outline: func(c Cell) []Point {
		x, y := c[2], c[1]
		return []Point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
	},
	Scale: [2]float64{1, 1},
}

// cubeClasses are named by the number of rotations that leave a shape as it
// is; "reflection" says that its mirror image is a rotation of it.
var cubeClasses = []Class{
	{"full", 1, 1}, {"full-rotation", 1, 2},
	{"twelvefold-reflection", 2, 1}, {"twelvefold", 2, 2},
	{"eightfold-reflection", 3, 1}, {"eightfold", 3, 2},
	{"sixfold-reflection", 4, 1}, {"sixfold", 4, 2},
	{"fourfold-reflection", 6, 1}, {"fourfold", 6, 2},
	{"threefold-reflection", 8, 1}, {"threefold", 8, 2},
	{"double-reflection", 12, 1}, {"half-turn", 12, 2},
	{"reflection", 24, 1}, {"none", 24, 2},
}

// faces are the shifts to the cells that share a face with a cube.
var faces = []Cell{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}}

var cubeMirror = linear{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}

// cubeMotions turns each layer on the table; then lays each of the other five
// faces on top and turns again; then does the same to the mirror image.
func cubeMotions() []Motion {
	turn := linear{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}} // on the table, with the clock
	tip := linear{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}  // the row at the back comes down
	onTop := []linear{identity, tip, tip.after(tip), tip.after(tip).after(tip), tip.after(turn), tip.after(turn).after(turn).after(turn)}
	var all []linear
	for _, start := range []linear{identity, cubeMirror} {
		for _, face := range onTop {
			all = append(all, turns(face.after(start), turn, 4)...)
		}
	}
	names := make([]string, len(all))
	for k, a := range all {
		names[k] = "to " + a.words([]string{"layer", "row", "column"})
	}
	names[0] = "identity"
	return named(all, names...)
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

// Lift returns a shape of squares as one of cubes, a layer high.
func Lift(s Shape) Shape {
	out := make(Shape, len(s))
	for i, c := range s {
		out[i] = Cell{0, c[0], c[1]}
	}
	return out
}
