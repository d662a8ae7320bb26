package lattice

// Tetrakis is the lattice of quarters of squares, cut by both diagonals (the tetrakis square tiling). Coordinates are
// tripled: each square has 3 by 3 points, and the middles of the four sides are its quarters. Two quarters make half a
// square, which is the cell of polyaboloes and of the tangram.
var Tetrakis = &Lattice{
	Name:       "tetrakis",
	Axes:       Square.Axes,
	Motions:    tetrakisMotions(),
	PaperTurns: Square.PaperTurns,
	Mirror:     motionAboutMiddle(Square.Mirror),
	Classes:    squareClasses,
	Figures: []Figure{quarterFigure(Square.Figures[0]), quarterFigure(Square.Figures[1]),
		quarterFigure(Square.Figures[2]), quarterFigure(Square.Figures[3])},
	Holes:  "+",
	Layout: "of 3 by 3 points the middles of the sides are the quarters of a square",
	Neighbours: func(c Cell) []Cell {
		d := fromMiddle(c) // shift from the centre of the square to the quarter
		return []Cell{c.Plus(d), c.Minus(d).Plus(Cell{d[1], d[0]}), c.Minus(d).Minus(Cell{d[1], d[0]})}
	},
	Outline: func(c Cell) []PlanePoint {
		d := fromMiddle(c)
		middle := c.Minus(d)
		at := func(down, right int32) PlanePoint { // point so many half sides below and to the right of the centre
			return PlanePoint{2*(middle[1]-1)/3 + 1 + right, 2*(middle[0]-1)/3 + 1 + down}
		}
		// The outline runs clockwise along the side of the square, and back through its centre.
		return []PlanePoint{at(d[0]-d[1], d[1]+d[0]), at(d[0]+d[1], d[1]-d[0]), at(0, 0)}
	},
	Scale:  PlaneScale{0.5, 0.5},
	isCell: func(c Cell) bool { return (floorMod(c[0], 3) == 1) != (floorMod(c[1], 3) == 1) },
	fitShift: func(d Cell) Cell {
		return Cell{d[0] + floorMod(-d[0], 3), d[1] + floorMod(-d[1], 3), d[2]}
	},
}

// fromMiddle returns the shift to a quarter from the centre of its square.
func fromMiddle(c Cell) Cell { return Cell{floorMod(c[0], 3) - 1, floorMod(c[1], 3) - 1} }

// motionAboutMiddle returns the motion that keeps the centre of the square at the origin in its place.
func motionAboutMiddle(m Motion) Motion {
	middle := Cell{1, 1}
	return Motion{m.Name, func(c Cell) Cell { return m.Apply(c.Minus(middle)).Plus(middle) }}
}

func tetrakisMotions() (motions []Motion) {
	for _, m := range squareMotions() {
		motions = append(motions, motionAboutMiddle(m))
	}
	return motions
}

// quarterFigure returns the figure of the quarters of the squares of a figure.
func quarterFigure(f Figure) Figure { return cutFigure(f, squareSides.Shift(Cell{1, 1}), 3, 3) }
