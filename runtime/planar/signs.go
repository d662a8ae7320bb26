package planar

// sign gives the edges of a part their signs. Those of a spanning tree are positive. The others join the faces to a tree as
// well: each face but the root gets what it still needs from the edge to the face above it.
func (g *graph) sign(faces [][]int32) {
	beside := map[edge][]int32{} // the faces on both sides
	for k, ring := range faces {
		for n, v := range ring {
			e := between(v, ring[(n+1)%len(ring)])
			beside[e] = append(beside[e], int32(k))
		}
	}
	if len(faces) == 0 {
		return
	}
	tree := g.tree()
	order, above, seen := []int32{0}, make([]edge, len(faces)), make([]bool, len(faces))
	seen[0] = true
	for n := 0; n < len(order); n++ {
		ring := faces[order[n]]
		for k, v := range ring {
			e := between(v, ring[(k+1)%len(ring)])
			if tree[e] {
				continue
			}
			for _, f := range beside[e] {
				if !seen[f] {
					seen[f], above[f] = true, e
					order = append(order, f)
				}
			}
		}
	}
	for n := len(order) - 1; n > 0; n-- {
		f := order[n]
		g.edges[above[f]].negative = g.negative(faces[f]) != (len(faces[f])%4 == 0)
	}
}

// negative reports whether the product of the signs around a face is negative.
func (g *graph) negative(ring []int32) (odd bool) {
	for k, v := range ring {
		odd = odd != g.edges[between(v, ring[(k+1)%len(ring)])].negative
	}
	return odd
}

// tree returns the edges of a spanning tree of a connected graph.
func (g *graph) tree() map[edge]bool {
	tree, seen := map[edge]bool{}, make([]bool, len(g.near))
	seen[0] = true
	for queue := []int32{0}; len(queue) > 0; queue = queue[1:] {
		for _, w := range g.near[queue[0]] {
			if !seen[w] {
				seen[w], tree[between(queue[0], w)] = true, true
				queue = append(queue, w)
			}
		}
	}
	return tree
}
