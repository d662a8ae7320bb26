// Analysis turns a conflict into a new clause, by resolution up to the first unique implication
// point (J. Marques-Silva and K. Sakallah, "GRASP", 1996; L. Zhang and others, "Efficient conflict
// driven learning in a Boolean satisfiability solver", 2001). The clause is made shorter in two
// ways: literals that follow from the others are removed (N. Sörensson and A. Biere, "Minimizing
// learned clauses", 2009), and those of one level are replaced by one from which they follow (M.
// Fleury and A. Biere, "Efficient all-UIP learned clause minimization", 2021).

package learn

import (
	"slices"

	"quadrille/runtime/matrix"
)

// conflictAnalysis is the scratch memory of the analysis.
type conflictAnalysis struct {
	clause  []literal
	alone   []literal     // by literal: a list of that literal alone
	counts  []literal     // result of countReason
	seen    []literalMark // by option
	marked  []int32       // options whose mark must be cleared
	stamp   int64
	levels  []int64 // by level: the stamp of the last walk that reached it
	blocks  []int64 // by option: the stamp of the last walk that reached it
	indices []int32 // positions of the clause's literals in the trail
}

// literalMark is the state of an option during the analysis.
type literalMark uint8

const (
	unseenMark   literalMark = iota
	insideClause             // its literal is in the clause, or was resolved away
	impliedMark              // its literal follows from those in the clause
	notImplied               // its literal does not follow from the clause
)

// learnClause turns a conflict into a clause, s.clause. Resolution ends when a single literal of
// the current level is left, the first unique implication point, which becomes the first literal of
// the clause. It returns the level to go back to, where the clause makes its first literal true.
func (s *clauseSolver) learnClause(c conflict) int {
	s.clause = append(s.clause[:0], 0)
	s.marked, s.counts = s.marked[:0], s.counts[:0]
	open := s.markLiteral(c.literal)
	l, why := c.literal, c.why
	for index := len(s.literals); ; {
		if why.kindBits() == byClause && s.words[why.subjectOf()+1] != 0 {
			s.words[why.subjectOf()+1] |= usedMark
		}
		for _, q := range s.reasonLiterals(l, why) {
			open += s.markLiteral(q)
		}
		for index--; s.seen[s.literals[index].optionOf()] == unseenMark; index-- {
		}
		l = s.literals[index]
		if open--; open == 0 {
			break
		}
		why = s.at[l.optionOf()].why
	}
	s.clause[0] = l.negated()
	s.raiseActivity(s.marked)
	s.minimizeClause()
	s.shrinkClause()
	for _, o := range s.marked {
		s.seen[o] = unseenMark
	}
	if len(s.clause) == 1 {
		return 0
	}
	return int(s.at[s.clause[1].optionOf()].level) // the second highest level, with which shrinkClause begins
}

// markLiteral marks a false literal of a clause under resolution. It returns 1 if the literal is of
// the current level and must be resolved as well, and else 0.
func (s *clauseSolver) markLiteral(l literal) int {
	o := l.optionOf()
	level := int(s.at[o].level)
	if s.seen[o] != unseenMark || level == 0 {
		return 0
	}
	s.setMark(o, insideClause)
	if level == s.currentLevel() {
		return 1
	}
	s.clause = append(s.clause, l)
	return 0
}

func (s *clauseSolver) setMark(o int32, m literalMark) {
	s.seen[o] = m
	s.marked = append(s.marked, o)
}

// reasonLiterals lists the false literals that force l, for a given reason.
func (s *clauseSolver) reasonLiterals(l literal, why reason) []literal {
	switch why.kindBits() {
	case byClause:
		return s.literalsOf(clauseRef(why.subjectOf()))[1:]
	case byLiteral:
		return s.alone[why.subjectOf():][:1]
	case byCount:
		return s.countReason(l, matrix.ItemID(why.subjectOf()))
	}
	return nil
}

// countReason lists the false literals that force l by the count of item i: the options of the item
// that have the other value and had it before l was assigned, up to the limit.
func (s *clauseSolver) countReason(l literal, i matrix.ItemID) []literal {
	limit, before := int(s.limits[l.negated()&1][i]), s.at[l.optionOf()].index
	first := len(s.counts)
	for _, o := range s.holding[i] {
		same := chosenLiteral(int32(o)) | l&1
		if len(s.counts) < first+limit && s.values[same] < 0 && s.at[o].index < before {
			s.counts = append(s.counts, same)
		}
	}
	return s.counts[first:]
}

// minimizeClause removes the literals of the clause that follow from its others.
func (s *clauseSolver) minimizeClause() {
	s.countLevels()
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if !s.followsFromClause(l) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
}

// followsFromClause reports whether a literal is false because literals of the clause are. It walks
// back along the reasons, and gives up at a decision, and at a level without a literal of the
// clause.
func (s *clauseSolver) followsFromClause(l literal) bool {
	at := s.at[l.optionOf()]
	if at.why == byDecision || s.levels[at.level] != s.stamp {
		return false
	}
	for _, r := range s.reasonLiterals(l.negated(), at.why) {
		o := r.optionOf()
		if s.at[o].level == 0 || s.seen[o] == insideClause || s.seen[o] == impliedMark {
			continue
		}
		if s.seen[o] == notImplied {
			return false
		}
		if !s.followsFromClause(r) {
			s.setMark(o, notImplied)
			return false
		}
		s.setMark(o, impliedMark)
	}
	return true
}

// countLevels stamps the levels of the clause's literals, and returns their number.
func (s *clauseSolver) countLevels() (n uint32) {
	s.stamp++
	for _, l := range s.clause {
		if level := s.at[l.optionOf()].level; s.levels[level] != s.stamp {
			s.levels[level] = s.stamp
			n++
		}
	}
	return n
}

// shrinkClause replaces the literals that a clause has of one level by a single literal from which
// they all follow, if there is one. A chosen option makes all options that it excludes false at the
// same level, so most clauses have many such literals. The levels come in descending order.
func (s *clauseSolver) shrinkClause() {
	s.indices = s.indices[:0]
	for _, l := range s.clause[1:] {
		s.indices = append(s.indices, s.at[l.optionOf()].index)
	}
	slices.Sort(s.indices) // the trail is sorted by level
	s.clause = s.clause[:1]
	for end := len(s.indices); end > 0; {
		begin := end - 1
		level := s.at[s.literals[s.indices[begin]].optionOf()].level
		for begin > 0 && s.indices[begin-1] >= s.cuts[level-1] {
			begin--
		}
		block := s.indices[begin:end]
		if one := s.blockDominator(block, level); one >= 0 {
			block = append(block[:0], one)
		}
		for _, index := range block {
			s.clause = append(s.clause, s.literals[index].negated())
		}
		end = begin
	}
}

// blockDominator walks back along the reasons of the literals of one level, within that level,
// until a single one is left. It returns the position of that one in the trail, or -1 if the
// reasons need literals of lower levels that do not follow from the clause.
func (s *clauseSolver) blockDominator(block []int32, level int32) int32 {
	s.stamp++
	for _, index := range block {
		s.blocks[s.literals[index].optionOf()] = s.stamp
	}
	open := len(block)
	for index := block[open-1]; ; index-- {
		l := s.literals[index]
		if s.blocks[l.optionOf()] != s.stamp {
			continue
		}
		if open--; open == 0 {
			return index
		}
		for _, r := range s.reasonLiterals(l, s.at[l.optionOf()].why) {
			o := r.optionOf()
			switch at := &s.at[o]; {
			case at.level == level && s.blocks[o] != s.stamp:
				s.blocks[o] = s.stamp
				open++
			case at.level < level && at.level > 0 && s.seen[o] != insideClause && s.seen[o] != impliedMark:
				return -1
			}
		}
	}
}
