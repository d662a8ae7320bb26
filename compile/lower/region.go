package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
)

// A region that the solution finds becomes a piece with all the shapes that it may have, each where it lies: those that
// hold the cell of its number and of no other one.

// maxRegionCells bounds the cells of the shapes of all regions: a region of ten cells has some 360,000 shapes far from
// any wall. A tried cell of a shape counts as one.
const maxRegionCells = 5_000_000

// regionFinder finds the shapes of a region.
type regionFinder struct {
	*packLowering
	region  *model.FoundRegion
	barred  []bool // by number of a cell: whether the region cannot have it
	shapes  []lattice.Shape
	closed  [][]int      // of a rectangle: by row and column of the board's box, the cells before both that it cannot have
	least   lattice.Cell // the corner of that box
	tooMany bool
}

// shapedRegion returns the piece of a region with its shapes as orientations.
func (p *packLowering) shapedRegion(m *model.PackedPiece) *model.PackedPiece {
	f := &regionFinder{packLowering: p, region: m.Region, barred: make([]bool, len(p.grid.Cells))}
	own := p.grid.Number(m.Region.Cell)
	for _, k := range p.pack.Pieces {
		if k.Region != nil && k != m {
			f.barred[p.grid.Number(k.Region.Cell)] = true
		}
	}
	for _, s := range p.pack.Apart { // nor what touches the number of another region
		if s.Members != nil {
			continue // no rule names a region
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

// addShape records a shape, or that there are too many.
func (f *regionFinder) addShape(cells lattice.Shape) {
	if f.countCells(len(cells)); !f.tooMany {
		f.shapes = append(f.shapes, cells)
	}
}

// countCells counts cells that were tried or taken.
func (f *regionFinder) countCells(n int) {
	f.regionCells += n
	f.tooMany = f.tooMany || f.regionCells > maxRegionCells || len(f.shapes) > f.options.MaxOptions
}

// findRectangles finds the rectangles with the cell of the number and as many cells as it says, or any if it says none.
func (f *regionFinder) findRectangles() {
	at, n := f.region.Cell, f.region.Size
	least, greatest := f.pack.Board.AllCells().BoundingBox()
	f.sumClosed(least, greatest)
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

// isOpen reports whether a rectangle, by its first and last rows and columns, has only cells that the region may have.
func (f *regionFinder) isOpen(top, left, bottom, right int32) bool {
	top, left, bottom, right = top-f.least[0], left-f.least[1], bottom-f.least[0]+1, right-f.least[1]+1
	return f.closed[bottom][right]-f.closed[top][right]-f.closed[bottom][left]+f.closed[top][left] == 0
}

// sumClosed counts the cells of each corner of the box around the board that the region cannot have.
func (f *regionFinder) sumClosed(least, greatest lattice.Cell) {
	size := greatest.Minus(least)
	f.least = least
	f.closed = [][]int{make([]int, size[1]+2)}
	for r := range size[0] + 1 {
		row, above, sum := make([]int, size[1]+2), f.closed[r], 0
		for c := range size[1] + 1 {
			if at := f.grid.Number(least.Plus(lattice.Cell{r, c})); at < 0 || f.barred[at] {
				sum++
			}
			row[c+1] = above[c+1] + sum
		}
		f.closed = append(f.closed, row)
	}
}

// findShapes finds the connected shapes with a cell. Each is found once, as Redelmeier counts polyominoes: a cell that
// was passed by is not taken later.
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

// placeRegion adds the placements of a region: each shape where it lies.
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

// warnUnshaped reports a region that has no shape.
func (p *packLowering) warnUnshaped(k *packedPiece) {
	p.errs.AddWarning(codes.PieceFitsNowhere, k.Region.Span, "",
		"there is no solution: a region of %d cells has no place at %s", k.Region.Size,
		p.pack.Board.Lattice.FormatCell(k.Region.Cell))
}
