package lattice

// EdgeFlip joins edges of a box of squares with a flip: a step over the right edge leads to the left edge in
// the mirrored row. A step over the bottom may lead to the top as well. So the board is a Möbius strip, a Klein
// bottle, or a projective plane.
type EdgeFlip struct {
	Least         Cell // the corner of the box
	Rows, Columns int32
	// Down joins the top and the bottom as well. Twice does so with a flip, in the mirrored column.
	Down, Twice bool
}

// Reduce returns the cell of the box that is identified with a cell.
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
