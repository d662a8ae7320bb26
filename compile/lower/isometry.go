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
}

func (i isometry) apply(c lattice.Cell) lattice.Cell { return i.motion.Apply(c).Plus(i.shift) }

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
		for _, shift := range boardShifts(b, g, m) {
			if moved += len(g.Cells); moved > mostMoved && g.Wrapped() {
				l.errs.Add(codes.TooLarge, span, "count all solutions", "the board has too many cells and motions to find its symmetries")
				return nil, false
			}
			if i := (isometry{m, shift}); i.keeps(b, g) {
				out = append(out, i)
			}
		}
	}
	identity := slices.IndexFunc(out, func(i isometry) bool {
		return i.motion.Name == b.Lattice.Motions[0].Name && g.Reduce(i.shift) == lattice.Cell{}
	})
	out[0], out[identity] = out[identity], out[0]
	return out, true
}

// boardShifts returns the shifts that may bring a board back after a motion.
// There is one at most, unless the board is wrapped.
func boardShifts(b *model.Board, g *lattice.Grid, m lattice.Motion) (shifts []lattice.Cell) {
	if !g.Wrapped() {
		before, _ := g.Cells.Corner()
		moved := make(lattice.Shape, len(g.Cells)) // in no order, which a corner does not need
		for n, c := range g.Cells {
			moved[n] = m.Apply(c)
		}
		after, _ := moved.Corner()
		shifts = []lattice.Cell{before.Minus(after)}
	} else if b.Wrap.Move(m).Equal(b.Wrap) {
		first := m.Apply(g.Cells[0])
		for _, c := range g.Cells {
			shifts = append(shifts, c.Minus(first))
		}
	}
	return slices.DeleteFunc(shifts, func(d lattice.Cell) bool { return !b.Lattice.IsShift(d) })
}

func (i isometry) keeps(b *model.Board, g *lattice.Grid) bool {
	for _, c := range g.Cells {
		n := g.Number(i.apply(c))
		if n < 0 || len(b.Optional) > 0 && b.Optional.Has(c) != b.Optional.Has(g.Cells[n]) {
			return false
		}
	}
	return true
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
