package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// isometry is a motion of the lattice and a shift after it that together map a
// board to itself, its optional cells to optional ones.
type isometry struct {
	motion lattice.Motion
	shift  lattice.Cell
	image  []int32 // the number of the image of each cell
}

func (i isometry) name(b *model.Board) string {
	by := "shift by (" + b.Lattice.CellName(b.Wrap.Reduce(i.shift)) + ")"
	switch {
	case len(b.Wrap) == 0 || b.Wrap.Reduce(i.shift) == lattice.Cell{}:
		return i.motion.Name
	case i.motion.Name == b.Lattice.Motions[0].Name:
		return by
	}
	return i.motion.Name + " and " + by
}

// mostMoved bounds the cells that are moved to find the isometries of a board.
const mostMoved = 5_000_000

// isometries returns those of a board, the identity first. It returns false if
// there are too many to be tried: a torus has as many as cells, and more.
func (l *lowering) isometries(b *model.Board, g *lattice.Grid, span source.Span) ([]isometry, bool) {
	var out []isometry
	moved := 0
	for _, m := range b.Lattice.Motions {
		turned := make(lattice.Shape, len(g.Cells)) // in the order of the cells
		for n, c := range g.Cells {
			turned[n] = m.Apply(c)
		}
		for _, shift := range boardShifts(b, g, m, turned) {
			if moved += len(g.Cells); moved > mostMoved && g.Wrapped() {
				l.errs.Add(codes.TooLarge, span, "count all solutions", "the board has too many cells and motions to find its symmetries")
				return nil, false
			}
			if image, ok := imageOf(b, g, turned, shift); ok {
				out = append(out, isometry{m, shift, image})
			}
		}
	}
	identity := slices.IndexFunc(out, func(i isometry) bool {
		return i.motion.Name == b.Lattice.Motions[0].Name && g.Reduce(i.shift) == lattice.Cell{}
	})
	out[0], out[identity] = out[identity], out[0]
	return out, true
}

// boardShifts returns the shifts that may bring a board back after a motion,
// which makes the turned cells of its own. There is one at most, unless the board is wrapped.
func boardShifts(b *model.Board, g *lattice.Grid, m lattice.Motion, turned lattice.Shape) (shifts []lattice.Cell) {
	if !g.Wrapped() {
		before, _ := g.Cells.Corner()
		after, _ := turned.Corner()
		shifts = []lattice.Cell{before.Minus(after)}
	} else if b.Wrap.Move(m).Equal(b.Wrap) {
		for _, c := range g.Cells {
			shifts = append(shifts, c.Minus(turned[0]))
		}
	}
	return slices.DeleteFunc(shifts, func(d lattice.Cell) bool { return !b.Lattice.IsShift(d) })
}

// imageOf returns the number of the image of each cell of a board, whose cells have
// been turned and are still to be shifted. It returns false if that is no isometry.
func imageOf(b *model.Board, g *lattice.Grid, turned lattice.Shape, shift lattice.Cell) ([]int32, bool) {
	image := make([]int32, len(turned))
	for n, c := range turned {
		to := g.Number(c.Plus(shift))
		if to < 0 || len(b.Optional) > 0 && b.Optional.Has(g.Cells[n]) != b.Optional.Has(g.Cells[to]) {
			return nil, false
		}
		image[n] = to
	}
	return image, true
}

// mostImages bounds the table of the images of all placements.
const mostImages = 100_000_000

// addMotion adds a motion to a group, with the image of each placement. It
// returns false if that is too much.
func (l *lowering) addMotion(s *Symmetry, name string, image []int32, span source.Span) bool {
	s.Motions = append(s.Motions, name)
	s.images = append(s.images, image)
	if len(s.images)*len(image) > mostImages {
		l.errs.Add(codes.TooLarge, span, "count all solutions", "the symmetry group is too large for so many placements")
		return false
	}
	return true
}
