package puzzletest

import (
	"fmt"
	"slices"
	"strings"
)

// The lattices by plain geometry, with no code of package lattice: a cell is the set of its corners, and a motion is a
// matrix and a shift. Solutions are found by trying everything. So the code that finds them knows nothing of items or
// options.

// point is a point with integer coordinates, across first. In the plane the last coordinate is 0. Coordinates of cells
// as puzzles write them, and sums of points, have this type too.
type point [3]int

func (p point) plusPoint(q point) point {
	return point{p[0] + q[0], p[1] + q[1], p[2] + q[2]}
}

func (p point) timesScalar(k int) point { return point{k * p[0], k * p[1], k * p[2]} }

func (p point) minusPoint(q point) point { return p.plusPoint(q.timesScalar(-1)) }

func (p point) dotProduct(q point) int { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }

// motionMatrix is the matrix of a motion that keeps the origin in its place.
type motionMatrix [3]point

func (a motionMatrix) applyToPoint(p point) point {
	return point{a[0].dotProduct(p), a[1].dotProduct(p), a[2].dotProduct(p)}
}

// composeMotions returns the motion that applies b first and then a.
func (a motionMatrix) composeMotions(b motionMatrix) motionMatrix {
	var out motionMatrix
	for j := range 3 {
		var unit point
		unit[j] = 1
		image := a.applyToPoint(b.applyToPoint(unit))
		for i := range 3 {
			out[i][j] = image[i]
		}
	}
	return out
}

func (a motionMatrix) isReflection() bool {
	p, q := a[1], a[2]
	return a[0].dotProduct(point{p[1]*q[2] - p[2]*q[1], p[2]*q[0] - p[0]*q[2], p[0]*q[1] - p[1]*q[0]}) < 0
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

// rotationsAfter returns, for each of several motions, the motion followed by 0 to n-1 turns.
func rotationsAfter(turn motionMatrix, n int, first ...motionMatrix) []motionMatrix {
	var out []motionMatrix
	for _, a := range first {
		for range n {
			out = append(out, a)
			a = turn.composeMotions(a)
		}
	}
	return out
}

// Motions of which the motions of the lattices are made.
var (
	identityTurn  = motionMatrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	quarterTurn   = motionMatrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} // a quarter turn, clockwise as rows go down
	transposition = motionMatrix{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	leftRightFlip = motionMatrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}} // exchanges left and right
	layerFlip     = motionMatrix{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}} // exchanges top and bottom
	forwardTilt   = motionMatrix{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}} // rotation that turns the front of a cube downward

	// In the plane of triangles and hexagons, coordinates are along a step to the right and a step down to the right,
	// at an angle of 60°.
	sixthTurn   = motionMatrix{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}
	slantedFlip = motionMatrix{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}}
)

func cubeRotations(mirror motionMatrix) []motionMatrix {
	faces := []motionMatrix{identityTurn, forwardTilt, forwardTilt.composeMotions(forwardTilt),
		forwardTilt.composeMotions(forwardTilt).composeMotions(forwardTilt), forwardTilt.composeMotions(quarterTurn),
		forwardTilt.composeMotions(quarterTurn).composeMotions(quarterTurn).composeMotions(quarterTurn)}
	for _, f := range faces[:6] {
		faces = append(faces, f.composeMotions(mirror))
	}
	return rotationsAfter(quarterTurn, 4, faces...)
}

// geometry is a lattice, described by the corners of its cells.
type geometry struct {
	name      string
	axisCount int
	// corners of the cell with these coordinates; nil if there is no such cell
	cornersOfCell        func(at point) []point
	motions              []motionMatrix // the motions, in the order in which orientations are numbered
	sharedCorners        int            // least number of common corners of two neighbours
	shiftPeriod          int            // the coordinates of shifts of corners are multiples of shiftPeriod; 0 means 1
	shiftAfterReflection point          // shift that follows each reflection of corners
	figureDrawings       []figureDrawing
	cellByMiddle         map[point]point    // for the sum of the corners of a cell, the cell
	neighbourPlaces      map[point][]point  // for each place of the lattice, the places beside it
	drawnFigures         map[string][]point // cells of figures drawn so far, by name and size
}

// figureDrawing is a figure of the language: the cells for which hasCell is true, shifted to the origin.
type figureDrawing struct {
	nameFormat string
	sideCount  int
	hasCell    func(n []int, at point, corners []point) bool
}

var allGeometries = []*geometry{
	{
		name: "square", axisCount: 2, sharedCorners: 2, cornersOfCell: squareCorners,
		motions: rotationsAfter(quarterTurn, 4, identityTurn, transposition),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, isInBox}, {"diamond %d", 1, isInDiamond}, {"aztec %d", 1, isInAztecDiamond},
		},
	},
	{
		name: "triangle", axisCount: 2, sharedCorners: 2, cornersOfCell: triangleCorners,
		motions: rotationsAfter(sixthTurn, 6, identityTurn, slantedFlip),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, isInBox},
			{"rhombus %dx%d", 2, figureOfCellsWithin(func(n []int, p point) bool {
				return 0 <= p[1] && p[1] <= n[0] &&
					0 <= p[0]+p[1] && p[0]+p[1] <= n[1]
			})},
			{"triangle %d", 1, figureOfCellsWithin(func(n []int, p point) bool {
				return p[0] <= 0 && p[0]+p[1] >= 0 &&
					p[1] <= n[0]
			})},
			{"hexagon %d", 1, figureOfCellsWithin(func(n []int, p point) bool {
				return max(absoluteValue(p[0]), absoluteValue(p[1]),
					absoluteValue(p[0]+p[1])) <= n[0]
			})},
		},
	},
	{
		name: "hexagon", axisCount: 2, sharedCorners: 2, cornersOfCell: hexagonCorners,
		motions: rotationsAfter(sixthTurn, 6, identityTurn, slantedFlip),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, isInBox}, {"rhombus %dx%d", 2, isInBox},
			{"triangle %d", 1, isInTriangle}, {"hexagon %d", 1, isInHexagon},
		},
	},
	{
		name: "cube", axisCount: 3, sharedCorners: 4, cornersOfCell: cubeCorners, motions: cubeRotations(leftRightFlip),
		figureDrawings: []figureDrawing{{"%dx%dx%d", 3, isInBox}},
	},
	{
		name: "sticks", axisCount: 2, sharedCorners: 1, cornersOfCell: stickEnds,
		motions: rotationsAfter(quarterTurn, 4, identityTurn, transposition),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, figureOfCellsWithin(func(n []int, p point) bool {
				return 0 <= p[0] && p[0] <= n[1] && 0 <= p[1] &&
					p[1] <= n[0]
			})},
			{"diamond %d", 1, squareSideFigure(isInDiamond)}, {"aztec %d", 1, squareSideFigure(isInAztecDiamond)},
		},
	},
	{
		name: "trigs", axisCount: 2, sharedCorners: 1, cornersOfCell: trigEnds,
		motions: rotationsAfter(sixthTurn, 6, identityTurn, slantedFlip),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, figureOfCellsWithin(func(n []int, p point) bool {
				return 0 <= p[0] && p[0] <= n[1] && 0 <= p[1] &&
					p[1] <= n[0]
			})},
			{"triangle %d", 1, figureOfCellsWithin(func(n []int, p point) bool {
				return p[0] <= 0 && p[0]+p[1] >= 0 &&
					p[1] <= n[0]
			})},
			{"hexagon %d", 1, figureOfCellsWithin(func(n []int, p point) bool {
				return max(absoluteValue(p[0]), absoluteValue(p[1]),
					absoluteValue(p[0]+p[1])) <= n[0]
			})},
		},
	},
	{
		name: "twigs", axisCount: 2, sharedCorners: 1, shiftPeriod: 3, cornersOfCell: twigEnds,
		motions: rotationsAfter(sixthTurn, 6, identityTurn, slantedFlip),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, hexagonSideFigure(isInBox)}, {"rhombus %dx%d", 2, hexagonSideFigure(isInBox)},
			{"triangle %d", 1, hexagonSideFigure(isInTriangle)}, {"hexagon %d", 1, hexagonSideFigure(isInHexagon)},
		},
	},
	{
		name: "tetrakis", axisCount: 2, sharedCorners: 2, shiftPeriod: 2, cornersOfCell: quarterCorners,
		motions: rotationsAfter(quarterTurn, 4, identityTurn, transposition),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, figureOfBlocks(3, 3, isInBox)}, {"diamond %d", 1, figureOfBlocks(3, 3, isInDiamond)},
			{"square %d", 1, figureOfBlocks(3, 3, isInSquare)},
		},
	},
	{
		name: "balls", axisCount: 3, sharedCorners: 1, cornersOfCell: ballContacts,
		motions: cubeRotations(transposition),
		figureDrawings: []figureDrawing{
			{"%dx%dx%d", 3, isInBox},
			{"pyramid %d", 1, ballFigure(func(n, x, y,
				z int) bool {
				return absoluteValue(x)+absoluteValue(y) <= z && z < n
			})},
			{"octahedron %d", 1, ballFigure(func(n, x, y,
				z int) bool {
				return absoluteValue(x)+absoluteValue(y) <= min(z, 2*(n-1)-z)
			})},
			{"tetrahedron %d", 1, ballFigure(func(n, x, y, z int) bool {
				return absoluteValue(x+y) <= z && z <= x-y &&
					x-y <= 2*(n-1)-z
			})},
		},
	},
	{
		name: "prism", axisCount: 3, sharedCorners: 3, cornersOfCell: prismCorners,
		motions: rotationsAfter(sixthTurn, 6, identityTurn, slantedFlip.composeMotions(layerFlip), slantedFlip,
			layerFlip),
		figureDrawings: []figureDrawing{
			{"%dx%dx%d", 3, isInBox},
			{"triangle %dx%d", 2, figureOfCellsWithin(func(n []int, p point) bool {
				return p[0] <= 0 && p[0]+p[1] >= 0 && p[1] <= n[1] && 0 <= p[2] && p[2] <= n[0]
			})},
			{"hexagon %dx%d", 2, figureOfCellsWithin(func(n []int, p point) bool {
				return max(absoluteValue(p[0]), absoluteValue(p[1]), absoluteValue(p[0]+p[1])) <= n[1] && 0 <= p[2] &&
					p[2] <= n[0]
			})},
		},
	},
	{
		name: "cairo", axisCount: 2, sharedCorners: 2, shiftPeriod: 8, shiftAfterReflection: point{-4, 4},
		cornersOfCell: cairoCorners,
		motions:       rotationsAfter(quarterTurn, 4, identityTurn, transposition),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, isInBox}, {"square %d", 1, isInSquare}, {"diamond %d", 1, isInShiftedDiamond},
		},
	},
	{
		name: "kite", axisCount: 2, sharedCorners: 2, shiftPeriod: 6, cornersOfCell: kiteCorners,
		motions: rotationsAfter(sixthTurn, 6, identityTurn, slantedFlip),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, figureOfBlocks(2, 3, isInBox)}, {"rhombus %dx%d", 2, figureOfBlocks(2, 3, isInBox)},
			{"triangle %d", 1, figureOfBlocks(2, 3, isInTriangle)}, {"hexagon %d", 1,
				figureOfBlocks(2, 3, isInHexagon)},
		},
	},
	{
		name: "drafter", axisCount: 2, sharedCorners: 2, shiftPeriod: 6, cornersOfCell: drafterCorners,
		motions: rotationsAfter(sixthTurn, 6, identityTurn, slantedFlip),
		figureDrawings: []figureDrawing{
			{"%dx%d", 2, figureOfBlocks(2, 6, isInBox)}, {"triangle %d", 1, figureOfBlocks(2, 6, isInTriangle)},
			{"hexagon %d", 1, figureOfBlocks(2, 6, isInHexagon)},
		},
	},
}

func squareCorners(at point) []point {
	p := point{at[1], at[0]}
	return []point{p, p.plusPoint(point{1, 0}), p.plusPoint(point{0, 1}), p.plusPoint(point{1, 1})}
}

func cubeCorners(at point) []point {
	var out []point
	for _, p := range squareCorners(point{at[1], at[2]}) {
		out = append(out, p.plusPoint(point{0, 0, at[0]}), p.plusPoint(point{0, 0, at[0] + 1}))
	}
	return out
}

// triangleCorners returns the corners of a triangle. Triangle (0, 0) has its tip at the origin and points up. So do the
// triangles two columns further, or one row and one column further.
func triangleCorners(at point) []point {
	tip := point{(at[1] - at[0]) >> 1, at[0]} // or the upper left corner, if the triangle points down
	if (at[0]+at[1])%2 == 0 {
		return []point{tip, tip.plusPoint(point{0, 1}), tip.plusPoint(point{-1, 1})}
	}
	return []point{tip, tip.plusPoint(point{1, 0}), tip.plusPoint(point{0, 1})}
}

// prismCorners returns the corners of a prism: the corners of a triangle, and of the triangle below it.
func prismCorners(at point) (out []point) {
	for _, p := range triangleCorners(point{at[1], at[2]}) {
		out = append(out, p.plusPoint(point{0, 0, at[0]}), p.plusPoint(point{0, 0, at[0] + 1}))
	}
	return out
}

// hexagonCorners returns the corners of a hexagon. They are thirds of steps away from its middle, so all coordinates
// are multiplied by three.
func hexagonCorners(at point) []point {
	var out []point
	for _, d := range []point{{1, 1}, {-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}} {
		out = append(out, point{3 * at[1], 3 * at[0]}.plusPoint(d))
	}
	return out
}

// ballMiddle returns the middle of a ball. In the plane of a layer, rows and columns run at 45 degrees to the axes.
func ballMiddle(at point) point { return point{at[1] + at[2] - at[0], at[1] - at[2], at[0]} }

// ballContacts returns the points where a ball touches its twelve neighbours. Their coordinates are doubled.
func ballContacts(at point) (out []point) {
	for _, d := range []point{{1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}} {
		out = append(out, ballMiddle(at).timesScalar(2).plusPoint(d), ballMiddle(at).timesScalar(2).minusPoint(d))
	}
	return out
}

// ballFigure returns the figure of the balls whose middles are in a region.
func ballFigure(has func(n, x, y, z int) bool) func([]int, point, []point) bool {
	return func(n []int, at point, _ []point) bool {
		p := ballMiddle(at)
		return has(n[0], p[0], p[1], p[2])
	}
}

// quarterCorners returns the corners of a quarter of a square. Of the 3 by 3 points of a square, the middles of the
// sides stand for the quarters. A square is two units wide.
func quarterCorners(at point) []point {
	square, by := splitIntoBlock(at, 3, 3)
	sides := map[point][]point{
		{0, 1}: {{0, 0}, {2, 0}}, {1, 2}: {{2, 0}, {2, 2}}, {2, 1}: {{0, 2}, {2, 2}}, {1, 0}: {{0, 0}, {0, 2}},
	}
	if sides[by] == nil {
		return nil
	}
	corner := point{2 * square[1], 2 * square[0]}
	return []point{corner.plusPoint(point{1, 1}), corner.plusPoint(sides[by][0]), corner.plusPoint(sides[by][1])}
}

// cairoCorners returns the corners of a pentagon. The pentagon is a square, four units wide, with one corner cut off by
// the diagonal neighbour there, and another corner stretched to a side. Which corners these are alternates from square
// to square. Four corners meet at the origin, and no mirror passes through it.
func cairoCorners(at point) []point {
	corners := cairoSquare(at)
	for i, p := range corners {
		corners[i] = p.minusPoint(point{4, 0})
	}
	return corners
}

func cairoSquare(at point) []point {
	x, y := 4*at[1], 4*at[0]
	var out []point
	for _, by := range []point{{0, 0}, {4, 0}, {4, 4}, {0, 4}} {
		p := point{x, y}.plusPoint(by)
		switch across, down := (p[0]/4%2+2)%2, (p[1]/4%2+2)%2; {
		case across != down:
			out = append(out, p)
		case across == 1: // stretched from the lower left to the upper right
			out = append(out, stretchedCorner(p, point{1, -1}, point{x + 2, y + 2})...)
		default:
			out = append(out, stretchedCorner(p, point{1, 1}, point{x + 2, y + 2})...)
		}
	}
	return out
}

// stretchedCorner returns the points that replace a corner of a square when the corner is stretched to a side along a
// direction. A square in that direction has the nearer end of this side, and a square beside the side has both ends.
func stretchedCorner(corner, along, middle point) []point {
	to := middle.minusPoint(corner)
	switch way := to.dotProduct(along); {
	case way == 0:
		return []point{corner.plusPoint(along), corner.minusPoint(along)}
	case way > 0:
		return []point{corner.plusPoint(along)}
	}
	return []point{corner.minusPoint(along)}
}

// splitIntoBlock returns the block of rows by columns points that contains a cell, and the place of the cell in the
// block.
func splitIntoBlock(at point, rows, columns int) (block, by point) {
	by = point{(at[0]%rows + rows) % rows, (at[1]%columns + columns) % columns}
	return point{(at[0] - by[0]) / rows, (at[1] - by[1]) / columns}, by
}

// pointsAroundHexagon holds the corners of a hexagon six units wide and the middles of its sides, in turn and
// clockwise, from the upper left on.
var pointsAroundHexagon = []point{
	{-2, -2}, {0, -3}, {2, -4}, {3, -3}, {4, -2}, {3, 0}, {2, 2}, {0, 3}, {-2, 4}, {-3, 3}, {-4, 2}, {-3, 0},
}

// kiteCorners returns the corners of a kite: a corner of its hexagon, the middles of two sides, and the centre.
func kiteCorners(at point) []point {
	hexagon, by := splitIntoBlock(at, 2, 3)
	return sectorCorners(hexagon, [2][3]int{{0, 2, 4}, {10, 8, 6}}[by[0]][by[1]], -1, 0, 1)
}

// drafterCorners returns the corners of half a kite. Its outer side leads from the middle of a side of the hexagon to a
// corner, or from a corner to a middle. The columns of the upper row begin at half of the upper left kite, and those of
// the lower row at the lower left.
func drafterCorners(at point) []point {
	hexagon, by := splitIntoBlock(at, 2, 6)
	first := by[1] + 11
	if by[0] == 1 {
		first = 10 - by[1]
	}
	return sectorCorners(hexagon, first, 0, 1)
}

// sectorCorners returns the middle of a hexagon, and some of the twelve points around it, given by their distances from
// the point with index first.
func sectorCorners(hexagon point, first int, points ...int) []point {
	middle := point{6 * hexagon[1], 6 * hexagon[0]}
	out := []point{middle}
	for _, k := range points {
		out = append(out, middle.plusPoint(pointsAroundHexagon[(first+k+12)%12]))
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

// trigEnds returns the two joints of a stick, which are points of the plane of triangles. The coordinates of a stick,
// down first, are the sums of the coordinates of its joints.
func trigEnds(at point) []point {
	for _, step := range []point{{1, 0}, {0, 1}, {-1, 1}} {
		if from := (point{at[1], at[0]}).minusPoint(step); from[0]%2 == 0 && from[1]%2 == 0 {
			from = point{from[0] / 2, from[1] / 2}
			return []point{from, from.plusPoint(step)}
		}
	}
	return nil
}

// twigEnds returns the joints of a stick. Every third point of a row is the middle of a hexagon, and no joint.
func twigEnds(at point) []point {
	ends := trigEnds(at)
	for _, end := range ends {
		if isHexagonMiddle(end) {
			return nil
		}
	}
	return ends
}

func isHexagonMiddle(p point) bool { return (p[0]-p[1])%3 == 0 }

// hexagonSideFigure returns the figure of the sides of the hexagons of another figure. From the middle of a hexagon,
// one step to the right and one down lead to the next hexagon of the row, and two steps down and one back to the next
// row.
func hexagonSideFigure(has func(n []int, at point, corners []point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, ends []point) bool {
		for _, p := range []point{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}} {
			middle := ends[0].plusPoint(p)
			to := middle.minusPoint(ends[1])
			if isHexagonMiddle(middle) && max(absoluteValue(to[0]), absoluteValue(to[1]),
				absoluteValue(to[0]+to[1])) == 1 {
				row, column := (middle[1]-middle[0])/3, (middle[1]+2*middle[0])/3
				if has(n, point{row, column}, nil) {
					return true
				}
			}
		}
		return false
	}
}

func absoluteValue(v int) int { return max(v, -v) }

func isInBox(n []int, at point, _ []point) bool {
	for k, side := range n {
		if at[k] < 0 || at[k] >= side {
			return false
		}
	}
	return true
}

func isInSquare(n []int, at point, _ []point) bool { return isInBox([]int{n[0], n[0]}, at, nil) }

func isInTriangle(n []int, at point, _ []point) bool {
	return 0 <= at[0] && at[0] < n[0] && -at[0] <= at[1] && at[1] <= 0
}

func isInHexagon(n []int, at point, _ []point) bool {
	return max(absoluteValue(at[0]), absoluteValue(at[1]), absoluteValue(at[0]+at[1])) < n[0]
}

// figureOfBlocks returns the figure of the blocks of points that are the cells of another figure.
func figureOfBlocks(rows, columns int, has func([]int, point, []point) bool) func([]int, point, []point) bool {
	return func(n []int, at point, _ []point) bool {
		block, _ := splitIntoBlock(at, rows, columns)
		return has(n, block, nil)
	}
}

func isInShiftedDiamond(n []int, at point, _ []point) bool {
	return isInDiamond(n, at.minusPoint(point{n[0] - 1, n[0] - 1}), nil)
}

func isInDiamond(n []int, at point, _ []point) bool {
	return absoluteValue(at[0])+absoluteValue(at[1]) < n[0]
}

// isInAztecDiamond reports whether a square is in the Aztec diamond of a size.
func isInAztecDiamond(n []int, _ point, corners []point) bool {
	return figureOfCellsWithin(func(n []int, p point) bool {
		return absoluteValue(p[0])+absoluteValue(p[1]) <= n[0]+1
	})(n, point{}, corners)
}

// figureOfCellsWithin returns the figure of the cells whose corners are all in a region.
func figureOfCellsWithin(has func(n []int, p point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, corners []point) bool {
		return !slices.ContainsFunc(corners, func(p point) bool { return !has(n, p) })
	}
}

// squareSideFigure returns the figure of the sides of the squares of another figure.
func squareSideFigure(has func(n []int, at point, corners []point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, ends []point) bool {
		across := ends[1].minusPoint(ends[0])
		for _, p := range []point{ends[0], ends[0].minusPoint(point{across[1], across[0]})} {
			square := point{p[1], p[0]}
			if has(n, square, squareCorners(square)) {
				return true
			}
		}
		return false
	}
}

// cellMiddle returns the sum of the corners of a cell: its middle times the number of corners. Motions act on the sum
// as on any point. A shift by d adds d times the number of corners.
func (g *geometry) cellMiddle(at point) point {
	var sum point
	for _, p := range g.cornersOfCell(at) {
		sum = sum.plusPoint(p)
	}
	return sum
}

// middleImage returns the image of a cell's middle under a motion.
func (g *geometry) middleImage(a motionMatrix, middle point) point {
	if a.isReflection() {
		return a.applyToPoint(middle).plusPoint(g.shiftAfterReflection.timesScalar(len(g.cornersOfCell(g.someCell()))))
	}
	return a.applyToPoint(middle)
}

func (g *geometry) isCell(at point) bool { return g.cornersOfCell(at) != nil }

// isShift reports whether a cell can be shifted to another cell, given the difference of their middles.
func (g *geometry) isShift(d point) bool {
	n := g.shiftUnit()
	if g.name == "balls" { // each ball can be moved to any other by a shift
		return d[0]%24 == 0 && d[1]%24 == 0 && d[2]%24 == 0 && (d[0]+d[1]+d[2])/24%2 == 0
	}
	if g.name == "twigs" { // a shift maps middles of hexagons to middles of hexagons
		return d[0]%2 == 0 && d[1]%2 == 0 && isHexagonMiddle(point{d[0] / 2, d[1] / 2})
	}
	return d[0]%n == 0 && d[1]%n == 0 && d[2]%n == 0
}

// shiftUnit returns by how much a shift by 1 along an axis changes the middle of a cell.
func (g *geometry) shiftUnit() int { return len(g.cornersOfCell(g.someCell())) * max(1, g.shiftPeriod) }

// someCell returns some cell of the lattice.
func (g *geometry) someCell() point {
	at := point{0, 1}
	for !g.isCell(at) {
		at[1]++
	}
	return at
}

// hasSticks reports whether the cells are sticks: lines between two joints.
func (g *geometry) hasSticks() bool { return g.axisCount == 2 && g.sharedCorners == 1 }

// middleShiftOfCoordinates returns the change of a cell's middle under a shift of coordinates. It returns false if the
// lattice does not have this shift.
func (g *geometry) middleShiftOfCoordinates(d point) (point, bool) {
	by := g.cellMiddle(g.someCell().plusPoint(d)).minusPoint(g.cellMiddle(g.someCell()))
	return by, g.isCell(g.someCell().plusPoint(d)) && g.isShift(by)
}

// cellsNearOrigin returns the cells whose coordinates are between -far and far.
func (g *geometry) cellsNearOrigin(far int) []point {
	var out []point
	for a := -far; a <= far; a++ {
		for b := -far; b <= far; b++ {
			at := point{a, b}
			if g.axisCount == 2 && g.isCell(at) {
				out = append(out, at)
			}
			for c := -far; g.axisCount == 3 && c <= far; c++ {
				out = append(out, point{a, b, c})
			}
		}
	}
	return out
}

// buildCellTables makes the tables of the lattice.
func (g *geometry) buildCellTables() {
	corners, made := g.cornersOfCell, map[point][]point{}
	g.cornersOfCell = func(at point) []point {
		found, known := made[at]
		if !known {
			found = corners(at)
			made[at] = found
		}
		return found
	}
	g.cellByMiddle, g.neighbourPlaces, g.drawnFigures = map[point]point{}, map[point][]point{}, map[string][]point{}
	for _, at := range g.cellsNearOrigin(map[int]int{2: 70, 3: 12}[g.axisCount]) {
		g.cellByMiddle[g.cellMiddle(at)] = at
	}
}

// cellWithMiddle returns the coordinates of the cell with the given middle.
func (g *geometry) cellWithMiddle(middle point) point {
	at, ok := g.cellByMiddle[middle]
	if !ok {
		panic(fmt.Sprint(g.name, ": no cell at ", middle))
	}
	return at
}

// drawFigure returns the cells of a figure of a size, with its corner at the origin. On triangles the corner may be at
// the nearest later place.
func (g *geometry) drawFigure(d figureDrawing, n []int) []point {
	var cells []point
	for _, at := range g.cellsNearOrigin(map[int]int{2: 24, 3: 5}[g.axisCount]) {
		if d.hasCell(n, at, g.cornersOfCell(at)) {
			cells = append(cells, at)
		}
	}
	home := g.roundUpShift(leastCorner(cells).timesScalar(-1))
	for i := range cells {
		cells[i] = cells[i].plusPoint(home)
	}
	return cells
}

// roundUpShift returns the least shift of the lattice that is no less than d.
func (g *geometry) roundUpShift(d point) point {
	for rows := range 6 {
		for columns := range 12 {
			next := d
			next[g.axisCount-2] += rows
			next[g.axisCount-1] += columns
			if _, ok := g.middleShiftOfCoordinates(next); ok {
				return next
			}
		}
	}
	panic(fmt.Sprint(g.name, ": no shift behind ", d))
}

func leastCorner(cells []point) point {
	out := cells[0]
	for _, c := range cells {
		for k := range out {
			out[k] = min(out[k], c[k])
		}
	}
	return out
}

func greatestCorner(cells []point) point {
	out := cells[0]
	for _, c := range cells {
		for k := range out {
			out[k] = max(out[k], c[k])
		}
	}
	return out
}

// coordinatesAsText returns coordinates as puzzles write them.
func (g *geometry) coordinatesAsText(at point) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(at[:g.axisCount]), " ", ", "), "[]") + ")"
}

// cellListText returns a list of cells in braces.
func (g *geometry) cellListText(cells []point) string {
	return "{" + strings.ReplaceAll(g.allPlacesText(cells), ") (", "), (") + "}"
}

func (g *geometry) allPlacesText(cells []point) string {
	var out []string
	for _, at := range cells {
		out = append(out, g.coordinatesAsText(at))
	}
	return strings.Join(out, " ")
}
