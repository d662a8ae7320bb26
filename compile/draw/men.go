package draw

import (
	"fmt"

	svg "github.com/ajstarks/svgo/float"
)

// queen is the mark that is drawn as a crown.
const queen = "Q"

// man draws a man of chess around a point: a crown for a queen, and a disc with
// its letter for any other.
func man(c *svg.SVG, at point, radius float64, mark string) {
	if mark == queen {
		crown(c, at, 0.8*radius)
		return
	}
	c.Circle(at.x, at.y, 0.75*radius, fmt.Sprintf(`fill="%s"`, ink))
	word(c, at, 0.8*radius, mark, `fill="white" font-weight="bold"`)
}

// The crown, in units of the radius of a circle around it: the rim, its spikes
// from left to right with the notches between them, and the band below.
var (
	spikes   = []point{{-0.95, -0.35}, {-0.5, -0.68}, {0, -0.8}, {0.5, -0.68}, {0.95, -0.35}}
	notches  = []point{{-0.5, 0.05}, {-0.2, -0.05}, {0.2, -0.05}, {0.5, 0.05}}
	rimLeft  = point{-0.62, 0.5}
	rimRight = point{0.62, 0.5}
)

func crown(c *svg.SVG, at point, radius float64) {
	place := func(p point) point { return point{at.x + radius*p.x, at.y + radius*p.y} }
	edge := []point{place(rimLeft)}
	for i, spike := range spikes {
		edge = append(edge, place(spike))
		if i < len(notches) {
			edge = append(edge, place(notches[i]))
		}
	}
	edge = append(edge, place(rimRight))
	c.Group(`class="queen"`, fmt.Sprintf(`fill="%s"`, ink))
	c.Path(outlined(edge))
	for _, spike := range spikes {
		tip := place(spike)
		c.Circle(tip.x, tip.y, 0.13*radius)
	}
	band := place(point{rimLeft.x, 0.6})
	c.Rect(band.x, band.y, radius*(rimRight.x-rimLeft.x), 0.18*radius)
	c.Gend()
}
