package dense

import (
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// run is what a run has come to.
type run struct {
	profile []search.Level // by level
	yield   func(matrix.Solution) bool
	stop    *atomic.Bool
	cut     cut
	// pause counts down the nodes until something is to be looked at: the budget, a
	// report, or whether to stop. Then chunk, where it began, is taken off these:
	pause, chunk int64
	budget       int64 // nodes that may be visited
	reportIn     int64 // nodes until the next report
}

// Reset sets the effort to zero.
func (s *Search) Reset() {
	clear(s.profile)
	s.reportIn, s.err = s.every(), nil
}

// every returns the number of nodes between two reports.
func (s *Search) every() int64 {
	if s.report == nil {
		return math.MaxInt64
	}
	return max(1, s.options.ReportEvery)
}

// Stats returns the effort since it was zero. Updates are not counted.
func (s *Search) Stats() search.Stats {
	var stats search.Stats
	for _, l := range s.profile {
		stats.Nodes += l.Nodes
		stats.Solutions += l.Solutions
	}
	reached := len(s.profile)
	for reached > 0 && s.profile[reached-1].Nodes == 0 {
		reached--
	}
	stats.Profile = slices.Clone(s.profile[:reached])
	return stats
}

// walk visits a node of the first phase and all below it. It returns false to
// end the run.
func (s *Search) walk(level int) bool {
	if !s.enter(level) {
		return false
	}
	f := &s.frames[level]
	switch {
	case first(f.open) == none:
		return s.visit(level)
	case s.regions != nil && !s.regions.fillable(f.used):
		return true
	case s.switches(f):
		return s.filler.begin(level)
	}
	i := s.choose(f)
	if i == none {
		return true
	}
	s.collect(f, i)
	return s.branch(level, 0)
}

// enter counts a node. It returns false if the run is to end before it.
func (s *Search) enter(level int) bool {
	s.profile[level].Nodes++
	s.pause--
	return s.pause >= 0 || s.resume(level)
}

// branch tries the options collected at a level, those before from left out. When
// the budget is spent, it leaves the frames as they are, as the next cube is mostly
// near.
func (s *Search) branch(level int, from int32) bool {
	f := &s.frames[level]
	ok := true
	for k := from; ok && int(k) < len(f.branches); k++ {
		f.tried = k
		s.advance(level, f.branches[k])
		ok = s.walk(level + 1)
	}
	if ok || !s.cut.spent {
		s.sweep(level)
	}
	return ok
}

// switches reports whether the second phase begins at a node.
func (s *Search) switches(f *frame) bool {
	return s.filler != nil && size(f.open) <= s.threshold
}

// visit hands the options chosen to the caller.
func (s *Search) visit(level int) bool {
	s.profile[level].Solutions++
	s.solution = s.solution[:0]
	for _, o := range s.chosen[:level] {
		if id := s.id[o]; id != leaves {
			s.solution = append(s.solution, id)
		}
	}
	return s.yield(s.solution)
}
