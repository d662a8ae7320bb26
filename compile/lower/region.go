package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
)

// A region that the solution finds becomes a piece with all the shapes that the region may have, each at its place. A
// shape contains the cell with the number of its region, and no cell with the number of another region.
//
// The number of shapes grows by a factor of four with each cell. So a region with many cells is found cell by cell: its
// piece has one cell, and as many copies as the region has cells, and a [ConnectedCells] says that they are connected.

// maxShapeSize is the number of cells up to which a region is found by its shapes, wherever it lies. A region of six
// cells has 1,296 shapes far from any wall. With a bound of 7, a nurikabe of 10 by 10 with six islands of 7 takes 100
// times as long. The time is much the same with 4, but explanations for people say more about small regions that have
// shapes, and a proof of a count can be made only for shapes. maxSpareCells is the number of cells in reach, beyond the
// size of the region, up to which a region of any size is found by its shapes, as it has few.
const maxShapeSize, maxSpareCells = 6, 2

// maxRegionCells bounds the cells of all shapes of all regions together. For comparison, a region of ten cells far from
// any wall has some 360,000 shapes. A cell that is only tried counts as one, too.
const maxRegionCells = 5_000_000

// regionFinder finds the shapes that a region may have.
type regionFinder struct {
	*packLowering
	region          *model.FoundRegion
	isForbiddenCell []bool // for each cell, whether the region cannot contain it
	foundShapes     []lattice.Shape
	// for each row and column of the board's box, how many cells above and left of it are forbidden; used for
	// rectangles
	forbiddenCountBefore [][]int
	boxCorner            lattice.Cell // cell with the least row and the least column of the box around the board
	// exceedsBound reports whether there are too many cells (maxRegionCells) or shapes (MaxOptions).
	exceedsBound bool
}

// regionPiece returns the piece of a region, with its shapes as orientations.
func (p *packLowering) regionPiece(m *model.PackedPiece) *model.PackedPiece {
	f := &regionFinder{packLowering: p, region: m.FoundRegion, isForbiddenCell: make([]bool, len(p.grid.Cells))}
	own := p.grid.CellNumber(m.FoundRegion.ClueCell)
	for _, k := range p.packing.Pieces {
		if k.FoundRegion != nil && k != m {
			f.isForbiddenCell[p.grid.CellNumber(k.FoundRegion.ClueCell)] = true
		}
	}
	// if regions must not touch, a region cannot contain neighbours of the numbers of other regions either
	for _, s := range p.packing.Separations {
		if s.MemberNumbers != nil {
			continue // a rule about named pieces does not concern regions
		}
		for _, pair := range s.CellPairs {
			for i := range pair {
				other := p.grid.CellNumber(pair[1-i])
				if at := p.grid.CellNumber(pair[i]); at != own && other != own && p.holdsRegionNumber[other] {
					f.isForbiddenCell[at] = true
				}
			}
		}
	}
	shaped, piece := *m, *m.Piece
	reach := f.reachableCells(own)
	switch n := m.FoundRegion.CellCount; {
	case m.FoundRegion.MustBeRectangle:
		f.findRectangles()
	case n > maxShapeSize && len(reach) > n+maxSpareCells && m.Copies == model.Once && p.canFindCellByCell():
		shaped.Copies = model.CountRange{Min: n, Max: n}
		for _, c := range reach {
			p.regionsReaching[c]++
			f.addFoundShape(lattice.Shape{p.grid.Cells[c]})
		}
		p.isNeverEmpty[own] = true
	default:
		f.findShapes(own)
	}
	if f.exceedsBound {
		p.reportTooLarge(m.FoundRegion.Span,
			"regions of ten cells have some 360,000 shapes; lesser numbers and holes leave "+
				"fewer",
			"the shapes of the region at %s, and of those before, have more than %d cells",
			p.packing.Board.Lattice.FormatCell(m.FoundRegion.ClueCell), maxRegionCells)
	}
	piece.Orientations = f.foundShapes
	shaped.Piece = &piece
	return &shaped
}

// isRegionCell reports whether a piece is a region that is found cell by cell, so that each option is one of its cells:
// the region has several, and each of its shapes has one.
func isRegionCell(k *model.PackedPiece) bool {
	return k != nil && k.FoundRegion != nil && k.FoundRegion.CellCount > 1 && len(k.Orientations) > 0 &&
		len(k.Orientations[0]) == 1
}

// maxListedOptions bounds the options of all cells that regions may contain, counted for each region that is found cell
// by cell, as its [ConnectedCells] lists them.
const maxListedOptions = 2 * maxRegionCells

// limitListedOptions reports an error if the regions that are found cell by cell would list too many options.
func (p *packLowering) limitListedOptions() {
	listed := 0
	for c, regions := range p.regionsReaching {
		listed += regions * p.itemInfos[p.cellItems[c]].optionCount
	}
	if listed > maxListedOptions {
		p.reportTooLarge(p.packing.Span, "lesser numbers and holes leave fewer",
			"the cells that regions of more than %d cells may contain have more than %d options", maxShapeSize,
			maxListedOptions)
	}
}

// canFindCellByCell reports whether the regions of the packing may be found cell by cell. For that, the packing must
// have no rule about whole placements of regions, and nothing but regions may cover cells, as it might cover the cell
// with the number of a region.
func (p *packLowering) canFindCellByCell() bool {
	return len(p.packing.RequiredSymmetries)+len(p.packing.Seams)+len(p.packing.Board.OptionalCells) == 0 &&
		!p.puzzle.CoreCoversCells && !p.puzzle.ReferencedFamilies["region"] &&
		!slices.ContainsFunc(p.packing.Pieces, func(k *model.PackedPiece) bool { return k.FoundRegion == nil })
}

// reachableCells returns the indices of the cells that a region may contain, in order. From the cell with the number of
// the region (own), fewer steps than the region has cells lead to each of them, through cells that the region may
// contain.
func (f *regionFinder) reachableCells(own int32) []int32 {
	neighbours, seen := f.grid.NeighbourNumbers(), slices.Clone(f.isForbiddenCell)
	seen[own] = true
	reach := []int32{own}
	for step, first := 1, 0; step < f.region.CellCount && first < len(reach); step++ {
		last := reach[first:]
		first = len(reach)
		for _, c := range last {
			for _, d := range neighbours[c] {
				if !seen[d] {
					seen[d] = true
					reach = append(reach, d)
				}
			}
		}
	}
	slices.Sort(reach)
	return reach
}

// addFoundShape adds a shape, or records that there are too many.
func (f *regionFinder) addFoundShape(cells lattice.Shape) {
	if f.countTriedCells(len(cells)); !f.exceedsBound {
		f.foundShapes = append(f.foundShapes, cells)
	}
}

// countTriedCells adds n to the number of cells that were tried or that a shape contains.
func (f *regionFinder) countTriedCells(n int) {
	f.regionCellCount += n
	f.exceedsBound = f.exceedsBound || f.regionCellCount > maxRegionCells || len(f.foundShapes) > f.options.MaxOptions
}

// findRectangles finds the rectangles that contain the cell with the number of the region and have that many cells; any
// size is allowed if no size is given.
func (f *regionFinder) findRectangles() {
	at, n := f.region.ClueCell, f.region.CellCount
	least, greatest := f.packing.Board.AllCells().BoundingBox()
	f.sumForbiddenCells(least, greatest)
	for top := at[0]; top >= least[0]; top-- {
		for left := at[1]; left >= least[1]; left-- {
			if !f.isRectangleAllowed(top, left, at[0], at[1]) {
				break
			}
			for bottom := at[0]; bottom <= greatest[0] && f.isRectangleAllowed(top, left, bottom, at[1]) &&
				!f.exceedsBound; bottom++ {
				for right := at[1]; right <= greatest[1] && f.isRectangleAllowed(top, left, bottom, right) &&
					!f.exceedsBound; right++ {
					f.countTriedCells(1)
					height, width := int(bottom-top)+1, int(right-left)+1
					if n > 0 && height*width > n {
						break
					}
					if n == 0 || height*width == n {
						f.addFoundShape(lattice.Rectangle(height, width).Shift(lattice.Cell{top, left}))
					}
				}
			}
			if f.exceedsBound || !f.mayAddToProblem() {
				return
			}
		}
	}
}

// isRectangleAllowed reports whether the region may contain all cells of a rectangle, which is given by its first and
// last row and column.
func (f *regionFinder) isRectangleAllowed(top, left, bottom, right int32) bool {
	top, left, bottom, right = top-f.boxCorner[0], left-f.boxCorner[1], bottom-f.boxCorner[0]+1, right-f.boxCorner[1]+1
	sum := f.forbiddenCountBefore
	return sum[bottom][right]-sum[top][right]-sum[bottom][left]+sum[top][left] == 0
}

// sumForbiddenCells counts, for each corner of the box around the board, the forbidden cells above and left of it.
func (f *regionFinder) sumForbiddenCells(least, greatest lattice.Cell) {
	size := greatest.Minus(least)
	f.boxCorner = least
	f.forbiddenCountBefore = [][]int{make([]int, size[1]+2)}
	for r := range size[0] + 1 {
		row, above, sum := make([]int, size[1]+2), f.forbiddenCountBefore[r], 0
		for c := range size[1] + 1 {
			if at := f.grid.CellNumber(least.Plus(lattice.Cell{r, c})); at < 0 || f.isForbiddenCell[at] {
				sum++
			}
			row[c+1] = above[c+1] + sum
		}
		f.forbiddenCountBefore = append(f.forbiddenCountBefore, row)
	}
}

// findShapes finds the connected shapes that contain the cell with index own. Each shape is found once, by Redelmeier's
// method for counting polyominoes: a cell that was passed over is not added later.
func (f *regionFinder) findShapes(own int32) {
	neighbours := f.grid.NeighbourNumbers()
	seen := slices.Clone(f.isForbiddenCell)
	seen[own] = true
	chosen, steps := []int32{}, 0
	var extend func(open []int32)
	extend = func(open []int32) {
		for len(open) > 0 && !f.exceedsBound && f.stopErr == nil {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			chosen = append(chosen, at)
			if steps++; steps%1024 == 0 && !f.mayAddToProblem() {
				return
			}
			f.countTriedCells(1)
			if len(chosen) == f.region.CellCount {
				cells := make([]lattice.Cell, len(chosen))
				for i, n := range chosen {
					cells[i] = f.grid.Cells[n]
				}
				f.addFoundShape(lattice.NewShape(cells))
			} else {
				next := slices.Clone(open)
				for _, d := range neighbours[at] {
					if !seen[d] {
						seen[d] = true
						next = append(next, d)
					}
				}
				added := next[len(open):]
				extend(next[:len(next):len(next)])
				for _, d := range added {
					seen[d] = false
				}
			}
			chosen = chosen[:len(chosen)-1]
		}
	}
	extend([]int32{own})
}

// placeRegion adds the placements of a region: each shape at its place.
func (p *packLowering) placeRegion(i int) bool {
	k := &p.pieces[i]
	for o := range k.stencils {
		first := p.grid.CellNumber(k.stencils[o].Shape[0])
		if !p.addPlacement(placement{int32(i), int32(o), first}, len(k.stencils[o].Shape)) {
			return false
		}
	}
	return true
}

// warnRegionWithoutShape warns of a region that cannot have any shape.
func (p *packLowering) warnRegionWithoutShape(k *packedPiece) {
	p.errorList.AddWarning(codes.PieceFitsNowhere, k.FoundRegion.Span, "",
		"there is no solution: a region of %d cells has no place at %s", k.FoundRegion.CellCount,
		p.packing.Board.Lattice.FormatCell(k.FoundRegion.ClueCell))
}
