package draw

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"io"
	"math"
	"math/cmplx"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

const (
	unit     = 40.0 // the side of a square, in the units of SVG
	margin   = 10.0 // around a picture
	ink      = "#222222"
	faintInk = "#999999"
)

// SVG draws a picture as a document of SVG, by itself and with no reference to
// anything outside. Pieces are filled with colors of which neighbours have
// different ones, and divided by thick lines; cubes are drawn layer by layer,
// and as a solid beside that.
func SVG(w io.Writer, p Picture) error { return write(w, p.Title, drawingOf(p)) }

// drawing is something that can be put on a page. It lies between the origin
// and its size.
type drawing struct {
	width, height float64
	draw          func(c *canvas)
}

// drawingOf returns the drawing of a picture, with a margin.
func drawingOf(pic Picture) drawing {
	if len(pic.Board) == 0 {
		return drawing{draw: func(*canvas) {}}.within(margin)
	}
	switch p := newPlan(pic, true); p.Lattice {
	case lattice.Cube:
		return p.cubes().within(margin)
	case lattice.Sticks:
		return p.flat(p.Board).within(margin + (bead+rodEdge)*unit) // beads on the rim reach out
	default:
		return p.flat(p.Board).within(margin)
	}
}

// canvas writes a document of SVG, a tag on a line. Attributes are given as names and
// values in turn; of numbers two decimals are written. The writer keeps its first error.
type canvas struct {
	w     *bufio.Writer
	depth int
}

// write writes a document with a drawing on white.
func write(w io.Writer, title string, d drawing) error {
	c := &canvas{w: bufio.NewWriter(w)}
	c.tag(`?xml version="1.0" encoding="UTF-8"`, "?>")
	c.open("svg", "xmlns", "http://www.w3.org/2000/svg",
		"width", d.width, "height", d.height, "viewBox", "0 0 "+number(d.width)+" "+number(d.height))
	c.text("title", title)
	c.tag("rect", "/>", "x", 0, "y", 0, "width", d.width, "height", d.height, "fill", "white")
	d.draw(c)
	c.close("svg")
	return c.w.Flush()
}

func (c *canvas) tag(name, end string, attributes ...any) {
	fmt.Fprintf(c.w, "%*s<%s", 2*c.depth, "", name)
	for k := 0; k < len(attributes); k += 2 {
		text := fmt.Sprint(attributes[k+1])
		if v, ok := attributes[k+1].(float64); ok {
			text = number(v)
		}
		fmt.Fprintf(c.w, ` %s="%s"`, attributes[k], html.EscapeString(text))
	}
	fmt.Fprintln(c.w, end)
}

func number(v float64) string { return strconv.FormatFloat(math.Round(100*v)/100, 'f', -1, 64) }

// open begins an element. What is drawn until it is closed is part of it.
func (c *canvas) open(name string, attributes ...any) {
	c.tag(name, ">", attributes...)
	c.depth++
}

func (c *canvas) close(name string) {
	c.depth--
	c.tag("/"+name, ">")
}

// text writes an element that contains a text, unless there is none.
func (c *canvas) text(name, text string, attributes ...any) {
	if text != "" {
		c.tag(name, ">"+html.EscapeString(source.Printable(text))+"</"+name+">", attributes...)
	}
}

// path draws a path, unless it is empty.
func (c *canvas) path(d string, attributes ...any) {
	if d != "" {
		c.tag("path", "/>", append([]any{"d", d}, attributes...)...)
	}
}

func (c *canvas) circle(at point, radius float64, attributes ...any) {
	c.tag("circle", "/>", append([]any{"cx", real(at), "cy", imag(at), "r", radius}, attributes...)...)
}

// letters writes a line that begins at a point, unless an attribute says otherwise.
func (c *canvas) letters(at point, size float64, text string, attributes ...any) {
	c.text("text", text, append([]any{"x", real(at), "y", imag(at), "font-family", "sans-serif", "font-size", size}, attributes...)...)
}

// word sets a word around a point, so large that it fits a circle around it.
func (c *canvas) word(at point, radius float64, text string, attributes ...any) {
	const letter = 0.62 // the width of a letter, by its height
	count := float64(max(1, utf8.RuneCountInString(text)))
	size := min(radius, 1.75*radius/(letter*count))
	c.letters(at+complex(0, 0.36*size), size, text, append([]any{"text-anchor", "middle"}, attributes...)...)
}

// outlined is what a path says to run through points, and back to the first.
func outlined(points []point) string {
	var b strings.Builder
	for i, p := range points {
		fmt.Fprintf(&b, "%c%.2f,%.2f", "ML"[min(i, 1)], real(p), imag(p))
	}
	return b.String() + "Z"
}

// stroke is what a path says to draw a line.
func stroke(a, b point) string {
	return fmt.Sprintf("M%.2f,%.2fL%.2f,%.2f", real(a), imag(a), real(b), imag(b))
}

// put draws a drawing with its corner at a point, at a scale.
func (d drawing) put(c *canvas, at point, scale float64) {
	c.open("g", "transform", fmt.Sprintf("translate(%.2f,%.2f) scale(%.4f)", real(at), imag(at), scale))
	d.draw(c)
	c.close("g")
}

// within returns the drawing with a margin around it.
func (d drawing) within(margin float64) drawing {
	return drawing{d.width + 2*margin, d.height + 2*margin, func(c *canvas) { d.put(c, complex(margin, margin), 1) }}
}

// point is a point of a drawing: what is right of the origin, and i times what is below it.
type point = complex128

// spot returns the place of a point of the lattice's plane.
func (p *plan) spot(at lattice.Point) point {
	return complex(float64(at.X-p.least.X)*p.Lattice.Scale[0]*unit, float64(at.Y-p.least.Y)*p.Lattice.Scale[1]*unit)
}

// corners returns the places of the corners of a cell.
func (p *plan) corners(c lattice.Cell) []point {
	var corners []point
	for _, at := range p.Lattice.Outline(c) {
		corners = append(corners, p.spot(at))
	}
	return corners
}

// centre returns the middle of a cell.
func (p *plan) centre(c lattice.Cell) point { return mean(p.corners(c)) }

// middle returns the cell that is nearest to the centre of a part; the first one of
// several.
func (p *plan) middle(part lattice.Shape) lattice.Shape {
	var centres []point
	for _, c := range part {
		centres = append(centres, p.centre(c))
	}
	middle := mean(centres)
	away := func(c lattice.Cell) float64 { return math.Round(1e6 * cmplx.Abs(p.centre(c)-middle)) }
	return lattice.Shape{slices.MinFunc(part, func(a, b lattice.Cell) int { return cmp.Compare(away(a), away(b)) })}
}

func mean(points []point) point {
	var sum point
	for _, p := range points {
		sum += p
	}
	return sum / complex(float64(len(points)), 0)
}

// A sheet has the shape of A4 paper, four units to the millimetre.
const (
	sheetWidth, sheetHeight = 4 * 297, 4 * 210
	sheetMargin             = 24.0
	tileFilled              = 0.9  // of the width of a tile is for the picture
	tileHeading             = 0.14 // of its height is for the number
)

// Sheet draws many pictures on one page, as SVG: in rows, numbered from 1, each
// as large as its tile allows.
func Sheet(w io.Writer, pictures []Picture) error {
	drawings := make([]drawing, len(pictures))
	for i, p := range pictures {
		drawings[i] = drawingOf(p)
	}
	return write(w, "", drawing{sheetWidth, sheetHeight, func(c *canvas) {
		t := bestTiles(drawings)
		for i, d := range drawings {
			c.open("g", "class", "tile")
			c.text("title", pictures[i].Title)
			t.put(c, i, d)
			c.close("g")
		}
	}})
}

// tiles divides a rectangle, row by row.
type tiles struct {
	across        int
	width, height float64
}

// corner returns the corner of a tile.
func (t tiles) corner(i int) point {
	return complex(float64(i%t.across)*t.width, float64(i/t.across)*t.height)
}

// bestTiles returns the tiles in which the widest and the highest drawing come
// out largest.
func bestTiles(drawings []drawing) (best tiles) {
	var largest drawing
	for _, d := range drawings {
		largest.width, largest.height = max(largest.width, d.width), max(largest.height, d.height)
	}
	for across := 1; across <= len(drawings); across++ {
		down := (len(drawings) + across - 1) / across
		t := tiles{across, (sheetWidth - 2*sheetMargin) / float64(across), (sheetHeight - 2*sheetMargin) / float64(down)}
		if across == 1 || t.scale(largest) > best.scale(largest) {
			best = t
		}
	}
	return best
}

// scale returns the scale at which a drawing fits a tile.
func (t tiles) scale(d drawing) float64 {
	return min(tileFilled*t.width/d.width, (1-tileHeading)*t.height/d.height)
}

// put draws a picture in the middle of its tile, its number above it.
func (t tiles) put(c *canvas, i int, d drawing) {
	heading, scale := tileHeading*t.height, t.scale(d)
	size := min(24, 0.8*heading)
	top := t.corner(i) + complex(sheetMargin+t.width/2, sheetMargin+heading+(t.height-heading-scale*d.height)/2)
	c.letters(top-complex(0, 0.1*size), size, strconv.Itoa(i+1), "text-anchor", "middle", "fill", ink)
	d.put(c, top-complex(scale*d.width/2, 0), scale)
}
