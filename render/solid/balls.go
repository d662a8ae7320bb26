package solid

import (
	"math"
	"slices"

	"quadrille/compile/lattice"
)

// ballsMesh returns the body of balls: spheres, with a neck between each two neighbours.
//
// A ball of the lattice touches twelve others, in the directions of the faces of a rhombic dodecahedron, and the mesh
// of the sphere is a projection of that solid. On each face, rays lead from its centre to points on its sides, which
// neighbouring faces share. Each ray crosses a circle around the centre. If the body has a neighbouring ball in this
// direction, neither ball has a surface inside its circle, and a tube joins the two circles. The reflection between the
// balls maps the points of one circle to those of the other, so that the ends of the tube fit.
//
// The radius of a ball is half a cell minus the clearance, so balls of two pieces are twice the clearance apart. The
// radius of a neck is a fixed fraction of that radius, and needs no clearance: a neck is far from other pieces, at rest
// and while they move (assembly_blocking.go of package render has the proof).
func ballsMesh(cells lattice.Shape, size BodySize) Mesh {
	radius := size.CellWidth/2 - size.Clearance
	b := meshBuilder[spherePoint]{Mesh: Mesh{IsRounded: true}, pointPosition: func(s spherePoint) Point {
		at, out := rotateToSpace(cellPoint(lattice.BallToCube(s.ballCell)).timesScalar(size.CellWidth/math.Sqrt2)),
			rotateToSpace(s.surfaceDirection())
		return at.plusPoint(out.timesScalar(radius))
	}}
	for _, ball := range cells {
		for _, face := range rhombusFaces {
			other := ball.Plus(lattice.CubeToBall(face.faceCentre))
			first := 0
			if cells.HasCell(other) {
				first = stepsToCircle
			}
			for k := range face.corners {
				for step := first; step < raySteps; step++ {
					quad := []spherePoint{face.pointOnFace(ball, k, step), face.pointOnFace(ball, k, step+1),
						face.pointOnFace(ball, k+1, step+1), face.pointOnFace(ball, k+1, step)}
					if step == 0 {
						quad = quad[:3] // all rays begin at the centre
					}
					b.addFace(quad...)
				}
				if first > 0 && lattice.CompareCells(ball, other) < 0 {
					b.addFace(face.pointOnFace(ball, k, first), face.pointOnFace(ball, k+1, first),
						face.oppositePoint(other, k+1, first), face.oppositePoint(other, k, first))
				}
			}
		}
	}
	return b.Mesh
}

// Numbers of steps into which the mesh of a ball is divided.
const (
	sideSteps     = 4 // steps along a side of a face
	raySteps      = 4 // steps from the centre of a face to a side
	stepsToCircle = 2 // steps from the centre of a face to the circle of a neck
	// neckSine is the radius of a neck, divided by the radius of a ball. At 1/2 the circles on a ball would touch. Up
	// to 2/3, necks do not block moves.
	neckSine = 0.45
)

// rhombusFace is a face of a rhombic dodecahedron, in coordinates of cubes.
type rhombusFace struct {
	faceCentre lattice.Cell
	corners    []lattice.Cell // corners of the face, multiplied by sideSteps, counterclockwise as seen from outside
}

var rhombusFaces = rhombicDodecahedron()

// rhombicDodecahedron returns the faces of a rhombic dodecahedron. Its corners are at distance 2 on the axes, and at
// all points whose coordinates are all 1 or -1.
func rhombicDodecahedron() (faces []rhombusFace) {
	for axis := range 3 { // axis on which the centre of the face has coordinate 0
		for _, signs := range [][2]int32{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			var right, up, long lattice.Cell
			right[(axis+1)%3], up[(axis+2)%3], long[axis] = signs[0], signs[1], 1
			f := rhombusFace{faceCentre: right.Plus(up)}
			corners := []lattice.Cell{right.Plus(right), f.faceCentre.Plus(long), up.Plus(up), f.faceCentre.Minus(long)}
			// the order is reversed, as the coordinates of cubes are left-handed
			if signs[0] != signs[1] {
				slices.Reverse(corners)
			}
			for i, from := range corners {
				for k, step := int32(0), corners[(i+1)%4].Minus(from); k < sideSteps; k++ {
					f.corners = append(f.corners, lattice.Cell{sideSteps*from[0] + k*step[0], sideSteps*from[1] +
						k*step[1],
						sideSteps*from[2] + k*step[2]})
				}
			}
			faces = append(faces, f)
		}
	}
	return faces
}

// pointOnFace returns the point after some steps on ray k of a face of a ball.
func (f rhombusFace) pointOnFace(ball lattice.Cell, k, step int) spherePoint {
	s := spherePoint{ball, f.faceCentre, f.corners[k%len(f.corners)], step}
	switch step {
	case 0:
		s.sidePoint = lattice.Cell{}
	case raySteps:
		s.faceCentre = lattice.Cell{}
	}
	return s
}

// oppositePoint returns the mirror image of a pointOnFace: the point on the neighbouring ball that the face touches.
func (f rhombusFace) oppositePoint(neighbour lattice.Cell, k, step int) spherePoint {
	s := f.pointOnFace(neighbour, k, step)
	for axis, v := range f.faceCentre {
		s.faceCentre[axis], s.sidePoint[axis] = -v, s.sidePoint[axis]-2*sideSteps*v
	}
	return s
}

// spherePoint identifies a point on a sphere. Faces share the points on their common sides, and the rays of a face
// share its centre.
type spherePoint struct {
	ballCell, faceCentre, sidePoint lattice.Cell
	rayStep                         int
}

// surfaceDirection returns the direction of a point from the centre of its ball, in coordinates of cubes. The steps of
// a ray up to the circle have equal angles, and so have the steps beyond the circle.
func (s spherePoint) surfaceDirection() Point {
	middle, rim := cellPoint(s.faceCentre).unitVector(), cellPoint(s.sidePoint)
	switch s.rayStep {
	case 0:
		return middle
	case raySteps:
		return rim.unitVector()
	}
	circle, side := math.Asin(neckSine), math.Acos(dotProduct(middle, rim.unitVector()))
	angle := circle * float64(s.rayStep) / stepsToCircle
	if s.rayStep > stepsToCircle {
		angle = circle + (side-circle)*float64(s.rayStep-stepsToCircle)/(raySteps-stepsToCircle)
	}
	across := rim.minusPoint(middle.timesScalar(dotProduct(middle, rim))).unitVector()
	return middle.timesScalar(math.Cos(angle)).plusPoint(across.timesScalar(math.Sin(angle)))
}

func cellPoint(c lattice.Cell) Point { return Point{float64(c[0]), float64(c[1]), float64(c[2])} }

// rotateToSpace converts coordinates of cubes to space. In space, the cubes stand on an edge: rows of balls lead to the
// right, along diagonals of faces of cubes.
func rotateToSpace(p Point) Point {
	return Point{(p[2] - p[1]) / math.Sqrt2, -(p[1] + p[2]) / math.Sqrt2, -p[0]}
}
