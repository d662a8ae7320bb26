package learn

// conflict is a literal that is false and must be true for a reason, which is
// never a decision.
type conflict struct {
	literal literal
	why     reason
}

var noConflict = conflict{}

func (c conflict) found() bool { return c != noConflict }

// propagate draws the conclusions from what became true, until there are no more
// or there is a conflict.
func (s *solver) propagate() conflict {
	before := s.head
	c := noConflict
	for s.head < len(s.literals) && !c.found() {
		l := s.literals[s.head]
		s.head++
		c = s.conclude(l)
	}
	s.updates += int64(s.head - before)
	return c
}

// conclude draws the conclusions from one literal.
func (s *solver) conclude(l literal) conflict {
	if len(s.tallies) > 0 {
		if c := s.tally(l); c.found() {
			return c
		}
	}
	if l.isTrue() {
		if c := s.exclude(l); c.found() {
			return c
		}
	}
	return s.visit(l.not())
}

// exclude rules out every option that cannot stand beside the one of l.
func (s *solver) exclude(l literal) conflict {
	option := l.option()
	why := ofLiteral(l.not())
	for _, h := range s.model.holds[s.model.holdsFrom[option]:s.model.holdsFrom[option+1]] {
		for _, m := range s.model.members[h.from:h.to] {
			out := dropped(m.option)
			if s.values[out] > 0 || m.option == option || h.color != 0 && h.color == m.color {
				continue
			}
			if s.values[out] < 0 {
				return conflict{out, why}
			}
			s.assign(out, why)
		}
	}
	return noConflict
}

// visit looks at every clause that watches l, which has become false.
func (s *solver) visit(l literal) conflict {
	list, values := s.watches[l], s.values
	kept := 0
	for i, w := range list {
		value := values[w.blocker]
		if value > 0 {
			list[kept] = w
			kept++
			continue
		}
		why := ofLiteral(l)
		if w.clause != pair {
			first, moved := s.rewatch(w, l)
			if moved {
				continue
			}
			why = ofClause(w.clause)
			w.blocker, value = first, values[first]
		}
		list[kept] = w
		kept++
		if value == 0 {
			s.assign(w.blocker, why)
		} else if value < 0 {
			kept += copy(list[kept:], list[i+1:])
			s.watches[l] = list[:kept]
			return conflict{w.blocker, why}
		}
	}
	s.watches[l] = list[:kept]
	return noConflict
}

// rewatch looks for another literal of a clause to watch in place of l. It
// returns the other literal that is watched, first in the clause now, and whether
// one was found; there is no need for one if that literal is true.
func (s *solver) rewatch(w watch, l literal) (literal, bool) {
	values := s.values
	c := s.literalsOf(w.clause)
	first := literal(c[0]) ^ literal(c[1]) ^ l
	c[0], c[1] = uint32(first), uint32(l)
	if first != w.blocker && values[first] > 0 {
		return first, false
	}
	for k, other := range c[2:] {
		if values[other] >= 0 {
			c[1], c[k+2] = other, uint32(l)
			s.watches[other] = append(s.watches[other], watch{w.clause, first})
			return first, true
		}
	}
	return first, false
}
