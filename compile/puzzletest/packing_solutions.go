package puzzletest

import (
	"math/bits"
	"slices"
	"strings"
)

// laidPiece is a piece on cells as one number: the index of the piece, and then its set of cells.
type laidPiece uint32

func encodeLaidPiece(tile int, cells cellSet) laidPiece {
	return laidPiece(tile)<<maxBoardCells | laidPiece(cells)
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
	placementsByFirstCell [maxBoardCells][]pieceOnBoard // for each cell, the placements of which it is the first cell
	coveredCells          cellSet
	emptyCount            int
	triedBoardCount       int // number of boards tried so far
	laidPieces            []pieceOnBoard
	foundLayouts          map[string]pieceLayout
}

type pieceOnBoard struct {
	pieceNumber int
	coveredCellSet
}

// maxPackingSolutions bounds the solutions of a puzzle, and maxTriedBoards the boards that are tried.
const (
	maxPackingSolutions = 400
	maxTriedBoards      = 500_000
)

// solvePacking returns all solutions by their keys. It returns false if there are too many solutions, or too many
// boards to try.
func (p *packing) solvePacking() (map[string]pieceLayout, bool) {
	a := &fillAttempt{packing: p, foundLayouts: map[string]pieceLayout{}}
	for i, k := range p.pieces {
		for _, m := range k.allowedCellSets {
			first := bits.TrailingZeros32(uint32(m.coveredCells))
			a.placementsByFirstCell[first] = append(a.placementsByFirstCell[first], pieceOnBoard{i, m})
		}
	}
	a.fillCellsFrom(0)
	return a.foundLayouts, len(a.foundLayouts) <= maxPackingSolutions && a.triedBoardCount <= maxTriedBoards
}

// fillCellsFrom fills the cells from the index cell on, in all ways.
func (a *fillAttempt) fillCellsFrom(cell int) {
	for cell < len(a.cellCoordinates) && a.coveredCells.containsCell(cell) {
		cell++
	}
	if a.triedBoardCount++; len(a.foundLayouts) > maxPackingSolutions || a.triedBoardCount > maxTriedBoards {
		return
	}
	if cell == len(a.cellCoordinates) {
		if a.isComplete() {
			l := a.currentLayout()
			a.foundLayouts[l.layoutKey()] = l
		}
		return
	}
	for _, m := range a.placementsByFirstCell[cell] {
		if m.coveredCells&a.coveredCells == 0 && (a.allowsCrossing || !a.crossesLaidPiece(m)) && !a.breaksApartRule(m) {
			a.layPiece(m)
			a.fillCellsFrom(cell + 1)
			a.removePiece(m)
		}
	}
	if a.optionalCells.containsCell(cell) {
		a.fillCellsFrom(cell + 1)
	} else if a.emptyCount < a.emptyCountRange[1] {
		a.emptyCount++
		a.fillCellsFrom(cell + 1)
		a.emptyCount--
	}
}

// crossesLaidPiece reports whether a placement crosses a piece that is laid.
func (a *fillAttempt) crossesLaidPiece(m pieceOnBoard) bool {
	return slices.ContainsFunc(a.laidPieces, func(other pieceOnBoard) bool {
		return a.doPiecesCross(m.coveredCells,
			other.coveredCells)
	})
}

// breaksApartRule reports whether a placement would break the rule that pieces are apart.
func (a *fillAttempt) breaksApartRule(m pieceOnBoard) bool {
	return slices.ContainsFunc(a.laidPieces, func(other pieceOnBoard) bool { return a.breaksPiecesApartRule(m, other) })
}

func (a *fillAttempt) layPiece(m pieceOnBoard) {
	a.coveredCells ^= m.coveredCells
	a.laidPieces = append(a.laidPieces, m)
}

func (a *fillAttempt) removePiece(m pieceOnBoard) {
	a.coveredCells ^= m.coveredCells
	a.laidPieces = a.laidPieces[:len(a.laidPieces)-1]
}

func (a *fillAttempt) currentLayout() pieceLayout {
	l := pieceLayout{}
	for _, m := range a.laidPieces {
		l = append(l, encodeLaidPiece(m.pieceNumber, m.coveredCells))
	}
	return l
}

func (a *fillAttempt) isComplete() bool {
	if !a.areEmptyCellsAllowed(a.coveredCells) {
		return false
	}
	used, fixes := make([]int, len(a.pieces)), make([]uint32, len(a.pieces))
	for _, m := range a.laidPieces {
		used[m.pieceNumber]++
		fixes[m.pieceNumber] |= m.fixedPlaceSet
	}
	for i, k := range a.pieces {
		if used[i] < k.leastCopies || k.mostCopies >= 0 && used[i] > k.mostCopies ||
			fixes[i] != 1<<len(k.fixedPlaces)-1 {
			return false
		}
	}
	return a.emptyCount >= a.emptyCountRange[0]
}

// packingSymmetry is a symmetry of a packing: a motion, given by the images of the cells and of the pieces.
type packingSymmetry struct {
	cellImages, pieceImages []int
	isReflection            bool
}

func (s packingSymmetry) imageOfCellSet(cells cellSet) (out cellSet) {
	for i, j := range s.cellImages {
		if cells.containsCell(i) {
			out = out.withCell(j)
		}
	}
	return out
}

func (s packingSymmetry) imageOfLayout(l pieceLayout) pieceLayout {
	var out pieceLayout
	for _, v := range l {
		out = append(out, encodeLaidPiece(s.pieceImages[v>>maxBoardCells],
			s.imageOfCellSet(cellSet(v&(1<<maxBoardCells-1)))))
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
				a.applyToPoint(period))
		}) {
			continue
		}
		for _, m := range p.cellMiddles {
			d := m.minusPoint(p.middleImage(a, p.cellMiddles[0]))
			if !p.isShift(d) {
				continue
			}
			if s := (packingSymmetry{cellImages: p.imagesOfBoardCells(a, d),
				isReflection: a.isReflection()}); s.cellImages != nil &&
				p.findPieceImages(a, &s) &&
				p.keepsFixedPlaces(s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// imagesOfBoardCells returns the image of each cell of the board. It returns nil if an image is off the board, or is
// optional while the cell is not.
func (p *packing) imagesOfBoardCells(a motionMatrix, d point) []int {
	var cells []int
	for i, m := range p.cellMiddles {
		j := p.numberAtMiddle(p.middleImage(a, m).plusPoint(d))
		if j < 0 || p.optionalCells.containsCell(i) != p.optionalCells.containsCell(j) {
			return nil
		}
		cells = append(cells, j)
	}
	return cells
}

// findPieceImages finds the image of each piece: a piece with as many copies whose orientations and placements are the
// images. Of several such pieces it takes the first that is not the image of another piece yet.
func (p *packing) findPieceImages(a motionMatrix, s *packingSymmetry) bool {
	for _, k := range p.pieces {
		j := slices.IndexFunc(p.pieces, func(other *packedPiece) bool {
			return !slices.Contains(s.pieceImages, slices.Index(p.pieces, other)) && p.mapsPieceTo(a, *s, k, other)
		})
		if j < 0 {
			return false
		}
		s.pieceImages = append(s.pieceImages, j)
	}
	return true
}

func (p *packing) mapsPieceTo(a motionMatrix, s packingSymmetry, k, other *packedPiece) bool {
	if p.separatedPieces.containsCell(slices.Index(p.pieces,
		k)) != p.separatedPieces.containsCell(slices.Index(p.pieces, other)) ||
		k.leastCopies != other.leastCopies || k.mostCopies != other.mostCopies ||
		len(k.allowedCellSets) != len(other.allowedCellSets) ||
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
	for _, m := range k.allowedCellSets {
		if !slices.ContainsFunc(other.allowedCellSets,
			func(n coveredCellSet) bool { return n.coveredCells == s.imageOfCellSet(m.coveredCells) }) {
			return false
		}
	}
	return true
}

// keepsFixedPlaces reports whether a motion of the board leaves the fixed places as they are. If a piece has several
// copies, the motion must map each way to lie at a fixed place to a way to lie at the same place.
func (p *packing) keepsFixedPlaces(s packingSymmetry) bool {
	for i, k := range p.pieces {
		for _, m := range k.allowedCellSets {
			if k.isUsedOnce() || m.fixedPlaceSet == 0 {
				continue
			}
			if s.pieceImages[i] != i || !slices.ContainsFunc(k.allowedCellSets,
				func(n coveredCellSet) bool {
					return n.coveredCells == s.imageOfCellSet(m.coveredCells) && n.fixedPlaceSet == m.fixedPlaceSet
				}) {
				return false
			}
		}
	}
	return true
}
