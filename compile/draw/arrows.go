package draw

import (
	"math"
	"math/cmplx"
)

// labelBox is the box around a label, as its centre and half its size.
type labelBox struct{ centre, half point }

func (b labelBox) containsPoint(p point) bool {
	d := p - b.centre
	return math.Abs(real(d)) < real(b.half) && math.Abs(imag(d)) < imag(b.half)
}

// arrowCurve is a quadratic Bézier curve.
type arrowCurve struct{ from, control, to point }

// subCurve returns the part of the curve between two parameters from 0 to 1, by de Casteljau's algorithm.
func (w arrowCurve) subCurve(s, t float64) arrowCurve {
	at := func(s, t float64) point {
		return complex((1-s)*(1-t), 0)*w.from + complex((1-s)*t+s*(1-t), 0)*w.control + complex(s*t, 0)*w.to
	}
	return arrowCurve{at(s, s), at(s, t), at(t, t)}
}

// curveSteps is the number of samples along a curve.
const curveSteps = 64

// trimBoxes returns the curve without its ends inside the first and last box.
func (w arrowCurve) trimBoxes(first, last labelBox) arrowCurve {
	begin, end := 0.0, 1.0
	for begin < 0.5 && first.containsPoint(w.subCurve(begin, begin).from) {
		begin += 1.0 / curveSteps
	}
	for end > 0.5 && last.containsPoint(w.subCurve(end, end).from) {
		end -= 1.0 / curveSteps
	}
	return w.subCurve(begin, end)
}

// arrowBends are the tried distances of a curve from its chord, by the length of the chord.
var arrowBends = []float64{0.12, -0.12, 0.24, -0.24, 0.36, -0.36, 0.5, -0.5}

// drawArrows draws the arrows of a picture on a page of the given size, from label to label. Each takes the
// bend with the fewest hits (see countHits).
func (p *drawPlan) drawArrows(c *canvas, page point) {
	var boxes []labelBox
	for _, labels := range p.labels {
		for _, l := range labels {
			boxes = append(boxes, p.boxAround(l.at, l.text))
		}
	}
	for _, a := range p.Arrows {
		if len(a.From) == 0 || len(a.To) == 0 {
			continue
		}
		label := ""
		if piece := p.pieceAt(a.From[0]); piece != noPiece {
			label = p.labelText(p.Pieces[piece].Label)
		}
		from, _ := p.roomiestPoint(p.Lattice.ConnectedParts(a.From)[0], textWidth(label))
		to, _ := p.roomiestPoint(p.Lattice.ConnectedParts(a.To)[0], textWidth(label))
		best, fewest := arrowCurve{}, math.MaxInt
		for _, bend := range arrowBends {
			w := arrowCurve{from, (from+to)/2 - complex(bend, 0)*1i*(to-from), to}.trimBoxes(p.boxAround(from, label),
				p.boxAround(to, label))
			if n := w.countHits(boxes, page); n < fewest {
				best, fewest = w, n
			}
		}
		best.drawCurve(c)
	}
}

// boxAround returns the box around a label, with a margin.
func (p *drawPlan) boxAround(at point, text string) labelBox {
	if text == "" {
		return labelBox{centre: at}
	}
	const rim = 2
	return labelBox{at, complex(p.size*textWidth(text)/2+rim, p.size*labelHeight/2+rim)}
}

// countHits counts the sampled points of the curve that lie in boxes or off the page.
func (w arrowCurve) countHits(boxes []labelBox, page point) int {
	n := 0
	for k := range curveSteps + 1 {
		at := w.subCurve(float64(k)/curveSteps, float64(k)/curveSteps).from
		if !(labelBox{page / 2, page / 2}).containsPoint(at) {
			n++
		}
		for _, b := range boxes {
			if b.containsPoint(at) {
				n++
			}
		}
	}
	return n
}

// drawCurve draws the curve, with an arrowhead at its end.
func (w arrowCurve) drawCurve(c *canvas) {
	const tip = 9.0
	c.drawPath("M"+formatPoint(w.from)+"Q"+formatPoint(w.control)+" "+formatPoint(w.to),
		"class", "arrow", "fill", "none", "stroke", ink, "stroke-width", 1.6, "stroke-dasharray", "5 4")
	back := cmplx.Phase(w.control - w.to)
	c.drawPath(closedPath([]point{w.to, w.to + cmplx.Rect(tip, back+0.4), w.to + cmplx.Rect(tip, back-0.4)}), "class",
		"tip", "fill", ink)
}
