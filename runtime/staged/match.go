package staged

import "math/bits"

// match finds the perfect matchings for a sequence of mappings: stages 3 and 4.
func (s *Search) match() bool {
	g := s.graph
	g.load(s.mapping)
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
		for v := range g.match { // that of other mappings is none of these
			g.match[v] = -1
		}
	}
	return s.branch()
}

// branch visits the perfect matchings of the edges that are left. All vertices
// with one edge are settled.
func (s *Search) branch() bool {
	if s.cancelled.Load() {
		return false
	}
	g := s.graph
	if g.open == 0 {
		return s.visit()
	}
	if !g.matchable() {
		return true
	}
	v, mark := g.tightest(), len(g.trail)
	for e := g.edges[v]; e != 0; e &= e - 1 {
		if g.choose(v, bits.TrailingZeros64(e)) && !s.branch() {
			return false
		}
		g.undo(mark)
	}
	return true
}

// tightest returns a vertex with the fewest edges among those with more than one.
func (g *graph) tightest() int {
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

// matchable reports whether the edges that are left have a perfect matching. The
// matching at hand is that of an earlier node, most of which still holds: it need
// not be restored when edges are put back, as it stays a matching, and is mended
// where its edges were removed.
func (g *graph) matchable() bool {
	for a := range g.cells {
		if k := g.match[a]; k >= 0 && g.edges[a]>>k&1 == 0 {
			g.match[g.other[k][a]] = -1
			g.match[a] = -1
		}
	}
	for a := range g.cells {
		if g.match[a] >= 0 {
			continue
		}
		g.tries++
		if !g.augment(a) {
			return false
		}
	}
	return true
}

// augment matches source a, and others anew if need be, along a path of edges
// that are by turns out of the matching and in it.
func (g *graph) augment(a int) bool {
	for e := g.edges[a]; e != 0; e &= e - 1 {
		k := bits.TrailingZeros64(e)
		w := g.other[k][a]
		if g.seen[w] == g.tries {
			continue
		}
		g.seen[w] = g.tries
		if m := g.match[w]; m < 0 || g.augment(int(g.other[m][w])) {
			g.match[a], g.match[w] = int32(k), int32(k)
			return true
		}
	}
	return false
}

// forceSources lets each source, in order, make its move if it has only one. It
// is the first pass of stage 3, on its own because its survivors are counted.
func (g *graph) forceSources() bool {
	for a := range g.cells {
		if g.single(a) && !g.take(a, bits.TrailingZeros64(g.edges[a])) {
			return false
		}
	}
	return true
}

// forceAll makes all forced moves that are left after forceSources.
func (g *graph) forceAll() bool {
	for w := g.cells; w < len(g.edges); w++ {
		if g.single(w) {
			g.queue = append(g.queue, int32(w))
		}
	}
	return g.settle()
}

// choose makes a move of piece k at v, and all moves that it forces.
func (g *graph) choose(v, k int) bool {
	g.queue = g.queue[:0] // a contradiction may have left something
	return g.take(v, k) && g.settle()
}

// settle makes the moves of the vertices in the queue, and of those that come to
// have one edge thereby. It returns false on a contradiction. To make a move
// again does nothing, so a vertex may be in the queue that is settled.
func (g *graph) settle() bool {
	for len(g.queue) > 0 {
		v := int(g.queue[len(g.queue)-1])
		g.queue = g.queue[:len(g.queue)-1]
		if !g.take(v, bits.TrailingZeros64(g.edges[v])) {
			return false
		}
	}
	return g.fits()
}

// fits reports whether the pieces may still come to have sizes within the bounds:
// each on its own, and all of them with the sources that are open.
func (g *graph) fits() bool {
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
