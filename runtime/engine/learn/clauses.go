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

// clauseRef is the place where a clause begins in the arena. A clause has two header words and its
// literals. The first word is the number of literals. The second is the number of levels that the
// literals came from when the clause was learned, or 0 for a permanent clause.
type clauseRef uint32

const (
	headerWords = 2

	pairClause      clauseRef = 1<<32 - 1 // a clause of two literals, which is only in the watch lists
	forgottenLevels           = 1<<32 - 1 // in place of the levels: the clause is removed
	usedMark                  = 1 << 31   // bit above the levels: the clause was resolved since the last reduction
)

// clauseWatch is an entry in the list of a literal: the clause must be visited when the literal
// becomes false, unless the blocker, another literal of the clause, is true.
type clauseWatch struct {
	clause  clauseRef
	blocker literal
}

// clauseStore holds the clauses of three literals and more, and the watch lists. The first two
// literals of a clause are watched. As long as both are not false, or one is true and was so before
// the other became false, nothing follows from the clause.
type clauseStore struct {
	words   []literal
	watches [][]clauseWatch // by literal
	pairs   int
	learned []clauseRef
	ranked  []uint64 // scratch memory of reduceClauses
}

// memoryBytes returns the approximate memory of the clauses with their watches, in bytes.
func (c *clauseStore) memoryBytes() int64 { return 8*int64(len(c.words)) + 16*int64(c.pairs) }

// literalsOf returns the literals of a clause. Their order may be changed.
func (c *clauseStore) literalsOf(r clauseRef) []literal {
	return c.words[r+headerWords:][:c.words[r]]
}

// addClause stores a clause, and returns the reason for its first literal when all others are
// false. Levels is 0 for a permanent clause.
func (c *clauseStore) addClause(clause []literal, levels uint32) reason {
	switch len(clause) {
	case 1:
		return byDecision
	case 2:
		x, y := clause[0], clause[1]
		c.watches[x] = append(c.watches[x], clauseWatch{pairClause, y})
		c.watches[y] = append(c.watches[y], clauseWatch{pairClause, x})
		c.pairs++
		return reasonOf(byLiteral, uint32(y))
	}
	r := clauseRef(len(c.words))
	c.words = append(append(c.words, literal(len(clause)), literal(levels)), clause...)
	c.watchClause(r)
	return reasonOf(byClause, uint32(r))
}

// watchClause adds a clause to the lists of its first two literals, and to the list of learned
// clauses if it is one.
func (c *clauseStore) watchClause(r clauseRef) {
	x, y := c.words[r+headerWords], c.words[r+headerWords+1]
	c.watches[x] = append(c.watches[x], clauseWatch{r, y})
	c.watches[y] = append(c.watches[y], clauseWatch{r, x})
	if c.words[r+1] > 0 {
		c.learned = append(c.learned, r)
	}
}

// reduceClauses removes three quarters of the learned clauses that were not used since the last
// reduction, those with many levels first. It keeps clauses of two levels, which connect decisions
// best. It must be called at the root, where no clause is a reason.
func (c *clauseStore) reduceClauses() {
	c.ranked = c.ranked[:0]
	for _, r := range c.learned {
		size, levels := c.words[r], c.words[r+1]
		if levels&usedMark != 0 {
			c.words[r+1] &^= usedMark
		} else if levels > 2 {
			rank := min(uint64(levels), 1<<16-1)<<16 | min(uint64(size), 1<<16-1)
			c.ranked = append(c.ranked, rank<<32|uint64(r))
		}
	}
	slices.Sort(c.ranked)
	for _, rank := range c.ranked[len(c.ranked)/4:] {
		c.words[clauseRef(rank)+1] = forgottenLevels
	}
	c.compactClauses()
}

// compactClauses moves the remaining clauses together, and rebuilds the watch lists.
func (c *clauseStore) compactClauses() {
	for l, list := range c.watches {
		c.watches[l] = slices.DeleteFunc(list, func(w clauseWatch) bool { return w.clause != pairClause })
	}
	c.learned = c.learned[:0]
	old := c.words
	c.words = c.words[:0]
	for len(old) > 0 {
		clause := old[:headerWords+old[0]]
		old = old[len(clause):]
		if clause[1] != forgottenLevels {
			r := clauseRef(len(c.words))
			c.words = append(c.words, clause...)
			c.watchClause(r)
		}
	}
}
