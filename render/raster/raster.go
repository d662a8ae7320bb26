// Package raster converts pictures from SVG to PNG, for programs that cannot show SVG.
//
// Its input is SVG documents as package svg reads them. For the same document on the same kind of processor, the output
// has the same bytes. Shapes are converted to polygons, and golang.org/x/image/vector computes how much of each pixel
// the polygons cover. Letters have the shapes of the Go fonts, as in PDF.
package raster

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/vector"

	"quadrille/render/svg"
)

// pixelsPerUnit is the number of pixels per unit of a picture, so that a square of a board has a side of 80 pixels. A
// picture that would have more than maxPixels pixels is scaled down.
const (
	pixelsPerUnit = 2
	maxPixels     = 1 << 25
)

// PNG converts a picture in SVG to PNG.
func PNG(w io.Writer, picture io.Reader) error {
	var c rasterCanvas
	if _, err := svg.Read(picture, &c); err != nil {
		return err
	}
	return png.Encode(w, c.image)
}

// rasterCanvas is a picture that is being painted. It is a [svg.Painter].
type rasterCanvas struct {
	image      *image.RGBA
	transforms []transform // transforms of the open groups; the last one applies
	// fontFaces holds the regular, the bold and the typewriter font, in this order.
	fontFaces [3]*fontFace
	// rasterizer computes how much of each pixel some polygons cover.
	rasterizer vector.Rasterizer
}

// transform is the transform from the points of a group to pixels: a scale, and then a shift.
type transform struct{ shiftX, shiftY, scale float64 }

func (p transform) toPixels(at svg.Point) svg.Point {
	return svg.Point{X: p.shiftX + p.scale*at.X, Y: p.shiftY + p.scale*at.Y}
}

// Begin implements [svg.Painter].
func (c *rasterCanvas) Begin(width, height float64) {
	scale := min(pixelsPerUnit, math.Sqrt(maxPixels/(width*height)), maxPixels/max(width, height)/2)
	side := func(length float64) int { return max(1, int(math.Ceil(scale*length-1e-6))) }
	c.image = image.NewRGBA(image.Rect(0, 0, side(width), side(height)))
	c.transforms = []transform{{scale: scale}}
}

// BeginGroup implements [svg.Painter].
func (c *rasterCanvas) BeginGroup(x, y, scale float64) {
	outer := c.currentTransform()
	at := outer.toPixels(svg.Point{X: x, Y: y})
	c.transforms = append(c.transforms, transform{at.X, at.Y, outer.scale * scale})
}

// EndGroup implements [svg.Painter].
func (c *rasterCanvas) EndGroup() { c.transforms = c.transforms[:len(c.transforms)-1] }

func (c *rasterCanvas) currentTransform() transform { return c.transforms[len(c.transforms)-1] }

// PaintPath implements [svg.Painter].
func (c *rasterCanvas) PaintPath(p svg.Path, s svg.PaintStyle) {
	lines := c.currentTransform().pixelLines(p)
	c.fillLines(lines, s)
	c.strokeLines(lines, s)
}

// PaintText implements [svg.Painter].
func (c *rasterCanvas) PaintText(t svg.TextLine, s svg.PaintStyle) {
	lines := c.currentTransform().pixelLines(c.fontFace(t).textOutline(t))
	c.strokeLines(lines, s)
	c.fillLines(lines, s)
}

func (c *rasterCanvas) fillLines(lines []polyline, s svg.PaintStyle) {
	if s.FillColor.IsPainted {
		var areas [][]svg.Point
		for _, l := range lines {
			areas = append(areas, l.linePoints)
		}
		c.paintAreas(areas, s.FillColor, 1)
	}
}

func (c *rasterCanvas) strokeLines(lines []polyline, s svg.PaintStyle) {
	if s.LineColor.IsPainted {
		p := newPen(s, math.Abs(c.currentTransform().scale))
		for _, l := range lines {
			p.drawLine(l)
		}
		c.paintAreas(p.coveredAreas, s.LineColor, s.LineOpacity)
	}
}

// paintAreas paints the points inside some polygons, which are those with a nonzero winding number.
func (c *rasterCanvas) paintAreas(areas [][]svg.Point, ink svg.PaintColor, opacity float64) {
	box := boundsOfAreas(areas).Intersect(c.image.Bounds())
	if box.Empty() {
		return
	}
	c.rasterizer.Reset(box.Dx(), box.Dy())
	c.rasterizer.DrawOp = draw.Over
	for _, area := range areas {
		for k, at := range area {
			x, y := float32(at.X-float64(box.Min.X)), float32(at.Y-float64(box.Min.Y))
			if k == 0 {
				c.rasterizer.MoveTo(x, y)
			} else {
				c.rasterizer.LineTo(x, y)
			}
		}
		c.rasterizer.ClosePath()
	}
	c.rasterizer.Draw(c.image, box, image.NewUniform(color.NRGBA{ink.Red, ink.Green, ink.Blue,
		uint8(math.Round(255 * opacity))}),
		image.Point{})
}

// boundsOfAreas returns the smallest rectangle of pixels that contains some polygons.
func boundsOfAreas(areas [][]svg.Point) (box image.Rectangle) {
	for _, area := range areas {
		for _, at := range area {
			x, y := int(math.Floor(at.X)), int(math.Floor(at.Y))
			box = box.Union(image.Rect(x, y, x+2, y+2))
		}
	}
	return box
}

// polyline is a sequence of points joined by straight segments. If it is closed, a segment joins the last point to
// the first.
type polyline struct {
	linePoints []svg.Point
	isClosed   bool
}

// pixelLines converts a path to lines in pixels. Longer curves are split into more segments.
func (p transform) pixelLines(path svg.Path) (lines []polyline) {
	begin := func(at svg.Point) { lines = append(lines, polyline{linePoints: []svg.Point{p.toPixels(at)}}) }
	add := func(at ...svg.Point) {
		last := &lines[len(lines)-1]
		if last.isClosed { // a path continues at the point where it was closed
			lines = append(lines, polyline{linePoints: []svg.Point{last.linePoints[0]}})
			last = &lines[len(lines)-1]
		}
		last.linePoints = append(last.linePoints, at...)
	}
	for _, step := range path {
		if len(lines) == 0 && (step.StepKind == svg.Line || step.StepKind == svg.Curve || step.StepKind == svg.Close) {
			begin(svg.Point{})
		}
		switch step.StepKind {
		case svg.Move:
			begin(step.StepPoints[0])
		case svg.Line:
			add(p.toPixels(step.StepPoints[0]))
		case svg.Curve:
			line := lines[len(lines)-1].linePoints
			add(flattenCurve(line[len(line)-1],
				p.toPixels(step.StepPoints[0]), p.toPixels(step.StepPoints[1]), p.toPixels(step.StepPoints[2]))...)
		case svg.Close:
			lines[len(lines)-1].isClosed = true
		case svg.Rect:
			corner, size := step.StepPoints[0], step.StepPoints[1]
			begin(corner)
			add(p.toPixels(svg.Point{X: corner.X + size.X, Y: corner.Y}),
				p.toPixels(svg.Point{X: corner.X + size.X, Y: corner.Y + size.Y}),
				p.toPixels(svg.Point{X: corner.X, Y: corner.Y + size.Y}))
			lines[len(lines)-1].isClosed = true
		}
	}
	return lines
}

// flattenCurve returns points on a cubic curve, in order, without the first point of the curve. Segments between them
// deviate from the curve by less than a tenth of a pixel.
func flattenCurve(a, b, c, d svg.Point) (points []svg.Point) {
	length := math.Hypot(b.X-a.X, b.Y-a.Y) + math.Hypot(c.X-b.X, c.Y-b.Y) + math.Hypot(d.X-c.X, d.Y-c.Y)
	parts := min(max(2, int(math.Ceil(1.5*math.Sqrt(length)))), 200)
	for k := 1; k <= parts; k++ {
		t := float64(k) / float64(parts)
		u := 1 - t
		w := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
		points = append(points, svg.Point{X: w[0]*a.X + w[1]*b.X + w[2]*c.X + w[3]*d.X,
			Y: w[0]*a.Y + w[1]*b.Y + w[2]*c.Y + w[3]*d.Y})
	}
	return points
}

// fontFace returns the font of a text, and parses that font at the first call.
func (c *rasterCanvas) fontFace(t svg.TextLine) *fontFace {
	k, file := 0, goregular.TTF
	switch {
	case t.IsTypewriter:
		k, file = 2, gomono.TTF
	case t.IsBold:
		k, file = 1, gobold.TTF
	}
	if c.fontFaces[k] == nil {
		c.fontFaces[k] = parseFontFace(file)
	}
	return c.fontFaces[k]
}
