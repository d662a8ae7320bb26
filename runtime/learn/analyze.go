// Analysis turns a conflict into a clause that was not known, by resolution up to the first
// unique implication point (J. Marques-Silva and K. Sakallah, "GRASP", 1996; L. Zhang and
// others, "Efficient conflict driven learning in a Boolean satisfiability solver", 2001).
// The clause is made shorter in two ways: literals that follow from the others are
// removed (N. Sörensson and A. Biere, "Minimizing learned clauses", 2009), and those of
// one level are replaced by one from which they follow (M. Fleury and A. Biere,
// "Efficient all-UIP learned clause minimization", 2021).

package learn

import (
	"slices"

	"quadrille/runtime/matrix"
)

// analysis is the scratch memory of learning.
type analysis struct {
	clause  []literal
	alone   []literal // by literal: itself, as a list to return
	counts  []literal // lists of countReason
	seen    []mark    // by option
	marked  []int32   // options whose mark must be cleared
	stamp   int64
	levels  []int64 // by level: the stamp of the last walk that met it
	blocks  []int64 // by option: likewise
	indices []int32 // where the literals of the clause stand in the trail
}

// mark is what the analysis knows of an option.
type mark uint8

const (
	unseen  mark = iota
	inside       // its literal is in the clause, or was resolved away
	implied      // its literal follows from those in the clause
	free         // it does not
)

// learn turns a conflict into a clause, s.clause: the one that resolution comes to
// when a single literal of the current level is left, the first unique
// implication point. That literal is the first of the clause. It returns the
// level to go back to, where the clause makes its first literal true.
func (s *solver) learn(c conflict) int {
	s.clause = append(s.clause[:0], 0)
	s.marked, s.counts = s.marked[:0], s.counts[:0]
	open := s.meet(c.literal)
	l, why := c.literal, c.why
	for index := len(s.literals); ; {
		if why.kind() == byClause && s.words[why.of()+1] != 0 {
			s.words[why.of()+1] |= used
		}
		for _, q := range s.because(l, why) {
			open += s.meet(q)
		}
		for index--; s.seen[s.literals[index].option()] == unseen; index-- {
		}
		l = s.literals[index]
		if open--; open == 0 {
			break
		}
		why = s.at[l.option()].why
	}
	s.clause[0] = l.not()
	s.raise(s.marked)
	s.minimize()
	s.shrink()
	for _, o := range s.marked {
		s.seen[o] = unseen
	}
	if len(s.clause) == 1 {
		return 0
	}
	return int(s.at[s.clause[1].option()].level) // the highest but one, where shrink begins
}

// meet marks a false literal of a clause that is resolved. It returns 1 if the
// literal is of the current level and must be resolved away in its turn.
func (s *solver) meet(l literal) int {
	o := l.option()
	level := int(s.at[o].level)
	if s.seen[o] != unseen || level == 0 {
		return 0
	}
	s.mark(o, inside)
	if level == s.level() {
		return 1
	}
	s.clause = append(s.clause, l)
	return 0
}

func (s *solver) mark(o int32, m mark) {
	s.seen[o] = m
	s.marked = append(s.marked, o)
}

// because lists the false literals that make l true for a reason.
func (s *solver) because(l literal, why reason) []literal {
	switch why.kind() {
	case byClause:
		return s.literalsOf(reference(why.of()))[1:]
	case byLiteral:
		return s.alone[why.of():][:1]
	case byCount:
		return s.countReason(l, matrix.ItemID(why.of()))
	}
	return nil
}

// countReason lists the literals that, being false, make l true because of item
// i: as many of its options as may have the other value, and had it before.
func (s *solver) countReason(l literal, i matrix.ItemID) []literal {
	limit, before := int(s.limits[l.not()&1][i]), s.at[l.option()].index
	first := len(s.counts)
	for _, o := range s.holding[i] {
		same := chosen(int32(o)) | l&1
		if len(s.counts) < first+limit && s.values[same] < 0 && s.at[o].index < before {
			s.counts = append(s.counts, same)
		}
	}
	return s.counts[first:]
}

// minimize removes the literals of the clause that follow from its others.
func (s *solver) minimize() {
	s.countLevels()
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if !s.follows(l) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
}

// follows reports whether a literal is false because literals of the clause are. It
// walks back along the reasons, and gives up at a decision, or at a level from which
// no literal of the clause comes.
func (s *solver) follows(l literal) bool {
	at := s.at[l.option()]
	if at.why == byDecision || s.levels[at.level] != s.stamp {
		return false
	}
	for _, r := range s.because(l.not(), at.why) {
		o := r.option()
		if s.at[o].level == 0 || s.seen[o] == inside || s.seen[o] == implied {
			continue
		}
		if s.seen[o] == free {
			return false
		}
		if !s.follows(r) {
			s.mark(o, free)
			return false
		}
		s.mark(o, implied)
	}
	return true
}

// countLevels returns the number of levels that the literals of the clause come from,
// and stamps these.
func (s *solver) countLevels() (n uint32) {
	s.stamp++
	for _, l := range s.clause {
		if level := s.at[l.option()].level; s.levels[level] != s.stamp {
			s.levels[level] = s.stamp
			n++
		}
	}
	return n
}

// shrink replaces the literals that a clause has of a level by one from which they
// all follow, if there is one. When an option is chosen, all that it excludes is
// false at the same level, and clauses are full of that. The levels come in falling
// order.
func (s *solver) shrink() {
	s.indices = s.indices[:0]
	for _, l := range s.clause[1:] {
		s.indices = append(s.indices, s.at[l.option()].index)
	}
	slices.Sort(s.indices) // and so by level as well
	s.clause = s.clause[:1]
	for end := len(s.indices); end > 0; {
		begin := end - 1
		level := s.at[s.literals[s.indices[begin]].option()].level
		for begin > 0 && s.indices[begin-1] >= s.cuts[level-1] {
			begin--
		}
		block := s.indices[begin:end]
		if one := s.dominator(block, level); one >= 0 {
			block = append(block[:0], one)
		}
		for _, index := range block {
			s.clause = append(s.clause, s.literals[index].not())
		}
		end = begin
	}
}

// dominator walks back along the reasons of literals of one level, within that level,
// until a single one is left, and returns where that is, or -1 if the reasons
// need literals of lower levels that do not follow from the clause.
func (s *solver) dominator(block []int32, level int32) int32 {
	s.stamp++
	for _, index := range block {
		s.blocks[s.literals[index].option()] = s.stamp
	}
	open := len(block)
	for index := block[open-1]; ; index-- {
		l := s.literals[index]
		if s.blocks[l.option()] != s.stamp {
			continue
		}
		if open--; open == 0 {
			return index
		}
		for _, r := range s.because(l, s.at[l.option()].why) {
			o := r.option()
			switch at := &s.at[o]; {
			case at.level == level && s.blocks[o] != s.stamp:
				s.blocks[o] = s.stamp
				open++
			case at.level < level && at.level > 0 && s.seen[o] != inside && s.seen[o] != implied:
				return -1
			}
		}
	}
}
