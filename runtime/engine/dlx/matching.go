package dlx

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// bitMatching is a bipartite graph with a matching in it. The items of the left side have numbers g, and those of the
// right side numbers b, each counted from 0. An item g has a row of bits: bit b is set if a remaining option pairs g
// with b.
type bitMatching struct {
	leftItems   []matrix.ItemID // items of the left side
	partnerBits []matrix.BitSet // possible partners of g, by g
	// extraOptions holds the number of options that pair g with b, minus one, by g and b. It is nil if no pair has
	// several options.
	extraOptions [][]int32
	partOf       []int32 // index of the part of the matching that contains g, by g
	mateOf       []int32 // last partner of g, or none, by g

	ownerOf        []int32       // item g that is matched with b, by b; valid if b has a partner
	takenItems     matrix.BitSet // set of items on the right that have a partner
	componentOf    []int32       // number of the strong component that contains b, by b
	componentCount int32         // number of components found

	// Scratch memory of findMatching and findComponents.
	openItems      []int32       // items of the left that need a partner
	unmatchedItems []int32       // items of the left that have no partner yet
	reachedItems   matrix.BitSet // items of the right that can be reached by an open item
	unseenItems    matrix.BitSet // items of the right that are still to be visited
	stackedItems   matrix.BitSet // items of the right on the stack
	stack          []int32       // items of the right visited, whose component is not complete
	rankOf         []int32       // position of b in the order of visits, by b
	visitCount     int32         // number of visits so far
	mems           int64         // number of memory words read and written
}

const noPartner = -1

func newBitMatching(left []matrix.ItemID, right int) bitMatching {
	m := bitMatching{
		leftItems: left, partnerBits: matrix.NewBitSets(len(left), right),
		partOf: make([]int32, len(left)), mateOf: slices.Repeat([]int32{noPartner}, len(left)),
		ownerOf: make([]int32, right), componentOf: make([]int32, right), rankOf: make([]int32, right),
	}
	sets := matrix.NewBitSets(4, right)
	m.takenItems, m.reachedItems, m.unseenItems, m.stackedItems = sets[0], sets[1], sets[2], sets[3]
	return m
}

// addEdge adds an option that pairs g with b, while the graph is built. The edge may exist already.
func (m *bitMatching) addEdge(g, b int32) {
	if m.hasEdge(g, b) && m.extraOptions == nil {
		m.extraOptions = make([][]int32, len(m.leftItems))
		for k := range m.extraOptions {
			m.extraOptions[k] = make([]int32, len(m.ownerOf))
		}
	}
	m.regainOption(g, b)
}

func (m *bitMatching) hasEdge(g, b int32) bool { return m.partnerBits[g].Has(int(b)) }

// loseOption removes an option that pairs g with b. It reports whether it was the last such option.
func (m *bitMatching) loseOption(g, b int32) bool {
	if m.extraOptions != nil && m.extraOptions[g][b] > 0 {
		m.extraOptions[g][b]--
		return false
	}
	m.partnerBits[g].Remove(int(b))
	return true
}

// regainOption reverses loseOption.
func (m *bitMatching) regainOption(g, b int32) {
	if m.hasEdge(g, b) {
		m.extraOptions[g][b]++
		return
	}
	m.partnerBits[g].Insert(int(b))
}

// findMatching finds a matching of all open items of the left, starting from the last matching. It
// returns false if there is none.
func (m *bitMatching) findMatching() bool {
	clear(m.takenItems)
	m.unmatchedItems = m.unmatchedItems[:0]
	for _, g := range m.openItems {
		m.mems += 2
		if b := m.mateOf[g]; b != noPartner && m.hasEdge(g, b) && !m.takenItems.Has(int(b)) {
			m.pairItems(g, b)
		} else {
			m.unmatchedItems = append(m.unmatchedItems, g)
		}
	}
	for _, g := range m.unmatchedItems {
		clear(m.reachedItems)
		if !m.augmentFrom(g) {
			return false
		}
	}
	return true
}

func (m *bitMatching) pairItems(g, b int32) {
	m.mateOf[g], m.ownerOf[b] = b, g
	m.takenItems.Insert(int(b))
	m.mems += 2
}

// augmentFrom gives g a partner: a free one, or else one whose owner can get another. Each item of
// the right is tried at most once.
func (m *bitMatching) augmentFrom(g int32) bool {
	row := m.partnerBits[g]
	m.mems += int64(len(row))
	for w, word := range row {
		if word &^= m.takenItems[w]; word != 0 {
			m.pairItems(g, int32(64*w+bits.TrailingZeros64(word)))
			return true
		}
	}
	for w := range row {
		for word := row[w] &^ m.reachedItems[w]; word != 0; word = row[w] &^ m.reachedItems[w] {
			b := int32(64*w + bits.TrailingZeros64(word))
			m.reachedItems.Insert(int(b))
			if m.augmentFrom(m.ownerOf[b]) {
				m.pairItems(g, b)
				return true
			}
		}
	}
	return false
}

// findComponents numbers the strong components of a directed graph, which tell the edges that are
// in some maximum matching. Its vertices are the items of the right that an open item of the left
// can have as partner. A taken item b has an arc to each other possible partner of b's owner. A
// free item has arcs to all vertices. An edge is in some maximum matching if and only if it is in
// the current one, or joins two items of one component: it closes a cycle of changes, or a path of
// changes that ends at a free item.
func (m *bitMatching) findComponents() {
	clear(m.reachedItems)
	for _, g := range m.openItems {
		for w, word := range m.partnerBits[g] {
			m.reachedItems[w] |= word
		}
	}
	m.mems += int64(len(m.openItems) * len(m.reachedItems))
	copy(m.unseenItems, m.reachedItems)
	clear(m.stackedItems)
	m.visitCount, m.componentCount, m.stack = 0, 0, m.stack[:0]
	for _, g := range m.openItems {
		if b := m.mateOf[g]; m.unseenItems.Has(int(b)) {
			m.exploreFrom(b)
		}
	}
}

// exploreFrom visits b and all unvisited vertices that can be reached from it. It returns the least
// rank of a vertex on the stack that can be reached.
func (m *bitMatching) exploreFrom(b int32) int32 {
	m.visitCount++
	rank, least := m.visitCount, m.visitCount
	m.rankOf[b] = rank
	m.unseenItems.Remove(int(b))
	m.stackedItems.Insert(int(b))
	m.stack = append(m.stack, b)
	arcs := m.reachedItems
	if m.takenItems.Has(int(b)) {
		arcs = m.partnerBits[m.ownerOf[b]]
	}
	m.mems += 3 + 2*int64(len(arcs))
	for w, word := range arcs {
		for next := word & m.unseenItems[w]; next != 0; next = word & m.unseenItems[w] {
			least = min(least, m.exploreFrom(int32(64*w+bits.TrailingZeros64(next))))
		}
		for next := word & m.stackedItems[w]; next != 0; next &= next - 1 {
			m.mems++
			least = min(least, m.rankOf[64*w+bits.TrailingZeros64(next)])
		}
	}
	if least == rank {
		m.closeComponent(b)
	}
	return least
}

// closeComponent makes a component of b and all vertices above it on the stack.
func (m *bitMatching) closeComponent(b int32) {
	for x := int32(noPartner); x != b; {
		last := len(m.stack) - 1
		x = m.stack[last]
		m.stack = m.stack[:last]
		m.stackedItems.Remove(int(x))
		m.componentOf[x] = m.componentCount
		m.mems += 2
	}
	m.componentCount++
}
