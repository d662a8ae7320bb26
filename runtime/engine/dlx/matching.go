package dlx

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// bitMatching is a bipartite graph and one of its matchings. A left item is given by its index g in the left items, and
// a right item by its index b in the right items. Each left item has a row of bits: bit b is set if a remaining option
// pairs g with b.
type bitMatching struct {
	leftItems   []matrix.ItemID // items of the left side
	partnerBits []matrix.BitSet // for each left item, the set of right items with which an option pairs it
	// extraOptions holds for each pair of a left and a right item the number of options that pair the two, minus one.
	// It is nil if no pair has several options.
	extraOptions   [][]int32
	partOfLeftItem []int32 // for each left item, the index of the part of the matching that contains it
	lastPartnerOf  []int32 // for each left item, the right item of its last pair, or noPartner

	// for each right item, the left item of its pair; valid if the right item has a partner
	leftPartnerOf        []int32
	matchedRightItems    matrix.BitSet // set of right items that have a partner
	componentOfRightItem []int32       // for each right item, the index of its strong component
	componentCount       int32         // number of strong components found

	// Scratch memory of findMatching and findComponents.
	openLeftItems       []int32       // left items that need a partner
	unmatchedLeftItems  []int32       // left items that have no partner yet
	reachedRightItems   matrix.BitSet // right items that an open left item can reach
	unvisitedRightItems matrix.BitSet // right items that are still to be visited
	rightItemsOnStack   matrix.BitSet // right items that are on componentStack
	componentStack      []int32       // visited right items whose strong component is not complete
	visitRankOf         []int32       // for each right item, its position in the order of visits, from 1 on
	visitCount          int32         // number of right items visited so far
	mems                int64         // number of memory words read and written
}

// noPartner in place of an item means that there is no partner.
const noPartner = -1

func newBitMatching(left []matrix.ItemID, right int) bitMatching {
	m := bitMatching{
		leftItems: left, partnerBits: matrix.NewBitSets(len(left), right),
		partOfLeftItem: make([]int32, len(left)), lastPartnerOf: slices.Repeat([]int32{noPartner}, len(left)),
		leftPartnerOf: make([]int32, right), componentOfRightItem: make([]int32, right),
		visitRankOf: make([]int32, right),
	}
	sets := matrix.NewBitSets(4, right)
	m.matchedRightItems, m.reachedRightItems, m.unvisitedRightItems, m.rightItemsOnStack = sets[0], sets[1], sets[2],
		sets[3]
	return m
}

// addEdge adds an option that pairs g with b, while the graph is built. Other options may pair the same items.
func (m *bitMatching) addEdge(g, b int32) {
	if m.hasEdge(g, b) && m.extraOptions == nil {
		m.extraOptions = make([][]int32, len(m.leftItems))
		for k := range m.extraOptions {
			m.extraOptions[k] = make([]int32, len(m.leftPartnerOf))
		}
	}
	m.restorePairOption(g, b)
}

func (m *bitMatching) hasEdge(g, b int32) bool { return m.partnerBits[g].Has(int(b)) }

// removePairOption removes an option that pairs g with b. It reports whether it was the last such option.
func (m *bitMatching) removePairOption(g, b int32) bool {
	if m.extraOptions != nil && m.extraOptions[g][b] > 0 {
		m.extraOptions[g][b]--
		return false
	}
	m.partnerBits[g].Remove(int(b))
	return true
}

// restorePairOption reverses removePairOption.
func (m *bitMatching) restorePairOption(g, b int32) {
	if m.hasEdge(g, b) {
		m.extraOptions[g][b]++
		return
	}
	m.partnerBits[g].Insert(int(b))
}

// findMatching finds a matching of all open left items, starting from the last matching. It returns false if no such
// matching exists.
func (m *bitMatching) findMatching() bool {
	clear(m.matchedRightItems)
	m.unmatchedLeftItems = m.unmatchedLeftItems[:0]
	for _, g := range m.openLeftItems {
		m.mems += 2
		if b := m.lastPartnerOf[g]; b != noPartner && m.hasEdge(g, b) && !m.matchedRightItems.Has(int(b)) {
			m.pairItems(g, b)
		} else {
			m.unmatchedLeftItems = append(m.unmatchedLeftItems, g)
		}
	}
	for _, g := range m.unmatchedLeftItems {
		clear(m.reachedRightItems)
		if !m.findAugmentingPath(g) {
			return false
		}
	}
	return true
}

func (m *bitMatching) pairItems(g, b int32) {
	m.lastPartnerOf[g], m.leftPartnerOf[b] = b, g
	m.matchedRightItems.Insert(int(b))
	m.mems += 2
}

// findAugmentingPath finds a partner for left item g: an unmatched right item, or a matched right item whose partner
// can get another one. It tries each right item at most once.
func (m *bitMatching) findAugmentingPath(g int32) bool {
	row := m.partnerBits[g]
	m.mems += int64(len(row))
	for w, word := range row {
		if word &^= m.matchedRightItems[w]; word != 0 {
			m.pairItems(g, int32(64*w+bits.TrailingZeros64(word)))
			return true
		}
	}
	for w := range row {
		for word := row[w] &^ m.reachedRightItems[w]; word != 0; word = row[w] &^ m.reachedRightItems[w] {
			b := int32(64*w + bits.TrailingZeros64(word))
			m.reachedRightItems.Insert(int(b))
			if m.findAugmentingPath(m.leftPartnerOf[b]) {
				m.pairItems(g, b)
				return true
			}
		}
	}
	return false
}

// findComponents finds the strong components of a directed graph that shows which edges are in some maximum matching.
// Its vertices are the right items that an open left item can have as partner. A matched b has an arc to each other
// possible partner of the left item matched with b. An unmatched b has arcs to all vertices. An edge is in some maximum
// matching if and only if it is in the current one, or joins two items of one component: such an edge closes an
// alternating cycle, or an alternating path that ends at an unmatched item.
func (m *bitMatching) findComponents() {
	clear(m.reachedRightItems)
	for _, g := range m.openLeftItems {
		for w, word := range m.partnerBits[g] {
			m.reachedRightItems[w] |= word
		}
	}
	m.mems += int64(len(m.openLeftItems) * len(m.reachedRightItems))
	copy(m.unvisitedRightItems, m.reachedRightItems)
	clear(m.rightItemsOnStack)
	m.visitCount, m.componentCount, m.componentStack = 0, 0, m.componentStack[:0]
	for _, g := range m.openLeftItems {
		if b := m.lastPartnerOf[g]; m.unvisitedRightItems.Has(int(b)) {
			m.exploreFrom(b)
		}
	}
}

// exploreFrom visits vertex b and all unvisited vertices that can be reached from b. It returns the least rank of a
// vertex on the stack that can be reached from b.
func (m *bitMatching) exploreFrom(b int32) int32 {
	m.visitCount++
	rank, least := m.visitCount, m.visitCount
	m.visitRankOf[b] = rank
	m.unvisitedRightItems.Remove(int(b))
	m.rightItemsOnStack.Insert(int(b))
	m.componentStack = append(m.componentStack, b)
	arcs := m.reachedRightItems
	if m.matchedRightItems.Has(int(b)) {
		arcs = m.partnerBits[m.leftPartnerOf[b]]
	}
	m.mems += 3 + 2*int64(len(arcs))
	for w, word := range arcs {
		for next := word & m.unvisitedRightItems[w]; next != 0; next = word & m.unvisitedRightItems[w] {
			least = min(least, m.exploreFrom(int32(64*w+bits.TrailingZeros64(next))))
		}
		for next := word & m.rightItemsOnStack[w]; next != 0; next &= next - 1 {
			m.mems++
			least = min(least, m.visitRankOf[64*w+bits.TrailingZeros64(next)])
		}
	}
	if least == rank {
		m.closeComponent(b)
	}
	return least
}

// closeComponent makes a component of vertex b and all vertices above b on the stack.
func (m *bitMatching) closeComponent(b int32) {
	for x := int32(noPartner); x != b; {
		last := len(m.componentStack) - 1
		x = m.componentStack[last]
		m.componentStack = m.componentStack[:last]
		m.rightItemsOnStack.Remove(int(x))
		m.componentOfRightItem[x] = m.componentCount
		m.mems += 2
	}
	m.componentCount++
}
