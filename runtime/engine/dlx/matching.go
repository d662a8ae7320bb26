package dlx

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// bitMatching is a matching with its graph. Each item g of the left has a row of bits: bit b is set
// if an option pairs g with item b of the right. Both are numbers within their sides.
type bitMatching struct {
	left        []matrix.ItemID
	rows        []matrix.BitSet
	moreOptions [][]int32 // by g and b: the number of options beyond the first; nil if there are none
	part        []int32   // by g: the part of the matching that it is in
	mate        []int32   // by g: its last partner, or none

	owner     []int32       // by b: the item whose partner it is, if taken
	taken     matrix.BitSet // the items of the right that have a partner
	component []int32       // by b
	found     int32         // number of components

	// Scratch memory of findMatching and findComponents.
	open      []int32 // items of the left that are to be matched
	unmatched []int32 // those of them without a partner
	reached   matrix.BitSet
	unseen    matrix.BitSet
	active    matrix.BitSet // the vertices on the stack
	stack     []int32
	rank      []int32 // by b: its rank in the order of visits
	ranks     int32
	mems      int64
}

const none = -1

func newBitMatching(left []matrix.ItemID, right int) bitMatching {
	m := bitMatching{
		left: left, rows: matrix.NewBitSets(len(left), right),
		part: make([]int32, len(left)), mate: slices.Repeat([]int32{none}, len(left)),
		owner: make([]int32, right), component: make([]int32, right), rank: make([]int32, right),
	}
	sets := matrix.NewBitSets(4, right)
	m.taken, m.reached, m.unseen, m.active = sets[0], sets[1], sets[2], sets[3]
	return m
}

// addEdge adds an option that pairs g with b, while the graph is built. The edge may exist already.
func (m *bitMatching) addEdge(g, b int32) {
	if m.hasEdge(g, b) && m.moreOptions == nil {
		m.moreOptions = make([][]int32, len(m.left))
		for k := range m.moreOptions {
			m.moreOptions[k] = make([]int32, len(m.owner))
		}
	}
	m.regainOption(g, b)
}

func (m *bitMatching) hasEdge(g, b int32) bool { return m.rows[g].Has(int(b)) }

// loseOption removes an option that pairs g with b. It reports whether it was the last one.
func (m *bitMatching) loseOption(g, b int32) bool {
	if m.moreOptions != nil && m.moreOptions[g][b] > 0 {
		m.moreOptions[g][b]--
		return false
	}
	m.rows[g].Remove(int(b))
	return true
}

// regainOption reverses loseOption.
func (m *bitMatching) regainOption(g, b int32) {
	if m.hasEdge(g, b) {
		m.moreOptions[g][b]++
		return
	}
	m.rows[g].Insert(int(b))
}

// findMatching finds a matching of all open items of the left, starting from the last matching. It
// returns false if there is none.
func (m *bitMatching) findMatching() bool {
	clear(m.taken)
	m.unmatched = m.unmatched[:0]
	for _, g := range m.open {
		m.mems += 2
		if b := m.mate[g]; b != none && m.hasEdge(g, b) && !m.taken.Has(int(b)) {
			m.pairItems(g, b)
		} else {
			m.unmatched = append(m.unmatched, g)
		}
	}
	for _, g := range m.unmatched {
		clear(m.reached)
		if !m.augmentFrom(g) {
			return false
		}
	}
	return true
}

func (m *bitMatching) pairItems(g, b int32) {
	m.mate[g], m.owner[b] = b, g
	m.taken.Insert(int(b))
	m.mems += 2
}

// augmentFrom gives g a partner: a free one, or else one whose owner can get another. Each item of
// the right is tried at most once.
func (m *bitMatching) augmentFrom(g int32) bool {
	row := m.rows[g]
	m.mems += int64(len(row))
	for w, word := range row {
		if word &^= m.taken[w]; word != 0 {
			m.pairItems(g, int32(64*w+bits.TrailingZeros64(word)))
			return true
		}
	}
	for w := range row {
		for word := row[w] &^ m.reached[w]; word != 0; word = row[w] &^ m.reached[w] {
			b := int32(64*w + bits.TrailingZeros64(word))
			m.reached.Insert(int(b))
			if m.augmentFrom(m.owner[b]) {
				m.pairItems(g, b)
				return true
			}
		}
	}
	return false
}

// findComponents numbers the strong components of a digraph. Its vertices are the items of the
// right that are partners of an open item of the left by some edge. A taken item b has an arc to
// each other possible partner of b's owner; a free item has arcs to all vertices. So an edge is in
// some maximum matching if and only if it is in the current one, or joins two items of a component:
// it closes a cycle of changes, or a path of changes that ends at a free item.
func (m *bitMatching) findComponents() {
	clear(m.reached)
	for _, g := range m.open {
		for w, word := range m.rows[g] {
			m.reached[w] |= word
		}
	}
	m.mems += int64(len(m.open) * len(m.reached))
	copy(m.unseen, m.reached)
	clear(m.active)
	m.ranks, m.found, m.stack = 0, 0, m.stack[:0]
	for _, g := range m.open {
		if b := m.mate[g]; m.unseen.Has(int(b)) {
			m.exploreFrom(b)
		}
	}
}

// exploreFrom visits b and all unvisited vertices that can be reached from it. It returns the least
// rank of a vertex on the stack that is reached.
func (m *bitMatching) exploreFrom(b int32) int32 {
	m.ranks++
	rank, least := m.ranks, m.ranks
	m.rank[b] = rank
	m.unseen.Remove(int(b))
	m.active.Insert(int(b))
	m.stack = append(m.stack, b)
	arcs := m.reached
	if m.taken.Has(int(b)) {
		arcs = m.rows[m.owner[b]]
	}
	m.mems += 3 + 2*int64(len(arcs))
	for w, word := range arcs {
		for next := word & m.unseen[w]; next != 0; next = word & m.unseen[w] {
			least = min(least, m.exploreFrom(int32(64*w+bits.TrailingZeros64(next))))
		}
		for next := word & m.active[w]; next != 0; next &= next - 1 {
			m.mems++
			least = min(least, m.rank[64*w+bits.TrailingZeros64(next)])
		}
	}
	if least == rank {
		m.closeComponent(b)
	}
	return least
}

// closeComponent makes a component of b and the vertices above it on the stack.
func (m *bitMatching) closeComponent(b int32) {
	for x := int32(none); x != b; {
		last := len(m.stack) - 1
		x = m.stack[last]
		m.stack = m.stack[:last]
		m.active.Remove(int(x))
		m.component[x] = m.found
		m.mems += 2
	}
	m.found++
}
