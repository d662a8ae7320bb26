package lattice

// Kite is the lattice of kites (the deltoidal trihexagonal tiling): the lines from the centre of each hexagon to the
// middles of its sides cut it into six kites. The hexagons lie as on the lattice Hexagon. In a picture a hexagon takes
// two rows of three kites.
var Kite = sixfoldLattice("kite", kiteTiling, PlaneScale{0.5, 0.5 / sqrt3})

// Drafter is the lattice of triangles with angles of 30, 60 and 90 degrees (the kisrhombille tiling): the line from the
// centre of the hexagon to its corner cuts each kite in two.
var Drafter = sixfoldLattice("drafter", drafterTiling, PlaneScale{0.75, 0.75 / sqrt3})

// Corners of the kite at the upper corner of the hexagon around the origin.
var (
	topCornerOfHexagon = PlanePoint{0, -4}
	// the middles of the hexagon's sides beside its upper corner
	upperLeftMiddle, upperRightMiddle = PlanePoint{-1, -3}, PlanePoint{1, -3}
)

// The hexagons of the two lattices, cut into cells.
var (
	kiteTiling    = cutHexagonTiling(2, 3, [][]PlanePoint{{{}, upperLeftMiddle, topCornerOfHexagon, upperRightMiddle}})
	drafterTiling = cutHexagonTiling(2, 6,
		[][]PlanePoint{{{}, upperLeftMiddle, topCornerOfHexagon}, {{}, topCornerOfHexagon, upperRightMiddle}})
)

// cutHexagonTiling returns the tiling in which each hexagon is cut into cells, given the cells at its upper corner:
// the cells at the other corners are rotated copies. In a picture the upper half of the hexagon is the first row, and
// the lower half is the second row.
func cutHexagonTiling(rows, columns int32, corner [][]PlanePoint) *blockTiling {
	var around [][]PlanePoint // cells of the hexagon, clockwise from its upper left corner
	for k := range 6 {
		for _, outline := range corner {
			around = append(around, imagesOfPoints(outline, func(p PlanePoint) PlanePoint {
				for range (k + 5) % 6 {
					p = turnSixtyDegrees(p)
				}
				return p
			}))
		}
	}
	half := len(around) / 2
	for k := range half / 2 { // in the lower half, clockwise is from right to left
		around[half+k], around[len(around)-1-k] = around[len(around)-1-k], around[half+k]
	}
	return &blockTiling{blockRows: rows, blockColumns: columns, stepDown: PlanePoint{2, 6},
		stepAcross: PlanePoint{4, 0}, cellOutlines: around}
}

// sixfoldLattice returns the lattice of a tiling with the motions of the hexagon.
func sixfoldLattice(name string, t *blockTiling, scale PlaneScale) *Lattice {
	motions := t.motionsOfTurn(turnSixtyDegrees, reflectLeftRight, sixfoldMotionNames)
	return &Lattice{
		Name:               name,
		AxisNames:          Square.AxisNames,
		Motions:            motions,
		PaperRotationCount: 6,
		LeftRightMirror:    motions[6],
		SymmetryClasses:    sixfoldSymmetryClasses,
		NamedFigures:       t.cutAllFigures(Hexagon.NamedFigures),
		Neighbours:         t.newNeighbourFunc(),
		CellOutline:        t.cellOutline,
		PlaneScale:         scale,
		roundUpShift:       t.roundUpShift,
	}
}
