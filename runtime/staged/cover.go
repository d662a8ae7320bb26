package staged

import (
	"math/bits"

	"quadrille/runtime/matrix"
)

// covering is the state of stages 1 and 2. Entry k of what is covered, and of a size, is
// about the pieces before k; entry k of what the rest can do about piece k, whose
// motion is not chosen yet, and those behind it.
type covering struct {
	// Stage 1: the shifts.
	shift   []int         // by piece
	covered []matrix.Bits // targets, by any motions
	most    []int         // cells that the pieces can have together, by any motions

	// Stage 2: the motions.
	mapping []int // by piece

	targets, sources         []matrix.Bits
	size                     []int
	restTargets, restSources []matrix.Bits
	restSize                 []int
}

func newCovering(p *Problem) covering {
	d := p.Pieces
	return covering{
		shift: make([]int, d), covered: matrix.NewBitRows(d+1, p.Targets), most: make([]int, d+1),
		mapping: make([]int, d),
		targets: matrix.NewBitRows(d+1, p.Targets), sources: matrix.NewBitRows(d+1, p.Sources), size: make([]int, d+1),
		restTargets: matrix.NewBitRows(d+1, p.Targets), restSources: matrix.NewBitRows(d+1, p.Sources), restSize: make([]int, d+1),
	}
}

// chooseShift tries the shifts of piece k, which are at least from. It returns
// false to stop the search.
func (s *Search) chooseShift(k, from int) bool {
	if s.cancelled.Load() {
		return false
	}
	if k == s.problem.Pieces-1 {
		return s.lastShift(k, from)
	}
	for i, latest := from, s.latest(k); i <= latest; i++ {
		if k == 0 && s.claim != nil && !s.claim(i) {
			continue
		}
		s.progress(k, i, from)
		if s.shiftTo(k, i) && !s.chooseShift(k+1, i) {
			return false
		}
	}
	return true
}

// latest returns the last shift that leaves a later one, or itself, for each
// target that is missing: behind it, a target would be out of reach for good.
func (s *Search) latest(k int) int {
	latest := s.problem.Shifts - 1
	for w, covered := range s.covered[k] {
		for m := s.tables.allTargets[w] &^ covered; m != 0; m &= m - 1 {
			latest = min(latest, s.tables.last[w*64+bits.TrailingZeros64(m)])
		}
	}
	return latest
}

// shiftTo gives piece k a shift, and reports whether the pieces behind it might
// cover what is missing then.
func (s *Search) shiftTo(k, shift int) bool {
	p, r := s.problem, s.tables.reach(k, shift)
	if r.size < p.MinSize {
		return false
	}
	rest := (p.Pieces - 1 - k) * s.tables.most[shift]
	s.shift[k] = shift
	s.most[k+1] = s.most[k] + r.size
	return s.most[k+1]+rest >= p.Targets && unite(s.covered[k+1], s.covered[k], r.targets)+rest >= p.Targets
}

// lastShift tries the shifts of the last piece that cover all that is missing: few, and
// mostly none.
func (s *Search) lastShift(k, from int) bool {
	covered, t := s.covered[k], s.tables
	if s.problem.Targets-covered.Len() > t.most[from] {
		return true
	}
	for i, latest := from, s.latest(k); i <= latest; i++ {
		if !covers(covered, t.byShift[i].targets, t.allTargets) || !s.shiftTo(k, i) {
			continue
		}
		s.stats.CoveringShifts++
		if !s.chooseMotions() {
			return false
		}
	}
	return true
}

// chooseMotions goes through the motions for a sequence of shifts.
func (s *Search) chooseMotions() bool {
	for k := s.problem.Pieces - 1; k >= 0; k-- {
		r := s.tables.reach(k, s.shift[k])
		unite(s.restTargets[k], s.restTargets[k+1], r.targets)
		unite(s.restSources[k], s.restSources[k+1], r.sources)
		s.restSize[k] = s.restSize[k+1] + r.size
	}
	return s.chooseMotion(0)
}

// chooseMotion tries the motions of piece k.
func (s *Search) chooseMotion(k int) bool {
	if s.cancelled.Load() {
		return false
	}
	if k == s.problem.Pieces {
		s.stats.CoveringMappings++
		return s.match()
	}
	for motion := range s.problem.Motions {
		if s.move(k, motion) && !s.chooseMotion(k+1) {
			return false
		}
	}
	return true
}

// move gives piece k a motion, and reports whether the pieces behind it might
// cover what is missing then.
func (s *Search) move(k, motion int) bool {
	p, t := s.problem, s.tables
	m := s.shift[k]*p.Motions + motion
	r := &t.byMapping[m]
	if k == 0 && !p.First[motion] || k > 0 && m == s.mapping[k-1] || r.size < p.MinSize {
		return false
	}
	s.mapping[k] = m
	s.size[k+1] = s.size[k] + r.size
	if s.size[k+1]+s.restSize[k+1] < p.Sources {
		return false
	}
	unite(s.targets[k+1], s.targets[k], r.targets)
	unite(s.sources[k+1], s.sources[k], r.sources)
	return covers(s.targets[k+1], s.restTargets[k+1], t.allTargets) &&
		covers(s.sources[k+1], s.restSources[k+1], t.allSources)
}
