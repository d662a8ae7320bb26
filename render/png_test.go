package render_test

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"quadrille"
	"quadrille/render"
	"quadrille/runtime/matrix/matrixtest"
)

// decodePNG returns a picture of solutions in pixels.
func decodePNG(t *testing.T, solutions ...quadrille.Solution) image.Image {
	t.Helper()
	var out bytes.Buffer
	if err := render.PNG(&out, func(w io.Writer) error { return render.SVG(w, solutions...) }); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestPNG: the cells have the colors that they have in SVG. A unit is two pixels.
func TestPNG(t *testing.T) {
	s := solveFirst(t, loadPuzzle(t, twelve, quadrille.Options{}), 1)[0]
	var svg bytes.Buffer
	if err := s.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	img := decodePNG(t, s)
	width, height := img.Bounds().Dx()/2, img.Bounds().Dy()/2
	ppm := bytes.NewBufferString(fmt.Sprintf("P6\n%d %d\n255\n", width, height))
	for y := range height {
		for x := range width {
			r, g, b, _ := img.At(2*x, 2*y).RGBA()
			ppm.Write([]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)})
		}
	}
	sameColors(t, svg.String(), ppm.String())
}

// TestPNGByPoppler: Poppler makes the same picture of PDF: no part of it, of 16 by 16 pixels, differs by much.
func TestPNGByPoppler(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("starts Poppler: set " + matrixtest.SlowTests)
	}
	if _, err := exec.LookPath("pdftoppm"); err != nil {
		t.Skip("Poppler is not there")
	}
	for _, name := range []string{"scott", "soma", "tetrasticks-welded", "queens", "logic/slitherlink", "logic/kakuro",
		"sudoku-variants/killer", "sudoku-variants/thermo", "sudoku-variants/kropki", "polyforms/kites",
		"polyforms/ball-pyramid", "polyforms/torus-dominoes", "logic/futoshiki"} {
		text, err := os.ReadFile("../examples/" + name + ".puz")
		if os.IsNotExist(err) {
			t.Errorf("there is no example %s", name)
			continue
		}
		s := firstSolution(t, string(text))
		page := pdfText(t, func(b *bytes.Buffer) error { return render.PDF(b, s) })
		file := filepath.Join(t.TempDir(), "it")
		searchRun(t, "pdftoppm", "-r", "203.2", "-png", "-singlefile", page, file) // a unit of SVG is two pixels
		text, err = os.ReadFile(file + ".png")
		if err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if worst, at := mostDifferent(decodePNG(t, s), want); worst > 30 {
			t.Errorf("%s: around %v the pictures differ by %.0f of 255", name, at, worst)
		}
	}
}

// mostDifferent compares two pictures by the means of parts, and returns the greatest difference, and where it is.
func mostDifferent(a, b image.Image) (worst float64, at image.Point) {
	const side = 16
	gray := func(img image.Image) *image.Gray {
		g := image.NewGray(img.Bounds())
		draw.Draw(g, g.Bounds(), img, img.Bounds().Min, draw.Src)
		return g
	}
	ga, gb := gray(a), gray(b)
	all := ga.Bounds().Intersect(gb.Bounds())
	for y := all.Min.Y; y+side <= all.Max.Y; y += side {
		for x := all.Min.X; x+side <= all.Max.X; x += side {
			sum := 0
			for dy := range side {
				for dx := range side {
					sum += int(ga.GrayAt(x+dx, y+dy).Y) - int(gb.GrayAt(x+dx, y+dy).Y)
				}
			}
			if mean := max(sum, -sum); float64(mean)/side/side > worst {
				worst, at = float64(mean)/side/side, image.Point{X: x, Y: y}
			}
		}
	}
	return worst, at
}
