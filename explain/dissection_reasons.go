package explain

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// maxDissectedCells is the largest number of cells of two shapes that are compared under all shifts.
const maxDissectedCells = 400

// dissectionReasons finds reasons why a shape cannot be cut into the given number of pieces that form another shape.
// The reasons follow from an upper bound for the size of one piece.
func dissectionReasons(d *model.Dissection) []shortReason {
	n := len(d.SourceShape)
	reason := func(format string, args ...any) []shortReason {
		return []shortReason{{Kind: Area, Sentences: fmt.Sprintf(format, args...)}}
	}
	switch {
	case d.PieceSizes.Min*d.PieceCount > n:
		return reason("%d pieces of at least %d cells have %d at least, and there are %d to cut.",
			d.PieceCount, d.PieceSizes.Min,
			d.PieceSizes.Min*d.PieceCount, n)
	case d.PieceSizes.Max*d.PieceCount < n:
		return reason("%d pieces of at most %d cells have %d at most, and there are %d to cut.", d.PieceCount,
			d.PieceSizes.Max,
			d.PieceSizes.Max*d.PieceCount, n)
	case n > maxDissectedCells:
		return nil
	}
	most, part := 0, ""
	if d.RequiresConnectedPieces {
		part = " in one part"
	}
	for _, g := range d.AllowedMotions {
		moved := d.SourceShape.ApplyMotion(g)
		for _, common := range shiftOverlaps(moved, d.TargetShape) {
			parts := []lattice.Shape{common}
			if d.RequiresConnectedPieces {
				parts = lattice.Square.ConnectedParts(common)
			}
			for _, p := range parts {
				most = max(most, len(p))
			}
		}
	}
	if most*d.PieceCount < n {
		return reason("However the first shape is moved, at most %d of its cells%s come to lie on the second: a piece "+
			"has no more. So %d pieces have %d cells at most, and there are %d to cut.",
			most, part, d.PieceCount, most*d.PieceCount, n)
	}
	return nil
}

// shiftOverlaps returns, for each shift after which the shape moved meets the shape to, the cells that both then have
// in common.
func shiftOverlaps(moved, to lattice.Shape) map[lattice.Cell]lattice.Shape {
	common := map[lattice.Cell]lattice.Shape{}
	for _, b := range to {
		for _, a := range moved {
			shift := b.Minus(a)
			common[shift] = append(common[shift], b)
		}
	}
	return common
}
