package lower

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// placePieces finds all placements that the rules allow. The placements of a piece are consecutive.
func (p *packLowering) placePieces() bool {
	if p.options.Equivalence != model.AllDistinct {
		p.placementNumbers = make([][][]int32, len(p.pieces))
	}
	var unplaced []string
	for i, k := range p.pieces {
		if p.placementNumbers != nil {
			p.placementNumbers[i] = make([][]int32, len(k.stencils))
		}
		first := len(p.placements)
		switch {
		case k.PackedPiece == nil:
			for _, c := range p.packing.Board.Cells {
				at := p.grid.CellNumber(c)
				if barred := p.isNeverEmpty[at] ||
					p.emptyCountItems != nil && slices.Contains(p.emptyCountItems[at], -1) ||
					k.allowedCellSets != nil && !k.allowedCellSets[0].Has(int(at)); barred {
					continue
				}
				if !p.addPlacement(placement{piece: int32(i), firstCell: at}, 1) {
					return false
				}
			}
		case k.Copies.Max == 0:
		case k.FoundRegion != nil && !p.placeRegion(i):
			return false
		case k.FoundRegion != nil && len(p.placements) == first:
			p.warnRegionWithoutShape(&p.pieces[i])
		case k.FoundRegion != nil:
		case !p.placePiece(i):
			return false
		case len(p.placements) == first:
			unplaced = append(unplaced, k.Name)
		}
		p.pieces[i].firstPlacement, p.pieces[i].endPlacement = first, len(p.placements)
	}
	if len(unplaced) > 0 {
		p.errorList.AddWarning(codes.PieceFitsNowhere, p.packing.Span, "",
			"nowhere on the board `%s` is there room for %s",
			p.packing.Board.Name, strings.Join(unplaced, ", "))
	}
	return true
}

// maxTriedCells bounds the number of cells of all attempts to place pieces on a board whose edges are joined.
const maxTriedCells = 5_000_000

// triedCellsBound returns maxTriedCells, or less if PuzzleOptions.MaxSteps is small, as both limit the time.
func (p *packLowering) triedCellsBound() int { return min(maxTriedCells, p.options.MaxSteps/2) }

// comparedCellsPerRound bounds the number of cells that are compared with rules about places, as a multiple of
// MaxSteps.
const comparedCellsPerRound = 4

// countComparisons counts that the cells of a placement are compared with the rules about places of the piece. It
// returns false if there are too many comparisons.
func (p *packLowering) countComparisons(k *packedPiece, cells int) bool {
	p.comparedCellCount += cells * (len(k.PlacementLimits) + len(k.FixedPlaces))
	if most := comparedCellsPerRound * p.options.MaxSteps; p.comparedCellCount > most {
		p.reportTooLarge(p.packing.Span, "",
			"the rules of this packing are compared with more than %d cells of placements",
			most)
	}
	return !p.isIncomplete
}

// placePiece finds the placements of a piece. If edges are joined, a shape may overlap itself, and several shifts and
// orientations may cover the same cells. A placement is then a set of cells with all the ways that lead to it. The
// rules allow it if they allow one of those ways, and it is at a fixed place if one of those ways is.
func (p *packLowering) placePiece(i int) bool {
	k := &p.pieces[i]
	// number of the placement on a set of cells, by a key of the set; used only if edges are joined
	known := map[string]int32{}
	type way struct {
		at    placement
		cells string
	}
	var forbidden []way
	fine := true
	for o := range k.stencils {
		p.eachPlacement(&k.stencils[o], func(cell int, covered []int32) bool {
			at := placement{int32(i), int32(o), int32(cell)}
			if fine = p.countComparisons(k, len(covered)); !fine {
				return false
			}
			allowed := p.isPlacementAllowed(k, at, covered)
			if !p.grid.IsWrapped() {
				fine = !allowed || p.addPlacement(at, len(covered))
				return fine
			}
			cells := keyOfNumberSet(covered)
			if k.ColorMarks != nil {
				cells += p.placementColorsKey(k.ColorMarks[o], p.shiftOfPlacement(at))
			}
			n, found := known[cells]
			switch {
			case !allowed:
				forbidden = append(forbidden, way{at, cells})
			case found:
				p.recordSameCellsPlacement(at, n)
			default:
				known[cells] = int32(len(p.placements))
				fine = p.addPlacement(at, len(covered))
			}
			return fine
		})
		if !fine || p.triedCellCount > p.triedCellsBound() || p.isIncomplete {
			return false
		}
	}
	// A motion may map an allowed way to a forbidden one. This matters if another way to the same cells is allowed.
	// A motion may turn an allowed way into a forbidden one, on cells that another way may cover.
	for _, w := range forbidden {
		if n, found := known[w.cells]; found {
			p.numberPlacement(w.at, n)
		}
	}
	return true
}

// eachPlacement calls visit for each place of a shape on the board, with the number of the cell under the shape's first
// cell and the numbers of all cells that the shape covers. These are in any order, and valid until visit returns. It
// stops if visit returns false, or if too many cells were tried.
func (p *packLowering) eachPlacement(s *lattice.Stencil, visit func(cell int, covered []int32) bool) {
	wrapped := p.grid.IsWrapped()
	covered, fits := make([]int32, 0, len(s.Shape)), false
	if !p.mayAddToProblem() {
		return
	}
	for n, c := range p.grid.Cells {
		shift := c.Minus(s.Shape[0])
		if !p.packing.Board.Lattice.IsShift(shift) {
			continue
		}
		if wrapped {
			if p.triedCellCount += len(s.Shape); p.triedCellCount > p.triedCellsBound() {
				p.errorList.AddError(codes.TooLarge, p.packing.Span, "",
					"there are too many ways to place pieces of so many cells on a wrapped board")
				return
			}
		}
		if covered, fits = s.AppendNumbersAt(covered[:0], shift); !fits {
			continue
		}
		if wrapped {
			slices.Sort(covered)
			if len(slices.Compact(covered)) < len(s.Shape) {
				continue
			}
		}
		if !visit(n, covered) {
			return
		}
	}
}

// allNumbersInSet reports whether all numbers are in a set.
func allNumbersInSet(numbers []int32, region matrix.BitSet) bool {
	return !slices.ContainsFunc(numbers, func(n int32) bool { return !region.Has(int(n)) })
}

// isPlacementAllowed reports whether the rules allow a placement. A fixed place excludes other placements of a piece
// that has one copy; if it has several, an item requires the place.
func (p *packLowering) isPlacementAllowed(k *packedPiece, at placement, covered []int32) bool {
	for n, keep := range k.PlacementLimits {
		if keep.Orientations != nil && !slices.Contains(keep.Orientations, int(p.orientationOf(at))) ||
			k.allowedCellSets[n] != nil && !allNumbersInSet(covered, k.allowedCellSets[n]) {
			return false
		}
	}
	if k.ColorMarks != nil && !p.placementColorsFit(k.ColorMarks[p.orientationOf(at)], p.shiftOfPlacement(at)) {
		return false
	}
	return k.Copies != model.Once || !slices.ContainsFunc(k.FixedPlaces,
		func(f model.FixedPlace) bool { return !p.isFixedAt(at, f) })
}

// isFixedAt reports whether a placement is at a fixed place. If edges are joined upside down, it is not enough that the
// corner is at the place, as the piece may be reflected.
func (p *packLowering) isFixedAt(at placement, f model.FixedPlace) bool {
	if f.Orientation != model.Unlimited && f.Orientation != int(p.orientationOf(at)) {
		return false
	}
	shape, here := p.pieces[at.piece].stencils[at.orientation].Shape, p.shiftOfPlacement(at)
	corner, _ := shape.BoundingBox()
	there := f.Corner.Minus(corner)
	return !slices.ContainsFunc(shape, func(c lattice.Cell) bool {
		return p.grid.ReduceCell(c.Plus(here)) != p.grid.ReduceCell(c.Plus(there))
	})
}

// addPlacement adds a placement that covers so many cells. It returns false if there are too many placements.
func (p *packLowering) addPlacement(at placement, cells int) bool {
	n := int32(len(p.placements))
	p.placements = append(p.placements, at)
	p.recordSameCellsPlacement(at, n)
	p.placementEntryCount += cells
	for _, item := range []matrix.ItemID{p.pieces[at.piece].pieceItem, p.pieces[at.piece].pieceChoiceItem} {
		if item >= 0 {
			p.placementEntryCount++
		}
	}
	return p.hasRoomForOptions(len(p.placements), p.placementEntryCount)
}

// recordSameCellsPlacement records that a placement covers the same cells as placement n, and so is at its fixed
// places as well.
func (p *packLowering) recordSameCellsPlacement(at placement, n int32) {
	p.numberPlacement(at, n)
	for f, item := range p.pieces[at.piece].fixedPlaceItems {
		if p.isFixedAt(at, p.pieces[at.piece].FixedPlaces[f]) && !slices.Contains(p.fixedPlaceItems[n], item) {
			p.fixedPlaceItems[n] = append(p.fixedPlaceItems[n], item)
			slices.Sort(p.fixedPlaceItems[n])
			p.placementEntryCount++
		}
	}
}

// numberPlacement stores the number of a placement, if symmetry is asked for.
func (p *packLowering) numberPlacement(at placement, n int32) {
	if p.placementNumbers == nil {
		return
	}
	numbers := &p.placementNumbers[at.piece][at.orientation]
	if *numbers == nil {
		*numbers = make([]int32, len(p.grid.Cells))
	}
	(*numbers)[at.firstCell] = n + 1
}
