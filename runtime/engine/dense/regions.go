package dense

import (
	"slices"

	"quadrille/runtime/search"
)

// regionFilter refuses a node if some region of open cells cannot be filled, because the size of the region is no sum
// of sizes of options. A region is a connected part of the open cells, and the size of an option is its number of
// cells.
//
// A node above a solution is never refused, for this reason. The graph joins the cells of each option, so an option
// whose cells are open lies in a single region. Each cell must be covered exactly once, so the options that complete a
// solution divide each region into parts, and the size of the region is the sum of the sizes of these options. At most
// one option is used for each unused piece, and any number of options without a piece. Secondary items, colors and
// nogoods only forbid more.
type regionFilter struct {
	allCells   codeMask    // bits of all cells, which are the lowest bits of the sequence
	shiftSteps []shiftStep // edges between cells, grouped by the difference of the bit positions of their ends

	// pieces lists the pieces (items of which each option holds at most one) with the sizes of their options.
	pieces         []pieceSizes
	piecelessSizes codeMask // set of the sizes of options without a piece: bit n stands for size n
}

// shiftStep is a set of edges of the cell graph, all of which join cells whose bit positions differ by bitShift.
// lowerEnds holds the lower end of each edge.
type shiftStep struct {
	bitShift  uint
	lowerEnds codeMask
}

// pieceSizes is a piece with the sizes (numbers of cells) of its options.
type pieceSizes struct {
	pieceBit    codeMask // the bit that stands for the piece in a set of pieces
	optionSizes codeMask // set of the sizes of its options: bit n stands for size n
}

// maxShiftSteps is the largest number of shift steps. Each of them costs time at every node.
const maxShiftSteps = 24

// newRegionFilter returns nil if the option codes need more bits than a mask has, or if the filter would refuse so few
// nodes that it costs more time than it saves.
func newRegionFilter(c *optionCodes, s *boardShape) *regionFilter {
	if len(s.cells) >= maskBits || !s.isBoardLike() {
		return nil
	}
	r := &regionFilter{}
	for _, i := range s.cells {
		r.allCells = r.allCells.Union(search.BitSetOf(s.placeInSequence[i]))
	}
	r.recordOptionSizes(c, s)
	r.groupEdgesByShift(s)
	sums := r.fillableSums(codeMask{})
	for n := range s.cells {
		if len(r.shiftSteps) <= maxShiftSteps && !sums.Intersects(search.BitSetOf(n+1)) {
			return r // the filter can refuse regions of some sizes, so it is useful
		}
	}
	return nil
}

// recordOptionSizes records the sizes of the options, with and without a piece.
func (r *regionFilter) recordOptionSizes(c *optionCodes, s *boardShape) {
	for _, i := range s.pieces {
		r.pieces = append(r.pieces, pieceSizes{pieceBit: search.BitSetOf(s.placeInSequence[i])})
	}
	for _, test := range c.testedBits {
		of := &r.piecelessSizes
		if k := slices.IndexFunc(r.pieces, func(p pieceSizes) bool { return p.pieceBit.Intersects(test) }); k >= 0 {
			of = &r.pieces[k].optionSizes
		}
		if n := test.Intersect(r.allCells).Len(); n > 0 {
			*of = of.Union(search.BitSetOf(n))
		}
	}
}

// groupEdgesByShift groups the edges of the cell graph by the difference of the bit positions of their ends.
func (r *regionFilter) groupEdgesByShift(s *boardShape) {
	for i, neighbours := range s.cellNeighbours {
		for _, j := range neighbours {
			from, to := s.placeInSequence[i], s.placeInSequence[j]
			if from > to {
				continue
			}
			by := uint(to - from)
			k := slices.IndexFunc(r.shiftSteps, func(s shiftStep) bool { return s.bitShift == by })
			if k < 0 {
				k = len(r.shiftSteps)
				r.shiftSteps = append(r.shiftSteps, shiftStep{bitShift: by})
			}
			r.shiftSteps[k].lowerEnds = r.shiftSteps[k].lowerEnds.Union(search.BitSetOf(from))
		}
	}
}

// fillableSums returns the sizes of regions that unused options can fill. Bit n of the result stands for size n.
func (r *regionFilter) fillableSums(used codeMask) codeMask {
	sums := search.BitSetOf(0)
	for k := range r.pieces {
		if p := &r.pieces[k]; !p.pieceBit.Intersects(used) {
			sums = sums.Union(pairwiseSums(sums, p.optionSizes))
		}
	}
	for more := !r.piecelessSizes.IsEmpty(); more; {
		next := sums.Union(pairwiseSums(sums, r.piecelessSizes))
		more, sums = next != sums, next
	}
	return sums
}

// pairwiseSums returns the set of all sums of a number in set m and a number in set n.
func pairwiseSums(m, n codeMask) (sums codeMask) {
	for ; !n.IsEmpty(); n = n.Subtract(search.BitSetOf(n.FirstNumber())) {
		sums = sums.Union(m.ShiftUp(uint(n.FirstNumber())))
	}
	return sums
}

// isFillable reports whether each region of open cells has a fillable size. A region of all open
// cells is not tested.
func (r *regionFilter) isFillable(used codeMask) bool {
	open := r.allCells.Subtract(used)
	var sums codeMask
	for !open.IsEmpty() {
		region := r.regionOf(open)
		if sums.IsEmpty() {
			if region == open {
				return true
			}
			sums = r.fillableSums(used)
		}
		if !sums.Intersects(search.BitSetOf(region.Len())) {
			return false
		}
		open = open.Subtract(region)
	}
	return true
}

// regionOf returns the region of the first open cell.
func (r *regionFilter) regionOf(open codeMask) codeMask {
	region := search.BitSetOf(open.FirstNumber())
	for {
		next := region
		for k := range r.shiftSteps {
			s := &r.shiftSteps[k]
			up, down := next.Intersect(s.lowerEnds).ShiftUp(s.bitShift),
				next.ShiftDown(s.bitShift).Intersect(s.lowerEnds)
			next = next.Union(up.Union(down).Intersect(open))
		}
		if next == region {
			return region
		}
		region = next
	}
}
