package planar

import "slices"

// edgeMatcher finds a perfect matching of a graph, and the edges that are in some perfect matching.
type edgeMatcher struct {
	*pairGraph
	mateOf    []int32 // vertex matched with a vertex, or -1, by vertex
	lastRound []int32 // number of the last round that visited a vertex, by vertex

	// State of the search for strong components, after R. E. Tarjan (1972), over the vertices on
	// the left side. There is an arc from u to v if an edge joins u with the mate of v.
	visitIndex []int32      // position in the order of visits, or 0 before the visit, by vertex
	lastIndex  int32        // number of visits so far
	stack      []int32      // vertices whose component is not complete
	partOf     []*pairGraph // part that contains a vertex, or nil if not known, by vertex
	parts      []*pairGraph // parts found so far
	partNumber []int32      // number of a vertex in its part, by vertex
}

// splitMatchedParts removes the edges that are in no perfect matching, and returns the connected parts of the remaining
// graph. If there is no perfect matching, one part is nil.
func (g *pairGraph) splitMatchedParts() []*pairGraph {
	n := len(g.neighbours)
	m := &edgeMatcher{pairGraph: g, mateOf: filledWithMinusOne(n), lastRound: filledWithMinusOne(n),
		visitIndex: make([]int32, n),
		partOf:     make([]*pairGraph, n), partNumber: make([]int32, n)}
	for v := range g.neighbours {
		if m.mateOf[v] < 0 && !m.findMate(int32(v)) {
			return []*pairGraph{nil}
		}
	}
	for v := range g.neighbours {
		if g.isLeft[v] && m.visitIndex[v] == 0 {
			m.collectParts(int32(v))
		}
	}
	return m.parts
}

func filledWithMinusOne(n int) []int32 { return slices.Repeat([]int32{-1}, n) }

// findMate finds a mate for a vertex by a shortest alternating path, level by level. It reports
// whether there is one.
func (m *edgeMatcher) findMate(start int32) bool {
	from := map[int32]int32{}
	m.lastRound[start] = start
	for queue := []int32{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, w := range m.neighbours[v] {
			if m.lastRound[w] == start {
				continue
			}
			m.lastRound[w], from[w] = start, v
			if next := m.mateOf[w]; next >= 0 {
				queue = append(queue, next)
				continue
			}
			for w >= 0 {
				v := from[w]
				m.mateOf[w], m.mateOf[v], w = v, w, m.mateOf[v]
			}
			return true
		}
	}
	return false
}

// collectParts makes a part of each strong component that can be reached from vertex v. Edges between two components
// are in no perfect matching. It returns Tarjan's low link: the least position, in the order of visits, of a reached
// vertex whose component is not complete.
func (m *edgeMatcher) collectParts(v int32) (low int32) {
	at := len(m.stack)
	m.stack = append(m.stack, v)
	m.lastIndex++
	m.visitIndex[v], low = m.lastIndex, m.lastIndex
	for _, w := range m.neighbours[v] {
		switch w = m.mateOf[w]; {
		case m.visitIndex[w] == 0:
			low = min(low, m.collectParts(w))
		case m.partOf[w] == nil:
			low = min(low, m.visitIndex[w])
		}
	}
	if low == m.visitIndex[v] {
		component := slices.Clone(m.stack[at:])
		for _, w := range m.stack[at:] {
			component = append(component, m.mateOf[w])
		}
		m.stack = m.stack[:at]
		slices.Sort(component)
		m.divideParts(component)
	}
	return low
}

func (m *edgeMatcher) divideParts(vertices []int32) {
	g := &pairGraph{neighbours: make([][]int32, len(vertices)), edges: map[vertexPair]*pairEdge{}}
	for k, v := range vertices {
		m.partOf[v], m.partNumber[v] = g, int32(k)
		g.isLeft = append(g.isLeft, m.isLeft[v])
	}
	for _, v := range vertices {
		for _, w := range m.neighbours[v] {
			if v < w && m.partOf[w] == g {
				g.addOptionsBetween(m.partNumber[v], m.partNumber[w], m.edges[vertexPair{v, w}].signedOptions)
			}
		}
	}
	m.parts = append(m.parts, g)
}
