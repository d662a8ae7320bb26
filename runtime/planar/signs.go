package planar

import "slices"

// sign gives the edges of a part their signs. From the first face on each other one has a face above it, beside one of its
// edges; from that edge it gets what it needs, as soon as all faces below it have got theirs. Other edges are positive.
func (g *graph) sign(faces [][]int32) {
	beside := map[edge][]int32{} // the faces on both sides
	for k, ring := range faces {
		for e := range sides(ring) {
			beside[e] = append(beside[e], int32(k))
		}
	}
	order, above := make([]int32, min(1, len(faces))), make([]edge, len(faces))
	for n := 0; n < len(order); n++ {
		for e := range sides(faces[order[n]]) {
			for _, f := range beside[e] {
				if f > 0 && above[f] == (edge{}) { // which joins nothing
					above[f] = e
					order = append(order, f)
				}
			}
		}
	}
	for _, f := range slices.Backward(order) {
		if f > 0 && g.negative(faces[f]) != (len(faces[f])%4 == 0) {
			g.edges[above[f]].options *= -1
		}
	}
}

// negative reports whether the product of the signs around a face is negative.
func (g *graph) negative(ring []int32) (odd bool) {
	for e := range sides(ring) {
		odd = odd != (g.edges[e].options < 0)
	}
	return odd
}
