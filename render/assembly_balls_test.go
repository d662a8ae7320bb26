package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// spot is the middle of a ball, in diameters, to the right, to the front and down: each layer
// begins half a ball further to the left and to the back than the one above, and lies lower by the
// height of a pyramid whose edges are 1.
func spot(c lattice.Cell) [3]float64 {
	l, r, k := float64(c[0]), float64(c[1]), float64(c[2])
	return [3]float64{k - l/2, r - l/2, l / math.Sqrt2}
}

// inner is the inner product of the ways to two balls.
func inner(a, b lattice.Cell) float64 {
	p, q := spot(a), spot(b)
	return p[0]*q[0] + p[1]*q[1] + p[2]*q[2]
}

func alike(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// ballAxes are the ways to the balls that one ball touches, the sums of two at a right angle, and
// the sums of three of which any two have an angle of 60 degrees; each once.
func ballAxes() (all []lattice.Cell) {
	var touched []lattice.Cell
	for k := range int32(27) {
		if c := (lattice.Cell{k/9 - 1, k/3%3 - 1, k%3 - 1}); alike(inner(c, c), 1) {
			touched = append(touched, c)
		}
	}
	known := map[lattice.Cell]bool{}
	add := func(c lattice.Cell) {
		if !known[c] {
			known[c] = true
			all = append(all, c)
		}
	}
	for _, a := range touched {
		add(a)
		for _, b := range touched {
			if alike(inner(a, b), 0) {
				add(a.Plus(b))
			}
			for _, c := range touched {
				if alike(inner(a, b), 0.5) && alike(inner(b, c), 0.5) && alike(inner(c, a), 0.5) {
					add(a.Plus(b).Plus(c))
				}
			}
		}
	}
	return all
}

// passed remembers which ways are free.
var passed = map[[2]lattice.Cell]bool{}

// passes moves a ball on by a hundredth of a diameter at a time until it is far away, and reports
// whether it never overlaps another one that lies at some way from it.
func passes(way, direction lattice.Cell) bool {
	if free, known := passed[[2]lattice.Cell{way, direction}]; known {
		return free
	}
	q, u := spot(way), spot(direction)
	step, free := 0.01/math.Sqrt(inner(direction, direction)), true
	for t := 0.0; t < 800*step; t += step {
		x, y, z := t*u[0]-q[0], t*u[1]-q[1], t*u[2]-q[2]
		free = free && x*x+y*y+z*z > 1-1e-3
	}
	passed[[2]lattice.Cell{way, direction}] = free
	return free
}

// slides reports whether some pieces can move away from others, ball by ball.
func slides(pieces []lattice.Shape, moving, others []int, direction lattice.Cell) bool {
	for _, i := range moving {
		for _, c := range pieces[i] {
			for _, j := range others {
				for _, d := range pieces[j] {
					if !passes(d.Minus(c), direction) {
						return false
					}
				}
			}
		}
	}
	return true
}

// halves cuts a pile by a plane, and each half by another one: pieces that come apart in ways which
// are not those of cubes.
func halves(r *rand.Rand, box lattice.Shape) []lattice.Shape {
	sides := ballAxes()
	cut := func(s lattice.Shape) (in, out lattice.Shape) {
		u := sides[r.IntN(len(sides))]
		at := inner(u, s[r.IntN(len(s))])
		return s.FilterCells(func(c lattice.Cell) bool { return inner(u, c) <= at+1e-9 }),
			s.FilterCells(func(c lattice.Cell) bool { return inner(u, c) > at+1e-9 })
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
	if n := len(ballAxes()); n != 26 {
		t.Fatalf("there are %d axes", n)
	}
	r := rand.New(rand.NewPCG(3, 4))
	outcomes := map[string]int{}
	for k := range matrixtest.RandomRounds(60, 2000) {
		figure, _ := lattice.Balls.FigureNamed([]string{"", "pyramid", "tetrahedron"}[k%3])
		box := figure.MakeShape([][]int{{3, 3, 3}, {4}, {4}}[k%3])
		pieces := halves(r, box)
		if k%4 != 0 {
			pieces = grow(r, lattice.Balls, box, 2+r.IntN(3))
		}
		plan, err := newAssembly(lattice.Balls, pieces)
		if err != nil {
			t.Fatal(err)
		}
		outcomes[verify(t, newBruteForce(pieces, ballAxes(), slides), plan)]++
	}
	if !testing.Short() && (outcomes["one by one"] < 2 || outcomes["stuck"] < 2) {
		t.Errorf("too few random packings are of a kind: %v", outcomes)
	}
}
