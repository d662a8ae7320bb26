package pdf

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// pageContent is a page that is being written, as PDF operators.
type pageContent struct {
	content       bytes.Buffer
	width, height float64 // in points
	title         string
	faces         [2]*pdfFont
}

// svgStyle holds the attributes that SVG elements inherit, by name.
type svgStyle map[string]string

// inheritedAttributes are the attributes that elements inherit.
var inheritedAttributes = map[string]bool{
	"fill": true, "stroke": true, "stroke-width": true, "stroke-linecap": true, "stroke-linejoin": true,
	"stroke-dasharray": true,
	"stroke-opacity":   true, "font-size": true, "font-weight": true, "text-anchor": true, "paint-order": true,
}

// initialStyle holds the default attributes.
var initialStyle = svgStyle{"fill": "black", "stroke": "none", "stroke-width": "1", "stroke-opacity": "1",
	"font-size": "16", "text-anchor": "start"}

// elementPainters are the functions that paint an element, given its own and its inherited attributes.
var elementPainters = map[string]func(*pageContent, svgStyle) error{
	"svg": (*pageContent).beginPage, "g": (*pageContent).paintGroup, "rect": (*pageContent).paintRect,
	"path": (*pageContent).paintPath, "circle": (*pageContent).paintCircle,
	"text": paintNothing, "title": paintNothing, "desc": paintNothing, // painted at their end, when their text is known
}

func paintNothing(*pageContent, svgStyle) error { return nil }

// maxDepth bounds the nesting of elements.
const maxDepth = 30

// readSVG paints a document.
func (s *pageContent) readSVG(svg io.Reader) error {
	in := xml.NewDecoder(svg)
	var said strings.Builder
	styles := []svgStyle{initialStyle}
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) && s.width > 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("this is no SVG: %w", err)
		}
		top := styles[len(styles)-1]
		switch t := token.(type) {
		case xml.StartElement:
			paint, known := elementPainters[t.Name.Local]
			if !known || (t.Name.Local == "svg") != (len(styles) == 1) || len(styles) > maxDepth {
				return fmt.Errorf("nobody knows how to paint <%s> here", t.Name.Local)
			}
			said.Reset()
			styles = append(styles, top.withAttributes(t.Attr))
			err = paint(s, styles[len(styles)-1])
		case xml.CharData:
			said.Write(t)
		case xml.EndElement:
			switch t.Name.Local {
			case "g":
				s.writeOperator("Q")
			case "text":
				err = s.paintText(top, said.String())
			case "title":
				s.title = cmp.Or(s.title, said.String())
			}
			styles = styles[:len(styles)-1]
		}
		if err != nil {
			return err
		}
	}
}

// withAttributes returns the style inside an element with attributes.
func (a svgStyle) withAttributes(attributes []xml.Attr) svgStyle {
	inner := svgStyle{}
	for name, value := range a {
		if inheritedAttributes[name] {
			inner[name] = value
		}
	}
	for _, b := range attributes {
		inner[b.Name.Local] = b.Value
	}
	return inner
}

// numberAttributes parses numeric attributes; a missing one is 0.
func (a svgStyle) numberAttributes(names ...string) (values []float64, err error) {
	for _, name := range names {
		v, wrong := 0.0, error(nil)
		if a[name] != "" {
			v, wrong = parseNumber(a[name])
		}
		values, err = append(values, v), cmp.Or(err, wrong)
	}
	return values, err
}

func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > 1e6 {
		return 0, fmt.Errorf("%q is no number that a picture has", text)
	}
	return v, nil
}

// formatNumber writes a number.
func formatNumber(v float64) string { return strconv.FormatFloat(math.Round(1e5*v)/1e5, 'f', -1, 64) }

// writeOperator writes an operator after its numbers.
func (s *pageContent) writeOperator(operator string, numbers ...float64) {
	for _, v := range numbers {
		s.content.WriteString(formatNumber(v) + " ")
	}
	s.content.WriteString(operator + "\n")
}

// beginPage sets the page size to that of the picture. In PDF, y points up.
func (s *pageContent) beginPage(a svgStyle) error {
	v, err := a.numberAttributes("width", "height")
	if err == nil && min(v[0], v[1]) <= 0 {
		err = errors.New("the picture has no size")
	}
	if err != nil {
		return err
	}
	scale := min(PointsPerUnit, maxPageSide/max(v[0], v[1]))
	s.width, s.height = scale*v[0], scale*v[1]
	s.writeOperator("cm", scale, 0, 0, -scale, 0, s.height)
	return nil
}

// paintGroup saves the graphics state, and applies the translation and scale of a group.
func (s *pageContent) paintGroup(a svgStyle) error {
	s.writeOperator("q")
	if a["transform"] == "" {
		return nil
	}
	var x, y, scale float64
	if _, err := fmt.Sscanf(a["transform"], "translate(%g,%g) scale(%g)", &x, &y, &scale); err != nil {
		return fmt.Errorf("%q moves and scales nothing", a["transform"])
	}
	s.writeOperator("cm", scale, 0, 0, scale, x, y)
	return nil
}

func (s *pageContent) paintRect(a svgStyle) error {
	v, err := a.numberAttributes("x", "y", "width", "height")
	if err == nil {
		err = s.paintShape(a, func() { s.writeOperator("re", v...) })
	}
	return err
}

// quarterControl is the distance of the control points of a quarter circle, in radii.
const quarterControl = 0.5523

func (s *pageContent) paintCircle(a svgStyle) error {
	v, err := a.numberAttributes("cx", "cy", "r")
	if err != nil {
		return err
	}
	x, y, r := v[0], v[1], v[2]
	k := quarterControl * r
	return s.paintShape(a, func() {
		s.writeOperator("m", x+r, y)
		s.writeOperator("c", x+r, y+k, x+k, y+r, x, y+r)
		s.writeOperator("c", x-k, y+r, x-r, y+k, x-r, y)
		s.writeOperator("c", x-r, y-k, x-k, y-r, x, y-r)
		s.writeOperator("c", x+k, y-r, x+r, y-k, x+r, y)
		s.writeOperator("h")
	})
}

// paintPath paints lines and curves: M and L with a point, Q with two, Z with none.
func (s *pageContent) paintPath(a svgStyle) error {
	var steps []func()
	var at [2]float64
	d := a["d"]
	for d != "" {
		letter, points, err := d[:1], []float64(nil), error(nil)
		d = d[1:]
		end := strings.IndexAny(d, "MLQZ")
		if end < 0 {
			end = len(d)
		}
		for _, text := range strings.FieldsFunc(d[:end], func(r rune) bool { return r == ',' || r == ' ' }) {
			v, wrong := parseNumber(text)
			points, err = append(points, v), cmp.Or(err, wrong)
		}
		d = d[end:]
		switch command := letter + strconv.Itoa(len(points)); {
		case err != nil:
			return err
		case command == "M2" || command == "L2":
			operator := strings.ToLower(letter)
			steps = append(steps, func() { s.writeOperator(operator, points...) })
			at = [2]float64(points)
		case command == "Q4": // PDF has only cubic curves
			from, by, to := at, points[:2], points[2:]
			steps = append(steps, func() {
				s.writeOperator("c", (from[0]+2*by[0])/3, (from[1]+2*by[1])/3, (to[0]+2*by[0])/3, (to[1]+2*by[1])/3,
					to[0], to[1])
			})
			at = [2]float64(to)
		case command == "Z0":
			steps = append(steps, func() { s.writeOperator("h") })
		default:
			return fmt.Errorf("a path has %s with %d numbers", letter, len(points))
		}
	}
	return s.paintShape(a, func() {
		for _, step := range steps {
			step()
		}
	})
}

// paintShape paints a shape: its area, then its outline.
func (s *pageContent) paintShape(a svgStyle, shape func()) error {
	filled, err := s.setColor(a["fill"], "rg")
	stroked, wrong := s.setPen(a)
	if err = cmp.Or(err, wrong); err != nil || !filled && !stroked {
		return err
	}
	shape()
	s.writeOperator(map[[2]bool]string{{true, false}: "f", {false, true}: "S",
		{true, true}: "B"}[[2]bool{filled, stroked}])
	return nil
}

// colorNames are the named colors in pictures.
var colorNames = map[string]string{"white": "#ffffff", "black": "#000000"}

// setColor sets the color of areas or lines. It returns false if the color is none.
func (s *pageContent) setColor(name, operator string) (painted bool, err error) {
	if name == "none" {
		return false, nil
	}
	hex := cmp.Or(colorNames[name], name)
	rgb, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil || len(hex) != 7 {
		return false, fmt.Errorf("%q is no color that a picture has", name)
	}
	s.writeOperator(operator, float64(rgb>>16)/255, float64(rgb>>8&255)/255, float64(rgb&255)/255)
	return true, nil
}

// capNumbers and joinNumbers are the PDF numbers for the ends and the corners of lines.
var capNumbers, joinNumbers = map[string]float64{"round": 1, "square": 2}, map[string]float64{"round": 1, "bevel": 2}

// setPen sets the style of lines. It returns false if there is no line.
func (s *pageContent) setPen(a svgStyle) (painted bool, err error) {
	painted, err = s.setColor(a["stroke"], "RG")
	if !painted || err != nil {
		return false, err
	}
	v, err := a.numberAttributes("stroke-width", "stroke-opacity")
	if err != nil {
		return false, err
	}
	s.writeOperator("w", v[0])
	s.writeOperator("J", capNumbers[a["stroke-linecap"]])
	s.writeOperator("j", joinNumbers[a["stroke-linejoin"]])
	s.writeOperator(fmt.Sprintf("/A%d gs", opacityStep(v[1])))
	s.content.WriteString("[")
	for _, text := range strings.Fields(a["stroke-dasharray"]) {
		dash, wrong := parseNumber(text)
		err = cmp.Or(err, wrong)
		s.content.WriteString(formatNumber(dash) + " ")
	}
	s.writeOperator("] 0 d")
	return true, err
}

// opacityDegrees is the number of levels of opacity for lines, as a PDF page must name each level that it uses.
const opacityDegrees = 20

func opacityStep(opacity float64) int {
	return int(math.Round(opacityDegrees * min(max(0, opacity), 1)))
}

// opacityStates lists the levels, which all pages share.
func opacityStates() string {
	var b strings.Builder
	for k := range opacityDegrees + 1 {
		fmt.Fprintf(&b, "/A%d<</CA %s>>", k, formatNumber(float64(k)/opacityDegrees))
	}
	return b.String()
}

// paintText writes a line of text. Its outline is drawn first, so that it does not cover the letters.
func (s *pageContent) paintText(a svgStyle, said string) error {
	f := s.faces[0]
	if a["font-weight"] == "bold" {
		f = s.faces[1]
	}
	v, err := a.numberAttributes("x", "y", "font-size")
	if err != nil {
		return err
	}
	x, size := v[0], v[2]
	glyphs, width := f.setText(said)
	x -= size * width * map[string]float64{"middle": 0.5, "end": 1}[a["text-anchor"]]
	write := func(mode float64) {
		s.content.WriteString("BT\n")
		s.writeOperator(fmt.Sprintf("/%s %s Tf", map[bool]string{false: "F0", true: "F1"}[f == s.faces[1]],
			formatNumber(size)))
		s.writeOperator("Tr", mode)
		s.writeOperator("Tm", 1, 0, 0, -1, x, v[1])
		s.writeOperator("<" + hexDigits(glyphs) + "> Tj\nET")
	}
	stroked, err := s.setPen(a)
	if stroked && err == nil {
		write(1)
	}
	filled, wrong := s.setColor(a["fill"], "rg")
	if err = cmp.Or(err, wrong); filled && err == nil {
		write(0)
	}
	return err
}
