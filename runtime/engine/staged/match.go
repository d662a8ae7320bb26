package staged

import "math/bits"

// moveGraph is the graph of the moves that a sequence of mappings (one for each piece) allows. Its vertices are the
// sources, then the targets. An edge is the move of a source to a target by the mapping of a piece. Each vertex has at
// most one edge of each piece, so its edges are one word, with a bit for each piece. Two pieces that make the same move
// are two edges.
//
// Removed edges are recorded in a trail. The method restoreEdges restores them.
type moveGraph struct {
	cellCount                    int       // number of sources, which is the number of targets
	minPieceCells, maxPieceCells int       // bounds of the number of cells of a piece
	targetsOf                    [][]int32 // for each mapping, the target of each source, or -1

	loadedMapping []int // for each piece, the mapping whose edges otherEndOf holds, or -1
	// otherEndOf holds, for each piece and vertex, the vertex at the other end of the piece's edge, or -1.
	otherEndOf [][]int32

	edgesAtVertex     []uint64 // for each vertex, its remaining edges, as a bit for each piece
	openSources       int      // number of sources whose number of edges is not 1
	forcedSourceCount []int    // for each piece, the number of sources that have only an edge of that piece
	edgesOfPiece      []int    // for each piece, the number of its remaining edges

	removedEnds    []moveEdge // ends of removed edges, in the order of removal
	forcedVertices []int32    // vertices that have exactly one edge

	matchedPiece       []int32 // for each vertex, the piece of its edge in the current matching, or -1
	lastAugmentationAt []int   // for each target, the index of the last augmentation that visited it
	augmentationCount  int     // number of augmentations so far
}

// moveEdge is one end of an edge: a vertex and a piece.
type moveEdge struct{ vertex, piece int32 }

func newMoveGraph(p *DissectionProblem) *moveGraph {
	n := p.SourceCount + p.TargetCount
	g := &moveGraph{
		cellCount:          p.SourceCount,
		minPieceCells:      p.MinPieceCells,
		maxPieceCells:      p.MaxPieceCells,
		targetsOf:          p.TargetsByMapping,
		loadedMapping:      make([]int, p.PieceCount),
		otherEndOf:         make([][]int32, p.PieceCount),
		edgesAtVertex:      make([]uint64, n),
		forcedSourceCount:  make([]int, p.PieceCount),
		edgesOfPiece:       make([]int, p.PieceCount),
		matchedPiece:       make([]int32, n),
		lastAugmentationAt: make([]int, n),
	}
	for k := range g.otherEndOf {
		g.loadedMapping[k], g.otherEndOf[k] = -1, make([]int32, n)
	}
	return g
}

// buildGraph sets up the graph of a sequence of mappings that cover all vertices.
func (g *moveGraph) buildGraph(mappings []int) {
	clear(g.edgesAtVertex)
	clear(g.forcedSourceCount)
	g.removedEnds, g.forcedVertices = g.removedEnds[:0], g.forcedVertices[:0]
	for k, m := range mappings {
		if g.loadedMapping[k] != m {
			g.connectPiece(k, m)
		}
		g.edgesOfPiece[k] = 0
		for a, w := range g.otherEndOf[k][:g.cellCount] {
			if w >= 0 {
				g.edgesAtVertex[a] |= 1 << k
				g.edgesAtVertex[w] |= 1 << k
				g.edgesOfPiece[k]++
			}
		}
	}
	g.openSources = g.cellCount
	for a := range g.cellCount {
		g.updateEdgeCounts(a, 1)
	}
}

// connectPiece sets both ends of the edges of a piece.
func (g *moveGraph) connectPiece(k, mapping int) {
	other := g.otherEndOf[k]
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

// updateEdgeCounts counts vertex v as a forced source (delta is 1), or no longer counts it (delta is -1), if v is a
// source with exactly one edge.
func (g *moveGraph) updateEdgeCounts(v, delta int) {
	if v < g.cellCount && g.hasOneEdge(v) {
		g.forcedSourceCount[bits.TrailingZeros64(g.edgesAtVertex[v])] += delta
		g.openSources -= delta
	}
}

// removeConflicts removes all edges that share a vertex with piece k's edge at v. It returns false
// if a vertex has no edge left.
func (g *moveGraph) removeConflicts(v, k int) bool {
	w := int(g.otherEndOf[k][v])
	return g.removeOtherEdges(v, k) && g.removeOtherEdges(w, k)
}

func (g *moveGraph) removeOtherEdges(v, k int) bool {
	for e := g.edgesAtVertex[v] &^ (1 << k); e != 0; e &= e - 1 {
		if !g.removeEdge(v, bits.TrailingZeros64(e)) {
			return false
		}
	}
	return true
}

func (g *moveGraph) removeEdge(v, k int) bool {
	w := int(g.otherEndOf[k][v])
	g.removedEnds = append(g.removedEnds, moveEdge{int32(v), int32(k)})
	g.edgesOfPiece[k]--
	g.removeEdgeEnd(v, k)
	g.removeEdgeEnd(w, k)
	return g.edgesAtVertex[v] != 0 && g.edgesAtVertex[w] != 0
}

// removeEdgeEnd removes one end of an edge.
func (g *moveGraph) removeEdgeEnd(v, k int) {
	g.toggleEnd(v, k)
	if g.hasOneEdge(v) {
		g.forcedVertices = append(g.forcedVertices, int32(v))
	}
}

func (g *moveGraph) hasOneEdge(v int) bool {
	return g.edgesAtVertex[v] != 0 && g.edgesAtVertex[v]&(g.edgesAtVertex[v]-1) == 0
}

// restoreEdges restores the edges removed since the trail had the given length.
func (g *moveGraph) restoreEdges(length int) {
	for len(g.removedEnds) > length {
		last := g.removedEnds[len(g.removedEnds)-1]
		g.removedEnds = g.removedEnds[:len(g.removedEnds)-1]
		v, k := int(last.vertex), int(last.piece)
		g.toggleEnd(int(g.otherEndOf[k][v]), k)
		g.toggleEnd(v, k)
		g.edgesOfPiece[k]++
	}
}

// toggleEnd removes one end of an edge, or restores it.
func (g *moveGraph) toggleEnd(v, k int) {
	g.updateEdgeCounts(v, -1)
	g.edgesAtVertex[v] ^= 1 << k
	g.updateEdgeCounts(v, 1)
}

// matchCells finds the perfect matchings for the chosen mappings (stages 3 and 4).
func (s *DissectionSearch) matchCells() bool {
	g := s.moveGraph
	g.buildGraph(s.chosenMappings)
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
		for v := range g.matchedPiece { // a matching found for other mappings does not apply
			g.matchedPiece[v] = -1
		}
	}
	return s.branchOnVertex()
}

// possibleMoves yields the moves that are possible, source by source.
func (g *moveGraph) possibleMoves(yield func(Move) bool) {
	for a, e := range g.edgesAtVertex[:g.cellCount] {
		for ; e != 0; e &= e - 1 {
			if k := bits.TrailingZeros64(e); !yield(Move{a, int(g.otherEndOf[k][a]) - g.cellCount, k}) {
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
	g := s.moveGraph
	if g.openSources == 0 {
		return s.visitSolution()
	}
	if !g.isMatchable() {
		return true
	}
	v, mark := g.tightestVertex(), len(g.removedEnds)
	for e := g.edgesAtVertex[v]; e != 0; e &= e - 1 {
		if g.chooseMove(v, bits.TrailingZeros64(e)) && !s.branchOnVertex() {
			return false
		}
		g.restoreEdges(mark)
	}
	return true
}

// tightestVertex returns a vertex with the fewest edges among those with more than one.
func (g *moveGraph) tightestVertex() int {
	best, fewest := -1, MaxPieces+1
	for v, e := range g.edgesAtVertex {
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
		if k := g.matchedPiece[a]; k >= 0 && g.edgesAtVertex[a]>>k&1 == 0 {
			g.matchedPiece[g.otherEndOf[k][a]] = -1
			g.matchedPiece[a] = -1
		}
	}
	for a := range g.cellCount {
		if g.matchedPiece[a] >= 0 {
			continue
		}
		g.augmentationCount++
		if !g.findAugmentingPath(a) {
			return false
		}
	}
	return true
}

// findAugmentingPath finds a target for source a along an alternating path, on which other sources may get other
// targets.
func (g *moveGraph) findAugmentingPath(a int) bool {
	for e := g.edgesAtVertex[a]; e != 0; e &= e - 1 {
		k := bits.TrailingZeros64(e)
		w := g.otherEndOf[k][a]
		if g.lastAugmentationAt[w] == g.augmentationCount {
			continue
		}
		g.lastAugmentationAt[w] = g.augmentationCount
		if m := g.matchedPiece[w]; m < 0 || g.findAugmentingPath(int(g.otherEndOf[m][w])) {
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
		if g.hasOneEdge(a) && !g.removeConflicts(a, bits.TrailingZeros64(g.edgesAtVertex[a])) {
			return false
		}
	}
	return true
}

// forceRemaining makes the moves of all vertices that have, or get, only one edge. It returns false on a contradiction.
func (g *moveGraph) forceRemaining() bool {
	for w := g.cellCount; w < len(g.edgesAtVertex); w++ {
		if g.hasOneEdge(w) {
			g.forcedVertices = append(g.forcedVertices, int32(w))
		}
	}
	return g.makeForcedMoves()
}

// chooseMove makes piece k's move at v, and all moves that this move forces. It returns false on a contradiction.
func (g *moveGraph) chooseMove(v, k int) bool {
	g.forcedVertices = g.forcedVertices[:0] // a contradiction may have left vertices in the queue
	return g.removeConflicts(v, k) && g.makeForcedMoves()
}

// makeForcedMoves makes the moves of the vertices in the queue, and of the vertices that then have only one edge. It
// returns false on a contradiction. The queue may contain vertices whose moves are made already, because making a move
// again has no effect.
func (g *moveGraph) makeForcedMoves() bool {
	for len(g.forcedVertices) > 0 {
		v := int(g.forcedVertices[len(g.forcedVertices)-1])
		g.forcedVertices = g.forcedVertices[:len(g.forcedVertices)-1]
		if !g.removeConflicts(v, bits.TrailingZeros64(g.edgesAtVertex[v])) {
			return false
		}
	}
	return g.canSizesFit()
}

// canSizesFit reports whether the sizes of the pieces can still be within their bounds: each size on
// its own, and all sizes together with the open sources.
func (g *moveGraph) canSizesFit() bool {
	need, can := 0, 0
	for k, fixed := range g.forcedSourceCount {
		if fixed > g.maxPieceCells || g.edgesOfPiece[k] < g.minPieceCells {
			return false
		}
		need += max(0, g.minPieceCells-fixed)
		can += min(g.edgesOfPiece[k], g.maxPieceCells) - fixed
	}
	return need <= g.openSources && g.openSources <= can
}
