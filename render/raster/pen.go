package raster

import (
	"math"
	"slices"

	"quadrille/render/svg"
)

// linePen converts lines to polygons, the areas that lines cover. All areas have the same orientation, so that a point
// in several overlapping areas is painted once. The areas of a line meet along whole edges, so that the line covers
// each pixel exactly as much as all its areas together.
type linePen struct {
	halfWidth float64 // half of the width of a line, in pixels
	// endForm is the form of the ends of lines, and cornerForm the form of their corners.
	endForm, cornerForm svg.LineEnd
	dashLengths         []float64 // lengths of dashes and gaps alternately, in pixels; empty for lines without gaps
	// coveredAreas holds the polygons of the lines drawn so far.
	coveredAreas [][]svg.Point
}

// shortestDash is the length, in pixels, below which dashes are not drawn.
const shortestDash = 0.1

// miterLimit is the greatest distance from a corner to its miter tip, in halves of the line width. A miter that would
// reach further is cut off. SVG has the same limit.
const miterLimit = 4

func newPen(s svg.PaintStyle, scale float64) *linePen {
	p := &linePen{halfWidth: s.LineWidth * scale / 2, endForm: s.CapForm, cornerForm: s.JoinForm}
	for _, d := range s.DashLengths {
		p.dashLengths = append(p.dashLengths, d*scale)
	}
	if len(p.dashLengths) > 0 && slices.Min(p.dashLengths) < shortestDash {
		p.dashLengths = nil
	}
	if len(p.dashLengths)%2 == 1 {
		p.dashLengths = append(p.dashLengths, p.dashLengths...)
	}
	return p
}

// drawLine adds the areas of a line, which is split into dashes if the pen has dash lengths.
func (p *linePen) drawLine(l polyline) {
	points := withoutRepeatedPoints(l)
	if l.isClosed && len(points) > 1 && points[0] != points[len(points)-1] {
		points = append(points, points[0])
	}
	if len(p.dashLengths) == 0 {
		p.drawStroke(points, l.isClosed)
		return
	}
	for _, dash := range p.cutDashes(points) {
		p.drawStroke(dash, false)
	}
}

// withoutRepeatedPoints returns the points of a line, leaving out each point that equals the one before it.
func withoutRepeatedPoints(l polyline) (points []svg.Point) {
	for _, at := range l.linePoints {
		if len(points) == 0 || points[len(points)-1] != at {
			points = append(points, at)
		}
	}
	return points
}

// cutDashes splits a line into dashes.
func (p *linePen) cutDashes(points []svg.Point) (dashes [][]svg.Point) {
	part, left := 0, p.dashLengths[0]
	var dash []svg.Point
	for k := 0; k+1 < len(points); k++ {
		at, to := points[k], points[k+1]
		if part%2 == 0 {
			dash = append(dash, at)
		}
		length := math.Hypot(to.X-at.X, to.Y-at.Y)
		for length > left {
			at = pointAtFraction(at, to, left/length)
			length -= left
			if part%2 == 0 {
				dashes, dash = append(dashes, append(dash, at)), nil
			} else {
				dash = []svg.Point{at}
			}
			part = (part + 1) % len(p.dashLengths)
			left = p.dashLengths[part]
		}
		left -= length
	}
	if len(dash) > 0 {
		dashes = append(dashes, append(dash, points[len(points)-1]))
	}
	return dashes
}

func pointAtFraction(a, b svg.Point, t float64) svg.Point {
	return svg.Point{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)}
}

// drawStroke adds the areas of a line without gaps: a rectangle along each segment, a wedge at the outer side of each
// corner, and a form at each end. The last point of a closed line equals the first.
func (p *linePen) drawStroke(points []svg.Point, isClosed bool) {
	if len(points) == 1 && p.endForm == svg.Round {
		p.addArc(points[0], 0, 2*math.Pi)
	}
	var angles []float64 // direction of each segment
	for k := 0; k+1 < len(points); k++ {
		a, b := points[k], points[k+1]
		angle := math.Atan2(b.Y-a.Y, b.X-a.X)
		angles = append(angles, angle)
		p.addCoveredArea(p.pointBeside(a, angle, 1), p.pointBeside(a, angle, -1),
			p.pointBeside(b, angle, -1), p.pointBeside(b, angle, 1))
	}
	for k := 1; k < len(angles); k++ {
		p.drawCorner(points[k], angles[k-1], angles[k])
	}
	switch last := len(angles) - 1; {
	case last < 0:
	case isClosed:
		p.drawCorner(points[0], angles[last], angles[0])
	default:
		p.drawEnd(points[0], angles[0]+math.Pi)
		p.drawEnd(points[last+1], angles[last])
	}
}

// pointBeside returns the point at half a line width from a point of a line, to the left of the direction of the line
// if side is 1, and to the right if side is -1.
func (p *linePen) pointBeside(at svg.Point, angle, side float64) svg.Point {
	sin, cos := math.Sincos(angle)
	return svg.Point{X: at.X - side*p.halfWidth*sin, Y: at.Y + side*p.halfWidth*cos}
}

// drawCorner adds the wedge between two segments at the outer side of their corner. The arguments from and to are the
// directions of these segments, as angles.
func (p *linePen) drawCorner(at svg.Point, from, to float64) {
	turn := math.Remainder(to-from, 2*math.Pi)
	side := 1.0
	if turn > 0 {
		side = -1
	}
	switch reach := 1 / math.Cos(turn/2); {
	case turn == 0:
	case p.cornerForm == svg.Round:
		p.addArc(at, from+side*math.Pi/2, turn)
	case p.cornerForm == svg.Sharp && reach <= miterLimit:
		sin, cos := math.Sincos(from + turn/2 + side*math.Pi/2)
		p.addCoveredArea(at, p.pointBeside(at, from, side),
			svg.Point{X: at.X + reach*p.halfWidth*cos, Y: at.Y + reach*p.halfWidth*sin},
			p.pointBeside(at, to, side))
	default:
		p.addCoveredArea(at, p.pointBeside(at, from, side), p.pointBeside(at, to, side))
	}
}

// drawEnd adds the form of the end of a line. The angle is the direction in which the line ends.
func (p *linePen) drawEnd(at svg.Point, angle float64) {
	switch p.endForm {
	case svg.Round:
		p.addArc(at, angle-math.Pi/2, math.Pi)
	case svg.Flat:
		sin, cos := math.Sincos(angle)
		end := svg.Point{X: at.X + p.halfWidth*cos, Y: at.Y + p.halfWidth*sin}
		p.addCoveredArea(p.pointBeside(at, angle, 1), p.pointBeside(at, angle, -1),
			p.pointBeside(end, angle, -1), p.pointBeside(end, angle, 1))
	}
}

// addArc adds a sector of the disc around a point, which begins at the angle from and extends by the angle turn.
func (p *linePen) addArc(at svg.Point, from, turn float64) {
	area := []svg.Point{at}
	parts := max(1, int(math.Ceil(math.Abs(turn)*math.Sqrt(p.halfWidth))))
	for k := range parts + 1 {
		sin, cos := math.Sincos(from + turn*float64(k)/float64(parts))
		area = append(area, svg.Point{X: at.X + p.halfWidth*cos, Y: at.Y + p.halfWidth*sin})
	}
	p.addCoveredArea(area...)
}

// addCoveredArea adds a polygon. It reverses the polygon if that does not have the orientation of all areas.
func (p *linePen) addCoveredArea(area ...svg.Point) {
	sum := 0.0
	for k, a := range area {
		b := area[(k+1)%len(area)]
		sum += a.X*b.Y - b.X*a.Y
	}
	if sum < 0 {
		slices.Reverse(area)
	}
	p.coveredAreas = append(p.coveredAreas, area)
}
