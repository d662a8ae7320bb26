package render_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille"
	"quadrille/render"
	"quadrille/runtime/matrix/matrixtest"
)

const twelve = "use pentominoes\nboard b on square = 6x10\npack b with pentominoes\n"

// TestPDF: Poppler sees on a page of PDF the colors that the cells have in SVG, and reads the names of the pieces;
// of 71 pictures it finds two pages, of which the first has 70.
func TestPDF(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("starts Poppler: set " + matrixtest.SlowTests)
	}
	if _, err := exec.LookPath("pdftoppm"); err != nil {
		t.Skip("Poppler is not there")
	}
	solutions := solveFirst(t, loadPuzzle(t, twelve, quadrille.Options{}), render.PerPage+1)
	var svgs []string
	for _, s := range solutions {
		var svg strings.Builder
		if err := s.SVG(&svg); err != nil {
			t.Fatal(err)
		}
		svgs = append(svgs, svg.String())
	}
	one := pdfText(t, func(b *bytes.Buffer) error { return render.PDF(b, solutions[0]) })
	words := strings.Fields(searchRun(t, "pdftotext", one, "-"))
	if slices.Sort(words); strings.Join(words, " ") != "F I L N P T U V W X Y Z" {
		t.Errorf("it reads %q", words)
	}
	sameColors(t, svgs[0], searchRun(t, "pdftoppm", "-r", "101.6", one)) // a unit of SVG is a point
	for name, write := range map[string]func(b *bytes.Buffer) error{
		"solutions": func(b *bytes.Buffer) error { return render.PDF(b, solutions...) },
		"pictures":  func(b *bytes.Buffer) error { return render.PicturesPDF(b, svgs...) },
	} {
		many := pdfText(t, write)
		for page, want := range map[string]string{"1": "70", "2": "1"} {
			text := searchRun(t, "pdftotext", "-f", page, "-l", page, many, "-")
			numbers := regexp.MustCompile(`\b\d+\b`).FindAllString(text, -1)
			if n := len(numbers); strconv.Itoa(n) != want || page == "2" && numbers[0] != "71" ||
				strings.Count(text, "X") != n {
				t.Errorf("%s: page %s has the pictures %v", name, page, numbers)
			}
		}
	}
}

// solveFirst returns the first solutions.
func solveFirst(t *testing.T, p *quadrille.Puzzle, count int) (all []quadrille.Solution) {
	t.Helper()
	for s, err := range p.Solutions(t.Context(), quadrille.Search{Limit: count}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// pdfText writes a file.
func pdfText(t *testing.T, write func(b *bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	file := filepath.Join(t.TempDir(), "it.pdf")
	if err := errors.Join(write(&b), os.WriteFile(file, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return file
}

// searchRun returns what a program says. Poppler warns of what is wrong with a document.
func searchRun(t *testing.T, name string, args ...string) string {
	t.Helper()
	var out, warnings bytes.Buffer
	c := exec.Command(name, args...)
	c.Stdout, c.Stderr = &out, &warnings
	if err := c.Run(); err != nil || warnings.Len() > 0 {
		t.Fatalf("%s: %v %s", name, err, &warnings)
	}
	return out.String()
}

// sameColors compares the color of each cell of a picture, near its corner, with that in an image as large.
func sameColors(t *testing.T, svg, ppm string) {
	t.Helper()
	var width, height, most int
	if _, err := fmt.Sscanf(ppm, "P6\n%d %d\n%d\n", &width, &height, &most); err != nil || most != 255 {
		t.Fatal("no image: ", err)
	}
	pixels, seen, fill := ppm[len(ppm)-3*width*height:], map[string]bool{}, ""
	for line := range strings.Lines(svg) {
		if found := regexp.MustCompile(`class="piece .* fill="(#......)"`).FindStringSubmatch(line); found != nil {
			fill = found[1]
		}
		found := regexp.MustCompile(`d="M([0-9]+),([0-9]+)L.* class="cell`).FindStringSubmatch(line)
		if found == nil {
			continue
		}
		x, _ := strconv.Atoi(found[1])
		y, _ := strconv.Atoi(found[2])
		at := 3 * ((y+10+6)*width + x + 10 + 6) // behind the margin, a bit inside the corner
		if got := fmt.Sprintf("#%02x%02x%02x", pixels[at], pixels[at+1], pixels[at+2]); got != fill {
			t.Errorf("at %d, %d there is %s, not %s", x, y, got, fill)
		}
		seen[fill] = true
	}
	if len(seen) != 12 {
		t.Errorf("%d colors", len(seen))
	}
}

// TestNothingToPrint: without pictures there is no document, and with some there is one.
func TestNothingToPrint(t *testing.T) {
	core := solveFirst(t, loadPuzzle(t, "items a\noption a\n", quadrille.Options{}), 1)
	var b bytes.Buffer
	for what, err := range map[string]error{"none": render.PDF(&b), "options": render.PDF(&b, core...),
		"texts": render.PicturesPDF(&b)} {
		if !errors.Is(err, quadrille.ErrNothingToDraw) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := render.PDF(&b, solveFirst(t, loadPuzzle(t, twelve, quadrille.Options{}), 2)...); err != nil ||
		!bytes.HasPrefix(b.Bytes(), []byte("%PDF")) {
		t.Errorf("two solutions: %v", err)
	}
	if err := render.PicturesPDF(&b, "no picture", "at all"); err == nil {
		t.Error("nonsense is printed")
	}
}
