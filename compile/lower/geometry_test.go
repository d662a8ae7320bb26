package lower_test

import (
	"fmt"
	"slices"
	"strings"
)

// Random packings on every lattice, against plain geometry: a cell is the points
// at its corners, a motion a matrix with a shift, and a solution what is left
// after trying everything. Nothing that finds the answers here knows a lattice,
// an item or an option of the compiler.

// point has whole coordinates, across first; in the plane the last one is 0. The
// coordinates of a cell as puzzles write them, and sums of points, are points as
// well.
type point [3]int

func (p point) plus(q point) point {
	return point{p[0] + q[0], p[1] + q[1], p[2] + q[2]}
}

func (p point) times(k int) point { return point{k * p[0], k * p[1], k * p[2]} }

func (p point) minus(q point) point { return p.plus(q.times(-1)) }

func (p point) dot(q point) int { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }

// turning is a motion that leaves the origin in place, as a matrix.
type turning [3]point

func (a turning) of(p point) point { return point{a[0].dot(p), a[1].dot(p), a[2].dot(p)} }

// after is b, then a.
func (a turning) after(b turning) turning {
	var out turning
	for j := range 3 {
		var unit point
		unit[j] = 1
		image := a.of(b.of(unit))
		for i := range 3 {
			out[i][j] = image[i]
		}
	}
	return out
}

func (a turning) reflects() bool { return determinant([][]int{a[0][:], a[1][:], a[2][:]}) < 0 }

func determinant(m [][]int) int {
	if len(m) == 0 {
		return 1
	}
	sum, sign := 0, 1
	for j := range m {
		var minor [][]int
		for _, row := range m[1:] {
			minor = append(minor, append(slices.Clone(row[:j]), row[j+1:]...))
		}
		sum += sign * m[0][j] * determinant(minor)
		sign = -sign
	}
	return sum
}

// allTurns are the powers of a rotation, after each of several motions.
func allTurns(turn turning, n int, first ...turning) []turning {
	var out []turning
	for _, a := range first {
		for range n {
			out = append(out, a)
			a = turn.after(a)
		}
	}
	return out
}

var (
	still     = turning{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	quarter   = turning{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} // with the clock, for rows go down
	transpose = turning{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	flip      = turning{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}} // left and right
	tip       = turning{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}} // away from the viewer

	// The plane of triangles and hexagons has coordinates along a step to the
	// right and along one down to the right, at 60°.
	sixth       = turning{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}
	slantedFlip = turning{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}}
)

func cubeTurns() []turning {
	faces := []turning{still, tip, tip.after(tip), tip.after(tip).after(tip), tip.after(quarter), tip.after(quarter).after(quarter).after(quarter)}
	for _, f := range faces[:6] {
		faces = append(faces, f.after(flip))
	}
	return allTurns(quarter, 4, faces...)
}

// geometry is what a pupil knows of a lattice.
type geometry struct {
	name     string
	axes     int
	corners  func(at point) []point // of the cell with these coordinates; nil if it is none
	turns    []turning              // in the order in which orientations are counted
	shared   int                    // corners that neighbours have in common
	drawings []drawing
	known    map[point]point    // the coordinates of a cell by its middle
	drawn    map[string][]point // the figures, by name
}

// drawing is a figure: the cells at which has is true, shifted to the origin.
type drawing struct {
	format string
	sides  int
	has    func(n []int, at point, corners []point) bool
}

var geometries = []*geometry{
	{
		name: "square", axes: 2, shared: 2, corners: squareCorners,
		turns: allTurns(quarter, 4, still, transpose),
		drawings: []drawing{
			{"%dx%d", 2, inBox}, {"diamond %d", 1, inDiamond}, {"aztec %d", 1, inAztec},
		},
	},
	{
		name: "triangle", axes: 2, shared: 2, corners: triangleCorners,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, inBox},
			{"rhombus %dx%d", 2, every(func(n []int, p point) bool { return 0 <= p[1] && p[1] <= n[0] && 0 <= p[0]+p[1] && p[0]+p[1] <= n[1] })},
			{"triangle %d", 1, every(func(n []int, p point) bool { return p[0] <= 0 && p[0]+p[1] >= 0 && p[1] <= n[0] })},
			{"hexagon %d", 1, every(func(n []int, p point) bool { return max(size(p[0]), size(p[1]), size(p[0]+p[1])) <= n[0] })},
		},
	},
	{
		name: "hexagon", axes: 2, shared: 2, corners: hexagonCorners,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, inBox}, {"rhombus %dx%d", 2, inBox},
			{"triangle %d", 1, func(n []int, at point, _ []point) bool {
				return 0 <= at[0] && at[0] < n[0] && -at[0] <= at[1] && at[1] <= 0
			}},
			{"hexagon %d", 1, func(n []int, at point, _ []point) bool {
				return max(size(at[0]), size(at[1]), size(at[0]+at[1])) < n[0]
			}},
		},
	},
	{
		name: "cube", axes: 3, shared: 4, corners: cubeCorners, turns: cubeTurns(),
		drawings: []drawing{{"%dx%dx%d", 3, inBox}},
	},
	{
		name: "sticks", axes: 2, shared: 1, corners: stickEnds,
		turns: allTurns(quarter, 4, still, transpose),
		drawings: []drawing{
			{"%dx%d", 2, every(func(n []int, p point) bool { return 0 <= p[0] && p[0] <= n[1] && 0 <= p[1] && p[1] <= n[0] })},
			{"diamond %d", 1, besides(inDiamond)}, {"aztec %d", 1, besides(inAztec)},
		},
	},
}

func squareCorners(at point) []point {
	p := point{at[1], at[0]}
	return []point{p, p.plus(point{1, 0}), p.plus(point{0, 1}), p.plus(point{1, 1})}
}

func cubeCorners(at point) []point {
	var out []point
	for _, p := range squareCorners(point{at[1], at[2]}) {
		out = append(out, p.plus(point{0, 0, at[0]}), p.plus(point{0, 0, at[0] + 1}))
	}
	return out
}

// The triangle (0, 0) has its tip at the origin. It points up, as do those two
// columns further on, or a row down and a column further.
func triangleCorners(at point) []point {
	tip := point{(at[1] - at[0]) >> 1, at[0]} // or the corner at the left, above
	if (at[0]+at[1])%2 == 0 {
		return []point{tip, tip.plus(point{0, 1}), tip.plus(point{-1, 1})}
	}
	return []point{tip, tip.plus(point{1, 0}), tip.plus(point{0, 1})}
}

// The corners of a hexagon are thirds of steps from its middle, so that all is
// drawn three times as large.
func hexagonCorners(at point) []point {
	var out []point
	for _, d := range []point{{1, 1}, {-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}} {
		out = append(out, point{3 * at[1], 3 * at[0]}.plus(d))
	}
	return out
}

func stickEnds(at point) []point {
	switch row, column := at[0], at[1]; {
	case (row+column)%2 == 0:
		return nil
	case row%2 == 0:
		return []point{{(column - 1) / 2, row / 2}, {(column + 1) / 2, row / 2}}
	default:
		return []point{{column / 2, (row - 1) / 2}, {column / 2, (row + 1) / 2}}
	}
}

func size(v int) int { return max(v, -v) }

func inBox(n []int, at point, _ []point) bool {
	for k, side := range n {
		if at[k] < 0 || at[k] >= side {
			return false
		}
	}
	return true
}

func inDiamond(n []int, at point, _ []point) bool { return size(at[0])+size(at[1]) < n[0] }

// inAztec is the definition of the Aztec diamond.
func inAztec(n []int, _ point, corners []point) bool {
	return every(func(n []int, p point) bool { return size(p[0])+size(p[1]) <= n[0]+1 })(n, point{}, corners)
}

// every makes a figure of the cells with all corners in a region.
func every(has func(n []int, p point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, corners []point) bool {
		return !slices.ContainsFunc(corners, func(p point) bool { return !has(n, p) })
	}
}

// besides makes a figure of the sides of the squares of another.
func besides(has func(n []int, at point, corners []point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, ends []point) bool {
		across := ends[1].minus(ends[0])
		for _, p := range []point{ends[0], ends[0].minus(point{across[1], across[0]})} {
			square := point{p[1], p[0]}
			if has(n, square, squareCorners(square)) {
				return true
			}
		}
		return false
	}
}

// middle is the middle of a cell, as many times over as it has corners. So
// motions act on it as on any point, and a shift by d adds d as many times.
func (g *geometry) middle(at point) point {
	var sum point
	for _, p := range g.corners(at) {
		sum = sum.plus(p)
	}
	return sum
}

func (g *geometry) isCell(at point) bool { return g.corners(at) != nil }

// isShift reports whether one cell can be shifted to another, given the
// difference of their middles.
func (g *geometry) isShift(d point) bool {
	n := len(g.corners(someCell))
	return d[0]%n == 0 && d[1]%n == 0 && d[2]%n == 0
}

// someCell is a cell on all lattices.
var someCell = point{0, 1}

// shift returns what a shift written in coordinates adds to the middle of a
// cell; false if the lattice has no such shift.
func (g *geometry) shift(d point) (point, bool) {
	by := g.middle(someCell.plus(d)).minus(g.middle(someCell))
	return by, g.isCell(someCell.plus(d)) && g.isShift(by)
}

// window lists the cells that are no further than so much from the origin.
func (g *geometry) window(far int) []point {
	var out []point
	for a := -far; a <= far; a++ {
		for b := -far; b <= far; b++ {
			at := point{a, b}
			if g.axes == 2 && g.isCell(at) {
				out = append(out, at)
			}
			for c := -far; g.axes == 3 && c <= far; c++ {
				out = append(out, point{a, b, c})
			}
		}
	}
	return out
}

// prepare makes the tables.
func (g *geometry) prepare() {
	g.known, g.drawn = map[point]point{}, map[string][]point{}
	for _, at := range g.window(map[int]int{2: 30, 3: 12}[g.axes]) {
		g.known[g.middle(at)] = at
	}
}

// coordinates returns the coordinates of the cell with a middle.
func (g *geometry) coordinates(middle point) point {
	at, ok := g.known[middle]
	if !ok {
		panic(fmt.Sprint(g.name, ": no cell at ", middle))
	}
	return at
}

// draw returns the cells of a figure, its corner at the origin or, on
// triangles, as near behind it as can be.
func (g *geometry) draw(d drawing, n []int) []point {
	var cells []point
	for _, at := range g.window(map[int]int{2: 10, 3: 3}[g.axes]) {
		if d.has(n, at, g.corners(at)) {
			cells = append(cells, at)
		}
	}
	home := leastOf(cells).times(-1)
	if _, ok := g.shift(home); !ok {
		home[1]++
	}
	for i := range cells {
		cells[i] = cells[i].plus(home)
	}
	return cells
}

func leastOf(cells []point) point {
	out := cells[0]
	for _, c := range cells {
		for k := range out {
			out[k] = min(out[k], c[k])
		}
	}
	return out
}

func greatestOf(cells []point) point {
	out := cells[0]
	for _, c := range cells {
		for k := range out {
			out[k] = max(out[k], c[k])
		}
	}
	return out
}

// written writes coordinates as puzzles do.
func (g *geometry) written(at point) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(at[:g.axes]), " ", ", "), "[]") + ")"
}

func (g *geometry) allWritten(cells []point) string {
	var out []string
	for _, at := range cells {
		out = append(out, g.written(at))
	}
	return strings.Join(out, " ")
}
