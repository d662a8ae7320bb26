package gad

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// matching is a matching with its edges, a row of bits for each item of the left: bit b
// of row g says that an option pairs g with the item b of the right. Both are numbers
// within their sides.
type matching struct {
	left []matrix.ItemID
	rows []matrix.Bits
	more [][]int32 // by g and b: options beyond the first; nil if there are none
	part []int32   // by g: the part of the matching that it is in
	mate []int32   // by g: the partner that it had last, or none

	owner     []int32     // by b: whose partner it is, if it is taken
	taken     matrix.Bits // of the right
	component []int32     // by b
	found     int32       // components

	// What follows is scratch memory of match and components.
	open    []int32 // the items of the left that are to be matched
	wanting []int32 // of them, without a partner yet
	reached matrix.Bits
	unseen  matrix.Bits
	active  matrix.Bits // on the stack
	stack   []int32
	rank    []int32 // by b: when components came to it
	ranks   int32
	mems    int64
}

const none = -1

func newMatching(left []matrix.ItemID, right int) matching {
	m := matching{
		left: left, rows: matrix.NewBitRows(len(left), right),
		part: make([]int32, len(left)), mate: slices.Repeat([]int32{none}, len(left)),
		owner: make([]int32, right), component: make([]int32, right), rank: make([]int32, right),
	}
	sets := matrix.NewBitRows(4, right)
	m.taken, m.reached, m.unseen, m.active = sets[0], sets[1], sets[2], sets[3]
	return m
}

// add adds an edge at the start, when it may turn out to be there already.
func (m *matching) add(g, b int32) {
	if m.has(g, b) && m.more == nil {
		m.more = make([][]int32, len(m.left))
		for k := range m.more {
			m.more[k] = make([]int32, len(m.owner))
		}
	}
	m.regain(g, b)
}

func (m *matching) has(g, b int32) bool { return m.rows[g].Has(int(b)) }

// lose takes away an option that pairs g with b. It reports whether it was the last.
func (m *matching) lose(g, b int32) bool {
	if m.more != nil && m.more[g][b] > 0 {
		m.more[g][b]--
		return false
	}
	m.rows[g].Remove(int(b))
	return true
}

// regain reverses lose.
func (m *matching) regain(g, b int32) {
	if m.has(g, b) {
		m.more[g][b]++
		return
	}
	m.rows[g].Add(int(b))
}

// match finds a matching of all open items of the left, beginning with what is left of
// the last one. It returns false if there is none.
func (m *matching) match() bool {
	clear(m.taken)
	m.wanting = m.wanting[:0]
	for _, g := range m.open {
		m.mems += 2
		if b := m.mate[g]; b != none && m.has(g, b) && !m.taken.Has(int(b)) {
			m.pair(g, b)
		} else {
			m.wanting = append(m.wanting, g)
		}
	}
	for _, g := range m.wanting {
		clear(m.reached)
		if !m.augment(g) {
			return false
		}
	}
	return true
}

func (m *matching) pair(g, b int32) {
	m.mate[g], m.owner[b] = b, g
	m.taken.Add(int(b))
	m.mems += 2
}

// augment gives g a partner: one that nobody has, or else one whose owner finds another.
// No item of the right is asked twice.
func (m *matching) augment(g int32) bool {
	row := m.rows[g]
	m.mems += int64(len(row))
	for w, word := range row {
		if word &^= m.taken[w]; word != 0 {
			m.pair(g, int32(64*w+bits.TrailingZeros64(word)))
			return true
		}
	}
	for w := range row {
		for word := row[w] &^ m.reached[w]; word != 0; word = row[w] &^ m.reached[w] {
			b := int32(64*w + bits.TrailingZeros64(word))
			m.reached.Add(int(b))
			if m.augment(m.owner[b]) {
				m.pair(g, b)
				return true
			}
		}
	}
	return false
}

// components numbers the strong components of a digraph. Its vertices are the items of
// the right that an open one of the left could have. From b an arc leads to each other
// partner that b's owner could have instead; and from one that nobody has, to all. So an edge is
// in some maximum matching if and only if it is in the one at hand, or joins two
// items of a component: it closes a cycle of changes, or a way of changes that ends at
// a free item.
func (m *matching) components() {
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
			m.explore(b)
		}
	}
}

// explore visits b and all that can be reached from it and has not been seen. It returns
// the least rank of a vertex on the stack that is reached.
func (m *matching) explore(b int32) int32 {
	m.ranks++
	rank, least := m.ranks, m.ranks
	m.rank[b] = rank
	m.unseen.Remove(int(b))
	m.active.Add(int(b))
	m.stack = append(m.stack, b)
	arcs := m.reached
	if m.taken.Has(int(b)) {
		arcs = m.rows[m.owner[b]]
	}
	m.mems += 3 + 2*int64(len(arcs))
	for w, word := range arcs {
		for next := word & m.unseen[w]; next != 0; next = word & m.unseen[w] {
			least = min(least, m.explore(int32(64*w+bits.TrailingZeros64(next))))
		}
		for next := word & m.active[w]; next != 0; next &= next - 1 {
			m.mems++
			least = min(least, m.rank[64*w+bits.TrailingZeros64(next)])
		}
	}
	if least == rank {
		m.close(b)
	}
	return least
}

// close makes a component of b and what has been stacked since.
func (m *matching) close(b int32) {
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
