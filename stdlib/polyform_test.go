package stdlib_test

import (
	"cmp"
	"slices"
	"strings"
)

// This file finds all polyforms of a size on each lattice, and their symmetry
// classes, from the definitions alone. It shares no code with the compiler, so
// that the modules and the compiler can each be tested without the other.

// latticePoint is a cell of a lattice, in the coordinates in which the motions are
// simple: they permute them and change their signs.
type latticePoint [3]int

// picturePlace is where a picture draws a cell: layer, row and column.
type picturePlace [3]int

// latticeMotion is a symmetry of a lattice, up to a shift.
type latticeMotion func(latticePoint) latticePoint

// polyGrid is a lattice.
type polyGrid struct {
	name                string
	first               latticePoint // a polyform of one cell
	neighbours          func(latticePoint) []latticePoint
	rotations, mirrored []latticeMotion

	draw func(latticePoint) picturePlace
	cell func(picturePlace) latticePoint // the inverse of draw
	fit  func(picturePlace) picturePlace // the next place that is a shift of the lattice
	ends func(picturePlace) []picturePlace
	flat func([]latticePoint) bool // tells the shapes that are their own mirror image as they lie

	// classes names the symmetry classes, by the motions that leave a shape as
	// it is.
	classes map[stabilizer]string
}

// stabilizer says how many rotations leave a shape as it is, and whether a
// mirrored motion does.
type stabilizer struct {
	rotations int
	mirrored  bool
}

var (
	squareGrid = &polyGrid{
		name:       "square",
		neighbours: func(p latticePoint) []latticePoint { return p.axisNeighbors(1, 2) },
		rotations:  signedPermutations(+1, inPlane),
		mirrored:   signedPermutations(-1, inPlane),
		draw:       asPlace,
		cell:       asPoint,
		fit:        anyShift,
		classes:    fourfoldClasses,
	}

	// cubeGrid has layers, rows and columns.
	cubeGrid = &polyGrid{
		name:       "cube",
		neighbours: func(p latticePoint) []latticePoint { return p.axisNeighbors(0, 1, 2) },
		rotations:  signedPermutations(+1, inSpace),
		mirrored:   signedPermutations(-1, inSpace),
		draw:       asPlace,
		cell:       asPoint,
		fit:        anyShift,
		classes:    cubeClasses,
	}

	// ballGrid has every second point of space, those with an even sum. A ball touches those at the
	// corners of a step along two axes.
	ballGrid = &polyGrid{
		name:       "balls",
		neighbours: ballsAround,
		rotations:  signedPermutations(+1, inSpace),
		mirrored:   signedPermutations(-1, inSpace),
		draw: func(p latticePoint) picturePlace {
			return picturePlace{p[0], (p[0] + p[1] + p[2]) / 2, (p[0] - p[1] + p[2]) / 2}
		},
		cell:    func(p picturePlace) latticePoint { return latticePoint{p[0], p[1] - p[2], p[1] + p[2] - p[0]} },
		fit:     anyShift,
		flat:    areCoplanar,
		classes: cubeClasses,
	}

	// stickGrid has rows and columns of half sticks: a point is a joint if both are even, and a stick if one is even.
	stickGrid = &polyGrid{
		name:       "sticks",
		first:      latticePoint{0, 0, 1},
		neighbours: sticksAround,
		rotations:  signedPermutations(+1, inPlane),
		mirrored:   signedPermutations(-1, inPlane),
		draw:       asPlace,
		cell:       asPoint,
		fit:        func(p picturePlace) picturePlace { return picturePlace{p[0], p[1] + p[1]&1, p[2] + p[2]&1} },
		ends:       stickEnds,
		classes:    fourfoldClasses,
	}

	// trigGrid is to hexagonGrid as stickGrid to squareGrid: joints have even coordinates, and sticks lie
	// half way between them.
	trigGrid = &polyGrid{
		name:  "trigs",
		first: latticePoint{0, 1, -1},
		neighbours: func(p latticePoint) []latticePoint {
			return trigsAround(p,
				func(latticePoint) bool { return true })
		},
		rotations: sixfoldMotions(even, latticePoint{}),
		mirrored:  sixfoldMotions(odd, latticePoint{}),
		draw:      func(p latticePoint) picturePlace { return picturePlace{0, p[0], p[1]} },
		cell:      func(p picturePlace) latticePoint { return latticePoint{p[1], p[2], -p[1] - p[2]} },
		fit: func(p picturePlace) picturePlace {
			return picturePlace{p[0], nextMultiple(p[1], 2), nextMultiple(p[2], 2)}
		},
		ends:    trigEnds,
		classes: sixfoldClasses,
	}

	// twigGrid has the joints of trigGrid except the middles of hexagons.
	twigGrid = &polyGrid{
		name:  "twigs",
		first: latticePoint{0, 3, -3},
		neighbours: func(p latticePoint) []latticePoint {
			return trigsAround(p, func(joint latticePoint) bool { return (joint[0]-joint[1])%6 != 0 })
		},
		rotations: sixfoldMotions(even, latticePoint{}),
		mirrored:  sixfoldMotions(odd, latticePoint{}),
		draw:      func(p latticePoint) picturePlace { return picturePlace{0, p[0], p[1]} },
		cell:      func(p picturePlace) latticePoint { return latticePoint{p[1], p[2], -p[1] - p[2]} },
		fit: func(p picturePlace) picturePlace {
			row := nextMultiple(p[1], 2)
			return picturePlace{p[0], row, row + nextMultiple(p[2]-row, 6)}
		},
		ends:    trigEnds,
		classes: sixfoldClasses,
	}

	// hexagonGrid has a coordinate for each direction of rows. The sum is 0.
	hexagonGrid = &polyGrid{
		name:       "hexagon",
		neighbours: hexagonsAround,
		rotations:  sixfoldMotions(even, latticePoint{}),
		mirrored:   sixfoldMotions(odd, latticePoint{}),
		draw:       func(p latticePoint) picturePlace { return picturePlace{0, p[0], p[1]} },
		cell:       func(p picturePlace) latticePoint { return latticePoint{p[1], p[2], -p[1] - p[2]} },
		fit:        anyShift,
		classes:    sixfoldClasses,
	}

	// triangleGrid numbers the strips between the lines of each direction. The
	// sum of a triangle's three is 0 if it points up, 1 if down.
	triangleGrid = &polyGrid{
		name:       "triangle",
		neighbours: trianglesAround,
		rotations:  sixfoldMotions(even, latticePoint{0, 0, 1}),
		mirrored:   sixfoldMotions(odd, latticePoint{0, 0, 1}),
		draw:       func(p latticePoint) picturePlace { return picturePlace{0, p[0], p[1] - p[2]} },
		cell:       triangleAt,
		fit:        func(p picturePlace) picturePlace { return picturePlace{p[0], p[1], p[2] + (p[1]+p[2])&1} },
		classes:    sixfoldClasses,
	}

	// prismGrid has layers of triangleGrid: the sum of a point is that of the triangle, and 3 for each layer.
	prismGrid = &polyGrid{
		name: "prism",
		neighbours: func(p latticePoint) (all []latticePoint) {
			triangle, layer := splitLayer(p)
			for _, q := range trianglesAround(triangle) {
				all = append(all, onLayer(q, layer))
			}
			return append(all, onLayer(triangle, layer-1), onLayer(triangle, layer+1))
		},
		rotations: append(layeredMotions(even, 1), layeredMotions(odd, -1)...),
		mirrored:  append(layeredMotions(odd, 1), layeredMotions(even, -1)...),
		draw: func(p latticePoint) picturePlace {
			triangle, layer := splitLayer(p)
			return picturePlace{layer, triangle[0], triangle[1] - triangle[2]}
		},
		cell:    func(p picturePlace) latticePoint { return onLayer(triangleAt(p), p[0]) },
		fit:     func(p picturePlace) picturePlace { return picturePlace{p[0], p[1], p[2] + (p[1]+p[2])&1} },
		classes: prismClasses,
	}

	// kiteGrid has nine times the middle of a hexagon, in its three directions of rows, and the way from
	// there to a third of a corner.
	kiteGrid = &polyGrid{
		name:       "kite",
		first:      corners[0],
		neighbours: kitesAround,
		rotations:  sixfoldMotions(even, latticePoint{}),
		mirrored:   sixfoldMotions(odd, latticePoint{}),
		draw:       func(p latticePoint) picturePlace { return inHexagon(p, 9, kitePlaces) },
		cell:       func(p picturePlace) latticePoint { return ofHexagon(p, 9, 3, kitePlaces) },
		fit: func(p picturePlace) picturePlace {
			return picturePlace{p[0], nextMultiple(p[1], 2), nextMultiple(p[2], 3)}
		},
		classes: sixfoldClasses,
	}

	// drafterGrid has eighteen times the middle of a hexagon, and the way to a point in a half of a kite.
	drafterGrid = &polyGrid{
		name:       "drafter",
		first:      corners[0].scaleBy(2).addPoint(corners[1]),
		neighbours: draftersAround,
		rotations:  sixfoldMotions(even, latticePoint{}),
		mirrored:   sixfoldMotions(odd, latticePoint{}),
		draw:       func(p latticePoint) picturePlace { return inHexagon(p, 18, drafterPlaces) },
		cell:       func(p picturePlace) latticePoint { return ofHexagon(p, 18, 6, drafterPlaces) },
		fit: func(p picturePlace) picturePlace {
			return picturePlace{p[0], nextMultiple(p[1], 2), nextMultiple(p[2], 6)}
		},
		classes: sixfoldClasses,
	}
)

// cairoGrid has rows and columns of pentagons. They turn around a corner of four of them, at the right of
// the first one, and are mirrored in the side between that and the one at its lower right.
var cairoGrid = &polyGrid{
	name:       "cairo",
	neighbours: cairosAround,
	rotations:  cairoTurns(func(p latticePoint) latticePoint { return p }),
	mirrored:   cairoTurns(func(p latticePoint) latticePoint { return latticePoint{0, p[2], p[1]} }),
	draw:       asPlace,
	cell:       asPoint,
	fit: func(p picturePlace) picturePlace {
		return picturePlace{p[0], nextMultiple(p[1], 2), nextMultiple(p[2], 2)}
	},
	classes: fourfoldClasses,
}

func cairoTurns(first latticeMotion) (all []latticeMotion) {
	for k := range 4 {
		all = append(all, func(p latticePoint) latticePoint {
			p = first(p)
			for range k {
				p = latticePoint{0, p[2] - 1, -p[1]}
			}
			return p
		})
	}
	return all
}

// cairosAround returns the four beside a pentagon, and the one at a corner.
func cairosAround(p latticePoint) []latticePoint {
	diagonal := map[[2]int]latticePoint{{0, 0}: {0, 1, 1}, {1, 1}: {0, -1, -1}, {0, 1}: {0, -1, 1}, {1, 0}: {0, 1, -1}}
	return append(p.axisNeighbors(1, 2), p.addPoint(diagonal[[2]int{p[1] & 1, p[2] & 1}]))
}

// corners lead from the middle of a hexagon to its corners, three times as far as the corners are, clockwise from the
// top. Rows go down, columns to the right, and each row lies further to the right.
var corners = []latticePoint{{-2, 1, 1}, {-1, 2, -1}, {1, 1, -2}, {2, -1, -1}, {1, -2, 1}, {-1, -1, 2}}

func hexCorner(k int) latticePoint { return corners[(k%6+6)%6] }

// kitePlaces and drafterPlaces are where a picture has the parts of the hexagon at the origin: the upper
// half from left to right, and below it the lower half.
var kitePlaces, drafterPlaces = map[latticePoint]picturePlace{}, map[latticePoint]picturePlace{}

func init() {
	for column := range 3 {
		above, below := 5+column, 4-column
		kitePlaces[hexCorner(above)] = picturePlace{0, 0, column}
		kitePlaces[hexCorner(below)] = picturePlace{0, 1, column}
		for half := range 2 {
			drafterPlaces[halfKite(above, 2*half-1)] = picturePlace{0, 0, 2*column + half}
			drafterPlaces[halfKite(below, 1-2*half)] = picturePlace{0, 1, 2*column + half}
		}
	}
}

// halfKite returns the half of the kite at corner k that is nearer to corner k+towards.
func halfKite(k, towards int) latticePoint {
	return hexCorner(k).scaleBy(2).addPoint(hexCorner(k + towards))
}

// inHexagon finds the hexagon that a point is in, and the place of that in a picture.
func inHexagon(p latticePoint, size int, places map[latticePoint]picturePlace) picturePlace {
	for part, at := range places {
		d := p.addPoint(part.scaleBy(-1))
		if d[0]%size == 0 && d[1]%size == 0 && d[2]%size == 0 {
			return picturePlace{0, 2*d[0]/size + at[1], len(places)/2*d[1]/size + at[2]}
		}
	}
	panic("no cell is there")
}

// ofHexagon is the inverse of inHexagon.
func ofHexagon(p picturePlace, size, columns int, places map[latticePoint]picturePlace) latticePoint {
	row, column := nextMultiple(p[1]-1, 2)/2, nextMultiple(p[2]-columns+1, columns)/columns
	for part, at := range places {
		if at[1] == p[1]-2*row && at[2] == p[2]-columns*column {
			return part.addPoint(latticePoint{size * row, size * column, -size * (row + column)})
		}
	}
	panic("no cell is there")
}

func nextMultiple(v, of int) int { return v + ((-v%of)+of)%of }

// kitesAround returns the two beside a kite in its hexagon, and the two that share its corner.
func kitesAround(p latticePoint) []latticePoint {
	k := slices.IndexFunc(corners, func(c latticePoint) bool {
		d := p.addPoint(c.scaleBy(-1))
		return d[0]%9 == 0 && d[1]%9 == 0 && d[2]%9 == 0
	})
	middle := p.addPoint(hexCorner(k).scaleBy(-1))
	shared := middle.addPoint(hexCorner(k).scaleBy(3))
	return []latticePoint{
		middle.addPoint(hexCorner(k - 1)), middle.addPoint(hexCorner(k + 1)),
		shared.addPoint(hexCorner(k + 2).scaleBy(-2)), shared.addPoint(hexCorner(k - 2).scaleBy(-2)),
	}
}

// draftersAround returns the other half of the kite, the next one in the hexagon, and the one beyond
// the side.
func draftersAround(p latticePoint) []latticePoint {
	for k := range corners {
		for _, towards := range []int{-1, 1} {
			middle := p.addPoint(halfKite(k, towards).scaleBy(-1))
			if middle[0]%18 == 0 && middle[1]%18 == 0 && middle[2]%18 == 0 {
				beyond := middle.addPoint(hexCorner(k).addPoint(hexCorner(k + towards)).scaleBy(6))
				return []latticePoint{
					middle.addPoint(halfKite(k, -towards)), middle.addPoint(halfKite(k+towards, -towards)),
					beyond.addPoint(halfKite(k+towards, -towards).scaleBy(-1)),
				}
			}
		}
	}
	panic("no cell is there")
}

var fourfoldClasses = map[stabilizer]string{
	{4, true}: "full", {4, false}: "swastika",
	{2, true}: "double-reflection", {2, false}: "half-turn",
	{1, true}: "reflection", {1, false}: "none",
}

var sixfoldClasses = map[stabilizer]string{
	{6, true}: "full", {6, false}: "sixfold",
	{3, true}: "threefold-reflection", {3, false}: "threefold",
	{2, true}: "double-reflection", {2, false}: "half-turn",
	{1, true}: "reflection", {1, false}: "none",
}

var cubeClasses = map[stabilizer]string{
	{24, true}: "full", {24, false}: "full-rotation",
	{12, true}: "twelvefold-reflection", {12, false}: "twelvefold",
	{8, true}: "eightfold-reflection", {8, false}: "eightfold",
	{6, true}: "sixfold-reflection", {6, false}: "sixfold",
	{4, true}: "fourfold-reflection", {4, false}: "fourfold",
	{3, true}: "threefold-reflection", {3, false}: "threefold",
	{2, true}: "double-reflection", {2, false}: "half-turn",
	{1, true}: "reflection", {1, false}: "none",
}

var prismClasses = map[stabilizer]string{
	{12, true}: "full", {12, false}: "full-rotation",
	{6, true}: "sixfold-reflection", {6, false}: "sixfold",
	{4, true}: "fourfold-reflection", {4, false}: "fourfold",
	{3, true}: "threefold-reflection", {3, false}: "threefold",
	{2, true}: "double-reflection", {2, false}: "half-turn",
	{1, true}: "reflection", {1, false}: "none",
}

// splitLayer returns the triangle and the layer of a prism, and onLayer the prism.
func splitLayer(p latticePoint) (triangle latticePoint, layer int) {
	layer = (nextMultiple(p[0]+p[1]+p[2]-2, 3)) / 3
	return p.addPoint(latticePoint{-layer, -layer, -layer}), layer
}

func onLayer(triangle latticePoint, layer int) latticePoint {
	return triangle.addPoint(latticePoint{layer, layer, layer})
}

// layeredMotions moves each layer as triangles are moved, and turns the order of the layers round if the sign is -1.
func layeredMotions(permutations [][3]int, sign int) (all []latticeMotion) {
	for _, m := range sixfoldMotions(permutations, latticePoint{0, 0, 1}) {
		all = append(all, func(p latticePoint) latticePoint {
			triangle, layer := splitLayer(p)
			return onLayer(m(triangle), sign*layer)
		})
	}
	return all
}

func asPlace(p latticePoint) picturePlace  { return picturePlace(p) }
func asPoint(p picturePlace) latticePoint  { return latticePoint(p) }
func anyShift(p picturePlace) picturePlace { return p }

func (p latticePoint) scaleBy(n int) latticePoint { return latticePoint{n * p[0], n * p[1], n * p[2]} }
func (p latticePoint) addPoint(q latticePoint) latticePoint {
	return latticePoint{p[0] + q[0], p[1] + q[1], p[2] + q[2]}
}

// axisNeighbors returns the points a step away along some of the axes.
func (p latticePoint) axisNeighbors(axes ...int) []latticePoint {
	var all []latticePoint
	for _, k := range axes {
		for _, step := range []int{-1, 1} {
			next := p
			next[k] += step
			all = append(all, next)
		}
	}
	return all
}

// stickEnds returns the joints at the ends of a stick.
func stickEnds(p picturePlace) []picturePlace {
	row, column := p[1]&1, p[2]&1
	return []picturePlace{{p[0], p[1] - row, p[2] - column}, {p[0], p[1] + row, p[2] + column}}
}

// sticksAround returns the sticks that share a joint with a stick.
func sticksAround(p latticePoint) []latticePoint {
	var all []latticePoint
	for _, end := range stickEnds(picturePlace(p)) {
		all = append(all, latticePoint(end).axisNeighbors(1, 2)...)
	}
	return all
}

// trigEnds returns the joints at the ends of a stick.
func trigEnds(p picturePlace) []picturePlace {
	row, column := p[1]&1, p[2]&1
	if row == 1 && column == 1 {
		column = -1
	}
	return []picturePlace{{p[0], p[1] - row, p[2] - column}, {p[0], p[1] + row, p[2] + column}}
}

// trigsAround returns the sticks that share a joint with a stick, and lie between joints.
func trigsAround(p latticePoint, isJoint func(latticePoint) bool) []latticePoint {
	var all []latticePoint
	for _, end := range trigEnds(picturePlace{0, p[0], p[1]}) {
		joint := latticePoint{end[1], end[2], -end[1] - end[2]}
		for _, stick := range hexagonsAround(joint) {
			if beyond := stick.scaleBy(2).addPoint(joint.scaleBy(-1)); isJoint(beyond) {
				all = append(all, stick)
			}
		}
	}
	return all
}

func hexagonsAround(p latticePoint) []latticePoint {
	var all []latticePoint
	for _, to := range append(slices.Clone(even), odd...) {
		all = append(all, p.addPoint(permutePoint(latticePoint{1, 0, -1}, to, 1)))
	}
	return all
}

// trianglesAround leaves a strip through each side in turn.
func trianglesAround(p latticePoint) []latticePoint {
	step := 1 - 2*(p[0]+p[1]+p[2])
	return []latticePoint{p.addPoint(latticePoint{step, 0, 0}), p.addPoint(latticePoint{0, step, 0}),
		p.addPoint(latticePoint{0, 0, step})}
}

// triangleAt returns the triangle that is drawn in a place; up if the sum of row
// and column is even.
func triangleAt(p picturePlace) latticePoint {
	row, column := p[1], p[2]
	down := (row + column) & 1
	return latticePoint{row, (column - row + down) / 2, (down - column - row) / 2}
}

// The permutations of three things.
var (
	even = [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}}
	odd  = [][3]int{{1, 0, 2}, {0, 2, 1}, {2, 1, 0}}
)

func permutePoint(p latticePoint, to [3]int, sign int) latticePoint {
	return latticePoint{sign * p[to[0]], sign * p[to[1]], sign * p[to[2]]}
}

// sixfoldMotions returns some permutations, and after each a half turn as well: all
// signs change, and the shift brings triangles to triangles.
func sixfoldMotions(permutations [][3]int, shift latticePoint) []latticeMotion {
	var all []latticeMotion
	for _, to := range permutations {
		all = append(all,
			func(p latticePoint) latticePoint { return permutePoint(p, to, 1) },
			func(p latticePoint) latticePoint { return permutePoint(p, to, -1).addPoint(shift) })
	}
	return all
}

func inPlane(to [3]int, signs [3]int) bool { return to[0] == 0 && signs[0] == 1 }
func inSpace([3]int, [3]int) bool          { return true }

// signedPermutations returns the permutations with signs of one determinant, those that
// are wanted.
func signedPermutations(determinant int, wanted func(to, signs [3]int) bool) []latticeMotion {
	var all []latticeMotion
	for _, to := range append(slices.Clone(even), odd...) {
		for n := range 8 {
			s := [3]int{1 - n&1*2, 1 - n&2, 1 - n&4/2}
			d := s[0] * s[1] * s[2]
			if slices.Contains(odd, to) {
				d = -d
			}
			if d == determinant && wanted(to, s) {
				all = append(all, func(p latticePoint) latticePoint {
					return latticePoint{s[0] * p[to[0]], s[1] * p[to[1]], s[2] * p[to[2]]}
				})
			}
		}
	}
	return all
}

// polyform is a set of cells as they are drawn, sorted, and moved to the corner
// of the picture as near as the lattice allows. Translates are equal as slices;
// rotated and reflected copies are not.
type polyform []picturePlace

// newPolyform draws cells and moves them to the corner.
func (g *polyGrid) newPolyform(cells []latticePoint) polyform {
	p := make(polyform, len(cells))
	for i, c := range cells {
		p[i] = g.draw(c)
	}
	least := p[0]
	for _, at := range p {
		for k := range least {
			least[k] = min(least[k], at[k])
		}
	}
	shift := g.fit(picturePlace{-least[0], -least[1], -least[2]})
	for i, at := range p {
		p[i] = picturePlace{at[0] + shift[0], at[1] + shift[1], at[2] + shift[2]}
	}
	slices.SortFunc(p, func(a, b picturePlace) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(p)
}

// cellsOf is the inverse of polyform.
func (g *polyGrid) cellsOf(p polyform) []latticePoint {
	cells := make([]latticePoint, len(p))
	for i, at := range p {
		cells[i] = g.cell(at)
	}
	return cells
}

// imagesOf returns what motions make of p, equal ones included.
func (g *polyGrid) imagesOf(p polyform, motions []latticeMotion) []polyform {
	var all []polyform
	for _, m := range motions {
		moved := g.cellsOf(p)
		for i, c := range moved {
			moved[i] = m(c)
		}
		all = append(all, g.newPolyform(moved))
	}
	return all
}

// orientations returns the images of p under all motions.
func (g *polyGrid) orientations(p polyform) []polyform {
	return append(g.imagesOf(p, g.rotations), g.imagesOf(p, g.mirrored)...)
}

// symmetryClass returns the symmetry class of p, from the motions that leave it as it
// is.
func (g *polyGrid) symmetryClass(p polyform) string {
	if g.flat != nil && g.flat(g.cellsOf(p)) {
		return g.flatClass(p)
	}
	s := stabilizer{}
	for _, q := range g.imagesOf(p, g.rotations) {
		if slices.Equal(p, q) {
			s.rotations++
		}
	}
	s.mirrored = g.likeItsMirrorImage(p)
	return g.classes[s]
}

// flatClass names the class by the number of orientations, all of which hands can turn it to.
func (g *polyGrid) flatClass(p polyform) string {
	different := map[string]bool{}
	for _, q := range g.orientations(p) {
		different[g.drawPolyform(q)] = true
	}
	return map[int]string{
		1: "full", 2: "twelvefold-reflection", 3: "eightfold-reflection", 4: "sixfold-reflection",
		6: "fourfold-reflection",
		8: "threefold-reflection", 12: "double-reflection", 16: "flat-threefold", 24: "reflection", 48: "flat",
	}[len(different)]
}

// areCoplanar reports whether points lie in a plane.
func areCoplanar(points []latticePoint) bool {
	for _, p := range points {
		for _, q := range points {
			for _, r := range points {
				a, b, c := p.addPoint(points[0].scaleBy(-1)), q.addPoint(points[0].scaleBy(-1)),
					r.addPoint(points[0].scaleBy(-1))
				if a[0]*(b[1]*c[2]-b[2]*c[1])+a[1]*(b[2]*c[0]-b[0]*c[2])+a[2]*(b[0]*c[1]-b[1]*c[0]) != 0 {
					return false
				}
			}
		}
	}
	return true
}

func ballsAround(p latticePoint) (all []latticePoint) {
	for _, axes := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		for k := range 4 {
			next := p
			next[axes[0]] += 1 - k&1*2
			next[axes[1]] += 1 - k&2
			all = append(all, next)
		}
	}
	return all
}

// likeItsMirrorImage reports whether a mirrored motion and a rotation lead back
// to p: some mirrored motion does, then.
func (g *polyGrid) likeItsMirrorImage(p polyform) bool {
	if g.flat != nil && g.flat(g.cellsOf(p)) {
		return true
	}
	return slices.ContainsFunc(g.imagesOf(p, g.mirrored), func(q polyform) bool { return slices.Equal(p, q) })
}

// drawPolyform draws p as a puzzle file does, without indentation.
func (g *polyGrid) drawPolyform(p polyform) string {
	var layers []string
	size := g.boxOf(p)
	for layer := range size[0] {
		rows := make([]string, size[1])
		for row := range rows {
			for column := range size[2] {
				rows[row] += g.markAt(p, picturePlace{layer, row, column})
			}
			if g.ends != nil {
				rows[row] = strings.TrimRight(rows[row], " ")
			}
			if g == twigGrid { // a picture begins at the middle of a hexagon, and blanks would not count
				drawn := strings.TrimLeft(rows[row], " ")
				rows[row] = strings.Repeat(".", len(rows[row])-len(drawn)) + drawn
			}
		}
		layers = append(layers, strings.Join(rows, "\n"))
	}
	return strings.Join(layers, "\n\n")
}

// markAt returns what a picture of p shows at a place.
func (g *polyGrid) markAt(p polyform, at picturePlace) string {
	drawn := slices.Contains(p, at)
	switch {
	case g.ends == nil && drawn:
		return "#"
	case g.ends == nil:
		return "."
	case drawn && at[1]%2 == 0:
		return "-"
	case drawn && g == stickGrid:
		return "|"
	case drawn && at[2]%2 == 0:
		return "\\"
	case drawn:
		return "/"
	case slices.ContainsFunc(p, func(c picturePlace) bool { return slices.Contains(g.ends(c), at) }):
		return "+"
	}
	return " "
}

// boxOf returns the number of layers, rows and columns, of sticks with the joints
// at their ends.
func (g *polyGrid) boxOf(p polyform) picturePlace {
	drawn := slices.Clone(p)
	if g.ends != nil {
		for _, at := range p {
			drawn = append(drawn, g.ends(at)...)
		}
	}
	var size picturePlace
	for _, at := range drawn {
		for k := range size {
			size[k] = max(size[k], at[k]+1)
		}
	}
	return size
}

// fromPicture reads the cells that a picture shows.
func (g *polyGrid) fromPicture(rows []string) polyform {
	var cells []latticePoint
	at := picturePlace{}
	for _, row := range rows {
		if row == "" {
			at = picturePlace{at[0] + 1, 0, 0}
			continue
		}
		for column, mark := range row {
			if strings.ContainsRune(`#-|/\`, mark) {
				cells = append(cells, g.cell(picturePlace{at[0], at[1], column}))
			}
		}
		at[1]++
	}
	return g.newPolyform(cells)
}

// compareOrientations orders orientations: those with fewer layers first, then those with
// fewer rows, then fewer columns, then by the text of their pictures.
func (g *polyGrid) compareOrientations(a, b polyform) int {
	sizeA, sizeB := g.boxOf(a), g.boxOf(b)
	return cmp.Or(slices.Compare(sizeA[:], sizeB[:]), strings.Compare(g.drawPolyform(a), g.drawPolyform(b)))
}

// freeForm returns the first of the orientations of p, which two polyforms share
// just when they are the same one, mirror images counted as the same.
func (g *polyGrid) freeForm(p polyform) polyform {
	return slices.MinFunc(g.orientations(p), g.compareOrientations)
}

// oneSided returns the first of the orientations without reflections, so that mirror images differ.
func (g *polyGrid) oneSided(p polyform) polyform {
	if g.flat != nil && g.flat(g.cellsOf(p)) {
		return g.freeForm(p)
	}
	return slices.MinFunc(g.imagesOf(p, g.rotations), g.compareOrientations)
}

// growPolyforms returns all polyforms of a size, each as canonical gives it, by its
// picture. Taking a leaf of a spanning tree away leaves a polyform connected, so
// each one grows from one that is a cell smaller.
func (g *polyGrid) growPolyforms(size int, canonical func(polyform) polyform) map[string]polyform {
	all := map[string]polyform{}
	add := func(cells []latticePoint) {
		p := canonical(g.newPolyform(cells))
		all[g.drawPolyform(p)] = p
	}
	if size == 1 {
		add([]latticePoint{g.first})
		return all
	}
	var smaller []polyform
	for _, p := range g.growPolyforms(size-1, canonical) {
		smaller = append(smaller, p)
		if g.flat != nil { // a flat one stands for its mirror image too, from which others grow
			smaller = append(smaller, g.imagesOf(p, g.mirrored)[0])
		}
	}
	for _, p := range smaller {
		cells := g.cellsOf(p)
		for _, c := range cells {
			for _, next := range g.neighbours(c) {
				if !slices.Contains(cells, next) {
					add(append(slices.Clone(cells), next))
				}
			}
		}
	}
	return all
}
