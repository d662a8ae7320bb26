package staged

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// reachSet is the set of cells that a mapping, or several mappings together, can cover. A mapping takes source cells to
// target cells.
type reachSet struct {
	targets, sources matrix.BitSet // target cells; source cells
	maxSize          int           // largest total number of cells of the pieces with these mappings
}

func newReachSets(p *DissectionProblem, count int) []reachSet {
	out := make([]reachSet, count)
	targets, sources := matrix.NewBitSets(count, p.Targets), matrix.NewBitSets(count, p.Sources)
	for i := range out {
		out[i].targets, out[i].sources = targets[i], sources[i]
	}
	return out
}

// coverTables holds the cells that each mapping and each shift can cover. A shift is a translation;
// a mapping is a shift with a motion, such as a turn.
type coverTables struct {
	byMapping         []reachSet // cells of a mapping, by mapping
	byShift           []reachSet // cells of all motions with a shift, by shift
	firstPieceByShift []reachSet // cells that the first piece can cover with a shift, by shift

	lastShift  []int         // last shift that covers a target, or -1, by target
	maxSizes   []int         // largest size of a reach set from this shift on, by shift
	allTargets matrix.BitSet // set of all targets
	allSources matrix.BitSet // set of all sources
}

func newCoverTables(p *DissectionProblem) *coverTables {
	t := &coverTables{allTargets: matrix.NewBitSet(p.Targets), allSources: matrix.NewBitSet(p.Sources)}
	t.allTargets.Fill(p.Targets)
	t.allSources.Fill(p.Sources)
	t.byMapping, t.byShift, t.firstPieceByShift = newReachSets(p, len(p.TargetsByMapping)), newReachSets(p, p.Shifts),
		newReachSets(p, p.Shifts)
	for m, onto := range p.TargetsByMapping {
		r, shift := &t.byMapping[m], m/p.Motions
		r.setMapping(onto, p.MaxSize)
		t.byShift[shift].addMapping(r)
		if p.FirstPieceMotions[m%p.Motions] {
			t.firstPieceByShift[shift].addMapping(r)
		}
	}
	t.lastShift, t.maxSizes = slices.Repeat([]int{-1}, p.Targets), make([]int, p.Shifts)
	for i := range t.byShift {
		for b := range t.byShift[i].targets.EachNumber {
			t.lastShift[b] = i
		}
	}
	most := 0
	for i := len(t.maxSizes) - 1; i >= 0; i-- {
		most = max(most, t.byShift[i].maxSize)
		t.maxSizes[i] = most
	}
	return t
}

// setMapping sets r to the cells that one mapping can cover.
func (r *reachSet) setMapping(targetOf []int32, maxSize int) {
	for a, b := range targetOf {
		if b >= 0 {
			r.sources.Insert(a)
			r.targets.Insert(int(b))
			r.maxSize++
		}
	}
	r.maxSize = min(r.maxSize, maxSize)
}

// addMapping adds the cells of another mapping that the same piece may have instead.
func (r *reachSet) addMapping(other *reachSet) {
	uniteSets(r.targets, r.targets, other.targets)
	uniteSets(r.sources, r.sources, other.sources)
	r.maxSize = max(r.maxSize, other.maxSize)
}

// setUnion sets r to the cells that two groups of pieces, with the reach sets a and b, can cover together.
func (r *reachSet) setUnion(a, b *reachSet) {
	uniteSets(r.targets, a.targets, b.targets)
	uniteSets(r.sources, a.sources, b.sources)
	r.maxSize = a.maxSize + b.maxSize
}

func (t *coverTables) reachAt(k, shift int) *reachSet {
	if k == 0 {
		return &t.firstPieceByShift[shift]
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

// chooseShift tries the shifts of piece k, beginning with from. It returns false to stop the
// search.
func (s *DissectionSearch) chooseShift(k, firstShift int) bool {
	if s.hasEnded() {
		return false
	}
	if k == s.problem.Pieces-1 {
		return s.shiftLastPiece(k, firstShift)
	}
	for i, latest := firstShift, s.latestShift(k); i <= latest; i++ {
		if k == 0 && s.claimShift != nil && !s.claimShift(i) {
			continue
		}
		s.reportShift(k, i, firstShift)
		if s.tryShift(k, i) && !s.chooseShift(k+1, i) {
			return false
		}
	}
	return true
}

// latestShift returns the largest possible shift of piece k. Each target that is not covered yet
// needs that shift or a later one.
func (s *DissectionSearch) latestShift(k int) int {
	latest := s.problem.Shifts - 1
	for w, covered := range s.shiftReach[k].targets {
		for m := s.tables.allTargets[w] &^ covered; m != 0; m &= m - 1 {
			latest = min(latest, s.tables.lastShift[w*64+bits.TrailingZeros64(m)])
		}
	}
	return latest
}

// tryShift gives piece k a shift, and reports whether the later pieces might cover the remaining
// targets.
func (s *DissectionSearch) tryShift(k, shift int) bool {
	p, r := s.problem, s.tables.reachAt(k, shift)
	if r.maxSize < p.MinSize {
		return false
	}
	rest := (p.Pieces - 1 - k) * s.tables.maxSizes[shift]
	s.chosenShifts[k] = shift
	before, after := &s.shiftReach[k], &s.shiftReach[k+1]
	after.maxSize = before.maxSize + r.maxSize
	return after.maxSize+rest >= p.Targets && uniteSets(after.targets, before.targets, r.targets)+rest >= p.Targets
}

// shiftLastPiece tries the shifts of the last piece that cover all remaining targets. There are
// few, and often none.
func (s *DissectionSearch) shiftLastPiece(k, firstShift int) bool {
	covered, t := s.shiftReach[k].targets, s.tables
	if s.problem.Targets-covered.Len() > t.maxSizes[firstShift] {
		return true
	}
	for i, latest := firstShift, s.latestShift(k); i <= latest; i++ {
		if !coversAll(covered, t.byShift[i].targets, t.allTargets) || !s.tryShift(k, i) {
			continue
		}
		s.stats.CoveringShifts++
		for k := range slices.Backward(s.chosenShifts) {
			s.remainingReach[k].setUnion(&s.remainingReach[k+1], t.reachAt(k, s.chosenShifts[k]))
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

// tryMotion gives piece k a motion, and reports whether the later pieces might cover the remaining
// targets and sources.
func (s *DissectionSearch) tryMotion(k, motion int) bool {
	p, t := s.problem, s.tables
	m := s.chosenShifts[k]*p.Motions + motion
	r := &t.byMapping[m]
	if k == 0 && !p.FirstPieceMotions[motion] || k > 0 && m == s.chosenMappings[k-1] || r.maxSize < p.MinSize {
		return false
	}
	s.chosenMappings[k] = m
	moved, rest := &s.mappingReach[k+1], &s.remainingReach[k+1]
	if s.mappingReach[k].maxSize+r.maxSize+rest.maxSize < p.Sources {
		return false
	}
	moved.setUnion(&s.mappingReach[k], r)
	return coversAll(moved.targets, rest.targets, t.allTargets) && coversAll(moved.sources, rest.sources, t.allSources)
}
