package audit

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
)

// lowerDissection adds the items and options of section A7 of spec.md for dissections.
func (l *expectedMatrix) lowerDissection() error {
	d := l.puzzle.Dissection
	if d == nil {
		return nil
	}
	name := func(format string, c lattice.Cell) string { return fmt.Sprintf(format, cellName(lattice.Square, c)) }
	var turned []lattice.Shape // by motion: the images of the cells of the shape
	var shifts lattice.Shape
	for m := range d.AllowedMotions {
		turned = append(turned, turnedSquares(d.SourceShape, m))
		for _, a := range turned[m] {
			for _, b := range d.TargetShape {
				shifts = append(shifts, b.Minus(a))
			}
		}
	}
	slices.SortFunc(shifts, lattice.CompareCells)
	shifts = slices.Compact(shifts)
	for _, c := range d.SourceShape {
		l.declareItem(name("from[%s]", c), coverBounds{1, 1, false})
	}
	for _, c := range d.TargetShape {
		l.declareItem(name("to[%s]", c), coverBounds{1, 1, false})
	}
	hasSizes := d.PieceSizes.Min > 0 || d.PieceSizes.Max != unlimited && d.PieceSizes.Max < len(d.SourceShape)
	for k := range d.PieceCount {
		size, piece := fmt.Sprintf("size[%d]", k), fmt.Sprintf("piece[%d]", k)
		l.declareItem(fmt.Sprintf("map[%d]", k), coverBounds{1, 1, false})
		l.declareItem(piece, coverBounds{isSecondary: true})
		if hasSizes {
			l.declareItem(size, coverBounds{d.PieceSizes.Min, d.PieceSizes.Max, false})
		}
		for s, shift := range shifts {
			for m, cells := range turned {
				isFirst := !slices.ContainsFunc(turned[:m], func(earlier lattice.Shape) bool {
					return lattice.NewShape(earlier).Equal(lattice.NewShape(cells))
				})
				if k == 0 && !isFirst {
					continue
				}
				mapping := fmt.Sprintf("%s/%d", cellName(lattice.Square, shift), m)
				row := []string{fmt.Sprintf("map[%d]", k), piece + ":" + mapping}
				for other := range shifts {
					switch order := func(k int) string { return fmt.Sprintf("order[%d,%d]", k, other) }; {
					case other > 0 && other <= s && k < d.PieceCount-1:
						row = append(row, order(k))
					case other > s && k > 0:
						row = append(row, order(k-1))
					}
				}
				for _, j := range []int{k - 1, k} {
					if 0 <= j && j < d.PieceCount-1 {
						row = append(row, fmt.Sprintf("differ[%d,%s]", j, mapping))
					}
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
	for k := range d.PieceCount - 1 {
		for s, shift := range shifts {
			if s > 0 {
				l.declareItem(fmt.Sprintf("order[%d,%d]", k, s), coverBounds{isSecondary: true})
			}
			for m := range turned {
				l.declareItem(fmt.Sprintf("differ[%d,%s/%d]", k, cellName(lattice.Square, shift), m),
					coverBounds{isSecondary: true})
			}
		}
	}
	return nil
}

// turnedSquares returns the images of squares under a motion, given by its number: that many clockwise quarter turns,
// after a transposition if the number is 4 or more. The corner of the images is at (0, 0).
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
