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

// conflictAnalysis holds the clause that is being learned, and scratch memory of the analysis.
type conflictAnalysis struct {
	clause        []literal     // literals of the clause that is being learned
	singleLiteral []literal     // list that holds only one literal, by literal
	countLiterals []literal     // result of countReason
	optionMarks   []literalMark // state in the analysis, by option
	markedOptions []int32       // options whose state must be reset
	walkNumber    int64         // number of the current walk
	levelStamps   []int64       // number of the last walk that reached the level, by level
	optionStamps  []int64       // number of the last walk that reached the option, by option
	trailIndices  []int32       // positions in the trail (the list of assignments) of the clause's literals
}

// literalMark is the state of an option during the analysis.
type literalMark uint8

const (
	unseenMark   literalMark = iota
	insideClause             // its literal is in the clause, or was in it before a resolution
	impliedMark              // its literal follows from those in the clause
	notImplied               // its literal does not follow from the clause
)

// learnClause turns a conflict into the clause s.clause. Resolution ends when a single literal of
// the current level is left: the first unique implication point. That literal becomes the first one
// of the clause. It returns the level to go back to, at which the clause makes its first literal
// true.
func (s *clauseSolver) learnClause(c conflict) int {
	s.clause = append(s.clause[:0], 0)
	s.markedOptions, s.countLiterals = s.markedOptions[:0], s.countLiterals[:0]
	open := s.markLiteral(c.literal)
	l, why := c.literal, c.why
	for index := len(s.literals); ; {
		if why.kindBits() == byClause && s.arena[why.subjectOf()+1] != 0 {
			s.arena[why.subjectOf()+1] |= usedMark
		}
		for _, q := range s.reasonLiterals(l, why) {
			open += s.markLiteral(q)
		}
		for index--; s.optionMarks[s.literals[index].optionOf()] == unseenMark; index-- {
		}
		l = s.literals[index]
		if open--; open == 0 {
			break
		}
		why = s.placeOf[l.optionOf()].why
	}
	s.clause[0] = l.negated()
	s.raiseActivity(s.markedOptions)
	s.minimizeClause()
	s.shrinkClause()
	for _, o := range s.markedOptions {
		s.optionMarks[o] = unseenMark
	}
	if len(s.clause) == 1 {
		return 0
	}
	return int(s.placeOf[s.clause[1].optionOf()].level) // the second highest level, with which shrinkClause begins
}

// markLiteral marks a false literal of a clause that is resolved. It returns 1 if the literal is of
// the current level, so that it must be resolved as well, and otherwise 0.
func (s *clauseSolver) markLiteral(l literal) int {
	o := l.optionOf()
	level := int(s.placeOf[o].level)
	if s.optionMarks[o] != unseenMark || level == 0 {
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
	s.optionMarks[o] = m
	s.markedOptions = append(s.markedOptions, o)
}

// reasonLiterals returns the false literals that force literal l for the given reason.
func (s *clauseSolver) reasonLiterals(l literal, why reason) []literal {
	switch why.kindBits() {
	case byClause:
		return s.literalsOf(clauseRef(why.subjectOf()))[1:]
	case byLiteral:
		return s.singleLiteral[why.subjectOf():][:1]
	case byCount:
		return s.countReason(l, matrix.ItemID(why.subjectOf()))
	}
	return nil
}

// countReason returns the false literals that force literal l because an item has reached its
// limit: the options of item i that had the other value before l was assigned, up to the limit.
func (s *clauseSolver) countReason(l literal, i matrix.ItemID) []literal {
	limit, before := int(s.limits[l.negated()&1][i]), s.placeOf[l.optionOf()].index
	first := len(s.countLiterals)
	for _, o := range s.optionsHolding[i] {
		same := chosenLiteral(int32(o)) | l&1
		if len(s.countLiterals) < first+limit && s.values[same] < 0 && s.placeOf[o].index < before {
			s.countLiterals = append(s.countLiterals, same)
		}
	}
	return s.countLiterals[first:]
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
// back along the reasons. It gives up at a decision, and at a level without a literal of the
// clause.
func (s *clauseSolver) followsFromClause(l literal) bool {
	at := s.placeOf[l.optionOf()]
	if at.why == byDecision || s.levelStamps[at.level] != s.walkNumber {
		return false
	}
	for _, r := range s.reasonLiterals(l.negated(), at.why) {
		o := r.optionOf()
		if s.placeOf[o].level == 0 || s.optionMarks[o] == insideClause || s.optionMarks[o] == impliedMark {
			continue
		}
		if s.optionMarks[o] == notImplied {
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

// countLevels returns the number of different levels of the clause's literals, and marks these
// levels with the number of the walk.
func (s *clauseSolver) countLevels() (n uint32) {
	s.walkNumber++
	for _, l := range s.clause {
		if level := s.placeOf[l.optionOf()].level; s.levelStamps[level] != s.walkNumber {
			s.levelStamps[level] = s.walkNumber
			n++
		}
	}
	return n
}

// shrinkClause replaces all literals of one level by a single literal from which they follow, if
// there is one. A chosen option makes all options that it excludes false at the same level, so most
// clauses have many such literals. It goes through the levels in descending order.
func (s *clauseSolver) shrinkClause() {
	s.trailIndices = s.trailIndices[:0]
	for _, l := range s.clause[1:] {
		s.trailIndices = append(s.trailIndices, s.placeOf[l.optionOf()].index)
	}
	slices.Sort(s.trailIndices) // the trail is sorted by level
	s.clause = s.clause[:1]
	for end := len(s.trailIndices); end > 0; {
		begin := end - 1
		level := s.placeOf[s.literals[s.trailIndices[begin]].optionOf()].level
		for begin > 0 && s.trailIndices[begin-1] >= s.levelStarts[level-1] {
			begin--
		}
		block := s.trailIndices[begin:end]
		if one := s.blockDominator(block, level); one >= 0 {
			block = append(block[:0], one)
		}
		for _, index := range block {
			s.clause = append(s.clause, s.literals[index].negated())
		}
		end = begin
	}
}

// blockDominator returns the trail position of a literal from which all literals of a block follow,
// or -1. It walks back along their reasons, within their level, until one literal is left. It fails
// if the reasons need literals of lower levels that do not follow from the clause.
func (s *clauseSolver) blockDominator(block []int32, level int32) int32 {
	s.walkNumber++
	for _, index := range block {
		s.optionStamps[s.literals[index].optionOf()] = s.walkNumber
	}
	open := len(block)
	for index := block[open-1]; ; index-- {
		l := s.literals[index]
		if s.optionStamps[l.optionOf()] != s.walkNumber {
			continue
		}
		if open--; open == 0 {
			return index
		}
		for _, r := range s.reasonLiterals(l, s.placeOf[l.optionOf()].why) {
			o := r.optionOf()
			switch at := &s.placeOf[o]; {
			case at.level == level && s.optionStamps[o] != s.walkNumber:
				s.optionStamps[o] = s.walkNumber
				open++
			case at.level < level && at.level > 0 && s.optionMarks[o] != insideClause && s.optionMarks[o] != impliedMark:
				return -1
			}
		}
	}
}
