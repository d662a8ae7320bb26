package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/compile/lattice/latticetest"
	"quadrille/runtime/matrix/matrixtest"
)

// passed remembers which ways are free.
var passed = map[[2]lattice.Cell]bool{}

// ballPasses moves a ball on by a hundredth of a diameter at a time until it is far away, and reports
// whether it never overlaps another one that lies at some way from it.
func ballPasses(way, direction lattice.Cell) bool {
	if free, known := passed[[2]lattice.Cell{way, direction}]; known {
		return free
	}
	q, u := latticetest.BallMiddle(way), latticetest.BallMiddle(direction)
	step, free := 0.01/math.Sqrt(latticetest.InnerProduct(direction, direction)), true
	for t := 0.0; t < 800*step; t += step {
		x, y, z := t*u[0]-q[0], t*u[1]-q[1], t*u[2]-q[2]
		free = free && x*x+y*y+z*z > 1-1e-3
	}
	passed[[2]lattice.Cell{way, direction}] = free
	return free
}

// halves cuts a pile by a plane, and each half by another one: pieces that come apart in ways which
// are not those of cubes.
func halves(r *rand.Rand, box lattice.Shape) []lattice.Shape {
	sides := latticetest.BallDirections()
	cut := func(s lattice.Shape) (in, out lattice.Shape) {
		u := sides[r.IntN(len(sides))]
		at := latticetest.InnerProduct(u, s[r.IntN(len(s))])
		return s.FilterCells(func(c lattice.Cell) bool { return latticetest.InnerProduct(u, c) <= at+1e-9 }),
			s.FilterCells(func(c lattice.Cell) bool { return latticetest.InnerProduct(u, c) > at+1e-9 })
	}
	var pieces []lattice.Shape
	in, out := cut(box)
	for _, half := range []lattice.Shape{in, out} {
		if len(half) > 0 {
			a, b := cut(half)
			pieces = append(pieces, a)
			if len(b) > 0 {
				pieces = append(pieces, b)
			}
		}
	}
	return pieces
}

// TestBallsAgainstBruteForce: on random packings of balls too, every step can be done, what is stuck
// is stuck, and pieces go in one by one if they can.
func TestBallsAgainstBruteForce(t *testing.T) {
	directions := latticetest.BallDirections()
	if n := len(directions); n != 26 {
		t.Fatalf("there are %d axes", n)
	}
	r := rand.New(rand.NewPCG(3, 4))
	escapes := escapesCellByCell(func(c, d, direction lattice.Cell) bool { return ballPasses(d.Minus(c), direction) })
	outcomes := verifyPackings(t, lattice.Balls, matrixtest.RandomRounds(60, 2000), directions, escapes,
		func(k int) []lattice.Shape {
			figure, _ := lattice.Balls.FigureNamed([]string{"", "pyramid", "tetrahedron"}[k%3])
			box := figure.MakeShape([][]int{{3, 3, 3}, {4}, {4}}[k%3])
			pieces := halves(r, box)
			if k%4 != 0 {
				pieces = grow(r, lattice.Balls, box, 2+r.IntN(3))
			}
			return pieces
		})
	if !testing.Short() && (outcomes["one by one"] < 2 || outcomes["stuck"] < 2) {
		t.Errorf("too few random packings are of a kind: %v", outcomes)
	}
}
