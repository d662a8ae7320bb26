package audit

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
)

// lowerDissection adds the items and options of section A7 of spec.md for dissections.
func (l *expectedMatrix) lowerDissection() {
	d := l.puzzle.Dissection
	if d == nil {
		return
	}
	name := func(format string, c lattice.Cell) string { return fmt.Sprintf(format, cellName(lattice.Square, c)) }
	for _, c := range d.SourceShape {
		l.declareItem(name("from[%s]", c), coveredOnce)
	}
	for _, c := range d.TargetShape {
		l.declareItem(name("to[%s]", c), coveredOnce)
	}
	var images []lattice.Shape // for each motion, the images of the cells of the first shape
	var shifts lattice.Shape
	for m := range d.AllowedMotions {
		images = append(images, turnedSquares(d.SourceShape, m))
		for _, a := range images[m] {
			for _, b := range d.TargetShape {
				shifts = append(shifts, b.Minus(a))
			}
		}
	}
	slices.SortFunc(shifts, lattice.CompareCells)
	shifts = slices.Compact(shifts)
	hasSizes := d.PieceSizes.Min > 0 || d.PieceSizes.Max != unlimited && d.PieceSizes.Max < len(d.SourceShape)
	last := d.PieceCount - 1
	for k := range d.PieceCount {
		mapped, size, piece := fmt.Sprintf("map[%d]", k), fmt.Sprintf("size[%d]", k), fmt.Sprintf("piece[%d]", k)
		l.declareItem(mapped, coveredOnce)
		l.declareItem(piece, secondary)
		if hasSizes {
			l.declareItem(size, boundsOf(d.PieceSizes))
		}
		for s, shift := range shifts {
			if s > 0 && k < last {
				l.declareItem(fmt.Sprintf("order[%d,%d]", k, s), secondary)
			}
			for m, cells := range images {
				mapping := fmt.Sprintf("%s/%d", cellName(lattice.Square, shift), m)
				if k < last {
					l.declareItem(fmt.Sprintf("differ[%d,%s]", k, mapping), secondary)
				}
				if k == 0 && slices.ContainsFunc(images[:m], func(earlier lattice.Shape) bool {
					return lattice.NewShape(earlier).Equal(lattice.NewShape(cells))
				}) {
					continue
				}
				row := []string{mapped, piece + ":" + mapping}
				for other := 1; other < len(shifts); other++ {
					if other <= s && k < last {
						row = append(row, fmt.Sprintf("order[%d,%d]", k, other))
					} else if other > s && k > 0 {
						row = append(row, fmt.Sprintf("order[%d,%d]", k-1, other))
					}
				}
				for j := max(0, k-1); j <= min(k, last-1); j++ {
					row = append(row, fmt.Sprintf("differ[%d,%s]", j, mapping))
				}
				l.addRow(row...)
				for n, c := range cells {
					if to := c.Plus(shift); slices.Contains(d.TargetShape, to) {
						row := []string{name("from[%s]", d.SourceShape[n]), name("to[%s]", to), piece + ":" + mapping}
						if hasSizes {
							row = append(row, size)
						}
						l.addRow(row...)
					}
				}
			}
		}
	}
}

// turnedSquares returns the images of squares under a motion, given by its index: as many clockwise quarter turns as
// the index modulo 4, after a transposition if the index is 4 or more. The corner of the images is at (0, 0).
func turnedSquares(cells lattice.Shape, motion int) (turned lattice.Shape) {
	for _, c := range cells {
		if motion >= 4 {
			c[0], c[1] = c[1], c[0]
		}
		for range motion % 4 {
			c[0], c[1] = c[1], -c[0]
		}
		turned = append(turned, c)
	}
	least, _ := turned.BoundingBox()
	for k := range turned {
		turned[k] = turned[k].Minus(least)
	}
	return turned
}
