// Package latticetest computes with balls as points of space, for tests. It shares no code with package lattice.
package latticetest

import (
	"math"

	"quadrille/compile/lattice"
)

// BallMiddle returns the middle of a ball. Its coordinates count to the right, to the front and down, in diameters of a
// ball. Each layer begins half a ball further to the left and to the back than the layer above, and lies lower by the
// height of a pyramid whose edges are 1.
func BallMiddle(c lattice.Cell) [3]float64 {
	l, r, k := float64(c[0]), float64(c[1]), float64(c[2])
	return [3]float64{k - l/2, r - l/2, l / math.Sqrt2}
}

// InnerProduct returns the inner product of the vectors from the origin to the middles of two balls.
func InnerProduct(a, b lattice.Cell) float64 {
	p, q := BallMiddle(a), BallMiddle(b)
	return p[0]*q[0] + p[1]*q[1] + p[2]*q[2]
}

// BallDirections returns the 26 directions in which balls are moved: the steps to the balls that one ball touches, the
// sums of two such steps at a right angle, and the sums of three such steps of which any two have an angle of 60
// degrees.
func BallDirections() (all []lattice.Cell) {
	hasProduct := func(a, b lattice.Cell, want float64) bool { return math.Abs(InnerProduct(a, b)-want) < 1e-9 }
	var touched []lattice.Cell
	for k := range int32(27) {
		if c := (lattice.Cell{k/9 - 1, k/3%3 - 1, k%3 - 1}); hasProduct(c, c, 1) {
			touched = append(touched, c)
		}
	}
	all = append(all, touched...)
	for _, a := range touched {
		for _, b := range touched {
			if hasProduct(a, b, 0) {
				all = append(all, a.Plus(b))
			}
			for _, c := range touched {
				if hasProduct(a, b, 0.5) && hasProduct(b, c, 0.5) && hasProduct(c, a, 0.5) {
					all = append(all, a.Plus(b).Plus(c))
				}
			}
		}
	}
	return lattice.NewShape(all)
}
