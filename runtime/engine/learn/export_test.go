package learn

import "quadrille/runtime/matrix"

// WatchLearned calls f with each clause that s learns: the options of which one is
// true, or one of the others false. They are overwritten.
func (s *ClauseSearch) WatchLearned(f func(chosen, dropped []matrix.OptionID)) {
	var parts [2][]matrix.OptionID
	s.onLearned = func(clause []literal) {
		parts[0], parts[1] = parts[0][:0], parts[1][:0]
		for _, l := range clause {
			parts[l&1] = append(parts[l&1], matrix.OptionID(l.optionOf()))
		}
		f(parts[0], parts[1])
	}
}

// ConflictCount returns the number of conflicts of the run so far, each of which taught a
// clause.
func (s *ClauseSearch) ConflictCount() int64 { return s.solver.conflictCount }

// MakeHasty makes s restart, forget and change its phases all the time, so that small
// problems meet all of it.
func (s *ClauseSearch) MakeHasty() {
	s.tuning = searchTuning{restartUnit: 1, reduceInterval: 3, rephaseInterval: 2}
}
