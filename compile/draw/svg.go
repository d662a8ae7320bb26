package draw

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

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
// anything outside. Cubes are drawn layer by layer, and as a solid beside that. What stands
// for a piece called F has the class piece-F and an id, a cell in row 3 and column 4 those
// of cell-3-4. The document says in words what it shows.
func SVG(w io.Writer, pic Picture) error {
	plans := newPlans(pic)
	l := letter(plans)
	d := inRow(plans, l, true)
	if key := l.key(d.width - 2*margin); key.height > 0 {
		d = d.above(key)
	}
	return write(w, described(pic), d)
}

// drawing is something that can be put on a page. It lies between the origin
// and its size.
type drawing struct {
	width, height float64
	draw          func(c *canvas)
}

// drawing returns the drawing of a picture, with a margin. If it is detailed, each cell is
// an element.
func (p *plan) drawing(l lettering, detailed bool) drawing {
	p.lettering, p.detailed = l, detailed
	switch {
	case len(p.Board) == 0:
		return drawing{draw: func(*canvas) {}}.within(margin)
	case p.Lattice == lattice.Cube:
		return p.cubes().within(margin)
	case p.Lattice.Solid():
		return p.headedLayers().within(margin)
	case p.Lattice.Ends != nil:
		return p.flat(p.Board).within(margin + (bead+rodEdge)*unit) // beads on the rim reach out
	}
	return p.withClues(p.flat(p.Board)).within(margin)
}

// inRow returns the drawing of plans, from left to right.
func inRow(plans []*plan, l lettering, detailed bool) drawing {
	if len(plans) == 1 {
		return plans[0].drawing(l, detailed)
	}
	var all drawing
	var each []drawing
	for _, p := range plans {
		d := p.drawing(l, detailed)
		each = append(each, d)
		all.width, all.height = all.width+d.width, max(all.height, d.height)
	}
	all.draw = func(c *canvas) {
		left := 0.0
		for _, d := range each {
			d.put(c, complex(left, 0), 1)
			left += d.width
		}
	}
	return all
}

// canvas writes a document of SVG, a tag on a line. Attributes are given as names and
// values in turn; of numbers two decimals are written. The writer keeps its first error.
type canvas struct {
	w      *bufio.Writer
	depth  int
	prefix string         // of ids
	ids    map[string]int // how many ids began so
}

// write writes a document with a drawing on white.
func write(w io.Writer, words caption, d drawing) error {
	c := &canvas{w: bufio.NewWriter(w), ids: map[string]int{}}
	c.tag(`?xml version="1.0" encoding="UTF-8"`, "?>")
	c.open("svg", "xmlns", "http://www.w3.org/2000/svg",
		"width", d.width, "height", d.height, "viewBox", "0 0 "+number(d.width)+" "+number(d.height),
		"role", "img", "aria-label", words.String())
	c.text("title", words.title)
	c.text("desc", words.description)
	c.tag("rect", "/>", "x", 0, "y", 0, "width", d.width, "height", d.height, "fill", "white")
	d.draw(c)
	c.close("svg")
	return c.w.Flush()
}

// id returns an id that nothing else in the document has. Its letters are safe in selectors.
func (c *canvas) id(name string) string {
	name = c.prefix + name
	c.ids[name]++
	if n := c.ids[name]; n > 1 {
		return fmt.Sprintf("%s-%d", name, n)
	}
	return name
}

// safe writes a name with letters that ids and classes can have: a sign that is no letter or
// digit of ASCII becomes its number.
func safe(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r < 0x80 && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "_%x_", r)
		}
	}
	return b.String()
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

// fonts is what texts are set in.
const fonts = "sans-serif"

// letters writes a line that begins at a point, unless an attribute says otherwise.
func (c *canvas) letters(at point, size float64, text string, attributes ...any) {
	c.text("text", text, append([]any{"x", real(at), "y", imag(at), "font-family", fonts, "font-size", size}, attributes...)...)
}

// capital is how far below its middle a line of capitals stands, by its size.
const capital = 0.36

// word sets a word around a point.
func (c *canvas) word(at point, size float64, text string, attributes ...any) {
	c.letters(at+complex(0, capital*size), size, text, append([]any{"text-anchor", "middle"}, attributes...)...)
}

// pair writes a point.
func pair(p point) string { return number(real(p)) + "," + number(imag(p)) }

// outlined is what a path says to run through points, and back to the first.
func outlined(points []point) string {
	var b strings.Builder
	for i, p := range points {
		b.WriteString("ML"[min(i, 1):][:1] + pair(p))
	}
	return b.String() + "Z"
}

// stroke is what a path says to draw a line.
func stroke(a, b point) string {
	return "M" + pair(a) + "L" + pair(b)
}

// put draws a drawing with its corner at a point, at a scale.
func (d drawing) put(c *canvas, at point, scale float64) {
	c.open("g", "transform", fmt.Sprintf("translate(%s) scale(%.4f)", pair(at), scale))
	d.draw(c)
	c.close("g")
}

// within returns the drawing with a margin around it.
func (d drawing) within(margin float64) drawing {
	return drawing{d.width + 2*margin, d.height + 2*margin, func(c *canvas) { d.put(c, complex(margin, margin), 1) }}
}

// above returns a drawing with another one below it, in its margin.
func (d drawing) above(below drawing) drawing {
	return drawing{max(d.width, below.width+2*margin), d.height + below.height, func(c *canvas) {
		d.draw(c)
		below.put(c, complex(margin, d.height-margin/2), 1)
	}}
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

func mean(points []point) point {
	var sum point
	for _, p := range points {
		sum += p
	}
	return sum / complex(float64(len(points)), 0)
}
