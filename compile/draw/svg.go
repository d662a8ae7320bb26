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

// SVG writes a picture as a self-contained SVG document. Cubes are drawn layer by layer, with the solid beside
// the layers. The elements of a piece F have the class piece-F and an id; the cell in row 3 and column 4 has
// cell-3-4. The document contains a description of the picture.
func SVG(w io.Writer, pic Picture) error {
	plans := newPlans(pic)
	l := chooseLettering(plans)
	d := inRow(plans, l, true)
	if key := l.drawKey(d.width - 2*margin); key.height > 0 {
		d = d.stackAbove(key)
	}
	return writeDocument(w, captionOf(pic), d)
}

// drawing is the content of a page or of a part of it. It extends from the origin to its size.
type drawing struct {
	width, height float64
	draw          func(c *canvas)
}

// pictureDrawing returns the drawing of a picture, with a margin. If detailed is set, each cell is an element.
func (p *drawPlan) pictureDrawing(l lettering, detailed bool) drawing {
	p.lettering, p.detailed = l, detailed
	switch {
	case len(p.Board) == 0:
		return drawing{draw: func(*canvas) {}}.withMargin(margin)
	case p.Lattice == lattice.Cube:
		return p.drawCubes().withMargin(margin)
	case p.Lattice.IsSolid():
		return p.headedLayers().withMargin(margin)
	case p.Lattice.Ends != nil:
		return p.drawFlat(p.Board).withMargin(margin + (bead+rodEdge)*unit) // beads on the rim extend beyond it
	}
	return p.withClues(p.drawFlat(p.Board)).withMargin(margin)
}

// inRow returns the drawing of plans, from left to right.
func inRow(plans []*drawPlan, l lettering, detailed bool) drawing {
	if len(plans) == 1 {
		return plans[0].pictureDrawing(l, detailed)
	}
	var all drawing
	var each []drawing
	for _, p := range plans {
		d := p.pictureDrawing(l, detailed)
		each = append(each, d)
		all.width, all.height = all.width+d.width, max(all.height, d.height)
	}
	all.draw = func(c *canvas) {
		left := 0.0
		for _, d := range each {
			d.drawAt(c, complex(left, 0), 1)
			left += d.width
		}
	}
	return all
}

// canvas writes an SVG document, one tag in each line. Attributes are pairs of a name and a value; numbers have
// two decimals. The writer keeps its first error.
type canvas struct {
	w      *bufio.Writer
	depth  int
	prefix string         // prefix of ids
	ids    map[string]int // number of ids with a name
	areas  *areaRecord    // where cells are drawn, if that is asked for
}

// writeDocument writes a document with a drawing on a white background.
func writeDocument(w io.Writer, words caption, d drawing) error {
	return writePaper(w, formatNumber(d.width), formatNumber(d.height), words, d)
}

// writePaper writes a document that is as wide and as high as said, with units.
func writePaper(w io.Writer, width, height string, words caption, d drawing) error {
	c := &canvas{w: bufio.NewWriter(w), ids: map[string]int{}}
	c.writeTag(`?xml version="1.0" encoding="UTF-8"`, "?>")
	c.openElement("svg", "xmlns", "http://www.w3.org/2000/svg", "width", width, "height", height,
		"viewBox", "0 0 "+formatNumber(d.width)+" "+formatNumber(d.height),
		"role", "img", "aria-label", words.String())
	c.textElement("title", words.title)
	c.textElement("desc", words.description)
	c.writeTag("rect", "/>", "x", 0, "y", 0, "width", d.width, "height", d.height, "fill", "white")
	d.draw(c)
	c.closeElement("svg")
	return c.w.Flush()
}

// uniqueID returns an id that is new in the document. Its letters are safe in CSS selectors.
func (c *canvas) uniqueID(name string) string {
	name = c.prefix + name
	c.ids[name]++
	if n := c.ids[name]; n > 1 {
		return fmt.Sprintf("%s-%d", name, n)
	}
	return name
}

// safeName returns a name in letters allowed in ids and classes: a character that is no ASCII letter or digit
// becomes its number.
func safeName(name string) string {
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

func (c *canvas) writeTag(name, end string, attributes ...any) {
	fmt.Fprintf(c.w, "%*s<%s", 2*c.depth, "", name)
	for k := 0; k < len(attributes); k += 2 {
		text := fmt.Sprint(attributes[k+1])
		if v, ok := attributes[k+1].(float64); ok {
			text = formatNumber(v)
		}
		fmt.Fprintf(c.w, ` %s="%s"`, attributes[k], html.EscapeString(text))
	}
	fmt.Fprintln(c.w, end)
}

func formatNumber(v float64) string { return strconv.FormatFloat(math.Round(100*v)/100, 'f', -1, 64) }

// openElement opens an element. It contains all that is drawn until it is closed.
func (c *canvas) openElement(name string, attributes ...any) {
	c.writeTag(name, ">", attributes...)
	c.depth++
}

func (c *canvas) closeElement(name string) {
	c.depth--
	c.writeTag("/"+name, ">")
}

// textElement writes an element that contains a text; nothing if the text is empty.
func (c *canvas) textElement(name, text string, attributes ...any) {
	if text != "" {
		c.writeTag(name, ">"+html.EscapeString(source.EscapeText(text))+"</"+name+">", attributes...)
	}
}

// drawPath draws a path; nothing if it is empty.
func (c *canvas) drawPath(d string, attributes ...any) {
	if d != "" {
		c.writeTag("path", "/>", append([]any{"d", d}, attributes...)...)
	}
}

func (c *canvas) drawCircle(at point, radius float64, attributes ...any) {
	c.writeTag("circle", "/>", append([]any{"cx", real(at), "cy", imag(at), "r", radius}, attributes...)...)
}

// fontFamily is the font of all texts.
const fontFamily = "sans-serif"

// drawText writes a line that begins at a point, unless an attribute changes the anchor.
func (c *canvas) drawText(at point, size float64, text string, attributes ...any) {
	c.textElement("text", text, append([]any{"x", real(at), "y", imag(at), "font-family", fontFamily, "font-size",
		size}, attributes...)...)
}

// capitalDrop is the distance from the middle of a line of capitals down to its baseline, by the size.
const capitalDrop = 0.36

// drawWord writes a word centred at a point.
func (c *canvas) drawWord(at point, size float64, text string, attributes ...any) {
	c.drawText(at+complex(0, capitalDrop*size), size, text, append([]any{"text-anchor", "middle"}, attributes...)...)
}

// formatPoint formats a point.
func formatPoint(p point) string { return formatNumber(real(p)) + "," + formatNumber(imag(p)) }

// closedPath is the path data of a polygon.
func closedPath(points []point) string {
	var b strings.Builder
	for i, p := range points {
		b.WriteString("ML"[min(i, 1):][:1] + formatPoint(p))
	}
	return b.String() + "Z"
}

// segmentPath is the path data of a line segment.
func segmentPath(a, b point) string {
	return "M" + formatPoint(a) + "L" + formatPoint(b)
}

// drawAt draws a drawing with its corner at a point, scaled.
func (d drawing) drawAt(c *canvas, at point, scale float64) {
	c.openElement("g", "transform", fmt.Sprintf("translate(%s) scale(%.4f)", formatPoint(at), scale))
	leave := c.areas.enterTransform(at, scale)
	d.draw(c)
	leave()
	c.closeElement("g")
}

// withMargin returns the drawing with a margin around it.
func (d drawing) withMargin(margin float64) drawing {
	return drawing{d.width + 2*margin, d.height + 2*margin, func(c *canvas) { d.drawAt(c, complex(margin, margin), 1) }}
}

// stackAbove returns a drawing with another one below it, in its margin.
func (d drawing) stackAbove(below drawing) drawing {
	return drawing{max(d.width, below.width+2*margin), d.height + below.height, func(c *canvas) {
		d.draw(c)
		below.drawAt(c, complex(margin, d.height-margin/2), 1)
	}}
}

// point is a point of a drawing: the real part is the distance to the right of the origin, the imaginary part
// the distance below it.
type point = complex128

// pagePoint returns the place of a point of the lattice's plane.
func (p *drawPlan) pagePoint(at lattice.PlanePoint) point {
	return complex(float64(at.X-p.least.X)*p.Lattice.Scale[0]*unit, float64(at.Y-p.least.Y)*p.Lattice.Scale[1]*unit)
}

// cellCorners returns the places of the corners of a cell.
func (p *drawPlan) cellCorners(c lattice.Cell) []point {
	var corners []point
	for _, at := range p.Lattice.Outline(c) {
		corners = append(corners, p.pagePoint(at))
	}
	return corners
}

// cellCentre returns the centre of a cell.
func (p *drawPlan) cellCentre(c lattice.Cell) point { return meanPoint(p.cellCorners(c)) }

func meanPoint(points []point) point {
	var sum point
	for _, p := range points {
		sum += p
	}
	return sum / complex(float64(len(points)), 0)
}
