package lattice

// Prism is the lattice of triangular prisms: layers from top to bottom, each with the rows and columns of triangles. As
// on Triangle, a prism points up on paper if row + column is even.
var Prism = &Lattice{
	Name:               "prism",
	AxisNames:          Cube.AxisNames,
	LayerLattice:       Triangle,
	Motions:            prismMotions(),
	PaperRotationCount: Triangle.PaperRotationCount,
	LeftRightMirror:    motionOfEachLayer(Triangle.LeftRightMirror, 1),
	SymmetryClasses:    prismSymmetryClasses,
	NamedFigures:       figuresWithLayerCount(Triangle.NamedFigures),
	Neighbours: func(c Cell) []Cell {
		around := []Cell{c.Minus(Cell{1}), c.Plus(Cell{1})}
		for _, d := range Triangle.Neighbours(placeInLayer(c)) {
			around = append(around, Cell{c[0], d[0], d[1]})
		}
		return around
	},
	CellOutline:  func(c Cell) []PlanePoint { return Triangle.CellOutline(placeInLayer(c)) },
	PlaneScale:   Triangle.PlaneScale,
	roundUpShift: func(d Cell) Cell { return Cell{d[0], d[1], d[2] + (d[1]+d[2])&1} },
}

// prismSymmetryClasses are the symmetry classes of prisms. A name tells how many rotations map a shape to itself;
// "reflection" means that the mirror image of a shape is one of its rotations.
var prismSymmetryClasses = []SymmetryClass{
	{"full", 1, 1}, {"full-rotation", 1, 2},
	{"sixfold-reflection", 2, 1}, {"sixfold", 2, 2},
	{"fourfold-reflection", 3, 1}, {"fourfold", 3, 2},
	{"threefold-reflection", 4, 1}, {"threefold", 4, 2},
	{"double-reflection", 6, 1}, {"half-turn", 6, 2},
	{"reflection", 12, 1}, {"none", 12, 2},
}

// placeInLayer returns, for a cell in space, the cell with its row and column in the lattice of one layer.
func placeInLayer(c Cell) Cell { return Cell{c[1], c[2]} }

// motionOfEachLayer returns the motion of space that moves each layer as m moves the plane. The factor layers is 1, or
// -1 to reverse the order of the layers.
func motionOfEachLayer(m Motion, layers int32) Motion {
	name := m.Name
	if layers < 0 {
		name += " with layers reversed"
	}
	return Motion{name, func(c Cell) Cell {
		p := m.ApplyToCell(placeInLayer(c))
		return Cell{layers * c[0], p[0], p[1]}
	}}
}

// prismMotions returns the motions of prisms: the rotations that keep layers level; the rotations that turn layers
// over, which move each layer as a reflection does; and the same two lists after left and right are exchanged.
func prismMotions() (motions []Motion) {
	half := len(Triangle.Motions) / 2
	turns, reflections := Triangle.Motions[:half], Triangle.Motions[half:]
	for _, part := range []struct {
		ofLayer []Motion
		layers  int32
	}{{turns, 1}, {reflections, -1}, {reflections, 1}, {turns, -1}} {
		for _, m := range part.ofLayer {
			motions = append(motions, motionOfEachLayer(m, part.layers))
		}
	}
	return motions
}
