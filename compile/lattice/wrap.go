package lattice

import "slices"

// WrapPeriods holds the periods of a board whose edges are joined: a shift by a period leads back to the same cell. The
// periods are in echelon form: the first nonzero coordinate of each period is positive, and its index is greater than
// that of the period before.
type WrapPeriods []Period

// Period is a shift that leads back to the same cell. Its coordinates are wider than those of a cell, as echelon form
// may need more bits.
type Period [Dimensions]int64

func periodOfCell(c Cell) (p Period) {
	for k, v := range c {
		p[k] = int64(v)
	}
	return p
}

// NewWrapPeriods brings periods into echelon form. It returns false if the periods are not independent; the result then
// has fewer periods with the same shifts. Coordinates may be at most about ten thousand.
func NewWrapPeriods(periods []Cell) (WrapPeriods, bool) {
	rest := make([]Period, len(periods))
	for i, p := range periods {
		rest[i] = periodOfCell(p)
	}
	var w WrapPeriods
	for k := range Dimensions {
		var pivot Period // only period so far whose coordinate k is not 0, as echelon form requires
		for i, p := range rest {
			for p[k] != 0 { // Euclid's algorithm makes coordinate k of one of the two periods 0
				pivot, p = p, pivot.subtractMultiple(pivot[k]/p[k], p)
			}
			rest[i] = p
		}
		if pivot[k] < 0 {
			pivot = Period{}.subtractMultiple(1, pivot)
		}
		if pivot[k] > 0 {
			w = append(w, pivot)
		}
	}
	for i := range w { // reduces the earlier periods as well, so that their coordinates stay small
		w[i] = w[i+1:].reducePeriod(w[i])
	}
	return w, len(w) == len(rest)
}

// subtractMultiple subtracts a multiple of another period.
func (p Period) subtractMultiple(times int64, other Period) Period {
	for k, v := range other {
		p[k] -= times * v
	}
	return p
}

// ReduceCell returns the cell that represents c. It is the same for all cells to which the periods lead from c.
func (w WrapPeriods) ReduceCell(c Cell) Cell {
	if len(w) == 0 {
		return c
	}
	for k, v := range w.reducePeriod(periodOfCell(c)) {
		c[k] = int32(v)
	}
	return c
}

// reducePeriod subtracts periods from c until each leading coordinate is less than the leading coordinate of its
// period.
func (w WrapPeriods) reducePeriod(c Period) Period {
	for _, period := range w {
		k := 0
		for period[k] == 0 {
			k++
		}
		if c[k] >= 0 && c[k] < period[k] {
			continue
		}
		times := c[k] / period[k]
		if c[k]%period[k] < 0 {
			times-- // the division rounds down
		}
		c = c.subtractMultiple(times, period)
	}
	return c
}

// ApplyMotion returns the images of the periods under a motion.
func (w WrapPeriods) ApplyMotion(m Motion) WrapPeriods {
	out, _ := NewWrapPeriods(Shape(w.PeriodCells()).MapCells(m.ImageOfShift))
	return out
}

// Equal reports whether two lists of periods generate the same shifts. As echelon form is unique, the lists are then
// equal.
func (w WrapPeriods) Equal(v WrapPeriods) bool { return slices.Equal(w, v) }

// FirstOfEqualCells returns the first cell of each set of cells of s that are the same cell of the board.
func (w WrapPeriods) FirstOfEqualCells(s Shape) Shape {
	if len(w) == 0 {
		return s
	}
	seen := make(map[Cell]bool, len(s))
	return s.FilterCells(func(c Cell) bool {
		key := w.ReduceCell(c)
		isNew := !seen[key]
		seen[key] = true
		return isNew
	})
}

// PeriodCells returns the periods converted to the type Cell.
func (w WrapPeriods) PeriodCells() []Cell {
	out := make([]Cell, len(w))
	for i, period := range w {
		for k, v := range period {
			out[i][k] = int32(v)
		}
	}
	return out
}
