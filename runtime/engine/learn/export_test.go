package learn

import "quadrille/runtime/matrix"

// WithMaxEntries returns the options with another bound for the entries of a problem.
func (o LearnOptions) WithMaxEntries(n int) LearnOptions {
	o.maxEntriesInTests = n
	return o
}

// WatchLearned calls f with each clause that s learns: the options of which one is
// true, or one of the others false. They are overwritten.
func (s *ClauseSearch) WatchLearned(f func(chosen, dropped []matrix.OptionID)) {
	var parts [2][]matrix.OptionID
	s.onLearned = func(clause []literal) {
		parts[0], parts[1] = parts[0][:0], parts[1][:0]
		for _, l := range clause {
			if o := matrix.OptionID(l.option()); int(o) < s.problem.OptionCount() {
				parts[l&1] = append(parts[l&1], o)
			} else {
				parts[0] = append(parts[0], s.solver.optionsOfColor(int32(o), l.isPositive())...)
			}
		}
		f(parts[0], parts[1])
	}
}

// ConflictCount returns the number of conflicts of the run so far, each of which taught a
// clause.
func (s *ClauseSearch) ConflictCount() int64 { return s.solver.conflictCount }

// ColorVariableCount returns the number of variables of colors in the last run.
func (s *ClauseSearch) ColorVariableCount() int { return len(s.solver.colorEntries) }

// MakeHasty makes s restart, forget and change its phases all the time, so that small
// problems meet all of it.
func (s *ClauseSearch) MakeHasty() {
	s.tuning = searchTuning{restartUnit: 1, reduceInterval: 3, rephaseInterval: 2}
}

// CountSmallItems makes s count the options of all items by variables.
func (s *ClauseSearch) CountSmallItems() { s.tuning.countsSmallItems = true }

// CounterCount returns the number of items whose options were counted by variables in the last run.
func (s *ClauseSearch) CounterCount() int { return len(s.solver.itemCounters) }

// optionsOfColor returns the options that give an item the color of a variable, or those that give it another one. One
// of them is chosen if the variable is true, or if it is false.
func (s *clauseSolver) optionsOfColor(variable int32, same bool) (list []matrix.OptionID) {
	k := 0
	for k+1 < len(s.firstVariables) && s.firstVariables[k+1] <= variable {
		k++
	}
	z, color := s.coloredItems[k], s.itemColors[k][variable-s.firstVariables[k]]
	for _, o := range s.optionsOfItem[z] {
		if (s.problem.ColorOf(o, z) == color) == same {
			list = append(list, o)
		}
	}
	return list
}

// DecideFirst begins a run, and decides that an option is chosen. It returns the options that propagation leaves, and
// the numbers of options removed for colors at the root and after the decision.
func (s *ClauseSearch) DecideFirst(o matrix.OptionID) (left []bool, atRoot, removed int64) {
	v := newClauseSolver(s)
	if !v.loadProblem() || v.propagateTrail() != noConflict {
		panic("the problem has no solution")
	}
	atRoot = v.unsupportedCount
	v.levelStarts = append(v.levelStarts, int32(len(v.trueLiterals)))
	if l := chosenLiteral(int32(o)); v.literalValues[l] == 0 {
		v.assignLiteral(l, byDecision)
	}
	if v.propagateTrail() != noConflict {
		panic("the option is in no solution")
	}
	for x := range int32(s.problem.OptionCount()) {
		left = append(left, v.literalValues[unchosenLiteral(x)] <= 0)
	}
	return left, atRoot, v.unsupportedCount - atRoot
}
