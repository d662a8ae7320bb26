package lattice

// Kite is the lattice of kites (the deltoidal trihexagonal tiling): each hexagon is cut into six by the lines
// from its centre to the middles of its sides. Hexagons lie as on Hexagon. The picture of each is three kites
// above and three below.
var Kite = sixfoldTiling("kite", kites, PlaneScale{0.5, 0.5 / sqrt3})

// Drafter is the lattice of triangles with angles of 30, 60 and 90 degrees (the kisrhombille tiling): each kite
// is cut in two by the line from the centre of the hexagon to its corner.
var Drafter = sixfoldTiling("drafter", drafters, PlaneScale{0.75, 0.75 / sqrt3})

// Points of the kite at the upper corner of the hexagon around the origin.
var (
	top                   = PlanePoint{0, -4}
	upperLeft, upperRight = PlanePoint{-1, -3}, PlanePoint{1, -3} // the middles of the sides beside it
)

var (
	kites    = hexagonCut(2, 3, [][]PlanePoint{{{}, upperLeft, top, upperRight}})
	drafters = hexagonCut(2, 6, [][]PlanePoint{{{}, upperLeft, top}, {{}, top, upperRight}})
)

// hexagonCut copies the cells at the upper corner of a hexagon to its other corners. The upper half, from left
// to right, is the upper row of a picture, and the lower half the lower row.
func hexagonCut(rows, columns int32, corner [][]PlanePoint) *blockTiling {
	var around [][]PlanePoint // clockwise, from the upper left corner on
	for k := range 6 {
		for _, outline := range corner {
			around = append(around, movePoints(outline, func(p PlanePoint) PlanePoint {
				for range (k + 5) % 6 {
					p = turnSixth(p)
				}
				return p
			}))
		}
	}
	half := len(around) / 2
	for k := range half / 2 { // below, clockwise is from right to left
		around[half+k], around[len(around)-1-k] = around[len(around)-1-k], around[half+k]
	}
	return &blockTiling{rows: rows, columns: columns, down: PlanePoint{2, 6}, across: PlanePoint{4, 0}, block: around}
}

func sixfoldTiling(name string, t *blockTiling, scale PlaneScale) *Lattice {
	motions := t.turnMotions(turnSixth, reflectPoint, sixfoldNames)
	return &Lattice{
		Name:       name,
		Axes:       Square.Axes,
		Motions:    motions,
		PaperTurns: 6,
		Mirror:     motions[6],
		Classes:    sixfoldClasses,
		Figures:    t.cutFigures(Hexagon.Figures),
		Neighbours: t.neighbourFunc(),
		Outline:    t.cellOutline,
		Scale:      scale,
		fitShift:   t.fitShift,
	}
}
