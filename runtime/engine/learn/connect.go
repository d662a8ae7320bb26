package learn

import (
	"cmp"
	"slices"

	"quadrille/runtime/search"
)

// Cells that must be connected give clauses while the search goes on, as there are too many to state
// them all. Where two cells must be in a set, and no path of cells that may be in it joins them, the
// cells around the part of one of them are a cut: one of them is in the set, or one of the two is not.
// All literals of that clause are false, so it is a conflict like any other, and the search learns
// from it. (M. Fischetti, J. J. Salazar and P. Toth use such cuts for the symmetric generalized
// travelling salesman problem, 1997; lazy clauses are those of satisfiability modulo theories.)

// cutFinder looks for cells that must be connected and cannot be.
type cutFinder struct {
	mayBeIn, mustBeIn []bool  // the cell can still be in the set; the cell cannot be left out
	reached           []bool  // the cell was reached
	queue             []int32 // cells that were reached, in the order of discovery
	cut               []literal
}

func newCutFinder(sets []*search.CellSet) cutFinder {
	most := 0
	for _, set := range sets {
		most = max(most, len(set.Neighbours))
	}
	return cutFinder{mayBeIn: make([]bool, most), mustBeIn: make([]bool, most), reached: make([]bool, most)}
}

// findCut returns a clause that some set implies and that the present values violate. It returns false
// if there is none.
func (s *clauseSolver) findCut() (clause []literal, found bool) {
	for _, set := range s.options.Connected {
		first, last := s.readCells(set)
		if first < 0 || first == last {
			continue
		}
		s.reachCells(set, first)
		other := -1
		for c := range set.Neighbours {
			if s.mustBeIn[c] && !s.reached[c] {
				other = c
				break
			}
		}
		if other < 0 {
			continue
		}
		one := slices.Clone(s.cutAround(set, first, int32(other)))
		s.reachCells(set, int32(other))
		if two := s.cutAround(set, int32(other), first); len(two) < len(one) {
			one = two
		}
		return one, true
	}
	return nil, false
}

// readCells sets which cells of a set may and must be in it, and returns the first and the last one
// that must be; -1 if there is none.
func (s *clauseSolver) readCells(set *search.CellSet) (first, last int32) {
	first = -1
	for c := range set.Neighbours {
		s.mayBeIn[c], s.mustBeIn[c] = set.Given[c], set.Given[c]
		if !set.Given[c] {
			for _, o := range set.In[c] {
				s.mayBeIn[c] = s.mayBeIn[c] || s.values[chosenLiteral(int32(o))] >= 0
			}
			s.mustBeIn[c] = s.mayBeIn[c]
			for _, o := range set.Out[c] {
				s.mustBeIn[c] = s.mustBeIn[c] && s.values[chosenLiteral(int32(o))] < 0
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

// reachCells marks the cells that may be in a set and are joined to a cell.
func (s *clauseSolver) reachCells(set *search.CellSet, from int32) {
	clear(s.reached)
	s.reached[from], s.queue = true, append(s.queue[:0], from)
	for k := 0; k < len(s.queue); k++ {
		for _, d := range set.Neighbours[s.queue[k]] {
			if s.mayBeIn[d] && !s.reached[d] {
				s.reached[d] = true
				s.queue = append(s.queue, d)
			}
		}
	}
}

// cutAround returns the clause that one of two cells is not in a set, or one of the cells around the
// reached ones is.
func (s *clauseSolver) cutAround(set *search.CellSet, from, other int32) []literal {
	s.cut = s.cut[:0]
	for _, c := range []int32{from, other} {
		if !set.Given[c] {
			for _, o := range set.Out[c] {
				s.cut = append(s.cut, chosenLiteral(int32(o)))
			}
		}
	}
	for _, c := range s.queue {
		for _, d := range set.Neighbours[c] {
			if !s.reached[d] {
				s.reached[d] = true
				for _, o := range set.In[d] {
					s.cut = append(s.cut, chosenLiteral(int32(o)))
				}
			}
		}
	}
	slices.Sort(s.cut)
	s.cut = slices.Compact(s.cut)
	return s.cut
}

// resolveCut learns from a clause whose literals are all false. It returns false if they are false at
// the root, so that there are no more solutions.
func (s *clauseSolver) resolveCut(cut []literal) bool {
	slices.SortStableFunc(cut, func(a, b literal) int {
		return cmp.Compare(s.placeOf[b.optionOf()].level, s.placeOf[a.optionOf()].level)
	})
	if len(cut) == 0 || s.placeOf[cut[0].optionOf()].level == 0 {
		return false
	}
	if len(cut) == 1 {
		s.backtrackTo(0)
		s.assignLiteral(cut[0], byDecision)
		return true
	}
	s.backtrackTo(int(s.placeOf[cut[0].optionOf()].level))
	s.clause = append(s.clause[:0], cut...)
	s.resolveConflict(conflict{cut[0], s.addClause(s.clause, s.countLevels())})
	return true
}
