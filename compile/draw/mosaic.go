package draw

import (
	"fmt"
	"math"
	"strings"

	svg "github.com/ajstarks/svgo/float"

	"quadrille/compile/lattice"
)

// mosaic draws cells that have an area, by their outlines: squares, triangles,
// hexagons, or a layer of cubes.
type mosaic struct {
	*plan
	frame
	cells lattice.Shape
}

func newMosaic(p *plan, cells lattice.Shape) mosaic {
	return mosaic{p, newFrame(p.Lattice, p.Board), cells}
}

// drawing draws, from below: the areas, the lines inside pieces and between
// empty cells, the walls, what is written, and arrows.
func (m mosaic) drawing() drawing {
	return drawing{m.width, m.height, func(c *svg.SVG) {
		m.areas(c)
		thin, thick := m.lines()
		path(c, thin, m.thinLines())
		path(c, thick, fmt.Sprintf(`class="walls" fill="none" stroke="%s" stroke-width="3" stroke-linecap="round"`, ink))
		m.words(c)
		m.arrows(c)
	}}
}

// place returns the corners of a cell.
func (m mosaic) place(c lattice.Cell) []point { return m.corners(m.Lattice.Outline(c)) }

// areas fills the cells, all of one color in one path, so that no background
// shines through between them.
func (m mosaic) areas(c *svg.SVG) {
	var fills []string
	paths := map[string]*strings.Builder{}
	for _, cell := range m.cells {
		fill := m.fill(cell)
		if paths[fill] == nil {
			fills = append(fills, fill)
			paths[fill] = &strings.Builder{}
		}
		paths[fill].WriteString(outlined(m.place(cell)))
	}
	for _, fill := range fills {
		path(c, paths[fill].String(), fmt.Sprintf(`fill="%s"`, fill))
	}
}

// fill returns the color of a cell: of its piece, or of a board.
func (m mosaic) fill(c lattice.Cell) string {
	switch color := m.color(c); {
	case color != noColor:
		return shade(color, 1)
	case m.Checkered && m.Lattice == lattice.Hexagon:
		return boardColors[((c[0]-c[1])%3+3)%3]
	case m.Checkered:
		return boardColors[(c[0]+c[1]+c[2])&1]
	}
	return "white"
}

// boardColors are those of a chessboard. Hexagons need a third one, for no two
// neighbours to be alike.
var boardColors = [3]string{"#f6ecd9", "#cfae83", "#e6cfa9"}

// thinLines says how lines inside pieces look. In a grid they are seen well,
// on a chessboard not at all.
func (m mosaic) thinLines() string {
	switch {
	case m.Checkered:
		return `fill="none" stroke="none"`
	case m.Plain:
		return fmt.Sprintf(`class="thin" fill="none" stroke="%s" stroke-width="1"`, faintInk)
	}
	return fmt.Sprintf(`class="thin" fill="none" stroke="%s" stroke-width="0.8" stroke-opacity="0.35"`, ink)
}

// lines returns the sides of the cells: those where nothing is divided, and the
// walls.
func (m mosaic) lines() (thin, thick string) {
	var thinner, thicker strings.Builder
	for _, s := range m.sides() {
		line := stroke(m.spot(s.from), m.spot(s.to))
		if len(s.cells) == 2 && !m.divided(s.cells[0], s.cells[1]) {
			thinner.WriteString(line)
		} else {
			thicker.WriteString(line)
		}
	}
	return thinner.String(), thicker.String()
}

// side is a side of one cell, or of two.
type side struct {
	from, to lattice.Point
	cells    []lattice.Cell
}

// sides lists the sides of the cells, each once.
func (m mosaic) sides() []*side {
	type ends struct{ from, to lattice.Point }
	var all []*side
	known := map[ends]*side{}
	for _, c := range m.cells {
		corners := m.Lattice.Outline(c)
		for i, from := range corners {
			to := corners[(i+1)%len(corners)]
			if other := known[ends{to, from}]; other != nil { // it is run through the other way
				other.cells = append(other.cells, c)
				continue
			}
			s := &side{from, to, []lattice.Cell{c}}
			known[ends{from, to}] = s
			all = append(all, s)
		}
	}
	return all
}

// words writes labels and marks.
func (m mosaic) words(c *svg.SVG) {
	legend := m.legend("", m.middle)
	for _, cell := range m.cells {
		text := legend[cell]
		at, radius := m.room(cell)
		switch {
		case text == "":
		case m.Checkered && m.Marks[cell] != "":
			man(c, at, radius, text)
		case m.Given[cell]:
			word(c, at, radius, text, `fill="black" font-weight="bold"`)
		default:
			word(c, at, radius, text, fmt.Sprintf(`fill="%s"`, ink))
		}
	}
}

// middle returns the cell of a part that is nearest to its centre.
func (m mosaic) middle(part lattice.Shape) lattice.Cell {
	return nearestToCentre(part, func(c lattice.Cell) point { return centre(m.place(c)) })
}

// room returns the middle of a cell, and the radius of the circle in it.
func (m mosaic) room(c lattice.Cell) (middle point, radius float64) {
	corners := m.place(c)
	middle = centre(corners)
	radius = math.Inf(1)
	for i, from := range corners {
		to := corners[(i+1)%len(corners)]
		radius = min(radius, distance(middle, towards(from, to, 0.5)))
	}
	return middle, radius
}
