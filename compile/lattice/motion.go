package lattice

import "strings"

// Motion is a rotation or a reflection that leaves the origin in place.
type Motion struct {
	// Name describes the motion in words.
	Name string

	apply func(Cell) Cell
}

// Apply returns the image of a cell.
func (m Motion) Apply(c Cell) Cell { return m.apply(c) }

// Turn returns the image of a shift: cells that differ by d have images that
// differ by Turn(d).
func (m Motion) Turn(d Cell) Cell { return m.apply(d).Minus(m.apply(Cell{})) }

// linear is a motion as a matrix.
type linear [Dimensions][Dimensions]int32

func (a linear) apply(c Cell) Cell {
	return Cell{
		a[0][0]*c[0] + a[0][1]*c[1] + a[0][2]*c[2],
		a[1][0]*c[0] + a[1][1]*c[1] + a[1][2]*c[2],
		a[2][0]*c[0] + a[2][1]*c[1] + a[2][2]*c[2],
	}
}

// after is the motion b followed by a.
func (a linear) after(b linear) linear {
	var out linear
	for i := range out {
		for j := range out {
			for k := range out {
				out[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return out
}

var identity = linear{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// turns returns the start, then turned once, twice, and so on, n in all.
func turns(start, turn linear, n int) []linear {
	out := make([]linear, n)
	for k := range out {
		out[k] = start
		start = turn.after(start)
	}
	return out
}

// named gives matrices their names.
func named(matrices []linear, names ...string) []Motion {
	motions := make([]Motion, len(matrices))
	for k, a := range matrices {
		motions[k] = Motion{names[k], a.apply}
	}
	return motions
}

// words describes a matrix by what becomes of the axes.
func (a linear) words(axes []string) string {
	var parts []string
	for _, row := range a {
		for j, v := range row {
			switch v {
			case 1:
				parts = append(parts, axes[j])
			case -1:
				parts = append(parts, "-"+axes[j])
			}
		}
	}
	return strings.Join(parts, " ")
}
