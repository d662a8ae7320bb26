package staged

import "math/bits"

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

// pieces writes the piece of each source, when all are settled.
func (g *graph) pieces(out []int32) {
	for a := range out {
		out[a] = int32(bits.TrailingZeros64(g.edges[a]))
	}
}
