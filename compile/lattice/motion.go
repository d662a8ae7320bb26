package lattice

import "strings"

// Motion is a rotation or a reflection that fixes the origin.
type Motion struct {
	// Name describes the motion in words.
	Name string
	// ApplyToCell returns the image of a cell.
	ApplyToCell func(Cell) Cell
}

// ImageOfShift returns the image of a shift: two cells that differ by d have images that differ by ImageOfShift(d).
func (m Motion) ImageOfShift(d Cell) Cell { return m.ApplyToCell(d).Minus(m.ApplyToCell(Cell{})) }

// linearMap is the 3 by 3 matrix of a motion.
type linearMap [Dimensions]Cell

func (a linearMap) applyToCell(c Cell) (out Cell) {
	for i, row := range a {
		out[i] = row[0]*c[0] + row[1]*c[1] + row[2]*c[2]
	}
	return out
}

// composeMaps returns the map that applies b first and then a.
func (a linearMap) composeMaps(b linearMap) (out linearMap) {
	for i, row := range a {
		for j := range out {
			out[i][j] = row[0]*b[0][j] + row[1]*b[1][j] + row[2]*b[2][j]
		}
	}
	return out
}

// motionsByTurnPowers returns n motions: start, start followed by one turn, start followed by two turns, and so on.
func motionsByTurnPowers(start, turn linearMap, n int) []linearMap {
	out := make([]linearMap, n)
	for k := range out {
		out[k] = start
		start = turn.composeMaps(start)
	}
	return out
}

// rotationsAndReflections returns 2n motions with their names: n rotations, and then the mirror followed by each of
// them.
func rotationsAndReflections(mirror, turn linearMap, n int, names ...string) []Motion {
	var motions []Motion
	for k, a := range append(motionsByTurnPowers(identityMap, turn, n), motionsByTurnPowers(mirror, turn, n)...) {
		motions = append(motions, Motion{names[k], a.applyToCell})
	}
	return motions
}

// Two motions, used by several lattices.
var (
	identityMap         = linearMap{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	leftRightReflection = Motion{"reflection left to right", linearMap{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}}.applyToCell}
)

func squareMotions() []Motion {
	turn := linearMap{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}
	transpose := linearMap{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	return rotationsAndReflections(transpose, turn, 4, fourfoldMotionNames...)
}

// fourfoldMotionNames are the names of the rotations by multiples of 90°, and of the same rotations after rows and
// columns are exchanged.
var fourfoldMotionNames = []string{
	"identity", "rotation by 90°", "rotation by 180°", "rotation by 270°",
	"reflection in the main diagonal", "reflection left to right",
	"reflection in the other diagonal", "reflection top to bottom",
}

// hexagonLeftRightMap swaps left and right on the lattice of hexagons.
var hexagonLeftRightMap = linearMap{{1, 0, 0}, {-1, -1, 0}, {0, 0, 1}}

// sixfoldMotions returns the twelve motions of the hexagon in coordinates along two steps at an angle of 60°, given the
// matrix that swaps left and right. Names tell the axis of a reflection by its counterclockwise angle on paper.
func sixfoldMotions(mirror linearMap) []Motion {
	turn := linearMap{{1, 1, 0}, {-1, 0, 0}, {0, 0, 1}} // rotation by 60° clockwise
	return rotationsAndReflections(mirror, turn, 6, sixfoldMotionNames...)
}

// sixfoldMotionNames are the names of the rotations by multiples of 60°, and of the same rotations after left and
// right are exchanged.
var sixfoldMotionNames = []string{
	"identity", "rotation by 60°", "rotation by 120°", "rotation by 180°", "rotation by 240°", "rotation by 300°",
	"reflection left to right", "reflection in the axis at 60°", "reflection in the axis at 30°",
	"reflection top to bottom", "reflection in the axis at 150°", "reflection in the axis at 120°",
}

// triangleMotions returns the motions of triangles. They are the motions of the centres of the triangles, which are
// points of a hexagonal lattice.
func triangleMotions() []Motion {
	motions := sixfoldMotions(linearMap{{0, -1, 0}, {-1, 0, 0}, {0, 0, 1}})
	for k, m := range motions {
		motions[k].ApplyToCell = func(c Cell) Cell { return triangleWithCentre(m.ApplyToCell(triangleCentre(c))) }
	}
	return motions
}

// triangleCentre returns the centre of a triangle in coordinates of a hexagonal lattice whose steps are (1, 1) and (1,
// -1) in x and y. The unit of x is half a side to the right of the tip of triangle (0, 0). The unit of y is a third of
// a row down.
func triangleCentre(c Cell) Cell {
	x, y := c[1], 3*c[0]+2-(c[0]+c[1])&1
	return Cell{(x + y) / 2, (x - y) / 2} // the divisions have no remainder, as both sums are even
}

// triangleWithCentre returns the triangle with a centre in the coordinates of triangleCentre.
func triangleWithCentre(p Cell) Cell {
	x, y := p[0]+p[1], p[0]-p[1]
	return Cell{(y - (y%3+3)%3) / 3, x} // the division rounds down
}

// cubeLeftRightMap swaps left and right on the lattice of cubes.
var cubeLeftRightMap = linearMap{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}

// cubeSymmetryGroup returns the symmetry group of the cube in the order of the language: the rotations that keep layers
// level; then the same rotations after each of the five other faces is turned to the top; and all of these after the
// mirror.
func cubeSymmetryGroup(mirror linearMap) (group []linearMap) {
	turn := linearMap{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}} // rotation by 90° clockwise about the vertical axis
	tip := linearMap{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}  // rotation that turns the back face of a cube to the bottom
	onTop := append(motionsByTurnPowers(identityMap, tip, 4), tip.composeMaps(turn),
		tip.composeMaps(turn).composeMaps(turn).composeMaps(turn))
	for _, start := range []linearMap{identityMap, mirror} {
		for _, face := range onTop {
			group = append(group, motionsByTurnPowers(face.composeMaps(start), turn, 4)...)
		}
	}
	return group
}

// namedMotions returns the motions of space for a list of maps, of which the first is the identity, with their names.
func namedMotions(group []linearMap) (motions []Motion) {
	for _, a := range group {
		motions = append(motions, Motion{"to " + a.describeAxes("layer", "row", "column"), a.applyToCell})
	}
	motions[0].Name = "identity"
	return motions
}

// describeAxes returns a text that says where a map leads each axis.
func (a linearMap) describeAxes(axes ...string) string {
	var parts []string
	for _, row := range a {
		part := ""
		for k, v := range row {
			if v != 0 {
				part += map[int32]string{1: "+", -1: "-"}[v] + axes[k]
			}
		}
		parts = append(parts, strings.TrimPrefix(part, "+"))
	}
	return strings.Join(parts, " ")
}
