package draw

import (
	"math"
	"math/cmplx"
)

// box is the room that a label takes.
type box struct{ centre, half point }

func (b box) has(p point) bool {
	d := p - b.centre
	return math.Abs(real(d)) < real(b.half) && math.Abs(imag(d)) < imag(b.half)
}

// way is a bent line, a quadratic curve of Bézier.
type way struct{ from, control, to point }

// part returns the way between two of its points, given as shares of it: de Casteljau.
func (w way) part(s, t float64) way {
	at := func(s, t float64) point {
		return complex((1-s)*(1-t), 0)*w.from + complex((1-s)*t+s*(1-t), 0)*w.control + complex(s*t, 0)*w.to
	}
	return way{at(s, s), at(s, t), at(t, t)}
}

// steps is in how many parts a way is looked at.
const steps = 64

// outside leaves out what lies in the boxes where a way begins and ends.
func (w way) outside(first, last box) way {
	begin, end := 0.0, 1.0
	for begin < 0.5 && first.has(w.part(begin, begin).from) {
		begin += 1.0 / steps
	}
	for end > 0.5 && last.has(w.part(end, end).from) {
		end -= 1.0 / steps
	}
	return w.part(begin, end)
}

// bends are how far ways lead round, by their length.
var bends = []float64{0.12, -0.12, 0.24, -0.24, 0.36, -0.36, 0.5, -0.5}

// ways draws the arrows of a picture in a page of some size: from label to label, on that way
// of several that runs over the fewest others.
func (p *plan) ways(c *canvas, page point) {
	var boxes []box
	for _, labels := range p.labels {
		for _, l := range labels {
			boxes = append(boxes, p.box(l.at, l.text))
		}
	}
	for _, a := range p.Arrows {
		if len(a.From) == 0 || len(a.To) == 0 {
			continue
		}
		label := ""
		if piece := p.at(a.From[0]); piece != noPiece {
			label = p.write(p.Pieces[piece].Label)
		}
		from, _ := p.roomiest(p.Lattice.Parts(a.From)[0], textWidth(label))
		to, _ := p.roomiest(p.Lattice.Parts(a.To)[0], textWidth(label))
		best, fewest := way{}, math.MaxInt
		for _, bend := range bends {
			w := way{from, (from+to)/2 - complex(bend, 0)*1i*(to-from), to}.outside(p.box(from, label), p.box(to, label))
			if n := w.meets(boxes, page); n < fewest {
				best, fewest = w, n
			}
		}
		best.draw(c)
	}
}

// box returns the box around a label, with a rim.
func (p *plan) box(at point, text string) box {
	if text == "" {
		return box{centre: at}
	}
	const rim = 2
	return box{at, complex(p.size*textWidth(text)/2+rim, p.size*labelHeight/2+rim)}
}

// meets counts the points of the way that lie in boxes or off the page.
func (w way) meets(boxes []box, page point) int {
	n := 0
	for k := range steps + 1 {
		at := w.part(float64(k)/steps, float64(k)/steps).from
		if !(box{page / 2, page / 2}).has(at) {
			n++
		}
		for _, b := range boxes {
			if b.has(at) {
				n++
			}
		}
	}
	return n
}

// draw draws the way, with a tip at its end.
func (w way) draw(c *canvas) {
	const tip = 9.0
	c.path("M"+pair(w.from)+"Q"+pair(w.control)+" "+pair(w.to),
		"class", "arrow", "fill", "none", "stroke", ink, "stroke-width", 1.6, "stroke-dasharray", "5 4")
	back := cmplx.Phase(w.control - w.to)
	c.path(outlined([]point{w.to, w.to + cmplx.Rect(tip, back+0.4), w.to + cmplx.Rect(tip, back-0.4)}), "class", "tip", "fill", ink)
}
