package learn

import "quadrille/runtime/matrix"

// load gives the solver the clauses of the problem. It returns false if they
// contradict each other at once.
func (s *solver) load() bool {
	p := s.model.problem
	for o := range matrix.OptionID(p.Options()) {
		if !s.model.useful(o) {
			s.assign(dropped(int32(o)), byDecision)
		}
	}
	for i := range matrix.ItemID(p.Primary()) {
		if !s.loadItem(i) {
			return false
		}
	}
	for _, together := range p.Nogoods() {
		s.clause = s.clause[:0]
		for _, o := range together {
			s.clause = append(s.clause, dropped(int32(o)))
		}
		if !s.addClause() {
			return false
		}
	}
	return true
}

// loadItem says that an item has enough options that are true.
func (s *solver) loadItem(i matrix.ItemID) bool {
	least := s.model.problem.Bound(i).Min
	list := s.model.members[s.model.from[i]:s.model.from[i+1]]
	switch {
	case least == 0:
		return true
	case int(least) > len(list):
		return false
	case least == 1:
		s.clause = s.clause[:0]
		for _, m := range list {
			s.clause = append(s.clause, chosen(m.option))
		}
		return s.addClause()
	case int(least) == len(list): // more than that is left to the tallies
		for _, m := range list {
			if !s.fix(chosen(m.option)) {
				return false
			}
		}
	}
	return true
}

// addClause adds s.clause at the root.
func (s *solver) addClause() bool {
	open := s.clause[:0]
	for _, l := range s.clause {
		if s.values[l] > 0 {
			return true
		}
		if s.values[l] == 0 {
			open = append(open, l)
		}
	}
	s.clause = open
	switch len(open) {
	case 0:
		return false
	case 1:
		return s.fix(open[0])
	case 2:
		s.addPair(open[0], open[1])
	default:
		s.add(open, false, 0)
	}
	return true
}

// fix makes a literal true at the root.
func (s *solver) fix(l literal) bool {
	if s.values[l] == 0 {
		s.assign(l, byDecision)
	}
	return s.values[l] > 0
}
