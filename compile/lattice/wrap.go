package lattice

// Wrap is the periods of a board that is wrapped around: a shift by one of them
// leads back to the same cell. They are in echelon form: each has a positive
// first coordinate that is not 0, further on than that of the one before.
type Wrap []Period

// Period is a shift that leads back to the same cell. It has more bits than a
// cell, since echelon form may need them.
type Period [Dimensions]int64

func wide(c Cell) (p Period) {
	for k, v := range c {
		p[k] = int64(v)
	}
	return p
}

func (p Period) negative() Period {
	for k := range p {
		p[k] = -p[k]
	}
	return p
}

// NewWrap brings periods into echelon form. It returns false if they are not
// independent; what it returns leads to the same cells, with fewer of them. Their
// coordinates must be small, up to ten thousand say.
func NewWrap(periods []Cell) (Wrap, bool) {
	rest := make([]Period, len(periods))
	for i, p := range periods {
		rest[i] = wide(p)
	}
	return echelon(rest)
}

func echelon(rest []Period) (Wrap, bool) {
	var w Wrap
	for k := range Dimensions {
		if pivot, ok := eliminate(rest, k); ok {
			w = append(w, rest[pivot])
			rest[pivot] = Period{}
		}
	}
	for i := range w { // keep the numbers small
		w[i] = w[i+1:].reduce(w[i])
	}
	return w, len(w) == len(rest)
}

// eliminate makes all but one of the periods 0 in coordinate k, by Euclid's
// algorithm, and returns the one that is left.
func eliminate(periods []Period, k int) (pivot int, ok bool) {
	for {
		least, others := -1, 0
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
			periods[least] = periods[least].negative()
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
func less(c, period Period, k int) Period {
	if 0 <= c[k] && c[k] < period[k] {
		return c
	}
	times := c[k] / period[k]
	if c[k] < 0 && c[k]%period[k] != 0 {
		times--
	}
	for j := range c {
		c[j] -= times * period[j]
	}
	return c
}

func abs(v int64) int64 { return max(v, -v) }

// Reduce returns the cell that stands for all those that the periods map to c.
func (w Wrap) Reduce(c Cell) Cell {
	if len(w) == 0 {
		return c
	}
	for k, v := range w.reduce(wide(c)) {
		c[k] = int32(v)
	}
	return c
}

// reduceAll reduces the cells of a shape, in its order.
func (w Wrap) reduceAll(s Shape) Shape {
	if len(w) == 0 {
		return s
	}
	out := make(Shape, len(s))
	for i, c := range s {
		out[i] = w.Reduce(c)
	}
	return out
}

func (w Wrap) reduce(c Period) Period {
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
	moved := make([]Period, len(w))
	for i, c := range w.Cells() {
		moved[i] = wide(m.Turn(c))
	}
	out, _ := echelon(moved)
	return out
}

// Equal reports whether two wraps have the same periods.
func (w Wrap) Equal(v Wrap) bool {
	return len(w) == len(v) && w.leadsBack(v) && v.leadsBack(w)
}

// leadsBack reports whether other periods are combinations of these.
func (w Wrap) leadsBack(others Wrap) bool {
	for _, period := range others {
		if w.reduce(period) != (Period{}) {
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
	seen := make(map[Cell]bool, len(s))
	var out Shape
	for _, c := range s {
		if key := w.Reduce(c); !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	return out
}

// Cells returns the periods as shifts of cells.
func (w Wrap) Cells() []Cell {
	out := make([]Cell, len(w))
	for i, period := range w {
		for k, v := range period {
			out[i][k] = int32(v)
		}
	}
	return out
}
