package lattice

// Tetrakis is the lattice of quarters of squares, cut by both diagonals (the tetrakis square tiling).
// Coordinates are tripled: in the 3 by 3 points of each square the quarters are the middles of the sides. Two
// quarters make half a square, the cell of polyaboloes and of the tangram.
var Tetrakis = &Lattice{
	Name:       "tetrakis",
	Axes:       Square.Axes,
	Motions:    tetrakisMotions(),
	PaperTurns: Square.PaperTurns,
	Mirror:     aboutMiddle(Square.Mirror),
	Classes:    squareClasses,
	Figures: []Figure{quarterFigure(Square.Figures[0]), quarterFigure(Square.Figures[1]),
		quarterFigure(Square.Figures[2]), quarterFigure(Square.Figures[3])},
	Holes:  "+",
	Layout: "of 3 by 3 points the middles of the sides are the quarters of a square",
	Neighbours: func(c Cell) []Cell {
		d := fromMiddle(c) // from the centre of the square to the quarter
		return []Cell{c.Plus(d), c.Minus(d).Plus(Cell{d[1], d[0]}), c.Minus(d).Minus(Cell{d[1], d[0]})}
	},
	Outline: func(c Cell) []PlanePoint {
		d := fromMiddle(c)
		middle := c.Minus(d)
		at := func(down, right int32) PlanePoint { // in half sides from the centre
			return PlanePoint{2*(middle[1]-1)/3 + 1 + right, 2*(middle[0]-1)/3 + 1 + down}
		}
		// Clockwise along the side, and back through the centre.
		return []PlanePoint{at(d[0]-d[1], d[1]+d[0]), at(d[0]+d[1], d[1]-d[0]), at(0, 0)}
	},
	Scale:  PlaneScale{0.5, 0.5},
	isCell: func(c Cell) bool { return (floorMod(c[0], 3) == 1) != (floorMod(c[1], 3) == 1) },
	fitShift: func(d Cell) Cell {
		return Cell{d[0] + floorMod(-d[0], 3), d[1] + floorMod(-d[1], 3), d[2]}
	},
}

// fromMiddle returns the shift from the centre of its square to a quarter.
func fromMiddle(c Cell) Cell { return Cell{floorMod(c[0], 3) - 1, floorMod(c[1], 3) - 1} }

// aboutMiddle returns the motion about the centre of the square at the origin.
func aboutMiddle(m Motion) Motion {
	middle := Cell{1, 1}
	return Motion{m.Name, func(c Cell) Cell { return m.Apply(c.Minus(middle)).Plus(middle) }}
}

func tetrakisMotions() (motions []Motion) {
	for _, m := range squareMotions() {
		motions = append(motions, aboutMiddle(m))
	}
	return motions
}

// quarterFigure is a figure of squares, cut into quarters.
func quarterFigure(f Figure) Figure { return cutFigure(f, squareSides.Shift(Cell{1, 1}), 3, 3) }
