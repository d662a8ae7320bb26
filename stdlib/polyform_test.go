package stdlib_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file finds all polyforms of a size on each lattice, and their symmetry
// classes, from the definitions alone. It shares no code with the compiler, so
// that the modules and the compiler can each be tested without the other. Its
// coordinates are its own as well, where others serve better than places in a
// picture: hexagons and triangles have three, one for each direction of lines,
// so that a motion permutes them and changes their signs.

// point is a cell of a lattice.
type point [3]int

func (p point) plus(q point) point { return point{p[0] + q[0], p[1] + q[1], p[2] + q[2]} }

// place is where a picture draws a cell: layer, row and column.
type place [3]int

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

// grid is a lattice.
type grid struct {
	name       string
	seeds      []point // the polyforms of one cell, up to shifts and motions
	neighbours func(point) []point
	rotations  []motion
	mirrored   []motion // the motions that are no rotations
	draw       func(point) place
	cell       func(place) point
	isShift    func(place) bool
	mark       func(place) byte // what a picture has where there is no cell, and
	cellMark   func(place) byte // where there is one
	// classes names the symmetry classes, by how many rotations leave a shape as
	// it is, and whether a mirrored motion does.
	classes map[stabilizer]string
}

// motion is a symmetry of a lattice, followed by any shift.
type motion func(point) point

type stabilizer struct {
	rotations int
	mirrored  bool
}

// polyform is a set of cells, sorted and moved to the corner of its picture.
// Translates are equal as slices; rotated and reflected copies are not.
type polyform []place

var grids = []*grid{squareGrid, triangleGrid, hexagonGrid, stickGrid, cubeGrid}

var squareGrid = &grid{
	name:       "square",
	seeds:      []point{{}},
	neighbours: func(p point) []point { return p.around(1, 2) },
	rotations:  signed(+1, turnsInPlane),
	mirrored:   signed(-1, turnsInPlane),
	draw:       func(p point) place { return place(p) },
	cell:       func(p place) point { return point(p) },
	isShift:    func(place) bool { return true },
	mark:       dot,
	cellMark:   hash,
	classes:    fourfoldClasses,
}

// cubeGrid has layers, rows and columns.
var cubeGrid = &grid{
	name:       "cube",
	seeds:      []point{{}},
	neighbours: func(p point) []point { return p.around(0, 1, 2) },
	rotations:  signed(+1, nil),
	mirrored:   signed(-1, nil),
	draw:       func(p point) place { return place(p) },
	cell:       func(p place) point { return point(p) },
	isShift:    func(place) bool { return true },
	mark:       dot,
	cellMark:   hash,
	classes: map[stabilizer]string{
		{24, true}: "full", {24, false}: "full-rotation",
		{12, true}: "twelvefold-reflection", {12, false}: "twelvefold",
		{8, true}: "eightfold-reflection", {8, false}: "eightfold",
		{6, true}: "sixfold-reflection", {6, false}: "sixfold",
		{4, true}: "fourfold-reflection", {4, false}: "fourfold",
		{3, true}: "threefold-reflection", {3, false}: "threefold",
		{2, true}: "double-reflection", {2, false}: "half-turn",
		{1, true}: "reflection", {1, false}: "none",
	},
}

// hexagonGrid has three coordinates with the sum 0: rows, and two that are
// slanted.
var hexagonGrid = &grid{
	name:  "hexagon",
	seeds: []point{{}},
	neighbours: func(p point) []point {
		var all []point
		for _, m := range slices.Concat(sixfold(+1), sixfold(-1)) {
			all = append(all, p.plus(m(point{1, -1, 0})))
		}
		return all
	},
	rotations: sixfold(+1),
	mirrored:  sixfold(-1),
	draw:      func(p point) place { return place{0, p[0], p[1]} },
	cell:      func(p place) point { return point{p[1], p[2], -p[1] - p[2]} },
	isShift:   func(place) bool { return true },
	mark:      dot,
	cellMark:  hash,
	classes:   sixfoldClasses,
}

// triangleGrid numbers the strips between the lines of each direction. A
// triangle lies in three strips. Their sum is 0 if it points up, and 1 if down.
var triangleGrid = &grid{
	name:  "triangle",
	seeds: []point{{}},
	neighbours: func(p point) []point {
		step := 1 - 2*(p[0]+p[1]+p[2])
		return []point{{p[0] + step, p[1], p[2]}, {p[0], p[1] + step, p[2]}, {p[0], p[1], p[2] + step}}
	},
	rotations: onTriangles(sixfold(+1)),
	mirrored:  onTriangles(sixfold(-1)),
	draw: func(p point) place {
		return place{0, p[0], 2*p[1] - p[1] - p[2]}
	},
	cell: func(p place) point {
		row, column := p[1], p[2]
		return point{row, floorHalf(column - row + 1), -floorHalf(column + row)}
	},
	isShift:  func(p place) bool { return (p[1]+p[2])%2 == 0 },
	mark:     dot,
	cellMark: hash,
	classes:  sixfoldClasses,
}

// stickGrid has rows and columns of half sticks: joints where both are even,
// sticks where one is.
var stickGrid = &grid{
	name:  "sticks",
	seeds: []point{{0, 0, 1}},
	neighbours: func(p point) []point {
		var all []point
		along := point{0, p[1] % 2, p[2] % 2}
		for _, end := range []point{p.plus(along), p.plus(point{0, -along[1], -along[2]})} {
			for _, stick := range end.around(1, 2) {
				if stick != p {
					all = append(all, stick)
				}
			}
		}
		return all
	},
	rotations: signed(+1, turnsInPlane),
	mirrored:  signed(-1, turnsInPlane),
	draw:      func(p point) place { return place(p) },
	cell:      func(p place) point { return point(p) },
	isShift:   func(p place) bool { return p[1]%2 == 0 && p[2]%2 == 0 },
	mark: func(p place) byte {
		if p[1]%2 == 0 && p[2]%2 == 0 {
			return '+'
		}
		return ' '
	},
	cellMark: func(p place) byte {
		if p[1]%2 == 0 {
			return '-'
		}
		return '|'
	},
	classes: fourfoldClasses,
}

var fourfoldClasses = map[stabilizer]string{
	{4, true}: "full", {4, false}: "swastika",
	{2, true}: "double-reflection", {2, false}: "half-turn",
	{1, true}: "reflection", {1, false}: "none",
}

var sixfoldClasses = map[stabilizer]string{
	{6, true}: "full", {6, false}: "sixfold",
	{3, true}: "threefold-reflection", {3, false}: "threefold",
	{2, true}: "double-reflection", {2, false}: "half-turn",
	{1, true}: "reflection", {1, false}: "none",
}

func dot(place) byte  { return '.' }
func hash(place) byte { return '#' }

// floorHalf divides by two and rounds down.
func floorHalf(n int) int { return n >> 1 }

// around returns the points a step away along some of the axes.
func (p point) around(axes ...int) []point {
	var all []point
	for _, k := range axes {
		for _, step := range []int{-1, 1} {
			next := p
			next[k] += step
			all = append(all, next)
		}
	}
	return all
}

// permutations lists those of three things, the even ones first.
var permutations = [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}}

// signed returns the signed permutations of the axes with the given
// determinant, those that meet a condition if there is one.
func signed(determinant int, wanted func(to [3]int, sign point) bool) []motion {
	var all []motion
	for i, to := range permutations {
		for signs := range 8 {
			sign := point{1 - 2*(signs&1), 1 - signs&2, 1 - signs>>1&2}
			d := sign[0] * sign[1] * sign[2]
			if i >= 3 {
				d = -d
			}
			if d == determinant && (wanted == nil || wanted(to, sign)) {
				all = append(all, func(p point) point {
					return point{sign[0] * p[to[0]], sign[1] * p[to[1]], sign[2] * p[to[2]]}
				})
			}
		}
	}
	return all
}

// turnsInPlane leaves the first axis alone.
func turnsInPlane(to [3]int, sign point) bool { return to[0] == 0 && sign[0] == 1 }

// sixfold returns the permutations of one parity, and the same with all signs
// changed, which is a half turn.
func sixfold(parity int) []motion {
	chosen := permutations[:3]
	if parity < 0 {
		chosen = permutations[3:]
	}
	var all []motion
	for _, to := range chosen {
		for _, sign := range []int{1, -1} {
			all = append(all, func(p point) point { return point{sign * p[to[0]], sign * p[to[1]], sign * p[to[2]]} })
		}
	}
	return all
}

// onTriangles makes a half turn map triangles to triangles: it exchanges those
// that point up and those that point down.
func onTriangles(motions []motion) []motion {
	var all []motion
	for _, m := range motions {
		all = append(all, func(p point) point {
			q := m(p)
			if q[0]+q[1]+q[2] < 0 || q == m(point{}) && q != p || m(point{1})[0]+m(point{1})[1]+m(point{1})[2] < 0 {
				q[2]++
			}
			return q
		})
	}
	return all
}

var _ = fmt.Sprint
var _ = strings.Join
