// Conflict analysis computes a new clause from a conflict, by resolution up to the first unique implication point (J.
// Marques-Silva and K. Sakallah, "GRASP", 1996; L. Zhang and others, "Efficient conflict driven learning in a Boolean
// satisfiability solver", 2001). It then makes the clause shorter in two ways. Literals that follow from the others
// are removed (N. Sörensson and A. Biere, "Minimizing learned clauses", 2009). All literals of one level are replaced
// by one literal from which they follow, if there is one (M. Fleury and A. Biere, "Efficient all-UIP learned clause
// minimization", 2021).

package learn

import (
	"slices"

	"quadrille/runtime/matrix"
)

// conflictAnalysis holds the clause that is being learned, and buffers of the analysis.
type conflictAnalysis struct {
	learnedClause      []literal     // literals of the clause that is being learned
	literalsForSlicing []literal     // all literals in order; its parts of length 1 serve as lists of one literal
	reasonBuffer       []literal     // buffer for the result of limitReason
	optionMarks        []literalMark // state of each option in the analysis
	markedOptions      []int32       // options whose mark must be reset after the analysis
	walkNumber         int64         // number of the current walk through the reasons of assignments
	lastWalkOfLevel    []int64       // number of the last walk that reached each level
	lastWalkOfOption   []int64       // number of the last walk that reached each option
	trailIndices       []int32       // positions in the trail (the list of assignments) of the clause's literals
}

// literalMark is the state of an option during the analysis.
type literalMark uint8

const (
	notVisited         literalMark = iota
	inClause                       // its literal is in the clause, or was in it before a resolution
	impliedByClause                // its literal follows from those in the clause
	notImpliedByClause             // its literal does not follow from the clause
)

// learnClause computes learnedClause from a conflict. Resolution ends when a single literal of the current level is
// left: the first unique implication point. That literal becomes the first one of the clause. learnClause returns the
// level to which the search must go back, where the clause makes its first literal true.
func (s *clauseSolver) learnClause(c conflict) int {
	s.learnedClause = append(s.learnedClause[:0], 0)
	s.markedOptions, s.reasonBuffer = s.markedOptions[:0], s.reasonBuffer[:0]
	open := s.markLiteral(c.literal)
	l, why := c.literal, c.cause
	for index := len(s.trueLiterals); ; {
		if why.kind() == byClause && s.clauseArena[why.subject()+1] != 0 {
			s.clauseArena[why.subject()+1] |= recentUseBit
		}
		if i := int(why.subject()); why.kind() == byCondition && i < len(s.limitUses) {
			s.limitUses[i]++
		}
		for _, q := range s.reasonLiterals(l, why) {
			open += s.markLiteral(q)
		}
		for index--; s.optionMarks[s.trueLiterals[index].option()] == notVisited; index-- {
		}
		l = s.trueLiterals[index]
		if open--; open == 0 {
			break
		}
		why = s.trailPlaceOf[l.option()].cause
	}
	s.learnedClause[0] = l.negated()
	s.raiseActivity(s.markedOptions)
	s.minimizeClause()
	s.shrinkClause()
	for _, o := range s.markedOptions {
		s.optionMarks[o] = notVisited
	}
	if len(s.learnedClause) == 1 {
		return 0
	}
	// the second highest level, with which shrinkClause begins
	return int(s.trailPlaceOf[s.learnedClause[1].option()].level)
}

// markLiteral marks a false literal of a clause that is resolved. It returns 1 if the literal is of
// the current level, so that it must be resolved as well, and otherwise 0.
func (s *clauseSolver) markLiteral(l literal) int {
	o := l.option()
	level := int(s.trailPlaceOf[o].level)
	if s.optionMarks[o] != notVisited || level == 0 {
		return 0
	}
	s.setMark(o, inClause)
	if level == s.currentLevel() {
		return 1
	}
	s.learnedClause = append(s.learnedClause, l)
	return 0
}

func (s *clauseSolver) setMark(o int32, m literalMark) {
	s.optionMarks[o] = m
	s.markedOptions = append(s.markedOptions, o)
}

// reasonLiterals returns the false literals that force literal l for the given reason.
func (s *clauseSolver) reasonLiterals(l literal, cause reason) []literal {
	switch cause.kind() {
	case byClause:
		return s.literalsOf(clauseRef(cause.subject()))[1:]
	case byLiteral:
		return s.literalsForSlicing[cause.subject():][:1]
	case byCondition:
		if n := int(cause.subject()) - len(s.optionLimits[0]); n >= 0 {
			return s.separationReason(l, n)
		}
		return s.limitReason(l, matrix.ItemID(cause.subject()))
	}
	return nil
}

// limitReason returns the false literals that force literal l because item i has reached a limit. They belong to the
// options of the item that had the opposite value before l was assigned, as many as the limit.
func (s *clauseSolver) limitReason(l literal, i matrix.ItemID) []literal {
	limit, before := int(s.optionLimits[l.negated()&1][i]), s.trailPlaceOf[l.option()].index
	first := len(s.reasonBuffer)
	for _, o := range s.optionsOfItem[i] {
		same := chosenLiteral(int32(o)) | l&1
		if len(s.reasonBuffer) < first+limit && s.literalValues[same] < 0 && s.trailPlaceOf[o].index < before {
			s.reasonBuffer = append(s.reasonBuffer, same)
		}
	}
	return s.reasonBuffer[first:]
}

// minimizeClause removes the literals of the clause that follow from its others.
func (s *clauseSolver) minimizeClause() {
	s.countLevels()
	kept := s.learnedClause[:1]
	for _, l := range s.learnedClause[1:] {
		if !s.followsFromClause(l) {
			kept = append(kept, l)
		}
	}
	s.learnedClause = kept
}

// followsFromClause reports whether a literal must be false if the other literals of the clause are false. It walks
// back along the reasons of assignments. It returns false when it meets a decision, or a level without a literal of
// the clause.
func (s *clauseSolver) followsFromClause(l literal) bool {
	at := s.trailPlaceOf[l.option()]
	if at.cause == byDecision || s.lastWalkOfLevel[at.level] != s.walkNumber {
		return false
	}
	for _, r := range s.reasonLiterals(l.negated(), at.cause) {
		o := r.option()
		if s.trailPlaceOf[o].level == 0 || s.optionMarks[o] == inClause || s.optionMarks[o] == impliedByClause {
			continue
		}
		if s.optionMarks[o] == notImpliedByClause {
			return false
		}
		if !s.followsFromClause(r) {
			s.setMark(o, notImpliedByClause)
			return false
		}
		s.setMark(o, impliedByClause)
	}
	return true
}

// countLevels returns the number of different levels of the clause's literals, and marks these
// levels with the number of the walk.
func (s *clauseSolver) countLevels() (n uint32) {
	s.walkNumber++
	for _, l := range s.learnedClause {
		if level := s.trailPlaceOf[l.option()].level; s.lastWalkOfLevel[level] != s.walkNumber {
			s.lastWalkOfLevel[level] = s.walkNumber
			n++
		}
	}
	return n
}

// shrinkClause replaces all literals of one level by a single literal from which they follow, if there is one, for each
// level in descending order. Most clauses have several literals of one level, because a chosen option makes all options
// that it excludes false at its level.
func (s *clauseSolver) shrinkClause() {
	s.trailIndices = s.trailIndices[:0]
	for _, l := range s.learnedClause[1:] {
		s.trailIndices = append(s.trailIndices, s.trailPlaceOf[l.option()].index)
	}
	slices.Sort(s.trailIndices) // the trail is sorted by level
	s.learnedClause = s.learnedClause[:1]
	for end := len(s.trailIndices); end > 0; {
		begin := end - 1
		level := s.trailPlaceOf[s.trueLiterals[s.trailIndices[begin]].option()].level
		for begin > 0 && s.trailIndices[begin-1] >= s.levelStarts[level-1] {
			begin--
		}
		block := s.trailIndices[begin:end]
		if one := s.blockDominator(block, level); one >= 0 {
			block = append(block[:0], one)
		}
		for _, index := range block {
			s.learnedClause = append(s.learnedClause, s.trueLiterals[index].negated())
		}
		end = begin
	}
}

// blockDominator returns the trail position of a literal from which all literals of a block follow, or -1. A block is
// the trail positions of the clause's literals of one level. It walks back along their reasons, within their level,
// until one literal is left. It fails if the reasons contain literals of lower levels that do not follow from the
// clause.
func (s *clauseSolver) blockDominator(block []int32, level int32) int32 {
	s.walkNumber++
	for _, index := range block {
		s.lastWalkOfOption[s.trueLiterals[index].option()] = s.walkNumber
	}
	open := len(block)
	for index := block[open-1]; ; index-- {
		l := s.trueLiterals[index]
		if s.lastWalkOfOption[l.option()] != s.walkNumber {
			continue
		}
		if open--; open == 0 {
			return index
		}
		for _, r := range s.reasonLiterals(l, s.trailPlaceOf[l.option()].cause) {
			o := r.option()
			switch at := &s.trailPlaceOf[o]; {
			case at.level == level && s.lastWalkOfOption[o] != s.walkNumber:
				s.lastWalkOfOption[o] = s.walkNumber
				open++
			case at.level < level && at.level > 0 && s.optionMarks[o] != inClause &&
				s.optionMarks[o] != impliedByClause:
				return -1
			}
		}
	}
}
