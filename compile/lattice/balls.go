package lattice

// Balls is the lattice of densely packed balls (face-centred cubic). It has layers with rows and columns. Each ball
// lies in the hollow between four balls of the layer below and touches twelve balls. A ball with the same row and
// column one layer further down lies half a step back and half a step to the left. So the layers of a pyramid all begin
// at row 0 and column 0.
var Balls = &Lattice{
	Name:               "balls",
	AxisNames:          Cube.AxisNames,
	LayerLattice:       Square,
	Motions:            namedMotions(ballSymmetryGroup()),
	PaperRotationCount: 4,
	LeftRightMirror:    Motion{"reflection left to right", ballMotionOfCubeMotion(rowColumnMirror).applyToCell},
	SymmetryClasses: append(cubeSymmetryClasses[:len(cubeSymmetryClasses):len(cubeSymmetryClasses)],
		SymmetryClass{"flat", 48, 1},
		SymmetryClass{"flat-threefold", 16, 1}),
	NamedFigures: []Figure{
		layeredStackFigure("", 3, func(n []int) (layers, side int, inside func(l, r, c int) bool) {
			return n[0], max(n[1], n[2]), func(_, r, c int) bool { return r < n[1] && c < n[2] }
		}),
		layeredStackFigure("pyramid", 1, func(n []int) (layers, side int, inside func(l, r, c int) bool) {
			return n[0], n[0], func(l, r, c int) bool { return max(r, c) <= l }
		}),
		layeredStackFigure("tetrahedron", 1, func(n []int) (layers, side int, inside func(l, r, c int) bool) {
			return n[0], n[0], func(l, r, c int) bool { return r <= l && l <= c }
		}),
		layeredStackFigure("octahedron", 1, func(n []int) (layers, side int, inside func(l, r, c int) bool) {
			return max(0, 2*n[0]-1), n[0], func(l, r, c int) bool { return max(r, c) <= l && l-n[0] < min(r, c) }
		}),
	},
	Neighbours: func(c Cell) []Cell { return ballNeighbours.Shift(c) },
	CellOutline: func(c Cell) []PlanePoint {
		x, y := 2*c[2]-c[0], 2*c[1]-c[0]
		return []PlanePoint{{x, y}, {x + 2, y}, {x + 2, y + 2}, {x, y + 2}}
	},
	PlaneScale:    PlaneScale{0.5, 0.5},
	cellsAreBalls: true,
}

var ballNeighbours = Shape{
	{-1, -1, -1}, {-1, -1, 0}, {-1, 0, -1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1},
	{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1},
}

// BallToCube returns the cube that stands for a ball. These cubes are those whose coordinates have an even sum; two
// balls touch if their cubes share an edge. Layers stay the same. Rows and columns are turned by 45 degrees: a step to
// the next row of balls is a step to the next row and the next column of cubes, and a step to the next column of balls
// is a step to the next column and the row before.
func BallToCube(ball Cell) Cell {
	return Cell{ball[0], ball[1] - ball[2], ball[1] + ball[2] - ball[0]}
}

// CubeToBall returns the ball for which a cube stands. The coordinates of the cube must have an even sum.
func CubeToBall(c Cell) Cell {
	return Cell{c[0], (c[0] + c[1] + c[2]) / 2, (c[0] - c[1] + c[2]) / 2}
}

// BallDirections returns the least shift of balls in each of 26 directions: the directions to the faces, the edges and
// the corners of the cubes that stand for balls. The opposite of the first direction is the last one, and so on.
func BallDirections() (directions []Cell) {
	for k := range int32(27) {
		side := Cell{k/9 - 1, k/3%3 - 1, k%3 - 1}
		if (side[0]+side[1]+side[2])&1 != 0 { // such a shift leads to a cube that stands for no ball
			side = side.Plus(side)
		}
		if side != (Cell{}) {
			directions = append(directions, CubeToBall(side))
		}
	}
	return directions
}

// rowColumnMirror swaps rows and columns of cubes. For balls this swaps left and right.
var rowColumnMirror = linearMap{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}

// ballMotionOfCubeMotion returns the motion of balls for a motion of cubes.
func ballMotionOfCubeMotion(a linearMap) (out linearMap) {
	for k := range out {
		var step Cell
		step[k] = 1
		for i, v := range CubeToBall(a.applyToCell(BallToCube(step))) {
			out[i][k] = v
		}
	}
	return out
}

// ballSymmetryGroup returns the symmetry group of the balls, as maps of their coordinates.
func ballSymmetryGroup() (group []linearMap) {
	for _, a := range cubeSymmetryGroup(rowColumnMirror) {
		group = append(group, ballMotionOfCubeMotion(a))
	}
	return group
}

// isFlat reports whether the cells lie in one plane.
func (s Shape) isFlat() bool {
	var a, b Period // two steps that together span the plane
	for _, c := range s {
		d := periodOfCell(c.Minus(s[0]))
		upright := Period{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
		switch {
		case a == Period{}:
			a = d
		case upright == Period{}:
			b = d
		case upright[0]*d[0]+upright[1]*d[1]+upright[2]*d[2] != 0:
			return false
		}
	}
	return true
}

// layeredStackFigure returns a figure of layers. The function f returns the number of layers, the side of the square
// around a layer, and a function that reports which cells of that square belong to the figure.
func layeredStackFigure(name string, sides int, f func([]int) (layers, side int,
	inside func(l, r, c int) bool)) Figure {
	return Figure{
		Name:      name,
		SideCount: sides,
		MaxBoxCells: func(n []int) int {
			layers, side, _ := f(n)
			return layers * side * side
		},
		MakeShape: func(n []int) (s Shape) {
			layers, side, inside := f(n)
			for l := range layers {
				for r := range side {
					for c := range side {
						if inside(l, r, c) {
							s = append(s, Cell{int32(l), int32(r), int32(c)})
						}
					}
				}
			}
			return s
		},
	}
}
