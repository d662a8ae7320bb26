package lower

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// Symmetry is the symmetry group of a puzzle: the motions that map the board to itself, each available piece to an
// available piece, and allowed placements to allowed placements. So a reflection that needs a missing piece is no
// symmetry, and neither is a motion that the rules exclude.
//
// One solution of each class is canonical: the one whose placements, sorted by rank, come first among its images. One
// piece, the pivot, has the placements of the lowest ranks. So only the first placement of each orbit of the pivot
// needs an option, and no canonical solution is lost.
type Symmetry struct {
	MotionNames []string // names of the motions of the group, the identity first
	PivotName   string   // name of the piece whose placements are restricted; "" if there is none

	equivalence       model.Equivalence
	placementImages   [][]int32 // for each motion, the index of the image of each placement
	placementRanks    []int32   // rank of each placement; canonical solutions have the lowest ranks
	placementOfOption []int32   // for each option that remains, the index of its placement
}

// Equivalence returns which solutions are in one class.
func (s *Symmetry) Equivalence() model.Equivalence { return s.equivalence }

// MotionCount returns the number of motions in the group.
func (s *Symmetry) MotionCount() int { return len(s.placementImages) }

// WholeProblem returns the problem of all solutions, where r asks for one of each class. It also returns, for each
// motion of the group, the image of each option.
func (r *Result) WholeProblem() (*matrix.Problem, [][]int32, error) {
	o := r.options
	o.KeepAllPlacements = true
	all, err := LowerPuzzle(r.puzzle, o)
	if err != nil {
		return nil, nil, err
	}
	return all.CandidateProblem, all.SymmetryGroup.placementImages, nil
}

// maxNamedMotions bounds the number of motions that String names.
const maxNamedMotions = 12

// String returns a line that describes the group.
func (s *Symmetry) String() string {
	text := fmt.Sprintf("%v group of order %d", s.equivalence, s.MotionCount())
	if s.MotionCount() <= maxNamedMotions {
		text += ": " + strings.Join(s.MotionNames, ", ")
	}
	if s.PivotName != "" {
		text += fmt.Sprintf("; placements of %s: one of each orbit", s.PivotName)
	}
	return text
}

// IsCanonical reports whether a solution is the canonical one of its class.
func (s *Symmetry) IsCanonical(solution matrix.Solution) bool {
	own := s.ranksOfImage(s.placementImages[0], solution)
	return !slices.ContainsFunc(s.placementImages[1:], func(image []int32) bool {
		return slices.Compare(s.ranksOfImage(image, solution), own) < 0
	})
}

// ranksOfImage returns the ranks of the placements in the image of a solution, sorted.
func (s *Symmetry) ranksOfImage(image []int32, solution matrix.Solution) []int32 {
	out := make([]int32, len(solution))
	for i, o := range solution {
		out[i] = s.placementRanks[image[s.placementOfOption[o]]]
	}
	slices.Sort(out)
	return out
}

// isFirstOfOrbit reports whether no image of placement n has a lower index than n.
func (s *Symmetry) isFirstOfOrbit(n int) bool {
	return !slices.ContainsFunc(s.placementImages, func(image []int32) bool { return image[n] < int32(n) })
}

// isometry is a motion of the lattice and a shift after it that together map a board to itself, and its optional cells
// to optional cells.
type isometry struct {
	motion     lattice.Motion
	shift      lattice.Cell
	cellImages []int32 // for each cell, the index of its image
}

// isometryName returns a name for the isometry.
func (i isometry) isometryName(b *model.Board) string {
	shift := b.WrapPeriods.ReduceCell(i.shift)
	by := "shift by " + b.Lattice.FormatCell(shift)
	switch {
	case len(b.WrapPeriods) == 0 || shift == lattice.Cell{}:
		return i.motion.Name
	case i.motion.Name == b.Lattice.Motions[0].Name:
		return by
	}
	return i.motion.Name + " and " + by
}

// maxMovedCells bounds the number of cells that are moved to find the isometries of a board. maxImages bounds the
// entries in the table of the images of all placements.
const (
	maxMovedCells = 5_000_000
	maxImages     = 100_000_000
)

// findSymmetry finds the isometries of a board that keep a puzzle as it is. The function actOn returns the image of
// each placement, or nil if an isometry does not keep the puzzle. The result is nil if there are too many isometries to
// try: a torus has at least one isometry for each cell.
func (l *lowering) findSymmetry(b *model.Board, g *lattice.Grid, placements int,
	actOn func(isometry) []int32) *Symmetry {
	s := &Symmetry{placementRanks: make([]int32, placements), equivalence: l.options.Equivalence}
	motions := b.Lattice.Motions
	if s.equivalence == model.UpToRotation {
		motions = b.Lattice.Rotations()
	}
	for n := range s.placementRanks {
		s.placementRanks[n] = int32(n)
	}
	s.placementOfOption = s.placementRanks
	var shifts [][]lattice.Cell // for each motion of the lattice, the shifts that may follow it
	moved := 0
	for k, m := range motions {
		shifts = append(shifts, boardShifts(b, g, m))
		if moved += len(shifts[k]) * len(g.Cells); moved > maxMovedCells && g.IsWrapped() {
			l.errorList.AddError(codes.TooLarge, l.currentSpan(), "count all solutions",
				"the board has too many cells and motions to find its symmetries")
			return nil
		}
	}
	optional := make([]bool, len(g.Cells))
	for _, c := range b.OptionalCells {
		optional[g.CellNumber(c)] = true
	}
	for k, m := range motions {
		turned := g.Cells.MapCells(m.ApplyToCell)
		for _, shift := range shifts[k] {
			if !l.mayAddToProblem() {
				return nil
			}
			i := isometry{m, shift, g.NumbersAfterShift(turned, shift)}
			if i.cellImages == nil || !mapsMarkedToMarked(i.cellImages, optional) {
				continue
			}
			image := actOn(i)
			if image == nil {
				continue
			}
			s.MotionNames, s.placementImages = append(s.MotionNames, i.isometryName(b)), append(s.placementImages,
				image)
			if len(s.placementImages)*placements > cmp.Or(l.options.maxImagesInTests, maxImages) {
				l.errorList.AddError(codes.TooLarge, l.currentSpan(), "count all solutions",
					"the symmetry group is too large for so many placements")
				return nil
			}
		}
	}
	return s
}

// boardShifts returns the shifts that may map the image of a board under a motion to the board, the zero shift first.
// There is at most one such shift, unless edges are joined.
func boardShifts(b *model.Board, g *lattice.Grid, m lattice.Motion) (shifts []lattice.Cell) {
	if !g.IsWrapped() {
		before, _ := g.Cells.BoundingBox()
		after, _ := g.Cells.MapCells(m.ApplyToCell).BoundingBox()
		return []lattice.Cell{before.Minus(after)}
	}
	if b.WrapPeriods.ApplyMotion(m).Equal(b.WrapPeriods) {
		first := m.ApplyToCell(g.Cells[0])
		for _, c := range g.Cells {
			shifts = append(shifts, c.Minus(first))
		}
	}
	return slices.DeleteFunc(shifts, func(d lattice.Cell) bool { return !b.Lattice.IsShift(d) })
}

// mapsMarkedToMarked reports whether a motion maps marked cells to marked cells, and unmarked cells to unmarked cells.
func mapsMarkedToMarked(image []int32, marked []bool) bool {
	for n, to := range image {
		if marked[n] != marked[to] {
			return false
		}
	}
	return true
}

// findSymmetryGroup finds the symmetry group of a packing, and restricts the placements of a pivot.
func (p *packLowering) findSymmetryGroup() *Symmetry {
	fixedBy := make([]int, len(p.pieces)) // for each piece, the number of motions that map it to itself
	s := p.findSymmetry(p.packing.Board, p.grid, len(p.placements), func(i isometry) []int32 {
		a := &automorphism{packLowering: p, isometry: i, placementImages: make([]int32, len(p.placements))}
		if !a.keepsBoardColors() || !a.mapPieces() || !a.keepsFixedPlaces() {
			return nil
		}
		for i, j := range a.pieceImages {
			if i == j {
				fixedBy[i]++
			}
		}
		return a.placementImages
	})
	if s != nil && p.mayAddToProblem() && !p.options.KeepAllPlacements {
		p.restrictPivot(s, fixedBy)
	}
	return s
}

// automorphism is an isometry of the board together with what it does to the pieces and placements.
type automorphism struct {
	*packLowering
	isometry        isometry
	pieceImages     []int   // for each piece, the index of the piece to which it is mapped
	placementImages []int32 // for each placement, the index of its image
}

// orientationImage is the image of an orientation of a piece. It holds the index of the orientation that is the image,
// and the index of the cell (cellMappedToFirst) whose image is the first cell of that orientation.
type orientationImage struct{ orientation, cellMappedToFirst int }

// mapPieces finds the image of each piece. A piece is mapped to itself if possible, as several pieces may have the same
// shape.
func (a *automorphism) mapPieces() bool {
	taken := make([]bool, len(a.pieces))
	for i := range a.pieces {
		j := i
		for next := 0; taken[j] || !a.mapsPieceTo(i, j); next++ {
			if next == len(a.pieces) {
				return false
			}
			j = next
		}
		taken[j] = true
		a.pieceImages = append(a.pieceImages, j)
	}
	return true
}

// mapsPieceTo reports whether the allowed placements of piece i are mapped to those of piece j, and the numbers of
// copies of the two pieces are the same. If so, it records the images.
func (a *automorphism) mapsPieceTo(i, j int) bool {
	from, to := &a.pieces[i], &a.pieces[j]
	if i == j && from.PackedPiece != nil && from.Copies.Max == 0 {
		return true // a piece that is not used rules out no motion
	}
	if from.endPlacement-from.firstPlacement != to.endPlacement-to.firstPlacement ||
		(from.PackedPiece == nil) != (to.PackedPiece == nil) ||
		from.PackedPiece != nil && (from.Copies != to.Copies || from.PieceChoice != to.PieceChoice ||
			a.puzzle.Goal.ValueOfPiece(from.PackedPiece) != a.puzzle.Goal.ValueOfPiece(to.PackedPiece)) {
		return false
	}
	if slices.ContainsFunc(a.apartRuleItems,
		func(p apartRuleItems) bool { return p.appliesToPiece[i] != p.appliesToPiece[j] }) {
		return false
	}
	turns, ok := a.mapOrientations(from, to)
	if !ok {
		return false
	}
	for n := from.firstPlacement; n < from.endPlacement && a.mayAddToProblem(); n++ {
		at := a.placements[n]
		t := turns[at.orientation]
		lead := from.stencils[at.orientation].Shape[t.cellMappedToFirst].Plus(a.shiftOfPlacement(at))
		numbers := a.placementNumbers[j][t.orientation]
		if numbers == nil {
			return false
		}
		image := numbers[a.isometry.cellImages[a.grid.CellNumber(lead)]] - 1
		if image < 0 {
			return false
		}
		a.placementImages[n] = image
	}
	return true
}

// mapOrientations returns the image of each orientation of a piece among the orientations of another one.
func (a *automorphism) mapOrientations(from, to *packedPiece) ([]orientationImage, bool) {
	if from.PackedPiece == nil {
		return []orientationImage{{}}, true
	}
	if len(from.stencils) != len(to.stencils) {
		return nil, false
	}
	var turns []orientationImage
	for i, o := range from.stencils {
		moved := o.ApplyMotion(a.isometry.motion)
		image := from.Lattice.ShiftToOrigin(moved)
		n := slices.IndexFunc(to.stencils, func(t lattice.Stencil) bool { return image.Equal(t.Shape) })
		if from.ColorMarks != nil || to.ColorMarks != nil {
			n = to.OrientationNumber(from.Lattice.ShiftMarkedToOrigin(
				from.MarkedOrientation(i).ApplyMotion(a.isometry.motion)))
		}
		if n < 0 {
			return nil, false
		}
		lead := slices.IndexFunc(o.Shape, func(c lattice.Cell) bool {
			return a.isometry.motion.ApplyToCell(c) == moved[0]
		})
		turns = append(turns, orientationImage{n, lead})
	}
	return turns, true
}

// keepsFixedPlaces reports whether each placement is at the same fixed places as its image. It is called after
// mapPieces.
func (a *automorphism) keepsFixedPlaces() bool {
	for n, items := range a.fixedPlaceItems {
		if !slices.Equal(items, a.fixedPlaceItems[a.placementImages[n]]) {
			return false
		}
	}
	return true
}

// restrictPivot drops all placements of the pivot (see Symmetry) but one of each orbit. It then ranks all placements,
// those of the pivot first.
func (p *packLowering) restrictPivot(s *Symmetry, fixedBy []int) {
	pivot := p.choosePivot(s, fixedBy)
	if pivot == nil {
		return
	}
	if s.MotionCount() > 1 {
		s.PivotName = pivot.Name
	}
	s.placementOfOption = nil
	for n := range p.placements {
		isPivots := pivot.firstPlacement <= n && n < pivot.endPlacement
		switch {
		case isPivots:
			s.placementRanks[n] = int32(n - pivot.firstPlacement)
		case n < pivot.firstPlacement:
			s.placementRanks[n] = int32(n + pivot.endPlacement - pivot.firstPlacement)
		}
		if !isPivots || s.isFirstOfOrbit(n) {
			s.placementOfOption = append(s.placementOfOption, int32(n))
		}
	}
}

// choosePivot returns the piece whose placements are restricted, or nil. The piece must be used exactly once, be mapped
// to itself by the whole group, and lose enough placements. So a piece at a fixed place, or one that is symmetric
// everywhere, is not chosen. Of several such pieces the one with the fewest orbits is chosen, as it branches least.
func (p *packLowering) choosePivot(s *Symmetry, fixedBy []int) *packedPiece {
	// for each piece, orbits is the number of orbits of its placements, and share is the number of placements for each
	// orbit
	orbits, share := make([]int, len(p.pieces)), make([]float64, len(p.pieces))
	for i, k := range p.pieces {
		if k.PackedPiece == nil || k.Copies != model.Once || fixedBy[i] < s.MotionCount() ||
			k.firstPlacement == k.endPlacement {
			continue
		}
		for n := k.firstPlacement; n < k.endPlacement && p.mayAddToProblem(); n++ {
			if s.isFirstOfOrbit(n) {
				orbits[i]++
			}
		}
		share[i] = float64(k.endPlacement-k.firstPlacement) / float64(orbits[i])
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
