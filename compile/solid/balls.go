package solid

import (
	"math"
	"slices"

	"quadrille/compile/lattice"
)

// balls makes the body of balls that touch: spheres, and a neck between each two neighbours.
//
// A ball of the lattice touches twelve, towards the faces of a rhombic dodecahedron, and the sphere
// is meshed as that one is. On each face rays lead from its middle to points on its sides, which the
// next face shares. On the way all of them pass a circle. Where there is a neighbour both balls
// have no surface inside of the circle, and a tube joins the two. The mirror between the balls maps
// the points of one to those of the other, so that the ends of the tube fit, corner to corner.
//
// The radius is half a cell without the clearance: so balls of two pieces stand apart by twice
// that much. A neck is a fixed part as thick, and needs no clearance: it is far from all that belongs
// to other pieces, at rest and while they move (compile/assembly has the proof).
func balls(cells lattice.Shape, size Size) Mesh {
	radius := size.Cell/2 - size.Clearance
	b := builder[spherical]{Mesh: Mesh{Smooth: true}, place: func(s spherical) Point {
		at, out := turned(direction(lattice.AmongCubes(s.ball)).times(size.Cell/math.Sqrt2)), turned(s.direction())
		return at.plus(out.times(radius))
	}}
	for _, ball := range cells {
		for _, face := range rhombi {
			other := ball.Plus(lattice.FromCubes(face.middle))
			first := 0
			if cells.Has(other) {
				first = circleAt
			}
			for k := range face.rim {
				for step := first; step < raySteps; step++ {
					quad := []spherical{face.point(ball, k, step), face.point(ball, k, step+1), face.point(ball, k+1, step+1), face.point(ball, k+1, step)}
					if step == 0 {
						quad = quad[:3] // all rays begin in the middle
					}
					b.face(quad...)
				}
				if first > 0 && lattice.Compare(ball, other) < 0 {
					b.face(face.point(ball, k, first), face.point(ball, k+1, first), face.opposite(other, k+1, first), face.opposite(other, k, first))
				}
			}
		}
	}
	return b.Mesh
}

const (
	sideSteps = 4 // from corner to corner of a face
	raySteps  = 4 // from its middle to a side
	circleAt  = 2 // from its middle to the circle
	// neckSine is the radius of a neck, by that of a ball. At 1/2 the circles of a ball would
	// touch, and up to 2/3 necks are not in the way.
	neckSine = 0.45
)

// rhombus is a face of a dodecahedron, all in steps among cubes.
type rhombus struct {
	middle lattice.Cell
	rim    []lattice.Cell // sideSteps times as far away, against the clock as seen from outside
}

var rhombi = rhombicDodecahedron()

// rhombicDodecahedron has its corners at 2 in the directions of the axes, and where all coordinates
// are 1 or -1.
func rhombicDodecahedron() (faces []rhombus) {
	for axis := range 3 { // the one along which the middle is 0
		for _, signs := range [][2]int32{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			var right, up, long lattice.Cell
			right[(axis+1)%3], up[(axis+2)%3], long[axis] = signs[0], signs[1], 1
			f := rhombus{middle: right.Plus(up)}
			corners := []lattice.Cell{right.Plus(right), f.middle.Plus(long), up.Plus(up), f.middle.Minus(long)}
			if signs[0] != signs[1] { // it is the mirror image of one whose corners run with the clock, as the space of cubes is of ours
				slices.Reverse(corners)
			}
			for i, from := range corners {
				for k, step := int32(0), corners[(i+1)%4].Minus(from); k < sideSteps; k++ {
					f.rim = append(f.rim, lattice.Cell{sideSteps*from[0] + k*step[0], sideSteps*from[1] + k*step[1], sideSteps*from[2] + k*step[2]})
				}
			}
			faces = append(faces, f)
		}
	}
	return faces
}

// point returns a point on the k-th ray of a face.
func (f rhombus) point(ball lattice.Cell, k, step int) spherical {
	s := spherical{ball, f.middle, f.rim[k%len(f.rim)], step}
	switch step {
	case 0:
		s.rim = lattice.Cell{}
	case raySteps:
		s.face = lattice.Cell{}
	}
	return s
}

// opposite returns the point of the neighbour on the face that is the mirror image of a point.
func (f rhombus) opposite(neighbour lattice.Cell, k, step int) spherical {
	s := f.point(neighbour, k, step)
	for axis, v := range f.middle {
		s.face[axis], s.rim[axis] = -v, s.rim[axis]-2*sideSteps*v
	}
	return s
}

// spherical names a point on a sphere. Faces share what is on their sides, and rays the middle.
type spherical struct {
	ball, face, rim lattice.Cell
	step            int
}

// direction returns the direction of a point from the middle of its ball, among cubes. Up to the
// circle, and from there on, the steps of a ray have equal angles.
func (s spherical) direction() Point {
	middle, rim := direction(s.face).unit(), direction(s.rim)
	switch s.step {
	case 0:
		return middle
	case raySteps:
		return rim.unit()
	}
	circle, side := math.Asin(neckSine), math.Acos(dot(middle, rim.unit()))
	angle := circle * float64(s.step) / circleAt
	if s.step > circleAt {
		angle = circle + (side-circle)*float64(s.step-circleAt)/(raySteps-circleAt)
	}
	across := rim.minus(middle.times(dot(middle, rim))).unit()
	return middle.times(math.Cos(angle)).plus(across.times(math.Sin(angle)))
}

func direction(c lattice.Cell) Point { return Point{float64(c[0]), float64(c[1]), float64(c[2])} }

// turned returns the place in space of one among cubes, which stand on an edge there: rows of balls
// lead to the right, from corner to corner.
func turned(p Point) Point {
	return Point{(p[2] - p[1]) / math.Sqrt2, -(p[1] + p[2]) / math.Sqrt2, -p[0]}
}
