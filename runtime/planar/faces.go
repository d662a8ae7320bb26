package planar

import (
	"iter"
	"slices"
)

// drawing is a part that is being drawn: some of its vertices and edges, and the faces between them.
type drawing struct {
	*graph
	drawn  int       // edges
	list   [][]int32 // the faces, as the vertices around them
	around [][]int32 // of each vertex, the faces that it is on; none if it is not there
	round  []int32   // the fragment in which a vertex was met last
}

// fragment is what hangs together without the vertices that are there: an edge between two of those, or vertices with all their edges.
type fragment struct {
	ends   []int32 // the vertices that are there
	inside int32   // one that is not, or -1
}

// faces draws a part in the plane and returns the vertices around each face, or false. A part is connected, also
// without any one of its vertices, unless it has a single edge, which has no faces. It reports the share of the edges
// that are drawn.
func (g *graph) faces(report func(share float64)) (faces [][]int32, drawn bool) {
	if len(g.near) == 2 {
		return nil, true
	}
	d := &drawing{graph: g, around: make([][]int32, len(g.near))}
	ring := g.ring()
	for e := range sides(ring) {
		d.draw(e)
	}
	d.add(ring)
	d.add(ring)
	for d.drawn < len(g.edges) {
		f, face := d.next()
		if face < 0 {
			return nil, false
		}
		d.divide(face, d.path(f))
		report(float64(d.drawn) / float64(len(g.edges)))
	}
	return d.list, true
}

// ring returns some circle of edges: a way without turning back, from where it meets itself.
func (g *graph) ring() []int32 {
	at := filled(len(g.near))
	way := []int32{}
	for v, before := int32(0), int32(-1); ; {
		if at[v] >= 0 {
			return way[at[v]:]
		}
		at[v] = int32(len(way))
		way = append(way, v)
		next := g.near[v][0]
		if next == before {
			next = g.near[v][1]
		}
		v, before = next, v
	}
}

func sides(ring []int32) iter.Seq[edge] {
	return func(yield func(edge) bool) {
		for k, v := range ring {
			if !yield(between(v, ring[(k+1)%len(ring)])) {
				return
			}
		}
	}
}

func (d *drawing) draw(e edge) {
	d.edges[e].drawn = true
	d.drawn++
}

func (d *drawing) there(v int32) bool { return len(d.around[v]) > 0 }

func (d *drawing) add(face []int32) {
	for _, v := range face {
		d.around[v] = append(d.around[v], int32(len(d.list)))
	}
	d.list = append(d.list, face)
}

// next returns a fragment that fits into the fewest faces, and one of them, or -1.
func (d *drawing) next() (best fragment, face int32) {
	least := len(d.list) + 1
	d.round = filled(len(d.near))
	for v := range d.near {
		if !d.there(int32(v)) {
			continue
		}
		for _, w := range d.near[v] {
			f, is := d.fragment(int32(v), w)
			if !is {
				continue
			}
			n, one := d.fits(f)
			if n < least {
				best, face, least = f, one, n
			}
			if least <= 1 {
				return best, face
			}
		}
	}
	return best, face
}

// fragment returns the one to which an edge leads from a vertex that is there, unless it was returned before.
func (d *drawing) fragment(v, w int32) (f fragment, is bool) {
	if d.there(w) {
		return fragment{ends: []int32{v, w}, inside: -1}, v < w && !d.edges[between(v, w)].drawn
	}
	if d.round[w] >= 0 {
		return f, false
	}
	f.inside = w
	d.round[w] = w
	for queue := []int32{w}; len(queue) > 0; queue = queue[1:] {
		for _, x := range d.near[queue[0]] {
			switch {
			case d.there(x) && !slices.Contains(f.ends, x):
				f.ends = append(f.ends, x)
			case !d.there(x) && d.round[x] != w:
				d.round[x] = w
				queue = append(queue, x)
			}
		}
	}
	return f, true
}

// fits counts the faces on which all ends of a fragment are, and returns one of them, or -1.
func (d *drawing) fits(f fragment) (n int, face int32) {
	face = -1
	for _, k := range d.around[f.ends[0]] {
		if !slices.ContainsFunc(f.ends[1:], func(v int32) bool { return !slices.Contains(d.around[v], k) }) {
			n, face = n+1, k
		}
	}
	return n, face
}

// path returns a way through a fragment from one of its ends to another one.
func (d *drawing) path(f fragment) []int32 {
	if f.inside < 0 {
		return f.ends
	}
	start := f.ends[0]
	from := map[int32]int32{}
	for queue := []int32{start}; ; queue = queue[1:] {
		v := queue[0]
		for _, w := range d.near[v] {
			if _, met := from[w]; met || w == start || v == start && (d.there(w) || d.round[w] != f.inside) {
				continue
			}
			from[w] = v
			if d.there(w) {
				way := []int32{w}
				for w != start {
					w = from[w]
					way = append(way, w)
				}
				return way
			}
			queue = append(queue, w)
		}
	}
}

// divide draws a path through a face.
func (d *drawing) divide(face int32, path []int32) {
	ring, last := d.list[face], len(path)-1
	from := slices.Index(ring, path[0])
	ring = slices.Concat(ring[from:], ring[:from])
	to := slices.Index(ring, path[last])
	for k, v := range path[:last] {
		d.draw(between(v, path[k+1]))
	}
	inner := path[1:last]
	for _, v := range ring[to+1:] {
		d.around[v] = slices.DeleteFunc(d.around[v], func(k int32) bool { return k == face })
	}
	for _, v := range inner {
		d.around[v] = append(d.around[v], face)
	}
	d.add(slices.Concat(ring[to:], ring[:1], inner))
	slices.Reverse(inner)
	d.list[face] = slices.Concat(ring[:to+1], inner)
}

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
