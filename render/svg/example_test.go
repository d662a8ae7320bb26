package svg_test

import (
	"fmt"
	"strings"

	"quadrille/render/svg"
)

// printer is a painter that says what it is to paint.
type printer struct{}

func (printer) Begin(width, height float64)    { fmt.Println("a picture of", width, "by", height) }
func (printer) BeginGroup(x, y, scale float64) { fmt.Println("a group at", x, y, "scaled by", scale) }
func (printer) EndGroup()                      { fmt.Println("its end") }
func (printer) PaintPath(p svg.Path, s svg.PaintStyle) {
	fmt.Println("a path of", len(p), "steps, filled:", s.FillColor.IsPainted, "with a line:", s.LineColor.IsPainted)
}
func (printer) PaintText(t svg.TextLine, _ svg.PaintStyle) { fmt.Println("the letters", t.Letters) }

func ExampleRead() {
	title, err := svg.Read(strings.NewReader(`<svg width="40" height="20"><title>One</title>
		<g transform="translate(2,3) scale(0.5)"><path d="M0,0L4,0L4,4Z" stroke="#ff0000"/></g>
		<text x="1" y="2">A</text></svg>`), printer{})
	fmt.Println(title, err)
	// Output:
	// a picture of 40 by 20
	// a group at 2 3 scaled by 0.5
	// a path of 4 steps, filled: true with a line: true
	// its end
	// the letters A
	// One <nil>
}
