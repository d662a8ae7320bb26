package pdf

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"quadrille/render/svg"
)

// pageContent collects the PDF operators that paint a page. It is a [svg.Painter].
type pageContent struct {
	operatorText  bytes.Buffer
	width, height float64 // size of the page in points
	// fonts holds the regular, the bold and the typewriter font, in this order.
	fonts [3]*pdfFont
}

// formatNumber formats a number for PDF, with at most five decimals.
func formatNumber(v float64) string { return strconv.FormatFloat(math.Round(1e5*v)/1e5, 'f', -1, 64) }

// writeOperator writes numbers, followed by their operator.
func (s *pageContent) writeOperator(operator string, numbers ...float64) {
	for _, v := range numbers {
		s.operatorText.WriteString(formatNumber(v) + " ")
	}
	s.operatorText.WriteString(operator + "\n")
}

// Begin implements [svg.Painter]. The page gets the size of the picture, and the y axis, which points up in PDF, is
// reversed.
func (s *pageContent) Begin(width, height float64) {
	scale := min(PointsPerUnit, maxPageSide/max(width, height))
	s.width, s.height = scale*width, scale*height
	s.writeOperator("cm", scale, 0, 0, -scale, 0, s.height)
}

// BeginGroup implements [svg.Painter].
func (s *pageContent) BeginGroup(x, y, scale float64) {
	s.writeOperator("q")
	if x != 0 || y != 0 || scale != 1 {
		s.writeOperator("cm", scale, 0, 0, scale, x, y)
	}
}

// EndGroup implements [svg.Painter].
func (s *pageContent) EndGroup() { s.writeOperator("Q") }

// pathOperators holds the PDF operator for each kind of step of a path.
var pathOperators = map[svg.StepKind]string{
	svg.Move: "m", svg.Line: "l", svg.Curve: "c", svg.Close: "h", svg.Rect: "re",
}

// PaintPath implements [svg.Painter].
func (s *pageContent) PaintPath(p svg.Path, style svg.PaintStyle) {
	s.setFillColor(style)
	s.setLineStyle(style)
	for _, step := range p {
		var numbers []float64
		for _, at := range step.StepPoints {
			numbers = append(numbers, at.X, at.Y)
		}
		s.writeOperator(pathOperators[step.StepKind], numbers...)
	}
	s.writeOperator(map[[2]bool]string{{true, false}: "f", {false, true}: "S",
		{true, true}: "B"}[[2]bool{style.FillColor.IsPainted, style.LineColor.IsPainted}])
}

// setFillColor sets the color of areas, if there is one.
func (s *pageContent) setFillColor(style svg.PaintStyle) {
	if style.FillColor.IsPainted {
		s.setColor(style.FillColor, "rg")
	}
}

func (s *pageContent) setColor(c svg.PaintColor, operator string) {
	s.writeOperator(operator, float64(c.Red)/255, float64(c.Green)/255, float64(c.Blue)/255)
}

// endNumbers holds the numbers by which PDF denotes the forms of line ends and of corners.
var endNumbers = map[svg.LineEnd]float64{svg.Round: 1, svg.Flat: 2}

// setLineStyle sets how lines are drawn, if there are any.
func (s *pageContent) setLineStyle(style svg.PaintStyle) {
	if !style.LineColor.IsPainted {
		return
	}
	s.setColor(style.LineColor, "RG")
	s.writeOperator("w", style.LineWidth)
	s.writeOperator("J", endNumbers[style.CapForm])
	s.writeOperator("j", endNumbers[style.JoinForm])
	s.writeOperator(fmt.Sprintf("/A%d gs", opacityAsStep(style.LineOpacity)))
	s.operatorText.WriteString("[")
	for _, dash := range style.DashLengths {
		s.operatorText.WriteString(formatNumber(dash) + " ")
	}
	s.writeOperator("] 0 d")
}

// opacityDegrees is the number of different opacities of lines, besides 0. There are only a few, since a PDF document
// must declare each opacity that it uses.
const opacityDegrees = 20

func opacityAsStep(opacity float64) int { return int(math.Round(opacityDegrees * opacity)) }

// opacityStates returns the declarations of all opacities, which all pages share.
func opacityStates() string {
	var b strings.Builder
	for k := range opacityDegrees + 1 {
		fmt.Fprintf(&b, "/A%d<</CA %s>>", k, formatNumber(float64(k)/opacityDegrees))
	}
	return b.String()
}

// PaintText implements [svg.Painter].
func (s *pageContent) PaintText(t svg.TextLine, style svg.PaintStyle) {
	f, name := s.fonts[0], "/F0"
	switch {
	case t.IsTypewriter:
		f, name = s.fonts[2], "/F2"
	case t.IsBold:
		f, name = s.fonts[1], "/F1"
	}
	glyphs, width := f.shapeText(t.Letters)
	x := t.X - t.FontSize*width*t.FractionLeftOfX
	write := func(mode float64) {
		s.operatorText.WriteString("BT\n")
		s.writeOperator(fmt.Sprintf("%s %s Tf", name, formatNumber(t.FontSize)))
		s.writeOperator("Tr", mode)
		s.writeOperator("Tm", 1, 0, 0, -1, x, t.Y)
		s.writeOperator("<" + hexDigits(glyphs) + "> Tj\nET")
	}
	if style.LineColor.IsPainted {
		s.setLineStyle(style)
		write(1)
	}
	if style.FillColor.IsPainted {
		s.setFillColor(style)
		write(0)
	}
}
