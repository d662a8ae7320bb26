package planar

import "slices"

// edgeMatcher finds a perfect matching of a graph, and the edges that are in some perfect matching.
type edgeMatcher struct {
	*pairGraph
	matchedVertex     []int32 // for each vertex, the vertex that it is matched with, or -1
	lastVisitingRound []int32 // for each vertex, the start of the last call of findMate that visited it, or -1

	// State of the search for strong components, after R. E. Tarjan (1972), over the vertices on the left side. There
	// is an arc from u to v if an edge joins u with the right vertex that v is matched with.
	visitIndex     []int32      // position of each vertex in the order of visits, or 0 before its visit
	visitCount     int32        // number of vertices visited so far
	componentStack []int32      // visited vertices whose component is not complete
	partOfVertex   []*pairGraph // for each vertex, the part that contains it, or nil if that part is not known
	foundParts     []*pairGraph // parts found so far
	numberInPart   []int32      // for each vertex, its index in its part
}

// splitMatchedParts removes the edges that are in no perfect matching, and returns the connected parts of the remaining
// graph. If there is no perfect matching, one of the parts is nil.
func (g *pairGraph) splitMatchedParts() []*pairGraph {
	n := len(g.neighbours)
	m := &edgeMatcher{pairGraph: g, matchedVertex: filledWithMinusOne(n), lastVisitingRound: filledWithMinusOne(n),
		visitIndex:   make([]int32, n),
		partOfVertex: make([]*pairGraph, n), numberInPart: make([]int32, n)}
	for v := range g.neighbours {
		if m.matchedVertex[v] < 0 && !m.findMate(int32(v)) {
			return []*pairGraph{nil}
		}
	}
	for v := range g.neighbours {
		if g.isLeft[v] && m.visitIndex[v] == 0 {
			m.collectParts(int32(v))
		}
	}
	return m.foundParts
}

func filledWithMinusOne(n int) []int32 { return slices.Repeat([]int32{-1}, n) }

// findMate finds a mate for a vertex by a shortest alternating path, level by level. It reports
// whether there is one.
func (m *edgeMatcher) findMate(start int32) bool {
	from := map[int32]int32{}
	m.lastVisitingRound[start] = start
	for queue := []int32{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, w := range m.neighbours[v] {
			if m.lastVisitingRound[w] == start {
				continue
			}
			m.lastVisitingRound[w], from[w] = start, v
			if next := m.matchedVertex[w]; next >= 0 {
				queue = append(queue, next)
				continue
			}
			for w >= 0 {
				v := from[w]
				m.matchedVertex[w], m.matchedVertex[v], w = v, w, m.matchedVertex[v]
			}
			return true
		}
	}
	return false
}

// collectParts makes a part of each strong component that can be reached from vertex v. Edges between two components
// are in no perfect matching. It returns Tarjan's low link of v: the least position, in the order of visits, of a
// reached vertex whose component is not complete.
func (m *edgeMatcher) collectParts(v int32) (low int32) {
	at := len(m.componentStack)
	m.componentStack = append(m.componentStack, v)
	m.visitCount++
	m.visitIndex[v], low = m.visitCount, m.visitCount
	for _, w := range m.neighbours[v] {
		switch w = m.matchedVertex[w]; {
		case m.visitIndex[w] == 0:
			low = min(low, m.collectParts(w))
		case m.partOfVertex[w] == nil:
			low = min(low, m.visitIndex[w])
		}
	}
	if low == m.visitIndex[v] {
		component := slices.Clone(m.componentStack[at:])
		for _, w := range m.componentStack[at:] {
			component = append(component, m.matchedVertex[w])
		}
		m.componentStack = m.componentStack[:at]
		slices.Sort(component)
		m.makePartsOf(component)
	}
	return low
}

func (m *edgeMatcher) makePartsOf(vertices []int32) {
	g := &pairGraph{neighbours: make([][]int32, len(vertices)), edgesByEnds: map[vertexPair]*pairEdge{}}
	for k, v := range vertices {
		m.partOfVertex[v], m.numberInPart[v] = g, int32(k)
		g.isLeft = append(g.isLeft, m.isLeft[v])
	}
	for _, v := range vertices {
		for _, w := range m.neighbours[v] {
			if v < w && m.partOfVertex[w] == g {
				g.addOptionsBetween(m.numberInPart[v], m.numberInPart[w], m.edgesByEnds[vertexPair{v, w}].signedOptions)
			}
		}
	}
	m.foundParts = append(m.foundParts, g)
}
