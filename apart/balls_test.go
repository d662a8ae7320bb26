package apart_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/apart"
	"quadrille/compile/lattice"
	"quadrille/compile/lattice/latticetest"
	"quadrille/runtime/matrix/matrixtest"
)

// freeSteps returns how many whole steps a ball can move, up to far, before it overlaps a ball at the given shift from
// it. It moves the ball by a fiftieth of a step at a time.
func freeSteps(known map[[2]lattice.Cell]int, way, step lattice.Cell) (free int) {
	if n, seen := known[[2]lattice.Cell{way, step}]; seen {
		return n
	}
	w, u := latticetest.BallMiddle(way), latticetest.BallMiddle(step)
	for n := 0; n <= 50*far; n++ {
		at := float64(n) / 50
		x, y, z := w[0]-at*u[0], w[1]-at*u[1], w[2]-at*u[2]
		if x*x+y*y+z*z < 1-1e-3 {
			break
		}
		free = n / 50
	}
	known[[2]lattice.Cell{way, step}] = free
	return free
}

// fewestBallMoves is fewestMoves for balls.
func fewestBallMoves(known map[[2]lattice.Cell]int, pieces []lattice.Shape) int {
	directions := latticetest.BallDirections()
	return fewestMoves(pieces, directions, func(shifts []lattice.Cell, set int, step lattice.Cell) int {
		free := far
		for i, piece := range pieces {
			for j, other := range pieces {
				if set>>i&1 == 0 || set>>j&1 == 1 {
					continue
				}
				for _, c := range piece {
					for _, d := range other {
						free = min(free, freeSteps(known, d.Plus(shifts[j]).Minus(c.Plus(shifts[i])), step))
					}
				}
			}
		}
		return free
	})
}

// ballTunnel returns a ball inside a heap of balls, and the heap without the balls on the way of that ball, which moves
// by random steps until it is outside.
func ballTunnel(r *rand.Rand) []lattice.Shape {
	var heap lattice.Shape
	for k := range int32(7 * 7 * 7) {
		c := lattice.Cell{k/49 - 3, k/7%7 - 3, k%7 - 3}
		if p := latticetest.BallMiddle(c); p[0]*p[0]+p[1]*p[1]+p[2]*p[2] < 4.5 {
			heap = append(heap, c)
		}
	}
	var at, step lattice.Cell
	ways := latticetest.BallDirections()
	for inside := true; inside; {
		if next := r.IntN(2 * len(ways)); next < len(ways) || step == (lattice.Cell{}) {
			step = ways[next%len(ways)]
		}
		from, by := latticetest.BallMiddle(at), latticetest.BallMiddle(step)
		at = at.Plus(step)
		inside = heap.HasCell(at) || at == lattice.Cell{}
		heap = heap.FilterCells(func(c lattice.Cell) bool {
			w, least := latticetest.BallMiddle(c), math.Inf(1)
			for n := range 51 {
				part := float64(n) / 50
				x, y, z := w[0]-from[0]-part*by[0], w[1]-from[1]-part*by[1], w[2]-from[2]-part*by[2]
				least = min(least, x*x+y*y+z*z)
			}
			return least > 1-1e-3
		})
	}
	return []lattice.Shape{{{}}, heap}
}

// TestBallLevels: for random pieces of balls, the first level is the least number of moves that a brute force finds.
func TestBallLevels(t *testing.T) {
	if n := len(latticetest.BallDirections()); n != 26 {
		t.Fatalf("there are %d ways", n)
	}
	r, levels := rand.New(rand.NewPCG(4, 10)), map[int]int{}
	known := map[[2]lattice.Cell]int{}
	for k := range matrixtest.RandomRounds(300, 4000) {
		pieces := grownPieces(r, 2+r.IntN(2))
		if k%2 == 0 {
			pieces = ballTunnel(r)
		}
		found, err := apart.TakeApart(context.Background(), pieces,
			apart.Options{Lattice: lattice.Balls, MaxPositions: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		want := fewestBallMoves(known, pieces)
		if len(found.Moves) != want || found.IsStuck != (want == 0) {
			t.Fatalf("%d moves, stuck %v, and trying finds %d: %v", len(found.Moves), found.IsStuck, want, pieces)
		}
		levels[want]++
	}
	if levels[0] == 0 || levels[1] == 0 || levels[2] == 0 {
		t.Errorf("levels %v: too few of a kind", levels)
	}
}
