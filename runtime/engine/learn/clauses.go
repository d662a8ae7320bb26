// Clauses are stored one after another in an arena, a slice of words. Two literals of each clause are watched (M.
// Moskewicz and others, "Chaff", 2001). Learned clauses are removed after a while, except those whose literals belong
// to few levels and those that were used recently (G. Audemard and L. Simon, "Predicting learnt clauses quality in
// modern SAT solvers", 2009).

package learn

import "slices"

// literal is a statement about an option: the literal 2*option says that the option is chosen, and 2*option+1 says
// that it is not chosen.
type literal uint32

func chosenLiteral(option int32) literal   { return literal(option) << 1 }
func unchosenLiteral(option int32) literal { return literal(option)<<1 | 1 }

func (l literal) negated() literal { return l ^ 1 }
func (l literal) option() int32    { return int32(l >> 1) }
func (l literal) isPositive() bool { return l&1 == 0 }

// clauseRef is the index in the arena at which a clause begins. A clause consists of two header words and its
// literals. The first header word is the number of literals. The second is the number of different levels of the
// literals when the clause was learned, or 0 for a permanent clause.
type clauseRef uint32

const (
	clauseHeaderWords = 2

	// pairClauseRef is the reference of every clause of two literals. These are stored only in the watch lists.
	pairClauseRef     clauseRef = 1<<32 - 1
	removedClauseMark           = 1<<32 - 1 // second header word of a removed clause
	// recentUseBit is a bit of the second header word, set if the clause was used since the last reduction.
	recentUseBit = 1 << 31
)

// clauseWatch is an entry in the watch list of a literal. When that literal becomes false, the clause must be visited,
// unless the blocker, which is another literal of the clause, is true.
type clauseWatch struct {
	clause  clauseRef
	blocker literal
}

// clauseStore holds the clauses of three literals and more, and the watch lists of all clauses. The first two
// literals of a clause are watched. A clause forces no literal as long as neither of the two is false, or one of them
// became true before the other became false.
type clauseStore struct {
	clauseArena []literal       // header words and literals of all clauses
	watchLists  [][]clauseWatch // for each literal, the clauses that must be visited when it becomes false
	pairCount   int             // number of clauses with two literals
	// problemClauseEnd is the index in the arena behind the clauses of the problem. They are never moved.
	problemClauseEnd uint32
	learnedClauses   []clauseRef // clauses that were learned and may be removed
	rankedClauses    []uint64    // buffer of reduceClauses
	lemmaWriter
}

// memoryBytes returns the approximate memory of the clauses with their watches, in bytes.
func (c *clauseStore) memoryBytes() int64 { return 8*int64(len(c.clauseArena)) + 16*int64(c.pairCount) }

// literalsOf returns the literals of a clause. Their order may be changed.
func (c *clauseStore) literalsOf(r clauseRef) []literal {
	return c.clauseArena[r+clauseHeaderWords:][:c.clauseArena[r]]
}

// addClause stores a clause. It returns the reason to record when the clause forces its first literal, because all
// others are false. The argument levels is the number of levels of a learned clause, or 0 for a permanent clause.
func (c *clauseStore) addClause(clause []literal, levels uint32) reason {
	switch len(clause) {
	case 1:
		return byDecision
	case 2:
		x, y := clause[0], clause[1]
		c.watchLists[x] = append(c.watchLists[x], clauseWatch{pairClauseRef, y})
		c.watchLists[y] = append(c.watchLists[y], clauseWatch{pairClauseRef, x})
		c.pairCount++
		return newReason(byLiteral, uint32(y))
	}
	r := clauseRef(len(c.clauseArena))
	c.clauseArena = append(append(c.clauseArena, literal(len(clause)), literal(levels)), clause...)
	c.watchClause(r)
	return newReason(byClause, uint32(r))
}

// watchClause adds a clause to the watch lists of its first two literals, and to the list of
// learned clauses if it is not permanent.
func (c *clauseStore) watchClause(r clauseRef) {
	x, y := c.clauseArena[r+clauseHeaderWords], c.clauseArena[r+clauseHeaderWords+1]
	c.watchLists[x] = append(c.watchLists[x], clauseWatch{r, y})
	c.watchLists[y] = append(c.watchLists[y], clauseWatch{r, x})
	if c.clauseArena[r+1] > 0 {
		c.learnedClauses = append(c.learnedClauses, r)
	}
}

// reduceClauses removes three quarters of the learned clauses that were not used since the last reduction, those with
// the most levels first. It keeps all clauses of two levels, which are the most useful ones. It must be called at the
// root, where no clause is a reason.
func (c *clauseStore) reduceClauses() {
	c.rankedClauses = c.rankedClauses[:0]
	for _, r := range c.learnedClauses {
		size, levels := c.clauseArena[r], c.clauseArena[r+1]
		if levels&recentUseBit != 0 {
			c.clauseArena[r+1] &^= recentUseBit
		} else if levels > 2 {
			rank := min(uint64(levels), 1<<16-1)<<16 | min(uint64(size), 1<<16-1)
			c.rankedClauses = append(c.rankedClauses, rank<<32|uint64(r))
		}
	}
	slices.Sort(c.rankedClauses)
	for _, rank := range c.rankedClauses[len(c.rankedClauses)/4:] {
		c.clauseArena[clauseRef(rank)+1] = removedClauseMark
		c.writeLemma(c.literalsOf(clauseRef(rank)), true)
	}
	c.compactClauses()
}

// compactClauses moves the remaining clauses together, and rebuilds the watch lists.
func (c *clauseStore) compactClauses() {
	for l, list := range c.watchLists {
		c.watchLists[l] = slices.DeleteFunc(list, func(w clauseWatch) bool { return w.clause != pairClauseRef })
	}
	c.learnedClauses = c.learnedClauses[:0]
	old := c.clauseArena
	c.clauseArena = c.clauseArena[:0]
	for len(old) > 0 {
		clause := old[:clauseHeaderWords+old[0]]
		old = old[len(clause):]
		if clause[1] != removedClauseMark {
			r := clauseRef(len(c.clauseArena))
			c.clauseArena = append(c.clauseArena, clause...)
			c.watchClause(r)
		}
	}
}
