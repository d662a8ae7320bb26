package draw

import (
	"fmt"
	"math/cmplx"
	"strings"

	"quadrille/compile/lattice"
)

// flat draws cells in the plane. From below come areas and lines, or sticks, then what is
// written, and arrows.
func (p *plan) flat(cells lattice.Shape) drawing {
	size := p.spot(p.greatest)
	return drawing{real(size), imag(size), func(c *canvas) {
		if p.Lattice.Ends != nil {
			p.rods(c)
		} else {
			p.areas(c, cells)
			p.lines(c, cells)
		}
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
	switch {
	case !p.Checkered || p.color(p.at(c)) != noColor:
		return p.paint(p.at(c), 1)
	case p.Lattice == lattice.Hexagon:
		return boardColors[((c[0]-c[1])%3+3)%3]
	}
	return boardColors[(c[0]+c[1]+c[2])&1]
}

// paint returns the color of a piece, made darker or lighter; white if it has none.
func (p *plan) paint(piece int, light float64) string {
	if color := p.color(piece); color != noColor {
		return shade(color, light)
	}
	return "white"
}

// boardColors are those of a chessboard. Hexagons need a third one, for no two
// neighbours to be alike.
var boardColors = [3]string{"#f6ecd9", "#cfae83", "#e6cfa9"}

// lines draws the sides of the cells: thin ones where nothing is divided, and walls. The
// thin ones are seen well in a grid, and not at all on a chessboard.
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
		text, corners := legend[cell], p.corners(cell)
		at := mean(corners)
		radius := cmplx.Abs(at - mean(corners[:2])) // of the circle inside
		switch {
		case text == "":
		case p.Lattice.Ends != nil:
			p.bead(c, cell, text)
		case p.Checkered && p.Marks[cell] != "":
			man(c, at, radius, text)
		case p.Given[cell]:
			c.word(at, radius, text, "fill", "black", "font-weight", "bold")
		default:
			c.word(at, radius, text, "fill", ink)
		}
	}
}

// arrow draws a bent line with a tip, so that several do not hide one another.
func arrow(c *canvas, from, to point) {
	const bend, tip = 0.12, 9.0
	control := (from+to)/2 - bend*1i*(to-from)
	c.path(fmt.Sprintf("M%.2f,%.2fQ%.2f,%.2f %.2f,%.2f", real(from), imag(from), real(control), imag(control), real(to), imag(to)),
		"class", "arrow", "fill", "none", "stroke", ink, "stroke-width", 1.6, "stroke-dasharray", "5 4")
	back := cmplx.Phase(control - to)
	c.path(outlined([]point{to, to + cmplx.Rect(tip, back+0.4), to + cmplx.Rect(tip, back-0.4)}), "class", "tip", "fill", ink)
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
	-0.62 + 0.5i, -0.95 - 0.35i, -0.5 + 0.05i, -0.5 - 0.68i, -0.2 - 0.05i, -0.8i,
	0.2 - 0.05i, 0.5 - 0.68i, 0.5 + 0.05i, 0.95 - 0.35i, 0.62 + 0.5i,
}

func crown(c *canvas, at point, radius float64) {
	var edge []point
	for _, p := range crownEdge {
		edge = append(edge, at+complex(radius, 0)*p)
	}
	c.open("g", "class", "queen", "fill", ink)
	c.path(outlined(edge))
	for i := 1; i < len(edge); i += 2 {
		c.circle(edge[i], 0.13*radius)
	}
	c.tag("rect", "/>", "x", real(edge[0]), "y", imag(at)+0.6*radius, "width", 1.24*radius, "height", 0.18*radius)
	c.close("g")
}

// Measures of sticks, in units of their length.
const (
	rodWidth = 0.18
	rodEdge  = 0.03 // on both sides of it
	// rodGap is how far from a joint a stick ends if its piece ends there. So it
	// keeps clear of a piece that runs through the joint, and a bend across the
	// corner keeps clear of one on the other side.
	rodGap = 0.28
	bead   = 0.17 // the radius of the bead with the label
)

// rods draws sticks as thick lines: the joints, the sticks without a piece, and each piece
// twice, a bit wider in ink first, which makes its edge.
func (p *plan) rods(c *canvas) {
	var empty strings.Builder
	for _, cell := range p.Board {
		if p.at(cell) == noPiece {
			ends := p.corners(cell)
			empty.WriteString(stroke(ends[0], ends[1]))
		}
	}
	c.path(empty.String(), "class", "empty", "fill", "none", "stroke", faintInk, "stroke-dasharray", "3 3")
	c.open("g", "class", "joints", "fill", faintInk)
	for _, joint := range p.joints(p.Board) {
		c.circle(p.spot(pointOf(joint)), 2)
	}
	c.close("g")
	for i := range p.Pieces {
		line := p.centreLine(i)
		c.open("g", "class", "piece", "fill", "none", "stroke-linecap", "round", "stroke-linejoin", "round")
		c.path(line, "stroke", ink, "stroke-width", (rodWidth+2*rodEdge)*unit)
		c.path(line, "stroke", p.paint(i, 1), "stroke-width", rodWidth*unit)
		c.close("g")
	}
}

// centreLine is the path along a piece: its sticks, and across the corners where it
// shares a joint with a bend of another.
func (p *plan) centreLine(piece int) string {
	var b strings.Builder
	sticks := p.Pieces[piece].Cells
	for _, stick := range sticks {
		ends := p.Lattice.Ends(stick)
		b.WriteString(stroke(p.stop(ends[0], stick), p.stop(ends[1], stick)))
	}
	for _, joint := range p.joints(sticks) {
		var stops []point
		for _, stick := range p.Lattice.Meet(joint) {
			if owner, _ := p.owner(joint); p.at(stick) == piece && owner != piece {
				stops = append(stops, p.stop(joint, stick))
			}
		}
		for i := 1; i < len(stops); i++ {
			b.WriteString(stroke(stops[0], stops[i]))
		}
	}
	return b.String()
}

// stop returns where a stick ends at a joint: in the joint if that is its piece's, and
// else a gap before it.
func (p *plan) stop(joint, stick lattice.Cell) point {
	end := p.spot(pointOf(joint))
	if owner, _ := p.owner(joint); owner == p.at(stick) {
		return end
	}
	return end + 2*rodGap*(p.centre(stick)-end) // the centre is half a stick away
}

// bead draws a bead with a label on a stick.
func (p *plan) bead(c *canvas, stick lattice.Cell, text string) {
	at, weight := p.centre(stick), "normal"
	if p.Given[stick] {
		weight = "bold"
	}
	c.circle(at, bead*unit, "fill", p.paint(p.at(stick), 1), "stroke", ink, "stroke-width", rodEdge*unit)
	c.word(at, 1.6*bead*unit, text, "fill", ink, "font-weight", weight)
}
