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
	if e := g.edges[v]; v < g.cells && e != 0 && e&(e-1) == 0 {
		g.fixed[bits.TrailingZeros64(e)] += by
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
	g.tally(v, -1)
	g.edges[v] &^= 1 << k
	g.tally(v, 1)
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
		g.putBack(int(g.other[k][v]), k)
		g.putBack(v, k)
		g.room[k]++
	}
}

func (g *graph) putBack(v, k int) {
	g.tally(v, -1)
	g.edges[v] |= 1 << k
	g.tally(v, 1)
}
