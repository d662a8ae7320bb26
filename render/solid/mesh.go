package solid

import "math"

// Point is a point of space, in millimetres. The axes point to the right, away from the viewer, and up.
type Point [3]float64

func (p Point) plusPoint(q Point) Point { return Point{p[0] + q[0], p[1] + q[1], p[2] + q[2]} }

func (p Point) minusPoint(q Point) Point { return p.plusPoint(q.timesScalar(-1)) }

func (p Point) timesScalar(f float64) Point { return Point{f * p[0], f * p[1], f * p[2]} }

// unitVector returns the vector of length 1 in the direction of a point.
func (p Point) unitVector() Point { return p.timesScalar(1 / math.Sqrt(dotProduct(p, p))) }

func crossProduct(p, q Point) Point {
	return Point{p[1]*q[2] - p[2]*q[1], p[2]*q[0] - p[0]*q[2], p[0]*q[1] - p[1]*q[0]}
}

func dotProduct(p, q Point) float64 { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }

// Mesh is the surface of a body, as triangles.
type Mesh struct {
	Points []Point
	// Triangles holds the indices of three points for each triangle, counterclockwise as seen from outside.
	Triangles [][3]int
	// IsRounded reports whether the triangles approximate a round surface.
	IsRounded bool
}

// Volume returns the volume, in cubic millimetres, by the divergence theorem.
func (m Mesh) Volume() float64 {
	sum := 0.0
	for _, t := range m.Triangles {
		sum += dotProduct(m.Points[t[0]], crossProduct(m.Points[t[1]], m.Points[t[2]]))
	}
	return sum / 6
}

// CountBodies returns the number of separate bodies that the surface encloses. Cells that share no face are in separate
// bodies.
func (m Mesh) CountBodies() int {
	parent := make([]int, len(m.Points))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	bodies := len(m.Points)
	for _, t := range m.Triangles {
		for _, p := range t[1:] {
			if a, b := root(t[0]), root(p); a != b {
				parent[a] = b
				bodies--
			}
		}
	}
	return bodies
}

// Bounds returns two opposite corners of the smallest box around the body.
func (m Mesh) Bounds() (least, greatest Point) {
	least, greatest = m.Points[0], m.Points[0]
	for _, p := range m.Points {
		for k, v := range p {
			least[k], greatest[k] = min(least[k], v), max(greatest[k], v)
		}
	}
	return least, greatest
}

// MoveBy returns the mesh shifted by a vector.
func (m Mesh) MoveBy(by Point) Mesh {
	points := make([]Point, len(m.Points))
	for i, p := range m.Points {
		points[i] = p.plusPoint(by)
	}
	m.Points = points
	return m
}

// AtOrigin returns the mesh shifted so that the box around it begins at the origin. Then it stands on the plate of a
// printer.
func (m Mesh) AtOrigin() Mesh {
	least, _ := m.Bounds()
	return m.MoveBy(Point{}.minusPoint(least))
}

// outwardNormal returns the outward normal of a triangle, whose length is twice the area of the triangle.
func (m Mesh) outwardNormal(t [3]int) Point {
	a := m.Points[t[0]]
	return crossProduct(m.Points[t[1]].minusPoint(a), m.Points[t[2]].minusPoint(a))
}

// cornerNormals returns the outward unit normal at each point: the mean of the normals of the triangles at the point.
func (m Mesh) cornerNormals() []Point {
	all := make([]Point, len(m.Points))
	for _, t := range m.Triangles {
		for _, p := range t {
			all[p] = all[p].plusPoint(m.outwardNormal(t))
		}
	}
	for i, n := range all {
		all[i] = n.unitVector()
	}
	return all
}

// isClosed reports whether the mesh is a surface that has no border and never touches itself. This holds if the
// triangles around each corner form one ring.
func (m Mesh) isClosed() bool {
	next := map[[2]int]int{} // for each corner of triangles around a point: the neighbour that follows a neighbour
	first, degree := make([]int, len(m.Points)), make([]int, len(m.Points))
	for _, t := range m.Triangles {
		for k, p := range t {
			from, to := t[(k+1)%3], t[(k+2)%3]
			if _, twice := next[[2]int{p, from}]; twice {
				return false
			}
			next[[2]int{p, from}] = to
			first[p] = from
			degree[p]++
		}
	}
	for p := range m.Points {
		at, steps := first[p], 0
		for {
			to, ok := next[[2]int{p, at}]
			if steps++; !ok || steps > degree[p] {
				return false
			}
			if at = to; at == first[p] {
				break
			}
		}
		if steps != degree[p] {
			return false
		}
	}
	return len(m.Triangles) > 0
}

// meshBuilder collects a mesh in which each point occurs once. A key of type K identifies a point, and a function
// returns the position of the point.
type meshBuilder[K comparable] struct {
	Mesh
	pointNumbers  map[K]int
	pointPosition func(K) Point
}

// numberOfCorner returns the index of the point with a key, and adds the point if it is new.
func (b *meshBuilder[K]) numberOfCorner(key K) int {
	if i, known := b.pointNumbers[key]; known {
		return i
	}
	if b.pointNumbers == nil {
		b.pointNumbers = map[K]int{}
	}
	i := len(b.Points)
	b.pointNumbers[key] = i
	b.Points = append(b.Points, b.pointPosition(key))
	return i
}

// addFace adds a face, given by its corners counterclockwise as seen from outside. The whole face must be visible from
// the first corner.
func (b *meshBuilder[K]) addFace(corners ...K) {
	first := b.numberOfCorner(corners[0])
	for k := 2; k < len(corners); k++ {
		b.Triangles = append(b.Triangles, [3]int{first, b.numberOfCorner(corners[k-1]), b.numberOfCorner(corners[k])})
	}
}
