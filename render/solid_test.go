package render_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"quadrille/render"

	"quadrille"
)

// gltf is what a reader of glTF looks at first.
type gltf struct {
	Scenes []struct{ Nodes []int }
	Nodes  []struct {
		Name string
		Mesh int
	}
	Meshes []struct {
		Primitives []struct {
			Attributes struct{ POSITION int }
			Material   int
		}
	}
	Materials []struct {
		PBR struct{ BaseColorFactor []float64 } `json:"pbrMetallicRoughness"`
	}
	Accessors []struct{ Min, Max []float64 }
}

// readGLB reads the first chunk of a file.
func readGLB(t *testing.T, file []byte) (g gltf) {
	t.Helper()
	if string(file[:4]) != "glTF" || int(binary.LittleEndian.Uint32(file[8:])) != len(file) {
		t.Fatalf("this is no GLB of %d bytes: % x", len(file), file[:12])
	}
	length := binary.LittleEndian.Uint32(file[12:])
	if err := json.Unmarshal(file[20:20+length], &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// TestBodiesOfSolution: a Soma cube has seven nodes inside a cube of three cells, and all of
// it but the clearance.
func TestBodiesOfSolution(t *testing.T) {
	size := render.PrintSize{CellWidth: 20, Clearance: 0.1, PlateHeight: 1}
	bodies, err := render.SolutionBodies(firstSolution(t, "use soma\npack soma_cube with soma"), size)
	if err != nil {
		t.Fatal(err)
	}
	volume := 0.0
	for _, b := range bodies {
		volume += b.Volume()
	}
	if full := 27.0 * 8000; volume > 0.99*full || volume < 0.97*full {
		t.Errorf("the pieces have %g mm³ of %g", volume, full)
	}
	var file bytes.Buffer
	if err := render.GLB(&file, bodies...); err != nil {
		t.Fatal(err)
	}
	g := readGLB(t, file.Bytes())
	names := map[string]bool{}
	for _, n := range g.Nodes {
		names[n.Name] = true
		box := g.Accessors[g.Meshes[n.Mesh].Primitives[0].Attributes.POSITION]
		if box.Min[0] < 0 || box.Max[0] > 0.06 || box.Max[1] > 0 || box.Min[1] < -0.06 || box.Min[2] < 0 ||
			box.Max[2] > 0.06 {
			t.Errorf("%s reaches from %v to %v m", n.Name, box.Min, box.Max)
		}
	}
	if len(names) != 7 || len(g.Scenes[0].Nodes) != 7 {
		t.Errorf("the nodes are %v", names)
	}
}

// TestColorsOfBodies: a body has the color that its piece has in the picture.
func TestColorsOfBodies(t *testing.T) {
	s := firstSolution(t, "use soma\npack soma_cube with soma")
	var picture strings.Builder
	if err := s.SVG(&picture); err != nil {
		t.Fatal(err)
	}
	bodies, err := render.SolutionBodies(s, render.DefaultPrintSize())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bodies {
		if !strings.Contains(picture.String(), b.Color) {
			t.Errorf("the color %s of %s is not in the picture", b.Color, b.Name)
		}
	}
}

// TestBodiesOfPieces: the pieces of a puzzle lie side by side, one of each kind, and do not
// touch.
func TestBodiesOfPieces(t *testing.T) {
	for text, want := range map[string]int{
		"use soma\npack soma_cube with soma":                                  7,
		"use pentominoes\nboard b on square = 6x10\npack b with pentominoes":  12,
		"use hexiamonds\nboard b on triangle = 6x11\npack b with hexiamonds":  12,
		"use tetrahexes\nboard b on hexagon = 4x7\npack b with tetrahexes":    7,
		"use dominoes\nboard b on square cylinder = 2x2\npack b with 2 of I2": 1,
		"use tetraboloes\nboard b on tetrakis = 7x4\npack b with tetraboloes": 14,
		"use triballs\nboard b on balls = pyramid 2\npack b with triballs":    4,
	} {
		bodies, err := render.PieceBodies(loadPuzzle(t, text, quadrille.Options{}), render.DefaultPrintSize())
		if err != nil || len(bodies) != want {
			t.Errorf("%s: %d bodies, %v", text, len(bodies), err)
		}
		right := math.Inf(-1)
		for _, b := range bodies {
			least, greatest := b.Bounds()
			if least[0] < right+1 || b.Volume() <= 0 {
				t.Errorf("%s: %s begins at %g, and the one before ends at %g", text, b.Name, least[0], right)
			}
			right = greatest[0]
		}
	}
}

// TestNoBodies: what is no piece has no body, and says so.
func TestNoBodies(t *testing.T) {
	usual := render.DefaultPrintSize()
	for text, want := range map[string]string{
		"queens 4": "packs none",
		"use dominoes\nboard b on square cylinder = 2x2\npack b with 2 of I2": "lies in no plane",
		"use disticks\nboard b on sticks = 1x1\npack b with any of disticks":  "sticks",
	} {
		if _, err := render.SolutionBodies(firstSolution(t, text), usual); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := render.GLB(&bytes.Buffer{}); err == nil {
		t.Error("a file without a body is written")
	}
}

// TestUnshown: bodies have no colors on their cells and sides, and where a rule is about these people are told.
func TestUnshown(t *testing.T) {
	for text, want := range map[string]string{
		"queens 4": "",
		"use dominoes\nboard b on square = 2x2\npack b with any of I2": "",
		"tiles t = \"rgrr\"\nboard b on square = 1x1\npack b with t":   "the colors of sides",
		"piece A = legend \"o\" cell \"\"\"\n  o#\n\"\"\"\nboard b on square = legend \"o\" cell \"x\" cell \"\"\"\n" +
			"  ox\n\"\"\"\npack b with A { match colors }": "the colors of cells",
	} {
		p, err := quadrille.Load("t.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := render.DescribeUnshown(p); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
