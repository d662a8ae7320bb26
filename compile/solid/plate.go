package solid

import (
	"math/cmplx"
	"slices"

	"quadrille/compile/lattice"
)

// plate makes a body of cells in the plane. Its top and bottom are made of the cells as they
// are: only their corners on the border move inwards, to where the two sides of the border
// that meet there meet after each has moved by the clearance.
//
// Where cells touch at a corner alone, the border passes more than once. So a corner belongs to
// those cells around it that one can walk through from side to side, its fan, and two fans have
// two corners.
func plate(l *lattice.Lattice, cells lattice.Shape, size Size) Mesh {
	o := outline{lattice: l, size: size, cellAt: map[[2]lattice.Point]lattice.Cell{}}
	for _, c := range cells {
		corners := l.Outline(c)
		for i, p := range corners {
			o.cellAt[[2]lattice.Point{p, corners[(i+1)%len(corners)]}] = c
		}
	}
	type corner struct {
		x, y float64
		top  bool
	}
	b := builder[corner]{place: func(c corner) Point {
		if c.top {
			return Point{c.x, c.y, size.Height}
		}
		return Point{c.x, c.y, 0}
	}}
	for _, c := range cells {
		points := l.Outline(c)
		n := len(points)
		top, bottom := make([]corner, n), make([]corner, n)
		for i, p := range points { // an outline runs with the clock
			at := o.corner(points[(i+n-1)%n], p, points[(i+1)%n])
			top[n-1-i], bottom[i] = corner{real(at), imag(at), true}, corner{real(at), imag(at), false}
		}
		b.face(top...)
		b.face(bottom...)
		for i, p := range points {
			j := (i + 1) % n
			if _, shared := o.cellAt[[2]lattice.Point{points[j], p}]; !shared {
				b.face(bottom[j], bottom[i], top[n-1-i], top[n-1-j])
			}
		}
	}
	return b.Mesh
}

// outline knows the cell on the right of each side, as one goes along it.
type outline struct {
	lattice *lattice.Lattice
	size    Size
	cellAt  map[[2]lattice.Point]lattice.Cell
}

// corner returns the place of a corner of a cell, given the corners before and after it.
func (o *outline) corner(before, p, after lattice.Point) complex128 {
	start := after
	for { // through the fan to the side of the border that leads away
		c, ok := o.cellAt[[2]lattice.Point{after, p}]
		if !ok {
			break
		}
		if _, after = o.beside(c, p); after == start {
			return o.spot(p) // cells all around
		}
	}
	for { // and to the one that leads here
		c, ok := o.cellAt[[2]lattice.Point{p, before}]
		if !ok {
			break
		}
		before, _ = o.beside(c, p)
	}
	in, out := o.inwards(before, p), o.inwards(p, after)
	cosine := real(in * cmplx.Conj(out))
	return o.spot(p) + complex(o.size.Clearance/(1+cosine), 0)*(in+out)
}

// beside returns the corners of a cell before and after one of them.
func (o *outline) beside(c lattice.Cell, p lattice.Point) (before, after lattice.Point) {
	corners := o.lattice.Outline(c)
	i, n := slices.Index(corners, p), len(corners)
	return corners[(i+n-1)%n], corners[(i+1)%n]
}

// spot returns the place of a point of the lattice in millimetres, the imaginary part away
// from the reader.
func (o *outline) spot(p lattice.Point) complex128 {
	return complex(float64(p.X)*o.lattice.Scale[0]*o.size.Cell, -float64(p.Y)*o.lattice.Scale[1]*o.size.Cell)
}

// inwards returns the direction from a side into its cell, of length 1.
func (o *outline) inwards(from, to lattice.Point) complex128 {
	along := o.spot(to) - o.spot(from)
	return along / complex(cmplx.Abs(along), 0) * -1i
}
