package apart_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/apart"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// ballSpot is the middle of a ball, in diameters: each layer begins half a ball further to the left and to the back
// than the one above, and lies lower by the height of a pyramid whose edges are 1.
func ballSpot(c lattice.Cell) [3]float64 {
	l, r, k := float64(c[0]), float64(c[1]), float64(c[2])
	return [3]float64{k - l/2, r - l/2, l / math.Sqrt2}
}

// ballWays are the 26 directions: the shortest shifts to neighbours of a ball, sums of two of them at a right angle,
// and sums of three with angles of 60 degrees.
func ballWays() (ways []lattice.Cell) {
	inner := func(a, b lattice.Cell) float64 {
		p, q := ballSpot(a), ballSpot(b)
		return p[0]*q[0] + p[1]*q[1] + p[2]*q[2]
	}
	near := lattice.Balls.Neighbours(lattice.Cell{})
	ways = slices.Clone(near)
	for _, a := range near {
		for _, b := range near {
			if math.Abs(inner(a, b)) < 1e-9 {
				ways = append(ways, a.Plus(b))
			}
			for _, c := range near {
				if math.Abs(inner(a, b)-0.5)+math.Abs(inner(b, c)-0.5)+math.Abs(inner(c, a)-0.5) < 1e-9 {
					ways = append(ways, a.Plus(b).Plus(c))
				}
			}
		}
	}
	return lattice.NewShape(ways)
}

// freeSteps returns how many whole steps a ball can go, up to far, before it overlaps one that lies at some way from
// it. It goes on by a fiftieth of a step at a time.
func freeSteps(known map[[2]lattice.Cell]int, way, step lattice.Cell) (free int) {
	if n, seen := known[[2]lattice.Cell{way, step}]; seen {
		return n
	}
	w, u := ballSpot(way), ballSpot(step)
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

// fewestBallMoves is the number of moves until some pieces are far away from the others, or 0 if that cannot be.
func fewestBallMoves(known map[[2]lattice.Cell]int, pieces []lattice.Shape) int {
	start := make([]lattice.Cell, len(pieces))
	seen, level := map[string]bool{fmt.Sprint(start): true}, [][]lattice.Cell{start}
	for moves := 1; len(level) > 0; moves++ {
		var next [][]lattice.Cell
		for _, shifts := range level {
			for set := 1; set < 1<<len(pieces)-1; set++ {
				for _, step := range ballWays() {
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
					if free == far {
						return moves
					}
					at := slices.Clone(shifts)
					for range free {
						for k := range at {
							if set>>k&1 == 1 {
								at[k] = at[k].Plus(step)
							}
						}
						moved := slices.Clone(at)
						for k := range moved {
							moved[k] = moved[k].Minus(at[0])
						}
						if key := fmt.Sprint(moved); !seen[key] {
							seen[key] = true
							next = append(next, moved)
						}
					}
				}
			}
		}
		level = next
	}
	return 0
}

// ballTunnel is a ball inside of a heap, and the heap without the balls that stand in its way: it goes on by random
// steps until it is outside.
func ballTunnel(r *rand.Rand) []lattice.Shape {
	var heap lattice.Shape
	for k := range int32(7 * 7 * 7) {
		c := lattice.Cell{k/49 - 3, k/7%7 - 3, k%7 - 3}
		if p := ballSpot(c); p[0]*p[0]+p[1]*p[1]+p[2]*p[2] < 4.5 {
			heap = append(heap, c)
		}
	}
	var at, step lattice.Cell
	ways := ballWays()
	for inside := true; inside; {
		if next := r.IntN(2 * len(ways)); next < len(ways) || step == (lattice.Cell{}) {
			step = ways[next%len(ways)]
		}
		from, by := ballSpot(at), ballSpot(step)
		at = at.Plus(step)
		inside = heap.HasCell(at) || at == lattice.Cell{}
		heap = heap.FilterCells(func(c lattice.Cell) bool {
			w, least := ballSpot(c), math.Inf(1)
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

// TestBallLevels: on random pieces of balls the first level is the fewest moves of any that trying finds.
func TestBallLevels(t *testing.T) {
	if n := len(ballWays()); n != 26 {
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
