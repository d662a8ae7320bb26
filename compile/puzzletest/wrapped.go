package puzzletest

import (
	"math/rand/v2"
	"slices"
)

// Wrapped boards by elementary geometry: a period is a shift, and two cells are equal if their middles differ
// by a sum of periods.

// spans reports whether d is a sum of multiples of independent periods. Cramer's rule gives the multiples, if
// there are any.
func spans(periods []point, d point) bool {
	gram := products(periods, periods)
	det, row := determinant(gram), products([]point{d}, periods)[0]
	for k, p := range periods {
		times := determinant(withRow(gram, k, row))
		if times%det != 0 {
			return false
		}
		d = d.minus(p.times(times / det))
	}
	return d == point{}
}

func products(a, b []point) [][]int {
	out := make([][]int, len(a))
	for i, p := range a {
		for _, q := range b {
			out[i] = append(out[i], p.dot(q))
		}
	}
	return out
}

func withRow(m [][]int, k int, row []int) [][]int {
	out := slices.Clone(m)
	out[k] = row
	return out
}

// wrapAround gives a field periods and returns their text, or "" if it cannot be wrapped.
func (f *field) wrapAround(r *rand.Rand, cells []point) string {
	size := greatestOf(cells).minus(leastOf(cells))
	for k := range f.axes {
		if !f.linear() {
			size[k]++
		}
	}
	written := " torus"
	switch r.IntN(4) {
	case 0:
		f.periods = straight(size, 0, f.axes)
	case 1:
		written = " cylinder"
		f.periods = straight(size, f.axes-1, f.axes)
	default:
		f.periods = f.skewed(r, size)
		written = " wrap " + f.allWritten(f.periods)
	}
	for _, p := range f.periods {
		by, ok := f.shift(p)
		if !ok {
			f.periods = nil
			break
		}
		f.around = append(f.around, by)
	}
	if len(f.periods) == 0 || determinant(products(f.periods, f.periods)) == 0 {
		f.periods, f.around = nil, nil
		return ""
	}
	return written
}

// straight returns periods along the axes from number from to number to.
func straight(size point, from, to int) []point {
	var out []point
	for k := from; k < to; k++ {
		var p point
		p[k] = size[k]
		out = append(out, p)
	}
	return out
}

// skewed returns some periods about as long as the board, and not along the axes.
func (f *field) skewed(r *rand.Rand, size point) []point {
	var out []point
	for k := range f.axes {
		if f.axes-len(out) > 1 && r.IntN(4) == 0 {
			continue
		}
		p := straight(size, k, k+1)[0]
		for j := range f.axes {
			if r.IntN(3) == 0 {
				p[j] += r.IntN(7) - 3
			}
		}
		p = f.nextShift(p)
		out = append(out, p)
	}
	return out
}

// elsewhere sometimes adds periods to coordinates.
func (f *field) elsewhere(r *rand.Rand, at point) point {
	for _, p := range f.periods {
		if r.IntN(4) == 0 {
			at = at.plus(p.times(r.IntN(3) - 1))
		}
	}
	return at
}

// overlaps reports whether a tile has two cells that the periods identify, and that are on the field.
func (f *field) overlaps(k *tile) bool {
	for _, middles := range k.facings {
		for _, m := range f.middles {
			d := m.minus(middles[0])
			seen := map[int]bool{}
			for _, q := range middles {
				seen[f.number(q.plus(d))] = true
			}
			if f.isShift(d) && !seen[-1] && len(seen) < len(middles) {
				return true
			}
		}
	}
	return false
}
