package staged

import "math/bits"

// shiftStage is the state of stage 1. Entry k of covered and of size is about
// the pieces before k.
type shiftStage struct {
	shift   []int
	covered []set // targets
	size    []int // the most cells that the pieces can have together
	allowed set   // scratch of lastShift
}

func newShiftStage(p *Problem, legal int) shiftStage {
	return shiftStage{
		shift:   make([]int, p.Pieces),
		covered: newSets(p.Pieces+1, p.Targets),
		size:    make([]int, p.Pieces+1),
		allowed: newSets(1, legal)[0],
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
	latest := len(s.tables.legal) - 1
	for w, covered := range s.shifts.covered[k] {
		for m := s.tables.allTargets[w] &^ covered; m != 0; m &= m - 1 {
			latest = min(latest, s.tables.last[w*64+bits.TrailingZeros64(m)])
		}
	}
	return latest
}

// shiftTo gives piece k a shift, and reports whether the pieces behind it might
// cover what is missing then.
func (s *Search) shiftTo(k, shift int) bool {
	st, p := &s.shifts, s.problem
	r := s.tables.reach(k, shift)
	if r.size < p.MinSize {
		return false
	}
	rest := (p.Pieces - 1 - k) * s.tables.most[shift]
	st.shift[k] = shift
	st.size[k+1] = st.size[k] + r.size
	return st.size[k+1]+rest >= p.Targets &&
		st.covered[k+1].unite(st.covered[k], r.targets)+rest >= p.Targets
}

// lastShift tries only shifts that cover all that is missing, as there is no
// piece behind this one. There are few of them, and mostly none, so they are
// sought target by target.
func (s *Search) lastShift(k, from int) bool {
	if s.problem.Targets-s.shifts.covered[k].count() > s.tables.most[from] || !s.allow(k, from) {
		return true
	}
	for w, word := range s.shifts.allowed[from/64:] {
		for ; word != 0; word &= word - 1 {
			if !s.shiftTo(k, (from/64+w)*64+bits.TrailingZeros64(word)) {
				continue
			}
			s.stats.CoveringShifts++
			if !s.chooseMotions() {
				return false
			}
		}
	}
	return true
}

// allow finds the shifts from one on that cover all targets missing before
// piece k, and reports whether there are any.
func (s *Search) allow(k, from int) bool {
	allowed := s.shifts.allowed[from/64:]
	for w := range allowed {
		allowed[w] = ^uint64(0)
	}
	allowed[0] <<= from % 64
	// Nothing else would take away the bits behind the last shift if no target is missing.
	if n := len(s.tables.legal) % 64; n != 0 {
		allowed[len(allowed)-1] &= 1<<n - 1
	}
	for w, covered := range s.shifts.covered[k] {
		for m := s.tables.allTargets[w] &^ covered; m != 0; m &= m - 1 {
			if !allowed.keep(s.tables.coverers[w*64+bits.TrailingZeros64(m)][from/64:]) {
				return false
			}
		}
	}
	return true
}

// keep takes out of s what is not in a, and reports whether anything is left.
func (s set) keep(a set) bool {
	var left uint64
	for i := range s {
		s[i] &= a[i]
		left |= s[i]
	}
	return left != 0
}
