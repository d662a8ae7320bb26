package dense

import (
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

// walked is what a run has come to.
type walked struct {
	profile []engine.Level // by level
	yield   func(matrix.Solution) bool
	stop    *atomic.Bool
	cut     cut
	// pause counts down the nodes to the next report, or to the end of the budget.
	pause    int64
	chunk    int64 // what pause began with
	budget   int64 // of nodes, without the chunk
	reportIn int64 // nodes, without the chunk
}

// Reset implements [engine.Cutter].
func (s *Search) Reset() {
	s.profile = make([]engine.Level, len(s.rows)+1)
	s.reportIn, s.err = s.every(), nil
}

// every returns the number of nodes between two reports.
func (s *Search) every() int64 {
	if s.options.Report == nil {
		return math.MaxInt64
	}
	return max(1, s.options.ReportEvery)
}

// Stats implements [engine.Engine].
func (s *Search) Stats() engine.Stats {
	var stats engine.Stats
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
	case s.switches(f):
		return s.begin(level)
	case s.regions != nil && !s.regions.sound(f.used):
		return true
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
	if s.pause == 0 && !s.resume(level) {
		return false
	}
	s.pause--
	s.profile[level].Nodes++
	return !s.stop.Load()
}

// branch tries the options collected at a level, those before from left out.
func (s *Search) branch(level int, from int32) bool {
	f := &s.frames[level]
	ok := true
	for k := from; ok && int(k) < len(f.branches); k++ {
		f.tried = k
		s.advance(level, f.branches[k])
		ok = s.walk(level + 1)
	}
	s.sweep(level)
	if !ok && s.cut.spent {
		s.leave(level, f.tried, int32(len(f.branches)))
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
