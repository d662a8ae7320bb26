package staged

import "math/bits"

// moveGraph is the graph of the moves that a sequence of mappings (one for each piece) allows. Its vertices are the
// sources, then the targets. An edge is the move of a source to a target by the mapping of a piece. Each vertex has at
// most one edge of each piece, so its edges are one word, with a bit for each piece. Two pieces that make the same move
// are two edges.
//
// Removed edges are recorded in a trail. The method undoTo restores them.
type moveGraph struct {
	cellCount        int       // number of sources, which is the number of targets
	minSize, maxSize int       // bounds of the number of cells of a piece
	targetsOf        [][]int32 // target of each source, or -1, by mapping

	loadedMapping []int // mapping that otherEnd holds, or -1, by piece
	// vertex at the other end of the edge that a piece has at a vertex, or -1, by piece and vertex
	otherEnd [][]int32

	edges       []uint64 // remaining edges as a bit for each piece, by vertex
	openSources int      // number of sources whose number of edges is not 1
	fixedCount  []int    // number of sources that have only an edge of this piece, by piece
	edgeCount   []int    // number of remaining edges of a piece, by piece

	trail []moveEdge // edge ends that were removed, in order
	queue []int32    // vertices that have just one edge

	matchedPiece  []int32 // piece of the edge in the current matching, or -1, by vertex
	lastVisit     []int   // number of the last augmentation that visited a target, by target
	augmentations int     // number of augmentations so far
}

// moveEdge is one end of an edge: a vertex and a piece.
type moveEdge struct{ vertex, piece int32 }

func newMoveGraph(p *DissectionProblem) *moveGraph {
	n := p.Sources + p.Targets
	g := &moveGraph{
		cellCount:     p.Sources,
		minSize:       p.MinSize,
		maxSize:       p.MaxSize,
		targetsOf:     p.TargetsByMapping,
		loadedMapping: make([]int, p.Pieces),
		otherEnd:      make([][]int32, p.Pieces),
		edges:         make([]uint64, n),
		fixedCount:    make([]int, p.Pieces),
		edgeCount:     make([]int, p.Pieces),
		matchedPiece:  make([]int32, n),
		lastVisit:     make([]int, n),
	}
	for k := range g.otherEnd {
		g.loadedMapping[k], g.otherEnd[k] = -1, make([]int32, n)
	}
	return g
}

// loadMappings sets up the graph of a sequence of mappings that cover all vertices.
func (g *moveGraph) loadMappings(mappings []int) {
	clear(g.edges)
	clear(g.fixedCount)
	g.trail, g.queue = g.trail[:0], g.queue[:0]
	for k, m := range mappings {
		if g.loadedMapping[k] != m {
			g.connectPiece(k, m)
		}
		g.edgeCount[k] = 0
		for a, w := range g.otherEnd[k][:g.cellCount] {
			if w >= 0 {
				g.edges[a] |= 1 << k
				g.edges[w] |= 1 << k
				g.edgeCount[k]++
			}
		}
	}
	g.openSources = g.cellCount
	for a := range g.cellCount {
		g.updateCounts(a, 1)
	}
}

// connectPiece sets both ends of the edges of a piece.
func (g *moveGraph) connectPiece(k, mapping int) {
	other := g.otherEnd[k]
	for w := range other {
		other[w] = -1
	}
	for a, b := range g.targetsOf[mapping] {
		if b >= 0 {
			w := g.cellCount + int(b)
			other[a], other[w] = int32(w), int32(a)
		}
	}
	g.loadedMapping[k] = mapping
}

// updateCounts adds delta, which is 1 or -1, to the counts that depend on the edges of source v.
func (g *moveGraph) updateCounts(v, delta int) {
	if v < g.cellCount && g.hasOneEdge(v) {
		g.fixedCount[bits.TrailingZeros64(g.edges[v])] += delta
		g.openSources -= delta
	}
}

// removeConflicts removes all edges that share a vertex with piece k's edge at v. It returns false
// if a vertex has no edge left.
func (g *moveGraph) removeConflicts(v, k int) bool {
	w := int(g.otherEnd[k][v])
	return g.removeOtherEdges(v, k) && g.removeOtherEdges(w, k)
}

func (g *moveGraph) removeOtherEdges(v, k int) bool {
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
	g.edgeCount[k]--
	g.removeEnd(v, k)
	g.removeEnd(w, k)
	return g.edges[v] != 0 && g.edges[w] != 0
}

// removeEnd removes one end of an edge.
func (g *moveGraph) removeEnd(v, k int) {
	g.flipEnd(v, k)
	if g.hasOneEdge(v) {
		g.queue = append(g.queue, int32(v))
	}
}

func (g *moveGraph) hasOneEdge(v int) bool { return g.edges[v] != 0 && g.edges[v]&(g.edges[v]-1) == 0 }

// undoTo restores the edges removed since the trail had the given length.
func (g *moveGraph) undoTo(length int) {
	for len(g.trail) > length {
		last := g.trail[len(g.trail)-1]
		g.trail = g.trail[:len(g.trail)-1]
		v, k := int(last.vertex), int(last.piece)
		g.flipEnd(int(g.otherEnd[k][v]), k)
		g.flipEnd(v, k)
		g.edgeCount[k]++
	}
}

// flipEnd removes one end of an edge, or restores it.
func (g *moveGraph) flipEnd(v, k int) {
	g.updateCounts(v, -1)
	g.edges[v] ^= 1 << k
	g.updateCounts(v, 1)
}

// matchCells finds the perfect matchings for the chosen mappings (stages 3 and 4).
func (s *DissectionSearch) matchCells() bool {
	g := s.graph
	g.loadMappings(s.chosenMappings)
	if s.onMatching != nil {
		s.onMatching(MovesLoaded, s.chosenMappings, g.possibleMoves)
	}
	if !g.forceSources() {
		return true
	}
	s.stats.SourcesForced++
	if !g.forceRemaining() {
		return true
	}
	s.stats.AllForced++
	if g.openSources > 0 {
		s.stats.StillOpen++
		if s.onMatching != nil {
			s.onMatching(MovesReduced, s.chosenMappings, g.possibleMoves)
		}
		for v := range g.matchedPiece { // a matching for other mappings has none of these edges
			g.matchedPiece[v] = -1
		}
	}
	return s.branchOnVertex()
}

// possibleMoves yields the moves that are possible, source by source.
func (g *moveGraph) possibleMoves(yield func(Move) bool) {
	for a, e := range g.edges[:g.cellCount] {
		for ; e != 0; e &= e - 1 {
			if k := bits.TrailingZeros64(e); !yield(Move{a, int(g.otherEnd[k][a]) - g.cellCount, k}) {
				return
			}
		}
	}
}

// branchOnVertex visits the perfect matchings of the remaining edges. It expects that the moves of
// all vertices with one edge are made.
func (s *DissectionSearch) branchOnVertex() bool {
	if s.hasEnded() {
		return false
	}
	g := s.graph
	if g.openSources == 0 {
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
// matching of an earlier node, most of which still holds, and repairs it where edges were removed.
func (g *moveGraph) isMatchable() bool {
	for a := range g.cellCount {
		if k := g.matchedPiece[a]; k >= 0 && g.edges[a]>>k&1 == 0 {
			g.matchedPiece[g.otherEnd[k][a]] = -1
			g.matchedPiece[a] = -1
		}
	}
	for a := range g.cellCount {
		if g.matchedPiece[a] >= 0 {
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
		if m := g.matchedPiece[w]; m < 0 || g.augmentFrom(int(g.otherEnd[m][w])) {
			g.matchedPiece[a], g.matchedPiece[w] = int32(k), int32(k)
			return true
		}
	}
	return false
}

// forceSources goes through the sources once, in order, and makes the move of each source that has only one. It is the
// first pass of stage 3. It returns false on a contradiction.
func (g *moveGraph) forceSources() bool {
	for a := range g.cellCount {
		if g.hasOneEdge(a) && !g.removeConflicts(a, bits.TrailingZeros64(g.edges[a])) {
			return false
		}
	}
	return true
}

// forceRemaining makes all further moves that are the only one of a vertex.
func (g *moveGraph) forceRemaining() bool {
	for w := g.cellCount; w < len(g.edges); w++ {
		if g.hasOneEdge(w) {
			g.queue = append(g.queue, int32(w))
		}
	}
	return g.makeForcedMoves()
}

// chooseMove makes piece k's move at v, and all moves that it forces.
func (g *moveGraph) chooseMove(v, k int) bool {
	g.queue = g.queue[:0] // a contradiction may have left vertices in the queue
	return g.removeConflicts(v, k) && g.makeForcedMoves()
}

// makeForcedMoves makes the moves of the vertices in the queue, and of the vertices that then have only one edge. It
// returns false on a contradiction. The queue may contain vertices whose moves are made already, because making a move
// again has no effect.
func (g *moveGraph) makeForcedMoves() bool {
	for len(g.queue) > 0 {
		v := int(g.queue[len(g.queue)-1])
		g.queue = g.queue[:len(g.queue)-1]
		if !g.removeConflicts(v, bits.TrailingZeros64(g.edges[v])) {
			return false
		}
	}
	return g.sizesFit()
}

// sizesFit reports whether the sizes of the pieces can still be within their bounds: each size on
// its own, and all sizes together with the open sources.
func (g *moveGraph) sizesFit() bool {
	need, can := 0, 0
	for k, fixed := range g.fixedCount {
		if fixed > g.maxSize || g.edgeCount[k] < g.minSize {
			return false
		}
		need += max(0, g.minSize-fixed)
		can += min(g.edgeCount[k], g.maxSize) - fixed
	}
	return need <= g.openSources && g.openSources <= can
}
