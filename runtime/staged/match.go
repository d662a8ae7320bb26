package staged

import "math/bits"

// graph is the matching problem of a sequence of mappings. Its vertices are the
// sources, then the targets; its edges are the moves. A piece makes at most one
// move at a vertex, so a word per vertex holds its edges, a bit for each piece;
// two pieces that make the same move are two edges.
//
// The edges that are removed go to a trail, and undo puts them back.
type graph struct {
	cells            int
	minSize, maxSize int
	onto             [][]int32 // of the problem

	loaded []int     // by piece: the mapping in other, or -1
	other  [][]int32 // by piece, by vertex: the other end of the edge, or -1

	edges []uint64 // by vertex: the edges that are left, by piece
	open  int      // sources with a number of edges other than 1
	fixed []int    // by piece: sources with this edge only
	room  []int    // by piece: the edges that are left

	trail []edge
	queue []int32 // vertices that came to have one edge

	match []int32 // by vertex: the edge in the matching at hand, or -1
	seen  []int   // by target: the last augmentation that came here
	tries int     // augmentations
}

// edge is named by one of its ends and by its piece.
type edge struct{ vertex, piece int32 }

func newGraph(p *Problem) *graph {
	n := p.Sources + p.Targets
	g := &graph{
		cells:   p.Sources,
		minSize: p.MinSize,
		maxSize: p.MaxSize,
		onto:    p.Onto,
		loaded:  make([]int, p.Pieces),
		other:   make([][]int32, p.Pieces),
		edges:   make([]uint64, n),
		fixed:   make([]int, p.Pieces),
		room:    make([]int, p.Pieces),
		match:   make([]int32, n),
		seen:    make([]int, n),
	}
	for k := range g.other {
		g.loaded[k], g.other[k] = -1, make([]int32, n)
	}
	return g
}

// load sets up the graph of a sequence of mappings that cover all vertices.
func (g *graph) load(mappings []int) {
	clear(g.edges)
	clear(g.fixed)
	g.trail, g.queue = g.trail[:0], g.queue[:0]
	for k, m := range mappings {
		if g.loaded[k] != m {
			g.connect(k, m)
		}
		g.room[k] = 0
		for a, w := range g.other[k][:g.cells] {
			if w >= 0 {
				g.edges[a] |= 1 << k
				g.edges[w] |= 1 << k
				g.room[k]++
			}
		}
	}
	g.open = g.cells
	for a := range g.cells {
		g.tally(a, 1)
	}
}

// connect finds both ends of the edges of a piece.
func (g *graph) connect(k, mapping int) {
	other := g.other[k]
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

// tally adds a source to the counts, or takes it out of them if by is -1, as the
// edges it has now require.
func (g *graph) tally(v, by int) {
	if v < g.cells && g.single(v) {
		g.fixed[bits.TrailingZeros64(g.edges[v])] += by
		g.open -= by
	}
}

// take removes all edges that meet one of piece k at v. It returns false if
// that leaves some vertex without edges.
func (g *graph) take(v, k int) bool {
	w := int(g.other[k][v])
	return g.removeOthers(v, k) && g.removeOthers(w, k)
}

func (g *graph) removeOthers(v, k int) bool {
	for e := g.edges[v] &^ (1 << k); e != 0; e &= e - 1 {
		if !g.remove(v, bits.TrailingZeros64(e)) {
			return false
		}
	}
	return true
}

func (g *graph) remove(v, k int) bool {
	w := int(g.other[k][v])
	g.trail = append(g.trail, edge{int32(v), int32(k)})
	g.room[k]--
	g.drop(v, k)
	g.drop(w, k)
	return g.edges[v] != 0 && g.edges[w] != 0
}

// drop removes one end of an edge.
func (g *graph) drop(v, k int) {
	g.flip(v, k)
	if g.single(v) {
		g.queue = append(g.queue, int32(v))
	}
}

func (g *graph) single(v int) bool { return g.edges[v] != 0 && g.edges[v]&(g.edges[v]-1) == 0 }

// undo puts back the edges removed since the trail had a length.
func (g *graph) undo(length int) {
	for len(g.trail) > length {
		last := g.trail[len(g.trail)-1]
		g.trail = g.trail[:len(g.trail)-1]
		v, k := int(last.vertex), int(last.piece)
		g.flip(int(g.other[k][v]), k)
		g.flip(v, k)
		g.room[k]++
	}
}

// flip removes one end of an edge, or puts it back.
func (g *graph) flip(v, k int) {
	g.tally(v, -1)
	g.edges[v] ^= 1 << k
	g.tally(v, 1)
}

// match finds the perfect matchings for a sequence of mappings: stages 3 and 4.
func (s *Search) match() bool {
	g := s.graph
	g.load(s.mapping)
	if s.watch != nil {
		s.watch(Loaded, s.mapping, g.moves)
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
			s.watch(Reduced, s.mapping, g.moves)
		}
		for v := range g.match { // that of other mappings is none of these
			g.match[v] = -1
		}
	}
	return s.branch()
}

// moves yields the moves that are possible, source by source.
func (g *graph) moves(yield func(Move) bool) {
	for a, e := range g.edges[:g.cells] {
		for ; e != 0; e &= e - 1 {
			if k := bits.TrailingZeros64(e); !yield(Move{a, int(g.other[k][a]) - g.cells, k}) {
				return
			}
		}
	}
}

// branch visits the perfect matchings of the edges that are left. All vertices
// with one edge are settled.
func (s *Search) branch() bool {
	if s.ended() {
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
