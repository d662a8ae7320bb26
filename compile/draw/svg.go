package draw

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	svg "github.com/ajstarks/svgo/float"

	"quadrille/compile/lattice"
)

const (
	unit   = 40.0 // the side of a square, in the units of SVG
	margin = 10.0 // around a picture
)

// SVG draws a picture as a document of SVG, by itself and with no reference to
// anything outside. Pieces are filled with colors of which neighbours have
// different ones, and divided by thick lines; cubes are drawn layer by layer,
// and as a solid beside that.
func SVG(w io.Writer, p Picture) error {
	return write(w, p.Title, drawingOf(p).withMargin())
}

// drawing is something that can be put on a page. It lies between the origin
// and its size.
type drawing struct {
	width, height float64
	draw          func(c *svg.SVG)
}

func drawingOf(pic Picture) drawing {
	if len(pic.Board) == 0 {
		return drawing{draw: func(*svg.SVG) {}}
	}
	p := newPlan(pic, true)
	switch p.Lattice {
	case lattice.Cube:
		return cubes(p)
	case lattice.Sticks:
		return rods(p)
	default:
		return newMosaic(p, p.Board).drawing()
	}
}

// write writes a document with one drawing on white. The library drops errors,
// and so it writes to a buffer.
func write(w io.Writer, title string, d drawing) error {
	var b bytes.Buffer
	c := svg.New(&b)
	c.Startview(d.width, d.height, 0, 0, d.width, d.height)
	if title != "" {
		c.Title(title)
	}
	c.Rect(0, 0, d.width, d.height, `fill="white"`)
	d.draw(c)
	c.End()
	_, err := w.Write(b.Bytes())
	return err
}

// put draws a drawing with its corner at a point, at a scale.
func (d drawing) put(c *svg.SVG, x, y, scale float64) {
	c.Group(fmt.Sprintf(`transform="translate(%.2f,%.2f) scale(%.4f)"`, x, y, scale))
	d.draw(c)
	c.Gend()
}

func (d drawing) withMargin() drawing {
	return drawing{d.width + 2*margin, d.height + 2*margin, func(c *svg.SVG) { d.put(c, margin, margin, 1) }}
}

// point is a point of a drawing.
type point struct{ x, y float64 }

// frame maps the plane of a lattice to a drawing.
type frame struct {
	scale         [2]float64
	least         lattice.Point
	width, height float64
}

// newFrame returns the frame in which a board fills the drawing.
func newFrame(l *lattice.Lattice, board lattice.Shape) frame {
	f := frame{scale: [2]float64{l.Scale[0] * unit, l.Scale[1] * unit}}
	f.least = lattice.Point{X: math.MaxInt32, Y: math.MaxInt32}
	greatest := lattice.Point{X: math.MinInt32, Y: math.MinInt32}
	for _, c := range board {
		for _, p := range l.Outline(c) {
			f.least = lattice.Point{X: min(f.least.X, p.X), Y: min(f.least.Y, p.Y)}
			greatest = lattice.Point{X: max(greatest.X, p.X), Y: max(greatest.Y, p.Y)}
		}
	}
	size := f.spot(greatest)
	f.width, f.height = size.x, size.y
	return f
}

// spot returns the place of a point in the drawing.
func (f frame) spot(p lattice.Point) point {
	return point{float64(p.X-f.least.X) * f.scale[0], float64(p.Y-f.least.Y) * f.scale[1]}
}

// corners returns the places of several points.
func (f frame) corners(points []lattice.Point) []point {
	out := make([]point, len(points))
	for i, p := range points {
		out[i] = f.spot(p)
	}
	return out
}

// centre returns the mean of points.
func centre(points []point) point {
	var sum point
	for _, p := range points {
		sum.x += p.x
		sum.y += p.y
	}
	n := float64(len(points))
	return point{sum.x / n, sum.y / n}
}

// nearestToCentre returns the cell that is nearest to the centre of a part; the
// first one of several.
func nearestToCentre(part lattice.Shape, place func(lattice.Cell) point) lattice.Cell {
	var places []point
	for _, c := range part {
		places = append(places, place(c))
	}
	best, nearest, middle := 0, math.Inf(1), centre(places)
	for i, at := range places {
		if d := distance(at, middle); d < nearest-1e-6 {
			best, nearest = i, d
		}
	}
	return part[best]
}

// distance is that of two points.
func distance(a, b point) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

// towards returns the point on the way from a to b, a part of the way along.
func towards(a, b point, part float64) point {
	return point{a.x + part*(b.x-a.x), a.y + part*(b.y-a.y)}
}

// outlined is what a path says to run through points, and back to the first.
func outlined(points []point) string {
	var b bytes.Buffer
	for i, p := range points {
		fmt.Fprintf(&b, "%c%.2f,%.2f", "ML"[min(i, 1)], p.x, p.y)
	}
	return b.String() + "Z"
}

// stroke is what a path says to draw a line.
func stroke(a, b point) string {
	return fmt.Sprintf("M%.2f,%.2fL%.2f,%.2f", a.x, a.y, b.x, b.y)
}

// path draws a path, unless it is empty.
func path(c *svg.SVG, d, attributes string) {
	if d != "" {
		c.Path(d, attributes)
	}
}

// The ink of lines and letters.
const (
	ink      = "#222222"
	faintInk = "#999999"
)

// word sets a word around a point, so large that it fits a circle around it.
func word(c *svg.SVG, at point, radius float64, text, attributes string) {
	const letter = 0.62 // the width of a letter, by its height
	letters := float64(max(1, utf8.RuneCountInString(text)))
	size := min(radius, 1.75*radius/(letter*letters))
	c.Text(at.x, at.y+0.36*size, text,
		fmt.Sprintf(`font-family="sans-serif" text-anchor="middle" font-size="%.1f" %s`, size, attributes))
}
