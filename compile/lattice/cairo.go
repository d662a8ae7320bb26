package lattice

// Cairo is the lattice of the Cairo pentagonal tiling: squares, in which every second corner is stretched to a side
// between two opposite squares. So cells have the rows and columns of squares, and each has a fifth neighbour at one
// corner: the lower right one for a cell with two even coordinates, the upper left one for that neighbour.
var Cairo = latticeOfCairoTiling(&blockTiling{blockRows: 2, blockColumns: 2, stepDown: PlanePoint{0, 8},
	stepAcross: PlanePoint{8, 0},
	cellOutlines: [][]PlanePoint{
		{{-3, -3}, {0, -4}, {1, -1}, {-1, 1}, {-4, 0}}, {{0, -4}, {3, -5}, {5, -3}, {4, 0}, {1, -1}},
		{{-4, 0}, {-1, 1}, {0, 4}, {-3, 5}, {-5, 3}}, {{1, -1}, {4, 0}, {3, 3}, {0, 4}, {-1, 1}},
	}})

func latticeOfCairoTiling(t *blockTiling) *Lattice {
	// The turn fixes a corner of four pentagons; the mirror fixes the side between two pentagons.
	turn := func(p PlanePoint) PlanePoint { return PlanePoint{4 - p.Y, p.X - 4} }
	transpose := func(p PlanePoint) PlanePoint { return PlanePoint{p.Y, p.X} }
	motions := t.motionsOfTurn(turn, transpose, fourfoldMotionNames)
	return &Lattice{
		Name:               "cairo",
		AxisNames:          Square.AxisNames,
		Motions:            motions,
		PaperRotationCount: 4,
		LeftRightMirror:    motions[5],
		SymmetryClasses:    squareSymmetryClasses,
		NamedFigures:       Square.NamedFigures,
		Neighbours:         t.newNeighbourFunc(),
		CellOutline:        t.cellOutline,
		PlaneScale:         PlaneScale{0.25, 0.25},
		roundUpShift:       t.roundUpShift,
	}
}
