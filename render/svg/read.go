// Package svg reads pictures in SVG as this module draws them, for painters of other formats.
//
// Its input is documents of SVG, of which the elements and attributes that occur in pictures of this module are
// understood, and others are refused. It knows nothing of puzzles and of what a painter makes of shapes.
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

// Painter paints a picture: areas, lines and texts, each over those before it. Places are in units of the picture,
// from its upper left corner, and as the groups around them move and scale them.
type Painter interface {
	// Begin says how large the picture is. It comes first, once.
	Begin(width, height float64)
	// BeginGroup moves and scales all until EndGroup; a group without a transform has the scale 1.
	BeginGroup(x, y, scale float64)
	EndGroup()
	// PaintPath paints the area of a path, and then its line.
	PaintPath(p Path, s Style)
	// PaintText paints a line of letters. A rim around them comes first, so that it covers nothing of them.
	PaintText(t Text, s Style)
}

// Path is steps of a pen.
type Path []Step

// Step is a movement of a pen through points: one for Move and Line, three for Curve, none for Close. Rect is a
// whole rectangle: its corner, and its width and height.
type Step struct {
	Kind   StepKind
	Points []Point
}

// Point is a place.
type Point struct{ X, Y float64 }

// StepKind says what a step does.
type StepKind int

// The kinds of steps. Curve is a cubic Bézier curve.
const (
	Move StepKind = iota
	Line
	Curve
	Close
	Rect
)

// Text is a line of letters. X and Y are where it begins, has its middle or ends, as Anchor says: 0, 0.5 or 1.
type Text struct {
	X, Y, Size, Anchor float64
	Bold               bool
	Letters            string
}

// Style says how a shape is painted.
type Style struct {
	Fill, Stroke   Color
	Width, Opacity float64 // of the line
	Cap, Join      End
	Dashes         []float64 // lengths of lines and gaps in turn; none is a whole line
}

// Color is a color; what has none is not painted.
type Color struct {
	R, G, B uint8
	Painted bool
}

// End is how lines end, and how they look at corners.
type End int

// The ends: Sharp is butt for ends and miter for corners.
const (
	Sharp End = iota
	Round
	Flat // square for ends and bevel for corners
)

// attributes are what elements of SVG say, and hand down to those inside of them: by name.
type attributes map[string]string

// inheritedAttributes tells the attributes that elements hand down.
var inheritedAttributes = map[string]bool{
	"fill": true, "stroke": true, "stroke-width": true, "stroke-linecap": true, "stroke-linejoin": true,
	"stroke-dasharray": true,
	"stroke-opacity":   true, "font-size": true, "font-weight": true, "text-anchor": true, "paint-order": true,
}

// initialAttributes is what holds where no element says otherwise.
var initialAttributes = attributes{"fill": "black", "stroke": "none", "stroke-width": "1", "stroke-opacity": "1",
	"font-size": "16", "text-anchor": "start"}

// elementReaders has what is done for an element with its attributes, and those that were handed down.
var elementReaders = map[string]func(Painter, attributes) error{
	"svg": beginPicture, "g": beginGroup, "rect": readRect, "path": readPath, "circle": readCircle,
	"text": readNothing, "title": readNothing, "desc": readNothing, // what they say comes when they end
}

func readNothing(Painter, attributes) error { return nil }

// maxDepth is how deep elements may lie in one another.
const maxDepth = 30

// Read lets a painter paint a document, and returns its title.
func Read(document io.Reader, p Painter) (title string, err error) {
	in := xml.NewDecoder(document)
	var said strings.Builder
	styles := []attributes{initialAttributes}
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
			if !known || (t.Name.Local == "svg") != (len(styles) == 1) || len(styles) > maxDepth {
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

// withAttributes returns what holds inside an element with attributes.
func (a attributes) withAttributes(said []xml.Attr) attributes {
	inner := attributes{}
	for name, value := range a {
		if inheritedAttributes[name] {
			inner[name] = value
		}
	}
	for _, b := range said {
		inner[b.Name.Local] = b.Value
	}
	return inner
}

// numbers reads attributes that are numbers; one that is missing is 0.
func (a attributes) numbers(names ...string) (values []float64, err error) {
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

func beginPicture(p Painter, a attributes) error {
	v, err := a.numbers("width", "height")
	if err == nil && min(v[0], v[1]) <= 0 {
		err = errors.New("the picture has no size")
	}
	if err == nil {
		p.Begin(v[0], v[1])
	}
	return err
}

// beginGroup keeps what holds outside, and moves and scales what is inside.
func beginGroup(p Painter, a attributes) error {
	x, y, scale := 0.0, 0.0, 1.0
	if a["transform"] != "" {
		if _, err := fmt.Sscanf(a["transform"], "translate(%g,%g) scale(%g)", &x, &y, &scale); err != nil {
			return fmt.Errorf("%q moves and scales nothing", a["transform"])
		}
	}
	p.BeginGroup(x, y, scale)
	return nil
}

func readRect(p Painter, a attributes) error {
	v, err := a.numbers("x", "y", "width", "height")
	if err != nil {
		return err
	}
	return paintPath(p, a, Path{{Rect, []Point{{v[0], v[1]}, {v[2], v[3]}}}})
}

// quarterControl is where the control points of a quarter of a circle lie, in radii.
const quarterControl = 0.5523

func readCircle(p Painter, a attributes) error {
	v, err := a.numbers("cx", "cy", "r")
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
		{Kind: Close},
	})
}

// readPath reads lines and curves: M and L with a point, Q with two, Z with none.
func readPath(p Painter, a attributes) error {
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
			path = append(path, Step{Move, points})
		case said == "L2":
			path = append(path, Step{Line, points})
		case said == "Q4":
			path = append(path, QuadraticCurve(at, points[0], points[1]))
		case said == "Z0":
			path = append(path, Step{Kind: Close})
		default:
			return fmt.Errorf("a path has %s with %d numbers", letter, len(values))
		}
		if len(points) > 0 {
			at = points[len(points)-1]
		}
	}
	return paintPath(p, a, path)
}

// QuadraticCurve is the step along a curve with one control point.
func QuadraticCurve(from, by, to Point) Step {
	return Step{Curve, []Point{{(from.X + 2*by.X) / 3, (from.Y + 2*by.Y) / 3},
		{(to.X + 2*by.X) / 3, (to.Y + 2*by.Y) / 3}, to}}
}

func paintPath(p Painter, a attributes, path Path) error {
	s, err := a.style()
	if err == nil && (s.Fill.Painted || s.Stroke.Painted) {
		p.PaintPath(path, s)
	}
	return err
}

func readText(p Painter, a attributes, letters string) error {
	v, err := a.numbers("x", "y", "font-size")
	s, wrong := a.style()
	if err = cmp.Or(err, wrong); err != nil {
		return err
	}
	p.PaintText(Text{X: v[0], Y: v[1], Size: v[2], Anchor: map[string]float64{"middle": 0.5, "end": 1}[a["text-anchor"]],
		Bold: a["font-weight"] == "bold", Letters: letters}, s)
	return nil
}

// ends are the ends and corners of lines that are not sharp.
var ends = map[string]End{"round": Round, "square": Flat, "bevel": Flat}

// style reads how a shape is painted.
func (a attributes) style() (s Style, err error) {
	var wrong error
	if s.Fill, err = parseColor(a["fill"]); err != nil {
		return s, err
	}
	if s.Stroke, err = parseColor(a["stroke"]); err != nil || !s.Stroke.Painted {
		return s, err
	}
	v, err := a.numbers("stroke-width", "stroke-opacity")
	s.Width, s.Opacity = v[0], min(max(0, v[1]), 1)
	s.Cap, s.Join = ends[a["stroke-linecap"]], ends[a["stroke-linejoin"]]
	for _, text := range strings.Fields(a["stroke-dasharray"]) {
		dash, failed := parseNumber(text)
		s.Dashes, wrong = append(s.Dashes, dash), cmp.Or(wrong, failed)
	}
	return s, cmp.Or(err, wrong)
}

// colorNames are the colors that have some in pictures.
var colorNames = map[string]string{"white": "#ffffff", "black": "#000000"}

func parseColor(name string) (Color, error) {
	if name == "none" {
		return Color{}, nil
	}
	hex := cmp.Or(colorNames[name], name)
	rgb, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil || len(hex) != 7 {
		return Color{}, fmt.Errorf("%q is no color that a picture has", name)
	}
	return Color{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), true}, nil
}
