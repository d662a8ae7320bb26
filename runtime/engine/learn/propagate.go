// Propagation assigns the values that follow from the assignments so far. The conditions of the items are propagated
// without clauses: there is no clause for a pair of options that exclude each other, nor for a set of options that
// covers an item too often.

package learn

import "quadrille/runtime/matrix"

// reason is the cause of a literal's value. Its two low bits are the kind of cause. The other bits are the subject: a
// clause, a literal, or an item that has reached a limit.
type reason uint32

const (
	byDecision reason = iota // a decision, or a fact at the root
	byClause                 // a clause whose first literal is this literal
	byLiteral                // the other literal of a clause of two literals, which is false
	byCount                  // an item that has as many true options, or as many false options, as it may have
)

func newReason(kind reason, subject uint32) reason { return reason(subject)<<2 | kind }

func (r reason) kind() reason    { return r & 3 }
func (r reason) subject() uint32 { return uint32(r >> 2) }

// assignTrail holds the values of the literals and their order in time. The value of a literal is 1
// if it is true, -1 if it is false and 0 if it is open.
type assignTrail struct {
	values          []int8       // value of a literal, by literal
	literals        []literal    // true literals, in the order of assignment
	levelStarts     []int32      // number of literals when level k+1 began, by k
	propagatedCount int          // number of literals that have been propagated
	placeOf         []trailPlace // place of an option in the trail, by option; valid while the option has a value
}

// trailPlace is the place of an option in the trail, which is the list of assignments, with the cause of its value.
type trailPlace struct {
	level, index int32 // level of the assignment; index in the trail
	cause        reason
}

func (t *assignTrail) currentLevel() int { return len(t.levelStarts) }

// assignLiteral makes an open literal true.
func (t *assignTrail) assignLiteral(l literal, cause reason) {
	t.values[l], t.values[l^1] = 1, -1
	t.placeOf[l.optionOf()] = trailPlace{int32(len(t.levelStarts)), int32(len(t.literals)), cause}
	t.literals = append(t.literals, l)
}

// conflict is a false literal with a cause for which it would have to be true. The cause is never a decision.
type conflict struct {
	literal literal
	cause   reason
}

var noConflict = conflict{}

// propagateTrail propagates the true literals until no more follow, or there is a conflict.
func (s *clauseSolver) propagateTrail() conflict {
	for s.propagatedCount < len(s.literals) {
		l := s.literals[s.propagatedCount]
		s.propagatedCount++
		s.assignmentCount++
		s.countPropagated(l, 1)
		if l.isTrue() || s.hasFalseLimits {
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

// visitItems propagates a new value of an option through the items that the option holds.
func (s *clauseSolver) visitItems(l literal) conflict {
	for _, e := range s.entriesOf(l.optionOf()) {
		c := noConflict
		if limit := s.limits[l&1][e.Item]; l.isTrue() && limit == 1 {
			c = s.excludeOthers(l, e)
		} else if limit < unlimited {
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
	why := newReason(byLiteral, uint32(l.negated()))
	for k, o := range s.optionsHolding[e.Item] {
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

// countPropagated adds delta to the number of propagated options with the value of l, for each item of the option of l.
// Without these numbers each step would read all options of an item, which takes quadratic time.
func (s *clauseSolver) countPropagated(l literal, delta int32) {
	if s.hasTrueLimits {
		for _, e := range s.entriesOf(l.optionOf()) {
			s.propagatedCounts[l&1][e.Item] += delta
		}
	}
}

// checkLimit assigns the opposite value of l to the open options of item i, if the number of its options with the value
// of l has reached the limit.
func (s *clauseSolver) checkLimit(l literal, i matrix.ItemID, limit int32) conflict {
	why := newReason(byCount, uint32(i))
	switch same := s.propagatedCounts[l&1][i]; {
	case same < limit:
		return noConflict
	case same > limit:
		return conflict{l.negated(), why}
	}
	for _, o := range s.optionsHolding[i] {
		if other := chosenLiteral(int32(o)) | l.negated()&1; s.values[other] == 0 {
			s.assignLiteral(other, why)
		}
	}
	return noConflict
}

// visitClauses visits every clause that watches the literal l, which has become false.
func (s *clauseSolver) visitClauses(l literal) conflict {
	list, values := s.watches[l], s.values
	kept := 0
	for i, w := range list {
		if values[w.blocker] <= 0 && w.clause != pairClauseRef {
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
		why := newReason(byLiteral, uint32(l))
		if w.clause != pairClauseRef {
			why = newReason(byClause, uint32(w.clause))
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

// rewatchClause looks for a literal of a clause to watch in place of l, and reports whether it found one. It also moves
// the other watched literal to the front and returns it. If that literal is true, no other literal needs to be watched.
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
