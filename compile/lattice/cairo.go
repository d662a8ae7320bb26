package lattice

// Cairo is the lattice of pentagons that pave the streets of Cairo: squares, of whose corners every
// second one is pulled apart into a side between two squares that face each other there. So cells have
// the rows and columns of squares, and each one a fifth neighbour at a corner: the lower right one
// where both coordinates are even, and its partner in turn.
var Cairo = cairoLattice(&blockTiling{rows: 2, columns: 2, down: PlanePoint{0, 8}, across: PlanePoint{8, 0},
	block: [][]PlanePoint{
		{{-3, -3}, {0, -4}, {1, -1}, {-1, 1}, {-4, 0}}, {{0, -4}, {3, -5}, {5, -3}, {4, 0}, {1, -1}},
		{{-4, 0}, {-1, 1}, {0, 4}, {-3, 5}, {-5, 3}}, {{1, -1}, {4, 0}, {3, 3}, {0, 4}, {-1, 1}},
	}})

func cairoLattice(t *blockTiling) *Lattice {
	// The turn leaves a corner of four pentagons in place, the mirror the side between two.
	turn := func(p PlanePoint) PlanePoint { return PlanePoint{4 - p.Y, p.X - 4} }
	transpose := func(p PlanePoint) PlanePoint { return PlanePoint{p.Y, p.X} }
	motions := t.turnMotions(turn, transpose, fourfoldNames)
	return &Lattice{
		Name:       "cairo",
		Axes:       Square.Axes,
		Motions:    motions,
		PaperTurns: 4,
		Mirror:     motions[5],
		Classes:    squareClasses,
		Figures:    Square.Figures,
		Neighbours: t.neighbourFunc(),
		Outline:    t.cellOutline,
		Scale:      PlaneScale{0.25, 0.25},
		fitShift:   t.fitShift,
	}
}
