package staged

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// reach is what a piece can do by a mapping, or by some mapping of a shift, or what
// several pieces can do together.
type reach struct {
	targets, sources matrix.Bits
	size             int // the most cells the pieces can have
}

func newReaches(p *Problem, count int) []reach {
	out := make([]reach, count)
	targets, sources := matrix.NewBitRows(count, p.Targets), matrix.NewBitRows(count, p.Sources)
	for i := range out {
		out[i].targets, out[i].sources = targets[i], sources[i]
	}
	return out
}

// tables say what each mapping and each shift can cover.
type tables struct {
	byMapping []reach
	byShift   []reach // all motions together
	byFirst   []reach // by shift: the motions of the first piece together

	last       []int // by target: the last shift that covers it, or -1
	most       []int // by shift: the largest size of this one and all behind it
	allTargets matrix.Bits
	allSources matrix.Bits
}

func newTables(p *Problem) *tables {
	t := &tables{allTargets: matrix.NewBits(p.Targets), allSources: matrix.NewBits(p.Sources)}
	t.allTargets.Fill(p.Targets)
	t.allSources.Fill(p.Sources)
	t.byMapping, t.byShift, t.byFirst = newReaches(p, len(p.Onto)), newReaches(p, p.Shifts), newReaches(p, p.Shifts)
	for m, onto := range p.Onto {
		r, shift := &t.byMapping[m], m/p.Motions
		r.follow(onto, p.MaxSize)
		t.byShift[shift].join(r)
		if p.First[m%p.Motions] {
			t.byFirst[shift].join(r)
		}
	}
	t.last, t.most = slices.Repeat([]int{-1}, p.Targets), make([]int, p.Shifts)
	for i := range t.byShift {
		for b := range t.byShift[i].targets.Each {
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

// follow makes r the reach of one mapping.
func (r *reach) follow(onto []int32, maxSize int) {
	for a, b := range onto {
		if b >= 0 {
			r.sources.Add(a)
			r.targets.Add(int(b))
			r.size++
		}
	}
	r.size = min(r.size, maxSize)
}

// join adds another mapping that the piece may have instead.
func (r *reach) join(other *reach) {
	unite(r.targets, r.targets, other.targets)
	unite(r.sources, r.sources, other.sources)
	r.size = max(r.size, other.size)
}

// add makes r the reach of pieces together.
func (r *reach) add(some, others *reach) {
	unite(r.targets, some.targets, others.targets)
	unite(r.sources, some.sources, others.sources)
	r.size = some.size + others.size
}

func (t *tables) reach(k, shift int) *reach {
	if k == 0 {
		return &t.byFirst[shift]
	}
	return &t.byShift[shift]
}

// unite makes s the union of a and b, and returns its size.
func unite(s, a, b matrix.Bits) int {
	n := 0
	for i := range s {
		w := a[i] | b[i]
		s[i] = w
		n += bits.OnesCount64(w)
	}
	return n
}

// covers reports whether everything in s is in a or in b.
func covers(a, b, s matrix.Bits) bool {
	for i, w := range s {
		if w&^(a[i]|b[i]) != 0 {
			return false
		}
	}
	return true
}

// chooseShift tries the shifts of piece k, which are at least from. It returns
// false to stop the search.
func (s *Search) chooseShift(k, from int) bool {
	if s.ended() {
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
		for k := range slices.Backward(s.shift) {
			s.rest[k].add(&s.rest[k+1], t.reach(k, s.shift[k]))
		}
		if !s.chooseMotion(0) {
			return false
		}
	}
	return true
}

func (s *Search) chooseMotion(k int) bool {
	if s.ended() {
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
