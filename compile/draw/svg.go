package draw

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
)

const (
	unit     = 40.0 // the side of a square, in the units of SVG
	margin   = 10.0 // around a picture
	ink      = "#222222"
	faintInk = "#999999"
)

// SVG draws a picture as a document of SVG, by itself and with no reference to
// anything outside. Pieces are filled with colors of which neighbours have
// different ones, and divided by thick lines; cubes are drawn layer by layer,
// and as a solid beside that.
func SVG(w io.Writer, p Picture) error { return write(w, p.Title, drawingOf(p)) }

// drawing is something that can be put on a page. It lies between the origin
// and its size.
type drawing struct {
	width, height float64
	draw          func(c *canvas)
}

// drawingOf returns the drawing of a picture, with a margin.
func drawingOf(pic Picture) drawing {
	if len(pic.Board) == 0 {
		return drawing{draw: func(*canvas) {}}.within(margin)
	}
	p := newPlan(pic, true)
	switch p.Lattice {
	case lattice.Cube:
		return p.cubes().within(margin)
	case lattice.Sticks:
		return p.rods().within(margin)
	}
	return p.mosaic(p.Board).within(margin)
}

// put draws a drawing with its corner at a point, at a scale.
func (d drawing) put(c *canvas, at point, scale float64) {
	c.open("g", "transform", fmt.Sprintf("translate(%.2f,%.2f) scale(%.4f)", at.x, at.y, scale))
	d.draw(c)
	c.close("g")
}

// within returns the drawing with a margin around it.
func (d drawing) within(margin float64) drawing {
	return drawing{d.width + 2*margin, d.height + 2*margin, func(c *canvas) { d.put(c, point{margin, margin}, 1) }}
}

// point is a point of a drawing.
type point struct{ x, y float64 }

// spot returns the place of a point of the lattice's plane.
func (p *plan) spot(at lattice.Point) point {
	return point{float64(at.X-p.least.X) * p.Lattice.Scale[0] * unit, float64(at.Y-p.least.Y) * p.Lattice.Scale[1] * unit}
}

// corners returns the places of the corners of a cell.
func (p *plan) corners(c lattice.Cell) []point {
	var corners []point
	for _, at := range p.Lattice.Outline(c) {
		corners = append(corners, p.spot(at))
	}
	return corners
}

// centre returns the middle of a cell.
func (p *plan) centre(c lattice.Cell) point { return mean(p.corners(c)) }

// middle returns the cell that is nearest to the centre of a part; the first one of
// several.
func (p *plan) middle(part lattice.Shape) lattice.Shape {
	var centres []point
	for _, c := range part {
		centres = append(centres, p.centre(c))
	}
	best, nearest, middle := 0, math.Inf(1), mean(centres)
	for i, at := range centres {
		if d := distance(at, middle); d < nearest-1e-6 {
			best, nearest = i, d
		}
	}
	return part[best : best+1]
}

func mean(points []point) point {
	var sum point
	for _, p := range points {
		sum = point{sum.x + p.x, sum.y + p.y}
	}
	return point{sum.x / float64(len(points)), sum.y / float64(len(points))}
}

func distance(a, b point) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

// towards returns the point on the way from a to b, a part of the way along.
func towards(a, b point, part float64) point {
	return point{a.x + part*(b.x-a.x), a.y + part*(b.y-a.y)}
}

// mosaic draws cells that have an area. From below come the areas, the lines inside pieces
// and between empty cells, the walls, what is written, and arrows.
func (p *plan) mosaic(cells lattice.Shape) drawing {
	size := p.spot(p.greatest)
	return drawing{size.x, size.y, func(c *canvas) {
		p.areas(c, cells)
		p.lines(c, cells)
		p.words(c, cells)
		for _, a := range p.Arrows {
			if len(a.From) > 0 && len(a.To) > 0 {
				arrow(c, p.centre(p.middle(a.From)[0]), p.centre(p.middle(a.To)[0]))
			}
		}
	}}
}

// areas fills the cells, all of one color in one path, so that no background
// shines through between them.
func (p *plan) areas(c *canvas, cells lattice.Shape) {
	var fills []string
	outlines := map[string][]string{}
	for _, cell := range cells {
		fill := p.background(cell)
		if outlines[fill] == nil {
			fills = append(fills, fill)
		}
		outlines[fill] = append(outlines[fill], outlined(p.corners(cell)))
	}
	for _, fill := range fills {
		c.path(strings.Join(outlines[fill], ""), "fill", fill)
	}
}

// background returns the color of a cell: of its piece, or of a chessboard.
func (p *plan) background(c lattice.Cell) string {
	switch color := p.color(p.at(c)); {
	case color != noColor:
		return shade(color, 1)
	case p.Checkered && p.Lattice == lattice.Hexagon:
		return boardColors[((c[0]-c[1])%3+3)%3]
	case p.Checkered:
		return boardColors[(c[0]+c[1]+c[2])&1]
	}
	return "white"
}

// boardColors are those of a chessboard. Hexagons need a third one, for no two
// neighbours to be alike.
var boardColors = [3]string{"#f6ecd9", "#cfae83", "#e6cfa9"}

// lines draws the sides of the cells: thin ones where nothing is divided, and walls. In a
// grid the thin ones are seen well, on a chessboard not at all.
func (p *plan) lines(c *canvas, cells lattice.Shape) {
	var thin, walls strings.Builder
	for _, s := range p.sides(cells) {
		line := stroke(p.spot(s.from), p.spot(s.to))
		if p.divides(s) {
			walls.WriteString(line)
		} else {
			thin.WriteString(line)
		}
	}
	switch {
	case p.Plain && !p.Checkered:
		c.path(thin.String(), "class", "thin", "fill", "none", "stroke", faintInk, "stroke-width", 1)
	case !p.Checkered:
		c.path(thin.String(), "class", "thin", "fill", "none", "stroke", ink, "stroke-width", 0.8, "stroke-opacity", 0.35)
	}
	c.path(walls.String(), "class", "walls", "fill", "none", "stroke", ink, "stroke-width", 3, "stroke-linecap", "round")
}

// words writes labels and marks.
func (p *plan) words(c *canvas, cells lattice.Shape) {
	legend := p.legend("", p.middle)
	for _, cell := range cells {
		text := legend[cell]
		at, radius := p.room(cell)
		switch {
		case text == "":
		case p.Checkered && p.Marks[cell] != "":
			man(c, at, radius, text)
		case p.Given[cell]:
			c.word(at, radius, text, "fill", "black", "font-weight", "bold")
		default:
			c.word(at, radius, text, "fill", ink)
		}
	}
}

// room returns the middle of a cell, and the radius of the circle in it.
func (p *plan) room(c lattice.Cell) (middle point, radius float64) {
	corners := p.corners(c)
	middle, radius = mean(corners), math.Inf(1)
	for i, from := range corners {
		radius = min(radius, distance(middle, towards(from, corners[(i+1)%len(corners)], 0.5)))
	}
	return middle, radius
}

// arrow draws a bent line with a tip, so that several do not hide one another.
func arrow(c *canvas, from, to point) {
	const bend, tip = 0.12, 9.0
	way := point{to.x - from.x, to.y - from.y}
	control := point{(from.x+to.x)/2 + bend*way.y, (from.y+to.y)/2 - bend*way.x}
	c.path(fmt.Sprintf("M%.2f,%.2fQ%.2f,%.2f %.2f,%.2f", from.x, from.y, control.x, control.y, to.x, to.y),
		"class", "arrow", "fill", "none", "stroke", ink, "stroke-width", 1.6, "stroke-dasharray", "5 4")
	angle := math.Atan2(to.y-control.y, to.x-control.x)
	wing := func(turn float64) point {
		sin, cos := math.Sincos(angle + math.Pi + turn)
		return point{to.x + tip*cos, to.y + tip*sin}
	}
	c.path(outlined([]point{to, wing(0.4), wing(-0.4)}), "class", "tip", "fill", ink)
}

// man draws a man of chess around a point: a crown for a queen, and a disc with
// its letter for any other.
func man(c *canvas, at point, radius float64, mark string) {
	if mark == "Q" {
		crown(c, at, 0.8*radius)
		return
	}
	c.circle(at, 0.75*radius, "fill", ink)
	c.word(at, 0.8*radius, mark, "fill", "white", "font-weight", "bold")
}

// The crown, in units of the radius of a circle around it: its edge from the left of the
// rim to the right, where each second point is the tip of a spike.
var crownEdge = []point{
	{-0.62, 0.5}, {-0.95, -0.35}, {-0.5, 0.05}, {-0.5, -0.68}, {-0.2, -0.05}, {0, -0.8},
	{0.2, -0.05}, {0.5, -0.68}, {0.5, 0.05}, {0.95, -0.35}, {0.62, 0.5},
}

func crown(c *canvas, at point, radius float64) {
	edge := make([]point, len(crownEdge))
	for i, p := range crownEdge {
		edge[i] = point{at.x + radius*p.x, at.y + radius*p.y}
	}
	c.open("g", "class", "queen", "fill", ink)
	c.path(outlined(edge))
	for i := 1; i < len(edge); i += 2 {
		c.circle(edge[i], 0.13*radius)
	}
	band := point{edge[0].x, at.y + 0.6*radius}
	c.rect(band, edge[len(edge)-1].x-band.x, 0.18*radius)
	c.close("g")
}

// A sheet has the shape of A4 paper, four units to the millimetre.
const (
	sheetWidth, sheetHeight = 4 * 297, 4 * 210
	sheetMargin             = 24.0
	tileFilled              = 0.9  // of the width of a tile is for the picture
	tileHeading             = 0.14 // of its height is for the number
)

// Sheet draws many pictures on one page, as SVG: in rows, numbered from 1, each
// as large as its tile allows.
func Sheet(w io.Writer, pictures []Picture) error {
	drawings := make([]drawing, len(pictures))
	for i, p := range pictures {
		drawings[i] = drawingOf(p)
	}
	return write(w, "", drawing{sheetWidth, sheetHeight, func(c *canvas) {
		t := bestTiles(drawings)
		for i, d := range drawings {
			c.open("g", "class", "tile")
			c.title(pictures[i].Title)
			t.put(c, i, d)
			c.close("g")
		}
	}})
}

// tiles divides a sheet.
type tiles struct {
	across        int
	width, height float64
}

// bestTiles returns the tiles in which the widest and the highest drawing come
// out largest.
func bestTiles(drawings []drawing) (best tiles) {
	var largest drawing
	for _, d := range drawings {
		largest.width, largest.height = max(largest.width, d.width), max(largest.height, d.height)
	}
	for across := 1; across <= len(drawings); across++ {
		down := (len(drawings) + across - 1) / across
		t := tiles{across, (sheetWidth - 2*sheetMargin) / float64(across), (sheetHeight - 2*sheetMargin) / float64(down)}
		if across == 1 || t.scale(largest) > best.scale(largest) {
			best = t
		}
	}
	return best
}

// scale returns the scale at which a drawing fits a tile.
func (t tiles) scale(d drawing) float64 {
	return min(tileFilled*t.width/d.width, (1-tileHeading)*t.height/d.height)
}

// put draws a picture in the middle of its tile, its number above it.
func (t tiles) put(c *canvas, i int, d drawing) {
	x, y := sheetMargin+float64(i%t.across)*t.width, sheetMargin+float64(i/t.across)*t.height
	heading, scale := tileHeading*t.height, t.scale(d)
	top := y + heading + (t.height-heading-scale*d.height)/2
	size := min(24, 0.8*heading)
	c.letters(point{x + t.width/2, top - 0.1*size}, size, strconv.Itoa(i+1), "text-anchor", "middle", "fill", ink)
	d.put(c, point{x + (t.width-scale*d.width)/2, top}, scale)
}
