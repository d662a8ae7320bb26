package render_test

import (
	"os"
	"strings"
	"testing"

	"quadrille/render"

	"quadrille"
)

// TestDrawings: a module shows what it declares, a grid what is given, and a puzzle of the core nothing.
func TestDrawings(t *testing.T) {
	for _, c := range []struct{ file, names, first string }{
		{"../stdlib/tetrominoes.puz", "I4 L4 O4 S4 T4", "I4"},
		{"../stdlib/boards.puz", "rhombus6 honeycomb_hexagon honeycomb19 aztec_diamond aztec_sticks greek_cross", ""},
		{"../examples/scott.puz", "holey F I L P N T U V W X Y Z", ""},
		{"../examples/queens.puz", "", ""},
		{"../examples/langford.puz", "none", ""},
	} {
		text, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := quadrille.Load(c.file, text, quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, d := range render.Drawings(p) {
			names = append(names, d.Name)
			var svg strings.Builder
			if err := d.SVG(&svg); err != nil || !strings.Contains(svg.String(), "</svg>") {
				t.Errorf("%s: %s is drawn as %q, %v", c.file, d.Name, svg.String(), err)
			}
		}
		got := strings.Join(names, " ")
		if len(names) == 0 {
			got = "none"
		}
		if got != c.names {
			t.Errorf("%s has drawings of %s, want %s", c.file, got, c.names)
		}
	}
	p, err := quadrille.Load("x.puz",
		[]byte("param n = 7\nlatin 4 {\n  given \"\"\"\n    1...\n    ....\n    ..3.\n    ...2\n  \"\"\"\n}\n"),
		quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	drawn := render.Drawings(p)[0].String()
	for _, given := range []string{"1", "2", "3"} {
		if strings.Count(drawn, given) != 1 {
			t.Errorf("%s is not given once in\n%s", given, drawn)
		}
	}
	if got := p.Params(); len(got) != 1 || got[0] != (quadrille.Param{Name: "n", Value: 7}) || p.Lattice() != "square" {
		t.Errorf("parameters %v on the lattice %s", got, p.Lattice())
	}
}
