package paper

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

// sheet is a page in the making: the operators of PDF that paint it.
type sheet struct {
	content       bytes.Buffer
	width, height float64 // in points
	title         string
	faces         [2]*face
}

// style is what elements of SVG hand down to those inside of them: attributes by name.
type style map[string]string

// inherited tells the attributes that elements hand down.
var inherited = map[string]bool{
	"fill": true, "stroke": true, "stroke-width": true, "stroke-linecap": true, "stroke-linejoin": true, "stroke-dasharray": true,
	"stroke-opacity": true, "font-size": true, "font-weight": true, "text-anchor": true, "paint-order": true,
}

// initial is what holds where no element says otherwise.
var initial = style{"fill": "black", "stroke": "none", "stroke-width": "1", "stroke-opacity": "1", "font-size": "16", "text-anchor": "start"}

// painters has what is done for an element with its attributes, and those that were handed down.
var painters = map[string]func(*sheet, style) error{
	"svg": (*sheet).begin, "g": (*sheet).group, "rect": (*sheet).rect, "path": (*sheet).path, "circle": (*sheet).circle,
	"text": nothing, "title": nothing, "desc": nothing, // what they say comes when they end
}

func nothing(*sheet, style) error { return nil }

// deepest is how deep elements may lie in one another.
const deepest = 30

// read paints a document.
func (s *sheet) read(svg io.Reader) error {
	in := xml.NewDecoder(svg)
	var said strings.Builder
	styles := []style{initial}
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
			paint, known := painters[t.Name.Local]
			if !known || (t.Name.Local == "svg") != (len(styles) == 1) || len(styles) > deepest {
				return fmt.Errorf("nobody knows how to paint <%s> here", t.Name.Local)
			}
			said.Reset()
			styles = append(styles, top.with(t.Attr))
			err = paint(s, styles[len(styles)-1])
		case xml.CharData:
			said.Write(t)
		case xml.EndElement:
			switch t.Name.Local {
			case "g":
				s.say("Q")
			case "text":
				err = s.text(top, said.String())
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

// with returns what holds inside an element with attributes.
func (a style) with(attributes []xml.Attr) style {
	inner := style{}
	for name, value := range a {
		if inherited[name] {
			inner[name] = value
		}
	}
	for _, b := range attributes {
		inner[b.Name.Local] = b.Value
	}
	return inner
}

// numbers reads attributes that are numbers; one that is missing is 0.
func (a style) numbers(names ...string) (values []float64, err error) {
	for _, name := range names {
		v, wrong := 0.0, error(nil)
		if a[name] != "" {
			v, wrong = number(a[name])
		}
		values, err = append(values, v), cmp.Or(err, wrong)
	}
	return values, err
}

func number(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > 1e6 {
		return 0, fmt.Errorf("%q is no number that a picture has", text)
	}
	return v, nil
}

// short writes a number.
func short(v float64) string { return strconv.FormatFloat(math.Round(1e5*v)/1e5, 'f', -1, 64) }

// say writes an operator behind its numbers.
func (s *sheet) say(operator string, numbers ...float64) {
	for _, v := range numbers {
		s.content.WriteString(short(v) + " ")
	}
	s.content.WriteString(operator + "\n")
}

// begin makes the page as large as the picture. In PDF up is up.
func (s *sheet) begin(a style) error {
	v, err := a.numbers("width", "height")
	if err == nil && min(v[0], v[1]) <= 0 {
		err = errors.New("the picture has no size")
	}
	if err != nil {
		return err
	}
	scale := min(Points, longest/max(v[0], v[1]))
	s.width, s.height = scale*v[0], scale*v[1]
	s.say("cm", scale, 0, 0, -scale, 0, s.height)
	return nil
}

// group keeps what holds outside, and moves and scales what is inside.
func (s *sheet) group(a style) error {
	s.say("q")
	if a["transform"] == "" {
		return nil
	}
	var x, y, scale float64
	if _, err := fmt.Sscanf(a["transform"], "translate(%g,%g) scale(%g)", &x, &y, &scale); err != nil {
		return fmt.Errorf("%q moves and scales nothing", a["transform"])
	}
	s.say("cm", scale, 0, 0, scale, x, y)
	return nil
}

func (s *sheet) rect(a style) error {
	v, err := a.numbers("x", "y", "width", "height")
	if err == nil {
		err = s.paint(a, func() { s.say("re", v...) })
	}
	return err
}

// quarter is where the control points of a quarter of a circle lie, in radii.
const quarter = 0.5523

func (s *sheet) circle(a style) error {
	v, err := a.numbers("cx", "cy", "r")
	if err != nil {
		return err
	}
	x, y, r := v[0], v[1], v[2]
	k := quarter * r
	return s.paint(a, func() {
		s.say("m", x+r, y)
		s.say("c", x+r, y+k, x+k, y+r, x, y+r)
		s.say("c", x-k, y+r, x-r, y+k, x-r, y)
		s.say("c", x-r, y-k, x-k, y-r, x, y-r)
		s.say("c", x+k, y-r, x+r, y-k, x+r, y)
		s.say("h")
	})
}

// path paints lines and curves: M and L with a point, Q with two, Z with none.
func (s *sheet) path(a style) error {
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
			v, wrong := number(text)
			points, err = append(points, v), cmp.Or(err, wrong)
		}
		d = d[end:]
		switch said := letter + strconv.Itoa(len(points)); {
		case err != nil:
			return err
		case said == "M2" || said == "L2":
			operator := strings.ToLower(letter)
			steps = append(steps, func() { s.say(operator, points...) })
			at = [2]float64(points)
		case said == "Q4": // PDF has cubic curves alone
			from, by, to := at, points[:2], points[2:]
			steps = append(steps, func() {
				s.say("c", (from[0]+2*by[0])/3, (from[1]+2*by[1])/3, (to[0]+2*by[0])/3, (to[1]+2*by[1])/3, to[0], to[1])
			})
			at = [2]float64(to)
		case said == "Z0":
			steps = append(steps, func() { s.say("h") })
		default:
			return fmt.Errorf("a path has %s with %d numbers", letter, len(points))
		}
	}
	return s.paint(a, func() {
		for _, step := range steps {
			step()
		}
	})
}

// paint paints a shape: its area, then its line.
func (s *sheet) paint(a style, shape func()) error {
	filled, err := s.color(a["fill"], "rg")
	stroked, wrong := s.pen(a)
	if err = cmp.Or(err, wrong); err != nil || !filled && !stroked {
		return err
	}
	shape()
	s.say(map[[2]bool]string{{true, false}: "f", {false, true}: "S", {true, true}: "B"}[[2]bool{filled, stroked}])
	return nil
}

// names are the colors that have some in pictures.
var names = map[string]string{"white": "#ffffff", "black": "#000000"}

// color sets the color of areas or lines, unless there is none.
func (s *sheet) color(name, operator string) (painted bool, err error) {
	if name == "none" {
		return false, nil
	}
	hex := cmp.Or(names[name], name)
	rgb, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil || len(hex) != 7 {
		return false, fmt.Errorf("%q is no color that a picture has", name)
	}
	s.say(operator, float64(rgb>>16)/255, float64(rgb>>8&255)/255, float64(rgb&255)/255)
	return true, nil
}

// caps and joins are the numbers that PDF has for the ends and the corners of lines.
var caps, joins = map[string]float64{"round": 1, "square": 2}, map[string]float64{"round": 1, "bevel": 2}

// pen sets how lines are drawn, unless there are none.
func (s *sheet) pen(a style) (painted bool, err error) {
	painted, err = s.color(a["stroke"], "RG")
	if !painted || err != nil {
		return false, err
	}
	v, err := a.numbers("stroke-width", "stroke-opacity")
	if err != nil {
		return false, err
	}
	s.say("w", v[0])
	s.say("J", caps[a["stroke-linecap"]])
	s.say("j", joins[a["stroke-linejoin"]])
	s.say(fmt.Sprintf("/A%d gs", step(v[1])))
	s.content.WriteString("[")
	for _, text := range strings.Fields(a["stroke-dasharray"]) {
		dash, wrong := number(text)
		err = cmp.Or(err, wrong)
		s.content.WriteString(short(dash) + " ")
	}
	s.say("] 0 d")
	return true, err
}

// Lines have one of so many degrees of opacity, as a page names each that it uses.
const degrees = 20

func step(opacity float64) int { return int(math.Round(degrees * min(max(0, opacity), 1))) }

// opacities lists the degrees, which all pages share.
func opacities() string {
	var b strings.Builder
	for k := range degrees + 1 {
		fmt.Fprintf(&b, "/A%d<</CA %s>>", k, short(float64(k)/degrees))
	}
	return b.String()
}

// text writes a line of letters. A rim around them is drawn first, so that it covers nothing of them.
func (s *sheet) text(a style, said string) error {
	f := s.faces[0]
	if a["font-weight"] == "bold" {
		f = s.faces[1]
	}
	v, err := a.numbers("x", "y", "font-size")
	if err != nil {
		return err
	}
	x, size := v[0], v[2]
	glyphs, width := f.set(said)
	x -= size * width * map[string]float64{"middle": 0.5, "end": 1}[a["text-anchor"]]
	write := func(mode float64) {
		s.content.WriteString("BT\n")
		s.say(fmt.Sprintf("/%s %s Tf", map[bool]string{false: "F0", true: "F1"}[f == s.faces[1]], short(size)))
		s.say("Tr", mode)
		s.say("Tm", 1, 0, 0, -1, x, v[1])
		s.say("<" + hex(glyphs) + "> Tj\nET")
	}
	stroked, err := s.pen(a)
	if stroked && err == nil {
		write(1)
	}
	filled, wrong := s.color(a["fill"], "rg")
	if err = cmp.Or(err, wrong); filled && err == nil {
		write(0)
	}
	return err
}
