package render

import (
	"cmp"
	"math/bits"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// vector is a point in the lattice of cubes, or the difference of two points.
type vector [3]int64

func (v vector) minusVector(w vector) vector { return vector{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

func (v vector) timesScalar(k int64) vector { return vector{k * v[0], k * v[1], k * v[2]} }

func dotProduct(v, w vector) int64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

// pieceMoves holds the directions in which the pieces on a lattice can move, and the functions that decide which cells
// block a move.
//
// Balls are represented by cubes (lattice.BallToCube). The centres of touching balls then have a distance of
// √2. Let a ball move along u, and let another one be at w from it. Their distance is least at the time t at
// which |w - tu| is least. If w·u <= 0 that is now, and balls do not overlap now. Otherwise t = w·u / |u|²; the
// distance then is that of their lines along u, and the balls collide if and only if it is less than a
// diameter. So a ball is blocked by the balls ahead whose lines are nearer than a diameter. At exactly a
// diameter they touch and pass. Cubes that move along an axis collide if they are on one line, like balls whose
// diameter is the side of a cube. All of this is computed in integers.
//
// Balls of a piece are joined by necks, cylinders between the centres of two touching balls. They never block a
// move if their radius is at most a third of a diameter. For let x divide the segment between two balls p, p'
// of a piece as s to 1-s, and y the segment between q, q' of another piece as t to 1-t, or let y be the centre
// of a ball, q = q'. Then
//
//	|x-y|² = Σ weights·|p-q|² - s(1-s)|p-p'|² - t(1-t)|q-q'|²,
//
// where the sum is over the four pairs, with weights that add up to 1. As long as no balls overlap, each |p-q|
// is at least a diameter d, so |x-y|² >= d² - d²/4 - d²/4. So the axes of necks are at least d/√2 apart, which
// is more than two thirds of d, and at least d·√3/2 from centres of balls, which is more than a half and a
// third.
//
// Prisms move up and down, along the sides of triangles, and at a right angle to these. Disjoint prisms, being convex,
// collide if what they sweep overlaps and the one is ahead of the other. Along a side, a triangle sweeps the strip
// between two lines of the lattice in which it lies; at a right angle to a side, a strip as wide as a side, which
// overlaps that of the triangle half a side further.
type pieceMoves struct {
	directions []lattice.Cell // shifts of the lattice, upwards first, so that pieces go in from above if possible
	// placeOnLine returns the position of the middle of a cell along a direction, and the line along which the middle
	// moves.
	placeOnLine func(c, direction lattice.Cell) (along int64, line vector)
	// nearLines returns the differences between two lines at which cells on these lines collide.
	nearLines func(direction lattice.Cell) []vector
}

// movesOnLattice returns the possible moves of pieces on a lattice in space.
func movesOnLattice(l *lattice.Lattice) pieceMoves {
	switch l {
	case lattice.Cube:
		sides := []lattice.Cell{{-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 0, 0}}
		return roundMoves(sides, cellVector, 1)
	case lattice.Prism:
		return pieceMoves{prismDirections, prismPlaceOnLine, nearPrismLines}
	}
	up := lattice.CubeToBall(lattice.Cell{-2, 0, 0})
	others := slices.DeleteFunc(lattice.BallDirections(), func(c lattice.Cell) bool { return c == up })
	sides := append([]lattice.Cell{up}, others...)
	return roundMoves(sides, func(c lattice.Cell) vector { return cellVector(lattice.BallToCube(c)) }, 2)
}

// roundMoves returns the possible moves of balls. The function cubeOf returns the cube that represents a ball, and
// diameterSquared is the square of the distance of touching balls.
func roundMoves(directions []lattice.Cell, cubeOf func(lattice.Cell) vector, diameterSquared int64) pieceMoves {
	return pieceMoves{
		directions: directions,
		placeOnLine: func(c, direction lattice.Cell) (int64, vector) {
			u := cubeOf(direction)
			return dotProduct(cubeOf(c), u), linePoint(cubeOf(c), u)
		},
		nearLines: func(direction lattice.Cell) []vector {
			return nearbyLineOffsets(cubeOf(direction), diameterSquared)
		},
	}
}

// prismDirections are the directions in which prisms can move: up, along the sides of triangles, at a right angle to
// these, and down.
var prismDirections = []lattice.Cell{{-1, 0, 0},
	{0, 1, 1}, {0, 1, -1}, {0, 0, 2}, {0, 0, -2}, {0, -1, 1}, {0, -1, -1},
	{0, 2, 0}, {0, 1, 3}, {0, 1, -3}, {0, -1, 3}, {0, -1, -3}, {0, -2, 0},
	{1, 0, 0}}

// isAlongSide reports whether a direction is parallel to a side of the triangles.
func isAlongSide(u lattice.Cell) bool {
	return max(u[1], -u[1])+max(u[2], -u[2]) == 2 && u[1] != 2 && u[1] != -2
}

// prismPlaceOnLine returns the position of the middle of a prism along a direction, and the strip that the prism
// sweeps. Positions are in halves of a side to the right, and in thirds of a row down.
func prismPlaceOnLine(c, u lattice.Cell) (along int64, line vector) {
	if u[0] != 0 {
		return int64(c[0] * u[0]), vector{int64(c[1]), int64(c[2])}
	}
	at, to := vector{int64(c[2]), 3*int64(c[1]) + 2 - int64(c[1]+c[2])&1}, vector{int64(u[2]), 3 * int64(u[1])}
	across := at[0]*to[1] - at[1]*to[0]
	strip := across / 6
	if across%6 < 0 {
		strip-- // the division rounds down
	}
	return 3*at[0]*to[0] + at[1]*to[1], vector{int64(c[0]), strip}
}

func nearPrismLines(u lattice.Cell) []vector {
	if u[0] != 0 || isAlongSide(u) {
		return []vector{{}}
	}
	return []vector{{}, {0, 1}, {0, -1}}
}

func cellVector(c lattice.Cell) vector { return vector{int64(c[0]), int64(c[1]), int64(c[2])} }

// blockingGraph holds, for each piece, the set of pieces that block it if it moves towards one side.
type blockingGraph []matrix.BitSet

// blockingGraphs returns a blocking graph for each direction of m. The map owner holds the index of the piece on each
// cell.
func (m pieceMoves) blockingGraphs(owner map[lattice.Cell]int, pieces int) (block []blockingGraph) {
	for _, side := range m.directions {
		block = append(block, m.blockingGraphTowards(side, owner, pieces))
	}
	return block
}

// blockingGraphTowards returns the blocking graph for a side. It visits the cells that are furthest towards that side
// first.
func (m pieceMoves) blockingGraphTowards(side lattice.Cell, owner map[lattice.Cell]int, pieces int) blockingGraph {
	type cell struct {
		along int64
		line  vector
		piece int
	}
	cells := make([]cell, 0, len(owner))
	for c, piece := range owner {
		along, line := m.placeOnLine(c, side)
		cells = append(cells, cell{along, line, piece})
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(b.along, a.along) })
	g := blockingGraph(matrix.NewBitSets(pieces, pieces))
	near := m.nearLines(side)
	ahead := map[vector]matrix.BitSet{} // for each line, the pieces with cells ahead of this cell
	for _, c := range cells {           // cells at equal distance are never on lines near each other
		for _, step := range near {
			for w, others := range ahead[c.line.minusVector(step)] {
				g[c.piece][w] |= others
			}
		}
		if ahead[c.line] == nil {
			ahead[c.line] = matrix.NewBitSet(pieces)
		}
		ahead[c.line].Insert(c.piece)
	}
	for i := range g {
		g[i].Remove(i)
	}
	return g
}

// linePoint returns a vector that is the same for all points of a line in direction u: the point of the line that is
// nearest to the origin, multiplied by |u|².
func linePoint(p, u vector) vector {
	return p.timesScalar(dotProduct(u, u)).minusVector(u.timesScalar(dotProduct(p, u)))
}

// nearbyLineOffsets returns the differences of linePoint between two lines in direction u whose distance is less than a
// diameter. In every interval of length |u|, which is at most 2√3, a line of cells has a cell. So a line whose distance
// from the origin is less than √2 has a cell whose distance is less than √(2+3). Such a cell is within two cubes of the
// origin.
func nearbyLineOffsets(u vector, diameterSquared int64) (steps []vector) {
	length := dotProduct(u, u)
	for k := range int64(5 * 5 * 5) {
		p := vector{k/25 - 2, k/5%5 - 2, k%5 - 2}
		if step := linePoint(p, u); dotProduct(step, step) < diameterSquared*length*length &&
			!slices.Contains(steps, step) {
			steps = append(steps, step)
		}
	}
	return steps
}

// piecesToMoveWith returns the set of pieces that must move together with piece i, including i. It returns nil unless
// the set has fewer pieces than the argument fewer says.
func (g blockingGraph) piecesToMoveWith(i int, pieces matrix.BitSet, fewer int) matrix.BitSet {
	group, waiting := matrix.NewBitSet(len(g)), []int{i}
	group.Insert(i)
	for size := 1; size < fewer; {
		if len(waiting) == 0 {
			return group
		}
		last := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for k, word := range g[last] {
			for more := word & pieces[k] &^ group[k]; more != 0; more &= more - 1 {
				j := 64*k + bits.TrailingZeros64(more)
				group.Insert(j)
				waiting = append(waiting, j)
				size++
			}
		}
	}
	return nil
}

func withoutBits(a, b matrix.BitSet) matrix.BitSet {
	out := slices.Clone(a)
	for i := range b.EachNumber {
		out.Remove(i)
	}
	return out
}

func bitNumbers(b matrix.BitSet) []int { return slices.Collect(b.EachNumber) }
