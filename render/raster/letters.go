package raster

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"quadrille/render/svg"
)

// fontFace is one of the Go fonts. A character that the font lacks is shown as a box.
type fontFace struct {
	parsedFont  *sfnt.Font
	unitSize    fixed.Int26_6 // font size at which one unit of the font has length one
	glyphBuffer sfnt.Buffer
}

func parseFontFace(file []byte) *fontFace {
	f, err := sfnt.Parse(file)
	if err != nil {
		panic(err) // the fonts are part of the program
	}
	return &fontFace{parsedFont: f, unitSize: fixed.Int26_6(f.UnitsPerEm())}
}

// textOutline returns the outlines of all letters of a text, at their places in the picture.
func (f *fontFace) textOutline(t svg.TextLine) (path svg.Path) {
	scale := t.FontSize / float64(f.unitSize)
	x := t.X - t.FractionLeftOfX*scale*float64(f.textWidth(t.Letters))
	for _, letter := range t.Letters {
		glyph, _ := f.parsedFont.GlyphIndex(&f.glyphBuffer, letter)
		advance, _ := f.parsedFont.GlyphAdvance(&f.glyphBuffer, glyph, f.unitSize, font.HintingNone)
		segments, err := f.parsedFont.LoadGlyph(&f.glyphBuffer, glyph, f.unitSize, nil)
		if err != nil {
			continue // the letter has no outline
		}
		path = appendGlyph(path, segments, func(at fixed.Point26_6) svg.Point {
			return svg.Point{X: x + scale*float64(at.X), Y: t.Y + scale*float64(at.Y)}
		})
		x += scale * float64(advance)
	}
	return path
}

// textWidth returns the width of a text in units of the font.
func (f *fontFace) textWidth(text string) (width fixed.Int26_6) {
	for _, letter := range text {
		glyph, _ := f.parsedFont.GlyphIndex(&f.glyphBuffer, letter)
		advance, _ := f.parsedFont.GlyphAdvance(&f.glyphBuffer, glyph, f.unitSize, font.HintingNone)
		width += advance
	}
	return width
}

// appendGlyph appends the closed outlines of a glyph to a path. The function place maps each point of the glyph to the
// picture.
func appendGlyph(path svg.Path, segments sfnt.Segments, place func(fixed.Point26_6) svg.Point) svg.Path {
	var last svg.Point
	for k, s := range segments {
		to := place(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if k > 0 {
				path = append(path, svg.PenMovement{StepKind: svg.Close})
			}
			path = append(path, svg.PenMovement{StepKind: svg.Move, StepPoints: []svg.Point{to}})
		case sfnt.SegmentOpLineTo:
			path = append(path, svg.PenMovement{StepKind: svg.Line, StepPoints: []svg.Point{to}})
		case sfnt.SegmentOpQuadTo:
			by := to
			to = place(s.Args[1])
			path = append(path, svg.QuadraticCurve(last, by, to))
		case sfnt.SegmentOpCubeTo:
			second, third := place(s.Args[1]), place(s.Args[2])
			path = append(path, svg.PenMovement{StepKind: svg.Curve, StepPoints: []svg.Point{to, second, third}})
			to = third
		}
		last = to
	}
	return append(path, svg.PenMovement{StepKind: svg.Close})
}
