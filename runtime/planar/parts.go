package planar

// matcher looks for a perfect matching, and for the edges that some perfect matching has.
type matcher struct {
	*graph
	mate []int32 // of each vertex, or -1
	seen []int32 // the round in which a vertex was met last

	// Of the search for strong components, after R. E. Tarjan (1972), over the vertices on the left:
	// u leads to v if an edge joins u with the mate of v.
	index, low []int32
	stack      []int32
	component  []int32 // or -1
	components int32
}

// parts leaves out the edges that no perfect matching has, and returns the connected parts of what is left. If there
// is no perfect matching, one of them is nil.
func (g *graph) parts() []*graph {
	m := &matcher{graph: g, mate: filled(len(g.near)), seen: filled(len(g.near))}
	for v := range g.near {
		if m.mate[v] < 0 && !m.pair(int32(v)) {
			return []*graph{nil}
		}
	}
	m.index, m.low, m.component = filled(len(g.near)), filled(len(g.near)), filled(len(g.near))
	for v := range g.near {
		if g.left[v] && m.index[v] < 0 {
			m.connect(int32(v))
		}
	}
	return m.split()
}

func filled(n int) []int32 {
	list := make([]int32, n)
	for k := range list {
		list[k] = -1
	}
	return list
}

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

// call is a vertex whose neighbors are being gone through.
type call struct {
	vertex int32
	next   int
}

// connect finds the strong components that can be reached from a vertex. Edges between two of them are in
// no perfect matching.
func (m *matcher) connect(start int32) {
	calls := []call{m.enter(start)}
	for len(calls) > 0 {
		c := &calls[len(calls)-1]
		v := c.vertex
		if c.next < len(m.near[v]) {
			w := m.mate[m.near[v][c.next]]
			c.next++
			if m.index[w] < 0 {
				calls = append(calls, m.enter(w))
			} else if m.component[w] < 0 {
				m.low[v] = min(m.low[v], m.index[w])
			}
			continue
		}
		calls = calls[:len(calls)-1]
		if len(calls) > 0 {
			u := calls[len(calls)-1].vertex
			m.low[u] = min(m.low[u], m.low[v])
		}
		if m.low[v] == m.index[v] {
			m.close(v)
		}
	}
}

func (m *matcher) enter(v int32) call {
	m.index[v] = m.components + int32(len(m.stack))
	m.low[v] = m.index[v]
	m.stack = append(m.stack, v)
	return call{vertex: v}
}

// close takes a component off the stack. Its number counts the vertices that are in components, so that
// indices grow.
func (m *matcher) close(v int32) {
	number := m.components
	for {
		w := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		m.component[w], m.component[m.mate[w]] = number, number
		m.components++
		if w == v {
			return
		}
	}
}

// split makes a graph of each component.
func (m *matcher) split() (parts []*graph) {
	part, name := map[int32]*graph{}, make([]int32, len(m.near))
	for v := range m.near {
		g := part[m.component[v]]
		if g == nil {
			g = &graph{edges: map[edge]*tie{}}
			part[m.component[v]], parts = g, append(parts, g)
		}
		name[v] = int32(len(g.near))
		g.near, g.left = append(g.near, nil), append(g.left, m.left[v])
	}
	for v, near := range m.near {
		for _, w := range near {
			if v := int32(v); v < w && m.component[v] == m.component[w] {
				part[m.component[v]].join(name[v], name[w], m.edges[edge{v, w}].options)
			}
		}
	}
	return parts
}
