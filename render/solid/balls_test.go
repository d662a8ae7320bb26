package solid_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/render/solid"
	"quadrille/runtime/matrix/matrixtest"
)

// middle returns the middle of a ball, as spec.md describes it: rows lead towards the reader and columns to the right,
// and each layer begins half a ball further to the left and to the back.
func middle(c lattice.Cell, cell float64) solid.Point {
	l, r, k := float64(c[0]), float64(c[1]), float64(c[2])
	return solid.Point{cell * (k - l/2), -cell * (r - l/2), -cell * l / math.Sqrt2}
}

func distance(p, q solid.Point) float64 {
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// fromAxis returns the distance of a point from the line through two other points, and its position along that line.
func fromAxis(p, a, b solid.Point) (away, along float64) {
	length := distance(a, b)
	for k := range 3 {
		along += (p[k] - a[k]) * (b[k] - a[k]) / length
	}
	d := distance(p, a)
	return math.Sqrt(max(0, d*d-along*along)), along / length
}

// inBalls counts the cubes of a quarter of a millimetre whose middles are inside of a ball, or between
// two that touch and near to the line between them.
func inBalls(s lattice.Shape, cell, radius, neck float64) float64 {
	const h = 0.25
	touching := func(a, b lattice.Cell) bool { return math.Abs(distance(middle(a, 1), middle(b, 1))-1) < 1e-9 }
	seen := map[[3]int]bool{}
	for _, c := range s {
		at := middle(c, cell)
		var touched []solid.Point
		for _, d := range s {
			if touching(c, d) {
				touched = append(touched, middle(d, cell))
			}
		}
		steps := int(cell/2/h) + 1
		for k := range (2*steps + 1) * (2*steps + 1) * (2*steps + 1) {
			n := 2*steps + 1
			cube := [3]int{int(at[0]/h) + k%n - steps, int(at[1]/h) + k/n%n - steps, int(at[2]/h) + k/n/n - steps}
			p := solid.Point{(float64(cube[0]) + 0.5) * h, (float64(cube[1]) + 0.5) * h, (float64(cube[2]) + 0.5) * h}
			in := distance(p, at) < radius
			for _, other := range touched {
				if !in {
					away, along := fromAxis(p, at, other)
					in = away < neck && along > 0 && along < 1
				}
			}
			if in {
				seen[cube] = true
			}
		}
	}
	return h * h * h * float64(len(seen))
}

// TestBalls: random pieces of balls have a closed surface, whose corners lie on the spheres; it
// is one body, and has the volume of balls and necks, less what is lost between corners.
func TestBalls(t *testing.T) {
	if testing.Short() {
		t.Skip("counts the small cubes of some pieces")
	}
	r := rand.New(rand.NewPCG(7, 8))
	for round := range matrixtest.RandomRounds(3, 20) {
		clearance := []float64{0, 0.2, 0.5}[round%3]
		s := grown(r, lattice.Balls, lattice.Cell{}, 1+r.IntN(5))
		m, err := solid.NewMesh(lattice.Balls, s, solid.BodySize{CellWidth: 10, Clearance: clearance, PlateHeight: 1})
		if err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		if m.CountBodies() != 1 {
			t.Fatalf("%v is %d bodies", s, m.CountBodies())
		}
		radius := 5 - clearance
		for _, p := range m.Points {
			nearest := math.Inf(1)
			for _, c := range s {
				nearest = min(nearest, distance(p, middle(c, 10)))
			}
			if math.Abs(nearest-radius) > 1e-6 {
				t.Fatalf("%v: %v is %g mm from a ball of radius %g", s, p, nearest, radius)
			}
		}
		got, want := volume(t, stl(t, m)), inBalls(s, 10, radius, 0.45*radius)
		if got > want || got < 0.97*want {
			t.Fatalf("%v has %g mm³; balls and necks have %g", s, got, want)
		}
	}
}

// TestBallsApart: whatever belongs to one ball of a large pile, its twelve necks among it, stays away
// from balls of another piece by twice the clearance.
func TestBallsApart(t *testing.T) {
	l := lattice.Balls
	all := append(l.Neighbours(lattice.Cell{}), lattice.Cell{})
	for _, other := range all[:matrixtest.RandomRounds(2, 12)] {
		s := lattice.NewShape(all).Subtract(lattice.Shape{other})
		m, err := solid.NewMesh(l, s, solid.BodySize{CellWidth: 10, Clearance: 0.3, PlateHeight: 1})
		if err != nil || m.CountBodies() != 1 {
			t.Fatalf("%d bodies, %v", m.CountBodies(), err)
		}
		for _, c := range m.Triangles {
			a, b, d := m.Points[c[0]], m.Points[c[1]], m.Points[c[2]]
			centre := solid.Point{(a[0] + b[0] + d[0]) / 3, (a[1] + b[1] + d[1]) / 3, (a[2] + b[2] + d[2]) / 3}
			for _, p := range []solid.Point{a, b, d, centre} {
				if gap := distance(p, middle(other, 10)) - 4.7; gap < 0.6-1e-2 {
					t.Fatalf("%v is %g mm from the ball %v", p, gap, other)
				}
			}
		}
	}
}

// TestLooseBalls: balls that do not touch are a body each.
func TestLooseBalls(t *testing.T) {
	m, err := solid.NewMesh(lattice.Balls, lattice.Shape{{0, 0, 0}, {0, 1, 1}, {0, 5, 0}}, solid.DefaultSize())
	if err != nil || m.CountBodies() != 3 {
		t.Errorf("%d bodies, %v", m.CountBodies(), err)
	}
}
