package lower

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// Symmetry is the group of a puzzle: the motions that map the board to itself, each available piece to an
// available piece, and allowed placements to allowed placements. So a reflection that needs a missing piece is
// no symmetry, and neither is a motion that the rules exclude.
//
// One solution of each class is canonical: the one whose placements, sorted by rank, come first among its
// images. The placements of one piece, the pivot, have the lowest ranks. So only the first placement of each
// orbit of the pivot needs to be tried, and no canonical solution is lost.
type Symmetry struct {
	Motions []string // names of the motions of the group, the identity first
	Pivot   string   // name of the restricted piece, or ""

	equivalence model.Equivalence
	images      [][]int32 // by motion: the image of each placement
	rank        []int32   // by placement: its rank
	option      []int32   // by remaining option: its placement
}

// Equivalence returns the motions under which solutions are equivalent.
func (s *Symmetry) Equivalence() model.Equivalence { return s.equivalence }

// Order returns the order of the group.
func (s *Symmetry) Order() int { return len(s.images) }

// WholeProblem returns the problem of all solutions, if one of each class is wanted, and by motion of the group
// the image of each option.
func (r *Result) WholeProblem() (*matrix.Problem, [][]int32, error) {
	o := r.options
	o.KeepAll = true
	all, err := Puzzle(r.puzzle, o)
	if err != nil {
		return nil, nil, err
	}
	return all.Candidates, all.Symmetry.images, nil
}

// maxNamedMotions bounds the motions that String names.
const maxNamedMotions = 12

// String describes the group in a line.
func (s *Symmetry) String() string {
	text := fmt.Sprintf("%v group of order %d", s.equivalence, s.Order())
	if s.Order() <= maxNamedMotions {
		text += ": " + strings.Join(s.Motions, ", ")
	}
	if s.Pivot != "" {
		text += fmt.Sprintf("; placements of %s: one of each orbit", s.Pivot)
	}
	return text
}

// IsCanonical reports whether a solution is the canonical one of its class.
func (s *Symmetry) IsCanonical(solution matrix.Solution) bool {
	own := s.imageRanks(s.images[0], solution)
	return !slices.ContainsFunc(s.images[1:], func(image []int32) bool {
		return slices.Compare(s.imageRanks(image, solution), own) < 0
	})
}

// imageRanks returns the sorted ranks of the image of a solution.
func (s *Symmetry) imageRanks(image []int32, solution matrix.Solution) []int32 {
	out := make([]int32, len(solution))
	for i, o := range solution {
		out[i] = s.rank[image[s.option[o]]]
	}
	slices.Sort(out)
	return out
}

// firstOfOrbit reports whether no image of placement n has a lower number.
func (s *Symmetry) firstOfOrbit(n int) bool {
	return !slices.ContainsFunc(s.images, func(image []int32) bool { return image[n] < int32(n) })
}

// isometry is a motion of the lattice followed by a shift that together map a board to itself, and its optional
// cells to optional cells.
type isometry struct {
	motion lattice.Motion
	shift  lattice.Cell
	image  []int32 // by cell: the number of its image
}

func (i isometry) motionName(b *model.Board) string {
	shift := b.Wrap.Reduce(i.shift)
	by := "shift by " + b.Lattice.FormatCell(shift)
	switch {
	case len(b.Wrap) == 0 || shift == lattice.Cell{}:
		return i.motion.Name
	case i.motion.Name == b.Lattice.Motions[0].Name:
		return by
	}
	return i.motion.Name + " and " + by
}

// maxMovedCells bounds the cells that are moved to find the isometries of a board. mostImages bounds the
// entries in the table of the images of all placements.
const (
	maxMovedCells = 5_000_000
	maxImages     = 100_000_000
)

// findSymmetry finds the isometries of a board that keep a puzzle. actOn returns the image of each placement,
// or nil if an isometry does not keep the puzzle. The result is nil if there are too many isometries to try: a
// torus has at least one for each cell.
func (l *lowering) findSymmetry(b *model.Board, g *lattice.Grid, placements int,
	actOn func(isometry) []int32) *Symmetry {
	s := &Symmetry{rank: make([]int32, placements), equivalence: l.options.Equivalence}
	motions := b.Lattice.Motions
	if s.equivalence == model.Rotated {
		motions = b.Lattice.Rotations()
	}
	for n := range s.rank {
		s.rank[n] = int32(n)
	}
	s.option = s.rank
	var shifts [][]lattice.Cell // by motion
	moved := 0
	for k, m := range motions {
		shifts = append(shifts, boardShifts(b, g, m))
		if moved += len(shifts[k]) * len(g.Cells); moved > maxMovedCells && g.IsWrapped() {
			l.errs.AddError(codes.TooLarge, l.currentSpan(), "count all solutions",
				"the board has too many cells and motions to find its symmetries")
			return nil
		}
	}
	optional := make([]bool, len(g.Cells))
	for _, c := range b.Optional {
		optional[g.Number(c)] = true
	}
	for k, m := range motions {
		turned := g.Cells.MapCells(m.Apply)
		for _, shift := range shifts[k] {
			if !l.canContinue() {
				return nil
			}
			i := isometry{m, shift, g.ShiftedNumbers(turned, shift)}
			if i.image == nil || !keepsMarks(i.image, optional) {
				continue
			}
			image := actOn(i)
			if image == nil {
				continue
			}
			s.Motions, s.images = append(s.Motions, i.motionName(b)), append(s.images, image)
			if len(s.images)*placements > maxImages {
				l.errs.AddError(codes.TooLarge, l.currentSpan(), "count all solutions",
					"the symmetry group is too large for so many placements")
				return nil
			}
		}
	}
	return s
}

// boardShifts returns the shifts that may map a board to itself after a motion, the zero shift first. There is
// at most one, unless the board is wrapped.
func boardShifts(b *model.Board, g *lattice.Grid, m lattice.Motion) (shifts []lattice.Cell) {
	if !g.IsWrapped() {
		before, _ := g.Cells.BoundingBox()
		after, _ := g.Cells.MapCells(m.Apply).BoundingBox()
		return []lattice.Cell{before.Minus(after)}
	}
	if b.Wrap.Move(m).Equal(b.Wrap) {
		first := m.Apply(g.Cells[0])
		for _, c := range g.Cells {
			shifts = append(shifts, c.Minus(first))
		}
	}
	return slices.DeleteFunc(shifts, func(d lattice.Cell) bool { return !b.Lattice.IsShift(d) })
}

// keepsMarks reports whether marked cells map to marked cells, and unmarked to unmarked ones.
func keepsMarks(image []int32, marked []bool) bool {
	for n, to := range image {
		if marked[n] != marked[to] {
			return false
		}
	}
	return true
}

// findGroup finds the group of a packing, and restricts the placements of a pivot.
func (p *packLowering) findGroup() *Symmetry {
	fixedBy := make([]int, len(p.pieces)) // by piece: the number of motions that map it to itself
	s := p.findSymmetry(p.pack.Board, p.grid, len(p.placements), func(i isometry) []int32 {
		a := &automorphism{packLowering: p, isometry: i, image: make([]int32, len(p.placements))}
		if !a.keepsColors() || !a.mapPieces() || !a.keepsFixes() {
			return nil
		}
		for i, j := range a.becomes {
			if i == j {
				fixedBy[i]++
			}
		}
		return a.image
	})
	if s != nil && p.canContinue() && !p.options.KeepAll {
		p.restrictPivot(s, fixedBy)
	}
	return s
}

// automorphism is a motion of the board as it acts on the puzzle.
type automorphism struct {
	*packLowering
	isometry isometry
	becomes  []int   // by piece: the piece that it maps to
	image    []int32 // by placement: its image
}

// orientationImage is the image of an orientation. Lead is the cell that maps to the first cell of the image,
// and thus locates it.
type orientationImage struct{ orientation, lead int }

// mapPieces finds an image for each piece. A piece maps to itself if possible, as several pieces may have one
// shape.
func (a *automorphism) mapPieces() bool {
	taken := make([]bool, len(a.pieces))
	for i := range a.pieces {
		j := i
		for next := 0; taken[j] || !a.becomesPiece(i, j); next++ {
			if next == len(a.pieces) {
				return false
			}
			j = next
		}
		taken[j] = true
		a.becomes = append(a.becomes, j)
	}
	return true
}

// becomesPiece reports whether the allowed placements of piece i map to those of piece j, with as many copies,
// and records the images.
func (a *automorphism) becomesPiece(i, j int) bool {
	from, to := &a.pieces[i], &a.pieces[j]
	if from.end-from.first != to.end-to.first || (from.PackedPiece == nil) != (to.PackedPiece == nil) ||
		from.PackedPiece != nil && (from.Copies != to.Copies || from.Choice != to.Choice ||
			a.puzzle.Goal.PieceValue(from.PackedPiece) != a.puzzle.Goal.PieceValue(to.PackedPiece)) {
		return false
	}
	if slices.ContainsFunc(a.apart, func(p pairItems) bool { return p.isOf[i] != p.isOf[j] }) {
		return false
	}
	turns, ok := a.mapOrientations(from, to)
	if !ok {
		return false
	}
	for n := from.first; n < from.end && a.canContinue(); n++ {
		at := a.placements[n]
		t := turns[at.orientation]
		lead := from.stencils[at.orientation].Shape[t.lead].Plus(a.shiftOf(at))
		numbers := a.number[j][t.orientation]
		if numbers == nil {
			return false
		}
		image := numbers[a.isometry.image[a.grid.Number(lead)]] - 1
		if image < 0 {
			return false
		}
		a.image[n] = image
	}
	return true
}

// mapOrientations maps the orientations of a piece to those of another.
func (a *automorphism) mapOrientations(from, to *packedPiece) ([]orientationImage, bool) {
	if from.PackedPiece == nil {
		return []orientationImage{{}}, true
	}
	if len(from.stencils) != len(to.stencils) {
		return nil, false
	}
	var turns []orientationImage
	for i, o := range from.stencils {
		moved := o.Move(a.isometry.motion)
		image := from.Lattice.AtOrigin(moved)
		n := slices.IndexFunc(to.stencils, func(t lattice.Stencil) bool { return image.Equal(t.Shape) })
		if from.Marks != nil || to.Marks != nil {
			n = to.OrientationNumber(from.Lattice.MarkedAtOrigin(from.MarkedOrientation(i).Move(a.isometry.motion)))
		}
		if n < 0 {
			return nil, false
		}
		lead := slices.IndexFunc(o.Shape, func(c lattice.Cell) bool { return a.isometry.motion.Apply(c) == moved[0] })
		turns = append(turns, orientationImage{n, lead})
	}
	return turns, true
}

// keepsFixes reports whether placements map to placements at the same fixed places. It follows mapPieces.
func (a *automorphism) keepsFixes() bool {
	for n, items := range a.fixItems {
		if !slices.Equal(items, a.fixItems[a.image[n]]) {
			return false
		}
	}
	return true
}

// restrictPivot drops all placements of the pivot but one of each orbit. It then ranks the placements, those of
// the pivot first.
func (p *packLowering) restrictPivot(s *Symmetry, fixedBy []int) {
	pivot := p.choosePivot(s, fixedBy)
	if pivot == nil {
		return
	}
	if s.Order() > 1 {
		s.Pivot = pivot.Name
	}
	s.option = nil
	for n := range p.placements {
		isPivots := pivot.first <= n && n < pivot.end
		switch {
		case isPivots:
			s.rank[n] = int32(n - pivot.first)
		case n < pivot.first:
			s.rank[n] = int32(n + pivot.end - pivot.first)
		}
		if !isPivots || s.firstOfOrbit(n) {
			s.option = append(s.option, int32(n))
		}
	}
}

// choosePivot returns the piece to restrict, or nil. The pivot is used exactly once, is mapped to itself by the
// whole group, and loses enough placements. So a piece that is fixed, or symmetric everywhere, does not
// qualify. Of several candidates it is the one with the fewest orbits, as it branches least.
func (p *packLowering) choosePivot(s *Symmetry, fixedBy []int) *packedPiece {
	// share is the number of placements for each orbit
	orbits, share := make([]int, len(p.pieces)), make([]float64, len(p.pieces))
	for i, k := range p.pieces {
		if k.PackedPiece == nil || k.Copies != model.Once || fixedBy[i] < s.Order() || k.first == k.end {
			continue
		}
		for n := k.first; n < k.end && p.canContinue(); n++ {
			if s.firstOfOrbit(n) {
				orbits[i]++
			}
		}
		share[i] = float64(k.end-k.first) / float64(orbits[i])
	}
	best := -1
	for i := range p.pieces {
		if orbits[i] > 0 && 2*share[i] >= slices.Max(share) && (best < 0 || orbits[i] < orbits[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return &p.pieces[best]
}
