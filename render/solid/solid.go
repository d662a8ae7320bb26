// Package solid makes bodies of shapes, for 3D printers and viewers: polycubes, balls joined by necks, triangular
// prisms, and the flat pieces of other lattices as plates.
//
// Its input is cells and sizes in millimetres, and its output is triangles, and files in the formats STL and glTF. It
// knows nothing of puzzles.
//
// Printed pieces need room to move, so each face is moved into its body by a clearance, and neighbouring pieces are
// twice the clearance apart. This also separates cells that touch only along an edge or at a corner, where printed
// material would break. The result of NewMesh is a closed surface: each edge belongs to two triangles, which run
// through it in opposite directions, and the triangles around a corner form one ring.
package solid

import (
	"errors"
	"fmt"

	"quadrille/compile/lattice"
)

// BodySize holds the dimensions of bodies, in millimetres.
type BodySize struct {
	// CellWidth is the width of a cell: the side of a cube, a square or a triangle, the width of a
	// hexagon, the diameter of a ball.
	CellWidth float64
	// Clearance is the distance by which each face is moved into the body, and by which the radius of balls is
	// reduced. It is at most a tenth of CellWidth.
	Clearance float64
	// PlateHeight is the height of plates. There is no clearance in height, as plates lie side by side.
	PlateHeight float64
}

// DefaultSize returns dimensions that suit hands and common printers.
func DefaultSize() BodySize { return BodySize{CellWidth: 15, Clearance: 0.1, PlateHeight: 5} }

const (
	minSize, maxSize = 0.1, 1000.0 // bounds of CellWidth and PlateHeight, in millimetres
	maxClearance     = 0.1         // largest Clearance, divided by CellWidth
)

// CheckBounds returns an error if a dimension is out of bounds.
func (s BodySize) CheckBounds() error {
	switch sane := func(v float64) bool { return minSize <= v && v <= maxSize }; {
	case !sane(s.CellWidth):
		return fmt.Errorf("a cell of %g mm: it wants to be from %g to %g", s.CellWidth, minSize, maxSize)
	case !sane(s.PlateHeight):
		return fmt.Errorf("a height of %g mm: it wants to be from %g to %g", s.PlateHeight, minSize, maxSize)
	case !(0 <= s.Clearance && s.Clearance <= maxClearance*s.CellWidth):
		return fmt.Errorf("a clearance of %g mm: it wants to be from 0 to a tenth of the cell, %g", s.Clearance,
			maxClearance*s.CellWidth)
	}
	return nil
}

// MaxCells is the largest number of cells of a body. MaxBalls is the largest number of balls of a body. It is smaller,
// as the mesh of a ball has more than a thousand triangles.
const (
	MaxCells = 10_000
	MaxBalls = 1000
)

// The errors of NewMesh and WriteGLB.
var (
	ErrTooLarge = errors.New("a body is made of 10000 cells, or 1000 balls, at most")
	ErrNoBody   = errors.New("there is nothing to write: no piece has a body")
	ErrTouching = errors.New("cells touch along an edge or at a corner alone; a clearance above 0 parts them there")
)

// HasBody reports whether the cells of a lattice have a body. Cubes, balls, prisms, and cells with an area have one.
// Sticks have none.
func HasBody(l *lattice.Lattice) bool { return l.StickEnds == nil }

// NewMesh returns the body of a shape of at least one cell. Cells in space are oriented as in pictures:
// columns lead to the right, rows towards the viewer, layers down.
func NewMesh(l *lattice.Lattice, cells lattice.Shape, size BodySize) (Mesh, error) {
	switch err := size.CheckBounds(); {
	case err != nil:
		return Mesh{}, err
	case !HasBody(l):
		return Mesh{}, fmt.Errorf("the lattice %s has no bodies", l.Name)
	case len(cells) > MaxCells || l == lattice.Balls && len(cells) > MaxBalls:
		return Mesh{}, ErrTooLarge
	}
	var m Mesh
	switch l {
	case lattice.Cube:
		m = cubesMesh(cells, size)
	case lattice.Balls:
		m = ballsMesh(cells, size)
	case lattice.Prism:
		m = prismsMesh(cells, size)
	default:
		m = plateMesh(l, cells, size)
	}
	if !m.isClosed() {
		return Mesh{}, ErrTouching
	}
	return m, nil
}
