package lattice

// Kite is the lattice of sixths of hexagons, which the lines from the middle to the middles of the
// sides cut (the deltoidal trihexagonal tiling). Hexagons lie as on Hexagon; the picture of each is
// three kites above and three below.
var Kite = sixfoldTiling("kite", kites, PlaneScale{0.5, 0.5 / sqrt3})

// Drafter is the lattice of triangles with angles of 30, 60 and 90 degrees: each kite is cut once
// more, by the line from the middle of the hexagon to its corner (the kisrhombille tiling).
var Drafter = sixfoldTiling("drafter", drafters, PlaneScale{0.75, 0.75 / sqrt3})

// The hexagon at the origin has its middle there, and the kite at its upper corner these points.
var (
	top                   = PlanePoint{0, -4}
	upperLeft, upperRight = PlanePoint{-1, -3}, PlanePoint{1, -3} // the middles of the sides beside it
)

var (
	kites    = hexagonCut(2, 3, [][]PlanePoint{{{}, upperLeft, top, upperRight}})
	drafters = hexagonCut(2, 6, [][]PlanePoint{{{}, upperLeft, top}, {{}, top, upperRight}})
)

// hexagonCut turns what is at the upper corner of a hexagon to the others. The upper half, from left to
// right, is the upper row of a picture, and the lower half the lower row.
func hexagonCut(rows, columns int32, corner [][]PlanePoint) *blockTiling {
	var around [][]PlanePoint // with the clock, from the upper left corner on
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
	for k := range half / 2 { // below, the clock runs to the left
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
