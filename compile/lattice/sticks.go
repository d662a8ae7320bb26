package lattice

// The cells of these lattices are sticks: the edges of a mesh of squares, of triangles (trigs), or of hexagons (twigs).
// Coordinates are doubled: a joint, where sticks end, has two even coordinates, and a stick is half way between two
// joints. A stick does not cover its joints. But two sticks of a piece at a joint separate the sticks on one side of
// the two from the sticks on the other side.

// jointMesh is the set of joints of a lattice of sticks, with the steps from one joint to the next.
type jointMesh struct {
	jointSteps Shape // clockwise; each step and its opposite are half the list apart
	isJoint    func(Cell) bool
}

// stickEnds returns the joints at the two ends of a stick, or nil if the point is no stick.
func (m jointMesh) stickEnds(c Cell) []Cell {
	for _, s := range m.jointSteps[:len(m.jointSteps)/2] {
		if from, to := c.Minus(s), c.Plus(s); m.isJoint(from) && m.isJoint(to) {
			return []Cell{from, to}
		}
	}
	return nil
}

// sticksAtJoint returns the sticks at a joint, clockwise.
func (m jointMesh) sticksAtJoint(joint Cell) Shape {
	return m.jointSteps.Shift(joint).FilterCells(m.isStick)
}

func (m jointMesh) isStick(c Cell) bool { return m.stickEnds(c) != nil }

// stickNeighbours returns the sticks that share a joint with a stick.
func (m jointMesh) stickNeighbours(c Cell) []Cell {
	var out []Cell
	for _, end := range m.stickEnds(c) {
		out = append(out, m.sticksAtJoint(end)...)
	}
	return NewShape(out).FilterCells(func(other Cell) bool { return other != c })
}

// completeLattice returns a lattice of sticks. It adds to l the fields that follow from the joints.
func (m jointMesh) completeLattice(l Lattice) *Lattice {
	l.AxisNames = Square.AxisNames
	l.HoleMarks = "+"
	l.Neighbours, l.StickEnds, l.SticksAtJoint, l.isCell = m.stickNeighbours, m.stickEnds, m.sticksAtJoint, m.isStick
	l.CellOutline = func(c Cell) []PlanePoint {
		ends := m.stickEnds(c)
		return []PlanePoint{l.JointPoint(ends[0]), l.JointPoint(ends[1])}
	}
	return &l
}

// isEvenPoint reports whether both coordinates are even.
func isEvenPoint(c Cell) bool { return c[0]&1 == 0 && c[1]&1 == 0 }

// roundUpToEvenShift returns the least shift with even coordinates that is no less than d.
func roundUpToEvenShift(d Cell) Cell { return Cell{d[0] + d[0]&1, d[1] + d[1]&1, d[2]} }

// Sticks is the lattice of the sides of squares.
var Sticks = jointMesh{Shape{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, isEvenPoint}.completeLattice(Lattice{
	Name:               "sticks",
	Motions:            Square.Motions,
	PaperRotationCount: Square.PaperRotationCount,
	LeftRightMirror:    Square.LeftRightMirror,
	SymmetryClasses:    squareSymmetryClasses,
	NamedFigures: []Figure{sticksAroundSquares(Square.NamedFigures[0]), sticksAroundSquares(Square.NamedFigures[2]),
		sticksAroundSquares(Square.NamedFigures[3])},
	CellMarks: "-|",
	CellLayoutText: "sticks lie between joints, (0, 1) between (0, 0) and (0, 2): rows of - and rows of | take " +
		"turns, and every other character is a stick",
	JointPoint:   func(joint Cell) PlanePoint { return PlanePoint{joint[1], joint[0]} },
	PlaneScale:   PlaneScale{0.5, 0.5},
	roundUpShift: roundUpToEvenShift,
})

// stepsToSixJoints are the steps to the next joints, clockwise, on Trigs and Twigs.
var stepsToSixJoints = Shape{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}

// Trigs is the lattice of the sides of triangles. Its joints lie like the cells of Hexagon: each row is half a stick to
// the right of the row above.
var Trigs = jointMesh{stepsToSixJoints, isEvenPoint}.completeLattice(Lattice{
	Name:               "trigs",
	Motions:            Hexagon.Motions,
	PaperRotationCount: Hexagon.PaperRotationCount,
	LeftRightMirror:    Hexagon.LeftRightMirror,
	SymmetryClasses:    sixfoldSymmetryClasses,
	NamedFigures: []Figure{trigsBetweenJoints(Hexagon.NamedFigures[0]), trigsBetweenJoints(Hexagon.NamedFigures[1]),
		trigsBetweenJoints(Hexagon.NamedFigures[2]), trigsBetweenJoints(Hexagon.NamedFigures[3])},
	CellMarks: "-/\\",
	CellLayoutText: "sticks lie between joints, which have two even coordinates: - has an even row, \\ an odd row " +
		"and an even column, / two odd coordinates",
	JointPoint:   skewedJointPoint,
	PlaneScale:   PlaneScale{0.5, sqrt3 / 2},
	roundUpShift: roundUpToEvenShift,
})

// skewedJointPoint returns the point of a joint of Trigs or Twigs in the plane.
func skewedJointPoint(joint Cell) PlanePoint { return PlanePoint{joint[1] + joint[0]/2, joint[0] / 2} }

// Twigs is the lattice of the sides of hexagons. It is Trigs without every third joint and the six sticks around each
// such joint. What is left are hexagons around the removed joints, of which (0, 0) is one.
var Twigs = jointMesh{stepsToSixJoints, isTwigJoint}.completeLattice(Lattice{
	Name:               "twigs",
	Motions:            Hexagon.Motions,
	PaperRotationCount: Hexagon.PaperRotationCount,
	LeftRightMirror:    Hexagon.LeftRightMirror,
	SymmetryClasses:    sixfoldSymmetryClasses,
	NamedFigures: []Figure{twigsAroundHexagons(Hexagon.NamedFigures[0]), twigsAroundHexagons(Hexagon.NamedFigures[1]),
		twigsAroundHexagons(Hexagon.NamedFigures[2]), twigsAroundHexagons(Hexagon.NamedFigures[3])},
	CellMarks: "-/\\",
	CellLayoutText: "twigs lie as trigs do, but the points (0, 0), (2, 2), (0, 6), … are middles of hexagons: two " +
		"even coordinates that differ by a multiple of 6",
	JointPoint:   skewedJointPoint,
	PlaneScale:   PlaneScale{0.5, sqrt3 / 2},
	roundUpShift: roundUpTwigShift,
})

// isTwigJoint reports whether a point is a joint of Twigs.
func isTwigJoint(c Cell) bool { return isEvenPoint(c) && (c[0]-c[1])%6 != 0 }

// roundUpTwigShift returns the least shift no less than d that maps each centre of a hexagon to a centre of a hexagon.
func roundUpTwigShift(d Cell) Cell {
	d = roundUpToEvenShift(d)
	return Cell{d[0], d[1] + floorMod(d[0]-d[1], 6), d[2]}
}

// sticksAroundSquares returns the figure of the sticks around the squares of a figure.
func sticksAroundSquares(f Figure) Figure {
	return Figure{
		Name:        f.Name,
		SideCount:   f.SideCount,
		MaxBoxCells: func(n []int) int { return 4*f.MaxBoxCells(n) + 4*(n[0]+n[len(n)-1]) + 1 },
		MakeShape: func(n []int) Shape {
			var cells []Cell
			for _, c := range f.MakeShape(n) {
				cells = append(cells, shiftsOverSquareSides.Shift(Cell{2*c[0] + 1, 2*c[1] + 1})...)
			}
			return NewShape(cells)
		},
	}
}

// trigsBetweenJoints returns the figure of trigs whose joints are the cells of a hexagonal figure. That figure has one
// cell more on each side than the figure of trigs has sticks.
func trigsBetweenJoints(f Figure) Figure {
	longer := func(n []int) []int {
		out := make([]int, len(n))
		for i, v := range n {
			out[i] = v + 1
			if v == 0 {
				out[i] = 0
			}
		}
		return out
	}
	return Figure{
		Name:        f.Name,
		SideCount:   f.SideCount,
		MaxBoxCells: func(n []int) int { return 4 * f.MaxBoxCells(longer(n)) },
		MakeShape: func(n []int) Shape {
			joints := f.MakeShape(longer(n))
			var cells []Cell
			for _, joint := range joints {
				for _, s := range stepsToSixJoints[:3] {
					if joints.HasCell(joint.Plus(s)) {
						cells = append(cells, Cell{2*joint[0] + s[0], 2*joint[1] + s[1]})
					}
				}
			}
			return NewShape(cells)
		},
	}
}

// twigsAroundHexagons returns the figure of the twigs around the hexagons of a figure. The next hexagon of a row is
// below and to the right, and the next row is straight below.
func twigsAroundHexagons(f Figure) Figure {
	return Figure{
		Name:      f.Name,
		SideCount: f.SideCount,
		MaxBoxCells: func(n []int) int {
			rows, columns := int(2*n[0]), int(2*n[len(n)-1])
			return (4*rows + 2*columns + 6) * (2*rows + 2*columns + 6)
		},
		MakeShape: func(n []int) Shape {
			var cells []Cell
			for _, c := range f.MakeShape(n) {
				cells = append(cells, shiftsToHexagonTwigs.Shift(Cell{4*c[0] + 2*c[1], 2*c[1] - 2*c[0]})...)
			}
			s := NewShape(cells)
			least, _ := s.BoundingBox()
			return s.Shift(roundUpTwigShift(Cell{}.Minus(least)))
		},
	}
}

// shiftsToHexagonTwigs are the shifts from the centre of a hexagon to its six twigs.
var shiftsToHexagonTwigs = Shape{{-2, 1}, {-1, -1}, {-1, 2}, {1, -2}, {1, 1}, {2, -1}}
