package draw

import (
	"strings"

	"quadrille/compile/lattice"
)

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
