package puzzletest

import (
	"math/bits"
	"slices"
	"strings"
)

// laidPiece is a piece on cells in one number: the number of the piece, and then its set of cells.
type laidPiece uint32

func encodeLaid(tile int, cells cellSet) laidPiece {
	return laidPiece(tile)<<maxFieldCells | laidPiece(cells)
}

// pieceLayout is a solution: the pieces on their cells, sorted.
type pieceLayout []laidPiece

// layoutKey returns a text that differs for different solutions.
func (l pieceLayout) layoutKey() string {
	slices.Sort(l)
	var b strings.Builder
	for _, v := range l {
		b.WriteRune(rune(v))
	}
	return b.String()
}

// fillAttempt is a board that is being filled with pieces.
type fillAttempt struct {
	*packing
	movesByFirstCell [maxFieldCells][]laidMove // by cell: the moves whose first cell it is
	taken            cellSet
	empty            int
	steps            int // number of boards tried so far
	stack            []laidMove
	found            map[string]pieceLayout
}

type laidMove struct {
	tile int
	pieceMove
}

// maxLayouts bounds the solutions of a puzzle, and maxLayoutSteps the boards that are tried.
const (
	maxLayouts     = 400
	maxLayoutSteps = 500_000
)

// solvePacking returns all solutions by their keys. It returns false if there are too many, or if it takes too many
// steps.
func (p *packing) solvePacking() (map[string]pieceLayout, bool) {
	a := &fillAttempt{packing: p, found: map[string]pieceLayout{}}
	for i, k := range p.tiles {
		for _, m := range k.moves {
			first := bits.TrailingZeros32(uint32(m.cells))
			a.movesByFirstCell[first] = append(a.movesByFirstCell[first], laidMove{i, m})
		}
	}
	a.fillFrom(0)
	return a.found, len(a.found) <= maxLayouts && a.steps <= maxLayoutSteps
}

// fillFrom fills the cells from number `cell` on, in all ways.
func (a *fillAttempt) fillFrom(cell int) {
	for cell < len(a.cellAt) && a.taken.has(cell) {
		cell++
	}
	if a.steps++; len(a.found) > maxLayouts || a.steps > maxLayoutSteps {
		return
	}
	if cell == len(a.cellAt) {
		if a.isComplete() {
			l := a.currentLayout()
			a.found[l.layoutKey()] = l
		}
		return
	}
	for _, m := range a.movesByFirstCell[cell] {
		if m.cells&a.taken == 0 && (a.crossingAllowed || !a.crosses(m)) && !a.touches(m) {
			a.layPiece(m)
			a.fillFrom(cell + 1)
			a.removePiece(m)
		}
	}
	if a.optional.has(cell) {
		a.fillFrom(cell + 1)
	} else if a.empty < a.emptyRange[1] {
		a.empty++
		a.fillFrom(cell + 1)
		a.empty--
	}
}

// crosses reports whether a move crosses a piece that is laid.
func (a *fillAttempt) crosses(m laidMove) bool {
	return slices.ContainsFunc(a.stack, func(other laidMove) bool { return a.piecesCross(m.cells, other.cells) })
}

// touches reports whether a move would break the rule that pieces are apart.
func (a *fillAttempt) touches(m laidMove) bool {
	return slices.ContainsFunc(a.stack, func(other laidMove) bool { return a.breaksApart(m, other) })
}

func (a *fillAttempt) layPiece(m laidMove) {
	a.taken ^= m.cells
	a.stack = append(a.stack, m)
}

func (a *fillAttempt) removePiece(m laidMove) {
	a.taken ^= m.cells
	a.stack = a.stack[:len(a.stack)-1]
}

func (a *fillAttempt) currentLayout() pieceLayout {
	l := pieceLayout{}
	for _, m := range a.stack {
		l = append(l, encodeLaid(m.tile, m.cells))
	}
	return l
}

func (a *fillAttempt) isComplete() bool {
	if !a.emptyCellsFit(a.taken) {
		return false
	}
	used, fixes := make([]int, len(a.tiles)), make([]uint32, len(a.tiles))
	for _, m := range a.stack {
		used[m.tile]++
		fixes[m.tile] |= m.fixes
	}
	for i, k := range a.tiles {
		if used[i] < k.min || k.max >= 0 && used[i] > k.max || fixes[i] != 1<<len(k.fixes)-1 {
			return false
		}
	}
	return a.empty >= a.emptyRange[0]
}

// packingSymmetry is a motion, as the images of the cells and of the pieces.
type packingSymmetry struct {
	cells, tiles []int
	reflects     bool
}

func (s packingSymmetry) imageOfCells(cells cellSet) (out cellSet) {
	for i, j := range s.cells {
		if cells.has(i) {
			out = out.with(j)
		}
	}
	return out
}

func (s packingSymmetry) imageOfLayout(l pieceLayout) pieceLayout {
	var out pieceLayout
	for _, v := range l {
		out = append(out, encodeLaid(s.tiles[v>>maxFieldCells], s.imageOfCells(cellSet(v&(1<<maxFieldCells-1)))))
	}
	return out
}

// findSymmetries returns the symmetries of the packing. It tries each motion with each shift that maps the first cell
// to a cell.
func (p *packing) findSymmetries() []packingSymmetry {
	var out []packingSymmetry
	for _, a := range p.motions {
		if slices.ContainsFunc(p.middlePeriods, func(period point) bool {
			return !isPeriodSum(p.middlePeriods,
				a.applyTo(period))
		}) {
			continue
		}
		for _, m := range p.middles {
			d := m.minusPoint(p.middleImage(a, p.middles[0]))
			if !p.isShift(d) {
				continue
			}
			if s := (packingSymmetry{cells: p.imageOfField(a, d), reflects: a.isReflection()}); s.cells != nil &&
				p.findPieceImages(a, &s) &&
				p.keepsFixes(s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// imageOfField returns the image of each cell. It returns nil if one is off the field, or is optional where the cell is
// not.
func (p *packing) imageOfField(a motionMatrix, d point) []int {
	var cells []int
	for i, m := range p.middles {
		j := p.numberAtMiddle(p.middleImage(a, m).plusPoint(d))
		if j < 0 || p.optional.has(i) != p.optional.has(j) {
			return nil
		}
		cells = append(cells, j)
	}
	return cells
}

// findPieceImages finds the image of each piece: a piece with as many copies whose orientations and moves are the
// images. Of several pieces it takes the first that is not an image yet.
func (p *packing) findPieceImages(a motionMatrix, s *packingSymmetry) bool {
	for _, k := range p.tiles {
		j := slices.IndexFunc(p.tiles, func(other *packedPiece) bool {
			return !slices.Contains(s.tiles, slices.Index(p.tiles, other)) && p.mapsPieceTo(a, *s, k, other)
		})
		if j < 0 {
			return false
		}
		s.tiles = append(s.tiles, j)
	}
	return true
}

func (p *packing) mapsPieceTo(a motionMatrix, s packingSymmetry, k, other *packedPiece) bool {
	if p.apartPieces.has(slices.Index(p.tiles, k)) != p.apartPieces.has(slices.Index(p.tiles, other)) ||
		k.min != other.min || k.max != other.max || len(k.moves) != len(other.moves) ||
		len(k.orientations) != len(other.orientations) {
		return false
	}
	for _, facing := range k.orientations {
		var middles []point
		for _, m := range facing {
			middles = append(middles, p.middleImage(a, m))
		}
		middles = p.nearestMiddles(middles)
		if !slices.ContainsFunc(other.orientations, func(f []point) bool { return slices.Equal(f, middles) }) {
			return false
		}
	}
	for _, m := range k.moves {
		if !slices.ContainsFunc(other.moves, func(n pieceMove) bool { return n.cells == s.imageOfCells(m.cells) }) {
			return false
		}
	}
	return true
}

// keepsFixes reports whether a motion of the board leaves the fixed places as they are. Of a piece with several copies,
// it must map each way to lie at a fixed place to a way to lie at the same one.
func (p *packing) keepsFixes(s packingSymmetry) bool {
	for i, k := range p.tiles {
		for _, m := range k.moves {
			if k.isUsedOnce() || m.fixes == 0 {
				continue
			}
			if s.tiles[i] != i || !slices.ContainsFunc(k.moves,
				func(n pieceMove) bool { return n.cells == s.imageOfCells(m.cells) && n.fixes == m.fixes }) {
				return false
			}
		}
	}
	return true
}
