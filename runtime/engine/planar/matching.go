package planar

import "slices"

// edgeMatcher finds a perfect matching, and the edges that are in some perfect matching.
type edgeMatcher struct {
	*pairGraph
	mate []int32 // by vertex: its mate, or -1
	seen []int32 // by vertex: the last round in which it was visited

	// State of the search for strong components, after R. E. Tarjan (1972), over the vertices on the
	// left: there is an arc from u to v if an edge joins u with the mate of v.
	index      []int32 // by vertex: the order of visits; 0 before its visit
	lastIndex  int32
	stack      []int32
	part       []*pairGraph // by vertex: its part; nil before it is known
	parts      []*pairGraph
	partNumber []int32 // by vertex: its number in its part
}

// matchedParts removes the edges that are in no perfect matching, and returns the connected parts
// of the rest. If there is no perfect matching, one part is nil.
func (g *pairGraph) matchedParts() []*pairGraph {
	n := len(g.neighbors)
	m := &edgeMatcher{pairGraph: g, mate: unsetList(n), seen: unsetList(n), index: make([]int32, n),
		part: make([]*pairGraph, n), partNumber: make([]int32, n)}
	for v := range g.neighbors {
		if m.mate[v] < 0 && !m.findMate(int32(v)) {
			return []*pairGraph{nil}
		}
	}
	for v := range g.neighbors {
		if g.left[v] && m.index[v] == 0 {
			m.connectComponent(int32(v))
		}
	}
	return m.parts
}

func unsetList(n int) []int32 { return slices.Repeat([]int32{-1}, n) }

// findMate finds a mate for a vertex by a shortest alternating path, level by level.
func (m *edgeMatcher) findMate(start int32) bool {
	from := map[int32]int32{}
	m.seen[start] = start
	for queue := []int32{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, w := range m.neighbors[v] {
			if m.seen[w] == start {
				continue
			}
			m.seen[w], from[w] = start, v
			if next := m.mate[w]; next >= 0 {
				queue = append(queue, next)
				continue
			}
			for w >= 0 {
				v := from[w]
				m.mate[w], m.mate[v], w = v, w, m.mate[v]
			}
			return true
		}
	}
	return false
}

// connectComponent makes parts of the strong components that can be reached from a vertex. Edges
// between two of them are in no perfect matching. It returns the least index of a reached vertex
// whose component is open.
func (m *edgeMatcher) connectComponent(v int32) (low int32) {
	at := len(m.stack)
	m.stack = append(m.stack, v)
	m.lastIndex++
	m.index[v], low = m.lastIndex, m.lastIndex
	for _, w := range m.neighbors[v] {
		switch w = m.mate[w]; {
		case m.index[w] == 0:
			low = min(low, m.connectComponent(w))
		case m.part[w] == nil:
			low = min(low, m.index[w])
		}
	}
	if low == m.index[v] {
		component := slices.Clone(m.stack[at:])
		for _, w := range m.stack[at:] {
			component = append(component, m.mate[w])
		}
		m.stack = m.stack[:at]
		slices.Sort(component)
		m.divideParts(component)
	}
	return low
}

func (m *edgeMatcher) divideParts(vertices []int32) {
	g := &pairGraph{neighbors: make([][]int32, len(vertices)), edges: map[vertexPair]*pairEdge{}}
	for k, v := range vertices {
		m.part[v], m.partNumber[v] = g, int32(k)
		g.left = append(g.left, m.left[v])
	}
	for _, v := range vertices {
		for _, w := range m.neighbors[v] {
			if v < w && m.part[w] == g {
				g.joinVertices(m.partNumber[v], m.partNumber[w], m.edges[vertexPair{v, w}].options)
			}
		}
	}
	m.parts = append(m.parts, g)
}
