package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
)

// A region that the solution finds becomes a piece with all the shapes that it may have, each where it lies: those that
// hold the cell of its number and of no other one.

// maxRegionShapes bounds the shapes of all regions. A shape takes a kilobyte while its options are made.
const maxRegionShapes = 500_000

// stepsPerShape bounds the cells that are tried for shapes, as a multiple of the shapes.
const stepsPerShape = 20

// regionFinder finds the shapes of a region.
type regionFinder struct {
	*packLowering
	region  *model.FoundRegion
	barred  []bool // by number of a cell: whether the region cannot have it
	shapes  []lattice.Shape
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
	for _, pair := range p.pack.Apart { // nor what touches the number of another region
		for i := range pair {
			other := p.grid.Number(pair[1-i])
			if at := p.grid.Number(pair[i]); at != own && other != own && p.isRegionCell[other] {
				f.barred[at] = true
			}
		}
	}
	if m.Region.Rectangle {
		f.findRectangles()
	} else {
		f.findShapes(own)
	}
	p.regionShapes += len(f.shapes)
	if f.tooMany {
		p.giveUp(m.Region.Span, "numbers of regions that are less, or walls in the board, leave fewer shapes",
			"the region of %d cells at %s has too many shapes: all regions together may have %d", m.Region.Size,
			p.pack.Board.Lattice.FormatCell(m.Region.Cell), maxRegionShapes)
	}
	shaped, piece := *m, *m.Piece
	piece.Orientations = f.shapes
	shaped.Piece = &piece
	return &shaped
}

// addShape records a shape, or that there are too many.
func (f *regionFinder) addShape(cells lattice.Shape) {
	if f.regionShapes+len(f.shapes) >= min(maxRegionShapes, f.options.MaxOptions) {
		f.tooMany = true
		return
	}
	f.shapes = append(f.shapes, cells)
}

// findRectangles finds the rectangles with the cell of the number and as many cells as it says, or any if it says none.
func (f *regionFinder) findRectangles() {
	at, n := f.region.Cell, f.region.Size
	least, greatest := f.pack.Board.AllCells().BoundingBox()
	for top := at[0]; top >= least[0]; top-- {
		for left := at[1]; left >= least[1]; left-- {
			if !f.isOpen(top, left, at[0], at[1]) {
				break
			}
			for bottom := at[0]; bottom <= greatest[0] && f.isOpen(top, left, bottom, at[1]); bottom++ {
				for right := at[1]; right <= greatest[1] && f.isOpen(top, left, bottom, right) && !f.tooMany; right++ {
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
	for r := top; r <= bottom; r++ {
		for c := left; c <= right; c++ {
			if at := f.grid.Number(lattice.Cell{r, c}); at < 0 || f.barred[at] {
				return false
			}
		}
	}
	return true
}

// findShapes finds the connected shapes with a cell. Each is found once, as Redelmeier counts polyominoes: a cell that was
// passed by is not taken later.
func (f *regionFinder) findShapes(own int32) {
	neighbours := make([][]int32, len(f.grid.Cells))
	for at, c := range f.grid.Cells {
		for _, d := range f.grid.NeighboursOf(c) {
			neighbours[at] = append(neighbours[at], f.grid.Number(d))
		}
	}
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
			f.tooMany = f.tooMany || steps > stepsPerShape*maxRegionShapes
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
