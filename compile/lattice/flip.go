package lattice

// FlippedEdges joins edges of a box of squares upside down: a step over the right edge leads to the left edge in the
// mirrored row. The top edge and the bottom edge may be joined as well. So the board is a Möbius strip, a Klein bottle,
// or a projective plane.
type FlippedEdges struct {
	LeastCorner   Cell // cell with the least row and the least column of the box
	Rows, Columns int32
	// JoinsTopBottom joins the top edge and the bottom edge as well. FlipsTopBottom joins these two edges upside down:
	// a step over one of them leads to the mirrored column.
	JoinsTopBottom, FlipsTopBottom bool
}

// ReduceCell returns the cell inside the box that is the same cell of the board as c.
func (f FlippedEdges) ReduceCell(c Cell) Cell {
	c = c.Minus(f.LeastCorner)
	across := (c[1] - floorMod(c[1], f.Columns)) / f.Columns
	c[1] -= across * f.Columns
	if across%2 != 0 {
		c[0] = f.Rows - 1 - c[0]
	}
	if f.JoinsTopBottom {
		down := (c[0] - floorMod(c[0], f.Rows)) / f.Rows
		c[0] -= down * f.Rows
		if f.FlipsTopBottom && down%2 != 0 {
			c[1] = f.Columns - 1 - c[1]
		}
	}
	return c.Plus(f.LeastCorner)
}
