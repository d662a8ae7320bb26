package render

import (
	"cmp"
	"math/bits"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// vector is a point among cubes, or a step there.
type vector [3]int64

func (v vector) minusVector(w vector) vector { return vector{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

func (v vector) timesScalar(k int64) vector { return vector{k * v[0], k * v[1], k * v[2]} }

func dotProduct(v, w vector) int64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

// pieceMoves are the ways in which pieces on a lattice can move, and what is in the way then.
//
// Balls lie among cubes (lattice.AmongCubes), where those that touch have middles with a distance
// whose square is 2. A ball that moves along u passes another one, which is at w from it now, at
// the time t at which |w - tu| is least. If w·u <= 0 that is now, and balls do not overlap now.
// Otherwise it is t = w·u / |u|²; the distance then is that of their lines along u, and the balls
// collide if and only if it is less than a diameter. So of the balls ahead, those are in the way
// whose lines are nearer than a diameter; one that is exactly as far is touched in passing, and
// lets the ball pass. Cubes that move along an axis collide if they are on one line, as balls do
// whose diameter is the side of a cube. All of this is decided in whole numbers.
//
// Balls of a piece are joined by necks, cylinders between the middles of two that touch. They are
// never in the way if their radius is a third of a diameter or less. For let x divide the way
// between two balls p, p' of a piece as s to 1-s, and y that between q, q' of another one as t to
// 1-t, or be the middle of a ball, q = q'. Then
//
//	|x-y|² = Σ weights·|p-q|² - s(1-s)|p-p'|² - t(1-t)|q-q'|²,
//
// where the sum is over the four pairs, with weights that add to 1. As long as no balls overlap,
// each |p-q| is a diameter d at least, so |x-y|² >= d² - d²/4 - d²/4: necks stay away from each
// other by d/√2, which is more than two thirds of d, and from middles of balls by d·√3/2, which is
// more than a half and a third.
type pieceMoves struct {
	sides    []lattice.Cell // shifts of the lattice, upwards first: what can be, is put in from above
	place    func(lattice.Cell) vector
	diameter int64 // squared
}

// movesOf returns the moves on a lattice in space.
func movesOf(l *lattice.Lattice) pieceMoves {
	if l == lattice.Cube {
		sides := []lattice.Cell{{-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 0, 0}}
		return pieceMoves{sides, cellVector, 1}
	}
	m := pieceMoves{place: func(c lattice.Cell) vector { return cellVector(lattice.AmongCubes(c)) }, diameter: 2}
	m.sides = []lattice.Cell{lattice.FromCubes(lattice.Cell{-2, 0, 0})}
	for k := range int32(27) {
		side := lattice.Cell{k/9 - 1, k/3%3 - 1, k%3 - 1}
		if (side[0]+side[1]+side[2])&1 != 0 { // it leads to a cube that stands for no ball
			side = side.Plus(side)
		}
		if ball := lattice.FromCubes(side); ball != (lattice.Cell{}) && ball != m.sides[0] {
			m.sides = append(m.sides, ball)
		}
	}
	return m
}

func cellVector(c lattice.Cell) vector { return vector{int64(c[0]), int64(c[1]), int64(c[2])} }

// blockingGraph tells for each piece which ones block it on its way to one side.
type blockingGraph []matrix.BitSet

// blockingGraphs makes the graphs of all sides.
func (m pieceMoves) blockingGraphs(owner map[lattice.Cell]int, pieces int) (block []blockingGraph) {
	for _, side := range m.sides {
		block = append(block, m.graphTowards(m.place(side), owner, pieces))
	}
	return block
}

// graphTowards makes the graph of a side, from the cells that lie furthest towards it on.
func (m pieceMoves) graphTowards(u vector, owner map[lattice.Cell]int, pieces int) blockingGraph {
	type cell struct {
		along int64
		line  vector
		piece int
	}
	cells := make([]cell, 0, len(owner))
	for c, piece := range owner {
		at := m.place(c)
		cells = append(cells, cell{dotProduct(at, u), onLine(at, u), piece})
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(b.along, a.along) })
	g := blockingGraph(matrix.NewBitSets(pieces, pieces))
	near := m.nearSteps(u)
	ahead := map[vector]matrix.BitSet{} // the pieces that have been met, by line
	for _, c := range cells {           // of those that are equally far, no line is near to another one
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

// onLine is the same for all points of a line along u: the point of it that is nearest to the
// origin, |u|² times as large.
func onLine(p, u vector) vector {
	return p.timesScalar(dotProduct(u, u)).minusVector(u.timesScalar(dotProduct(p, u)))
}

// nearSteps lists the steps, in points of onLine, between lines that are nearer to one another than
// a diameter. On each line of cells is one in any stretch of |u|, which is 2√3 at most: so if the
// line is nearer than √2 to the origin, a cell is nearer than √(2+3), and within two cubes.
func (m pieceMoves) nearSteps(u vector) (steps []vector) {
	length := dotProduct(u, u)
	for k := range int64(5 * 5 * 5) {
		p := vector{k/25 - 2, k/5%5 - 2, k%5 - 2}
		if step := onLine(p, u); dotProduct(step, step) < m.diameter*length*length && !slices.Contains(steps, step) {
			steps = append(steps, step)
		}
	}
	return steps
}

// mustLeaveWith returns the pieces that must leave together with piece i, and i itself; or
// nil if they are not fewer than some number.
func (g blockingGraph) mustLeaveWith(i int, pieces matrix.BitSet, fewer int) matrix.BitSet {
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
