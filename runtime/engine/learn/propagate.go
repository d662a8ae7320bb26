// Propagation draws conclusions from the assignments. Items propagate without clauses: there is no
// clause for each pair of options that exclude each other, nor for the sets of options that are too
// many or too few.

package learn

import "quadrille/runtime/matrix"

// reason is the cause of a literal's value. The two low bits are the kind; the others are a clause,
// a literal or an item with a count.
type reason uint32

const (
	byDecision reason = iota // a decision, or a fact at the root
	byClause                 // a clause with the literal in first place
	byLiteral                // a false literal of a pair, of which one must be true
	byCount                  // an item with as many chosen, or as many excluded, options as its limit
)

func reasonOf(kind reason, of uint32) reason { return reason(of)<<2 | kind }

func (r reason) kindBits() reason  { return r & 3 }
func (r reason) subjectOf() uint32 { return uint32(r >> 2) }

// assignTrail is the assignment in the order of time. The value of a literal is 1 if it is true, -1
// if it is false and 0 if it is open.
type assignTrail struct {
	values   []int8       // by literal
	literals []literal    // true literals, in the order of assignment
	cuts     []int32      // cuts[k] is the length of literals when level k+1 began
	head     int          // number of literals that have been propagated
	at       []trailPlace // by option: valid while it has a value
}

// trailPlace is the position of an option in the trail, with its level and its reason.
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

// conflict is a false literal, and a reason for which it must be true. The reason is never a
// decision.
type conflict struct {
	literal literal
	why     reason
}

var noConflict = conflict{}

// propagateTrail propagates the true literals until no more follow, or there is a conflict.
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

// visitItems draws the conclusions from the items of an option that has just got a value.
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

// excludeOthers excludes every option of an item that is not compatible with the option of l.
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

// countPropagated adds more to the counts of propagated options, by value, of the option's items.
// Without these counts each step would scan all options of an item, which takes quadratic time.
func (s *clauseSolver) countPropagated(l literal, more int32) {
	if s.countsTrue {
		for _, e := range s.problem.Option(matrix.OptionID(l.optionOf())) {
			s.propagatedCounts[l&1][e.Item] += more
		}
	}
}

// checkLimit assigns the opposite value to the remaining options of an item, if the number of its
// options with l's value has reached the limit.
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

// visitClauses visits every clause that watches l, which has become false.
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

// rewatchClause looks for another literal of a clause to watch in place of l. It moves the other
// watched literal to the front of the clause and returns it, with whether a literal was found. No
// other literal is needed if the returned one is true.
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
