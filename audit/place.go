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

func (v vector) minusVector(w vector) vector {
	return vector{v[0] - w[0], v[1] - w[1], v[2] - w[2]}
}

func (v vector) plusVector(w vector) vector { return vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

func (v vector) dotProduct(w vector) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

// isNear reports whether two points are equal, up to rounding.
func (v vector) isNear(w vector) bool {
	d := v.minusVector(w)
	return math.Abs(d[0])+math.Abs(d[1])+math.Abs(d[2]) < 1e-6
}

// cornersOfCell returns the corners of a cell as points of the plane; for a stick, its two ends. In space, the centres
// of the cells that a cube or a ball touches take the place of corners.
func cornersOfCell(on *lattice.Lattice, c lattice.Cell) (corners []vector) {
	if on.IsSolid() && !isPrism(on) {
		for _, d := range directionsToNeighbours(on) {
			corners = append(corners, d.plusVector(centreInSpace(on, c)))
		}
		return corners
	}
	for _, p := range on.CellOutline(c) {
		corner := vector{float64(p.X) * on.PlaneScale[0], float64(p.Y) * on.PlaneScale[1]}
		if isPrism(on) {
			corner[2] = float64(c[0])
			corners = append(corners, corner.plusVector(vector{0, 0, 1}))
		}
		corners = append(corners, corner)
	}
	return corners
}

func isPrism(on *lattice.Lattice) bool { return on.Name == "prism" }

// centreInSpace returns the centre of a cube of side 1, or of a ball of diameter 1: the balls of a layer lie in the
// hollows of the layer below.
func centreInSpace(on *lattice.Lattice, c lattice.Cell) vector {
	layer, row, column := float64(c[0]), float64(c[1]), float64(c[2])
	if on.Name == "balls" {
		return vector{layer * math.Sqrt2 / 2, row - layer/2, column - layer/2}
	}
	return vector{layer, row, column}
}

// directionsToNeighbours returns the vectors from the centre of a cell in space to the centres of the cells that it
// touches.
func directionsToNeighbours(on *lattice.Lattice) (all []vector) {
	for n := range int32(27) {
		d := centreInSpace(on, lattice.Cell{n/9 - 1, n/3%3 - 1, n%3 - 1})
		if math.Abs(d.dotProduct(d)-1) < 1e-6 {
			all = append(all, d)
		}
	}
	return all
}

// boardWithCopies is a board with copies of its cells beyond its joined edges.
type boardWithCopies struct {
	board        *model.Board
	cells        lattice.Shape
	numberOfCell map[lattice.Cell]int // index in cells of each cell, by the cell that cellOnBoard returns for it
	itemsOfSides map[cellSide]string  // item of each side that two cells share, or nil if not yet computed
}

func newBoardWithCopies(b *model.Board) *boardWithCopies {
	p := &boardWithCopies{numberOfCell: map[lattice.Cell]int{}, board: b, cells: b.AllCells()}
	for k, c := range p.cells {
		p.numberOfCell[p.cellOnBoard(c)] = k
	}
	return p
}

// cellOnBoard returns the one cell that stands for a cell and for all its copies beyond joined edges.
func (p *boardWithCopies) cellOnBoard(c lattice.Cell) lattice.Cell {
	if p.board.EdgeFlip != nil {
		return p.board.EdgeFlip.ReduceCell(c)
	}
	return p.board.WrapPeriods.ReduceCell(c)
}

// cellsWithin returns the cells of the board and their copies up to a distance beyond joined edges, and for each the
// index of the cell of the board.
func (p *boardWithCopies) cellsWithin(distance int32) (cells lattice.Shape, numbers []int) {
	if !p.board.IsWrapped() {
		for k := range p.cells {
			numbers = append(numbers, k)
		}
		return p.cells, numbers
	}
	least, greatest := p.cells.BoundingBox()
	for x := least[0] - distance; x <= greatest[0]+distance; x++ {
		for y := least[1] - distance; y <= greatest[1]+distance; y++ {
			for z := least[2] - distance; z <= greatest[2]+distance; z++ {
				if z != 0 && !p.board.Lattice.IsSolid() {
					continue
				}
				c := lattice.Cell{x, y, z}
				if k, ok := p.numberOfCell[p.cellOnBoard(c)]; ok && p.board.Lattice.IsShift(c.Minus(p.cells[k])) ||
					p.board.EdgeFlip != nil && ok {
					cells, numbers = append(cells, c), append(numbers, k)
				}
			}
		}
	}
	return cells, numbers
}

// piecePlacement is a set of cells of a board, by their indices, that a piece can cover.
type piecePlacement struct {
	coveredCells      []int
	orientationNumber int
	// images of the piece that cover these cells; on a board with joined edges there may be several, which extend
	// beyond the edges
	images            []lattice.Shape
	cellAndSideColors map[cellSide]rune // colors that the piece puts on its cells and on their sides
}

// cellSide is a side of a cell of a board: the index of the cell, and the index of the side, clockwise around the cell.
// The side noSide stands for the cell itself.
type cellSide struct{ cellNumber, sideNumber int }

const noSide = -1

// placementsOfPiece returns the sets of cells of a board, by their indices, that images of a piece under motions cover.
// A fixed piece is only shifted, a one-sided piece is also rotated, and any other piece is also reflected.
func (p *boardWithCopies) placementsOfPiece(piece *model.Piece) []piecePlacement {
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
	board, numbers := p.cellsWithin(distance)
	cells := cellFinder{cellCorners: make([][]vector, len(board)), cellsByCentre: map[[3]int][]int{}}
	for k, c := range board {
		cells.cellCorners[k] = cornersOfCell(on, c)
		for _, key := range centreKeysNear(centreOf(cells.cellCorners[k])) {
			cells.cellsByCentre[key] = append(cells.cellsByCentre[key], k)
		}
	}
	var parts [][]vector
	for _, c := range shape {
		parts = append(parts, cornersOfCell(on, c))
	}
	found := map[string]*piecePlacement{}
	turns := linearMaps(on)
	for k, corners := range cells.cellCorners {
		if board[k] != p.cells[numbers[k]] {
			continue // a copy of the cell beyond a joined edge
		}
		for _, m := range motionsOnto(turns, parts[0], corners) {
			isBarred := piece.MotionFreedom == model.Fixed && !m.isShift() ||
				piece.MotionFreedom == model.OneSided && m.determinant() < 0 && !areBallsInPlane(on, shape)
			covered := m.coveredCells(parts, cells)
			if covered == nil || isBarred {
				continue
			}
			at := piecePlacement{cellAndSideColors: map[cellSide]rune{}}
			var image lattice.Shape
			for _, i := range covered {
				at.coveredCells, image = append(at.coveredCells, numbers[i]), append(image, board[i])
			}
			for _, mark := range marks {
				i := slices.Index(shape, mark.Cell)
				side := cellSide{at.coveredCells[i], noSide}
				if mark.IsOnSide() {
					middle := m.applyTo(middleOfSharedSide(parts[i], cornersOfCell(on, mark.AdjacentCell)))
					side.sideNumber = slices.IndexFunc(middlesOfSides(cells.cellCorners[covered[i]]), middle.isNear)
				}
				at.cellAndSideColors[side] = mark.Color
			}
			slices.Sort(at.coveredCells)
			slices.SortFunc(image, lattice.CompareCells)
			key := fmt.Sprint(at.coveredCells, at.cellAndSideColors)
			if found[key] == nil && len(slices.Compact(slices.Clone(at.coveredCells))) == len(shape) {
				at.orientationNumber = slices.IndexFunc(piece.Orientations,
					func(o lattice.Shape) bool { return isShiftOf(on, o, image) })
				found[key] = &at
			}
			if found[key] != nil && !slices.ContainsFunc(found[key].images, image.Equal) {
				found[key].images = append(found[key].images, image)
			}
		}
	}
	var all []piecePlacement
	for _, key := range slices.Sorted(maps.Keys(found)) {
		all = append(all, *found[key])
	}
	slices.SortFunc(all, func(x, y piecePlacement) int {
		return cmp.Or(x.orientationNumber-y.orientationNumber,
			lattice.CompareCells(x.images[0][0], y.images[0][0]))
	})
	return all
}

// middleOfSharedSide returns the middle of the side that two cells share, or the mean of the corners that they have in
// common.
func middleOfSharedSide(corners, others []vector) vector {
	return centreOf(slices.DeleteFunc(slices.Clone(corners), func(v vector) bool {
		return !slices.ContainsFunc(others, v.isNear)
	}))
}

// middlesOfSides returns the middles of the sides of a cell of the plane, clockwise. The first middle is above or to
// the right of the centre.
func middlesOfSides(corners []vector) (middles []vector) {
	centre := centreOf(corners)
	for k, v := range corners {
		middles = append(middles, centreOf([]vector{v, corners[(k+1)%len(corners)]}))
	}
	hour := func(v vector) float64 {
		d := v.minusVector(centre)
		return math.Mod(math.Atan2(d[0], -d[1])+2*math.Pi+1e-6, 2*math.Pi)
	}
	slices.SortFunc(middles, func(v, w vector) int { return cmp.Compare(hour(v), hour(w)) })
	return middles
}

// sharedSideItems returns the items of the sides that two cells of the board share. The name of an item contains the
// first of the two cells.
func (p *boardWithCopies) sharedSideItems() map[cellSide]string {
	if p.itemsOfSides != nil {
		return p.itemsOfSides
	}
	p.itemsOfSides = map[cellSide]string{}
	on := p.board.Lattice
	board, numbers := p.cellsWithin(6)
	for n, c := range p.cells {
		for k, middle := range middlesOfSides(cornersOfCell(on, c)) {
			for i, d := range board {
				back := slices.IndexFunc(middlesOfSides(cornersOfCell(on, d)), middle.isNear)
				if own := (cellSide{n, k}); d != c && back >= 0 && p.itemsOfSides[own] == "" {
					item := fmt.Sprintf("side[%s,%d]", cellName(on, c), k)
					p.itemsOfSides[own], p.itemsOfSides[cellSide{numbers[i], back}] = item, item
				}
			}
		}
	}
	return p.itemsOfSides
}

// neighboursOf returns the indices of the cells that share a side with a cell, on a board without joined edges.
func (p *boardWithCopies) neighboursOf(k int) (cells []int) {
	for n, c := range p.cells {
		common := 0
		for _, v := range cornersOfCell(p.board.Lattice, c) {
			if slices.ContainsFunc(cornersOfCell(p.board.Lattice, p.cells[k]), v.isNear) {
				common++
			}
		}
		if common == 2 {
			cells = append(cells, n)
		}
	}
	return cells
}

// areBallsInPlane reports whether a piece of balls lies in a plane, so that it is its own mirror image.
func areBallsInPlane(on *lattice.Lattice, piece lattice.Shape) bool {
	if on.Name != "balls" {
		return false
	}
	var edges []vector // vectors from the first ball to each ball
	for _, c := range piece {
		edges = append(edges, centreInSpace(on, c).minusVector(centreInSpace(on, piece[0])))
	}
	for _, three := range subsetsOfSize(edges, 3) {
		if box := (affineMotion{matrixColumns: [3]vector(three)}); math.Abs(box.determinant()) > 1e-6 {
			return false
		}
	}
	return true
}

// affineMotion is a linear map, given by a matrix, followed by a shift.
type affineMotion struct {
	matrixColumns [3]vector
	shift         vector
}

func (m affineMotion) applyTo(v vector) (w vector) {
	for i := range 3 {
		w[i] = m.shift[i]
		for j := range 3 {
			w[i] += m.matrixColumns[j][i] * v[j]
		}
	}
	return w
}

// isShift reports whether a motion neither rotates nor reflects.
func (m affineMotion) isShift() bool {
	return m.matrixColumns[0].isNear(vector{1}) && m.matrixColumns[1].isNear(vector{0, 1}) &&
		m.matrixColumns[2].isNear(vector{0, 0, 1})
}

func (m affineMotion) determinant() float64 {
	a, b, c := m.matrixColumns[0], m.matrixColumns[1], m.matrixColumns[2]
	return a[0]*(b[1]*c[2]-b[2]*c[1]) - a[1]*(b[0]*c[2]-b[2]*c[0]) + a[2]*(b[0]*c[1]-b[1]*c[0])
}

// linearMaps returns the linear maps that may map a lattice to itself: in the plane the rotations by multiples of 30
// degrees, with and without a reflection; in space, the maps that permute the vectors from a cell to its neighbours.
func linearMaps(on *lattice.Lattice) (maps [][3]vector) {
	if !on.IsSolid() || isPrism(on) {
		for k := range 12 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 6)
			for _, up := range []float64{1, -1}[:1+boolToInt64(isPrism(on))] {
				maps = append(maps, [3]vector{{cos, sin}, {-sin, cos}, {0, 0, up}},
					[3]vector{{cos, sin}, {sin, -cos}, {0, 0, up}})
			}
		}
		return maps
	}
	all := directionsToNeighbours(on)
	basis := affineMotion{matrixColumns: [3]vector{all[0], all[1], all[2]}}
	for k := 3; math.Abs(basis.determinant()) < 1e-6; k++ {
		basis.matrixColumns[2] = all[k]
	}
	back := basis.inverse()
	for _, u := range all {
		for _, v := range all {
			for _, w := range all {
				image := affineMotion{matrixColumns: [3]vector{u, v, w}}
				if image.hasSameLengthsAndAngles(basis) {
					maps = append(maps, [3]vector{image.applyTo(back.matrixColumns[0]),
						image.applyTo(back.matrixColumns[1]), image.applyTo(back.matrixColumns[2])})
				}
			}
		}
	}
	return maps
}

// hasSameLengthsAndAngles reports whether the columns of two matrices have the same lengths, and the same angles
// between them.
func (m affineMotion) hasSameLengthsAndAngles(other affineMotion) bool {
	for i, v := range m.matrixColumns {
		for j, w := range m.matrixColumns {
			if math.Abs(v.dotProduct(w)-other.matrixColumns[i].dotProduct(other.matrixColumns[j])) > 1e-6 {
				return false
			}
		}
	}
	return true
}

// inverse returns the inverse of a matrix, by the cross products of its columns.
func (m affineMotion) inverse() (inverse affineMotion) {
	for i := range 3 {
		a, b := m.matrixColumns[(i+1)%3], m.matrixColumns[(i+2)%3]
		for j := range 3 {
			inverse.matrixColumns[j][i] = (a[(j+1)%3]*b[(j+2)%3] - a[(j+2)%3]*b[(j+1)%3]) / m.determinant()
		}
	}
	return inverse
}

// motionsOnto returns the motions that map the corners of one cell to the corners of another.
func motionsOnto(linear [][3]vector, from, to []vector) (motions []affineMotion) {
	for _, columns := range linear {
		for _, corner := range to {
			m := affineMotion{matrixColumns: columns}
			m.shift = corner.minusVector(m.applyTo(from[0]))
			if m.mapsCorners(from, to) {
				motions = append(motions, m)
			}
		}
	}
	return motions
}

// mapsCorners reports whether a motion maps the corners of one cell to the corners of another, in any order.
func (m affineMotion) mapsCorners(from, to []vector) bool {
	return len(from) == len(to) && !slices.ContainsFunc(from, func(v vector) bool {
		image := m.applyTo(v)
		return !slices.ContainsFunc(to, image.isNear)
	})
}

// cellFinder finds the cells of a board by their centres.
type cellFinder struct {
	cellCorners [][]vector
	// indices of the cells, by their centre in units of 1/8, rounded
	cellsByCentre map[[3]int][]int
}

func centreOf(corners []vector) (centre vector) {
	for _, c := range corners {
		for i := range 3 {
			centre[i] += c[i] / float64(len(corners))
		}
	}
	return centre
}

// centreKeysNear returns the keys of the points within a small distance of a centre.
func centreKeysNear(centre vector) (keys [][3]int) {
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

// coveredCells returns the indices of the cells to which a motion maps the cells of a piece, in order. It returns nil
// if the board lacks one of them.
func (m affineMotion) coveredCells(parts [][]vector, cells cellFinder) (covered []int) {
	for _, part := range parts {
		at := m.applyTo(centreOf(part))
		near := cells.cellsByCentre[centreKeysNear(at)[0]]
		k := slices.IndexFunc(near, func(n int) bool { return m.mapsCorners(part, cells.cellCorners[n]) })
		if k < 0 {
			return nil
		}
		covered = append(covered, near[k])
	}
	return covered
}
