package learn

// analysis is the scratch memory of learning.
type analysis struct {
	seen    []mark // by option
	clause  []literal
	reason  []literal // of an item that is counted, or of a pair
	raised  []int32   // options met in the conflict, whose activity rises
	marked  []int32   // options whose mark must be cleared
	pending []literal // of the minimization
	stamps  []int64   // by level: the last clause that had a literal there
	stamp   int64
}

// mark is what the analysis knows of an option.
type mark uint8

const (
	unseen  mark = iota
	inside       // its literal is in the clause, or was resolved away
	implied      // its literal follows from those in the clause
	free         // it does not
)

func newAnalysis(options int) analysis {
	return analysis{seen: make([]mark, options), stamps: make([]int64, options+1)}
}

// learn turns a conflict into a clause, s.clause: the one that resolution comes to
// when a single literal of the current level is left, the first unique
// implication point. That literal is the first of the clause. It returns the
// level to go back to, where the clause makes its first literal true.
func (s *solver) learn(c conflict) int {
	s.clause = append(s.clause[:0], 0)
	s.raised, s.marked = s.raised[:0], s.marked[:0]
	open := s.meet(c.literal)
	index := len(s.literals)
	l, why := c.literal, c.why
	for {
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
		if why.isClause() {
			s.use(why.clause())
		}
	}
	s.clause[0] = l.not()
	s.minimize()
	s.shrink()
	for _, o := range s.marked {
		s.seen[o] = unseen
	}
	return s.backLevel()
}

// meet marks a false literal of a clause that is resolved. It returns 1 if the
// literal is of the current level and must be resolved away in its turn.
func (s *solver) meet(l literal) int {
	o := l.option()
	level := s.at[o].level
	if s.seen[o] != unseen || level == 0 {
		return 0
	}
	s.seen[o] = inside
	s.marked = append(s.marked, o)
	s.raised = append(s.raised, o)
	if int(level) == s.level() {
		return 1
	}
	s.clause = append(s.clause, l)
	return 0
}

// because lists the false literals that make l true for a reason. The list is
// overwritten by the next call.
func (s *solver) because(l literal, why reason) []literal {
	switch why.kind() {
	case byClause:
		s.reason = s.reason[:0]
		for _, w := range s.literalsOf(why.clause())[1:] {
			s.reason = append(s.reason, literal(w))
		}
		return s.reason
	case byLiteral:
		s.reason = append(s.reason[:0], why.literal())
		return s.reason
	case byCount:
		return s.countReason(l, why.item())
	}
	return nil
}

// minimize removes the literals of the clause that follow from its others.
func (s *solver) minimize() {
	kept := s.clause[:1]
	s.stamp++
	for _, l := range s.clause[1:] {
		s.stamps[s.at[l.option()].level] = s.stamp
	}
	for _, l := range s.clause[1:] {
		if !s.follows(l) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
}

// follows reports whether a literal of the clause is false because others of the
// clause are. It walks back along the reasons, and gives up at a decision, or at
// a level from which no literal of the clause comes.
func (s *solver) follows(l literal) bool {
	if s.at[l.option()].why.isDecision() {
		return false
	}
	s.pending = append(s.pending[:0], l)
	first := len(s.marked)
	for len(s.pending) > 0 {
		last := len(s.pending) - 1
		q := s.pending[last].not()
		s.pending = s.pending[:last]
		for _, r := range s.because(q, s.at[q.option()].why) {
			if !s.walkBack(r) {
				s.giveUp(first)
				return false
			}
		}
	}
	return true
}

// walkBack marks a literal as implied, for the time being, and reports whether it
// may be.
func (s *solver) walkBack(l literal) bool {
	o := l.option()
	at := &s.at[o]
	switch {
	case at.level == 0 || s.seen[o] == inside || s.seen[o] == implied:
		return true
	case s.seen[o] == free || at.why.isDecision() || s.stamps[at.level] != s.stamp:
		return false
	}
	s.seen[o] = implied
	s.marked = append(s.marked, o)
	s.pending = append(s.pending, l)
	return true
}

// giveUp takes back the marks of a walk that failed. They are not known to be
// free, but are not worth another walk.
func (s *solver) giveUp(first int) {
	for _, o := range s.marked[first:] {
		s.seen[o] = free
	}
}

// backLevel returns the highest level of the clause but one. It is that of the
// second literal, as shrinking begins with the highest level.
func (s *solver) backLevel() int {
	if len(s.clause) == 1 {
		return 0
	}
	return int(s.at[s.clause[1].option()].level)
}

// countLevels returns the number of levels that the literals of a clause come from.
func (s *solver) countLevels(clause []literal) uint32 {
	s.stamp++
	n := uint32(0)
	for _, l := range clause {
		if level := s.at[l.option()].level; s.stamps[level] != s.stamp {
			s.stamps[level] = s.stamp
			n++
		}
	}
	return n
}
