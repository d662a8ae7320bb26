package lattice

// allLattices is the list of all lattices, in the order of error messages and documents.
var allLattices = []*Lattice{Square, Triangle, Hexagon, Cube, Sticks, Trigs, Twigs, Tetrakis, Kite, Drafter, Cairo,
	Balls, Prism}

const sqrt3 = 1.7320508075688772

// Square is the lattice of squares. Its eight motions are in the order of the introduction of Knuth's program
// polyominoes: the rotations (x, y) → (y, -x), then the same rotations after rows and columns are exchanged.
var Square = &Lattice{
	Name:               "square",
	AxisNames:          []string{"row", "column"},
	Motions:            squareMotions(),
	PaperRotationCount: 4,
	LeftRightMirror:    leftRightReflection,
	SymmetryClasses:    squareSymmetryClasses,
	NamedFigures: []Figure{
		newFigure("", 2, rectangleRegion), newFigure("square", 1, rectangleRegion),
		newFigure("diamond", 1, diamondRegion), newFigure("aztec", 1, aztecRegion),
	},
	LineKinds: []LineKind{
		{"rows", []LineFamily{{"row", Cell{0, 1}}}},
		{"columns", []LineFamily{{"column", Cell{1, 0}}}},
		{"diagonals", []LineFamily{{"rising", Cell{1, -1}}, {"falling", Cell{1, 1}}}},
	},
	Neighbours:  func(c Cell) []Cell { return shiftsOverSquareSides.Shift(c) },
	CellOutline: func(c Cell) []PlanePoint { return unitSquareCorners(c[1], c[0]) },
	PlaneScale:  PlaneScale{1, 1},
}

// Hexagon is the lattice of hexagons. Each row is half a cell to the right of the row above: cell (r, c) has
// its centre r/2 + c cells from the left. So a picture of n rows of n cells is a rhombus that leans to the
// right as it goes down.
var Hexagon = &Lattice{
	Name:               "hexagon",
	AxisNames:          Square.AxisNames,
	Motions:            sixfoldMotions(hexagonLeftRightMap),
	PaperRotationCount: 6,
	LeftRightMirror:    Motion{"reflection left to right", hexagonLeftRightMap.applyToCell},
	SymmetryClasses:    sixfoldSymmetryClasses,
	NamedFigures: []Figure{
		newFigure("", 2, rectangleRegion), newFigure("rhombus", 2, rectangleRegion),
		newFigure("triangle", 1, triangleOfHexagons), newFigure("hexagon", 1, hexagonOfHexagons),
	},
	LineKinds:  append(Square.LineKinds[:2:2], LineKind{"diagonals", []LineFamily{{"diagonal", Cell{1, -1}}}}),
	Neighbours: func(c Cell) []Cell { return Shape{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}.Shift(c) },
	CellOutline: func(c Cell) []PlanePoint {
		x, y := 2*c[1]+c[0], 3*c[0]
		return []PlanePoint{{x + 1, y}, {x + 2, y + 1}, {x + 2, y + 3}, {x + 1, y + 4}, {x, y + 3}, {x, y + 1}}
	},
	PlaneScale: PlaneScale{0.5, 0.5 / sqrt3},
}

// Triangle is the lattice of triangles. Cell (r, c) is triangle c of row r, half a side to the right of triangle c-1.
// It points up if r + c is even, and down if r + c is odd. Shifts preserve this, so the sum of their coordinates is
// even.
var Triangle = &Lattice{
	Name:               "triangle",
	AxisNames:          Square.AxisNames,
	Motions:            triangleMotions(),
	PaperRotationCount: 6,
	LeftRightMirror:    leftRightReflection,
	SymmetryClasses:    sixfoldSymmetryClasses,
	NamedFigures: []Figure{
		newFigure("", 2, rectangleRegion), newFigure("rhombus", 2, rhombusOfTriangles),
		newFigure("triangle", 1, triangleOfTriangles), newFigure("hexagon", 1, hexagonOfTriangles),
	},
	Neighbours: func(c Cell) []Cell {
		if isUpTriangle(c) {
			return Shape{{0, -1}, {0, 1}, {1, 0}}.Shift(c)
		}
		return Shape{{-1, 0}, {0, -1}, {0, 1}}.Shift(c)
	},
	CellOutline: func(c Cell) []PlanePoint {
		x, y := c[1], c[0]
		if isUpTriangle(c) {
			return []PlanePoint{{x + 1, y}, {x + 2, y + 1}, {x, y + 1}}
		}
		return []PlanePoint{{x, y}, {x + 2, y}, {x + 1, y + 1}}
	},
	PlaneScale:   PlaneScale{0.5, sqrt3 / 2},
	roundUpShift: func(d Cell) Cell { return Cell{d[0], d[1] + (d[0]+d[1])&1, d[2]} },
}

// isUpTriangle reports whether a triangle points up.
func isUpTriangle(c Cell) bool { return (c[0]+c[1])%2 == 0 }

// Cube is the lattice of cubes: layers from top to bottom, each with the rows and columns of squares.
var Cube = &Lattice{
	Name:               "cube",
	AxisNames:          []string{"layer", "row", "column"},
	Motions:            namedMotions(cubeSymmetryGroup(cubeLeftRightMap)),
	PaperRotationCount: 4,
	LeftRightMirror:    Motion{"reflection left to right", cubeLeftRightMap.applyToCell},
	SymmetryClasses:    cubeSymmetryClasses,
	LayerLattice:       Square,
	NamedFigures:       figuresWithLayerCount(Square.NamedFigures[:1]),
	Neighbours: func(c Cell) []Cell {
		return Shape{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}}.Shift(c)
	},
	CellOutline: func(c Cell) []PlanePoint { return unitSquareCorners(c[2], c[1]) },
	PlaneScale:  PlaneScale{1, 1},
}

// ShapeAsLayer returns a shape of the plane as a shape in space, in layer 0.
func ShapeAsLayer(s Shape) Shape { return s.MapCells(func(c Cell) Cell { return Cell{0, c[0], c[1]} }) }

// figuresWithLayerCount returns figures of the plane as figures in space: their size begins with a number of layers.
func figuresWithLayerCount(flat []Figure) (all []Figure) {
	for _, f := range flat {
		all = append(all, Figure{
			Name:      f.Name,
			SideCount: f.SideCount + 1,
			// the product cannot overflow, as each side is below a million
			MaxBoxCells: func(n []int) int { return n[0] * f.MaxBoxCells(n[1:]) },
			MakeShape: func(n []int) (s Shape) {
				layer := ShapeAsLayer(f.MakeShape(n[1:]))
				for l := range int32(n[0]) {
					s = append(s, layer.Shift(Cell{l})...)
				}
				return s
			},
		})
	}
	return all
}

// shiftsOverSquareSides are the shifts to the cells that share a side with a square.
var shiftsOverSquareSides = Shape{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}

// unitSquareCorners returns the corners of a square, given its upper left corner.
func unitSquareCorners(x, y int32) []PlanePoint {
	return []PlanePoint{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
}

// squareSymmetryClasses are the symmetry classes of squares. Their names say which rotations and reflections map a
// shape to itself.
var squareSymmetryClasses = []SymmetryClass{
	{"full", 1, 1}, {"swastika", 1, 2}, {"double-reflection", 2, 1},
	{"half-turn", 2, 2}, {"reflection", 4, 1}, {"none", 4, 2},
}

// sixfoldSymmetryClasses are the symmetry classes of triangles and hexagons.
var sixfoldSymmetryClasses = []SymmetryClass{
	{"full", 1, 1}, {"sixfold", 1, 2},
	{"threefold-reflection", 2, 1}, {"threefold", 2, 2},
	{"double-reflection", 3, 1}, {"half-turn", 3, 2},
	{"reflection", 6, 1}, {"none", 6, 2},
}

// cubeSymmetryClasses are the symmetry classes of cubes. A name tells how many rotations map a shape to itself;
// "reflection" means that the mirror image of a shape is one of its rotations.
var cubeSymmetryClasses = []SymmetryClass{
	{"full", 1, 1}, {"full-rotation", 1, 2},
	{"twelvefold-reflection", 2, 1}, {"twelvefold", 2, 2},
	{"eightfold-reflection", 3, 1}, {"eightfold", 3, 2},
	{"sixfold-reflection", 4, 1}, {"sixfold", 4, 2},
	{"fourfold-reflection", 6, 1}, {"fourfold", 6, 2},
	{"threefold-reflection", 8, 1}, {"threefold", 8, 2},
	{"double-reflection", 12, 1}, {"half-turn", 12, 2},
	{"reflection", 24, 1}, {"none", 24, 2},
}
