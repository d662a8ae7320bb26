package learn

import (
	"slices"

	"quadrille/runtime/matrix"
)

// WithMaxEntries returns the options with another bound for the entries of a problem.
func (o LearnOptions) WithMaxEntries(n int) LearnOptions {
	o.maxEntriesInTests = n
	return o
}

// WatchLearned calls f with a function for each clause that s learns: it reports whether a solution satisfies the
// clause. The clause is overwritten.
func (s *ClauseSearch) WatchLearned(f func(isSatisfied func([]matrix.OptionID) bool)) {
	s.onLearned = func(clause []literal) {
		f(func(solution []matrix.OptionID) bool {
			return slices.ContainsFunc(clause, func(l literal) bool {
				return s.solver.isTrueIn(solution, l.option()) == l.isPositive()
			})
		})
	}
}

// isTrueIn reports whether a variable is true in a solution.
func (s *clauseSolver) isTrueIn(solution []matrix.OptionID, variable int32) bool {
	for _, c := range slices.Backward(s.counters) {
		if n := int(variable - c.firstVariable); n >= 0 {
			return c.isTrueIn(solution, n)
		}
	}
	if int(variable) >= s.problem.OptionCount() {
		return slices.ContainsFunc(s.optionsOfColor(variable), func(o matrix.OptionID) bool {
			return slices.Contains(solution, o)
		})
	}
	return slices.Contains(solution, matrix.OptionID(variable))
}

// isTrueIn reports whether variable n of the counter is true in a solution.
func (c itemCounter) isTrueIn(solution []matrix.OptionID, n int) bool {
	chosen := 0
	for k, x := range c.options {
		if slices.Contains(solution, matrix.OptionID(x.option())) {
			chosen++
		}
		if row := min(k+1, c.width); n < row {
			return chosen > n
		} else {
			n -= row
		}
	}
	panic("a variable that the counter does not have")
}

// ConflictCount returns the number of conflicts of the run so far, each of which taught a
// clause.
func (s *ClauseSearch) ConflictCount() int64 { return s.solver.conflictCount }

// CountSmallItems makes s add counters to all items after the first conflict.
func (s *ClauseSearch) CountSmallItems() {
	s.tuning.restartUnit, s.tuning.counterUses, s.tuning.minCounterWidth = 1, 0, 2
}

// CounterCount returns the number of counters in the last run.
func (s *ClauseSearch) CounterCount() int { return len(s.solver.counters) }

// ColorVariableCount returns the number of variables of colors in the last run.
func (s *ClauseSearch) ColorVariableCount() int { return len(s.solver.colorEntries) }

// MakeHasty makes s restart, forget, change its phases and add counters all the time, so that small problems meet all
// of it.
func (s *ClauseSearch) MakeHasty() {
	s.tuning = searchTuning{restartUnit: 1, reduceInterval: 3, rephaseInterval: 2, minCounterWidth: 2}
}

// optionsOfColor returns the options that give an item the color of a variable. One of them is chosen if the variable
// is true.
func (s *clauseSolver) optionsOfColor(variable int32) (list []matrix.OptionID) {
	k := 0
	for k+1 < len(s.firstVariables) && s.firstVariables[k+1] <= variable {
		k++
	}
	z, color := s.coloredItems[k], s.itemColors[k][variable-s.firstVariables[k]]
	for _, o := range s.optionsOfItem[z] {
		if s.problem.ColorOf(o, z) == color {
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
