package staged

import "math/bits"

// moveGraph is the matching problem of a sequence of mappings. Its vertices are the sources, then
// the targets; its edges are the moves. A piece makes at most one move at a vertex, so the edges of
// a vertex are one word, a bit for each piece. Two pieces that make the same move are two edges.
//
// Removed edges are recorded in a trail, and undoTo restores them.
type moveGraph struct {
	cells            int
	minSize, maxSize int
	onto             [][]int32 // mappings of the problem

	loaded   []int     // by piece: the mapping in otherEnd, or -1
	otherEnd [][]int32 // by piece, by vertex: the other end of the edge, or -1

	edges []uint64 // by vertex: its remaining edges, a bit for each piece
	open  int      // number of sources whose number of edges is not 1
	fixed []int    // by piece: the number of sources with this edge only
	room  []int    // by piece: the number of its remaining edges

	trail []moveEdge
	queue []int32 // vertices that have just one edge

	match         []int32 // by vertex: its edge in the current matching, or -1
	lastVisit     []int   // by target: the last augmentation that visited it
	augmentations int     // number of augmentations
}

// moveEdge is one end of an edge: a vertex and a piece.
type moveEdge struct{ vertex, piece int32 }

func newMoveGraph(p *DissectionProblem) *moveGraph {
	n := p.Sources + p.Targets
	g := &moveGraph{
		cells:     p.Sources,
		minSize:   p.MinSize,
		maxSize:   p.MaxSize,
		onto:      p.Onto,
		loaded:    make([]int, p.Pieces),
		otherEnd:  make([][]int32, p.Pieces),
		edges:     make([]uint64, n),
		fixed:     make([]int, p.Pieces),
		room:      make([]int, p.Pieces),
		match:     make([]int32, n),
		lastVisit: make([]int, n),
	}
	for k := range g.otherEnd {
		g.loaded[k], g.otherEnd[k] = -1, make([]int32, n)
	}
	return g
}

// loadMappings sets up the graph of a sequence of mappings that cover all vertices.
func (g *moveGraph) loadMappings(mappings []int) {
	clear(g.edges)
	clear(g.fixed)
	g.trail, g.queue = g.trail[:0], g.queue[:0]
	for k, m := range mappings {
		if g.loaded[k] != m {
			g.connectPiece(k, m)
		}
		g.room[k] = 0
		for a, w := range g.otherEnd[k][:g.cells] {
			if w >= 0 {
				g.edges[a] |= 1 << k
				g.edges[w] |= 1 << k
				g.room[k]++
			}
		}
	}
	g.open = g.cells
	for a := range g.cells {
		g.countOpen(a, 1)
	}
}

// connectPiece sets both ends of the edges of a piece.
func (g *moveGraph) connectPiece(k, mapping int) {
	other := g.otherEnd[k]
	for w := range other {
		other[w] = -1
	}
	for a, b := range g.onto[mapping] {
		if b >= 0 {
			w := g.cells + int(b)
			other[a], other[w] = int32(w), int32(a)
		}
	}
	g.loaded[k] = mapping
}

// countOpen adds a source to the counts by its current edges, or removes it if by is -1.
func (g *moveGraph) countOpen(v, by int) {
	if v < g.cells && g.hasOneEdge(v) {
		g.fixed[bits.TrailingZeros64(g.edges[v])] += by
		g.open -= by
	}
}

// removeConflicts removes all edges that share a vertex with piece k's edge at v. It returns false
// if some vertex has no edges then.
func (g *moveGraph) removeConflicts(v, k int) bool {
	w := int(g.otherEnd[k][v])
	return g.removeOthers(v, k) && g.removeOthers(w, k)
}

func (g *moveGraph) removeOthers(v, k int) bool {
	for e := g.edges[v] &^ (1 << k); e != 0; e &= e - 1 {
		if !g.removeEdge(v, bits.TrailingZeros64(e)) {
			return false
		}
	}
	return true
}

func (g *moveGraph) removeEdge(v, k int) bool {
	w := int(g.otherEnd[k][v])
	g.trail = append(g.trail, moveEdge{int32(v), int32(k)})
	g.room[k]--
	g.dropEnd(v, k)
	g.dropEnd(w, k)
	return g.edges[v] != 0 && g.edges[w] != 0
}

// dropEnd removes one end of an edge.
func (g *moveGraph) dropEnd(v, k int) {
	g.flipEnd(v, k)
	if g.hasOneEdge(v) {
		g.queue = append(g.queue, int32(v))
	}
}

func (g *moveGraph) hasOneEdge(v int) bool { return g.edges[v] != 0 && g.edges[v]&(g.edges[v]-1) == 0 }

// undoTo restores the edges removed since the trail had a length.
func (g *moveGraph) undoTo(length int) {
	for len(g.trail) > length {
		last := g.trail[len(g.trail)-1]
		g.trail = g.trail[:len(g.trail)-1]
		v, k := int(last.vertex), int(last.piece)
		g.flipEnd(int(g.otherEnd[k][v]), k)
		g.flipEnd(v, k)
		g.room[k]++
	}
}

// flipEnd removes one end of an edge, or restores it.
func (g *moveGraph) flipEnd(v, k int) {
	g.countOpen(v, -1)
	g.edges[v] ^= 1 << k
	g.countOpen(v, 1)
}

// matchCells finds the perfect matchings for a sequence of mappings: stages 3 and 4.
func (s *DissectionSearch) matchCells() bool {
	g := s.graph
	g.loadMappings(s.mapping)
	if s.watch != nil {
		s.watch(MovesLoaded, s.mapping, g.possibleMoves)
	}
	if !g.forceSources() {
		return true
	}
	s.stats.SourcesForced++
	if !g.forceAll() {
		return true
	}
	s.stats.AllForced++
	if g.open > 0 {
		s.stats.Unsettled++
		if s.watch != nil {
			s.watch(MovesReduced, s.mapping, g.possibleMoves)
		}
		for v := range g.match { // a matching of other mappings has none of these edges
			g.match[v] = -1
		}
	}
	return s.branchOnVertex()
}

// possibleMoves yields the moves that are possible, source by source.
func (g *moveGraph) possibleMoves(yield func(Move) bool) {
	for a, e := range g.edges[:g.cells] {
		for ; e != 0; e &= e - 1 {
			if k := bits.TrailingZeros64(e); !yield(Move{a, int(g.otherEnd[k][a]) - g.cells, k}) {
				return
			}
		}
	}
}

// branchOnVertex visits the perfect matchings of the remaining edges. All vertices with one edge
// must be settled.
func (s *DissectionSearch) branchOnVertex() bool {
	if s.hasEnded() {
		return false
	}
	g := s.graph
	if g.open == 0 {
		return s.visitSolution()
	}
	if !g.isMatchable() {
		return true
	}
	v, mark := g.tightestVertex(), len(g.trail)
	for e := g.edges[v]; e != 0; e &= e - 1 {
		if g.chooseMove(v, bits.TrailingZeros64(e)) && !s.branchOnVertex() {
			return false
		}
		g.undoTo(mark)
	}
	return true
}

// tightestVertex returns a vertex with the fewest edges among those with more than one.
func (g *moveGraph) tightestVertex() int {
	best, fewest := -1, MaxPieces+1
	for v, e := range g.edges {
		if n := bits.OnesCount64(e); n > 1 && n < fewest {
			best, fewest = v, n
			if n == 2 {
				break
			}
		}
	}
	return best
}

// isMatchable reports whether the remaining edges have a perfect matching. It starts from the
// matching of an earlier node, most of which still holds. That stays a matching when edges are
// restored, and is repaired where its edges were removed.
func (g *moveGraph) isMatchable() bool {
	for a := range g.cells {
		if k := g.match[a]; k >= 0 && g.edges[a]>>k&1 == 0 {
			g.match[g.otherEnd[k][a]] = -1
			g.match[a] = -1
		}
	}
	for a := range g.cells {
		if g.match[a] >= 0 {
			continue
		}
		g.augmentations++
		if !g.augmentFrom(a) {
			return false
		}
	}
	return true
}

// augmentFrom matches source a, and other sources again if necessary, along an alternating path.
func (g *moveGraph) augmentFrom(a int) bool {
	for e := g.edges[a]; e != 0; e &= e - 1 {
		k := bits.TrailingZeros64(e)
		w := g.otherEnd[k][a]
		if g.lastVisit[w] == g.augmentations {
			continue
		}
		g.lastVisit[w] = g.augmentations
		if m := g.match[w]; m < 0 || g.augmentFrom(int(g.otherEnd[m][w])) {
			g.match[a], g.match[w] = int32(k), int32(k)
			return true
		}
	}
	return false
}

// forceSources lets each source, in order, make its move if it has only one. It is the first pass
// of stage 3, and a function of its own because the problems without a contradiction after it are
// counted.
func (g *moveGraph) forceSources() bool {
	for a := range g.cells {
		if g.hasOneEdge(a) && !g.removeConflicts(a, bits.TrailingZeros64(g.edges[a])) {
			return false
		}
	}
	return true
}

// forceAll makes all forced moves that remain after forceSources.
func (g *moveGraph) forceAll() bool {
	for w := g.cells; w < len(g.edges); w++ {
		if g.hasOneEdge(w) {
			g.queue = append(g.queue, int32(w))
		}
	}
	return g.settleQueue()
}

// chooseMove makes piece k's move at v, and all moves that it forces.
func (g *moveGraph) chooseMove(v, k int) bool {
	g.queue = g.queue[:0] // a contradiction may have left vertices in it
	return g.removeConflicts(v, k) && g.settleQueue()
}

// settleQueue makes the moves of the vertices in the queue, and of the vertices that get down to
// one edge then. It returns false on a contradiction. Making a move twice has no effect, so the
// queue may contain settled vertices.
func (g *moveGraph) settleQueue() bool {
	for len(g.queue) > 0 {
		v := int(g.queue[len(g.queue)-1])
		g.queue = g.queue[:len(g.queue)-1]
		if !g.removeConflicts(v, bits.TrailingZeros64(g.edges[v])) {
			return false
		}
	}
	return g.sizesFit()
}

// sizesFit reports whether the pieces can still have sizes within the bounds: each on its own, and
// all together with the open sources.
func (g *moveGraph) sizesFit() bool {
	need, can := 0, 0
	for k, fixed := range g.fixed {
		if fixed > g.maxSize || g.room[k] < g.minSize {
			return false
		}
		need += max(0, g.minSize-fixed)
		can += min(g.room[k], g.maxSize) - fixed
	}
	return need <= g.open && g.open <= can
}
