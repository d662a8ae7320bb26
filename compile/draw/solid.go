package draw

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
)

const (
	headingSize = 14.0
	headingRoom = 22.0
	// Layers are wrapped where a row of them would be wider.
	widestLayers = 16 * unit
)

// cubes draws the layers side by side, and the solid beside them.
func (p *plan) cubes() drawing {
	layers, solid := p.headedLayers(), p.solid()
	height := max(layers.height, solid.height)
	return drawing{layers.width + unit + solid.width, height, func(c *canvas) {
		layers.put(c, point{0, (height - layers.height) / 2}, 1)
		solid.put(c, point{layers.width + unit, (height - solid.height) / 2}, 1)
	}}
}

// headedLayers draws the layers from the top one on, each with its heading.
func (p *plan) headedLayers() drawing {
	layers, size := p.layers(p.Board), p.spot(p.greatest)
	width, height := size.x+unit, size.y+headingRoom+unit/2
	across := min(len(layers), max(1, int((widestLayers+unit)/width)))
	down := (len(layers) + across - 1) / across
	return drawing{float64(across)*width - unit, float64(down)*height - unit/2, func(c *canvas) {
		for i, layer := range layers {
			x, y := float64(i%across)*width, float64(i/across)*height
			c.letters(point{x, y + headingSize}, headingSize, "layer "+strconv.Itoa(i), "fill", ink)
			p.mosaic(layer).put(c, point{x, y + headingRoom}, 1)
		}
	}}
}

// A face is seen if it is the top of a cube, or a side towards the reader on the left or
// right.
type face struct {
	cell    lattice.Cell
	out     lattice.Cell    // the step out of the cube
	along   [4]lattice.Cell // the steps from corner to corner around it
	light   float64
	corners [4]point
}

var seenFaces = []face{
	{out: lattice.Cell{-1, 0, 0}, along: around(lattice.Cell{0, 0, 1}, lattice.Cell{0, 1, 0}), light: 1.35},
	{out: lattice.Cell{0, 1, 0}, along: around(lattice.Cell{0, 0, 1}, lattice.Cell{1, 0, 0}), light: 1},
	{out: lattice.Cell{0, 0, 1}, along: around(lattice.Cell{0, 1, 0}, lattice.Cell{1, 0, 0}), light: 0.8},
}

// around returns the steps around a face between two directions.
func around(u, v lattice.Cell) [4]lattice.Cell {
	return [4]lattice.Cell{u, v, lattice.Cell{}.Minus(u), lattice.Cell{}.Minus(v)}
}

// solid draws the cubes that belong to pieces, or all if none do, as they are seen from
// above, in front and to the right: of each cube three faces, if no other cube covers
// them. The cubes behind are drawn first, and those in front over them.
func (p *plan) solid() drawing {
	cubes := p.Board.Keep(func(c lattice.Cell) bool { return p.at(c) != noPiece })
	if len(cubes) == 0 {
		cubes = p.Board
	}
	nearness := func(c lattice.Cell) int32 { return c[1] + c[2] - c[0] }
	var faces []face
	for _, c := range slices.SortedStableFunc(slices.Values(cubes), func(a, b lattice.Cell) int { return cmp.Compare(nearness(a), nearness(b)) }) {
		for _, f := range seenFaces {
			if !cubes.Has(c.Plus(f.out)) {
				faces = append(faces, f.of(c))
			}
		}
	}
	least, greatest := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, f := range faces {
		for _, at := range f.corners {
			least = point{min(least.x, at.x), min(least.y, at.y)}
			greatest = point{max(greatest.x, at.x), max(greatest.y, at.y)}
		}
	}
	return drawing{greatest.x - least.x, greatest.y - least.y, func(c *canvas) {
		c.open("g", "class", "solid", "stroke-linecap", "round", "stroke-linejoin", "round")
		for _, f := range faces {
			for k, at := range f.corners {
				f.corners[k] = point{at.x - least.x, at.y - least.y}
			}
			p.face(c, cubes, f)
		}
		c.close("g")
	}}
}

// of returns the face of a cube.
func (f face) of(c lattice.Cell) face {
	f.cell = c
	for k, v := range f.out {
		c[k] += max(0, v)
	}
	for k, step := range f.along {
		f.corners[k] = isometric(c)
		c = c.Plus(step)
	}
	return f
}

// isometric returns where a corner of the lattice is seen: columns go down to
// the right, rows down to the left, layers straight down.
func isometric(corner lattice.Cell) point {
	l, r, c := float64(corner[0]), float64(corner[1]), float64(corner[2])
	return point{(c - r) * unit * math.Sqrt(3) / 2, ((c+r)/2 + l) * unit}
}

// face draws a face, and lines along those of its sides where its piece ends
// or turns away.
func (p *plan) face(c *canvas, cubes lattice.Shape, f face) {
	c.path(outlined(f.corners[:]), "fill", p.paint(p.at(f.cell), f.light), "stroke", faintInk, "stroke-width", 0.5)
	var lines strings.Builder
	for i := range f.corners {
		j := (i + 1) % len(f.corners)
		next := f.cell.Minus(f.along[j]) // across the side, which the next step leaves
		if p.at(f.cell) != p.at(next) || !cubes.Has(next) || cubes.Has(next.Plus(f.out)) {
			lines.WriteString(stroke(f.corners[i], f.corners[j]))
		}
	}
	c.path(lines.String(), "fill", "none", "stroke", ink, "stroke-width", 2)
}
