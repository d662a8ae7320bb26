// Propagation draws conclusions from the assignments. The items of the problem speak for
// themselves: there is no clause for each two options that exclude each other, and none
// for sets of options that are too many or too few.

package learn

import "quadrille/runtime/matrix"

// reason says why a literal is true. Its two low bits are the kind, the others a
// clause, a literal or an item that is counted.
type reason uint32

const (
	byDecision reason = iota // or because nothing else is possible at all
	byClause                 // the clause whose first literal it is
	byLiteral                // a false literal: one of the two is true
	byCount                  // an item with as many options, or as few, as may be
)

func reasonOf(kind reason, of uint32) reason { return reason(of)<<2 | kind }

func (r reason) kindBits() reason  { return r & 3 }
func (r reason) subjectOf() uint32 { return uint32(r >> 2) }

// assignTrail is the assignment and how it came about. A literal's value is 1 if it is
// true, -1 if it is false and 0 if it is open.
type assignTrail struct {
	values   []int8       // by literal
	literals []literal    // the true ones, in the order in which they became so
	cuts     []int32      // cuts[k] is the length of literals when level k+1 began
	head     int          // literals before it have been propagated
	at       []trailPlace // by option, while it has a value
}

// trailPlace is where an option stands in the trail, and why.
type trailPlace struct {
	level, index int32
	why          reason
}

func (t *assignTrail) currentLevel() int { return len(t.cuts) }

// assignLiteral makes an open literal true.
func (t *assignTrail) assignLiteral(l literal, why reason) {
	t.values[l], t.values[l^1] = 1, -1
	t.at[l.optionOf()] = trailPlace{int32(len(t.cuts)), int32(len(t.literals)), why}
	t.literals = append(t.literals, l)
}

// conflict is a literal that is false and must be true for a reason, which is
// never a decision.
type conflict struct {
	literal literal
	why     reason
}

var noConflict = conflict{}

// propagateTrail draws the conclusions from what became true, until there are no more
// or there is a conflict.
func (s *clauseSolver) propagateTrail() conflict {
	for s.head < len(s.literals) {
		l := s.literals[s.head]
		s.head++
		s.updates++
		s.countPropagated(l, 1)
		if l.isTrue() || s.countsFalse {
			if c := s.visitItems(l); c != noConflict {
				return c
			}
		}
		if c := s.visitClauses(l.negated()); c != noConflict {
			return c
		}
	}
	return noConflict
}

// visitItems draws the conclusions from the items of an option that has got a value.
func (s *clauseSolver) visitItems(l literal) conflict {
	for _, e := range s.problem.Option(matrix.OptionID(l.optionOf())) {
		c := noConflict
		if limit := s.limits[l&1][e.Item]; l.isTrue() && limit == 1 {
			c = s.excludeOthers(l, e)
		} else if limit < noLimit {
			c = s.checkLimit(l, e.Item, limit)
		}
		if c != noConflict {
			return c
		}
	}
	return noConflict
}

// excludeOthers rules out every option of an item that cannot stand beside the one of l.
func (s *clauseSolver) excludeOthers(l literal, e matrix.Entry) conflict {
	why := reasonOf(byLiteral, uint32(l.negated()))
	for k, o := range s.holding[e.Item] {
		out := droppedLiteral(int32(o))
		if s.values[out] > 0 || out == l.negated() || e.Color != matrix.NoColor && s.colors[e.Item][k] == e.Color {
			continue
		}
		if s.values[out] < 0 {
			return conflict{out, why}
		}
		s.assignLiteral(out, why)
	}
	return noConflict
}

// countPropagated counts the options of items that have been propagated, by their value: to go through all
// of an item for each would take a square of time.
func (s *clauseSolver) countPropagated(l literal, more int32) {
	if s.countsTrue {
		for _, e := range s.problem.Option(matrix.OptionID(l.optionOf())) {
			s.propagatedCounts[l&1][e.Item] += more
		}
	}
}

// checkLimit gives the options of an item the other value than l's, if as many as may have
// that have it.
func (s *clauseSolver) checkLimit(l literal, i matrix.ItemID, limit int32) conflict {
	why := reasonOf(byCount, uint32(i))
	switch same := s.propagatedCounts[l&1][i]; {
	case same < limit:
		return noConflict
	case same > limit:
		return conflict{l.negated(), why}
	}
	for _, o := range s.holding[i] {
		if other := chosenLiteral(int32(o)) | l.negated()&1; s.values[other] == 0 {
			s.assignLiteral(other, why)
		}
	}
	return noConflict
}

// visitClauses looks at every clause that watches l, which has become false.
func (s *clauseSolver) visitClauses(l literal) conflict {
	list, values := s.watches[l], s.values
	kept := 0
	for i, w := range list {
		if values[w.blocker] <= 0 && w.clause != pairClause {
			first, moved := s.rewatchClause(w, l)
			if moved {
				continue
			}
			w.blocker = first
		}
		list[kept] = w
		kept++
		value := values[w.blocker]
		if value > 0 {
			continue
		}
		why := reasonOf(byLiteral, uint32(l))
		if w.clause != pairClause {
			why = reasonOf(byClause, uint32(w.clause))
		}
		if value < 0 {
			kept += copy(list[kept:], list[i+1:])
			s.watches[l] = list[:kept]
			return conflict{w.blocker, why}
		}
		s.assignLiteral(w.blocker, why)
	}
	s.watches[l] = list[:kept]
	return noConflict
}

// rewatchClause looks for another literal of a clause to watch in place of l. It
// returns the other literal that is watched, first in the clause now, and whether
// one was found; there is no need for one if that literal is true.
func (s *clauseSolver) rewatchClause(w clauseWatch, l literal) (literal, bool) {
	values := s.values
	c := s.literalsOf(w.clause)
	first := c[0] ^ c[1] ^ l
	c[0], c[1] = first, l
	if first != w.blocker && values[first] > 0 {
		return first, false
	}
	for k, other := range c[2:] {
		if values[other] >= 0 {
			c[1], c[k+2] = other, l
			s.watches[other] = append(s.watches[other], clauseWatch{w.clause, first})
			return first, true
		}
	}
	return first, false
}
