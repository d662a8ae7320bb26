// Propagation assigns the values that follow from the assignments so far. The conditions of the items are propagated
// without clauses: there is no clause for a pair of options that exclude each other, nor for a set of options that
// covers an item too often.

package learn

import "quadrille/runtime/matrix"

// reason is the cause of a literal's value. Its two low bits are the kind of cause. The other bits are the subject: a
// clause, a literal, or an item that has reached a limit.
type reason uint32

const (
	byDecision reason = iota // the literal was a decision, or is a fact at the root
	byClause                 // a clause forces the literal, which is the first in the clause
	byLiteral                // a clause of two literals forces it, because the other literal is false
	// byCondition is an item that has as many true options, or as many false options, as it may have; or, with the
	// numbers behind those of the items, a [separation].
	byCondition
)

func newReason(kind reason, subject uint32) reason { return reason(subject)<<2 | kind }

func (r reason) kind() reason    { return r & 3 }
func (r reason) subject() uint32 { return uint32(r >> 2) }

// assignTrail holds the values of the literals and their order in time. The value of a literal is 1
// if it is true, -1 if it is false and 0 if it is open.
type assignTrail struct {
	literalValues   []int8       // value of each literal
	trueLiterals    []literal    // true literals, in the order of assignment
	levelStarts     []int32      // number of literals in the trail when level k+1 began, at index k
	propagatedCount int          // number of literals in the trail whose consequences have been assigned
	trailPlaceOf    []trailPlace // place of each option in the trail; valid while the option has a value
}

// trailPlace is the place of an option in the trail, which is the list of assignments, with the reason for its value.
type trailPlace struct {
	level, index int32 // level of the assignment; index in the trail
	cause        reason
}

func (t *assignTrail) currentLevel() int { return len(t.levelStarts) }

// assignLiteral makes an open literal true.
func (t *assignTrail) assignLiteral(l literal, cause reason) {
	t.literalValues[l], t.literalValues[l^1] = 1, -1
	t.trailPlaceOf[l.option()] = trailPlace{int32(len(t.levelStarts)), int32(len(t.trueLiterals)), cause}
	t.trueLiterals = append(t.trueLiterals, l)
}

// conflict is a false literal together with a reason why it would have to be true. The reason is never a decision.
type conflict struct {
	literal literal
	cause   reason
}

var noConflict = conflict{}

// propagateTrail propagates the true literals until no more follow, or there is a conflict.
func (s *clauseSolver) propagateTrail() conflict {
	for s.propagatedCount < len(s.trueLiterals) {
		l := s.trueLiterals[s.propagatedCount]
		s.propagatedCount++
		s.assignmentCount++
		s.countPropagated(l, 1)
		if l.isPositive() || s.hasFalseLimits {
			if c := s.propagateThroughItems(l); c != noConflict {
				return c
			}
		}
		before := len(s.trueLiterals)
		if c := s.propagateThroughClauses(l.negated()); c != noConflict {
			return c
		}
		if before < len(s.trueLiterals) && s.isLostColor(l) {
			s.countUnsupported(s.trueLiterals[before:])
		}
	}
	return noConflict
}

// propagateThroughItems propagates a new value of an option through the items that the option holds.
func (s *clauseSolver) propagateThroughItems(l literal) conflict {
	for _, e := range s.entriesOf(l.option()) {
		c := noConflict
		if limit := s.optionLimits[l&1][e.Item]; l.isPositive() && limit == 1 {
			c = s.excludeIncompatible(l, e)
		} else if limit < noOptionLimit {
			c = s.propagateAtLimit(l, e.Item, limit)
		}
		if c != noConflict {
			return c
		}
	}
	return noConflict
}

// excludeIncompatible makes false every option of an item that is not compatible with the option of l.
func (s *clauseSolver) excludeIncompatible(l literal, e matrix.Entry) conflict {
	why := newReason(byLiteral, uint32(l.negated()))
	for k, o := range s.optionsOfItem[e.Item] {
		out := unchosenLiteral(int32(o))
		if s.literalValues[out] > 0 || out == l.negated() ||
			e.Color != matrix.NoColor && s.colorsOfItem[e.Item][k] == e.Color {
			continue
		}
		if s.literalValues[out] < 0 {
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
		for _, e := range s.entriesOf(l.option()) {
			s.propagatedCounts[l&1][e.Item] += delta
		}
	}
}

// propagateAtLimit assigns the opposite value of l to the open options of item i, if the number of its options with the
// value of l has reached the limit.
func (s *clauseSolver) propagateAtLimit(l literal, i matrix.ItemID, limit int32) conflict {
	why := newReason(byCondition, uint32(i))
	switch same := s.propagatedCounts[l&1][i]; {
	case same < limit:
		return noConflict
	case same > limit:
		return conflict{l.negated(), why}
	}
	for _, o := range s.optionsOfItem[i] {
		if other := chosenLiteral(int32(o)) | l.negated()&1; s.literalValues[other] == 0 {
			s.assignLiteral(other, why)
		}
	}
	return noConflict
}

// propagateThroughClauses visits every clause that watches the literal l, which has become false.
func (s *clauseSolver) propagateThroughClauses(l literal) conflict {
	list, values := s.watchLists[l], s.literalValues
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
			s.watchLists[l] = list[:kept]
			return conflict{w.blocker, why}
		}
		s.assignLiteral(w.blocker, why)
	}
	s.watchLists[l] = list[:kept]
	return noConflict
}

// rewatchClause looks for a literal of a clause to watch in place of l, and reports whether it found one. It also moves
// the other watched literal to the front and returns it. If that literal is true, no other literal needs to be watched.
func (s *clauseSolver) rewatchClause(w clauseWatch, l literal) (literal, bool) {
	values := s.literalValues
	c := s.literalsOf(w.clause)
	first := c[0] ^ c[1] ^ l
	c[0], c[1] = first, l
	if first != w.blocker && values[first] > 0 {
		return first, false
	}
	for k, other := range c[2:] {
		if values[other] >= 0 {
			c[1], c[k+2] = other, l
			s.watchLists[other] = append(s.watchLists[other], clauseWatch{w.clause, first})
			return first, true
		}
	}
	return first, false
}
