package audit

import (
	"math"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// vector is a point of the plane, or of space.
type vector [3]float64

func (v vector) minus(w vector) vector {
	return vector{v[0] - w[0], v[1] - w[1], v[2] - w[2]}
}

// near reports whether two points are equal, up to rounding.
func (v vector) near(w vector) bool {
	d := v.minus(w)
	return math.Abs(d[0])+math.Abs(d[1])+math.Abs(d[2]) < 1e-6
}

// cornersOf returns the corners of a cell as points on paper, or the corner and the three next to it of a cube.
func cornersOf(on *lattice.Lattice, c lattice.Cell) (corners []vector) {
	if on.IsSolid() {
		for k := range 8 {
			corners = append(corners, vector{float64(int(c[0]) + k>>2), float64(int(c[1]) + k>>1&1),
				float64(int(c[2]) + k&1)})
		}
		return corners
	}
	for _, p := range on.CellOutline(c) {
		corners = append(corners, vector{float64(p.X) * on.PlaneScale[0], float64(p.Y) * on.PlaneScale[1]})
	}
	return corners
}

// placements returns the sets of cells of a board, by number, that a piece can cover: those onto which a motion takes
// it. A piece that is fixed is shifted, one that is one-sided is rotated as well, and any other may be reflected.
func placements(on *lattice.Lattice, board, piece lattice.Shape, freedom model.PieceFreedom) [][]int {
	cells := cellFinder{corners: make([][]vector, len(board)), byCentre: map[[3]int][]int{}}
	for k, c := range board {
		cells.corners[k] = cornersOf(on, c)
		for _, key := range keysNear(centreOf(cells.corners[k])) {
			cells.byCentre[key] = append(cells.byCentre[key], k)
		}
	}
	var parts [][]vector
	for _, c := range piece {
		parts = append(parts, cornersOf(on, c))
	}
	var found [][]int
	for _, corners := range cells.corners {
		for _, m := range motionsOnto(parts[0], corners, on.IsSolid()) {
			isShift := m.of(vector{1}).minus(m.of(vector{})).near(vector{1}) &&
				m.of(vector{0, 1}).minus(m.of(vector{})).near(vector{0, 1}) &&
				m.of(vector{0, 0, 1}).minus(m.of(vector{})).near(vector{0, 0, 1})
			mirrors := m.determinant() < 0
			if freedom == model.Fixed && !isShift || freedom == model.OneSided && mirrors && !isFlat(on, piece) {
				continue
			}
			if covered := m.cover(parts, cells); covered != nil {
				found = append(found, covered)
			}
		}
	}
	slices.SortFunc(found, slices.Compare)
	return slices.CompactFunc(found, slices.Equal)
}

// isFlat reports whether a piece of space lies in a plane, so that turning it over is a reflection too.
func isFlat(on *lattice.Lattice, piece lattice.Shape) bool {
	for axis := range 3 {
		flat := on.IsSolid()
		for _, c := range piece {
			flat = flat && c[axis] == piece[0][axis]
		}
		if flat {
			return true
		}
	}
	return false
}

// motion is a matrix and a shift.
type motion struct {
	columns [3]vector
	shift   vector
}

func (m motion) of(v vector) (w vector) {
	for i := range 3 {
		w[i] = m.shift[i]
		for j := range 3 {
			w[i] += m.columns[j][i] * v[j]
		}
	}
	return w
}

func (m motion) determinant() float64 {
	a, b, c := m.columns[0], m.columns[1], m.columns[2]
	return a[0]*(b[1]*c[2]-b[2]*c[1]) - a[1]*(b[0]*c[2]-b[2]*c[0]) + a[2]*(b[0]*c[1]-b[1]*c[0])
}

// motionsOnto returns the motions that take the corners of one cell to those of another.
func motionsOnto(from, to []vector, solid bool) (motions []motion) {
	var linear [][3]vector
	if solid { // the signed permutations of the axes
		for p := range 6 {
			order := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[p]
			for signs := range 8 {
				var columns [3]vector
				for j := range 3 {
					columns[j][order[j]] = float64(1 - 2*(signs>>j&1))
				}
				linear = append(linear, columns)
			}
		}
	} else { // multiples of 30 degrees, with and without a reflection
		for k := range 12 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 6)
			linear = append(linear, [3]vector{{cos, sin}, {-sin, cos}, {0, 0, 1}},
				[3]vector{{cos, sin}, {sin, -cos}, {0, 0, 1}})
		}
	}
	for _, columns := range linear {
		for _, corner := range to {
			m := motion{columns: columns}
			m.shift = corner.minus(m.of(from[0]))
			if m.takes(from, to) {
				motions = append(motions, m)
			}
		}
	}
	return motions
}

// takes reports whether a motion takes the corners of one cell to those of another, in any order.
func (m motion) takes(from, to []vector) bool {
	return len(from) == len(to) && !slices.ContainsFunc(from, func(v vector) bool {
		image := m.of(v)
		return !slices.ContainsFunc(to, image.near)
	})
}

// cellFinder finds the cells of a board by their centres.
type cellFinder struct {
	corners  [][]vector
	byCentre map[[3]int][]int // numbers of the cells whose centres are near, by a centre in units of 1/8, rounded
}

func centreOf(corners []vector) (centre vector) {
	for _, c := range corners {
		for i := range 3 {
			centre[i] += c[i] / float64(len(corners))
		}
	}
	return centre
}

// keysNear returns the keys of the points up to a small distance from a centre.
func keysNear(centre vector) (keys [][3]int) {
	for n := range 8 {
		var key [3]int
		for i := range 3 {
			key[i] = int(math.Round(8*centre[i] + 1e-4*float64(2*(n>>i&1)-1)))
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// cover returns the numbers of the cells that a motion takes the parts to, in order, or nil if one is missing.
func (m motion) cover(parts [][]vector, cells cellFinder) (covered []int) {
	for _, part := range parts {
		at := m.of(centreOf(part))
		near := cells.byCentre[keysNear(at)[0]]
		k := slices.IndexFunc(near, func(n int) bool { return m.takes(part, cells.corners[n]) })
		if k < 0 {
			return nil
		}
		covered = append(covered, near[k])
	}
	slices.Sort(covered)
	return covered
}
