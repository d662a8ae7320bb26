package stdlib_test

import (
	"cmp"
	"slices"
	"strings"
)

// This file finds all polyforms of a size on each lattice, and their symmetry
// classes, from the definitions alone. It shares no code with the compiler, so
// that the modules and the compiler can each be tested without the other.

// point is a cell of a lattice, in the coordinates in which the motions are
// simple: they permute them and change their signs.
type point [3]int

// place is where a picture draws a cell: layer, row and column.
type place [3]int

// motion is a symmetry of a lattice, up to a shift.
type motion func(point) point

// grid is a lattice.
type grid struct {
	name                string
	first               point // a polyform of one cell
	neighbours          func(point) []point
	rotations, mirrored []motion

	draw func(point) place
	cell func(place) point // the inverse of draw
	fit  func(place) place // the next place that is a shift of the lattice
	ends func(place) []place
	flat func([]point) bool // tells the shapes that are their own mirror image as they lie

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
	squareGrid = &grid{
		name:       "square",
		neighbours: func(p point) []point { return p.around(1, 2) },
		rotations:  signed(+1, inPlane),
		mirrored:   signed(-1, inPlane),
		draw:       asPlace,
		cell:       asPoint,
		fit:        anyShift,
		classes:    fourfoldClasses,
	}

	// cubeGrid has layers, rows and columns.
	cubeGrid = &grid{
		name:       "cube",
		neighbours: func(p point) []point { return p.around(0, 1, 2) },
		rotations:  signed(+1, inSpace),
		mirrored:   signed(-1, inSpace),
		draw:       asPlace,
		cell:       asPoint,
		fit:        anyShift,
		classes:    cubeClasses,
	}

	// ballGrid has every second point of space, those with an even sum. A ball touches those at the
	// corners of a step along two axes.
	ballGrid = &grid{
		name:       "balls",
		neighbours: ballsAround,
		rotations:  signed(+1, inSpace),
		mirrored:   signed(-1, inSpace),
		draw:       func(p point) place { return place{p[0], (p[0] + p[1] + p[2]) / 2, (p[0] - p[1] + p[2]) / 2} },
		cell:       func(p place) point { return point{p[0], p[1] - p[2], p[1] + p[2] - p[0]} },
		fit:        anyShift,
		flat:       coplanar,
		classes:    cubeClasses,
	}

	// stickGrid has rows and columns of half sticks: joints where both are
	// even, sticks where one is.
	stickGrid = &grid{
		name:       "sticks",
		first:      point{0, 0, 1},
		neighbours: sticksAround,
		rotations:  signed(+1, inPlane),
		mirrored:   signed(-1, inPlane),
		draw:       asPlace,
		cell:       asPoint,
		fit:        func(p place) place { return place{p[0], p[1] + p[1]&1, p[2] + p[2]&1} },
		ends:       stickEnds,
		classes:    fourfoldClasses,
	}

	// trigGrid is to hexagonGrid as stickGrid to squareGrid: joints have even coordinates, and sticks lie
	// half way between them.
	trigGrid = &grid{
		name:       "trigs",
		first:      point{0, 1, -1},
		neighbours: func(p point) []point { return trigsAround(p, func(point) bool { return true }) },
		rotations:  sixfold(even, point{}),
		mirrored:   sixfold(odd, point{}),
		draw:       func(p point) place { return place{0, p[0], p[1]} },
		cell:       func(p place) point { return point{p[1], p[2], -p[1] - p[2]} },
		fit:        func(p place) place { return place{p[0], nextMultiple(p[1], 2), nextMultiple(p[2], 2)} },
		ends:       trigEnds,
		classes:    sixfoldClasses,
	}

	// twigGrid has the joints of trigGrid that are no middles of hexagons.
	twigGrid = &grid{
		name:  "twigs",
		first: point{0, 3, -3},
		neighbours: func(p point) []point {
			return trigsAround(p, func(joint point) bool { return (joint[0]-joint[1])%6 != 0 })
		},
		rotations: sixfold(even, point{}),
		mirrored:  sixfold(odd, point{}),
		draw:      func(p point) place { return place{0, p[0], p[1]} },
		cell:      func(p place) point { return point{p[1], p[2], -p[1] - p[2]} },
		fit: func(p place) place {
			row := nextMultiple(p[1], 2)
			return place{p[0], row, row + nextMultiple(p[2]-row, 6)}
		},
		ends:    trigEnds,
		classes: sixfoldClasses,
	}

	// hexagonGrid has a coordinate for each direction of rows. The sum is 0.
	hexagonGrid = &grid{
		name:       "hexagon",
		neighbours: hexagonsAround,
		rotations:  sixfold(even, point{}),
		mirrored:   sixfold(odd, point{}),
		draw:       func(p point) place { return place{0, p[0], p[1]} },
		cell:       func(p place) point { return point{p[1], p[2], -p[1] - p[2]} },
		fit:        anyShift,
		classes:    sixfoldClasses,
	}

	// triangleGrid numbers the strips between the lines of each direction. The
	// sum of a triangle's three is 0 if it points up, 1 if down.
	triangleGrid = &grid{
		name:       "triangle",
		neighbours: trianglesAround,
		rotations:  sixfold(even, point{0, 0, 1}),
		mirrored:   sixfold(odd, point{0, 0, 1}),
		draw:       func(p point) place { return place{0, p[0], p[1] - p[2]} },
		cell:       triangleAt,
		fit:        func(p place) place { return place{p[0], p[1], p[2] + (p[1]+p[2])&1} },
		classes:    sixfoldClasses,
	}

	// kiteGrid has nine times the middle of a hexagon, in its three directions of rows, and the way from
	// there to a third of a corner.
	kiteGrid = &grid{
		name:       "kite",
		first:      corners[0],
		neighbours: kitesAround,
		rotations:  sixfold(even, point{}),
		mirrored:   sixfold(odd, point{}),
		draw:       func(p point) place { return inHexagon(p, 9, kitePlaces) },
		cell:       func(p place) point { return ofHexagon(p, 9, 3, kitePlaces) },
		fit:        func(p place) place { return place{p[0], nextMultiple(p[1], 2), nextMultiple(p[2], 3)} },
		classes:    sixfoldClasses,
	}

	// drafterGrid has eighteen times the middle of a hexagon, and the way to a point in a half of a kite.
	drafterGrid = &grid{
		name:       "drafter",
		first:      corners[0].times(2).plus(corners[1]),
		neighbours: draftersAround,
		rotations:  sixfold(even, point{}),
		mirrored:   sixfold(odd, point{}),
		draw:       func(p point) place { return inHexagon(p, 18, drafterPlaces) },
		cell:       func(p place) point { return ofHexagon(p, 18, 6, drafterPlaces) },
		fit:        func(p place) place { return place{p[0], nextMultiple(p[1], 2), nextMultiple(p[2], 6)} },
		classes:    sixfoldClasses,
	}
)

// cairoGrid has rows and columns of pentagons. They turn around a corner of four of them, at the right of
// the first one, and are mirrored in the side between that and the one at its lower right.
var cairoGrid = &grid{
	name:       "cairo",
	neighbours: cairosAround,
	rotations:  cairoTurns(func(p point) point { return p }),
	mirrored:   cairoTurns(func(p point) point { return point{0, p[2], p[1]} }),
	draw:       asPlace,
	cell:       asPoint,
	fit:        func(p place) place { return place{p[0], nextMultiple(p[1], 2), nextMultiple(p[2], 2)} },
	classes:    fourfoldClasses,
}

func cairoTurns(first motion) (all []motion) {
	for k := range 4 {
		all = append(all, func(p point) point {
			p = first(p)
			for range k {
				p = point{0, p[2] - 1, -p[1]}
			}
			return p
		})
	}
	return all
}

// cairosAround returns the four beside a pentagon, and the one at a corner.
func cairosAround(p point) []point {
	diagonal := map[[2]int]point{{0, 0}: {0, 1, 1}, {1, 1}: {0, -1, -1}, {0, 1}: {0, -1, 1}, {1, 0}: {0, 1, -1}}
	return append(p.around(1, 2), p.plus(diagonal[[2]int{p[1] & 1, p[2] & 1}]))
}

// corners lead from the middle of a hexagon to its corners, three times as far as that is, with the
// clock from the one above. Rows go down, columns to the right, and each row lies further to the right.
var corners = []point{{-2, 1, 1}, {-1, 2, -1}, {1, 1, -2}, {2, -1, -1}, {1, -2, 1}, {-1, -1, 2}}

func corner(k int) point { return corners[(k%6+6)%6] }

// kitePlaces and drafterPlaces are where a picture has the parts of the hexagon at the origin: the upper
// half from left to right, and below it the lower half.
var kitePlaces, drafterPlaces = map[point]place{}, map[point]place{}

func init() {
	for column := range 3 {
		above, below := 5+column, 4-column
		kitePlaces[corner(above)] = place{0, 0, column}
		kitePlaces[corner(below)] = place{0, 1, column}
		for half := range 2 {
			drafterPlaces[halfKite(above, 2*half-1)] = place{0, 0, 2*column + half}
			drafterPlaces[halfKite(below, 1-2*half)] = place{0, 1, 2*column + half}
		}
	}
}

// halfKite is the half of the kite at a corner that is nearer to the corner before it or behind it.
func halfKite(k, towards int) point { return corner(k).times(2).plus(corner(k + towards)) }

// inHexagon finds the hexagon that a point is in, and the place of that in a picture.
func inHexagon(p point, size int, places map[point]place) place {
	for part, at := range places {
		d := p.plus(part.times(-1))
		if d[0]%size == 0 && d[1]%size == 0 && d[2]%size == 0 {
			return place{0, 2*d[0]/size + at[1], len(places)/2*d[1]/size + at[2]}
		}
	}
	panic("no cell is there")
}

// ofHexagon is the inverse of inHexagon.
func ofHexagon(p place, size, columns int, places map[point]place) point {
	row, column := nextMultiple(p[1]-1, 2)/2, nextMultiple(p[2]-columns+1, columns)/columns
	for part, at := range places {
		if at[1] == p[1]-2*row && at[2] == p[2]-columns*column {
			return part.plus(point{size * row, size * column, -size * (row + column)})
		}
	}
	panic("no cell is there")
}

func nextMultiple(v, of int) int { return v + ((-v%of)+of)%of }

// kitesAround returns the two beside a kite in its hexagon, and the two that share its corner.
func kitesAround(p point) []point {
	k := slices.IndexFunc(corners, func(c point) bool {
		d := p.plus(c.times(-1))
		return d[0]%9 == 0 && d[1]%9 == 0 && d[2]%9 == 0
	})
	middle := p.plus(corner(k).times(-1))
	shared := middle.plus(corner(k).times(3))
	return []point{
		middle.plus(corner(k - 1)), middle.plus(corner(k + 1)),
		shared.plus(corner(k + 2).times(-2)), shared.plus(corner(k - 2).times(-2)),
	}
}

// draftersAround returns the other half of the kite, the next one in the hexagon, and the one beyond
// the side.
func draftersAround(p point) []point {
	for k := range corners {
		for _, towards := range []int{-1, 1} {
			middle := p.plus(halfKite(k, towards).times(-1))
			if middle[0]%18 == 0 && middle[1]%18 == 0 && middle[2]%18 == 0 {
				beyond := middle.plus(corner(k).plus(corner(k + towards)).times(6))
				return []point{
					middle.plus(halfKite(k, -towards)), middle.plus(halfKite(k+towards, -towards)),
					beyond.plus(halfKite(k+towards, -towards).times(-1)),
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

func asPlace(p point) place  { return place(p) }
func asPoint(p place) point  { return point(p) }
func anyShift(p place) place { return p }

func (p point) times(n int) point  { return point{n * p[0], n * p[1], n * p[2]} }
func (p point) plus(q point) point { return point{p[0] + q[0], p[1] + q[1], p[2] + q[2]} }

// around returns the points a step away along some of the axes.
func (p point) around(axes ...int) []point {
	var all []point
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
func stickEnds(p place) []place {
	row, column := p[1]&1, p[2]&1
	return []place{{p[0], p[1] - row, p[2] - column}, {p[0], p[1] + row, p[2] + column}}
}

// sticksAround returns the sticks that share a joint with one.
func sticksAround(p point) []point {
	var all []point
	for _, end := range stickEnds(place(p)) {
		all = append(all, point(end).around(1, 2)...)
	}
	return all
}

// trigEnds returns the joints at the ends of a stick.
func trigEnds(p place) []place {
	row, column := p[1]&1, p[2]&1
	if row == 1 && column == 1 {
		column = -1
	}
	return []place{{p[0], p[1] - row, p[2] - column}, {p[0], p[1] + row, p[2] + column}}
}

// trigsAround returns the sticks that share a joint with one, between joints.
func trigsAround(p point, isJoint func(point) bool) []point {
	var all []point
	for _, end := range trigEnds(place{0, p[0], p[1]}) {
		joint := point{end[1], end[2], -end[1] - end[2]}
		for _, stick := range hexagonsAround(joint) {
			if beyond := stick.times(2).plus(joint.times(-1)); isJoint(beyond) {
				all = append(all, stick)
			}
		}
	}
	return all
}

func hexagonsAround(p point) []point {
	var all []point
	for _, to := range append(slices.Clone(even), odd...) {
		all = append(all, p.plus(permuted(point{1, 0, -1}, to, 1)))
	}
	return all
}

// trianglesAround leaves a strip through each side in turn.
func trianglesAround(p point) []point {
	step := 1 - 2*(p[0]+p[1]+p[2])
	return []point{p.plus(point{step, 0, 0}), p.plus(point{0, step, 0}), p.plus(point{0, 0, step})}
}

// triangleAt returns the triangle that is drawn in a place; up if the sum of row
// and column is even.
func triangleAt(p place) point {
	row, column := p[1], p[2]
	down := (row + column) & 1
	return point{row, (column - row + down) / 2, (down - column - row) / 2}
}

// The permutations of three things.
var (
	even = [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}}
	odd  = [][3]int{{1, 0, 2}, {0, 2, 1}, {2, 1, 0}}
)

func permuted(p point, to [3]int, sign int) point {
	return point{sign * p[to[0]], sign * p[to[1]], sign * p[to[2]]}
}

// sixfold returns some permutations, and after each a half turn as well: all
// signs change, and the shift brings triangles to triangles.
func sixfold(permutations [][3]int, shift point) []motion {
	var all []motion
	for _, to := range permutations {
		all = append(all,
			func(p point) point { return permuted(p, to, 1) },
			func(p point) point { return permuted(p, to, -1).plus(shift) })
	}
	return all
}

func inPlane(to [3]int, signs [3]int) bool { return to[0] == 0 && signs[0] == 1 }
func inSpace([3]int, [3]int) bool          { return true }

// signed returns the permutations with signs of one determinant, those that
// are wanted.
func signed(determinant int, wanted func(to, signs [3]int) bool) []motion {
	var all []motion
	for _, to := range append(slices.Clone(even), odd...) {
		for n := range 8 {
			s := [3]int{1 - n&1*2, 1 - n&2, 1 - n&4/2}
			d := s[0] * s[1] * s[2]
			if slices.Contains(odd, to) {
				d = -d
			}
			if d == determinant && wanted(to, s) {
				all = append(all, func(p point) point { return point{s[0] * p[to[0]], s[1] * p[to[1]], s[2] * p[to[2]]} })
			}
		}
	}
	return all
}

// polyform is a set of cells as they are drawn, sorted, and moved to the corner
// of the picture as near as the lattice allows. Translates are equal as slices;
// rotated and reflected copies are not.
type polyform []place

// polyform draws cells and moves them to the corner.
func (g *grid) polyform(cells []point) polyform {
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
	shift := g.fit(place{-least[0], -least[1], -least[2]})
	for i, at := range p {
		p[i] = place{at[0] + shift[0], at[1] + shift[1], at[2] + shift[2]}
	}
	slices.SortFunc(p, func(a, b place) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(p)
}

// cells is the inverse of polyform.
func (g *grid) cells(p polyform) []point {
	cells := make([]point, len(p))
	for i, at := range p {
		cells[i] = g.cell(at)
	}
	return cells
}

// images returns what motions make of p, equal ones included.
func (g *grid) images(p polyform, motions []motion) []polyform {
	var all []polyform
	for _, m := range motions {
		moved := g.cells(p)
		for i, c := range moved {
			moved[i] = m(c)
		}
		all = append(all, g.polyform(moved))
	}
	return all
}

// orientations returns the images of p under all motions.
func (g *grid) orientations(p polyform) []polyform {
	return append(g.images(p, g.rotations), g.images(p, g.mirrored)...)
}

// class returns the symmetry class of p, from the motions that leave it as it
// is.
func (g *grid) class(p polyform) string {
	if g.flat != nil && g.flat(g.cells(p)) {
		return g.flatClass(p)
	}
	s := stabilizer{}
	for _, q := range g.images(p, g.rotations) {
		if slices.Equal(p, q) {
			s.rotations++
		}
	}
	s.mirrored = g.likeItsMirrorImage(p)
	return g.classes[s]
}

// flatClass names the class by the number of orientations, all of which hands can turn it to.
func (g *grid) flatClass(p polyform) string {
	different := map[string]bool{}
	for _, q := range g.orientations(p) {
		different[g.picture(q)] = true
	}
	return map[int]string{
		1: "full", 2: "twelvefold-reflection", 3: "eightfold-reflection", 4: "sixfold-reflection", 6: "fourfold-reflection",
		8: "threefold-reflection", 12: "double-reflection", 16: "flat-threefold", 24: "reflection", 48: "flat",
	}[len(different)]
}

// coplanar reports whether points lie in a plane.
func coplanar(points []point) bool {
	for _, p := range points {
		for _, q := range points {
			for _, r := range points {
				a, b, c := p.plus(points[0].times(-1)), q.plus(points[0].times(-1)), r.plus(points[0].times(-1))
				if a[0]*(b[1]*c[2]-b[2]*c[1])+a[1]*(b[2]*c[0]-b[0]*c[2])+a[2]*(b[0]*c[1]-b[1]*c[0]) != 0 {
					return false
				}
			}
		}
	}
	return true
}

func ballsAround(p point) (all []point) {
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
func (g *grid) likeItsMirrorImage(p polyform) bool {
	if g.flat != nil && g.flat(g.cells(p)) {
		return true
	}
	return slices.ContainsFunc(g.images(p, g.mirrored), func(q polyform) bool { return slices.Equal(p, q) })
}

// picture draws p as a puzzle file does, without indentation.
func (g *grid) picture(p polyform) string {
	var layers []string
	size := g.box(p)
	for layer := range size[0] {
		rows := make([]string, size[1])
		for row := range rows {
			for column := range size[2] {
				rows[row] += g.mark(p, place{layer, row, column})
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

// mark returns what a picture of p shows at a place.
func (g *grid) mark(p polyform, at place) string {
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
	case slices.ContainsFunc(p, func(c place) bool { return slices.Contains(g.ends(c), at) }):
		return "+"
	}
	return " "
}

// box returns the number of layers, rows and columns, of sticks with the joints
// at their ends.
func (g *grid) box(p polyform) place {
	drawn := slices.Clone(p)
	if g.ends != nil {
		for _, at := range p {
			drawn = append(drawn, g.ends(at)...)
		}
	}
	var size place
	for _, at := range drawn {
		for k := range size {
			size[k] = max(size[k], at[k]+1)
		}
	}
	return size
}

// fromPicture reads the cells that a picture shows.
func (g *grid) fromPicture(rows []string) polyform {
	var cells []point
	at := place{}
	for _, row := range rows {
		if row == "" {
			at = place{at[0] + 1, 0, 0}
			continue
		}
		for column, mark := range row {
			if strings.ContainsRune(`#-|/\`, mark) {
				cells = append(cells, g.cell(place{at[0], at[1], column}))
			}
		}
		at[1]++
	}
	return g.polyform(cells)
}

// compare orders orientations: those with fewer layers first, then those with
// fewer rows, then fewer columns, then by the text of their pictures.
func (g *grid) compare(a, b polyform) int {
	sizeA, sizeB := g.box(a), g.box(b)
	return cmp.Or(slices.Compare(sizeA[:], sizeB[:]), strings.Compare(g.picture(a), g.picture(b)))
}

// free returns the first of the orientations of p, which two polyforms share
// just when they are the same one, mirror images counted as the same.
func (g *grid) free(p polyform) polyform { return slices.MinFunc(g.orientations(p), g.compare) }

// oneSided does the same with mirror images apart.
func (g *grid) oneSided(p polyform) polyform {
	if g.flat != nil && g.flat(g.cells(p)) {
		return g.free(p)
	}
	return slices.MinFunc(g.images(p, g.rotations), g.compare)
}

// polyforms returns all polyforms of a size, each as canonical gives it, by its
// picture. Taking a leaf of a spanning tree away leaves a polyform connected, so
// each one grows from one that is a cell smaller.
func (g *grid) polyforms(size int, canonical func(polyform) polyform) map[string]polyform {
	all := map[string]polyform{}
	add := func(cells []point) {
		p := canonical(g.polyform(cells))
		all[g.picture(p)] = p
	}
	if size == 1 {
		add([]point{g.first})
		return all
	}
	var smaller []polyform
	for _, p := range g.polyforms(size-1, canonical) {
		smaller = append(smaller, p)
		if g.flat != nil { // a flat one stands for its mirror image too, from which others grow
			smaller = append(smaller, g.images(p, g.mirrored)[0])
		}
	}
	for _, p := range smaller {
		cells := g.cells(p)
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
