package draw

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadrille/lang/source"
)

// canvas writes a document of SVG, an element on a line. Attributes are given as names
// and values in turn; values are strings and numbers, of which two decimals are written.
// The writer keeps its first error.
type canvas struct {
	w     *bufio.Writer
	depth int
}

// write writes a document with a drawing on white.
func write(w io.Writer, title string, d drawing) error {
	c := &canvas{w: bufio.NewWriter(w)}
	c.w.WriteString(xml.Header)
	c.open("svg", "xmlns", "http://www.w3.org/2000/svg",
		"width", d.width, "height", d.height, "viewBox", "0 0 "+number(d.width)+" "+number(d.height))
	c.title(title)
	c.rect(point{}, d.width, d.height, "fill", "white")
	d.draw(c)
	c.close("svg")
	return c.w.Flush()
}

// start begins a tag on a line of its own, and leaves it open.
func (c *canvas) start(name string, attributes []any) {
	fmt.Fprintf(c.w, "%*s<%s", 2*c.depth, "", name)
	for k := 0; k < len(attributes); k += 2 {
		value, isNumber := attributes[k+1].(float64)
		text := number(value)
		if !isNumber {
			text = escaped(fmt.Sprint(attributes[k+1]))
		}
		fmt.Fprintf(c.w, ` %s="%s"`, attributes[k], text)
	}
}

// open begins an element. What is drawn until it is closed is part of it.
func (c *canvas) open(name string, attributes ...any) {
	c.start(name, attributes)
	c.w.WriteString(">\n")
	c.depth++
}

func (c *canvas) close(name string) {
	c.depth--
	fmt.Fprintf(c.w, "%*s</%s>\n", 2*c.depth, "", name)
}

// shape writes an element without content.
func (c *canvas) shape(name string, attributes ...any) {
	c.start(name, attributes)
	c.w.WriteString("/>\n")
}

// text writes an element that contains a text.
func (c *canvas) text(name, text string, attributes ...any) {
	c.start(name, attributes)
	fmt.Fprintf(c.w, ">%s</%s>\n", escaped(text), name)
}

func (c *canvas) title(title string) {
	if title != "" {
		c.text("title", source.Printable(title))
	}
}

// path draws a path, unless it is empty.
func (c *canvas) path(d string, attributes ...any) {
	if d != "" {
		c.shape("path", append([]any{"d", d}, attributes...)...)
	}
}

func (c *canvas) circle(at point, radius float64, attributes ...any) {
	c.shape("circle", append([]any{"cx", at.x, "cy", at.y, "r", radius}, attributes...)...)
}

func (c *canvas) rect(corner point, width, height float64, attributes ...any) {
	c.shape("rect", append([]any{"x", corner.x, "y", corner.y, "width", width, "height", height}, attributes...)...)
}

// letters writes a line that begins at a point, unless an attribute says otherwise.
func (c *canvas) letters(at point, size float64, text string, attributes ...any) {
	c.text("text", text, append([]any{"x", at.x, "y", at.y, "font-family", "sans-serif", "font-size", size}, attributes...)...)
}

// word sets a word around a point, so large that it fits a circle around it.
func (c *canvas) word(at point, radius float64, text string, attributes ...any) {
	const letter = 0.62 // the width of a letter, by its height
	count := float64(max(1, utf8.RuneCountInString(text)))
	size := min(radius, 1.75*radius/(letter*count))
	c.letters(point{at.x, at.y + 0.36*size}, size, text, append([]any{"text-anchor", "middle"}, attributes...)...)
}

func number(v float64) string { return strconv.FormatFloat(math.Round(100*v)/100, 'f', -1, 64) }

// escaped returns a text as XML has it.
func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a builder takes everything
	return b.String()
}

// outlined is what a path says to run through points, and back to the first.
func outlined(points []point) string {
	var b strings.Builder
	for i, p := range points {
		fmt.Fprintf(&b, "%c%.2f,%.2f", "ML"[min(i, 1)], p.x, p.y)
	}
	return b.String() + "Z"
}

// stroke is what a path says to draw a line.
func stroke(a, b point) string { return fmt.Sprintf("M%.2f,%.2fL%.2f,%.2f", a.x, a.y, b.x, b.y) }
