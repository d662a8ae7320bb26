package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	svg "github.com/ajstarks/svgo/float"

	"quadrille/compile/lattice"
)

const (
	headingSize = 14.0
	headingRoom = 22.0
	// Layers are wrapped where a row of them would be wider.
	widestLayers = 16 * unit
)

// cubes draws the layers side by side, and the solid beside them.
func cubes(p *plan) drawing {
	l, s := layerDrawings(p), solidOf(p)
	height := max(l.height, s.height)
	return drawing{l.width + unit + s.width, height, func(c *svg.SVG) {
		l.put(c, 0, (height-l.height)/2, 1)
		s.put(c, l.width+unit, (height-s.height)/2, 1)
	}}
}

// layerDrawings draws the layers from the top one on, each with its heading.
func layerDrawings(p *plan) drawing {
	least, greatest := p.Board.Corner()
	var drawings []drawing
	for l := least[0]; l <= greatest[0]; l++ {
		drawings = append(drawings, newMosaic(p, p.layer(l)).drawing())
	}
	width, height := drawings[0].width+unit, drawings[0].height+headingRoom+unit/2
	across := min(len(drawings), max(1, int((widestLayers+unit)/width)))
	down := (len(drawings) + across - 1) / across
	return drawing{float64(across)*width - unit, float64(down)*height - unit/2, func(c *svg.SVG) {
		for i, d := range drawings {
			x, y := float64(i%across)*width, float64(i/across)*height
			heading(c, point{x, y + headingSize}, "layer "+strconv.Itoa(i))
			d.put(c, x, y+headingRoom, 1)
		}
	}}
}

// heading writes a line that begins at a point.
func heading(c *svg.SVG, at point, text string) {
	c.Text(at.x, at.y, text, fmt.Sprintf(`font-family="sans-serif" font-size="%.0f" fill="%s"`, headingSize, ink))
}

// layer returns the cells of a layer of cubes.
func (p *plan) layer(l int32) lattice.Shape {
	var cells lattice.Shape
	for _, c := range p.Board {
		if c[0] == l {
			cells = append(cells, c)
		}
	}
	return cells
}

// solid draws cubes as they are seen from above, in front and to the right: of
// each cube three faces, if no other cube covers them. The cubes behind are
// drawn first, and those in front over them.
type solid struct {
	*plan
	cells lattice.Shape
	least point // of the drawing
}

// face is a face that can be seen: the step out of the cube, its corners, and
// how light it is.
type face struct {
	out     lattice.Cell
	corners [4]lattice.Cell
	light   float64
}

// seenFaces are the top, and the sides towards the reader on the left and right.
var seenFaces = []face{
	{lattice.Cell{-1, 0, 0}, [4]lattice.Cell{{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}}, 1.35},
	{lattice.Cell{0, 1, 0}, [4]lattice.Cell{{0, 1, 0}, {0, 1, 1}, {1, 1, 1}, {1, 1, 0}}, 1},
	{lattice.Cell{0, 0, 1}, [4]lattice.Cell{{0, 0, 1}, {0, 1, 1}, {1, 1, 1}, {1, 0, 1}}, 0.8},
}

// solidOf draws the cubes that belong to pieces; or the board if none do.
func solidOf(p *plan) drawing {
	s := solid{plan: p, cells: p.taken()}
	slices.SortStableFunc(s.cells, func(a, b lattice.Cell) int { return cmp.Compare(nearness(a), nearness(b)) })
	s.least = point{math.Inf(1), math.Inf(1)}
	greatest := point{math.Inf(-1), math.Inf(-1)}
	for _, c := range s.cells {
		for _, f := range seenFaces {
			for _, corner := range f.corners {
				at := isometric(c.Plus(corner))
				s.least = point{min(s.least.x, at.x), min(s.least.y, at.y)}
				greatest = point{max(greatest.x, at.x), max(greatest.y, at.y)}
			}
		}
	}
	return drawing{greatest.x - s.least.x, greatest.y - s.least.y, s.draw}
}

// taken returns the cells with pieces, or all if there are none.
func (p *plan) taken() lattice.Shape {
	var cells lattice.Shape
	for _, c := range p.Board {
		if p.at(c) != noPiece {
			cells = append(cells, c)
		}
	}
	if cells == nil {
		return slices.Clone(p.Board)
	}
	return cells
}

// nearness is greater for cubes that are nearer to the eye.
func nearness(c lattice.Cell) int32 { return c[1] + c[2] - c[0] }

// isometric returns where a corner of the lattice is seen: columns go down to
// the right, rows down to the left, layers straight down.
func isometric(corner lattice.Cell) point {
	l, r, c := float64(corner[0]), float64(corner[1]), float64(corner[2])
	return point{(c - r) * unit * math.Sqrt(3) / 2, ((c+r)/2 + l) * unit}
}

func (s solid) draw(c *svg.SVG) {
	filled := lattice.NewShape(s.cells)
	c.Group(`class="solid"`, `stroke-linecap="round" stroke-linejoin="round"`)
	for _, cell := range s.cells {
		for _, f := range seenFaces {
			if !filled.Has(cell.Plus(f.out)) {
				s.face(c, filled, cell, f)
			}
		}
	}
	c.Gend()
}

// face draws a face, and lines along those of its sides where its piece ends
// or turns away.
func (s solid) face(c *svg.SVG, filled lattice.Shape, cell lattice.Cell, f face) {
	corners := make([]point, len(f.corners))
	for i, corner := range f.corners {
		at := isometric(cell.Plus(corner))
		corners[i] = point{at.x - s.least.x, at.y - s.least.y}
	}
	fill := "white"
	if color := s.color(cell); color != noColor {
		fill = shade(color, f.light)
	}
	path(c, outlined(corners), fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="0.5"`, fill, faintInk))
	var lines strings.Builder
	for i := range corners {
		j := (i + 1) % len(corners)
		next := cell.Plus(f.beyond(i, j))
		if s.divided(cell, next) || filled.Has(next.Plus(f.out)) {
			lines.WriteString(stroke(corners[i], corners[j]))
		}
	}
	path(c, lines.String(), fmt.Sprintf(`fill="none" stroke="%s" stroke-width="2"`, ink))
}

// beyond returns the step across the side between two corners of a face, in
// the plane of the face.
func (f face) beyond(i, j int) lattice.Cell {
	var step lattice.Cell
	for k := range step {
		if f.out[k] == 0 && f.corners[i][k] == f.corners[j][k] {
			step[k] = 2*f.corners[i][k] - 1
		}
	}
	return step
}
