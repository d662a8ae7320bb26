package draw

import (
	"math"
	"math/cmplx"
)

// labelBox is the box around a label: its centre, and half its width and height.
type labelBox struct{ centrePoint, halfExtent point }

func (b labelBox) containsPoint(p point) bool {
	d := p - b.centrePoint
	return math.Abs(real(d)) < real(b.halfExtent) && math.Abs(imag(d)) < imag(b.halfExtent)
}

// arrowCurve is a quadratic Bézier curve.
type arrowCurve struct{ startPoint, controlPoint, endPoint point }

// curveBetween returns the part of the curve between two values (s and t) of its parameter, which runs from 0 to 1, by
// de Casteljau's algorithm.
func (w arrowCurve) curveBetween(s, t float64) arrowCurve {
	at := func(s, t float64) point {
		return complex((1-s)*(1-t), 0)*w.startPoint + complex((1-s)*t+s*(1-t), 0)*w.controlPoint +
			complex(s*t, 0)*w.endPoint
	}
	return arrowCurve{at(s, s), at(s, t), at(t, t)}
}

// curveSamplePoints is the number of points at which a curve is sampled.
const curveSamplePoints = 64

// withoutLabelBoxes returns the curve without the parts inside the box at its start and inside the box at its end.
func (w arrowCurve) withoutLabelBoxes(first, last labelBox) arrowCurve {
	begin, end := 0.0, 1.0
	for begin < 0.5 && first.containsPoint(w.curveBetween(begin, begin).startPoint) {
		begin += 1.0 / curveSamplePoints
	}
	for end > 0.5 && last.containsPoint(w.curveBetween(end, end).startPoint) {
		end -= 1.0 / curveSamplePoints
	}
	return w.curveBetween(begin, end)
}

// triedArrowBends lists the bends that are tried: the distance of a curve from the straight line between its ends, as a
// fraction of the length of that line.
var triedArrowBends = []float64{0.12, -0.12, 0.24, -0.24, 0.36, -0.36, 0.5, -0.5}

// drawArrows draws the arrows of a picture from label to label, on a page of the given size. Each arrow gets the bend
// whose curve has the fewest points in boxes of labels or off the page.
func (p *drawPlan) drawArrows(c *svgWriter, page point) {
	var boxes []labelBox
	for _, labels := range p.pieceLabels {
		for _, l := range labels {
			boxes = append(boxes, p.labelBoxAt(l.boxCentre, l.labelText))
		}
	}
	for _, a := range p.Arrows {
		if len(a.FromCells) == 0 || len(a.ToCells) == 0 {
			continue
		}
		label := ""
		if piece := p.pieceAt(a.FromCells[0]); piece != noPiece {
			label = p.labelText(p.Pieces[piece].Label)
		}
		from, _ := p.roomiestLabelPlace(p.Lattice.ConnectedParts(a.FromCells)[0], textWidth(label))
		to, _ := p.roomiestLabelPlace(p.Lattice.ConnectedParts(a.ToCells)[0], textWidth(label))
		best, fewest := arrowCurve{}, math.MaxInt
		for _, bend := range triedArrowBends {
			w := arrowCurve{from, (from+to)/2 - complex(bend, 0)*1i*(to-from),
				to}.withoutLabelBoxes(p.labelBoxAt(from, label),
				p.labelBoxAt(to, label))
			if n := w.countPointsInBoxes(boxes, page); n < fewest {
				best, fewest = w, n
			}
		}
		best.drawCurve(c)
	}
}

// labelBoxAt returns the box around a label, with a margin.
func (p *drawPlan) labelBoxAt(at point, text string) labelBox {
	if text == "" {
		return labelBox{centrePoint: at}
	}
	const rim = 2
	return labelBox{at, complex(p.letterSize*textWidth(text)/2+rim, p.letterSize*labelBoxHeight/2+rim)}
}

// countPointsInBoxes returns how many sampled points of the curve are in boxes of labels or off the page.
func (w arrowCurve) countPointsInBoxes(boxes []labelBox, page point) int {
	n := 0
	for k := range curveSamplePoints + 1 {
		at := w.curveBetween(float64(k)/curveSamplePoints, float64(k)/curveSamplePoints).startPoint
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
func (w arrowCurve) drawCurve(c *svgWriter) {
	const tip = 9.0
	c.drawPath("M"+formatPoint(w.startPoint)+"Q"+formatPoint(w.controlPoint)+" "+formatPoint(w.endPoint),
		"class", "arrow", "fill", "none", "stroke", thickLineInk, "stroke-width", 1.6, "stroke-dasharray", "5 4")
	back := cmplx.Phase(w.controlPoint - w.endPoint)
	c.drawPath(polygonPath([]point{w.endPoint, w.endPoint + cmplx.Rect(tip, back+0.4),
		w.endPoint + cmplx.Rect(tip, back-0.4)}),
		"class",
		"tip", "fill", thickLineInk)
}
