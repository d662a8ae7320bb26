package lattice

// Sticks are the edges of a grid: of squares, of triangles (trigs), or of hexagons (twigs). All are drawn at
// twice the size: a joint, where sticks end, has two even coordinates, and a stick lies half way
// between two joints. A stick does not cover its joints; but sticks of one piece that meet at a joint
// keep those apart that meet there on both sides of them.

// mesh is the joints of such a lattice, and the steps from one to the next.
type mesh struct {
	steps   Shape // with the clock, each half way around from its opposite
	isJoint func(Cell) bool
}

// ends returns the joints at the two ends of a stick, or none if it is no stick.
func (m mesh) ends(c Cell) []Cell {
	for _, s := range m.steps[:len(m.steps)/2] {
		if from, to := c.Minus(s), c.Plus(s); m.isJoint(from) && m.isJoint(to) {
			return []Cell{from, to}
		}
	}
	return nil
}

// meet returns the sticks at a joint, with the clock.
func (m mesh) meet(joint Cell) Shape {
	return m.steps.Shift(joint).Keep(m.isStick)
}

func (m mesh) isStick(c Cell) bool { return m.ends(c) != nil }

// neighbours returns the sticks that share a joint with one.
func (m mesh) neighbours(c Cell) []Cell {
	var out []Cell
	for _, end := range m.ends(c) {
		out = append(out, m.meet(end)...)
	}
	return NewShape(out).Keep(func(other Cell) bool { return other != c })
}

// lattice completes the lattice of the sticks of a grid, which lie between the places of joints.
func (m mesh) lattice(l Lattice) *Lattice {
	l.Axes = Square.Axes
	l.Holes = "+"
	l.Neighbours, l.Ends, l.Meet, l.isCell = m.neighbours, m.ends, m.meet, m.isStick
	l.Outline = func(c Cell) []Point {
		ends := m.ends(c)
		return []Point{l.Place(ends[0]), l.Place(ends[1])}
	}
	return &l
}

func evenPoint(c Cell) bool { return c[0]&1 == 0 && c[1]&1 == 0 }
func evenShift(d Cell) Cell { return Cell{d[0] + d[0]&1, d[1] + d[1]&1, d[2]} }

// Sticks is the lattice of the sides of squares.
var Sticks = mesh{Shape{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, evenPoint}.lattice(Lattice{
	Name:    "sticks",
	Motions: Square.Motions,
	Turns:   Square.Turns,
	Mirror:  Square.Mirror,
	Classes: squareClasses,
	Figures: []Figure{framed(Square.Figures[0]), framed(Square.Figures[2]), framed(Square.Figures[3])},
	Marks:   "-|",
	Layout:  "sticks lie between joints, (0, 1) between (0, 0) and (0, 2): rows of - and rows of | take turns, and every other character is a stick",
	Place:   func(joint Cell) Point { return Point{joint[1], joint[0]} },
	Scale:   Scale{0.5, 0.5},
	fit:     evenShift,
})

var sixSteps = Shape{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}

// Trigs is the lattice of the sides of triangles. Its joints lie as the cells of Hexagon do: each row half
// a stick to the right of the row above.
var Trigs = mesh{sixSteps, evenPoint}.lattice(Lattice{
	Name:    "trigs",
	Motions: Hexagon.Motions,
	Turns:   Hexagon.Turns,
	Mirror:  Hexagon.Mirror,
	Classes: sixfoldClasses,
	Figures: []Figure{between(Hexagon.Figures[0]), between(Hexagon.Figures[1]), between(Hexagon.Figures[2]), between(Hexagon.Figures[3])},
	Marks:   "-/\\",
	Layout:  "sticks lie between joints, which have two even coordinates: - has an even row, \\ an odd row and an even column, / two odd coordinates",
	Place:   skewed,
	Scale:   Scale{0.5, sqrt3 / 2},
	fit:     evenShift,
})

func skewed(joint Cell) Point { return Point{joint[1] + joint[0]/2, joint[0] / 2} }

// Twigs is the lattice of the sides of hexagons. They are those trigs that are left if every third joint is
// taken away, with the six sticks around it: it becomes the middle of a hexagon. One is at (0, 0).
var Twigs = mesh{sixSteps, isTwigJoint}.lattice(Lattice{
	Name:    "twigs",
	Motions: Hexagon.Motions,
	Turns:   Hexagon.Turns,
	Mirror:  Hexagon.Mirror,
	Classes: sixfoldClasses,
	Figures: []Figure{around(Hexagon.Figures[0]), around(Hexagon.Figures[1]), around(Hexagon.Figures[2]), around(Hexagon.Figures[3])},
	Marks:   "-/\\",
	Layout:  "twigs lie as trigs do, but the points (0, 0), (2, 2), (0, 6), … are middles of hexagons: two even coordinates that differ by a multiple of 6",
	Place:   skewed,
	Scale:   Scale{0.5, sqrt3 / 2},
	fit:     twigShift,
})

func isTwigJoint(c Cell) bool { return evenPoint(c) && (c[0]-c[1])%6 != 0 }

// twigShift returns the least shift that leads from middles of hexagons to middles.
func twigShift(d Cell) Cell {
	d = evenShift(d)
	return Cell{d[0], d[1] + floorMod(d[0]-d[1], 6), d[2]}
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
				cells = append(cells, sides.Shift(Cell{2*c[0] + 1, 2*c[1] + 1})...)
			}
			return NewShape(cells)
		},
	}
}

// between is the trigs between the joints of a figure that has as many steps along each side.
func between(f Figure) Figure {
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

// around is the twigs around the hexagons of a figure: those beside one another in a row lie below one
// another, to the right, and those of the next row straight below.
func around(f Figure) Figure {
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
			least, _ := s.Corner()
			return s.Shift(twigShift(Cell{}.Minus(least)))
		},
	}
}

// hexagonSides are the six twigs around the middle of a hexagon.
var hexagonSides = Shape{{-2, 1}, {-1, -1}, {-1, 2}, {1, -2}, {1, 1}, {2, -1}}
