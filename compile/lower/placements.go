package lower

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// placePieces finds every placement that the rules allow. The placements of a piece are consecutive.
func (p *packLowering) placePieces() bool {
	if p.options.Equivalence != model.Distinct {
		p.number = make([][][]int32, len(p.pieces))
	}
	var unplaced []string
	for i, k := range p.pieces {
		if p.number != nil {
			p.number[i] = make([][]int32, len(k.stencils))
		}
		first := len(p.placements)
		switch {
		case k.PackedPiece == nil:
			for _, c := range p.pack.Board.Cells {
				at := p.grid.Number(c)
				if barred := p.empties != nil && slices.Contains(p.empties[at], -1) || k.regions != nil &&
					!k.regions[0].Has(int(at)); barred {
					continue
				}
				if !p.addPlacement(placement{piece: int32(i), cell: at}, 1) {
					return false
				}
			}
		case k.Copies.Max == 0:
		case k.Region != nil && !p.placeRegion(i):
			return false
		case k.Region != nil && len(p.placements) == first:
			p.warnUnshaped(&p.pieces[i])
		case k.Region != nil:
		case !p.placePiece(i):
			return false
		case len(p.placements) == first:
			unplaced = append(unplaced, k.Name)
		}
		p.pieces[i].first, p.pieces[i].end = first, len(p.placements)
	}
	if len(unplaced) > 0 {
		p.errs.AddWarning(codes.PieceFitsNowhere, p.pack.Span, "", "nowhere on the board `%s` is there room for %s",
			p.pack.Board.Name, strings.Join(unplaced, ", "))
	}
	return true
}

// maxTriedCells bounds the cells of all ways to place pieces on a wrapped board.
const maxTriedCells = 5_000_000

// mostTried is maxTriedCells, or less if few rounds of loops are allowed, as both limits bound the time.
func (p *packLowering) mostTried() int { return min(maxTriedCells, p.options.MaxSteps/2) }

// comparedPerStep bounds the cells compared with rules about places, as a multiple of MaxSteps.
const comparedPerStep = 4

// compare counts the comparisons of a placement's cells with the piece's rules about places. It returns false
// if there are too many.
func (p *packLowering) compare(k *packedPiece, cells int) bool {
	p.compared += cells * (len(k.Keep) + len(k.Fix))
	if most := comparedPerStep * p.options.MaxSteps; p.compared > most {
		p.giveUp(p.pack.Span, "", "the rules of this packing are compared with more than %d cells of placements", most)
	}
	return !p.gaveUp
}

// placePiece finds the placements of a piece. On a wrapped board a shape may overlap itself, and several shifts
// and orientations may cover the same cells. So a placement there is a set of cells with all the ways that lead
// to it. It is allowed, or at a fixed place, if one of the ways is.
func (p *packLowering) placePiece(i int) bool {
	k := &p.pieces[i]
	known := map[string]int32{} // placements by their cells, on a wrapped board
	type way struct {
		at    placement
		cells string
	}
	var forbidden []way
	fine := true
	for o := range k.stencils {
		p.eachPlacement(&k.stencils[o], func(cell int, covered []int32) bool {
			at := placement{int32(i), int32(o), int32(cell)}
			if fine = p.compare(k, len(covered)); !fine {
				return false
			}
			allowed := p.isAllowed(k, at, covered)
			if !p.grid.IsWrapped() {
				fine = !allowed || p.addPlacement(at, len(covered))
				return fine
			}
			cells := sortedKey(covered)
			if k.Marks != nil {
				cells += p.marksKey(k.Marks[o], p.shiftOf(at))
			}
			n, found := known[cells]
			switch {
			case !allowed:
				forbidden = append(forbidden, way{at, cells})
			case found:
				p.recordDuplicate(at, n)
			default:
				known[cells] = int32(len(p.placements))
				fine = p.addPlacement(at, len(covered))
			}
			return fine
		})
		if !fine || p.tried > p.mostTried() || p.gaveUp {
			return false
		}
	}
	// A motion may turn an allowed way into a forbidden one, on cells that another way may cover.
	for _, w := range forbidden {
		if n, found := known[w.cells]; found {
			p.numberPlacement(w.at, n)
		}
	}
	return true
}

// eachPlacement visits the places of a shape on the board: the cell under the shape's first cell, and the
// numbers of all cells that the shape covers. These are in any order, and valid until visit returns. It stops
// when visit returns false, or when too many cells were tried.
func (p *packLowering) eachPlacement(s *lattice.Stencil, visit func(cell int, covered []int32) bool) {
	wrapped := p.grid.IsWrapped()
	covered, fits := make([]int32, 0, len(s.Shape)), false
	if !p.canContinue() {
		return
	}
	for n, c := range p.grid.Cells {
		shift := c.Minus(s.Shape[0])
		if !p.pack.Board.Lattice.IsShift(shift) {
			continue
		}
		if wrapped {
			if p.tried += len(s.Shape); p.tried > p.mostTried() {
				p.errs.AddError(codes.TooLarge, p.pack.Span, "",
					"there are too many ways to place pieces of so many cells on a wrapped board")
				return
			}
		}
		if covered, fits = s.AppendNumbers(covered[:0], shift); !fits {
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

// allInRegion reports whether all numbers are in a region.
func allInRegion(numbers []int32, region matrix.BitSet) bool {
	return !slices.ContainsFunc(numbers, func(n int32) bool { return !region.Has(int(n)) })
}

// isAllowed reports whether the rules allow a placement. A fixed place restricts a piece directly if it has one
// copy; several copies are restricted by an item.
func (p *packLowering) isAllowed(k *packedPiece, at placement, covered []int32) bool {
	for n, keep := range k.Keep {
		if keep.Orientations != nil && !slices.Contains(keep.Orientations, int(p.orientationOf(at))) ||
			k.regions[n] != nil && !allInRegion(covered, k.regions[n]) {
			return false
		}
	}
	if k.Marks != nil && !p.colorsFit(k.Marks[p.orientationOf(at)], p.shiftOf(at)) {
		return false
	}
	return k.Copies != model.Once || !slices.ContainsFunc(k.Fix,
		func(f model.FixedPlace) bool { return !p.isAt(at, f) })
}

// isAt reports whether a placement is the one that a rule fixes. On a board with a flip it is not enough that
// the corner is at the place, as the piece may have been reflected on the way.
func (p *packLowering) isAt(at placement, f model.FixedPlace) bool {
	if f.Orientation != model.Unlimited && f.Orientation != int(p.orientationOf(at)) {
		return false
	}
	shape, here := p.pieces[at.piece].stencils[at.orientation].Shape, p.shiftOf(at)
	corner, _ := shape.BoundingBox()
	there := f.Corner.Minus(corner)
	return !slices.ContainsFunc(shape, func(c lattice.Cell) bool {
		return p.grid.Reduce(c.Plus(here)) != p.grid.Reduce(c.Plus(there))
	})
}

// addPlacement adds a placement and the number of its cells. It returns false if there are too many.
func (p *packLowering) addPlacement(at placement, cells int) bool {
	n := int32(len(p.placements))
	p.placements = append(p.placements, at)
	p.recordDuplicate(at, n)
	p.entries += cells
	for _, item := range []matrix.ItemID{p.pieces[at.piece].item, p.pieces[at.piece].chosen} {
		if item >= 0 {
			p.entries++
		}
	}
	return p.hasRoomForOptions(len(p.placements), p.entries)
}

// recordDuplicate records that a placement equals placement n, with its fixed places.
func (p *packLowering) recordDuplicate(at placement, n int32) {
	p.numberPlacement(at, n)
	for f, item := range p.pieces[at.piece].fixes {
		if p.isAt(at, p.pieces[at.piece].Fix[f]) && !slices.Contains(p.fixItems[n], item) {
			p.fixItems[n] = append(p.fixItems[n], item)
			slices.Sort(p.fixItems[n])
			p.entries++
		}
	}
}

// numberPlacement stores the number of a placement, if symmetry is requested.
func (p *packLowering) numberPlacement(at placement, n int32) {
	if p.number == nil {
		return
	}
	numbers := &p.number[at.piece][at.orientation]
	if *numbers == nil {
		*numbers = make([]int32, len(p.grid.Cells))
	}
	(*numbers)[at.cell] = n + 1
}
