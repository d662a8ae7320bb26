package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// prismPoints returns the corners of the triangle of a prism, to the right and to the front, in sides.
func prismPoints(c lattice.Cell) (corners [3][2]float64) {
	left, top, height := float64(c[2])/2, float64(c[1])*math.Sqrt(3)/2, math.Sqrt(3)/2
	if (c[1]+c[2])%2 == 0 {
		return [3][2]float64{{left + 0.5, top}, {left, top + height}, {left + 1, top + height}}
	}
	return [3][2]float64{{left, top}, {left + 1, top}, {left + 0.5, top + height}}
}

// prismStep returns the way of a shift, to the right and to the front, in sides.
func prismStep(c lattice.Cell) [2]float64 {
	return [2]float64{float64(c[2]) / 2, float64(c[1]) * math.Sqrt(3) / 2}
}

// overlap reports whether two triangles have more than a rim in common: no line along one of their sides parts them.
func overlap(a, b [3][2]float64) bool {
	for _, of := range [][3][2]float64{a, b} {
		for k := range 3 {
			side := [2]float64{of[(k+1)%3][0] - of[k][0], of[(k+1)%3][1] - of[k][1]}
			span := func(s [3][2]float64) (low, high float64) {
				low, high = math.Inf(1), math.Inf(-1)
				for _, p := range s {
					at := side[0]*p[1] - side[1]*p[0]
					low, high = min(low, at), max(high, at)
				}
				return low, high
			}
			lowA, highA := span(a)
			lowB, highB := span(b)
			if highA < lowB+1e-6 || highB < lowA+1e-6 {
				return false
			}
		}
	}
	return true
}

// prismPasses returns a function that moves a prism on by small steps until it is far away, and reports whether it
// never overlaps another one.
func prismPasses() func(c, d, direction lattice.Cell) bool {
	known := map[[3]lattice.Cell]bool{}
	return func(c, d, direction lattice.Cell) bool {
		if direction[0] != 0 {
			return c[1] != d[1] || c[2] != d[2] || (d[0]-c[0])*direction[0] < 0
		}
		if c[0] != d[0] {
			return true
		}
		key := [3]lattice.Cell{c, d, direction}
		if free, seen := known[key]; seen {
			return free
		}
		step, free := prismStep(direction), true
		for k := 0; k < 600 && free; k++ {
			moved := prismPoints(c)
			for i := range moved {
				moved[i][0] += float64(k) * 0.02 * step[0]
				moved[i][1] += float64(k) * 0.02 * step[1]
			}
			free = !overlap(moved, prismPoints(d))
		}
		known[key] = free
		return free
	}
}

// prismAxes are up and down, and in twelve directions those that shift triangles to triangles that point the same way.
func prismAxes() []lattice.Cell {
	all := []lattice.Cell{{-1}, {1}}
	for row := int32(-2); row <= 2; row++ {
		for column := int32(-4); column <= 4; column++ {
			c := lattice.Cell{0, row, column}
			way := prismStep(c)
			turns := math.Atan2(way[1], way[0]) / (math.Pi / 6)
			far := way[0]*way[0] + way[1]*way[1]
			if far > 0 && far < 3.5 && (row+column)%2 == 0 && math.Abs(turns-math.Round(turns)) < 1e-9 &&
				(math.Abs(far-1) < 1e-9 || math.Abs(far-3) < 1e-9) {
				all = append(all, c)
			}
		}
	}
	return all
}

// TestPrismsAgainstBruteForce: on random packings of prisms, every step can be done, what is stuck is stuck, and pieces
// go in one by one if they can.
func TestPrismsAgainstBruteForce(t *testing.T) {
	if n := len(prismAxes()); n != 14 {
		t.Fatalf("there are %d axes", n)
	}
	r := rand.New(rand.NewPCG(5, 6))
	outcomes := verifyPackings(t, lattice.Prism, matrixtest.RandomRounds(60, 2000), prismAxes(),
		escapesCellByCell(prismPasses()), func(k int) []lattice.Shape {
			figure, _ := lattice.Prism.FigureNamed([]string{"hexagon", "triangle", ""}[k%3])
			box := figure.MakeShape([][]int{{3, 2}, {4, 3}, {3, 3, 6}}[k%3])
			return grow(r, lattice.Prism, box, 2+r.IntN(4))
		})
	if !testing.Short() && (outcomes["one by one"] < 2 || outcomes["stuck"] < 2) {
		t.Errorf("too few random packings are of a kind: %v", outcomes)
	}
}
