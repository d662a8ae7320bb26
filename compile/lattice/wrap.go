package lattice

// Wrap is the periods of a board that is wrapped around: a shift by one of them
// leads back to the same cell. They are in echelon form: each has a positive
// first coordinate that is not 0, further on than that of the one before.
type Wrap []Cell

// NewWrap brings periods into echelon form. It returns false if they are not
// independent; what it returns leads to the same cells, with fewer of them. Their coordinates must be small, below a million say.
func NewWrap(periods []Cell) (Wrap, bool) {
	var w Wrap
	rest := append([]Cell{}, periods...)
	for k := range Dimensions {
		if pivot, ok := eliminate(rest, k); ok {
			w = append(w, rest[pivot])
			rest[pivot] = Cell{}
		}
	}
	return w, len(w) == len(periods)
}

// eliminate makes all but one of the periods 0 in coordinate k, by Euclid's
// algorithm, and returns the one that is left.
func eliminate(periods []Cell, k int) (pivot int, ok bool) {
	for {
		least := -1
		others := 0
		for i, p := range periods {
			if p[k] == 0 {
				continue
			}
			others++
			if least < 0 || abs(p[k]) < abs(periods[least][k]) {
				least = i
			}
		}
		if others == 0 {
			return 0, false
		}
		if periods[least][k] < 0 {
			periods[least] = Cell{}.Minus(periods[least])
		}
		if others == 1 {
			return least, true
		}
		for i, p := range periods {
			if i != least {
				periods[i] = less(p, periods[least], k)
			}
		}
	}
}

// less takes the period off c as often as it takes for coordinate k to be
// between 0 and the period's.
func less(c, period Cell, k int) Cell {
	times := c[k] / period[k]
	if c[k] < 0 && c[k]%period[k] != 0 {
		times--
	}
	for j := range c {
		c[j] -= times * period[j]
	}
	return c
}

func abs(v int32) int32 { return max(v, -v) }

// Reduce returns the cell that stands for all those that the periods map to c.
func (w Wrap) Reduce(c Cell) Cell {
	for _, period := range w {
		k := 0
		for period[k] == 0 {
			k++
		}
		c = less(c, period, k)
	}
	return c
}

// Move returns the periods that a motion makes of these.
func (w Wrap) Move(m Motion) Wrap {
	moved := make([]Cell, len(w))
	for i, period := range w {
		moved[i] = m.Turn(period)
	}
	out, _ := NewWrap(moved)
	return out
}

// Equal reports whether two wraps have the same periods.
func (w Wrap) Equal(v Wrap) bool {
	if len(w) != len(v) {
		return false
	}
	for _, period := range w {
		if v.Reduce(period) != (Cell{}) {
			return false
		}
	}
	for _, period := range v {
		if w.Reduce(period) != (Cell{}) {
			return false
		}
	}
	return true
}

// Unique returns one cell of a shape for all that the periods map to one
// another, the first.
func (w Wrap) Unique(s Shape) Shape {
	if len(w) == 0 {
		return s
	}
	seen := map[Cell]bool{}
	var out Shape
	for _, c := range s {
		if key := w.Reduce(c); !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	return out
}
