package learn

import (
	"cmp"
	"slices"

	"quadrille/runtime/search"
)

// The condition that cells are connected (see [search.CellSet]) needs too many clauses to state all of them in
// advance. So clauses are made during the search, when the condition is violated: two cells a and b must be in the
// set, and no path of cells that can be in the set joins them. Then consider the cells next to the part that can be
// reached from a. The clause says that one of these cells is in the set, or a is not in it, or b is not in it. All
// its literals are false, so it is a conflict like any other, and the search learns from it. (M. Fischetti, J. J.
// Salazar and P. Toth use such cuts for the symmetric generalized travelling salesman problem, 1997. Solvers for
// satisfiability modulo theories make clauses during the search in the same way.)

// cutFinder finds two cells that must be connected but cannot be. Its slices are buffers.
type cutFinder struct {
	mayBeIn, mustBeIn []bool    // whether each cell can still be in the set; whether it must be
	isReached         []bool    // whether each cell was reached
	reachedCells      []int32   // cells that were reached, in the order of discovery
	cutClause         []literal // buffer for a clause
}

func newCutFinder(sets []*search.CellSet) cutFinder {
	most := 0
	for _, set := range sets {
		most = max(most, len(set.NeighboursOfCell))
	}
	return cutFinder{mayBeIn: make([]bool, most), mustBeIn: make([]bool, most), isReached: make([]bool, most)}
}

// findCut returns a clause that follows from a set of connected cells and that the current values violate. It returns
// false if there is none.
func (s *clauseSolver) findCut() (clause []literal, found bool) {
	for _, set := range s.settings.ConnectedSets {
		first, last := s.classifyCells(set)
		if set.NeedsCell && first < 0 && !slices.Contains(s.mayBeIn[:len(set.NeighboursOfCell)], true) {
			return s.anyCellClause(set), true
		}
		if first < 0 || first == last {
			continue
		}
		s.reachCells(set, first)
		other := -1
		for c := range set.NeighboursOfCell {
			if s.mustBeIn[c] && !s.isReached[c] {
				other = c
				break
			}
		}
		if other < 0 {
			continue
		}
		one := slices.Clone(s.cutClauseAround(set, first, int32(other)))
		s.reachCells(set, int32(other))
		if two := s.cutClauseAround(set, int32(other), first); len(two) < len(one) {
			one = two
		}
		return one, true
	}
	return nil, false
}

// anyCellClause returns the clause that requires at least one cell of the set.
func (s *clauseSolver) anyCellClause(set *search.CellSet) []literal {
	s.cutClause = s.cutClause[:0]
	for _, options := range set.IncludingOptions {
		for _, o := range options {
			s.cutClause = append(s.cutClause, chosenLiteral(int32(o)))
		}
	}
	slices.Sort(s.cutClause)
	s.cutClause = slices.Compact(s.cutClause)
	return s.cutClause
}

// classifyCells sets mayBeIn and mustBeIn for the cells of a set. It returns the first and the last cell that must be
// in the set, or -1 if there is none.
func (s *clauseSolver) classifyCells(set *search.CellSet) (first, last int32) {
	first = -1
	for c := range set.NeighboursOfCell {
		s.mayBeIn[c], s.mustBeIn[c] = set.GivenCells[c], set.GivenCells[c]
		if !set.GivenCells[c] {
			for _, o := range set.IncludingOptions[c] {
				s.mayBeIn[c] = s.mayBeIn[c] || s.literalValues[chosenLiteral(int32(o))] >= 0
			}
			s.mustBeIn[c] = s.mayBeIn[c]
			for _, o := range set.ExcludingOptions[c] {
				s.mustBeIn[c] = s.mustBeIn[c] && s.literalValues[chosenLiteral(int32(o))] < 0
			}
		}
		if s.mustBeIn[c] {
			if last = int32(c); first < 0 {
				first = last
			}
		}
	}
	return first, last
}

// reachCells marks the cells that are connected with the start by cells that can be in the set.
func (s *clauseSolver) reachCells(set *search.CellSet, start int32) {
	clear(s.isReached)
	s.reachedCells = set.AppendConnected(s.reachedCells[:0], start, s.mayBeIn, s.isReached)
}

// cutClauseAround returns the clause that requires one of the cells next to the reached cells, unless one of the two
// given cells is not in the set.
func (s *clauseSolver) cutClauseAround(set *search.CellSet, from, other int32) []literal {
	s.cutClause = s.cutClause[:0]
	for _, c := range []int32{from, other} {
		if !set.GivenCells[c] {
			for _, o := range set.ExcludingOptions[c] {
				s.cutClause = append(s.cutClause, chosenLiteral(int32(o)))
			}
		}
	}
	for _, c := range s.reachedCells {
		for _, d := range set.NeighboursOfCell[c] {
			if !s.isReached[d] {
				s.isReached[d] = true
				for _, o := range set.IncludingOptions[d] {
					s.cutClause = append(s.cutClause, chosenLiteral(int32(o)))
				}
			}
		}
	}
	slices.Sort(s.cutClause)
	s.cutClause = slices.Compact(s.cutClause)
	return s.cutClause
}

// resolveCut learns from a clause whose literals are all false. It returns false if they are false at the root; then
// there are no more solutions.
func (s *clauseSolver) resolveCut(cut []literal) bool {
	slices.SortStableFunc(cut, func(a, b literal) int {
		return cmp.Compare(s.trailPlaceOf[b.option()].level, s.trailPlaceOf[a.option()].level)
	})
	if len(cut) == 0 || s.trailPlaceOf[cut[0].option()].level == 0 {
		return false
	}
	if len(cut) == 1 {
		s.backtrackTo(0)
		s.assignLiteral(cut[0], byDecision)
		return true
	}
	s.backtrackTo(int(s.trailPlaceOf[cut[0].option()].level))
	s.learnedClause = append(s.learnedClause[:0], cut...)
	s.resolveConflict(conflict{cut[0], s.addClause(s.learnedClause, s.countLevels())})
	return true
}
