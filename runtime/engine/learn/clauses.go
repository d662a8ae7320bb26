// Clauses lie one after another in an arena, and two literals of each are watched (M. Moskewicz and
// others, "Chaff", 2001). Learned clauses are removed after a while, except those with few levels
// or recent use (G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT
// solvers", 2009).

package learn

import "slices"

// literal is an option with a value: 2*option is true if the option is chosen, 2*option+1 if it is
// not.
type literal uint32

func chosenLiteral(option int32) literal  { return literal(option) << 1 }
func droppedLiteral(option int32) literal { return literal(option)<<1 | 1 }

func (l literal) negated() literal { return l ^ 1 }
func (l literal) optionOf() int32  { return int32(l >> 1) }
func (l literal) isTrue() bool     { return l&1 == 0 }

// clauseRef is the index in the arena at which a clause begins. A clause has two header words and
// its literals. The first word is the number of literals. The second is the number of levels of the
// literals when the clause was learned, or 0 for a permanent clause.
type clauseRef uint32

const (
	headerWords = 2

	// reference of all clauses of two literals, which are stored only in the watch lists
	pairClause      clauseRef = 1<<32 - 1
	forgottenLevels           = 1<<32 - 1 // number of levels that marks a removed clause
	// bit above the number of levels, which is set if the clause was used since the last reduction
	usedMark = 1 << 31
)

// clauseWatch is an entry in the watch list of a literal. The clause must be visited when that
// literal becomes false, unless the blocker, another literal of the clause, is true.
type clauseWatch struct {
	clause  clauseRef
	blocker literal
}

// clauseStore holds the clauses of three literals and more, and the watch lists. The first two
// literals of a clause are watched. Nothing follows from a clause as long as neither is false, or
// as long as one is true and was so before the other became false.
type clauseStore struct {
	arena         []literal       // arena: the header words and literals of all clauses
	watches       [][]clauseWatch // clauses that watch a literal, by literal
	pairCount     int             // number of clauses with two literals
	learned       []clauseRef     // clauses that were learned and may be removed
	rankedClauses []uint64        // scratch memory of reduceClauses
}

// memoryBytes returns the approximate memory of the clauses with their watches, in bytes.
func (c *clauseStore) memoryBytes() int64 { return 8*int64(len(c.arena)) + 16*int64(c.pairCount) }

// literalsOf returns the literals of a clause. Their order may be changed.
func (c *clauseStore) literalsOf(r clauseRef) []literal {
	return c.arena[r+headerWords:][:c.arena[r]]
}

// addClause stores a clause. It returns the reason that the clause is for its first literal when
// all others are false. The argument levels is 0 for a permanent clause.
func (c *clauseStore) addClause(clause []literal, levels uint32) reason {
	switch len(clause) {
	case 1:
		return byDecision
	case 2:
		x, y := clause[0], clause[1]
		c.watches[x] = append(c.watches[x], clauseWatch{pairClause, y})
		c.watches[y] = append(c.watches[y], clauseWatch{pairClause, x})
		c.pairCount++
		return reasonOf(byLiteral, uint32(y))
	}
	r := clauseRef(len(c.arena))
	c.arena = append(append(c.arena, literal(len(clause)), literal(levels)), clause...)
	c.watchClause(r)
	return reasonOf(byClause, uint32(r))
}

// watchClause adds a clause to the watch lists of its first two literals, and to the list of
// learned clauses if it is not permanent.
func (c *clauseStore) watchClause(r clauseRef) {
	x, y := c.arena[r+headerWords], c.arena[r+headerWords+1]
	c.watches[x] = append(c.watches[x], clauseWatch{r, y})
	c.watches[y] = append(c.watches[y], clauseWatch{r, x})
	if c.arena[r+1] > 0 {
		c.learned = append(c.learned, r)
	}
}

// reduceClauses removes three quarters of the learned clauses that were not used since the last
// reduction, beginning with those of many levels. It keeps clauses of two levels, which connect
// decisions best. It must be called at the root, where no clause is a reason.
func (c *clauseStore) reduceClauses() {
	c.rankedClauses = c.rankedClauses[:0]
	for _, r := range c.learned {
		size, levels := c.arena[r], c.arena[r+1]
		if levels&usedMark != 0 {
			c.arena[r+1] &^= usedMark
		} else if levels > 2 {
			rank := min(uint64(levels), 1<<16-1)<<16 | min(uint64(size), 1<<16-1)
			c.rankedClauses = append(c.rankedClauses, rank<<32|uint64(r))
		}
	}
	slices.Sort(c.rankedClauses)
	for _, rank := range c.rankedClauses[len(c.rankedClauses)/4:] {
		c.arena[clauseRef(rank)+1] = forgottenLevels
	}
	c.compactClauses()
}

// compactClauses moves the remaining clauses together, and rebuilds the watch lists.
func (c *clauseStore) compactClauses() {
	for l, list := range c.watches {
		c.watches[l] = slices.DeleteFunc(list, func(w clauseWatch) bool { return w.clause != pairClause })
	}
	c.learned = c.learned[:0]
	old := c.arena
	c.arena = c.arena[:0]
	for len(old) > 0 {
		clause := old[:headerWords+old[0]]
		old = old[len(clause):]
		if clause[1] != forgottenLevels {
			r := clauseRef(len(c.arena))
			c.arena = append(c.arena, clause...)
			c.watchClause(r)
		}
	}
}
