package solid

import (
	"math/cmplx"
	"slices"

	"quadrille/compile/lattice"
)

// plateMesh returns the body of flat cells. Its top and its bottom have the form of the cells. Only corners on the
// border are moved inwards. To move a corner, the two sides of the border at that corner are moved inwards by the
// clearance; the new corner is their intersection.
//
// If cells touch only at a corner, the border passes that corner more than once. So each corner of the body belongs to
// a fan of cells, which are around the corner and connected through sides. Two fans have separate corners.
func plateMesh(l *lattice.Lattice, cells lattice.Shape, size BodySize) Mesh {
	o := plateOutline{lattice: l, bodySize: size, cellAt: map[[2]lattice.PlanePoint]lattice.Cell{}}
	for _, c := range cells {
		corners := l.CellOutline(c)
		for i, p := range corners {
			o.cellAt[[2]lattice.PlanePoint{p, corners[(i+1)%len(corners)]}] = c
		}
	}
	type corner struct {
		x, y  float64
		isTop bool
	}
	b := meshBuilder[corner]{pointPosition: func(c corner) Point {
		if c.isTop {
			return Point{c.x, c.y, size.PlateHeight}
		}
		return Point{c.x, c.y, 0}
	}}
	for _, c := range cells {
		points := l.CellOutline(c)
		n := len(points)
		top, bottom := make([]corner, n), make([]corner, n)
		for i, p := range points { // an outline runs clockwise
			at := o.platePoint(points[(i+n-1)%n], p, points[(i+1)%n])
			top[n-1-i], bottom[i] = corner{real(at), imag(at), true}, corner{real(at), imag(at), false}
		}
		b.addFace(top...)
		b.addFace(bottom...)
		for i, p := range points {
			j := (i + 1) % n
			if _, shared := o.cellAt[[2]lattice.PlanePoint{points[j], p}]; !shared {
				b.addFace(bottom[j], bottom[i], top[n-1-i], top[n-1-j])
			}
		}
	}
	return b.Mesh
}

// plateOutline maps each directed side of a cell to the cell on its right.
type plateOutline struct {
	lattice  *lattice.Lattice
	bodySize BodySize
	cellAt   map[[2]lattice.PlanePoint]lattice.Cell
}

// platePoint returns the position of a corner of a cell in the plate, given the corners before and after it.
func (o *plateOutline) platePoint(before, p, after lattice.PlanePoint) complex128 {
	start := after
	for { // goes through the fan of cells around p, up to the side of the border that begins at p
		c, ok := o.cellAt[[2]lattice.PlanePoint{after, p}]
		if !ok {
			break
		}
		if _, after = o.neighbourCorners(c, p); after == start {
			return o.pointInPlane(p) // all cells around the corner are in the body
		}
	}
	for { // goes through the fan in the other direction, up to the side of the border that ends at p
		c, ok := o.cellAt[[2]lattice.PlanePoint{p, before}]
		if !ok {
			break
		}
		before, _ = o.neighbourCorners(c, p)
	}
	in, out := o.inwardNormal(before, p), o.inwardNormal(p, after)
	cosine := real(in * cmplx.Conj(out))
	return o.pointInPlane(p) + complex(o.bodySize.Clearance/(1+cosine), 0)*(in+out)
}

// neighbourCorners returns the corners of a cell before and after a given corner.
func (o *plateOutline) neighbourCorners(c lattice.Cell, p lattice.PlanePoint) (before, after lattice.PlanePoint) {
	corners := o.lattice.CellOutline(c)
	i, n := slices.Index(corners, p), len(corners)
	return corners[(i+n-1)%n], corners[(i+1)%n]
}

// pointInPlane returns the position of a lattice point in millimetres. The imaginary part is the distance away from
// the viewer.
func (o *plateOutline) pointInPlane(p lattice.PlanePoint) complex128 {
	return complex(float64(p.X)*o.lattice.PlaneScale[0]*o.bodySize.CellWidth,
		-float64(p.Y)*o.lattice.PlaneScale[1]*o.bodySize.CellWidth)
}

// inwardNormal returns the unit normal of a side that points towards the cell of that side.
func (o *plateOutline) inwardNormal(from, to lattice.PlanePoint) complex128 {
	along := o.pointInPlane(to) - o.pointInPlane(from)
	return along / complex(cmplx.Abs(along), 0) * -1i
}
