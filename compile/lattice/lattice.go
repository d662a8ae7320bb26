// Package lattice holds lattices, the shapes on them, and their symmetries.
//
// Its input is coordinates, its output coordinates: shapes moved, compared
// and classified. It knows nothing of files, puzzles or matrices.
//
// A lattice is a set of integer points, a group of integer matrices that map
// it to itself, and a name for each kind of symmetry that a shape on it can
// have. There is one so far, of squares.
package lattice

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Dimensions is the greatest number of coordinates of a cell. Lattices with
// fewer leave the rest 0.
const Dimensions = 3

// Cell is a point of a lattice: rows, columns, counted from 0.
type Cell [Dimensions]int32

// Plus returns the cell shifted by d.
func (c Cell) Plus(d Cell) Cell {
	for k := range c {
		c[k] += d[k]
	}
	return c
}

// Minus returns the shift from d to c.
func (c Cell) Minus(d Cell) Cell {
	for k := range c {
		c[k] -= d[k]
	}
	return c
}

// Compare orders cells row by row.
func Compare(a, b Cell) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

// Motion is a rotation or reflection about the origin.
type Motion [Dimensions][Dimensions]int32

// Apply returns the image of a cell.
func (m Motion) Apply(c Cell) Cell {
	var out Cell
	for i := range out {
		for j := range c {
			out[i] += m[i][j] * c[j]
		}
	}
	return out
}

// Lattice describes one lattice.
type Lattice struct {
	// Name is how puzzles call it.
	Name string
	// Axes is the number of coordinates in use.
	Axes int
	// Degrees is the angle between Motions[k] and Motions[k+1], for the
	// rotations, with the clock as pictures are drawn: rows going down.
	Degrees int
	// Motions is the point group: the identity, then the rotations, then the
	// rotations of the mirror image, in the same order.
	Motions []Motion
	// Rotations is the number of motions that are no reflections.
	Rotations int
	// Classes names the symmetry classes of shapes.
	Classes []Class
	// Neighbours are the shifts to the cells that share a side with a cell.
	Neighbours []Cell
}

// Class is a symmetry class: shapes whose symmetries are alike. Such a shape
// has S different rotations, and T is 2 if turning it over gives new ones.
type Class struct {
	Name string
	S, T int
}

// Square is the lattice of squares, with the symmetry group of order 8.
var Square = &Lattice{
	Name:      "square",
	Axes:      2,
	Degrees:   90,
	Motions:   squareMotions(),
	Rotations: 4,
	Classes: []Class{
		{"full", 1, 1}, {"swastika", 1, 2}, {"double-reflection", 2, 1},
		{"half-turn", 2, 2}, {"reflection", 4, 1}, {"none", 4, 2},
	},
	Neighbours: []Cell{{-1, 0}, {0, -1}, {0, 1}, {1, 0}},
}

// squareMotions orders the group as the introduction of Knuth's program
// polyominoes does: the rotations (x, y) → (y, -x), then the same after a
// transposition.
func squareMotions() []Motion {
	turn := Motion{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}
	transpose := Motion{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	var all []Motion
	for _, m := range []Motion{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, transpose} {
		for range 4 {
			all = append(all, m)
			m = product(turn, m)
		}
	}
	return all
}

// product is the motion b followed by a.
func product(a, b Motion) Motion {
	var out Motion
	for i := range out {
		for j := range out {
			for k := range out {
				out[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return out
}

// ByName returns the lattice called name.
func ByName(name string) (*Lattice, bool) {
	if name == Square.Name {
		return Square, true
	}
	return nil, false
}

// Names lists the lattices.
func Names() []string { return []string{Square.Name} }

// CellName writes a cell as text: its coordinates joined by commas.
func (l *Lattice) CellName(c Cell) string {
	parts := make([]string, l.Axes)
	for k := range parts {
		parts[k] = strconv.Itoa(int(c[k]))
	}
	return strings.Join(parts, ",")
}

// Rotation returns the motion that turns by the given angle with the clock,
// as a picture is turned, rows going down.
func (l *Lattice) Rotation(degrees int) (Motion, bool) {
	if degrees%l.Degrees != 0 {
		return Motion{}, false
	}
	turns := degrees / l.Degrees % l.Rotations
	return l.Motions[(turns+l.Rotations)%l.Rotations], true
}

// Mirror returns the motion that swaps left and right.
func (l *Lattice) Mirror() Motion {
	return Motion{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}}
}

// MotionName describes a motion of the group in words.
func (l *Lattice) MotionName(k int) string {
	switch {
	case k == 0:
		return "identity"
	case k < l.Rotations:
		return fmt.Sprintf("rotation by %d°", k*l.Degrees)
	}
	return [...]string{
		"reflection in the main diagonal", "reflection left to right",
		"reflection in the other diagonal", "reflection top to bottom",
	}[k-l.Rotations]
}

// ClassNames lists the names of the symmetry classes.
func (l *Lattice) ClassNames() []string {
	var names []string
	for _, c := range l.Classes {
		names = append(names, c.Name)
	}
	return names
}

// ClassOf returns the symmetry class of a shape.
func (l *Lattice) ClassOf(s Shape) Class {
	rotations := len(l.orientations(s, l.Motions[:l.Rotations]))
	t := len(l.orientations(s, l.Motions)) / rotations
	i := slices.IndexFunc(l.Classes, func(c Class) bool { return c.S == rotations && c.T == t })
	return l.Classes[i] // every subgroup of the group has its class
}

// Orientations returns the different shapes that the whole group makes of s,
// each moved to the origin, in the order of the group.
func (l *Lattice) Orientations(s Shape) []Shape { return l.orientations(s, l.Motions) }

// Turned returns the different shapes that the rotations make of s.
func (l *Lattice) Turned(s Shape) []Shape { return l.orientations(s, l.Motions[:l.Rotations]) }

func (l *Lattice) orientations(s Shape, motions []Motion) []Shape {
	var out []Shape
	for _, m := range motions {
		o := s.Move(m).AtOrigin()
		if !slices.ContainsFunc(out, o.Equal) {
			out = append(out, o)
		}
	}
	return out
}
