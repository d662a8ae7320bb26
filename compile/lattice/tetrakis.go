package lattice

// Tetrakis is the lattice of quarters of squares, cut by both diagonals (the tetrakis square tiling). Coordinates are
// tripled: each square has 3 by 3 points, and the middles of the four sides are its quarters. Two quarters make half a
// square, which is the cell of polyaboloes and of the tangram.
var Tetrakis = &Lattice{
	Name:               "tetrakis",
	AxisNames:          Square.AxisNames,
	Motions:            tetrakisMotions(),
	PaperRotationCount: Square.PaperRotationCount,
	LeftRightMirror:    motionAboutSquareCentre(Square.LeftRightMirror),
	SymmetryClasses:    squareSymmetryClasses,
	NamedFigures: []Figure{figureOfSquareQuarters(Square.NamedFigures[0]),
		figureOfSquareQuarters(Square.NamedFigures[1]),
		figureOfSquareQuarters(Square.NamedFigures[2]), figureOfSquareQuarters(Square.NamedFigures[3])},
	HoleMarks:      "+",
	CellLayoutText: "of 3 by 3 points the middles of the sides are the quarters of a square",
	Neighbours: func(c Cell) []Cell {
		d := shiftFromSquareCentre(c) // shift from the centre of the square to the quarter
		return []Cell{c.Plus(d), c.Minus(d).Plus(Cell{d[1], d[0]}), c.Minus(d).Minus(Cell{d[1], d[0]})}
	},
	CellOutline: func(c Cell) []PlanePoint {
		d := shiftFromSquareCentre(c)
		middle := c.Minus(d)
		at := func(down, right int32) PlanePoint { // point that many half sides below and to the right of the centre
			return PlanePoint{2*(middle[1]-1)/3 + 1 + right, 2*(middle[0]-1)/3 + 1 + down}
		}
		// The outline runs clockwise along the side of the square, and back through its centre.
		return []PlanePoint{at(d[0]-d[1], d[1]+d[0]), at(d[0]+d[1], d[1]-d[0]), at(0, 0)}
	},
	PlaneScale: PlaneScale{0.5, 0.5},
	isCell:     func(c Cell) bool { return (floorMod(c[0], 3) == 1) != (floorMod(c[1], 3) == 1) },
	roundUpShift: func(d Cell) Cell {
		return Cell{d[0] + floorMod(-d[0], 3), d[1] + floorMod(-d[1], 3), d[2]}
	},
}

// shiftFromSquareCentre returns the shift to a quarter from the centre of its square.
func shiftFromSquareCentre(c Cell) Cell { return Cell{floorMod(c[0], 3) - 1, floorMod(c[1], 3) - 1} }

// motionAboutSquareCentre returns the motion that keeps the centre of the square at the origin in its place.
func motionAboutSquareCentre(m Motion) Motion {
	middle := Cell{1, 1}
	return Motion{m.Name, func(c Cell) Cell { return m.ApplyToCell(c.Minus(middle)).Plus(middle) }}
}

func tetrakisMotions() (motions []Motion) {
	for _, m := range squareMotions() {
		motions = append(motions, motionAboutSquareCentre(m))
	}
	return motions
}

// figureOfSquareQuarters returns the figure of the quarters of the squares of a figure.
func figureOfSquareQuarters(f Figure) Figure {
	return cutFigureCells(f, shiftsOverSquareSides.Shift(Cell{1, 1}), 3, 3)
}
