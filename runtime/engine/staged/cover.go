package staged

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// reachSet is the set of cells that one mapping, or several mappings together, can cover. A mapping maps source cells
// to target cells.
type reachSet struct {
	// target cells, and source cells, that can be covered
	reachableTargets, reachableSources matrix.BitSet
	// largest total number of cells that pieces with these mappings can have
	maxCells int
}

func newReachSets(p *DissectionProblem, count int) []reachSet {
	out := make([]reachSet, count)
	targets, sources := matrix.NewBitSets(count, p.TargetCount), matrix.NewBitSets(count, p.SourceCount)
	for i := range out {
		out[i].reachableTargets, out[i].reachableSources = targets[i], sources[i]
	}
	return out
}

// coverTables holds the cells that each mapping and each shift can cover. A shift is a translation;
// a mapping is a shift with a motion, such as a turn.
type coverTables struct {
	reachByMapping         []reachSet // cells that each mapping can cover
	reachByShift           []reachSet // cells that all motions with each shift can cover
	firstPieceReachByShift []reachSet // cells that the first piece can cover with each shift

	lastShiftCovering []int         // for each target, the last shift that covers it, or -1
	maxCellsFromShift []int         // for each shift, the largest size of a reach set of that shift or a later one
	allTargets        matrix.BitSet // set of all targets
	allSources        matrix.BitSet // set of all sources
}

func newCoverTables(p *DissectionProblem) *coverTables {
	t := &coverTables{allTargets: matrix.NewBitSet(p.TargetCount), allSources: matrix.NewBitSet(p.SourceCount)}
	t.allTargets.Fill(p.TargetCount)
	t.allSources.Fill(p.SourceCount)
	t.reachByMapping, t.reachByShift, t.firstPieceReachByShift = newReachSets(p, len(p.TargetsByMapping)),
		newReachSets(p, p.ShiftCount),
		newReachSets(p, p.ShiftCount)
	for m, onto := range p.TargetsByMapping {
		r, shift := &t.reachByMapping[m], m/p.MotionCount
		r.setReachOfMapping(onto, p.MaxPieceCells)
		t.reachByShift[shift].uniteWithMapping(r)
		if p.FirstPieceMotions[m%p.MotionCount] {
			t.firstPieceReachByShift[shift].uniteWithMapping(r)
		}
	}
	t.lastShiftCovering, t.maxCellsFromShift = slices.Repeat([]int{-1}, p.TargetCount), make([]int, p.ShiftCount)
	for i := range t.reachByShift {
		for b := range t.reachByShift[i].reachableTargets.EachNumber {
			t.lastShiftCovering[b] = i
		}
	}
	most := 0
	for i := len(t.maxCellsFromShift) - 1; i >= 0; i-- {
		most = max(most, t.reachByShift[i].maxCells)
		t.maxCellsFromShift[i] = most
	}
	return t
}

// setReachOfMapping sets r to the cells that one mapping can cover by a piece of at most maxSize cells.
func (r *reachSet) setReachOfMapping(targetOf []int32, maxSize int) {
	for a, b := range targetOf {
		if b >= 0 {
			r.reachableSources.Insert(a)
			r.reachableTargets.Insert(int(b))
			r.maxCells++
		}
	}
	r.maxCells = min(r.maxCells, maxSize)
}

// uniteWithMapping adds to r the cells that the same piece can cover by another mapping instead.
func (r *reachSet) uniteWithMapping(other *reachSet) {
	uniteSets(r.reachableTargets, r.reachableTargets, other.reachableTargets)
	uniteSets(r.reachableSources, r.reachableSources, other.reachableSources)
	r.maxCells = max(r.maxCells, other.maxCells)
}

// setJointReach sets r to the cells that two groups of pieces, with the reach sets a and b, can cover together.
func (r *reachSet) setJointReach(a, b *reachSet) {
	uniteSets(r.reachableTargets, a.reachableTargets, b.reachableTargets)
	uniteSets(r.reachableSources, a.reachableSources, b.reachableSources)
	r.maxCells = a.maxCells + b.maxCells
}

func (t *coverTables) reachOfPieceAtShift(k, shift int) *reachSet {
	if k == 0 {
		return &t.firstPieceReachByShift[shift]
	}
	return &t.reachByShift[shift]
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

// coversAll reports whether s is a subset of the union of a and b.
func coversAll(a, b, s matrix.BitSet) bool {
	for i, w := range s {
		if w&^(a[i]|b[i]) != 0 {
			return false
		}
	}
	return true
}

// chooseShift tries the shifts of piece k, beginning with firstShift. It returns false to stop the search.
func (s *DissectionSearch) chooseShift(k, firstShift int) bool {
	if s.hasEnded() {
		return false
	}
	if k == s.problem.PieceCount-1 {
		return s.tryShiftsOfLastPiece(k, firstShift)
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
	latest := s.problem.ShiftCount - 1
	for w, covered := range s.shiftReach[k].reachableTargets {
		for m := s.coverTables.allTargets[w] &^ covered; m != 0; m &= m - 1 {
			latest = min(latest, s.coverTables.lastShiftCovering[w*64+bits.TrailingZeros64(m)])
		}
	}
	return latest
}

// tryShift gives piece k a shift, and reports whether the later pieces might cover the remaining
// targets.
func (s *DissectionSearch) tryShift(k, shift int) bool {
	p, r := s.problem, s.coverTables.reachOfPieceAtShift(k, shift)
	if r.maxCells < p.MinPieceCells {
		return false
	}
	rest := (p.PieceCount - 1 - k) * s.coverTables.maxCellsFromShift[shift]
	s.chosenShifts[k] = shift
	before, after := &s.shiftReach[k], &s.shiftReach[k+1]
	after.maxCells = before.maxCells + r.maxCells
	return after.maxCells+rest >= p.TargetCount && uniteSets(after.reachableTargets, before.reachableTargets,
		r.reachableTargets)+rest >= p.TargetCount
}

// tryShiftsOfLastPiece tries the shifts of the last piece that cover all remaining targets. There are
// few, and often none.
func (s *DissectionSearch) tryShiftsOfLastPiece(k, firstShift int) bool {
	covered, t := s.shiftReach[k].reachableTargets, s.coverTables
	if s.problem.TargetCount-covered.Len() > t.maxCellsFromShift[firstShift] {
		return true
	}
	for i, latest := firstShift, s.latestShift(k); i <= latest; i++ {
		if !coversAll(covered, t.reachByShift[i].reachableTargets, t.allTargets) || !s.tryShift(k, i) {
			continue
		}
		s.stats.CoveringShifts++
		for k := range slices.Backward(s.chosenShifts) {
			s.remainingReach[k].setJointReach(&s.remainingReach[k+1], t.reachOfPieceAtShift(k, s.chosenShifts[k]))
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
	if k == s.problem.PieceCount {
		s.stats.CoveringMappings++
		return s.matchCells()
	}
	for motion := range s.problem.MotionCount {
		if s.tryMotion(k, motion) && !s.chooseMotion(k+1) {
			return false
		}
	}
	return true
}

// tryMotion gives piece k a motion, and reports whether the later pieces might cover the remaining
// targets and sources.
func (s *DissectionSearch) tryMotion(k, motion int) bool {
	p, t := s.problem, s.coverTables
	m := s.chosenShifts[k]*p.MotionCount + motion
	r := &t.reachByMapping[m]
	if k == 0 && !p.FirstPieceMotions[motion] || k > 0 && m == s.chosenMappings[k-1] || r.maxCells < p.MinPieceCells {
		return false
	}
	s.chosenMappings[k] = m
	moved, rest := &s.mappingReach[k+1], &s.remainingReach[k+1]
	if s.mappingReach[k].maxCells+r.maxCells+rest.maxCells < p.SourceCount {
		return false
	}
	moved.setJointReach(&s.mappingReach[k], r)
	return coversAll(moved.reachableTargets, rest.reachableTargets, t.allTargets) &&
		coversAll(moved.reachableSources, rest.reachableSources, t.allSources)
}
