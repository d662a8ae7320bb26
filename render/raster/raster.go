// Package raster converts pictures from SVG to PNG, for programs that cannot show SVG.
//
// Its input is SVG documents as package svg reads them. Its output is the same bytes for the same document on the
// same kind of processor. Shapes are converted to polygons, and golang.org/x/image/vector computes how much of each
// pixel these cover. The letters are those of the Go fonts, as in PDF.
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

// pixelsPerUnit is the number of pixels per unit of a picture, so that a square of a board has a side of 80 pixels.
// Pictures of more than maxPixels pixels are scaled down.
const (
	pixelsPerUnit = 2
	maxPixels     = 1 << 25
)

// PNG converts a picture in SVG to PNG.
func PNG(w io.Writer, picture io.Reader) error {
	var c canvas
	if _, err := svg.Read(picture, &c); err != nil {
		return err
	}
	return png.Encode(w, c.image)
}

// canvas is a picture that is being painted. It is a [svg.Painter].
type canvas struct {
	image      *image.RGBA
	transforms []transform // transforms of the open groups; the last one applies
	// faces holds the regular font, the bold one, and that of a typewriter.
	faces [3]*fontFace
	// rasterizer computes how much of each pixel polygons cover.
	rasterizer vector.Rasterizer
}

// transform is the transform from the points of a group to pixels: a scale, and then a shift.
type transform struct{ x, y, scale float64 }

func (p transform) toPixels(at svg.Point) svg.Point {
	return svg.Point{X: p.x + p.scale*at.X, Y: p.y + p.scale*at.Y}
}

// Begin implements [svg.Painter].
func (c *canvas) Begin(width, height float64) {
	scale := min(pixelsPerUnit, math.Sqrt(maxPixels/(width*height)), maxPixels/max(width, height)/2)
	side := func(length float64) int { return max(1, int(math.Ceil(scale*length-1e-6))) }
	c.image = image.NewRGBA(image.Rect(0, 0, side(width), side(height)))
	c.transforms = []transform{{scale: scale}}
}

// BeginGroup implements [svg.Painter].
func (c *canvas) BeginGroup(x, y, scale float64) {
	outer := c.currentTransform()
	at := outer.toPixels(svg.Point{X: x, Y: y})
	c.transforms = append(c.transforms, transform{at.X, at.Y, outer.scale * scale})
}

// EndGroup implements [svg.Painter].
func (c *canvas) EndGroup() { c.transforms = c.transforms[:len(c.transforms)-1] }

func (c *canvas) currentTransform() transform { return c.transforms[len(c.transforms)-1] }

// PaintPath implements [svg.Painter].
func (c *canvas) PaintPath(p svg.Path, s svg.Style) {
	lines := c.currentTransform().pixelLines(p)
	c.fillLines(lines, s)
	c.strokeLines(lines, s)
}

// PaintText implements [svg.Painter].
func (c *canvas) PaintText(t svg.Text, s svg.Style) {
	lines := c.currentTransform().pixelLines(c.fontFace(t).textOutline(t))
	c.strokeLines(lines, s)
	c.fillLines(lines, s)
}

func (c *canvas) fillLines(lines []polyline, s svg.Style) {
	if s.Fill.Painted {
		var areas [][]svg.Point
		for _, l := range lines {
			areas = append(areas, l.points)
		}
		c.paintAreas(areas, s.Fill, 1)
	}
}

func (c *canvas) strokeLines(lines []polyline, s svg.Style) {
	if s.Stroke.Painted {
		p := newPen(s, math.Abs(c.currentTransform().scale))
		for _, l := range lines {
			p.drawLine(l)
		}
		c.paintAreas(p.coveredAreas, s.Stroke, s.Opacity)
	}
}

// paintAreas paints the points with a nonzero winding number in some polygons.
func (c *canvas) paintAreas(areas [][]svg.Point, ink svg.Color, opacity float64) {
	box := boundsOf(areas).Intersect(c.image.Bounds())
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
	c.rasterizer.Draw(c.image, box, image.NewUniform(color.NRGBA{ink.R, ink.G, ink.B,
		uint8(math.Round(255 * opacity))}),
		image.Point{})
}

// boundsOf returns the smallest rectangle of pixels that contains some polygons.
func boundsOf(areas [][]svg.Point) (box image.Rectangle) {
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
	points   []svg.Point
	isClosed bool
}

// pixelLines converts a path to lines in pixels. Longer curves are split into more segments.
func (p transform) pixelLines(path svg.Path) (lines []polyline) {
	begin := func(at svg.Point) { lines = append(lines, polyline{points: []svg.Point{p.toPixels(at)}}) }
	add := func(at ...svg.Point) {
		last := &lines[len(lines)-1]
		if last.isClosed { // a path continues at the point where it was closed
			lines = append(lines, polyline{points: []svg.Point{last.points[0]}})
			last = &lines[len(lines)-1]
		}
		last.points = append(last.points, at...)
	}
	for _, step := range path {
		if len(lines) == 0 && (step.Kind == svg.Line || step.Kind == svg.Curve || step.Kind == svg.Close) {
			begin(svg.Point{})
		}
		switch step.Kind {
		case svg.Move:
			begin(step.Points[0])
		case svg.Line:
			add(p.toPixels(step.Points[0]))
		case svg.Curve:
			line := lines[len(lines)-1].points
			add(flattenCurve(line[len(line)-1],
				p.toPixels(step.Points[0]), p.toPixels(step.Points[1]), p.toPixels(step.Points[2]))...)
		case svg.Close:
			lines[len(lines)-1].isClosed = true
		case svg.Rect:
			corner, size := step.Points[0], step.Points[1]
			begin(corner)
			add(p.toPixels(svg.Point{X: corner.X + size.X, Y: corner.Y}),
				p.toPixels(svg.Point{X: corner.X + size.X, Y: corner.Y + size.Y}),
				p.toPixels(svg.Point{X: corner.X, Y: corner.Y + size.Y}))
			lines[len(lines)-1].isClosed = true
		}
	}
	return lines
}

// flattenCurve returns points on a cubic curve after its first point. Segments between them deviate from the curve by
// less than a tenth of a pixel.
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

// fontFace returns the font of a text, which is parsed at first use.
func (c *canvas) fontFace(t svg.Text) *fontFace {
	k, file := 0, goregular.TTF
	switch {
	case t.Typewriter:
		k, file = 2, gomono.TTF
	case t.Bold:
		k, file = 1, gobold.TTF
	}
	if c.faces[k] == nil {
		c.faces[k] = newFace(file)
	}
	return c.faces[k]
}
