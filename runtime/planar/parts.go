package planar

import "slices"

// matcher looks for a perfect matching, and for the edges that some perfect matching has.
type matcher struct {
	*graph
	mate []int32 // of each vertex, or -1
	seen []int32 // the round in which a vertex was met last

	// Of the search for strong components, after R. E. Tarjan (1972), over the vertices on the left:
	// u leads to v if an edge joins u with the mate of v.
	index []int32 // of each vertex: when it was met; 0 is not yet
	met   int32
	stack []int32
	part  []*graph // of each vertex; nil while it is not known
	parts []*graph
	name  []int32 // of each vertex in its part
}

// parts leaves out the edges that no perfect matching has, and returns the connected parts of what is left. If there
// is no perfect matching, one of them is nil.
func (g *graph) parts() []*graph {
	n := len(g.near)
	m := &matcher{graph: g, mate: filled(n), seen: filled(n), index: make([]int32, n), part: make([]*graph, n), name: make([]int32, n)}
	for v := range g.near {
		if m.mate[v] < 0 && !m.pair(int32(v)) {
			return []*graph{nil}
		}
	}
	for v := range g.near {
		if g.left[v] && m.index[v] == 0 {
			m.connect(int32(v))
		}
	}
	return m.parts
}

func filled(n int) []int32 { return slices.Repeat([]int32{-1}, n) }

// pair finds a mate for a vertex, by a path on which every other edge is in the matching. A shortest one
// is looked for, level by level.
func (m *matcher) pair(start int32) bool {
	from := map[int32]int32{}
	m.seen[start] = start
	for queue := []int32{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, w := range m.near[v] {
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

// connect makes parts of the strong components that can be reached from a vertex: edges between two of them are in
// no perfect matching. It returns the least index that a vertex of an open component has which is reached.
func (m *matcher) connect(v int32) (low int32) {
	at := len(m.stack)
	m.stack = append(m.stack, v)
	m.met++
	m.index[v], low = m.met, m.met
	for _, w := range m.near[v] {
		switch w = m.mate[w]; {
		case m.index[w] == 0:
			low = min(low, m.connect(w))
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
		m.divide(component)
	}
	return low
}

func (m *matcher) divide(vertices []int32) {
	g := &graph{near: make([][]int32, len(vertices)), edges: map[edge]*tie{}}
	for k, v := range vertices {
		m.part[v], m.name[v] = g, int32(k)
		g.left = append(g.left, m.left[v])
	}
	for _, v := range vertices {
		for _, w := range m.near[v] {
			if v < w && m.part[w] == g {
				g.join(m.name[v], m.name[w], m.edges[edge{v, w}].options)
			}
		}
	}
	m.parts = append(m.parts, g)
}
