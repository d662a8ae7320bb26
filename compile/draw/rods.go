package draw

import (
	"fmt"
	"strings"

	svg "github.com/ajstarks/svgo/float"

	"quadrille/compile/lattice"
)

// Measures of sticks, in units of their length.
const (
	rodWidth = 0.18
	rodEdge  = 0.03 // on both sides of it
	// gap is how far from a joint a stick ends if its piece ends there. So it
	// keeps clear of a piece that runs through the joint, and a bend across the
	// corner keeps clear of one on the other side.
	gap  = 0.28
	bead = 0.17 // the radius of the bead with the label
)

// rod draws sticks as thick lines.
type rod struct {
	*plan
	frame
}

// rods draws a picture of sticks.
func rods(p *plan) drawing {
	r := rod{p, newFrame(p.Lattice, p.Board)}
	const around = (bead + rodEdge) * unit // beads on the rim reach out
	d := drawing{r.width, r.height, r.draw}
	return drawing{d.width + 2*around, d.height + 2*around, func(c *svg.SVG) { d.put(c, around, around, 1) }}
}

func (r rod) draw(c *svg.SVG) {
	r.ground(c)
	for i := range r.Pieces {
		r.pieceOf(c, i)
	}
	legend := r.legend("", r.middle)
	for _, cell := range r.Board {
		if text := legend[cell]; text != "" {
			r.label(c, cell, text)
		}
	}
}

// ground draws the joints, and the sticks without a piece.
func (r rod) ground(c *svg.SVG) {
	var empty strings.Builder
	for _, cell := range r.Board {
		if r.at(cell) == noPiece {
			ends := r.ends(cell)
			empty.WriteString(stroke(ends[0], ends[1]))
		}
	}
	path(c, empty.String(), fmt.Sprintf(`class="empty" fill="none" stroke="%s" stroke-dasharray="3 3"`, faintInk))
	c.Group(`class="joints"`, fmt.Sprintf(`fill="%s"`, faintInk))
	for _, joint := range r.joints(r.Board) {
		at := r.joint(joint)
		c.Circle(at.x, at.y, 2)
	}
	c.Gend()
}

func (r rod) ends(c lattice.Cell) []point { return r.corners(r.Lattice.Outline(c)) }

func (r rod) joint(c lattice.Cell) point { return r.spot(lattice.Point{X: c[1], Y: c[0]}) }

// pieceOf draws a piece twice, a bit wider in ink first, which makes its edge.
func (r rod) pieceOf(c *svg.SVG, piece int) {
	fill := "white"
	if r.colors != nil {
		fill = shade(r.colors[piece], 1)
	}
	d := r.way(piece)
	const look = `fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="%s" stroke-width="%.2f"`
	c.Group(`class="piece"`)
	path(c, d, fmt.Sprintf(look, ink, (rodWidth+2*rodEdge)*unit))
	path(c, d, fmt.Sprintf(look, fill, rodWidth*unit))
	c.Gend()
}

// way is the path along a piece: its sticks, and across the corners where it
// shares a joint with a bend of another.
func (r rod) way(piece int) string {
	var b strings.Builder
	var sticks lattice.Shape
	for _, c := range r.Pieces[piece].Cells {
		if r.at(c) == piece {
			sticks = append(sticks, c)
			ends, middle := r.Lattice.Outline(c), centre(r.ends(c))
			b.WriteString(stroke(r.stop(ends[0], middle, piece), r.stop(ends[1], middle, piece)))
		}
	}
	for _, joint := range r.joints(sticks) {
		stops := r.bend(joint, piece)
		for i := 1; i < len(stops); i++ {
			b.WriteString(stroke(stops[0], stops[i]))
		}
	}
	return b.String()
}

// stop returns where a stick of a piece ends: at the joint if the joint is the
// piece's, and else a gap before it.
func (r rod) stop(end lattice.Point, middle point, piece int) point {
	if r.owner(jointAt(end)) == piece {
		return r.spot(end)
	}
	return towards(r.spot(end), middle, 2*gap) // the middle is half a stick away
}

// bend returns the ends of the sticks that a piece has at a joint, if the joint
// is not its own.
func (r rod) bend(joint lattice.Cell, piece int) []point {
	if r.owner(joint) == piece {
		return nil
	}
	var stops []point
	for _, c := range r.Lattice.Meet(joint) {
		if r.at(c) == piece {
			stops = append(stops, towards(r.joint(joint), centre(r.ends(c)), 2*gap))
		}
	}
	return stops
}

// middle returns the stick of a part that is nearest to its centre.
func (r rod) middle(part lattice.Shape) lattice.Cell {
	return nearestToCentre(part, func(c lattice.Cell) point { return centre(r.ends(c)) })
}

// label draws a bead with a label on a stick.
func (r rod) label(c *svg.SVG, cell lattice.Cell, text string) {
	at := centre(r.ends(cell))
	fill, weight := "white", ""
	if color := r.color(cell); color != noColor {
		fill = shade(color, 1)
	}
	if r.Given[cell] {
		weight = ` font-weight="bold"`
	}
	c.Circle(at.x, at.y, bead*unit, fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="%.2f"`, fill, ink, rodEdge*unit))
	word(c, at, 1.6*bead*unit, text, fmt.Sprintf(`fill="%s"%s`, ink, weight))
}
