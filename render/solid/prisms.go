package solid

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"quadrille/compile/lattice"
)

// prismsMesh returns the body of triangular prisms, which are as high as their sides are long.
//
// A layer is cut at the clearance on both sides of each line of triangles. So a layer has three kinds of tiles: a core
// for each triangle, a strip between two triangles, and a hexagon where six triangles meet. A tile is inside if all its
// triangles are in the body. In height, layers are cut as those of cubes are: a tile in the gap between two layers is
// inside if it is inside in both layers. So around each edge and corner, the inside tiles are connected by faces, and
// so are the outside tiles; such a surface never touches itself.
func prismsMesh(cells lattice.Shape, size BodySize) Mesh {
	layers := map[int32]lattice.Shape{} // triangles of the body, by layer
	for _, c := range cells {
		layers[c[0]] = append(layers[c[0]], lattice.Cell{c[1], c[2]})
	}
	slabs := map[int32]map[tileKey][]tileCorner{} // inside tiles, by the plane at the top of their slab
	for l, layer := range layers {
		if size.Clearance == 0 {
			slabs[l] = triangleTiles(layer, false)
			continue
		}
		slabs[2*l+1] = triangleTiles(layer, true)
		if both := layer.Intersect(layers[l+1]); len(both) > 0 {
			slabs[2*l+2] = triangleTiles(both, true)
		}
	}
	b := meshBuilder[prismCorner]{pointPosition: func(c prismCorner) Point { return c.cornerPosition(size) }}
	for _, top := range slices.Sorted(maps.Keys(slabs)) {
		addPrismLayer(&b, top, slabs)
	}
	return b.Mesh
}

// addPrismLayer adds the faces of the tiles between a plane and the next plane.
func addPrismLayer(b *meshBuilder[prismCorner], top int32, slabs map[int32]map[tileKey][]tileCorner) {
	tiles := slabs[top]
	sides := map[[2]tileCorner]bool{}
	for _, tile := range tiles {
		for k, from := range tile {
			sides[[2]tileCorner{from, tile[(k+1)%len(tile)]}] = true
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(tiles), compareTiles) {
		tile := tiles[key]
		var above, below []prismCorner
		for _, c := range tile {
			above, below = append(above, prismCorner{c, top}), append(below, prismCorner{c, top + 1})
		}
		for k := range tile {
			next := (k + 1) % len(tile)
			if !sides[[2]tileCorner{tile[next], tile[k]}] {
				b.addFace(below[k], below[next], above[next], above[k])
			}
		}
		if slabs[top-1][key] == nil {
			b.addFace(above...)
		}
		if slabs[top+1][key] == nil {
			slices.Reverse(below)
			b.addFace(below...)
		}
	}
}

func compareTiles(a, b tileKey) int {
	return cmp.Or(a.cornerCount-b.cornerCount, lattice.CompareCells(a.firstCell, b.firstCell),
		lattice.CompareCells(a.secondCell, b.secondCell), cmp.Compare(a.middlePoint.X, b.middlePoint.X),
		cmp.Compare(a.middlePoint.Y, b.middlePoint.Y))
}

// tileKey identifies a tile of a layer: a core by its triangle, a strip by its two triangles, and a hexagon by its
// middle.
type tileKey struct {
	firstCell, secondCell lattice.Cell
	middlePoint           lattice.PlanePoint
	cornerCount           int
}

// tileCorner is a corner of a core. Without clearance, the cores of different triangles share their corners, so the
// triangle is left out.
type tileCorner struct {
	triangleCell lattice.Cell
	cornerPoint  lattice.PlanePoint
}

// prismCorner is a corner of a tile on a plane between layers.
type prismCorner struct {
	tileCorner
	planeNumber int32
}

// cornerPosition returns the position of a corner. The core of a triangle has the same middle as the triangle.
func (c prismCorner) cornerPosition(size BodySize) Point {
	at := planePosition(c.cornerPoint, size)
	if size.Clearance == 0 {
		return Point{at[0], at[1], -float64(c.planeNumber) * size.CellWidth}
	}
	middle := Point{}
	for _, p := range lattice.Triangle.CellOutline(c.triangleCell) {
		middle = middle.plusPoint(planePosition(p, size).timesScalar(1.0 / 3))
	}
	inside := 1 - size.Clearance/(size.CellWidth*math.Sqrt(3)/6) // size of the core, as a fraction of its triangle
	at = middle.plusPoint(at.minusPoint(middle).timesScalar(inside))
	at[2] = -depthOfPlane(c.planeNumber, size)
	return at
}

func planePosition(p lattice.PlanePoint, size BodySize) Point {
	scale := lattice.Triangle.PlaneScale
	return Point{float64(p.X) * scale[0] * size.CellWidth, -float64(p.Y) * scale[1] * size.CellWidth}
}

// triangleTiles returns the inside tiles of a layer with the given triangles. Each tile has its corners,
// counterclockwise as seen from above.
func triangleTiles(triangles lattice.Shape, hasGaps bool) map[tileKey][]tileCorner {
	tiles := map[tileKey][]tileCorner{}
	for _, c := range triangles {
		outline := slices.Clone(lattice.Triangle.CellOutline(c))
		slices.Reverse(outline) // outlines run clockwise
		var core []tileCorner
		for _, p := range outline {
			if hasGaps {
				core = append(core, tileCorner{c, p})
			} else {
				core = append(core, tileCorner{cornerPoint: p})
			}
		}
		tiles[tileKey{firstCell: c, cornerCount: 3}] = core
		if !hasGaps {
			continue
		}
		for k, p := range outline {
			if around := trianglesAround(c, p); len(lattice.NewShape(around).Intersect(triangles)) == len(around) {
				var hexagon []tileCorner
				for _, d := range around {
					hexagon = append(hexagon, tileCorner{d, p})
				}
				tiles[tileKey{middlePoint: p, cornerCount: 6}] = hexagon
			}
			q := outline[(k+1)%3]
			for _, d := range lattice.Triangle.Neighbours(c) {
				if other := lattice.Triangle.CellOutline(d); lattice.CompareCells(c, d) < 0 && triangles.HasCell(d) &&
					slices.Contains(other, p) && slices.Contains(other, q) {
					tiles[tileKey{firstCell: c, secondCell: d, cornerCount: 4}] = []tileCorner{{c, q}, {c, p}, {d, p},
						{d, q}}
				}
			}
		}
	}
	return tiles
}

// trianglesAround returns the six triangles around a corner of a triangle, counterclockwise.
func trianglesAround(c lattice.Cell, p lattice.PlanePoint) []lattice.Cell {
	around := []lattice.Cell{c}
	for k := 0; k < len(around); k++ {
		for _, d := range lattice.Triangle.Neighbours(around[k]) {
			if slices.Contains(lattice.Triangle.CellOutline(d), p) && !slices.Contains(around, d) {
				around = append(around, d)
			}
		}
	}
	angle := func(c lattice.Cell) float64 {
		x, y := 0.0, 0.0
		for _, q := range lattice.Triangle.CellOutline(c) {
			x, y = x+float64(q.X-p.X), y-float64(q.Y-p.Y)
		}
		return math.Atan2(y, x)
	}
	slices.SortFunc(around, func(a, b lattice.Cell) int { return cmp.Compare(angle(a), angle(b)) })
	return around
}
