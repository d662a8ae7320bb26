package audit

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// vector is a point of the plane, or of space.
type vector [3]float64

func (v vector) minus(w vector) vector {
	return vector{v[0] - w[0], v[1] - w[1], v[2] - w[2]}
}

func (v vector) plus(w vector) vector { return vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

func (v vector) dot(w vector) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

// near reports whether two points are equal, up to rounding.
func (v vector) near(w vector) bool {
	d := v.minus(w)
	return math.Abs(d[0])+math.Abs(d[1])+math.Abs(d[2]) < 1e-6
}

// cornersOf returns the corners of a cell as points on paper: the two ends of a stick. Those of a cube or a ball in
// space are the middles of the cells that it touches. A prism has the corners of a triangle, at its top and its bottom.
func cornersOf(on *lattice.Lattice, c lattice.Cell) (corners []vector) {
	if on.IsSolid() && !isPrism(on) {
		for _, d := range directions(on) {
			corners = append(corners, d.plus(pointOf(on, c)))
		}
		return corners
	}
	for _, p := range on.CellOutline(c) {
		corner := vector{float64(p.X) * on.PlaneScale[0], float64(p.Y) * on.PlaneScale[1]}
		if isPrism(on) {
			corner[2] = float64(c[0])
			corners = append(corners, corner.plus(vector{0, 0, 1}))
		}
		corners = append(corners, corner)
	}
	return corners
}

func isPrism(on *lattice.Lattice) bool { return on.Name == "prism" }

// pointOf returns the middle of a cube of side 1, or of a ball of diameter 1: layers of balls lie in the hollows of one
// another.
func pointOf(on *lattice.Lattice, c lattice.Cell) vector {
	layer, row, column := float64(c[0]), float64(c[1]), float64(c[2])
	if on.Name == "balls" {
		return vector{layer * math.Sqrt2 / 2, row - layer/2, column - layer/2}
	}
	return vector{layer, row, column}
}

// directions returns the way from the middle of a cell in space to those of the cells that it touches.
func directions(on *lattice.Lattice) (all []vector) {
	for n := range int32(27) {
		d := pointOf(on, lattice.Cell{n/9 - 1, n/3%3 - 1, n%3 - 1})
		if math.Abs(d.dot(d)-1) < 1e-6 {
			all = append(all, d)
		}
	}
	return all
}

// packedBoard is a board with copies of its cells where edges are joined.
type packedBoard struct {
	number map[lattice.Cell]int // numbers of the cells
	board  *model.Board
	cells  lattice.Shape
	items  map[sideOf]string // items of the sides that two cells share; nil as long as nobody asked
}

func newPackedBoard(b *model.Board, cells lattice.Shape) *packedBoard {
	p := &packedBoard{number: map[lattice.Cell]int{}, board: b, cells: cells}
	for k, c := range cells {
		p.number[p.reduce(c)] = k
	}
	return p
}

// reduce returns the cell that stands for a cell beyond a joined edge.
func (p *packedBoard) reduce(c lattice.Cell) lattice.Cell {
	if p.board.EdgeFlip != nil {
		return p.board.EdgeFlip.ReduceCell(c)
	}
	return p.board.WrapPeriods.ReduceCell(c)
}

// window returns the cells of the board with their numbers, those at its joined edges several times, and cells beyond
// them up to a distance.
func (p *packedBoard) window(distance int32) (cells lattice.Shape, numbers []int) {
	if !p.board.IsWrapped() {
		for k, c := range p.cells {
			cells, numbers = append(cells, c), append(numbers, k)
		}
		return cells, numbers
	}
	least, greatest := p.cells.BoundingBox()
	for x := least[0] - distance; x <= greatest[0]+distance; x++ {
		for y := least[1] - distance; y <= greatest[1]+distance; y++ {
			for z := least[2] - distance; z <= greatest[2]+distance; z++ {
				if z != 0 && !p.board.Lattice.IsSolid() {
					continue
				}
				c := lattice.Cell{x, y, z}
				if k, ok := p.number[p.reduce(c)]; ok && p.board.Lattice.IsShift(c.Minus(p.cells[k])) ||
					p.board.EdgeFlip != nil && ok {
					cells, numbers = append(cells, c), append(numbers, k)
				}
			}
		}
	}
	return cells, numbers
}

// placement is cells of a board, by number, that a piece can cover.
type placement struct {
	covered []int
	facing  int             // number of its orientation
	ways    []lattice.Shape // cells on which the piece then lies, of the board or beyond joined edges, in order
	inks    map[sideOf]rune // colors of its cells and sides
}

// sideOf is a side of a cell of a board: the number of the cell, and the number of the side around it. The side noSide
// is the cell itself.
type sideOf struct{ cell, side int }

const noSide = -1

// placements returns the places of a piece: those onto which a motion takes it. A piece that is fixed is shifted, one
// that is one-sided is rotated as well, and any other may be reflected. They are in the order of the orientations.
func (p *packedBoard) placements(piece *model.Piece) []placement {
	on, shape := piece.Lattice, piece.Shape
	var marks []lattice.ColorMark
	if piece.ColorMarks != nil {
		shape, marks = piece.Orientations[0], piece.ColorMarks[0]
	}
	least, greatest := shape.BoundingBox()
	distance := int32(0)
	for axis := range least {
		distance = max(distance, 6*(greatest[axis]-least[axis]+1))
	}
	board, numbers := p.window(distance)
	cells := cellFinder{corners: make([][]vector, len(board)), byCentre: map[[3]int][]int{}}
	for k, c := range board {
		cells.corners[k] = cornersOf(on, c)
		for _, key := range keysNear(centreOf(cells.corners[k])) {
			cells.byCentre[key] = append(cells.byCentre[key], k)
		}
	}
	var parts [][]vector
	for _, c := range shape {
		parts = append(parts, cornersOf(on, c))
	}
	found := map[string]*placement{}
	turns := linearMaps(on)
	for k, corners := range cells.corners {
		if board[k] != p.cells[numbers[k]] {
			continue // a copy
		}
		for _, m := range motionsOnto(turns, parts[0], corners) {
			isShift := m.of(vector{1}).minus(m.of(vector{})).near(vector{1}) &&
				m.of(vector{0, 1}).minus(m.of(vector{})).near(vector{0, 1}) &&
				m.of(vector{0, 0, 1}).minus(m.of(vector{})).near(vector{0, 0, 1})
			isBarred := piece.Freedom == model.OneSided && m.determinant() < 0 && !areBallsInPlane(on, shape)
			covered := m.cover(parts, cells)
			if covered == nil || piece.Freedom == model.Fixed && !isShift || isBarred {
				continue
			}
			at := placement{inks: map[sideOf]rune{}}
			var way lattice.Shape
			for _, i := range covered {
				at.covered, way = append(at.covered, numbers[i]), append(way, board[i])
			}
			for _, mark := range marks {
				i := slices.Index(shape, mark.Cell)
				side := sideOf{at.covered[i], noSide}
				if mark.IsOnSide() {
					middle := m.of(middleOf(parts[i], cornersOf(on, mark.AdjacentCell)))
					side.side = slices.IndexFunc(sidesOf(cells.corners[covered[i]]), middle.near)
				}
				at.inks[side] = mark.Color
			}
			slices.Sort(at.covered)
			slices.SortFunc(way, lattice.CompareCells)
			key := fmt.Sprint(at.covered, at.inks)
			if found[key] == nil && len(slices.Compact(slices.Clone(at.covered))) == len(shape) {
				at.facing = slices.IndexFunc(piece.Orientations,
					func(o lattice.Shape) bool { return isShiftOf(on, o, way) })
				found[key] = &at
			}
			if found[key] != nil && !slices.ContainsFunc(found[key].ways, way.Equal) {
				found[key].ways = append(found[key].ways, way)
			}
		}
	}
	var all []placement
	for _, key := range slices.Sorted(maps.Keys(found)) {
		all = append(all, *found[key])
	}
	slices.SortFunc(all, func(x, y placement) int {
		return cmp.Or(x.facing-y.facing, lattice.CompareCells(x.ways[0][0], y.ways[0][0]))
	})
	return all
}

// middleOf returns the middle of the side that two cells share, or of their common corners.
func middleOf(corners, others []vector) vector {
	return centreOf(slices.DeleteFunc(slices.Clone(corners), func(v vector) bool {
		return !slices.ContainsFunc(others, v.near)
	}))
}

// sidesOf returns the middles of the sides of a cell of the plane, clockwise, the first one above or right of it.
func sidesOf(corners []vector) (middles []vector) {
	centre := centreOf(corners)
	for k, v := range corners {
		middles = append(middles, centreOf([]vector{v, corners[(k+1)%len(corners)]}))
	}
	hour := func(v vector) float64 {
		d := v.minus(centre)
		return math.Mod(math.Atan2(d[0], -d[1])+2*math.Pi+1e-6, 2*math.Pi)
	}
	slices.SortFunc(middles, func(v, w vector) int { return cmp.Compare(hour(v), hour(w)) })
	return middles
}

// sides returns the items of the sides that two cells of the board share. A side is called by the first of them.
func (p *packedBoard) sides() map[sideOf]string {
	if p.items != nil {
		return p.items
	}
	p.items = map[sideOf]string{}
	on := p.board.Lattice
	board, numbers := p.window(6)
	for n, c := range p.cells {
		for k, middle := range sidesOf(cornersOf(on, c)) {
			for i, d := range board {
				back := slices.IndexFunc(sidesOf(cornersOf(on, d)), middle.near)
				if own := (sideOf{n, k}); d != c && back >= 0 && p.items[own] == "" {
					item := fmt.Sprintf("side[%s,%d]", cellName(on, c), k)
					p.items[own], p.items[sideOf{numbers[i], back}] = item, item
				}
			}
		}
	}
	return p.items
}

// besides returns the cells that share a side with a cell of a board without joined edges, by number.
func (p *packedBoard) besides(k int) (cells []int) {
	for n, c := range p.cells {
		common := 0
		for _, v := range cornersOf(p.board.Lattice, c) {
			if slices.ContainsFunc(cornersOf(p.board.Lattice, p.cells[k]), v.near) {
				common++
			}
		}
		if common == 2 {
			cells = append(cells, n)
		}
	}
	return cells
}

// areBallsInPlane reports whether a piece of balls lies in a plane: it is then its own mirror image.
func areBallsInPlane(on *lattice.Lattice, piece lattice.Shape) bool {
	first := pointOf(on, piece[0])
	for _, b := range piece {
		for _, c := range piece {
			for _, d := range piece {
				box := motion{columns: [3]vector{pointOf(on, b).minus(first), pointOf(on, c).minus(first),
					pointOf(on, d).minus(first)}}
				if math.Abs(box.determinant()) > 1e-6 {
					return false
				}
			}
		}
	}
	return on.Name == "balls"
}

// motion is a matrix and a shift.
type motion struct {
	columns [3]vector
	shift   vector
}

func (m motion) of(v vector) (w vector) {
	for i := range 3 {
		w[i] = m.shift[i]
		for j := range 3 {
			w[i] += m.columns[j][i] * v[j]
		}
	}
	return w
}

func (m motion) determinant() float64 {
	a, b, c := m.columns[0], m.columns[1], m.columns[2]
	return a[0]*(b[1]*c[2]-b[2]*c[1]) - a[1]*(b[0]*c[2]-b[2]*c[0]) + a[2]*(b[0]*c[1]-b[1]*c[0])
}

// linearMaps returns the motions that may map a lattice to itself and keep a point: in the plane the turns by multiples
// of 30 degrees, with and without a reflection; the same for layers of prisms, also from bottom to top; else in space
// those that map the ways to the cells around one to such ways.
func linearMaps(on *lattice.Lattice) (maps [][3]vector) {
	if !on.IsSolid() || isPrism(on) {
		for k := range 12 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 6)
			maps = append(maps, [3]vector{{cos, sin}, {-sin, cos}, {0, 0, 1}},
				[3]vector{{cos, sin}, {sin, -cos}, {0, 0, 1}})
			if isPrism(on) {
				maps = append(maps, [3]vector{{cos, sin}, {-sin, cos}, {0, 0, -1}},
					[3]vector{{cos, sin}, {sin, -cos}, {0, 0, -1}})
			}
		}
		return maps
	}
	all := directions(on)
	basis := motion{columns: [3]vector{all[0], all[1], all[2]}}
	for k := 3; math.Abs(basis.determinant()) < 1e-6; k++ {
		basis.columns[2] = all[k]
	}
	back := basis.inverse()
	for _, u := range all {
		for _, v := range all {
			for _, w := range all {
				image := motion{columns: [3]vector{u, v, w}}
				if image.hasProductsOf(basis) {
					maps = append(maps, [3]vector{image.of(back.columns[0]), image.of(back.columns[1]),
						image.of(back.columns[2])})
				}
			}
		}
	}
	return maps
}

// hasProductsOf reports whether the columns of two matrices have the same lengths and angles.
func (m motion) hasProductsOf(other motion) bool {
	for i := range 3 {
		for j := range 3 {
			if math.Abs(m.columns[i].dot(m.columns[j])-other.columns[i].dot(other.columns[j])) > 1e-6 {
				return false
			}
		}
	}
	return true
}

// inverse returns the inverse of a matrix, by the cross products of its columns.
func (m motion) inverse() (inverse motion) {
	for i := range 3 {
		a, b := m.columns[(i+1)%3], m.columns[(i+2)%3]
		for j := range 3 {
			inverse.columns[j][i] = (a[(j+1)%3]*b[(j+2)%3] - a[(j+2)%3]*b[(j+1)%3]) / m.determinant()
		}
	}
	return inverse
}

// motionsOnto returns the motions that take the corners of one cell to those of another.
func motionsOnto(linear [][3]vector, from, to []vector) (motions []motion) {
	for _, columns := range linear {
		for _, corner := range to {
			m := motion{columns: columns}
			m.shift = corner.minus(m.of(from[0]))
			if m.takes(from, to) {
				motions = append(motions, m)
			}
		}
	}
	return motions
}

// takes reports whether a motion takes the corners of one cell to those of another, in any order.
func (m motion) takes(from, to []vector) bool {
	return len(from) == len(to) && !slices.ContainsFunc(from, func(v vector) bool {
		image := m.of(v)
		return !slices.ContainsFunc(to, image.near)
	})
}

// cellFinder finds the cells of a board by their centres.
type cellFinder struct {
	corners  [][]vector
	byCentre map[[3]int][]int // numbers of the cells whose centres are near, by a centre in units of 1/8, rounded
}

func centreOf(corners []vector) (centre vector) {
	for _, c := range corners {
		for i := range 3 {
			centre[i] += c[i] / float64(len(corners))
		}
	}
	return centre
}

// keysNear returns the keys of the points up to a small distance from a centre.
func keysNear(centre vector) (keys [][3]int) {
	for n := range 8 {
		var key [3]int
		for i := range 3 {
			key[i] = int(math.Round(8*centre[i] + 1e-4*float64(2*(n>>i&1)-1)))
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// cover returns the numbers of the cells that a motion takes the parts to, in order, or nil if one is missing.
func (m motion) cover(parts [][]vector, cells cellFinder) (covered []int) {
	for _, part := range parts {
		at := m.of(centreOf(part))
		near := cells.byCentre[keysNear(at)[0]]
		k := slices.IndexFunc(near, func(n int) bool { return m.takes(part, cells.corners[n]) })
		if k < 0 {
			return nil
		}
		covered = append(covered, near[k])
	}
	return covered
}
