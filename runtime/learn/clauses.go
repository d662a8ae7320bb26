package learn

import "slices"

// literal is an option taken to be true, 2*option, or false, 2*option+1.
type literal uint32

func chosen(option int32) literal  { return literal(option) << 1 }
func dropped(option int32) literal { return literal(option)<<1 | 1 }

func (l literal) not() literal  { return l ^ 1 }
func (l literal) option() int32 { return int32(l >> 1) }
func (l literal) isTrue() bool  { return l&1 == 0 }

// reference is where a clause begins in the arena. A clause is two words of header and
// its literals. The first word is the number of literals. The second is the number of
// levels that the literals of a learned clause came from, 0 for a clause that is kept
// for good; and while the arena is compacted, where the clause has gone.
type reference uint32

const (
	headerWords = 2
	forgotten   = 1<<32 - 1 // in place of the levels
	used        = 1 << 31   // with the levels: the clause was resolved since the last reduction
)

// watch is an entry in the list of a literal: the clause must be looked at when
// the literal becomes false, unless the blocker is true. The blocker
// is another literal of the clause.
type watch struct {
	clause  reference
	blocker literal
}

// clauses holds clauses of three literals and more, one after another, and the
// lists of those that watch a literal. The first two literals of a clause are
// watched. While both are not false, or one is true and no later than the other,
// nothing follows from the clause. A clause of two literals stands in the lists alone.
type clauses struct {
	words    []literal
	spare    []literal   // the other half, for compaction
	watches  [][]watch   // by literal
	partners [][]literal // by literal: the others of its clauses of two
	pairs    int
	taught   []reference // the clauses that were learned
	ranked   []uint64    // scratch memory of reduce
	reduced  int64       // how often that was done
	reduceAt int64       // the number of conflicts at which it is next
}

// bytes is about the memory that the clauses take, with their watches and room to
// compact them.
func (c *clauses) bytes() int64 { return 12*int64(len(c.words)) + 8*int64(c.pairs) }

// literalsOf returns the literals of a clause; they may be exchanged.
func (c *clauses) literalsOf(r reference) []literal {
	return c.words[r+headerWords:][:c.words[r]]
}

// add stores a clause and returns why its first literal is true when all others are
// false. Levels is 0 for a clause that is kept for good.
func (c *clauses) add(clause []literal, levels uint32) reason {
	switch len(clause) {
	case 1:
		return byDecision
	case 2:
		x, y := clause[0], clause[1]
		c.partners[x], c.partners[y] = append(c.partners[x], y), append(c.partners[y], x)
		c.pairs++
		return because(byLiteral, uint32(y))
	}
	r := reference(len(c.words))
	c.words = append(append(c.words, literal(len(clause)), literal(levels)), clause...)
	c.watch(r)
	if levels > 0 {
		c.taught = append(c.taught, r)
	}
	return because(byClause, uint32(r))
}

// watch puts a clause into the lists of its first two literals.
func (c *clauses) watch(r reference) {
	x, y := c.words[r+headerWords], c.words[r+headerWords+1]
	c.watches[x] = append(c.watches[x], watch{r, y})
	c.watches[y] = append(c.watches[y], watch{r, x})
}

// use notes that a clause was resolved.
func (c *clauses) use(r reference) {
	if c.words[r+1] != 0 {
		c.words[r+1] |= used
	}
}

// reduce forgets three quarters of the learned clauses that were not used since the last time, those with many levels first. It
// keeps clauses of two levels, which connect decisions as nothing else does, and
// those that are reasons now. (G. Audemard and L. Simon, "Predicting learnt clauses
// quality in modern SAT solvers", 2009.)
func (s *solver) reduce() {
	s.reduced++
	s.reduceAt = s.counters.Conflicts + s.tuning.reduce*(s.reduced+1)
	s.ranked = s.ranked[:0]
	for _, r := range s.taught {
		size, levels := s.words[r], s.words[r+1]
		if levels&used != 0 {
			s.words[r+1] &^= used
		} else if levels > 2 && s.reasonOf(s.words[r+headerWords]) != because(byClause, uint32(r)) {
			rank := min(uint64(levels), 1<<16-1)<<16 | min(uint64(size), 1<<16-1)
			s.ranked = append(s.ranked, rank<<32|uint64(r))
		}
	}
	slices.Sort(s.ranked)
	bad := s.ranked[len(s.ranked)/4:]
	for _, rank := range bad {
		s.words[reference(rank)+1] = forgotten
	}
	s.counters.Forgotten += int64(len(bad))
	s.compact()
}

// compact copies the clauses that are not forgotten into the spare half, and leaves behind
// where each has gone, so that reasons can be moved.
func (s *solver) compact() {
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	s.taught = s.taught[:0]
	old := s.words
	s.words = s.spare[:0]
	for r := 0; r < len(old); {
		size, levels := headerWords+int(old[r]), old[r+1]
		if levels != forgotten {
			to := reference(len(s.words))
			s.words = append(s.words, old[r:r+size]...)
			s.watch(to)
			if levels > 0 {
				s.taught = append(s.taught, to)
			}
			old[r+1] = literal(to)
		}
		r += size
	}
	for _, l := range s.literals {
		if why := &s.at[l.option()].why; why.kind() == byClause {
			*why = because(byClause, uint32(old[why.of()+1]))
		}
	}
	s.spare = old
}
