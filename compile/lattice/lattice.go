// Package lattice defines the lattices of the language, shapes on them, and their symmetries.
//
// Its input and output are coordinates: it moves, compares and classifies shapes. It knows nothing of files, puzzles or
// matrices.
//
// A lattice is a set of points with integer coordinates, called cells. It comes with its shifts, with the motions
// (rotations and reflections) that map it to itself, with a name for each symmetry class of shapes, and with the
// outlines of cells for pictures. Each lattice is a value of type Lattice. To add one, write its value in lattices.go
// and add it to the list there.
package lattice

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ByName returns the lattice with a name of the language, such as "hexagon".
func ByName(name string) (*Lattice, bool) {
	i := slices.Index(Names(), name)
	if i < 0 {
		return nil, false
	}
	return allLattices[i], true
}

// Names returns the names of all lattices.
func Names() []string {
	var names []string
	for _, l := range allLattices {
		names = append(names, l.Name)
	}
	return names
}

// Dimensions is the number of coordinates that a cell has. A lattice of the plane uses two, and the third is 0.
const Dimensions = 3

// Cell is a point of a lattice: its row and column or, in space, its layer, row and column, counted from 0. A shift
// from one cell to another has this type too.
type Cell [Dimensions]int32

// Plus returns the cell shifted by d.
func (c Cell) Plus(d Cell) Cell { return Cell{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

// Minus returns the shift from d to c.
func (c Cell) Minus(d Cell) Cell { return Cell{c[0] - d[0], c[1] - d[1], c[2] - d[2]} }

// CellCoordinates returns the first coordinates of each cell, as many as the argument axes says.
func CellCoordinates(cells []Cell, axes int) [][]int32 {
	var out [][]int32
	for _, c := range cells {
		out = append(out, c[:axes:axes])
	}
	return out
}

// CompareCells orders cells in reading order: by layer, row and column. It returns a negative number, 0 or a positive
// number, as slices.SortFunc requires.
func CompareCells(a, b Cell) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

// Lattice describes one lattice.
type Lattice struct {
	// Name is the name of the lattice in the language.
	Name string
	// AxisNames are the names of the coordinates, in order: "row" and "column", in space "layer" before them.
	AxisNames []string
	// LayerLattice is the lattice of one layer of a lattice in space; nil on lattices of the plane. Pieces on
	// LayerLattice lie on boards of this lattice, one layer thick.
	LayerLattice *Lattice
	// Motions is the symmetry group: the identity, the other rotations, and as many reflections as rotations.
	Motions []Motion
	// PaperRotationCount is the number of motions that rotate a picture on paper. They are the first elements of
	// Motions, and turn clockwise by equal steps.
	PaperRotationCount int
	// LeftRightMirror is the motion that swaps left and right.
	LeftRightMirror Motion
	// SymmetryClasses are the symmetry classes that a shape may belong to.
	SymmetryClasses []SymmetryClass
	// NamedFigures are the shapes that have a name in the language, such as diamond.
	NamedFigures []Figure
	// LineKinds are the kinds of straight lines of cells, such as rows and diagonals.
	LineKinds []LineKind
	// CellMarks are the characters that draw a cell in pictures of this lattice, in addition to # and *. HoleMarks are
	// the characters that draw no cell, in addition to the dot and the blank.
	CellMarks, HoleMarks string
	// CellLayoutText says, for error messages, which points are cells; "" if all points are.
	CellLayoutText string

	// Neighbours returns the neighbours of a cell. A piece is connected if steps between neighbours join all its cells.
	Neighbours func(Cell) []Cell
	// CellOutline returns the corners of a cell in the plane, in order, in units of PlaneScale; for a stick, its two
	// ends. Two cells that share a side share its two corners. In space the outline is that of the cell within its
	// layer.
	CellOutline func(Cell) []PlanePoint
	PlaneScale  PlaneScale

	// StickEnds returns the two joints at the ends of a stick. SticksAtJoint returns the sticks at a joint in clockwise
	// order. JointPoint returns the point of a joint in the plane. All three are nil on lattices whose cells are no
	// sticks.
	StickEnds     func(Cell) []Cell
	SticksAtJoint func(joint Cell) Shape
	JointPoint    func(joint Cell) PlanePoint

	// isCell reports whether a point is a cell. roundUpShift returns the least shift of the lattice that is no less
	// than a point in any coordinate. Both are nil if every point is a cell and a shift.
	isCell       func(Cell) bool
	roundUpShift func(Cell) Cell

	cellsAreBalls bool // whether the cells are balls: pictures draw them as discs
}

// PlaneScale holds the lengths on paper of one unit of X and of one unit of Y, as multiples of the side of a square.
type PlaneScale [2]float64

// PlanePoint is a point of the plane: X counts to the right, Y down.
type PlanePoint struct{ X, Y int32 }

// SymmetryClass is the class of the shapes that have the same symmetries. RotationCount is the number of different
// rotated images of such a shape. MirrorFactor is 2 if its reflections are other images, and 1 if they are not.
type SymmetryClass struct {
	Name                        string
	RotationCount, MirrorFactor int
}

// LineKind is a kind of straight lines in the language, such as diagonals.
type LineKind struct {
	Name         string
	LineFamilies []LineFamily
}

// LineFamily is a set of parallel lines: cells that differ by a multiple of LineStep are on one line.
type LineFamily struct {
	Name     string
	LineStep Cell
}

// FigureNamed returns the figure with a name, and whether the lattice has such a figure.
func (l *Lattice) FigureNamed(name string) (Figure, bool) {
	i := slices.IndexFunc(l.NamedFigures, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		return Figure{}, false
	}
	return l.NamedFigures[i], true
}

// LineFamiliesOf returns the families of parallel lines of a kind, or nil if the lattice has no lines of that kind.
func (l *Lattice) LineFamiliesOf(kind string) []LineFamily {
	i := slices.IndexFunc(l.LineKinds, func(lines LineKind) bool { return lines.Name == kind })
	if i < 0 {
		return nil
	}
	return l.LineKinds[i].LineFamilies
}

// IsCell reports whether a point is a cell.
func (l *Lattice) IsCell(c Cell) bool { return l.isCell == nil || l.isCell(c) }

// IsShift reports whether a shift maps the lattice to itself.
func (l *Lattice) IsShift(d Cell) bool { return l.RoundUpShift(d) == d }

// RoundUpShift returns the least shift of the lattice that is no less than d in any coordinate.
func (l *Lattice) RoundUpShift(d Cell) Cell {
	if l.roundUpShift == nil {
		return d
	}
	return l.roundUpShift(d)
}

// CellName returns the coordinates of a cell with commas between them, as in the names of items: 0,2.
func (l *Lattice) CellName(c Cell) string {
	parts := make([]string, len(l.AxisNames))
	for k := range parts {
		parts[k] = strconv.Itoa(int(c[k]))
	}
	return strings.Join(parts, ",")
}

// FormatCell returns a cell as the language writes it: (0, 2).
func (l *Lattice) FormatCell(c Cell) string {
	return "(" + strings.ReplaceAll(l.CellName(c), ",", ", ") + ")"
}

// Rotations returns the motions that are rotations, the identity first.
func (l *Lattice) Rotations() []Motion { return l.Motions[:len(l.Motions)/2] }

// IsSolid reports whether the lattice is three-dimensional. There a hand cannot turn a piece over into its mirror
// image.
func (l *Lattice) IsSolid() bool { return len(l.AxisNames) == 3 }

// LeastTurnDegrees returns the least angle by which a picture can be turned.
func (l *Lattice) LeastTurnDegrees() int { return 360 / l.PaperRotationCount }

// RotationBy returns the motion that turns a picture clockwise by an angle, and whether there is such a motion.
func (l *Lattice) RotationBy(degrees int) (Motion, bool) {
	if degrees%l.LeastTurnDegrees() != 0 {
		return Motion{}, false
	}
	turns := degrees / l.LeastTurnDegrees() % l.PaperRotationCount
	return l.Motions[(turns+l.PaperRotationCount)%l.PaperRotationCount], true
}

// SymmetryClassNames returns the names of the symmetry classes.
func (l *Lattice) SymmetryClassNames() []string {
	var names []string
	for _, c := range l.SymmetryClasses {
		names = append(names, c.Name)
	}
	return names
}

// SymmetryClassOf returns the symmetry class of a shape. The counts of its different rotations and reflections identify
// the class.
func (l *Lattice) SymmetryClassOf(s Shape) SymmetryClass {
	home, rotationCount := l.ShiftToOrigin(s), len(l.RotationsInSpace(s))
	fixing, fixingRotations := 0, 0
	for k, m := range l.Motions {
		if l.ShiftToOrigin(s.ApplyMotion(m)).Equal(home) {
			if fixing++; k < rotationCount {
				fixingRotations++
			}
		}
	}
	rotations := rotationCount / fixingRotations
	t := len(l.Motions) / fixing / rotations
	i := slices.IndexFunc(l.SymmetryClasses, func(c SymmetryClass) bool {
		return c.RotationCount == rotations && c.MirrorFactor == t
	})
	return l.SymmetryClasses[i] // every subgroup of the group has a class
}

// Orientations returns the different images of a shape under all motions, in the order of Motions. Each image is
// shifted so that its corner is at the origin.
func (l *Lattice) Orientations(s Shape) []Shape {
	var out []Shape
	for _, o := range l.MarkedOrientations(MarkedShape{Shape: s}, l.Motions) {
		out = append(out, o.Shape)
	}
	return out
}

// RotationsInSpace returns the motions that a hand can apply to a solid body of this shape. For most shapes they are
// the rotations. A set of balls in one plane is its own mirror image, so each reflection of it is also a rotation in
// space, perhaps a rotation outside of the group.
func (l *Lattice) RotationsInSpace(s Shape) []Motion {
	if l.cellsAreBalls && s.isFlat() {
		return l.Motions
	}
	return l.Rotations()
}

// ShiftToOrigin returns the shape shifted so that its corner is at the origin, or at the nearest later point to which a
// shift of the lattice leads.
func (l *Lattice) ShiftToOrigin(s Shape) Shape {
	least, _ := s.BoundingBox()
	return s.Shift(l.RoundUpShift(Cell{}.Minus(least)))
}

// ConnectedParts returns the connected parts of a shape, in the order of their first cells.
func (l *Lattice) ConnectedParts(s Shape) []Shape {
	var parts []Shape
	seen := make(map[Cell]bool, len(s))
	for _, first := range s {
		if seen[first] {
			continue
		}
		seen[first] = true
		part := []Cell{first}
		for i := 0; i < len(part); i++ {
			for _, next := range l.Neighbours(part[i]) {
				if s.HasCell(next) && !seen[next] {
					seen[next] = true
					part = append(part, next)
				}
			}
		}
		parts = append(parts, NewShape(part))
	}
	return parts
}

// IsConnected reports whether a shape is in one part, or has no cells.
func (l *Lattice) IsConnected(s Shape) bool { return len(l.ConnectedParts(s)) <= 1 }

// OutlineBox returns two corners of the box around the outlines of cells.
func (l *Lattice) OutlineBox(s Shape) (least, greatest PlanePoint) {
	least, greatest = PlanePoint{math.MaxInt32, math.MaxInt32}, PlanePoint{math.MinInt32, math.MinInt32}
	for _, c := range s {
		for _, p := range l.CellOutline(c) {
			least = PlanePoint{min(least.X, p.X), min(least.Y, p.Y)}
			greatest = PlanePoint{max(greatest.X, p.X), max(greatest.Y, p.Y)}
		}
	}
	return least, greatest
}
