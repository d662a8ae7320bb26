package staged

import "math/bits"

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
	for w, covered := range s.shifted[k].targets {
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
	before, after := &s.shifted[k], &s.shifted[k+1]
	after.size = before.size + r.size
	return after.size+rest >= p.Targets && unite(after.targets, before.targets, r.targets)+rest >= p.Targets
}

// lastShift tries the shifts of the last piece that cover all that is missing: few, and
// mostly none.
func (s *Search) lastShift(k, from int) bool {
	covered, t := s.shifted[k].targets, s.tables
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
		s.rest[k].add(&s.rest[k+1], s.tables.reach(k, s.shift[k]))
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
	moved, rest := &s.moved[k+1], &s.rest[k+1]
	if s.moved[k].size+r.size+rest.size < p.Sources {
		return false
	}
	moved.add(&s.moved[k], r)
	return covers(moved.targets, rest.targets, t.allTargets) && covers(moved.sources, rest.sources, t.allSources)
}
