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
	squareSide    = 40.0 // the side of a square, in the units of SVG
	pictureMargin = 10.0 // width of the margin around a picture
	thickLineInk  = "#222222"
	thinLineInk   = "#999999"
)

// WriteSVG writes a picture as an SVG document that needs no other files. Cubes are drawn layer by layer, with the
// solid beside the layers. The elements of a piece F have the class piece-F and an id; the cell in row 3 and column 4
// has the id cell-3-4. The document contains a description of the picture.
func WriteSVG(w io.Writer, pic Picture) error {
	return NewDetailedPictureBlock(pic).SVG(w)
}

// drawing is the content of a page, or of a part of a page. It reaches from the origin to its width and height.
type drawing struct {
	width, height float64
	drawContent   func(c *svgWriter)
}

// pictureDrawing returns the drawing of a picture, with a margin. If detailed is set, each cell is an element of its
// own.
func (p *drawPlan) pictureDrawing(l labelStyle, detailed bool) drawing {
	p.labelStyle, p.hasCellElements = l, detailed
	switch {
	case len(p.BoardCells) == 0:
		return drawing{drawContent: func(*svgWriter) {}}.withMargin(pictureMargin)
	case p.Lattice == lattice.Cube:
		return p.cubesDrawing().withMargin(pictureMargin)
	case p.Lattice.IsSolid():
		return p.layersWithHeadings().withMargin(pictureMargin)
	case p.Lattice.StickEnds != nil:
		// beads on the border reach beyond the box of the sticks
		return p.planeCellsDrawing(p.BoardCells).withMargin(pictureMargin +
			(labelBeadRadius+stickOutlineWidth)*squareSide)
	}
	return p.drawingWithSpaceForClues(p.planeCellsDrawing(p.BoardCells)).withMargin(pictureMargin)
}

// drawingsInRow returns one drawing that shows several plans from left to right.
func drawingsInRow(plans []*drawPlan, l labelStyle, detailed bool) drawing {
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
	all.drawContent = func(c *svgWriter) {
		left := 0.0
		for _, d := range each {
			d.drawScaledAt(c, complex(left, 0), 1)
			left += d.width
		}
	}
	return all
}

// svgWriter writes an SVG document, one tag in each line. Attributes are given as pairs of a name and a value; numbers
// are written with two decimals. Its buffer keeps the first error.
type svgWriter struct {
	output *bufio.Writer
	// openElements is the number of elements that are open, for indentation.
	openElements int
	idPrefix     string          // prefix of the ids of all elements, such as s7-
	idCounts     map[string]int  // for each name, the number of ids made of it
	cellAreas    *cellAreaRecord // record of where cells are drawn; nil if that is not asked for
}

// writeDocument writes a document with a drawing on a white background.
func writeDocument(w io.Writer, words caption, d drawing) error {
	return writePaper(w, twoDecimals(d.width), twoDecimals(d.height), words, d)
}

// writePaper writes a document of a given width and height, which are texts that may have units, such as 210mm.
func writePaper(w io.Writer, width, height string, words caption, d drawing) error {
	c := &svgWriter{output: bufio.NewWriter(w), idCounts: map[string]int{}}
	c.writeElementTag(`?xml version="1.0" encoding="UTF-8"`, "?>")
	c.openElement("svg", "xmlns", "http://www.w3.org/2000/svg", "width", width, "height", height,
		"viewBox", "0 0 "+twoDecimals(d.width)+" "+twoDecimals(d.height),
		"role", "img", "aria-label", words.String())
	c.textElement("title", words.title)
	c.textElement("desc", words.description)
	c.writeElementTag("rect", "/>", "x", 0, "y", 0, "width", d.width, "height", d.height, "fill", "white")
	d.drawContent(c)
	c.closeElement("svg")
	return c.output.Flush()
}

// uniqueID returns an id, made of a name, that is new in the document. Its characters are safe in CSS selectors.
func (c *svgWriter) uniqueID(name string) string {
	name = c.idPrefix + name
	c.idCounts[name]++
	if n := c.idCounts[name]; n > 1 {
		return fmt.Sprintf("%s-%d", name, n)
	}
	return name
}

// nameWithIDCharacters returns a name in characters that ids and classes allow: any other character than an ASCII
// letter or a digit is replaced by its code.
func nameWithIDCharacters(name string) string {
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

func (c *svgWriter) writeElementTag(name, end string, attributes ...any) {
	fmt.Fprintf(c.output, "%*s<%s", 2*c.openElements, "", name)
	for k := 0; k < len(attributes); k += 2 {
		text := fmt.Sprint(attributes[k+1])
		if v, ok := attributes[k+1].(float64); ok {
			text = twoDecimals(v)
		}
		fmt.Fprintf(c.output, ` %s="%s"`, attributes[k], html.EscapeString(text))
	}
	fmt.Fprintln(c.output, end)
}

func twoDecimals(v float64) string { return strconv.FormatFloat(math.Round(100*v)/100, 'f', -1, 64) }

// openElement begins an element. Everything written until closeElement is inside the element.
func (c *svgWriter) openElement(name string, attributes ...any) {
	c.writeElementTag(name, ">", attributes...)
	c.openElements++
}

func (c *svgWriter) closeElement(name string) {
	c.openElements--
	c.writeElementTag("/"+name, ">")
}

// textElement writes an element that contains a text. It writes nothing if the text is empty.
func (c *svgWriter) textElement(name, text string, attributes ...any) {
	if text != "" {
		c.writeElementTag(name, ">"+html.EscapeString(source.EscapeText(text))+"</"+name+">", attributes...)
	}
}

// drawPath draws a path. It draws nothing if the path data d is empty.
func (c *svgWriter) drawPath(d string, attributes ...any) {
	if d != "" {
		c.writeElementTag("path", "/>", append([]any{"d", d}, attributes...)...)
	}
}

func (c *svgWriter) drawCircle(at point, radius float64, attributes ...any) {
	c.writeElementTag("circle", "/>", append([]any{"cx", real(at), "cy", imag(at), "r", radius}, attributes...)...)
}

// fontFamily is the font of all texts.
const fontFamily = "sans-serif"

// drawTextLine writes a line that begins at a point, unless an attribute changes the anchor.
func (c *svgWriter) drawTextLine(at point, size float64, text string, attributes ...any) {
	c.textElement("text", text, append([]any{"x", real(at), "y", imag(at), "font-family", fontFamily, "font-size",
		size}, attributes...)...)
}

// capitalBaselineDrop is the distance from the middle of a line of capitals down to its baseline, as a multiple of the
// size of the letters.
const capitalBaselineDrop = 0.36

// drawCentredWord writes a word centred at a point.
func (c *svgWriter) drawCentredWord(at point, size float64, text string, attributes ...any) {
	c.drawTextLine(at+complex(0, capitalBaselineDrop*size), size, text,
		append([]any{"text-anchor", "middle"}, attributes...)...)
}

// formatPoint returns the coordinates of a point as SVG writes them.
func formatPoint(p point) string { return twoDecimals(real(p)) + "," + twoDecimals(imag(p)) }

// polygonPath returns the path data of a polygon.
func polygonPath(points []point) string { return openLinePath(points...) + "Z" }

// openLinePath returns the path data of a line through points, with an end at the first and the last one.
func openLinePath(points ...point) string {
	var b strings.Builder
	for i, p := range points {
		b.WriteString("ML"[min(i, 1):][:1] + formatPoint(p))
	}
	return b.String()
}

// drawScaledAt draws a drawing, scaled by a factor, with its upper left corner at a point.
func (d drawing) drawScaledAt(c *svgWriter, at point, scale float64) {
	c.openElement("g", "transform", fmt.Sprintf("translate(%s) scale(%.4f)", formatPoint(at), scale))
	leave := c.cellAreas.enterInnerDrawing(at, scale)
	d.drawContent(c)
	leave()
	c.closeElement("g")
}

// withMargin returns the drawing with a margin around it.
func (d drawing) withMargin(margin float64) drawing {
	return drawing{d.width + 2*margin, d.height + 2*margin,
		func(c *svgWriter) { d.drawScaledAt(c, complex(margin, margin), 1) }}
}

// withDrawingBelow returns a drawing with another one below it.
func (d drawing) withDrawingBelow(below drawing) drawing {
	return drawing{max(d.width, below.width+2*pictureMargin), d.height + below.height, func(c *svgWriter) {
		d.drawContent(c)
		below.drawScaledAt(c, complex(pictureMargin, d.height-pictureMargin/2), 1)
	}}
}

// point is a point of a drawing as a complex number: the real part is the distance to the right of the origin, and the
// imaginary part the distance below it.
type point = complex128

// pagePoint returns the point of the drawing for a point of the lattice's plane.
func (p *drawPlan) pagePoint(at lattice.PlanePoint) point {
	return complex(float64(at.X-p.boxLeast.X)*p.Lattice.PlaneScale[0]*squareSide,
		float64(at.Y-p.boxLeast.Y)*p.Lattice.PlaneScale[1]*squareSide)
}

// cellCorners returns the places of the corners of a cell.
func (p *drawPlan) cellCorners(c lattice.Cell) []point {
	var corners []point
	for _, at := range p.Lattice.CellOutline(c) {
		corners = append(corners, p.pagePoint(at))
	}
	return corners
}

// cellCentre returns the centre of a cell.
func (p *drawPlan) cellCentre(c lattice.Cell) point { return meanOfPoints(p.cellCorners(c)) }

func meanOfPoints(points []point) point {
	var sum point
	for _, p := range points {
		sum += p
	}
	return sum / complex(float64(len(points)), 0)
}
