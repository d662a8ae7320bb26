package render_test

import (
	"context"
	"fmt"
	"strings"

	"quadrille"
	"quadrille/render"
)

// tray has three packings: three upright dominoes, or one on the left or on the right of
// two that lie.
const tray = `
	use dominoes
	board tray on square = 2x3
	pack tray with any of I2
`

// Pictures are written as SVG, one page for all.
func ExampleSVG() {
	p, _ := quadrille.Load("tray.puz", []byte(tray), quadrille.Options{})
	var all []quadrille.Solution
	for s := range p.Solutions(context.Background(), quadrille.Search{}) {
		all = append(all, s)
	}
	var page strings.Builder
	err := render.SVG(&page, all...)
	fmt.Println(len(all), strings.Contains(page.String(), "<svg"), err)
	// Output: 3 true <nil>
}

// Or as one file to step through, which can be sent by mail.
func ExampleHTML() {
	p, _ := quadrille.Load("tray.puz", []byte(tray), quadrille.Options{})
	var all []quadrille.Solution
	for s := range p.Solutions(context.Background(), quadrille.Search{}) {
		all = append(all, s)
	}
	var page strings.Builder
	err := render.HTML(&page, "3 solutions", all...)
	fmt.Println(strings.Contains(page.String(), "<p>3 solutions</p>"), err)
	// Output: true <nil>
}

func ExampleDrawings() {
	p, err := quadrille.Load("tray.puz", []byte(`
piece bar = 1x3
board tray on square = 2x3
pack tray with 2 of bar
`), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range render.Drawings(p) {
		fmt.Printf("%s: %s\n", d.Name, d.Description)
	}
	// Output:
	// tray: 6 cells on the lattice square
	// bar: 2 times, free, 3 cells, class double-reflection, 2 orientations, 2 placements
}
