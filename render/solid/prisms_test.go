package solid_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/render/solid"
	"quadrille/runtime/matrix/matrixtest"
)

// prismVolume adds up the parts of a body that lie at the clearance from all planes of the lattice, those near the side
// of two triangles, and those where six triangles meet; each in its layer, and in the gap to the next one.
func prismVolume(s lattice.Shape, cell, clearance float64) (sum float64) {
	shorter := cell - 2*math.Sqrt(3)*clearance // side of a triangle without its rim
	whole, core, strip := cell*cell*math.Sqrt(3)/4, shorter*shorter*math.Sqrt(3)/4, 2*clearance*shorter
	hexagon := 2*whole - 2*core - 3*strip // each corner of the plane has two triangles and three sides
	for _, c := range s {
		for gap, height := range []float64{cell - 2*clearance, 2 * clearance} {
			inside := func(d lattice.Cell) bool {
				return s.HasCell(d) && (gap == 0 || s.HasCell(d.Plus(lattice.Cell{1})))
			}
			if !inside(c) {
				continue
			}
			area := core
			for _, d := range lattice.Prism.Neighbours(c) {
				if d[0] == c[0] && inside(d) {
					area += strip / 2
				}
			}
			for _, p := range lattice.Prism.CellOutline(c) {
				around := 0
				for _, d := range s {
					for _, q := range lattice.Prism.CellOutline(d) {
						if d[0] == c[0] && p == q && inside(d) {
							around++
						}
					}
				}
				if around == 6 {
					area += hexagon / 6
				}
			}
			sum += height * area
		}
	}
	return sum
}

// TestPrisms: random pieces of prisms, and three layers of a hexagon with a hole, have a closed surface and the volume
// of their parts.
func TestPrisms(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	figure, _ := lattice.Prism.FigureNamed("hexagon")
	hexagon := figure.MakeShape([]int{3, 2})
	shapes := []lattice.Shape{hexagon, hexagon.Subtract(lattice.Shape{{1, 1, 3}})}
	for range matrixtest.RandomRounds(20, 600) {
		shapes = append(shapes, grown(r, lattice.Prism, lattice.Cell{-1, 2, -3}, 1+r.IntN(25)))
	}
	for _, s := range shapes {
		for _, clearance := range []float64{0, 0.7} {
			size := solid.BodySize{CellWidth: 10, Clearance: clearance, PlateHeight: 1}
			m, err := solid.NewMesh(lattice.Prism, s, size)
			if clearance == 0 && err != nil {
				continue // prisms touch along an edge
			}
			want := prismVolume(s, 10, clearance)
			if err != nil || math.Abs(volume(t, stl(t, m))-want) > 1e-1 || math.Abs(m.Volume()-want) > 1e-6 {
				t.Fatalf("%v has %g mm³, want %g, %v", s, m.Volume(), want, err)
			}
			if least, greatest := m.Bounds(); len(s) == len(hexagon) &&
				math.Abs(greatest[0]-least[0]-40+2*math.Sqrt(3)*clearance) > 1e-6 {
				t.Errorf("the hexagon is %g mm wide", greatest[0]-least[0])
			}
		}
	}
}
