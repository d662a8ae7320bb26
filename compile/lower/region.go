package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
)

// A region that the solution finds becomes a piece with all the shapes that the region may have, each at its place. A
// shape contains the cell with the number of its region, and no cell with the number of another one.

// maxRegionCells bounds the cells of all shapes of all regions together. For comparison, a region of ten cells far from
// any wall has some 360,000 shapes. A cell that is only tried counts as one, too.
const maxRegionCells = 5_000_000

// regionFinder finds the shapes that a region may have.
type regionFinder struct {
	*packLowering
	region *model.FoundRegion
	barred []bool // by number of a cell: whether the region cannot contain it
	shapes []lattice.Shape
	// for rectangles, by row and column of the board's box: how many cells above and left of there are barred
	barredBefore [][]int
	boxCorner    lattice.Cell // corner of the board's box
	// tooMany reports whether the bound of cells was exceeded.
	tooMany bool
}

// shapedRegion returns the piece of a region, with its shapes as orientations.
func (p *packLowering) shapedRegion(m *model.PackedPiece) *model.PackedPiece {
	f := &regionFinder{packLowering: p, region: m.Region, barred: make([]bool, len(p.grid.Cells))}
	own := p.grid.Number(m.Region.Cell)
	for _, k := range p.pack.Pieces {
		if k.Region != nil && k != m {
			f.barred[p.grid.Number(k.Region.Cell)] = true
		}
	}
	for _, s := range p.pack.Apart { // barred are also the neighbours of other numbers, if regions must not touch
		if s.Members != nil {
			continue // it names pieces, which no region is
		}
		for _, pair := range s.Pairs {
			for i := range pair {
				other := p.grid.Number(pair[1-i])
				if at := p.grid.Number(pair[i]); at != own && other != own && p.isRegionCell[other] {
					f.barred[at] = true
				}
			}
		}
	}
	if m.Region.Rectangle {
		f.findRectangles()
	} else {
		f.findShapes(own)
	}
	if f.tooMany {
		p.giveUp(m.Region.Span, "regions of ten cells have some 360,000 shapes; lesser numbers and holes leave fewer",
			"the shapes of the region at %s, and of those before, have more than %d cells",
			p.pack.Board.Lattice.FormatCell(m.Region.Cell), maxRegionCells)
	}
	shaped, piece := *m, *m.Piece
	piece.Orientations = f.shapes
	shaped.Piece = &piece
	return &shaped
}

// addShape adds a shape, or records that there are too many.
func (f *regionFinder) addShape(cells lattice.Shape) {
	if f.countCells(len(cells)); !f.tooMany {
		f.shapes = append(f.shapes, cells)
	}
}

// countCells counts cells that were tried, or that a shape contains.
func (f *regionFinder) countCells(n int) {
	f.regionCells += n
	f.tooMany = f.tooMany || f.regionCells > maxRegionCells || len(f.shapes) > f.options.MaxOptions
}

// findRectangles finds the rectangles that contain the number's cell and have as many cells as it says; any size is
// allowed if it says none.
func (f *regionFinder) findRectangles() {
	at, n := f.region.Cell, f.region.Size
	least, greatest := f.pack.Board.AllCells().BoundingBox()
	f.sumBarred(least, greatest)
	for top := at[0]; top >= least[0]; top-- {
		for left := at[1]; left >= least[1]; left-- {
			if !f.isOpen(top, left, at[0], at[1]) {
				break
			}
			for bottom := at[0]; bottom <= greatest[0] && f.isOpen(top, left, bottom, at[1]) && !f.tooMany; bottom++ {
				for right := at[1]; right <= greatest[1] && f.isOpen(top, left, bottom, right) && !f.tooMany; right++ {
					f.countCells(1)
					height, width := int(bottom-top)+1, int(right-left)+1
					if n > 0 && height*width > n {
						break
					}
					if n == 0 || height*width == n {
						f.addShape(lattice.Rectangle(height, width).Shift(lattice.Cell{top, left}))
					}
				}
			}
			if f.tooMany || !f.canContinue() {
				return
			}
		}
	}
}

// isOpen reports whether the region may contain all cells of a rectangle, which is given by its first and last row and
// column.
func (f *regionFinder) isOpen(top, left, bottom, right int32) bool {
	top, left, bottom, right = top-f.boxCorner[0], left-f.boxCorner[1], bottom-f.boxCorner[0]+1, right-f.boxCorner[1]+1
	sum := f.barredBefore
	return sum[bottom][right]-sum[top][right]-sum[bottom][left]+sum[top][left] == 0
}

// sumBarred fills barredBefore.
func (f *regionFinder) sumBarred(least, greatest lattice.Cell) {
	size := greatest.Minus(least)
	f.boxCorner = least
	f.barredBefore = [][]int{make([]int, size[1]+2)}
	for r := range size[0] + 1 {
		row, above, sum := make([]int, size[1]+2), f.barredBefore[r], 0
		for c := range size[1] + 1 {
			if at := f.grid.Number(least.Plus(lattice.Cell{r, c})); at < 0 || f.barred[at] {
				sum++
			}
			row[c+1] = above[c+1] + sum
		}
		f.barredBefore = append(f.barredBefore, row)
	}
}

// findShapes finds the connected shapes that contain a cell. Each is found once, by Redelmeier's method for counting
// polyominoes: a cell that was passed over is not added later.
func (f *regionFinder) findShapes(own int32) {
	neighbours := f.grid.NeighbourNumbers()
	seen := slices.Clone(f.barred)
	seen[own] = true
	chosen, steps := []int32{}, 0
	var extend func(open []int32)
	extend = func(open []int32) {
		for len(open) > 0 && !f.tooMany && f.stopErr == nil {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			chosen = append(chosen, at)
			if steps++; steps%1024 == 0 && !f.canContinue() {
				return
			}
			f.countCells(1)
			if len(chosen) == f.region.Size {
				cells := make([]lattice.Cell, len(chosen))
				for i, n := range chosen {
					cells[i] = f.grid.Cells[n]
				}
				f.addShape(lattice.NewShape(cells))
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
		first := p.grid.Number(k.stencils[o].Shape[0])
		if !p.addPlacement(placement{int32(i), int32(o), first}, len(k.stencils[o].Shape)) {
			return false
		}
	}
	return true
}

// warnUnshaped warns of a region that cannot have any shape.
func (p *packLowering) warnUnshaped(k *packedPiece) {
	p.errorList.AddWarning(codes.PieceFitsNowhere, k.Region.Span, "",
		"there is no solution: a region of %d cells has no place at %s", k.Region.Size,
		p.pack.Board.Lattice.FormatCell(k.Region.Cell))
}
