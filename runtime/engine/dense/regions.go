package dense

import (
	"slices"

	"quadrille/runtime/search"
)

// regionFilter refuses a node if some region of open cells cannot be filled, because the size of the region is no sum
// of sizes of options. A region is a connected part of the open cells, and the size of an option is its number of
// cells.
//
// The filter never refuses a node above a solution, for this reason. The graph joins the cells of each option, so an
// option whose cells are open lies in a single region. Each cell must be covered exactly once, so the options that
// complete a solution divide each region into parts, and the size of the region is the sum of the sizes of these
// options. At most one option is used for each unused piece, and any number of options without a piece. Secondary
// items, colors and nogoods only forbid more.
type regionFilter struct {
	cells      codeMask    // bits of all cells, which are the lowest bits of the sequence
	shiftSteps []shiftStep // edges between cells, grouped by the difference of their bit numbers

	// pieces lists the pieces (items of which each option holds at most one) with the sizes of their options.
	pieces    []pieceSizes
	freeSizes codeMask // sizes of options without a piece, as a set: bit n stands for size n
}

// shiftStep is a set of edges: it joins each cell k of the set cells with the cell k+shift.
type shiftStep struct {
	shift uint
	cells codeMask
}

// pieceSizes is a piece with the sizes (numbers of cells) of its options.
type pieceSizes struct {
	pieceBit codeMask // bit of the piece
	sizes    codeMask // sizes of its options, as a set: bit n stands for size n
}

// maxShifts is the largest number of shift steps. Each of them costs time at every node.
const maxShifts = 24

// newRegionFilter returns nil if the codes exceed one mask, or if the filter would refuse hardly any node and so cost
// more time than it saves.
func newRegionFilter(c *optionCodes, s *boardShape) *regionFilter {
	if len(s.cells) < 2 || len(s.cells) >= maskBits || !s.isBoardLike() {
		return nil
	}
	r := &regionFilter{}
	for _, i := range s.cells {
		r.cells = r.cells.Union(search.BitSetOf(s.placeOf[i]))
	}
	r.recordSizes(c, s)
	r.joinCells(s)
	sums := r.fillableSums(codeMask{})
	for n := range s.cells {
		if len(r.shiftSteps) <= maxShifts && !sums.Intersects(search.BitSetOf(n+1)) {
			return r // regions of some size are refused
		}
	}
	return nil
}

// recordSizes records the sizes of the options, with and without a piece.
func (r *regionFilter) recordSizes(c *optionCodes, s *boardShape) {
	for _, i := range s.pieces {
		r.pieces = append(r.pieces, pieceSizes{pieceBit: search.BitSetOf(s.placeOf[i])})
	}
	for _, test := range c.tests {
		of := &r.freeSizes
		if k := slices.IndexFunc(r.pieces, func(p pieceSizes) bool { return p.pieceBit.Intersects(test) }); k >= 0 {
			of = &r.pieces[k].sizes
		}
		if n := test.Intersect(r.cells).Len(); n > 0 {
			*of = of.Union(search.BitSetOf(n))
		}
	}
}

// joinCells groups the edges by the difference of their ends.
func (r *regionFilter) joinCells(s *boardShape) {
	for i, neighbours := range s.cellNeighbours {
		for _, j := range neighbours {
			from, to := s.placeOf[i], s.placeOf[j]
			if from > to {
				continue
			}
			by := uint(to - from)
			k := slices.IndexFunc(r.shiftSteps, func(s shiftStep) bool { return s.shift == by })
			if k < 0 {
				k = len(r.shiftSteps)
				r.shiftSteps = append(r.shiftSteps, shiftStep{shift: by})
			}
			r.shiftSteps[k].cells = r.shiftSteps[k].cells.Union(search.BitSetOf(from))
		}
	}
}

// fillableSums returns the numbers that are sums of sizes of unused options, as bits.
func (r *regionFilter) fillableSums(used codeMask) codeMask {
	sums := search.BitSetOf(0)
	for k := range r.pieces {
		if p := &r.pieces[k]; !p.pieceBit.Intersects(used) {
			sums = sums.Union(sumsOf(sums, p.sizes))
		}
	}
	for more := !r.freeSizes.IsEmpty(); more; {
		next := sums.Union(sumsOf(sums, r.freeSizes))
		more, sums = next != sums, next
	}
	return sums
}

// sumsOf returns all sums of a number in the set m and a number in the set n.
func sumsOf(m, n codeMask) (sums codeMask) {
	for ; !n.IsEmpty(); n = n.Subtract(search.BitSetOf(n.FirstNumber())) {
		sums = sums.Union(m.ShiftUp(uint(n.FirstNumber())))
	}
	return sums
}

// isFillable reports whether each region of open cells has a fillable size. A region of all open
// cells is not tested.
func (r *regionFilter) isFillable(used codeMask) bool {
	open := r.cells.Subtract(used)
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
			up, down := next.Intersect(s.cells).ShiftUp(s.shift), next.ShiftDown(s.shift).Intersect(s.cells)
			next = next.Union(up.Union(down).Intersect(open))
		}
		if next == region {
			return region
		}
		region = next
	}
}
