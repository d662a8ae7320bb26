package check

import (
	"cmp"
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// maxHoleTests bounds the number of cells that are examined to find places with a hole. A larger board gets no warning.
const maxHoleTests = 1_000_000

// warnSkippedHoles warns of a rule with `everywhere` on a board with holes. The rule skips each place where a cell of
// its shape is a hole. There the other cells of the shape may break the rule, if they are more than most allows. There
// is no warning if most is model.Unlimited, as no number of cells breaks such a rule.
func (c *checker) warnSkippedHoles(f *ast.Line, most int, b *model.Board) {
	grid := c.boardGrid(b)
	if !f.Everywhere || most == model.Unlimited || grid.IsWrapped() || c.linesTestedForHoles[f] {
		return
	}
	if c.linesTestedForHoles == nil {
		c.linesTestedForHoles = map[*ast.Line]bool{}
	}
	c.linesTestedForHoles[f] = true
	r, ok := c.computeShapeOn(f.Shape, b)
	shape := r.allCells()
	if !ok || len(shape) <= most+1 || len(shape)*len(shape)*len(grid.Cells) > maxHoleTests {
		return
	}
	isHole := holeTest(b)
	seen, places, first := map[lattice.Cell]bool{}, 0, lattice.Cell{}
	for _, at := range grid.Cells {
		for _, from := range shape {
			shift := at.Minus(from)
			if seen[shift] || !b.Lattice.IsShift(shift) {
				continue
			}
			seen[shift] = true
			left, holes := 0, 0
			for _, cell := range shape.Shift(shift) {
				switch {
				case grid.CellNumber(cell) >= 0:
					left++
				case isHole(cell):
					if holes++; places == 0 {
						first = cell
					}
				default:
					// a cell beyond the border means that the place is not on the board at all, which needs no warning
					left = -len(shape)
				}
			}
			if holes > 0 && left > most {
				places++
			}
		}
	}
	if places == 0 {
		return
	}
	c.reportWarning(codes.PieceFitsNowhere, f, c.partsOnBoardHint(f, shape, b),
		"the rule passes over %d places where a cell of this "+
			"shape is a hole of the board, as %s is", places, b.Lattice.FormatCell(first))
}

// partsOnBoardHint returns a hint that shows a rule about the cells of a shape that are on the board, at every place.
func (c *checker) partsOnBoardHint(f *ast.Line, shape lattice.Shape, b *model.Board) string {
	if b.Lattice != lattice.Square || len(f.Shape.OtherTerms) > 0 {
		return "shapes at these places can be listed: each counts as one line"
	}
	low, high := b.Cells.BoundingBox()
	least, greatest := shape.BoundingBox()
	at := f.Shape.Range()
	return fmt.Sprintf("to count the cells that are left there: on %s at (r, c) & %s for r in %d..%d, c in %d..%d",
		c.file.Source.Text[at.Start:at.End], cmp.Or(b.Name, "b"), low[0]-least[0], high[0]-greatest[0], low[1]-least[1],
		high[1]-greatest[1])
}

// holeTest returns a function that reports whether a place is a hole in a board: not on the board, but between two
// cells of the board on a line along an axis.
func holeTest(b *model.Board) func(lattice.Cell) bool {
	type span struct{ low, high int32 }
	// for each axis and each line along it, the coordinates of the first and the last cell of the board
	spans := make([]map[lattice.Cell]span, len(b.Lattice.AxisNames))
	lineOf := func(cell lattice.Cell, axis int) lattice.Cell {
		cell[axis] = 0
		return cell
	}
	for axis := range spans {
		spans[axis] = map[lattice.Cell]span{}
		for _, cell := range append(b.Cells[:len(b.Cells):len(b.Cells)], b.OptionalCells...) {
			line, x := lineOf(cell, axis), cell[axis]
			s, known := spans[axis][line]
			if !known {
				s = span{x, x}
			}
			spans[axis][line] = span{min(s.low, x), max(s.high, x)}
		}
	}
	return func(cell lattice.Cell) bool {
		for axis, lines := range spans {
			if s, known := lines[lineOf(cell, axis)]; known && s.low < cell[axis] && cell[axis] < s.high {
				return true
			}
		}
		return false
	}
}
