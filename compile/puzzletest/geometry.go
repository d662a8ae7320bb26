package puzzletest

import (
	"fmt"
	"slices"
	"strings"
)

// Random packings on every lattice, compared with plain geometry: a cell is the set of its corners, a motion is
// a matrix with a shift, and solutions are found by trying everything. No code here that finds solutions uses
// lattices, items or options of the compiler.

// point has integer coordinates, across first; in the plane the last one is 0. Coordinates of cells as in
// puzzles, and sums of points, are also points.
type point [3]int

func (p point) plus(q point) point {
	return point{p[0] + q[0], p[1] + q[1], p[2] + q[2]}
}

func (p point) times(k int) point { return point{k * p[0], k * p[1], k * p[2]} }

func (p point) minus(q point) point { return p.plus(q.times(-1)) }

func (p point) dot(q point) int { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }

// turning is the matrix of a motion that fixes the origin.
type turning [3]point

func (a turning) of(p point) point { return point{a[0].dot(p), a[1].dot(p), a[2].dot(p)} }

// after returns the product: b, then a.
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

func (a turning) reflects() bool {
	p, q := a[1], a[2]
	return a[0].dot(point{p[1]*q[2] - p[2]*q[1], p[2]*q[0] - p[0]*q[2], p[0]*q[1] - p[1]*q[0]}) < 0
}

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

// allTurns returns the powers of a rotation, each after each of several motions.
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
	quarter   = turning{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} // clockwise, as rows go down
	transpose = turning{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	flip      = turning{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}} // left and right
	tip       = turning{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}} // away from the viewer

	// The plane of triangles and hexagons has coordinates along a step to the right and a step down to the
	// right, at an angle of 60°.
	sixth       = turning{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}
	slantedFlip = turning{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}}
)

func cubeTurns(mirror turning) []turning {
	faces := []turning{still, tip, tip.after(tip), tip.after(tip).after(tip), tip.after(quarter),
		tip.after(quarter).after(quarter).after(quarter)}
	for _, f := range faces[:6] {
		faces = append(faces, f.after(mirror))
	}
	return allTurns(quarter, 4, faces...)
}

// geometry is a lattice as elementary geometry.
type geometry struct {
	name     string
	axes     int
	corners  func(at point) []point // corners of the cell with these coordinates; nil if there is no such cell
	turns    []turning              // motions, in the numbering of orientations
	shared   int                    // number of corners that neighbours share
	period   int                    // shifts add multiples of it to corners; 0 means 1
	glide    point                  // offset that reflections add to corners
	drawings []drawing
	known    map[point]point    // the coordinates of a cell, by its middle
	near     map[point][]point  // the places beside a place
	drawn    map[string][]point // the figures, by name
}

// drawing is a figure: the cells for which has is true, shifted to the origin.
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
			{"rhombus %dx%d", 2, every(func(n []int, p point) bool {
				return 0 <= p[1] && p[1] <= n[0] &&
					0 <= p[0]+p[1] && p[0]+p[1] <= n[1]
			})},
			{"triangle %d", 1, every(func(n []int, p point) bool {
				return p[0] <= 0 && p[0]+p[1] >= 0 &&
					p[1] <= n[0]
			})},
			{"hexagon %d", 1, every(func(n []int, p point) bool {
				return max(size(p[0]), size(p[1]),
					size(p[0]+p[1])) <= n[0]
			})},
		},
	},
	{
		name: "hexagon", axes: 2, shared: 2, corners: hexagonCorners,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, inBox}, {"rhombus %dx%d", 2, inBox},
			{"triangle %d", 1, inTriangle}, {"hexagon %d", 1, inHexagon},
		},
	},
	{
		name: "cube", axes: 3, shared: 4, corners: cubeCorners, turns: cubeTurns(flip),
		drawings: []drawing{{"%dx%dx%d", 3, inBox}},
	},
	{
		name: "sticks", axes: 2, shared: 1, corners: stickEnds,
		turns: allTurns(quarter, 4, still, transpose),
		drawings: []drawing{
			{"%dx%d", 2, every(func(n []int, p point) bool {
				return 0 <= p[0] && p[0] <= n[1] && 0 <= p[1] &&
					p[1] <= n[0]
			})},
			{"diamond %d", 1, besides(inDiamond)}, {"aztec %d", 1, besides(inAztec)},
		},
	},
	{
		name: "trigs", axes: 2, shared: 1, corners: trigEnds,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, every(func(n []int, p point) bool {
				return 0 <= p[0] && p[0] <= n[1] && 0 <= p[1] &&
					p[1] <= n[0]
			})},
			{"triangle %d", 1, every(func(n []int, p point) bool {
				return p[0] <= 0 && p[0]+p[1] >= 0 &&
					p[1] <= n[0]
			})},
			{"hexagon %d", 1, every(func(n []int, p point) bool {
				return max(size(p[0]), size(p[1]),
					size(p[0]+p[1])) <= n[0]
			})},
		},
	},
	{
		name: "twigs", axes: 2, shared: 1, period: 3, corners: twigEnds,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, alongHexagons(inBox)}, {"rhombus %dx%d", 2, alongHexagons(inBox)},
			{"triangle %d", 1, alongHexagons(inTriangle)}, {"hexagon %d", 1, alongHexagons(inHexagon)},
		},
	},
	{
		name: "tetrakis", axes: 2, shared: 2, period: 2, corners: quarterCorners,
		turns: allTurns(quarter, 4, still, transpose),
		drawings: []drawing{
			{"%dx%d", 2, inBlocks(3, 3, inBox)}, {"diamond %d", 1, inBlocks(3, 3, inDiamond)},
			{"square %d", 1, inBlocks(3, 3, inSquare)},
		},
	},
	{
		name: "balls", axes: 3, shared: 1, corners: contacts, turns: cubeTurns(transpose),
		drawings: []drawing{
			{"%dx%dx%d", 3, inBox},
			{"pyramid %d", 1, where(func(n, x, y, z int) bool { return size(x)+size(y) <= z && z < n })},
			{"octahedron %d", 1, where(func(n, x, y, z int) bool { return size(x)+size(y) <= min(z, 2*(n-1)-z) })},
			{"tetrahedron %d", 1, where(func(n, x, y, z int) bool {
				return size(x+y) <= z && z <= x-y &&
					x-y <= 2*(n-1)-z
			})},
		},
	},
	{
		name: "cairo", axes: 2, shared: 2, period: 8, glide: point{-4, 4}, corners: cairoCorners,
		turns: allTurns(quarter, 4, still, transpose),
		drawings: []drawing{
			{"%dx%d", 2, inBox}, {"square %d", 1, inSquare}, {"diamond %d", 1, shiftedDiamond},
		},
	},
	{
		name: "kite", axes: 2, shared: 2, period: 6, corners: kiteCorners,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, inBlocks(2, 3, inBox)}, {"rhombus %dx%d", 2, inBlocks(2, 3, inBox)},
			{"triangle %d", 1, inBlocks(2, 3, inTriangle)}, {"hexagon %d", 1, inBlocks(2, 3, inHexagon)},
		},
	},
	{
		name: "drafter", axes: 2, shared: 2, period: 6, corners: drafterCorners,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, inBlocks(2, 6, inBox)}, {"triangle %d", 1, inBlocks(2, 6, inTriangle)},
			{"hexagon %d", 1, inBlocks(2, 6, inHexagon)},
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

// triangleCorners: triangle (0, 0) has its tip at the origin. It points up, as do the triangles two columns
// further, or one row and one column further.
func triangleCorners(at point) []point {
	tip := point{(at[1] - at[0]) >> 1, at[0]} // or the upper left corner
	if (at[0]+at[1])%2 == 0 {
		return []point{tip, tip.plus(point{0, 1}), tip.plus(point{-1, 1})}
	}
	return []point{tip, tip.plus(point{1, 0}), tip.plus(point{0, 1})}
}

// hexagonCorners: the corners of a hexagon are thirds of steps from its middle, so all coordinates are
// multiplied by three.
func hexagonCorners(at point) []point {
	var out []point
	for _, d := range []point{{1, 1}, {-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}} {
		out = append(out, point{3 * at[1], 3 * at[0]}.plus(d))
	}
	return out
}

// ball returns the middle of a ball. In the plane of a layer, rows and columns are at 45 degrees.
func ball(at point) point { return point{at[1] + at[2] - at[0], at[1] - at[2], at[0]} }

// contacts returns the points where a ball touches its twelve neighbours, with all coordinates doubled.
func contacts(at point) (out []point) {
	for _, d := range []point{{1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}} {
		out = append(out, ball(at).times(2).plus(d), ball(at).times(2).minus(d))
	}
	return out
}

// where returns the figure of the balls with middles in a region.
func where(has func(n, x, y, z int) bool) func([]int, point, []point) bool {
	return func(n []int, at point, _ []point) bool {
		p := ball(at)
		return has(n[0], p[0], p[1], p[2])
	}
}

// quarterCorners: the quarters of a square are at the middles of its sides in 3 by 3 points. Squares are two
// units wide.
func quarterCorners(at point) []point {
	square, by := split(at, 3, 3)
	sides := map[point][]point{
		{0, 1}: {{0, 0}, {2, 0}}, {1, 2}: {{2, 0}, {2, 2}}, {2, 1}: {{0, 2}, {2, 2}}, {1, 0}: {{0, 0}, {0, 2}},
	}
	if sides[by] == nil {
		return nil
	}
	corner := point{2 * square[1], 2 * square[0]}
	return []point{corner.plus(point{1, 1}), corner.plus(sides[by][0]), corner.plus(sides[by][1])}
}

// cairoCorners: a pentagon is a square, four units wide, in which one corner is cut off by the next square
// there, and another is stretched to a side. The squares alternate. Four corners meet at the origin, which no
// mirror passes through.
func cairoCorners(at point) []point {
	corners := cairoSquare(at)
	for i, p := range corners {
		corners[i] = p.minus(point{4, 0})
	}
	return corners
}

func cairoSquare(at point) []point {
	x, y := 4*at[1], 4*at[0]
	var out []point
	for _, by := range []point{{0, 0}, {4, 0}, {4, 4}, {0, 4}} {
		p := point{x, y}.plus(by)
		switch across, down := (p[0]/4%2+2)%2, (p[1]/4%2+2)%2; {
		case across != down:
			out = append(out, p)
		case across == 1: // stretched from the lower left to the upper right
			out = append(out, pulled(p, point{1, -1}, point{x + 2, y + 2})...)
		default:
			out = append(out, pulled(p, point{1, 1}, point{x + 2, y + 2})...)
		}
	}
	return out
}

// pulled stretches a corner to a side. A square in that direction has the nearer of its two ends, and a square
// beside it has both.
func pulled(corner, along, middle point) []point {
	to := middle.minus(corner)
	switch way := to.dot(along); {
	case way == 0:
		return []point{corner.plus(along), corner.minus(along)}
	case way > 0:
		return []point{corner.plus(along)}
	}
	return []point{corner.minus(along)}
}

// split returns the block of rows by columns points that contains a cell, and its place in the block.
func split(at point, rows, columns int) (block, by point) {
	by = point{(at[0]%rows + rows) % rows, (at[1]%columns + columns) % columns}
	return point{(at[0] - by[0]) / rows, (at[1] - by[1]) / columns}, by
}

// aroundHexagon holds the corners of a hexagon six units wide and the middles of its sides, alternately and
// clockwise from the upper left.
var aroundHexagon = []point{
	{-2, -2}, {0, -3}, {2, -4}, {3, -3}, {4, -2}, {3, 0}, {2, 2}, {0, 3}, {-2, 4}, {-3, 3}, {-4, 2}, {-3, 0},
}

// kiteCorners: a kite has a corner of its hexagon, and the middles of two sides.
func kiteCorners(at point) []point {
	hexagon, by := split(at, 2, 3)
	return sector(hexagon, [2][3]int{{0, 2, 4}, {10, 8, 6}}[by[0]][by[1]], -1, 0, 1)
}

// drafterCorners: half of a kite extends from the middle of a side to a corner, or the other way. The first is
// half of the upper left kite; the lower ones are counted from the lower left.
func drafterCorners(at point) []point {
	hexagon, by := split(at, 2, 6)
	first := by[1] + 11
	if by[0] == 1 {
		first = 10 - by[1]
	}
	return sector(hexagon, first, 0, 1)
}

// sector returns the middle of a hexagon and some points around it.
func sector(hexagon point, first int, points ...int) []point {
	middle := point{6 * hexagon[1], 6 * hexagon[0]}
	out := []point{middle}
	for _, k := range points {
		out = append(out, middle.plus(aroundHexagon[(first+k+12)%12]))
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

// trigEnds: joints are points of the plane of triangles. The coordinates of a stick are the sum of those of its
// joints, down first.
func trigEnds(at point) []point {
	for _, step := range []point{{1, 0}, {0, 1}, {-1, 1}} {
		if from := (point{at[1], at[0]}).minus(step); from[0]%2 == 0 && from[1]%2 == 0 {
			from = point{from[0] / 2, from[1] / 2}
			return []point{from, from.plus(step)}
		}
	}
	return nil
}

// twigEnds: every third joint of a row is the middle of a hexagon.
func twigEnds(at point) []point {
	ends := trigEnds(at)
	for _, end := range ends {
		if isMiddle(end) {
			return nil
		}
	}
	return ends
}

func isMiddle(p point) bool { return (p[0]-p[1])%3 == 0 }

// alongHexagons returns the figure of the sides of the hexagons of another figure. The middle of the next
// hexagon in a row is one step to the right and one down, that of the next row two down and one back.
func alongHexagons(has func(n []int, at point, corners []point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, ends []point) bool {
		for _, p := range []point{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}} {
			middle := ends[0].plus(p)
			to := middle.minus(ends[1])
			if isMiddle(middle) && max(size(to[0]), size(to[1]), size(to[0]+to[1])) == 1 {
				row, column := (middle[1]-middle[0])/3, (middle[1]+2*middle[0])/3
				if has(n, point{row, column}, nil) {
					return true
				}
			}
		}
		return false
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

func inSquare(n []int, at point, _ []point) bool { return inBox([]int{n[0], n[0]}, at, nil) }

func inTriangle(n []int, at point, _ []point) bool {
	return 0 <= at[0] && at[0] < n[0] && -at[0] <= at[1] && at[1] <= 0
}

func inHexagon(n []int, at point, _ []point) bool {
	return max(size(at[0]), size(at[1]), size(at[0]+at[1])) < n[0]
}

// inBlocks returns the figure of the blocks that are the cells of another figure.
func inBlocks(rows, columns int, has func([]int, point, []point) bool) func([]int, point, []point) bool {
	return func(n []int, at point, _ []point) bool {
		block, _ := split(at, rows, columns)
		return has(n, block, nil)
	}
}

func shiftedDiamond(n []int, at point, _ []point) bool {
	return inDiamond(n, at.minus(point{n[0] - 1, n[0] - 1}), nil)
}

func inDiamond(n []int, at point, _ []point) bool { return size(at[0])+size(at[1]) < n[0] }

// inAztec is the definition of the Aztec diamond.
func inAztec(n []int, _ point, corners []point) bool {
	return every(func(n []int, p point) bool { return size(p[0])+size(p[1]) <= n[0]+1 })(n, point{}, corners)
}

// every returns the figure of the cells with all corners in a region.
func every(has func(n []int, p point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, corners []point) bool {
		return !slices.ContainsFunc(corners, func(p point) bool { return !has(n, p) })
	}
}

// besides returns the figure of the sides of the squares of another figure.
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

// middle returns the middle of a cell, multiplied by its number of corners. So motions act on it as on any
// point, and a shift by d adds that multiple of d.
func (g *geometry) middle(at point) point {
	var sum point
	for _, p := range g.corners(at) {
		sum = sum.plus(p)
	}
	return sum
}

// image returns the image of a cell's middle under a motion.
func (g *geometry) image(a turning, middle point) point {
	if a.reflects() {
		return a.of(middle).plus(g.glide.times(len(g.corners(g.someCell()))))
	}
	return a.of(middle)
}

func (g *geometry) isCell(at point) bool { return g.corners(at) != nil }

// isShift reports whether one cell can be shifted to another, given the difference of their middles.
func (g *geometry) isShift(d point) bool {
	n := g.step()
	if g.name == "balls" { // all balls are equal
		return d[0]%24 == 0 && d[1]%24 == 0 && d[2]%24 == 0 && (d[0]+d[1]+d[2])/24%2 == 0
	}
	if g.name == "twigs" { // it maps middles of hexagons to middles
		return d[0]%2 == 0 && d[1]%2 == 0 && isMiddle(point{d[0] / 2, d[1] / 2})
	}
	return d[0]%n == 0 && d[1]%n == 0 && d[2]%n == 0
}

// step returns the unit by which shifts along the axes change the middle of a cell.
func (g *geometry) step() int { return len(g.corners(g.someCell())) * max(1, g.period) }

// someCell returns any cell.
func (g *geometry) someCell() point {
	at := point{0, 1}
	for !g.isCell(at) {
		at[1]++
	}
	return at
}

// linear reports whether cells are lines between two joints.
func (g *geometry) linear() bool { return g.axes == 2 && g.shared == 1 }

// shift returns the change of a cell's middle under a shift in coordinates; false if the lattice has no such
// shift.
func (g *geometry) shift(d point) (point, bool) {
	by := g.middle(g.someCell().plus(d)).minus(g.middle(g.someCell()))
	return by, g.isCell(g.someCell().plus(d)) && g.isShift(by)
}

// window returns the cells within a distance of the origin.
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
	corners, made := g.corners, map[point][]point{}
	g.corners = func(at point) []point {
		found, known := made[at]
		if !known {
			found = corners(at)
			made[at] = found
		}
		return found
	}
	g.known, g.near, g.drawn = map[point]point{}, map[point][]point{}, map[string][]point{}
	for _, at := range g.window(map[int]int{2: 70, 3: 12}[g.axes]) {
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

// draw returns the cells of a figure, with its corner at the origin or, on triangles, at the nearest later
// place.
func (g *geometry) draw(d drawing, n []int) []point {
	var cells []point
	for _, at := range g.window(map[int]int{2: 24, 3: 5}[g.axes]) {
		if d.has(n, at, g.corners(at)) {
			cells = append(cells, at)
		}
	}
	home := g.nextShift(leastOf(cells).times(-1))
	for i := range cells {
		cells[i] = cells[i].plus(home)
	}
	return cells
}

// nextShift returns the least shift of the lattice that is no less than d.
func (g *geometry) nextShift(d point) point {
	for rows := range 6 {
		for columns := range 12 {
			next := d
			next[g.axes-2] += rows
			next[g.axes-1] += columns
			if _, ok := g.shift(next); ok {
				return next
			}
		}
	}
	panic(fmt.Sprint(g.name, ": no shift behind ", d))
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

// written formats coordinates as in puzzles.
func (g *geometry) written(at point) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(at[:g.axes]), " ", ", "), "[]") + ")"
}

// listed is a list of cells in braces.
func (g *geometry) listed(cells []point) string {
	return "{" + strings.ReplaceAll(g.allWritten(cells), ") (", "), (") + "}"
}

func (g *geometry) allWritten(cells []point) string {
	var out []string
	for _, at := range cells {
		out = append(out, g.written(at))
	}
	return strings.Join(out, " ")
}
