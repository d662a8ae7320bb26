package learn

// literal is an option taken to be true, 2*option, or false, 2*option+1.
type literal uint32

func chosen(option int32) literal  { return literal(option) << 1 }
func dropped(option int32) literal { return literal(option)<<1 | 1 }

func (l literal) not() literal  { return l ^ 1 }
func (l literal) option() int32 { return int32(l >> 1) }
func (l literal) isTrue() bool  { return l&1 == 0 }

// reference is where a clause begins in the arena. A clause is two words of
// header and its literals. The first word is the number of literals and two
// marks; the second is the clause's levels and how recently it was used, and
// while the arena is being compacted, where the clause has gone.
type reference uint32

const (
	headerWords = 2

	sizeMask    = 1<<30 - 1
	learnedMark = 1 << 30
	deletedMark = 1 << 31

	levelsMask = 1<<24 - 1
	usedShift  = 24
)

// A clause of two literals stands in the watch lists alone, with this in place of
// a reference.
const pair reference = 1<<32 - 1

// watch is an entry in the list of a literal: the clause must be looked at when
// the literal becomes false, unless the blocker is true. The blocker
// is another literal of the clause.
type watch struct {
	clause  reference
	blocker literal
}

// arena holds the clauses of three literals and more, one after another, and the
// lists of those that watch a literal. The first two literals of a clause are
// watched. While both are not false, or one is true and no later than the other,
// nothing follows from the clause.
type arena struct {
	words   []uint32
	spare   []uint32  // the other half, for compaction
	watches [][]watch // by literal
	learned []reference
	entries int // of watch lists
	wasted  int // words of deleted clauses
}

func newArena(options int) arena {
	return arena{watches: make([][]watch, 2*options)}
}

// bytes is about the memory that the clauses take, with room to compact them.
func (a *arena) bytes() int64 {
	const word, entry = 4, 8
	return 2*word*int64(len(a.words)) + entry*int64(a.entries)
}

// add stores a clause of three literals or more, and watches the first two.
func (a *arena) add(clause []literal, learned bool, levels uint32) reference {
	r := reference(len(a.words))
	head := uint32(len(clause))
	if learned {
		head |= learnedMark
		a.learned = append(a.learned, r)
	}
	a.words = append(a.words, head, levels)
	for _, l := range clause {
		a.words = append(a.words, uint32(l))
	}
	a.watch(clause[0], clause[1], r)
	a.watch(clause[1], clause[0], r)
	return r
}

// addPair stores a clause of two literals.
func (a *arena) addPair(x, y literal) {
	a.watch(x, y, pair)
	a.watch(y, x, pair)
}

func (a *arena) watch(l, blocker literal, r reference) {
	a.watches[l] = append(a.watches[l], watch{r, blocker})
	a.entries++
}

// literalsOf returns the literals of a clause; they may be exchanged.
func (a *arena) literalsOf(r reference) []uint32 {
	size := a.words[r] & sizeMask
	return a.words[r+headerWords:][:size]
}

func (a *arena) isLearned(r reference) bool { return a.words[r]&learnedMark != 0 }

// levels returns the number of levels that the literals of a learned clause
// came from, the least that was seen.
func (a *arena) levels(r reference) uint32 { return a.words[r+1] & levelsMask }

// used returns how recently a learned clause took part in a conflict: 2 since the
// last reduction if it has few levels, 1 otherwise, 0 not at all.
func (a *arena) used(r reference) uint32 { return a.words[r+1] >> usedShift }

func (a *arena) setUse(r reference, levels, used uint32) {
	a.words[r+1] = min(levels, levelsMask) | used<<usedShift
}

// drop marks a clause; the next compaction takes it out.
func (a *arena) drop(r reference) {
	a.wasted += int(a.words[r]&sizeMask) + headerWords
	a.words[r] |= deletedMark
}

// compact copies the clauses that are left into the spare half and leaves behind
// where each has gone, so that reasons can be moved. It returns the old half,
// which is the next spare one.
func (a *arena) compact() {
	to := a.spare[:0]
	for r := 0; r < len(a.words); {
		size := int(a.words[r]&sizeMask) + headerWords
		if a.words[r]&deletedMark == 0 {
			moved := uint32(len(to))
			to = append(to, a.words[r:r+size]...)
			a.words[r+1] = moved
		}
		r += size
	}
	a.words, a.spare = to, a.words
	a.wasted = 0
	a.moveWatches()
	kept := a.learned[:0]
	for _, r := range a.learned {
		if a.spare[r]&deletedMark == 0 {
			kept = append(kept, a.moved(r))
		}
	}
	a.learned = kept
}

// moved returns where the clause at r went in the last compaction.
func (a *arena) moved(r reference) reference { return reference(a.spare[r+1]) }

func (a *arena) moveWatches() {
	a.entries = 0
	for l, list := range a.watches {
		kept := list[:0]
		for _, w := range list {
			if w.clause != pair {
				if a.spare[w.clause]&deletedMark != 0 {
					continue
				}
				w.clause = a.moved(w.clause)
			}
			kept = append(kept, w)
		}
		a.watches[l] = kept
		a.entries += len(kept)
	}
}
