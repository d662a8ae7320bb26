package staged

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// reachSet is the set of cells that a piece can cover by one mapping, or by any mapping of a shift,
// or that several pieces can cover together.
type reachSet struct {
	targets, sources matrix.BitSet
	size             int // largest total number of cells of the pieces
}

func newReachSets(p *DissectionProblem, count int) []reachSet {
	out := make([]reachSet, count)
	targets, sources := matrix.NewBitSets(count, p.Targets), matrix.NewBitSets(count, p.Sources)
	for i := range out {
		out[i].targets, out[i].sources = targets[i], sources[i]
	}
	return out
}

// coverTables holds the reach of each mapping and of each shift.
type coverTables struct {
	byMapping []reachSet
	byShift   []reachSet // by shift: the reach of all motions together
	byFirst   []reachSet // by shift: the reach of the motions of the first piece together

	last       []int // by target: the last shift that covers it, or -1
	most       []int // by shift: the largest size from this shift on
	allTargets matrix.BitSet
	allSources matrix.BitSet
}

func newCoverTables(p *DissectionProblem) *coverTables {
	t := &coverTables{allTargets: matrix.NewBitSet(p.Targets), allSources: matrix.NewBitSet(p.Sources)}
	t.allTargets.Fill(p.Targets)
	t.allSources.Fill(p.Sources)
	t.byMapping, t.byShift, t.byFirst = newReachSets(p, len(p.Onto)), newReachSets(p, p.Shifts),
		newReachSets(p, p.Shifts)
	for m, onto := range p.Onto {
		r, shift := &t.byMapping[m], m/p.Motions
		r.setMapping(onto, p.MaxSize)
		t.byShift[shift].addMapping(r)
		if p.First[m%p.Motions] {
			t.byFirst[shift].addMapping(r)
		}
	}
	t.last, t.most = slices.Repeat([]int{-1}, p.Targets), make([]int, p.Shifts)
	for i := range t.byShift {
		for b := range t.byShift[i].targets.EachNumber {
			t.last[b] = i
		}
	}
	most := 0
	for i := len(t.most) - 1; i >= 0; i-- {
		most = max(most, t.byShift[i].size)
		t.most[i] = most
	}
	return t
}

// setMapping sets r to the reach of one mapping.
func (r *reachSet) setMapping(onto []int32, maxSize int) {
	for a, b := range onto {
		if b >= 0 {
			r.sources.Insert(a)
			r.targets.Insert(int(b))
			r.size++
		}
	}
	r.size = min(r.size, maxSize)
}

// addMapping adds the reach of an alternative mapping of the same piece.
func (r *reachSet) addMapping(other *reachSet) {
	uniteSets(r.targets, r.targets, other.targets)
	uniteSets(r.sources, r.sources, other.sources)
	r.size = max(r.size, other.size)
}

// addReaches sets r to the reach of two groups of pieces together.
func (r *reachSet) addReaches(some, others *reachSet) {
	uniteSets(r.targets, some.targets, others.targets)
	uniteSets(r.sources, some.sources, others.sources)
	r.size = some.size + others.size
}

func (t *coverTables) reachAt(k, shift int) *reachSet {
	if k == 0 {
		return &t.byFirst[shift]
	}
	return &t.byShift[shift]
}

// uniteSets sets s to the union of a and b, and returns its size.
func uniteSets(s, a, b matrix.BitSet) int {
	n := 0
	for i := range s {
		w := a[i] | b[i]
		s[i] = w
		n += bits.OnesCount64(w)
	}
	return n
}

// coversAll reports whether s is inside the union of a and b.
func coversAll(a, b, s matrix.BitSet) bool {
	for i, w := range s {
		if w&^(a[i]|b[i]) != 0 {
			return false
		}
	}
	return true
}

// chooseShift tries the shifts of piece k, which are at least from. It returns false to stop the
// search.
func (s *DissectionSearch) chooseShift(k, from int) bool {
	if s.hasEnded() {
		return false
	}
	if k == s.problem.Pieces-1 {
		return s.shiftLastPiece(k, from)
	}
	for i, latest := from, s.latestShift(k); i <= latest; i++ {
		if k == 0 && s.claim != nil && !s.claim(i) {
			continue
		}
		s.reportShift(k, i, from)
		if s.tryShift(k, i) && !s.chooseShift(k+1, i) {
			return false
		}
	}
	return true
}

// latestShift returns the largest possible shift of piece k: each missing target must be covered by
// that shift or by a later one.
func (s *DissectionSearch) latestShift(k int) int {
	latest := s.problem.Shifts - 1
	for w, covered := range s.shifted[k].targets {
		for m := s.tables.allTargets[w] &^ covered; m != 0; m &= m - 1 {
			latest = min(latest, s.tables.last[w*64+bits.TrailingZeros64(m)])
		}
	}
	return latest
}

// tryShift gives piece k a shift, and reports whether the pieces behind it might cover the missing
// targets.
func (s *DissectionSearch) tryShift(k, shift int) bool {
	p, r := s.problem, s.tables.reachAt(k, shift)
	if r.size < p.MinSize {
		return false
	}
	rest := (p.Pieces - 1 - k) * s.tables.most[shift]
	s.shift[k] = shift
	before, after := &s.shifted[k], &s.shifted[k+1]
	after.size = before.size + r.size
	return after.size+rest >= p.Targets && uniteSets(after.targets, before.targets, r.targets)+rest >= p.Targets
}

// shiftLastPiece tries the shifts of the last piece that cover all missing targets. There are few,
// and often none.
func (s *DissectionSearch) shiftLastPiece(k, from int) bool {
	covered, t := s.shifted[k].targets, s.tables
	if s.problem.Targets-covered.Len() > t.most[from] {
		return true
	}
	for i, latest := from, s.latestShift(k); i <= latest; i++ {
		if !coversAll(covered, t.byShift[i].targets, t.allTargets) || !s.tryShift(k, i) {
			continue
		}
		s.stats.CoveringShifts++
		for k := range slices.Backward(s.shift) {
			s.remainingReach[k].addReaches(&s.remainingReach[k+1], t.reachAt(k, s.shift[k]))
		}
		if !s.chooseMotion(0) {
			return false
		}
	}
	return true
}

func (s *DissectionSearch) chooseMotion(k int) bool {
	if s.hasEnded() {
		return false
	}
	if k == s.problem.Pieces {
		s.stats.CoveringMappings++
		return s.matchCells()
	}
	for motion := range s.problem.Motions {
		if s.tryMotion(k, motion) && !s.chooseMotion(k+1) {
			return false
		}
	}
	return true
}

// tryMotion gives piece k a motion, and reports whether the pieces behind it might cover the
// missing targets and sources.
func (s *DissectionSearch) tryMotion(k, motion int) bool {
	p, t := s.problem, s.tables
	m := s.shift[k]*p.Motions + motion
	r := &t.byMapping[m]
	if k == 0 && !p.First[motion] || k > 0 && m == s.mapping[k-1] || r.size < p.MinSize {
		return false
	}
	s.mapping[k] = m
	moved, rest := &s.moved[k+1], &s.remainingReach[k+1]
	if s.moved[k].size+r.size+rest.size < p.Sources {
		return false
	}
	moved.addReaches(&s.moved[k], r)
	return coversAll(moved.targets, rest.targets, t.allTargets) && coversAll(moved.sources, rest.sources, t.allSources)
}
