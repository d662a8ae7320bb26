package draw

import (
	"fmt"
	"math"

	svg "github.com/ajstarks/svgo/float"

	"quadrille/compile/lattice"
)

// Arrow leads from the middle of some cells to the middle of others. Only SVG
// draws it.
type Arrow struct {
	From, To lattice.Shape
}

// arrows draws the arrows above everything else.
func (m mosaic) arrows(c *svg.SVG) {
	for _, a := range m.Arrows {
		if len(a.From) > 0 && len(a.To) > 0 {
			arrow(c, m.centreOf(a.From), m.centreOf(a.To))
		}
	}
}

// centreOf returns the middle of the cell that is nearest to the centre.
func (m mosaic) centreOf(s lattice.Shape) point { return centre(m.place(m.middle(s))) }

// arrow draws a bent line with a tip, so that several do not hide one another.
func arrow(c *svg.SVG, from, to point) {
	const bend, tip = 0.12, 9.0
	way := point{to.x - from.x, to.y - from.y}
	control := point{(from.x+to.x)/2 + bend*way.y, (from.y+to.y)/2 - bend*way.x}
	path(c, fmt.Sprintf("M%.2f,%.2fQ%.2f,%.2f %.2f,%.2f", from.x, from.y, control.x, control.y, to.x, to.y),
		fmt.Sprintf(`class="arrow" fill="none" stroke="%s" stroke-width="1.6" stroke-dasharray="5 4"`, ink))
	angle := math.Atan2(to.y-control.y, to.x-control.x)
	wing := func(turn float64) point {
		sin, cos := math.Sincos(angle + math.Pi + turn)
		return point{to.x + tip*cos, to.y + tip*sin}
	}
	path(c, outlined([]point{to, wing(0.4), wing(-0.4)}), fmt.Sprintf(`class="tip" fill="%s"`, ink))
}
