package lattice

// EdgeFlip joins edges of a box of squares upside down: what leaves at the right comes back at the
// left in the mirrored row, and what leaves at the bottom perhaps at the top. So a board is a
// Moebius strip, a Klein bottle, or a projective plane.
type EdgeFlip struct {
	Least         Cell // the corner of the box
	Rows, Columns int32
	// Down joins the top and the bottom as well, and Twice does so in the mirrored column.
	Down, Twice bool
}

// Reduce returns the cell of the box that a cell is.
func (f EdgeFlip) Reduce(c Cell) Cell {
	c = c.Minus(f.Least)
	across := (c[1] - floorMod(c[1], f.Columns)) / f.Columns
	c[1] -= across * f.Columns
	if across%2 != 0 {
		c[0] = f.Rows - 1 - c[0]
	}
	if f.Down {
		down := (c[0] - floorMod(c[0], f.Rows)) / f.Rows
		c[0] -= down * f.Rows
		if f.Twice && down%2 != 0 {
			c[1] = f.Columns - 1 - c[1]
		}
	}
	return c.Plus(f.Least)
}
