package lower_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
)

// Wrapped boards, by the means of the tests of lattices: a period is a shift,
// and two cells are one if their middles differ by a sum of periods.

// spans reports whether d is a sum of multiples of independent periods: Cramer's
// rule gives the multiples, if there are any.
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

// wrapAround gives a field periods and returns how they are written, or "" if
// it cannot be wrapped so.
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

// straight is a period along each axis from one on.
func straight(size point, from, to int) []point {
	var out []point
	for k := from; k < to; k++ {
		var p point
		p[k] = size[k]
		out = append(out, p)
	}
	return out
}

// skewed is some periods about as long as the board, or a little shorter or
// longer, and not along the axes.
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

// elsewhere adds periods to coordinates, now and then.
func (f *field) elsewhere(r *rand.Rand, at point) point {
	for _, p := range f.periods {
		if r.IntN(4) == 0 {
			at = at.plus(p.times(r.IntN(3) - 1))
		}
	}
	return at
}

// overlaps reports whether a tile has cells that the periods make one, and that
// are on the field.
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

// TestWrapped: toruses, cylinders and boards with skew periods.
func TestWrapped(t *testing.T) { compareLattices(t, 12, true) }

// TestOneAmongSeveralWays: where a piece can come to the same cells in several
// ways, or has a partner among several, it must not matter which one is found
// first. The numbers are worked out by hand.
func TestOneAmongSeveralWays(t *testing.T) {
	for _, c := range []struct {
		name, text         string
		solutions, classes int
	}{
		{"a piece that runs through one joint in both directions",
			"piece A on sticks = cells (0, 1) (0, 3) (3, 2) (5, 2) board b on sticks torus = 2x2 pack b with A { leave 4 empty }", 4, 1},
		{"two rings in a row or in a column; a row and a column would cross",
			"piece I on sticks = cells (0, 1) (0, 3) board b on sticks torus = 2x2 pack b with 2 of I { leave 4 empty }", 2, 1},
		{"a ring is at each of its cells",
			"piece I = 1x4 board b on square torus = 2x4 pack b with 2 of I { fix I at (0, 2) }", 1, 1},
		{"a ring is turned in several ways",
			"piece L = cells (0, 0) (1, 0) (1, 1) board b on square torus = 2x2 pack b with 0..2 of L { fix L at (0, 0) orientation 2 leave 1 empty }", 1, 1},
		{"orientations that are kept out lead to cells that are not",
			"piece A on hexagon = 1x2 piece B on hexagon = cells (2, 2) (2, 1) (3, -1) (-1, 0) board b on hexagon torus = 2x2 pack b with any of A + any of B { keep B to orientations 1, 2, 7, 11 }", 4, 2},
		{"a reflection exchanges A and C, whose places B has as well",
			"piece A = 1x1 piece B = 1x1 piece C = 1x1 board b on square = 1x4 pack b with A + B + C { keep A in 1x1 keep C in 1x1 at (0, 3) leave 1 empty }", 2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() { // the other cases shall be tried as well
				if fault := recover(); fault != nil {
					t.Errorf("panic: %v", fault)
				}
			}()
			if all, _ := partitions(t, c.text, false); len(all) != c.solutions {
				t.Errorf("%d solutions, want %d", len(all), c.solutions)
			}
			if kept, _ := partitions(t, c.text, true); len(kept) != c.classes {
				t.Errorf("%d classes, want %d", len(kept), c.classes)
			}
		})
	}
}

// TestLimitOnTriangles: a piece of triangles fits only at every other shift, and
// the options that there cannot be must not count against the limit.
func TestLimitOnTriangles(t *testing.T) {
	text := "piece A on triangle fixed = cells (0, 0) board b on triangle = 4x4 pack b with any of A"
	for most, fits := range map[int]bool{7: false, 8: true} {
		_, err := compile.Text("test.puz", []byte(text), check.Importer{}, compile.Options{Limits: check.Limits{Options: most}})
		if (err == nil) != fits {
			t.Errorf("there are 8 options, the limit is %d: %v", most, err)
		}
	}
}
