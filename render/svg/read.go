// Package svg parses SVG pictures of this module, for painters that convert them to other formats.
//
// Its input is SVG documents. It understands the elements and attributes that occur in pictures of this module, and
// returns an error for any other. It knows nothing of puzzles, nor of the format into which a painter converts shapes.
package svg

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Painter paints a picture: areas, lines and texts, each over the previous ones. Positions are in units of the picture,
// from its upper left corner; a millimetre of paper has four units. The transforms of the surrounding groups apply to
// positions.
type Painter interface {
	// Begin sets the size of the picture. It is called once, before the other methods.
	Begin(width, height float64)
	// BeginGroup sets the shift and the scale of all shapes up to EndGroup. A group without a transform has scale 1. A
	// group with scale -1 is upside down.
	BeginGroup(x, y, scale float64)
	EndGroup()
	// PaintPath fills the area of a path, and then draws the line along the path.
	PaintPath(p Path, s PaintStyle)
	// PaintText paints one line of letters. If the letters have an outline, it is drawn before the letters, so that it
	// does not cover them.
	PaintText(t TextLine, s PaintStyle)
}

// Path is a sequence of steps of a pen.
type Path []PenMovement

// PenMovement is one movement of a pen. Move and Line have one point, Curve has three, and Close none. Rect is a whole
// rectangle: the first point is its corner, and the second holds its width and height.
type PenMovement struct {
	StepKind   StepKind
	StepPoints []Point
}

// Point is a position in the picture.
type Point struct{ X, Y float64 }

// StepKind is the kind of a step.
type StepKind int

// The kinds of steps. Curve is a cubic Bézier curve.
const (
	Move StepKind = iota
	Line
	Curve
	Close
	Rect
)

// TextLine is one line of letters. FractionLeftOfX is the fraction of the line's width to the left of X: 0 if X is its
// beginning, 0.5 if X is its middle, 1 if X is its end.
type TextLine struct {
	X, Y, FontSize, FractionLeftOfX float64
	IsBold, IsTypewriter            bool // typewriter letters all have the same width
	Letters                         string
}

// PaintStyle holds the colors, widths and forms with which a shape is painted.
type PaintStyle struct {
	FillColor, LineColor   PaintColor
	LineWidth, LineOpacity float64 // width and opacity of the line
	CapForm, JoinForm      LineEnd
	DashLengths            []float64 // lengths of dashes and gaps alternately; empty for a line without gaps
}

// PaintColor is a color. If IsPainted is false, nothing is painted.
type PaintColor struct {
	Red, Green, Blue uint8
	IsPainted        bool
}

// LineEnd is the form of the ends and corners of lines.
type LineEnd int

// The forms of ends and corners. Sharp stands for butt ends and miter corners.
const (
	Sharp LineEnd = iota
	Round
	Flat // square ends and bevel corners
)

// elementAttributes holds the attributes that apply to an SVG element, by name: its own, and those inherited from the
// elements around it.
type elementAttributes map[string]string

// inheritedAttributes names the attributes that an element passes on to the elements inside it.
var inheritedAttributes = map[string]bool{
	"fill": true, "stroke": true, "stroke-width": true, "stroke-linecap": true, "stroke-linejoin": true,
	"stroke-dasharray": true,
	"stroke-opacity":   true, "font-size": true, "font-weight": true, "font-family": true, "text-anchor": true,
	"paint-order": true,
}

// initialAttributes holds the values of the attributes that no element around a shape sets.
var initialAttributes = elementAttributes{"fill": "black", "stroke": "none", "stroke-width": "1", "stroke-opacity": "1",
	"font-size": "16", "text-anchor": "start"}

// elementReaders holds the function that paints each kind of element. The attributes that a function receives include
// inherited ones.
var elementReaders = map[string]func(Painter, elementAttributes) error{
	"svg": beginPicture, "g": beginGroup, "rect": readRect, "path": readPath, "circle": readCircle,
	"text": skipElement, "title": skipElement, "desc": skipElement, // their content is read when the element ends
}

func skipElement(Painter, elementAttributes) error { return nil }

// maxElementDepth is the greatest depth of nested elements.
const maxElementDepth = 30

// Read parses a document, calls the painter for its shapes, and returns its title.
func Read(document io.Reader, p Painter) (title string, err error) {
	in := xml.NewDecoder(document)
	var said strings.Builder
	styles := []elementAttributes{initialAttributes}
	begun := false
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) && begun {
			return title, nil
		}
		if err != nil {
			return "", fmt.Errorf("this is no SVG: %w", err)
		}
		top := styles[len(styles)-1]
		switch t := token.(type) {
		case xml.StartElement:
			read, known := elementReaders[t.Name.Local]
			if !known || (t.Name.Local == "svg") != (len(styles) == 1) || len(styles) > maxElementDepth {
				return "", fmt.Errorf("nobody knows how to paint <%s> here", t.Name.Local)
			}
			said.Reset()
			styles = append(styles, top.withAttributes(t.Attr))
			err = read(p, styles[len(styles)-1])
			begun = true
		case xml.CharData:
			said.Write(t)
		case xml.EndElement:
			switch t.Name.Local {
			case "g":
				p.EndGroup()
			case "text":
				err = readText(p, top, said.String())
			case "title":
				title = cmp.Or(title, said.String())
			}
			styles = styles[:len(styles)-1]
		}
		if err != nil {
			return "", err
		}
	}
}

// withAttributes returns the attributes that apply inside an element, given the attributes that the element itself
// declares.
func (a elementAttributes) withAttributes(declared []xml.Attr) elementAttributes {
	inner := elementAttributes{}
	for name, value := range a {
		if inheritedAttributes[name] {
			inner[name] = value
		}
	}
	for _, b := range declared {
		inner[b.Name.Local] = b.Value
	}
	return inner
}

// parseNumbers parses some attributes as numbers. A missing attribute is 0.
func (a elementAttributes) parseNumbers(names ...string) (values []float64, err error) {
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

// unitsPerMillimetre is the number of units of a picture in a millimetre.
const unitsPerMillimetre = 4

func beginPicture(p Painter, a elementAttributes) error {
	scale := 1.0
	for _, side := range []string{"width", "height"} {
		if length, inMillimetres := strings.CutSuffix(a[side], "mm"); inMillimetres {
			a[side], scale = length, unitsPerMillimetre
		}
	}
	v, err := a.parseNumbers("width", "height")
	if err == nil && min(v[0], v[1]) <= 0 {
		err = errors.New("the picture has no size")
	}
	if err == nil {
		p.Begin(scale*v[0], scale*v[1])
	}
	return err
}

// beginGroup begins a group for the painter, with its shift and scale.
func beginGroup(p Painter, a elementAttributes) error {
	x, y, scale := 0.0, 0.0, 1.0
	if a["transform"] != "" {
		if _, err := fmt.Sscanf(a["transform"], "translate(%g,%g) scale(%g)", &x, &y, &scale); err != nil {
			return fmt.Errorf("%q moves and scales nothing", a["transform"])
		}
	}
	p.BeginGroup(x, y, scale)
	return nil
}

func readRect(p Painter, a elementAttributes) error {
	v, err := a.parseNumbers("x", "y", "width", "height")
	if err != nil {
		return err
	}
	return paintPath(p, a, Path{{Rect, []Point{{v[0], v[1]}, {v[2], v[3]}}}})
}

// quarterControl is the distance of the control points of a quarter circle from its ends, divided by the radius.
const quarterControl = 0.5523

func readCircle(p Painter, a elementAttributes) error {
	v, err := a.parseNumbers("cx", "cy", "r")
	if err != nil {
		return err
	}
	x, y, r := v[0], v[1], v[2]
	k := quarterControl * r
	return paintPath(p, a, Path{
		{Move, []Point{{x + r, y}}},
		{Curve, []Point{{x + r, y + k}, {x + k, y + r}, {x, y + r}}},
		{Curve, []Point{{x - k, y + r}, {x - r, y + k}, {x - r, y}}},
		{Curve, []Point{{x - r, y - k}, {x - k, y - r}, {x, y - r}}},
		{Curve, []Point{{x + k, y - r}, {x + r, y - k}, {x + r, y}}},
		{StepKind: Close},
	})
}

// readPath parses a path of lines and curves: the steps are M and L with one point each, Q with two points, and Z
// without a point.
func readPath(p Painter, a elementAttributes) error {
	var path Path
	var at Point
	for d := a["d"]; d != ""; {
		letter, values, err := d[:1], []float64(nil), error(nil)
		d = d[1:]
		end := strings.IndexAny(d, "MLQZ")
		if end < 0 {
			end = len(d)
		}
		for _, text := range strings.FieldsFunc(d[:end], func(r rune) bool { return r == ',' || r == ' ' }) {
			v, wrong := parseNumber(text)
			values, err = append(values, v), cmp.Or(err, wrong)
		}
		d = d[end:]
		var points []Point
		for k := 0; k+1 < len(values); k += 2 {
			points = append(points, Point{values[k], values[k+1]})
		}
		switch said := letter + strconv.Itoa(len(values)); {
		case err != nil:
			return err
		case said == "M2":
			path = append(path, PenMovement{Move, points})
		case said == "L2":
			path = append(path, PenMovement{Line, points})
		case said == "Q4":
			path = append(path, QuadraticCurve(at, points[0], points[1]))
		case said == "Z0":
			path = append(path, PenMovement{StepKind: Close})
		default:
			return fmt.Errorf("a path has %s with %d numbers", letter, len(values))
		}
		if len(points) > 0 {
			at = points[len(points)-1]
		}
	}
	return paintPath(p, a, path)
}

// QuadraticCurve returns the step along a curve with one control point.
func QuadraticCurve(from, by, to Point) PenMovement {
	return PenMovement{Curve, []Point{{(from.X + 2*by.X) / 3, (from.Y + 2*by.Y) / 3},
		{(to.X + 2*by.X) / 3, (to.Y + 2*by.Y) / 3}, to}}
}

func paintPath(p Painter, a elementAttributes, path Path) error {
	s, err := a.paintStyle()
	if err == nil && (s.FillColor.IsPainted || s.LineColor.IsPainted) {
		p.PaintPath(path, s)
	}
	return err
}

func readText(p Painter, a elementAttributes, letters string) error {
	v, err := a.parseNumbers("x", "y", "font-size")
	s, wrong := a.paintStyle()
	if err = cmp.Or(err, wrong); err != nil {
		return err
	}
	p.PaintText(TextLine{X: v[0], Y: v[1], FontSize: v[2], FractionLeftOfX: map[string]float64{"middle": 0.5,
		"end": 1}[a["text-anchor"]],
		IsBold: a["font-weight"] == "bold", IsTypewriter: a["font-family"] == "monospace", Letters: letters}, s)
	return nil
}

// endsByName holds the forms of ends and corners by their names in SVG; any other name stands for Sharp.
var endsByName = map[string]LineEnd{"round": Round, "square": Flat, "bevel": Flat}

// paintStyle returns the style that the attributes describe.
func (a elementAttributes) paintStyle() (s PaintStyle, err error) {
	var wrong error
	if s.FillColor, err = parseColor(a["fill"]); err != nil {
		return s, err
	}
	if s.LineColor, err = parseColor(a["stroke"]); err != nil || !s.LineColor.IsPainted {
		return s, err
	}
	v, err := a.parseNumbers("stroke-width", "stroke-opacity")
	s.LineWidth, s.LineOpacity = v[0], min(max(0, v[1]), 1)
	s.CapForm, s.JoinForm = endsByName[a["stroke-linecap"]], endsByName[a["stroke-linejoin"]]
	for _, text := range strings.Fields(a["stroke-dasharray"]) {
		dash, failed := parseNumber(text)
		s.DashLengths, wrong = append(s.DashLengths, dash), cmp.Or(wrong, failed)
	}
	return s, cmp.Or(err, wrong)
}

// colorNames maps the names of colors that occur in pictures to hexadecimal values.
var colorNames = map[string]string{"white": "#ffffff", "black": "#000000"}

func parseColor(name string) (PaintColor, error) {
	if name == "none" {
		return PaintColor{}, nil
	}
	hex := cmp.Or(colorNames[name], name)
	rgb, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil || len(hex) != 7 {
		return PaintColor{}, fmt.Errorf("%q is no color that a picture has", name)
	}
	return PaintColor{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), true}, nil
}
