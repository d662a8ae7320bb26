package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// findGroup finds the group of a packing, and restricts the placements of a pivot.
func (p *packing) findGroup() *Symmetry {
	fixedBy := make([]int, len(p.pieces)) // motions that map the piece to itself
	s := p.findSymmetry(p.pack.Board, p.grid, len(p.placements), func(i isometry) []int32 {
		a := &automorphism{packing: p, isometry: i, image: make([]int32, len(p.placements))}
		if !a.mapPieces() || !a.keepsFixes() {
			return nil
		}
		for i, j := range a.becomes {
			if i == j {
				fixedBy[i]++
			}
		}
		return a.image
	})
	if s != nil {
		p.restrict(s, fixedBy)
	}
	return s
}

// automorphism is a motion of the board as it acts on the puzzle.
type automorphism struct {
	*packing
	isometry isometry
	becomes  []int   // the piece that each piece becomes
	image    []int32 // of each placement
}

// turn is what becomes of an orientation. The cell that becomes the first one tells where
// the image of a placement is.
type turn struct{ orientation, lead int }

// mapPieces finds for each piece one that it becomes, at best itself, for the sake of
// pieces of one shape.
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

// becomesPiece reports whether the allowed placements of piece i become those of
// piece j, of which there are as many copies, and notes which.
func (a *automorphism) becomesPiece(i, j int) bool {
	from, to := &a.pieces[i], &a.pieces[j]
	if from.end-from.first != to.end-to.first || (from.Packed == nil) != (to.Packed == nil) ||
		from.Packed != nil && from.Copies != to.Copies {
		return false
	}
	turns, ok := a.turns(from, to)
	if !ok {
		return false
	}
	for n := from.first; n < from.end; n++ {
		at := a.placements[n]
		t := turns[at.orientation]
		lead := from.facings[at.orientation][t.lead].Plus(a.shiftOf(at))
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

// turns maps the orientations of a piece to those of another.
func (a *automorphism) turns(from, to *packed) ([]turn, bool) {
	if from.Packed == nil {
		return []turn{{}}, true
	}
	if len(from.facings) != len(to.facings) {
		return nil, false
	}
	var turns []turn
	for _, o := range from.facings {
		moved := o.Move(a.isometry.motion)
		n := slices.IndexFunc(to.facings, from.Lattice.AtOrigin(moved).Equal)
		if n < 0 {
			return nil, false
		}
		lead := slices.IndexFunc(o, func(c lattice.Cell) bool { return a.isometry.motion.Apply(c) == moved[0] })
		turns = append(turns, turn{n, lead})
	}
	return turns, true
}

// keepsFixes goes on from mapPieces: placements must become those that are at the same
// fixed places.
func (a *automorphism) keepsFixes() bool {
	for n, items := range a.fixed {
		if !slices.Equal(items, a.fixed[a.image[n]]) {
			return false
		}
	}
	return true
}

// restrict drops the pivot's placements but one of each orbit, and ranks the
// placements, the pivot's first.
func (p *packing) restrict(s *Symmetry, fixedBy []int) {
	pivot := p.pivot(s, fixedBy)
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

// pivot returns the piece to restrict, or nil: one that is used once, that the
// whole group maps to itself, and of which enough placements drop out. A piece
// that is fixed, or always symmetric, would save nothing. Of several it is the one
// with the fewest orbits, which branches least.
func (p *packing) pivot(s *Symmetry, fixedBy []int) *packed {
	orbits, share := make([]int, len(p.pieces)), make([]float64, len(p.pieces)) // share: placements for each orbit
	for i, k := range p.pieces {
		if k.Packed == nil || k.Copies != model.Once || fixedBy[i] < s.Order() || k.first == k.end {
			continue
		}
		for n := k.first; n < k.end; n++ {
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
