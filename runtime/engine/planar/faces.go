package planar

import (
	"iter"
	"slices"
)

// planarDrawing is the part of a graph that is drawn in the plane so far: some of its vertices and
// edges, and the faces between them.
type planarDrawing struct {
	*pairGraph
	drawnCount    int       // number of edges drawn
	faceVertices  [][]int32 // for each face, the vertices around it
	facesAtVertex [][]int32 // for each vertex, the faces at it; none if the vertex is not drawn
	// for each vertex, the undrawn vertex at which the search of its fragment began; -1 if there was none
	lastFragmentAt []int32
}

// openFragment is a connected part of the graph that is not drawn yet: either an edge between two drawn vertices, or a
// connected set of undrawn vertices with all their edges.
type openFragment struct {
	attachments []int32 // drawn vertices that edges of the fragment end at
	innerVertex int32   // one undrawn vertex of the fragment, or -1 if the fragment is an edge
}

// drawFaces draws a connected graph in the plane. It returns the vertices around each face, or false if the graph is
// not planar. The graph must be 2-connected, or a single edge, which has no faces. It reports the share of the edges
// that are drawn, from 0 to 1.
func (g *pairGraph) drawFaces(report func(share float64)) (faces [][]int32, drawn bool) {
	if len(g.neighbours) == 2 {
		return nil, true
	}
	d := &planarDrawing{pairGraph: g, facesAtVertex: make([][]int32, len(g.neighbours))}
	ring := g.findCycle()
	for e := range cycleEdges(ring) {
		d.drawEdge(e)
	}
	d.addFace(ring)
	d.addFace(ring)
	for d.drawnCount < len(g.edgesByEnds) {
		f, face := d.nextFragment()
		if face < 0 {
			return nil, false
		}
		d.splitFaceByPath(face, d.fragmentPath(f))
		report(float64(d.drawnCount) / float64(len(g.edgesByEnds)))
	}
	return d.faceVertices, true
}

// findCycle returns some cycle. It walks along edges without turning back until it reaches a vertex a second time.
func (g *pairGraph) findCycle() []int32 {
	at := filledWithMinusOne(len(g.neighbours))
	way := []int32{}
	for v, before := int32(0), int32(-1); ; {
		if at[v] >= 0 {
			return way[at[v]:]
		}
		at[v] = int32(len(way))
		way = append(way, v)
		next := g.neighbours[v][0]
		if next == before {
			next = g.neighbours[v][1]
		}
		v, before = next, v
	}
}

func cycleEdges(ring []int32) iter.Seq[vertexPair] {
	return func(yield func(vertexPair) bool) {
		for k, v := range ring {
			if !yield(newVertexPair(v, ring[(k+1)%len(ring)])) {
				return
			}
		}
	}
}

func (d *planarDrawing) drawEdge(e vertexPair) {
	d.edgesByEnds[e].isDrawn = true
	d.drawnCount++
}

func (d *planarDrawing) isDrawn(v int32) bool { return len(d.facesAtVertex[v]) > 0 }

func (d *planarDrawing) addFace(face []int32) {
	for _, v := range face {
		d.facesAtVertex[v] = append(d.facesAtVertex[v], int32(len(d.faceVertices)))
	}
	d.faceVertices = append(d.faceVertices, face)
}

// nextFragment returns the fragment that fits into the fewest faces, and one of these faces, or -1 if the fragment fits
// into no face.
func (d *planarDrawing) nextFragment() (best openFragment, face int32) {
	least := len(d.faceVertices) + 1
	d.lastFragmentAt = filledWithMinusOne(len(d.neighbours))
	for v := range d.neighbours {
		if !d.isDrawn(int32(v)) {
			continue
		}
		for _, w := range d.neighbours[v] {
			f, is := d.fragmentAt(int32(v), w)
			if !is {
				continue
			}
			n, one := d.fittingFaces(f)
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

// fragmentAt returns the fragment that contains the edge from a drawn vertex v to w. It returns false if the edge is
// drawn, or if the call for another edge, or for the edge from w to v, returns this fragment.
func (d *planarDrawing) fragmentAt(v, w int32) (f openFragment, isNew bool) {
	if d.isDrawn(w) {
		return openFragment{attachments: []int32{v, w}, innerVertex: -1},
			v < w && !d.edgesByEnds[newVertexPair(v, w)].isDrawn
	}
	if d.lastFragmentAt[w] >= 0 {
		return f, false
	}
	f.innerVertex = w
	d.lastFragmentAt[w] = w
	for queue := []int32{w}; len(queue) > 0; queue = queue[1:] {
		for _, x := range d.neighbours[queue[0]] {
			switch {
			case d.isDrawn(x) && !slices.Contains(f.attachments, x):
				f.attachments = append(f.attachments, x)
			case !d.isDrawn(x) && d.lastFragmentAt[x] != w:
				d.lastFragmentAt[x] = w
				queue = append(queue, x)
			}
		}
	}
	return f, true
}

// fittingFaces returns the number of faces that contain all attachments of a fragment, and one of these faces, or -1.
func (d *planarDrawing) fittingFaces(f openFragment) (n int, face int32) {
	face = -1
	for _, k := range d.facesAtVertex[f.attachments[0]] {
		if !slices.ContainsFunc(f.attachments[1:], func(v int32) bool {
			return !slices.Contains(d.facesAtVertex[v],
				k)
		}) {
			n, face = n+1, k
		}
	}
	return n, face
}

// fragmentPath returns a path through a fragment from one of its attachments to another.
func (d *planarDrawing) fragmentPath(f openFragment) []int32 {
	if f.innerVertex < 0 {
		return f.attachments
	}
	start := f.attachments[0]
	from := map[int32]int32{}
	for queue := []int32{start}; ; queue = queue[1:] {
		v := queue[0]
		for _, w := range d.neighbours[v] {
			if _, visited := from[w]; visited || w == start || v == start && (d.isDrawn(w) ||
				d.lastFragmentAt[w] != f.innerVertex) {
				continue
			}
			from[w] = v
			if d.isDrawn(w) {
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

// splitFaceByPath draws a path through a face, which divides it in two.
func (d *planarDrawing) splitFaceByPath(face int32, path []int32) {
	ring, last := d.faceVertices[face], len(path)-1
	from := slices.Index(ring, path[0])
	ring = slices.Concat(ring[from:], ring[:from])
	to := slices.Index(ring, path[last])
	for k, v := range path[:last] {
		d.drawEdge(newVertexPair(v, path[k+1]))
	}
	inner := path[1:last]
	for _, v := range ring[to+1:] {
		d.facesAtVertex[v] = slices.DeleteFunc(d.facesAtVertex[v], func(k int32) bool { return k == face })
	}
	for _, v := range inner {
		d.facesAtVertex[v] = append(d.facesAtVertex[v], face)
	}
	d.addFace(slices.Concat(ring[to:], ring[:1], inner))
	slices.Reverse(inner)
	d.faceVertices[face] = slices.Concat(ring[:to+1], inner)
}

// assignSigns gives each edge of a part the sign that [pairGraph.absoluteDeterminant] needs. It makes a tree of the
// faces, with the first face as its root: each other face shares an edge with its parent face. After all faces below a
// face are done, the edge shared with the parent gets the sign that makes the product around the face right. The edges
// that no face shares with its parent are positive.
func (g *pairGraph) assignSigns(faces [][]int32) {
	beside := map[vertexPair][]int32{} // for each edge, the faces on its two sides
	for k, ring := range faces {
		for e := range cycleEdges(ring) {
			beside[e] = append(beside[e], int32(k))
		}
	}
	order, above := make([]int32, min(1, len(faces))), make([]vertexPair, len(faces))
	for n := 0; n < len(order); n++ {
		for e := range cycleEdges(faces[order[n]]) {
			for _, f := range beside[e] {
				if f > 0 && above[f] == (vertexPair{}) { // the edge joins no further face
					above[f] = e
					order = append(order, f)
				}
			}
		}
	}
	for _, f := range slices.Backward(order) {
		if f > 0 && g.hasNegativeProduct(faces[f]) != (len(faces[f])%4 == 0) {
			g.edgesByEnds[above[f]].signedOptions *= -1
		}
	}
}

// hasNegativeProduct reports whether the product of the signs around a face is negative.
func (g *pairGraph) hasNegativeProduct(ring []int32) (odd bool) {
	for e := range cycleEdges(ring) {
		odd = odd != (g.edgesByEnds[e].signedOptions < 0)
	}
	return odd
}
