package lattice

// The lattices of sticks are the edges of a grid: of squares, of triangles (trigs), or of hexagons (twigs). All
// use doubled coordinates: a joint, where sticks end, has two even coordinates, and a stick lies half way
// between two joints. A stick does not cover its joints. But if a piece has two sticks at a joint, it separates
// the sticks on both sides of them.

// stickMesh is the set of joints of such a lattice, with the steps from one joint to the next.
type stickMesh struct {
	steps   Shape // clockwise, opposite steps half the list apart
	isJoint func(Cell) bool
}

// stickEnds returns the joints at the two ends of a stick, or nil if the point is no stick.
func (m stickMesh) stickEnds(c Cell) []Cell {
	for _, s := range m.steps[:len(m.steps)/2] {
		if from, to := c.Minus(s), c.Plus(s); m.isJoint(from) && m.isJoint(to) {
			return []Cell{from, to}
		}
	}
	return nil
}

// sticksAt returns the sticks at a joint, clockwise.
func (m stickMesh) sticksAt(joint Cell) Shape {
	return m.steps.Shift(joint).Keep(m.isStick)
}

func (m stickMesh) isStick(c Cell) bool { return m.stickEnds(c) != nil }

// stickNeighbours returns the sticks that share a joint with a stick.
func (m stickMesh) stickNeighbours(c Cell) []Cell {
	var out []Cell
	for _, end := range m.stickEnds(c) {
		out = append(out, m.sticksAt(end)...)
	}
	return NewShape(out).Keep(func(other Cell) bool { return other != c })
}

// completeLattice sets the fields of a lattice of sticks that follow from the joints.
func (m stickMesh) completeLattice(l Lattice) *Lattice {
	l.Axes = Square.Axes
	l.Holes = "+"
	l.Neighbours, l.Ends, l.SticksAt, l.isCell = m.stickNeighbours, m.stickEnds, m.sticksAt, m.isStick
	l.Outline = func(c Cell) []PlanePoint {
		ends := m.stickEnds(c)
		return []PlanePoint{l.JointPoint(ends[0]), l.JointPoint(ends[1])}
	}
	return &l
}

func evenPoint(c Cell) bool { return c[0]&1 == 0 && c[1]&1 == 0 }
func evenShift(d Cell) Cell { return Cell{d[0] + d[0]&1, d[1] + d[1]&1, d[2]} }

// Sticks is the lattice of the sides of squares.
var Sticks = stickMesh{Shape{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, evenPoint}.completeLattice(Lattice{
	Name:       "sticks",
	Motions:    Square.Motions,
	PaperTurns: Square.PaperTurns,
	Mirror:     Square.Mirror,
	Classes:    squareClasses,
	Figures: []Figure{frameFigure(Square.Figures[0]), frameFigure(Square.Figures[2]),
		frameFigure(Square.Figures[3])},
	Marks: "-|",
	Layout: "sticks lie between joints, (0, 1) between (0, 0) and (0, 2): rows of - and rows of | take turns, and " +
		"every other character is a stick",
	JointPoint: func(joint Cell) PlanePoint { return PlanePoint{joint[1], joint[0]} },
	Scale:      PlaneScale{0.5, 0.5},
	fitShift:   evenShift,
})

var sixSteps = Shape{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}

// Trigs is the lattice of the sides of triangles. Its joints lie like the cells of Hexagon: each row half a
// stick to the right of the row above.
var Trigs = stickMesh{sixSteps, evenPoint}.completeLattice(Lattice{
	Name:       "trigs",
	Motions:    Hexagon.Motions,
	PaperTurns: Hexagon.PaperTurns,
	Mirror:     Hexagon.Mirror,
	Classes:    sixfoldClasses,
	Figures: []Figure{betweenJoints(Hexagon.Figures[0]), betweenJoints(Hexagon.Figures[1]),
		betweenJoints(Hexagon.Figures[2]), betweenJoints(Hexagon.Figures[3])},
	Marks: "-/\\",
	Layout: "sticks lie between joints, which have two even coordinates: - has an even row, \\ an odd row and an " +
		"even column, / two odd coordinates",
	JointPoint: skewedPoint,
	Scale:      PlaneScale{0.5, sqrt3 / 2},
	fitShift:   evenShift,
})

func skewedPoint(joint Cell) PlanePoint { return PlanePoint{joint[1] + joint[0]/2, joint[0] / 2} }

// Twigs is the lattice of the sides of hexagons. It is Trigs without every third joint and the six sticks
// around it, which leaves hexagons around the removed joints. One of these is (0, 0).
var Twigs = stickMesh{sixSteps, isTwigJoint}.completeLattice(Lattice{
	Name:       "twigs",
	Motions:    Hexagon.Motions,
	PaperTurns: Hexagon.PaperTurns,
	Mirror:     Hexagon.Mirror,
	Classes:    sixfoldClasses,
	Figures: []Figure{aroundHexagons(Hexagon.Figures[0]), aroundHexagons(Hexagon.Figures[1]),
		aroundHexagons(Hexagon.Figures[2]), aroundHexagons(Hexagon.Figures[3])},
	Marks: "-/\\",
	Layout: "twigs lie as trigs do, but the points (0, 0), (2, 2), (0, 6), … are middles of hexagons: two even " +
		"coordinates that differ by a multiple of 6",
	JointPoint: skewedPoint,
	Scale:      PlaneScale{0.5, sqrt3 / 2},
	fitShift:   twigShift,
})

func isTwigJoint(c Cell) bool { return evenPoint(c) && (c[0]-c[1])%6 != 0 }

// twigShift returns the least shift no less than d that maps centres of hexagons to centres.
func twigShift(d Cell) Cell {
	d = evenShift(d)
	return Cell{d[0], d[1] + floorMod(d[0]-d[1], 6), d[2]}
}

// frameFigure is the figure of the sticks around the squares of a figure.
func frameFigure(f Figure) Figure {
	return Figure{
		Name:  f.Name,
		Sides: f.Sides,
		Bound: func(n []int) int { return 4*f.Bound(n) + 4*(n[0]+n[len(n)-1]) + 1 },
		Make: func(n []int) Shape {
			var cells []Cell
			for _, c := range f.Make(n) {
				cells = append(cells, squareSides.Shift(Cell{2*c[0] + 1, 2*c[1] + 1})...)
			}
			return NewShape(cells)
		},
	}
}

// betweenJoints is the figure of the trigs between the joints of a figure with as many steps along each side.
func betweenJoints(f Figure) Figure {
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
		Name:  f.Name,
		Sides: f.Sides,
		Bound: func(n []int) int { return 4 * f.Bound(longer(n)) },
		Make: func(n []int) Shape {
			joints := f.Make(longer(n))
			var cells []Cell
			for _, joint := range joints {
				for _, s := range sixSteps[:3] {
					if joints.Has(joint.Plus(s)) {
						cells = append(cells, Cell{2*joint[0] + s[0], 2*joint[1] + s[1]})
					}
				}
			}
			return NewShape(cells)
		},
	}
}

// aroundHexagons is the figure of the twigs around the hexagons of a figure. The next hexagon of a row lies
// below and to the right, and the next row straight below.
func aroundHexagons(f Figure) Figure {
	return Figure{
		Name:  f.Name,
		Sides: f.Sides,
		Bound: func(n []int) int {
			rows, columns := int(2*n[0]), int(2*n[len(n)-1])
			return (4*rows + 2*columns + 6) * (2*rows + 2*columns + 6)
		},
		Make: func(n []int) Shape {
			var cells []Cell
			for _, c := range f.Make(n) {
				cells = append(cells, hexagonSides.Shift(Cell{4*c[0] + 2*c[1], 2*c[1] - 2*c[0]})...)
			}
			s := NewShape(cells)
			least, _ := s.BoundingBox()
			return s.Shift(twigShift(Cell{}.Minus(least)))
		},
	}
}

// hexagonSides are the six twigs around the centre of a hexagon.
var hexagonSides = Shape{{-2, 1}, {-1, -1}, {-1, 2}, {1, -2}, {1, 1}, {2, -1}}
