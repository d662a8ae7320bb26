package lower

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// Symmetry is the group of a packing: the motions that map the whole puzzle
// to itself, that is, the board to the board, the pieces to the pieces at
// hand, and allowed placements to allowed placements. A mirror image that
// needs pieces which are not there is no symmetry, and neither is one that
// the rules of the packing forbid.
//
// One solution of each class is canonical: the one whose placements, sorted
// by rank, come first among its images. The placements of one piece, the
// pivot, have the lowest ranks; so of the pivot only the first placement of
// each orbit need be tried, and the canonical solutions are all still there.
type Symmetry struct {
	Motions []string // the group in words, the identity first
	Pivot   string   // the piece restricted, or ""

	images  [][]int32 // by motion: the image of each placement
	rank    []int32   // of each placement
	dropped []bool    // by placement
	option  []int32   // the placement of each option left
}

// Order returns the order of the group.
func (s *Symmetry) Order() int { return len(s.images) }

// mostNamed is how many motions are told one by one.
const mostNamed = 12

// String describes the group in a line.
func (s *Symmetry) String() string {
	text := fmt.Sprintf("symmetry group of order %d", s.Order())
	if s.Order() <= mostNamed {
		text += ": " + strings.Join(s.Motions, ", ")
	}
	if s.Pivot != "" {
		text += fmt.Sprintf("; placements of %s: one of each orbit", s.Pivot)
	}
	return text
}

// Canonical reports whether a solution is the one of its class to keep.
func (s *Symmetry) Canonical(solution matrix.Solution) bool {
	own := s.ranks(s.images[0], solution)
	for _, image := range s.images[1:] {
		if slices.Compare(s.ranks(image, solution), own) < 0 {
			return false
		}
	}
	return true
}

// OrbitSize returns the number of solutions in the class of a solution,
// itself included.
func (s *Symmetry) OrbitSize(solution matrix.Solution) int {
	own := s.ranks(s.images[0], solution)
	fixing := 0
	for _, image := range s.images {
		if slices.Equal(s.ranks(image, solution), own) {
			fixing++
		}
	}
	return s.Order() / fixing
}

// ranks returns the sorted ranks of the image of a solution.
func (s *Symmetry) ranks(image []int32, solution matrix.Solution) []int32 {
	out := make([]int32, len(solution))
	for i, o := range solution {
		out[i] = s.rank[image[s.option[o]]]
	}
	slices.Sort(out)
	return out
}

func (s *Symmetry) leftOut(placement int) bool { return s.dropped[placement] }

func (p *packing) findSymmetry() *Symmetry {
	p.table.makeIndex()
	s := &Symmetry{dropped: make([]bool, p.table.count()), rank: make([]int32, p.table.count())}
	fixedBy := make([]int, len(p.pieces)) // motions that map the piece to itself
	motions, ok := p.isometries(p.pack.Board, p.grid, p.pack.Span)
	if !ok {
		return nil
	}
	for _, motion := range motions {
		a := &automorphism{isometry: motion}
		if !a.mapPieces(p) || !a.mapPlacements(p) {
			continue
		}
		if !p.addMotion(s, motion.name(p.pack.Board), a.image, p.pack.Span) {
			return nil
		}
		for i, j := range a.pieces {
			if i == j {
				fixedBy[i]++
			}
		}
	}
	pivot := p.pivot(s, fixedBy)
	p.restrict(s, pivot)
	return s
}

// automorphism is a motion of the board as it acts on the puzzle.
type automorphism struct {
	isometry
	pieces []int   // the piece that each piece becomes
	image  []int32 // of each placement
}

// turn is what becomes of an orientation.
type turn struct {
	orientation int32
	shift       lattice.Cell // to be added to the image of the shift of a placement
}

// mapPieces finds for each piece one with the moved orientations and the same
// number of copies.
func (a *automorphism) mapPieces(p *packing) bool {
	a.image = make([]int32, p.table.count())
	taken := make([]bool, len(p.pieces))
	for i := range p.pieces {
		j := a.partner(p, i, taken)
		if j < 0 {
			return false
		}
		taken[j] = true
		a.pieces = append(a.pieces, j)
	}
	return true
}

// partner prefers the piece itself, for the sake of pieces of one shape.
func (a *automorphism) partner(p *packing, i int, taken []bool) int {
	candidates := []int{i}
	for j := range p.pieces {
		candidates = append(candidates, j)
	}
	for _, j := range candidates {
		if taken[j] || p.pieces[j].Copies != p.pieces[i].Copies {
			continue
		}
		if turned, ok := a.turns(p.pieces[i].Packed, p.pieces[j].Packed); ok && a.allowed(p, i, j, turned) {
			return j
		}
	}
	return -1
}

// allowed reports whether the placements of piece i become allowed ones of
// piece j, and notes which.
func (a *automorphism) allowed(p *packing, i, j int, turned []turn) bool {
	first, own := p.table.of(i)
	if _, others := p.table.of(j); len(own) != len(others) {
		return false
	}
	for n, at := range own {
		k := p.table.number(a.become(at, j, turned))
		if k < 0 {
			return false
		}
		a.image[first+n] = k
	}
	return true
}

// turns maps the orientations of a piece to those of another.
func (a *automorphism) turns(from, to *model.Packed) ([]turn, bool) {
	if len(from.Orientations) != len(to.Orientations) {
		return nil, false
	}
	var out []turn
	start := a.shift.Minus(a.motion.Apply(lattice.Cell{})) // a motion of shifts leaves 0 in place
	for _, o := range from.Orientations {
		moved := o.Move(a.motion)
		home := from.Lattice.ToOrigin(moved)
		n := slices.IndexFunc(to.Orientations, moved.Shift(home).Equal)
		if n < 0 {
			return nil, false
		}
		out = append(out, turn{int32(n), start.Minus(home)})
	}
	return out, true
}

// mapPlacements goes on from [automorphism.mapPieces]: empty cells must become empty
// cells, and placements those that are bound by the same fixed places.
func (a *automorphism) mapPlacements(p *packing) bool {
	if p.empty < 0 && !slices.ContainsFunc(p.pieces, func(m packed) bool { return len(m.fixes) > 0 }) {
		return true
	}
	for n, at := range p.table.all {
		if at.piece == emptyCell {
			a.image[n] = p.table.number(placement{piece: emptyCell, shift: p.grid.Cells[a.isometry.image[p.grid.Number(at.shift)]]})
		}
		if k := a.image[n]; k < 0 || !slices.Equal(p.fixesOf(n), p.fixesOf(int(k))) {
			return false
		}
	}
	return true
}

// become moves a placement, whose piece becomes piece j.
func (a *automorphism) become(at placement, j int, turned []turn) placement {
	t := turned[at.orientation]
	return placement{int32(j), t.orientation, a.motion.Apply(at.shift).Plus(t.shift)}
}

// fixesOf returns the items of the fixed places that placement n is at.
func (p *packing) fixesOf(n int) []matrix.ItemID {
	at := p.table.all[n]
	if at.piece == emptyCell || len(p.pieces[at.piece].fixes) == 0 {
		return nil
	}
	m := p.pieces[at.piece]
	var out []matrix.ItemID
	for k, item := range m.fixes {
		for _, way := range append([]placement{at}, p.table.ways[int32(n)]...) {
			if p.fixed(m, m.Fix[k], int(way.orientation), way.shift) {
				out = append(out, item)
				break
			}
		}
	}
	return out
}

// noPivot stands for no piece; -1 stands for the piece that is no piece, an
// empty cell.
const noPivot = -2

// pivot returns the piece to restrict, or noPivot: one that is used once, that the
// whole group maps to itself, and of which enough placements drop out. A piece
// that is fixed, or always symmetric, would save nothing. Of several it is the one
// with the fewest orbits, which branches least.
func (p *packing) pivot(s *Symmetry, fixedBy []int) int {
	count, orbits := make([]int, len(p.pieces)), make([]int, len(p.pieces))
	for n, at := range p.table.all {
		if at.piece == emptyCell {
			continue
		}
		if count[at.piece]++; s.firstOfOrbit(n) {
			orbits[at.piece]++
		}
	}
	candidate := func(i int) bool {
		return p.pieces[i].Copies == model.Once && fixedBy[i] == s.Order() && orbits[i] > 0
	}
	most := 0.0 // placements for each orbit
	for i := range p.pieces {
		if candidate(i) {
			most = max(most, float64(count[i])/float64(orbits[i]))
		}
	}
	best := noPivot
	for i := range p.pieces {
		if candidate(i) && 2*float64(count[i])/float64(orbits[i]) >= most && (best == noPivot || orbits[i] < orbits[best]) {
			best = i
		}
	}
	return best
}

// firstOfOrbit reports whether no image of a placement has a lower number.
func (s *Symmetry) firstOfOrbit(n int) bool {
	for _, image := range s.images {
		if image[n] < int32(n) {
			return false
		}
	}
	return true
}

// restrict drops the pivot's placements but one of each orbit, and ranks the
// placements, the pivot's first.
func (p *packing) restrict(s *Symmetry, pivot int) {
	if pivot != noPivot && s.Order() > 1 {
		s.Pivot = p.pieces[pivot].Name
	}
	low, high := int32(0), int32(0)
	for _, at := range p.table.all {
		if int(at.piece) == pivot {
			high++
		}
	}
	for n, at := range p.table.all {
		if int(at.piece) == pivot {
			s.rank[n] = low
			low++
			s.dropped[n] = !s.firstOfOrbit(n)
		} else {
			s.rank[n] = high
			high++
		}
		if !s.dropped[n] {
			s.option = append(s.option, int32(n))
		}
	}
}
