package puzzletest

import (
	"math/rand/v2"
	"slices"
)

// Boards with joined edges by plain geometry: a period is a shift, and two cells are the same cell if the difference of
// their middles is a sum of periods.

// isPeriodSum reports whether d is a sum of multiples of independent periods. By Cramer's rule there is only one
// candidate for the multiples.
func isPeriodSum(periods []point, d point) bool {
	gram := dotProducts(periods, periods)
	det, row := determinant(gram), dotProducts([]point{d}, periods)[0]
	for k, p := range periods {
		times := determinant(replaceRow(gram, k, row))
		if times%det != 0 {
			return false
		}
		d = d.minusPoint(p.timesScalar(times / det))
	}
	return d == point{}
}

func dotProducts(a, b []point) [][]int {
	out := make([][]int, len(a))
	for i, p := range a {
		for _, q := range b {
			out[i] = append(out[i], p.dotProduct(q))
		}
	}
	return out
}

func replaceRow(m [][]int, k int, row []int) [][]int {
	out := slices.Clone(m)
	out[k] = row
	return out
}

// joinEdgesAtRandom joins edges of a board and returns the text for it, or "" if this is not possible.
func (f *latticeBoard) joinEdgesAtRandom(r *rand.Rand, cells []point) string {
	size := greatestCorner(cells).minusPoint(leastCorner(cells))
	for k := range f.axisCount {
		if !f.hasSticks() {
			size[k]++
		}
	}
	written := " torus"
	switch r.IntN(4) {
	case 0:
		f.coordinatePeriods = periodsAlongAxes(size, 0, f.axisCount)
	case 1:
		written = " cylinder"
		f.coordinatePeriods = periodsAlongAxes(size, f.axisCount-1, f.axisCount)
	default:
		f.coordinatePeriods = f.randomSkewPeriods(r, size)
		written = " wrap " + f.allPlacesText(f.coordinatePeriods)
	}
	for _, p := range f.coordinatePeriods {
		by, ok := f.middleShiftOfCoordinates(p)
		if !ok {
			f.coordinatePeriods = nil
			break
		}
		f.middlePeriods = append(f.middlePeriods, by)
	}
	if len(f.coordinatePeriods) == 0 || determinant(dotProducts(f.coordinatePeriods, f.coordinatePeriods)) == 0 {
		f.coordinatePeriods, f.middlePeriods = nil, nil
		return ""
	}
	return written
}

// periodsAlongAxes returns periods along axes: those whose indices are at least from and less than to.
func periodsAlongAxes(size point, from, to int) []point {
	var out []point
	for k := from; k < to; k++ {
		var p point
		p[k] = size[k]
		out = append(out, p)
	}
	return out
}

// randomSkewPeriods returns some periods that are about as long as the board, and not along its axes.
func (f *latticeBoard) randomSkewPeriods(r *rand.Rand, size point) []point {
	var out []point
	for k := range f.axisCount {
		if f.axisCount-len(out) > 1 && r.IntN(4) == 0 {
			continue
		}
		p := periodsAlongAxes(size, k, k+1)[0]
		for j := range f.axisCount {
			if r.IntN(3) == 0 {
				p[j] += r.IntN(7) - 3
			}
		}
		p = f.roundUpShift(p)
		out = append(out, p)
	}
	return out
}

// randomEqualPlace returns coordinates of the same cell: the given ones, or sometimes others that differ by periods.
func (f *latticeBoard) randomEqualPlace(r *rand.Rand, at point) point {
	for _, p := range f.coordinatePeriods {
		if r.IntN(4) == 0 {
			at = at.plusPoint(p.timesScalar(r.IntN(3) - 1))
		}
	}
	return at
}

// overlapsItself reports whether two cells of a piece are the same cell of the board.
func (f *latticeBoard) overlapsItself(k *packedPiece) bool {
	for _, middles := range k.orientations {
		for _, m := range f.cellMiddles {
			d := m.minusPoint(middles[0])
			seen := map[int]bool{}
			for _, q := range middles {
				seen[f.numberAtMiddle(q.plusPoint(d))] = true
			}
			if f.isShift(d) && !seen[-1] && len(seen) < len(middles) {
				return true
			}
		}
	}
	return false
}
