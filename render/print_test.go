package render_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"quadrille"
	"quadrille/render"
)

var update = flag.Bool("update", false, "write the pages of puzzles into testdata/print")

// newBooklet puts puzzles on paper, with their answers.
func newBooklet(t *testing.T, o render.BookletOptions, texts ...string) *render.Booklet {
	t.Helper()
	b, err := render.NewBooklet(printedPuzzles(t, texts...), o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func printedPuzzles(t *testing.T, texts ...string) (all []render.PrintedPuzzle) {
	t.Helper()
	for _, text := range texts {
		p := loadPuzzle(t, text, quadrille.Options{})
		one := render.PrintedPuzzle{Puzzle: p}
		switch found, err := p.First(t.Context(), quadrille.Search{}); {
		case err == nil:
			one.Answer = &found
		case errors.Is(err, quadrille.ErrNoSolution):
			one.HasNoAnswer = true
		default:
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

func pageSVG(t *testing.T, b *render.Booklet, page int) string {
	t.Helper()
	var svg strings.Builder
	if err := b.SVG(&svg, page); err != nil {
		t.Fatal(err)
	}
	return svg.String()
}

// TestPrintedPages compares the pages of small puzzles with archives. `go test ./render -run Printed -update` writes
// them anew; what changes is then to be looked at.
func TestPrintedPages(t *testing.T) {
	names, err := filepath.Glob("testdata/print/*.txtar")
	if err != nil || len(names) < 4 {
		t.Fatalf("there are %d archives: %v", len(names), err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b := newBooklet(t, render.BookletOptions{}, string(a.Files[0].Data))
		got := &txtar.Archive{Comment: a.Comment, Files: a.Files[:1:1]}
		for k := range b.PageCount() {
			got.Files = append(got.Files, txtar.File{Name: fmt.Sprintf("page-%d.svg", k+1),
				Data: []byte(pageSVG(t, b, k))})
		}
		if *update {
			if err := os.WriteFile(name, txtar.Format(got), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if !bytes.Equal(txtar.Format(got), txtar.Format(a)) {
			t.Errorf("%s: the pages are now\n%s", name, txtar.Format(got))
		}
	}
}

// pdfPages returns the size of the paper in points, and the operators of each page.
func pdfPages(t *testing.T, b *render.Booklet) (width, height float64, pages []string) {
	t.Helper()
	var out bytes.Buffer
	if err := b.PDF(&out); err != nil {
		t.Fatal(err)
	}
	box := regexp.MustCompile(`/MediaBox\[0 0 ([0-9.]+) ([0-9.]+)\]`).FindStringSubmatch(out.String())
	width, height = parseFloat(t, box[1]), parseFloat(t, box[2])
	for _, at := range regexp.MustCompile(`<</Filter/FlateDecode/Length (\d+)>>\nstream\n`).FindAllStringSubmatchIndex(
		out.String(), -1) {
		size, err := strconv.Atoi(out.String()[at[2]:at[3]])
		if err != nil {
			t.Fatal(err)
		}
		z, err := zlib.NewReader(bytes.NewReader(out.Bytes()[at[1] : at[1]+size]))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), " cm\n") {
			pages = append(pages, string(text))
		}
	}
	return width, height, pages
}

func parseFloat(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// pointsPerMillimetre: an inch of 25.4 millimetres has 72 points.
const pointsPerMillimetre = 72 / 25.4

// scaledLines returns the lengths, in points, of the straight lines of a page that have two ends, by following the
// transforms of its groups.
func scaledLines(t *testing.T, page string) (lengths []float64) {
	t.Helper()
	scales, scale := []float64{}, 1.0
	var from [2]float64
	for line := range strings.Lines(page) {
		words := strings.Fields(line)
		switch operator := words[len(words)-1]; operator {
		case "q":
			scales = append(scales, scale)
		case "Q":
			scale, scales = scales[len(scales)-1], scales[:len(scales)-1]
		case "cm":
			scale *= math.Abs(parseFloat(t, words[0]))
		case "m", "l":
			to := [2]float64{parseFloat(t, words[0]), parseFloat(t, words[1])}
			if operator == "l" {
				lengths = append(lengths, scale*math.Hypot(to[0]-from[0], to[1]-from[1]))
			}
			from = to
		}
	}
	return lengths
}

func hasLength(lengths []float64, millimetres float64) bool {
	for _, l := range lengths {
		if math.Abs(l-millimetres*pointsPerMillimetre) < 0.02 {
			return true
		}
	}
	return false
}

// TestTrueMillimetres: the paper, the ruler, the board and the pieces have true lengths in PDF, whatever the size of a
// cell; a board that is too large for that is drawn smaller, and its pieces with it.
func TestTrueMillimetres(t *testing.T) {
	const text = "piece bar = 1x3\npack 6x7 with 14 of bar\n"
	for _, test := range []struct {
		options render.BookletOptions
		text    string
		paper   [2]float64
		lengths []float64
	}{
		{render.BookletOptions{}, text, [2]float64{210, 297}, []float64{50, 60, 70, 10, 30}},
		{render.BookletOptions{CellSize: 17.5, PaperName: "letter"}, text, [2]float64{215.9, 279.4},
			[]float64{50, 105, 122.5, 52.5}},
		{render.BookletOptions{CellSize: 5, PaperName: "a5"}, text, [2]float64{148, 210}, []float64{50, 30, 35, 15, 5}},
		{render.BookletOptions{}, "piece bar = 1x40\npack 4x40 with 4 of bar\n", [2]float64{210, 297},
			[]float64{50, 4.4 * 40, 4.4 * 4}},
	} {
		width, height, pages := pdfPages(t, newBooklet(t, test.options, test.text))
		if math.Abs(width-test.paper[0]*pointsPerMillimetre) > 0.01 ||
			math.Abs(height-test.paper[1]*pointsPerMillimetre) > 0.01 {
			t.Errorf("%+v: the paper has %g by %g points", test.options, width, height)
		}
		lengths := scaledLines(t, pages[0])
		for _, want := range test.lengths {
			if !hasLength(lengths, want) {
				t.Errorf("%+v: no line has %g mm, and there are %.2f points", test.options, want, lengths)
			}
		}
	}
}

// TestPrintedSVG: a page says its size in millimetres, and the reader of pictures takes it.
func TestPrintedSVG(t *testing.T) {
	b := newBooklet(t, render.BookletOptions{}, "latin 3")
	if svg := pageSVG(t, b, 0); !strings.Contains(svg, `width="210mm" height="297mm" viewBox="0 0 840 1188"`) {
		t.Error(svg[:300])
	}
	var png bytes.Buffer
	if err := render.PNG(&png, func(w io.Writer) error { return b.SVG(w, 0) }); err != nil || png.Len() < 1000 {
		t.Error(err, png.Len())
	}
}

// TestPageCount: pages by the number of puzzles, of pieces, and of answers.
func TestPageCount(t *testing.T) {
	latin := strings.Fields(strings.Repeat("a ", 20))
	for k := range latin {
		latin[k] = "latin 4 { distinct on boxes 2x2 }"
	}
	const many = "piece bar = 1x5\npack 20x20 with 80 of bar\n"
	for _, test := range []struct {
		options render.BookletOptions
		texts   []string
		want    int
	}{
		{render.BookletOptions{}, latin[:1], 1 + 1},
		{render.BookletOptions{}, latin, 3 + 2}, // nine puzzles on a page, and twelve answers
		{render.BookletOptions{CellSize: 20}, latin, 10 + 2},
		{render.BookletOptions{PuzzlesPerPage: 1}, latin[:3], 3 + 1},
		{render.BookletOptions{PuzzlesPerPage: 8}, latin, 3 + 2},
		{render.BookletOptions{WithoutPieces: true}, []string{many}, 1 + 1},
		{render.BookletOptions{}, []string{many, many}, 2*3 + 1},
		{render.BookletOptions{}, []string{"latin 4", "latin 5", "queens 4", "latin 9"}, 2 + 1},
		{render.BookletOptions{}, []string{"latin 4", "piece a = 1x2\npack 2x2 with 2 of a", "latin 5"}, 3 + 1},
	} {
		if got := newBooklet(t, test.options, test.texts...).PageCount(); got != test.want {
			t.Errorf("%d puzzles with %+v have %d pages, want %d", len(test.texts), test.options, got, test.want)
		}
	}
}

// TestPieceHeadings: each page with pieces says whose they are, once.
func TestPieceHeadings(t *testing.T) {
	const many = "puzzle \"Über\"\npiece bar = 1x5\npack 20x20 with 80 of bar\n"
	b := newBooklet(t, render.BookletOptions{}, many)
	for page, want := range []string{">Pieces to cut out<", ">Über: pieces to cut out<", ">Über: pieces to cut out<"} {
		if svg := pageSVG(t, b, page); strings.Count(svg, want) != 1 {
			t.Errorf("page %d of %d lacks %s", page, b.PageCount(), want)
		}
	}
}

// TestPrintedRules: puzzles with the same rules say them once on a page; others each.
func TestPrintedRules(t *testing.T) {
	const sudoku, other = "latin 4 { distinct on boxes 2x2 }", "latin 4 { distinct on main diagonals }"
	for _, test := range []struct {
		second string
		want   int
	}{{sudoku, 1}, {other, 2}} {
		page := pageSVG(t, newBooklet(t, render.BookletOptions{}, sudoku, test.second), 0)
		if n := strings.Count(page, "Write the numbers 1 to 4"); n != test.want {
			t.Errorf("the page says %d times what is written, want %d", n, test.want)
		}
	}
	none := pageSVG(t, newBooklet(t, render.BookletOptions{WithoutRules: true}, sudoku), 0)
	if strings.Contains(none, "Write the numbers") {
		t.Error("rules are there")
	}
}

// TestAnswers: upside down they are in one group, which is turned by 180 degrees; a puzzle without a solution says so.
func TestAnswers(t *testing.T) {
	const turned = `<g transform="translate(840,1188) scale(-1)">`
	flipped := newBooklet(t, render.BookletOptions{AnswersFlipped: true}, "latin 3", "latin 2")
	if last := pageSVG(t, flipped, flipped.PageCount()-1); strings.Count(last, turned) != 1 ||
		strings.Contains(pageSVG(t, flipped, 0), turned) {
		t.Error(last)
	}
	none := newBooklet(t, render.BookletOptions{}, "queens 3")
	if last := pageSVG(t, none, 1); !strings.Contains(last, "There is no solution.") || strings.Contains(last, turned) {
		t.Error(last)
	}
	long := "items item\noption item // " + strings.Repeat("word ", 60) + strings.Repeat("x", 200)
	if page := pageSVG(t, newBooklet(t, render.BookletOptions{}, long), 0); strings.Count(page, ">word<") != 60 ||
		strings.Count(page, "xxx") < 60 {
		t.Error(page)
	}
	sum := newBooklet(t, render.BookletOptions{}, "latin 3", "items a\noption a", "items b\noption b")
	if n := sum.PageCount(); n != 1+2 {
		t.Errorf("pictures and texts of answers are on %d pages", n)
	}
	core := newBooklet(t, render.BookletOptions{}, "items meal[x] for x in 1..2\noption meal[1]\noption meal[2]\n")
	if first, last := pageSVG(t, core, 0), pageSVG(t, core, 1); !strings.Contains(first, ">meal[x]<") ||
		!strings.Contains(last, ">meal[1]<") {
		t.Error(first, last)
	}
}

// TestPrintedCrossword: each block is black, and each cell in which a word begins has its number, on the page of the
// puzzle and among the answers, where letters stand too; the sentences speak of white squares, and not of bold letters
// where none is given.
func TestPrintedCrossword(t *testing.T) {
	const text = "list pet = {cat, are, tee}\nwords 4x4 from pet {\n given \"\"\"\n####\n#...\n#...\n#...\n\"\"\"\n}\n"
	b := newBooklet(t, render.BookletOptions{}, text)
	for k, letters := range []string{"", "c a t r e"} {
		page := pageSVG(t, b, k)
		if n := strings.Count(page, `class="block"`); n != 7 {
			t.Errorf("page %d has %d black squares, want 7", k, n)
		}
		for number := range 7 {
			has := regexp.MustCompile(fmt.Sprintf(`class="entry"[^>]*>%d<`, number)).MatchString(page)
			if want := number >= 1 && number <= 5; has != want {
				t.Errorf("page %d has the number %d: %t, want %t", k, number, has, want)
			}
		}
		for _, letter := range strings.Fields(letters) {
			if !strings.Contains(page, ">"+letter+"</text>") {
				t.Errorf("page %d lacks the letter %s", k, letter)
			}
		}
	}
	if first := pageSVG(t, b, 0); !strings.Contains(first, "white square") ||
		strings.Contains(first, "printed in bold") {
		t.Error(first)
	}
}

// TestFixedPieces: a piece whose place is given is on the board, and not among those to cut out.
func TestFixedPieces(t *testing.T) {
	const text = "piece a = 1x2\npiece b = 2x2\npack 2x3 with a + b {\n fix a at (0, 0) orientation 1\n}\n"
	page := pageSVG(t, newBooklet(t, render.BookletOptions{}, text), 0)
	for label, want := range map[string]int{"a": 1, "b": 1} {
		if n := strings.Count(page, ">"+label+"</text>"); n != want {
			t.Errorf("%s is drawn %d times, want %d", label, n, want)
		}
	}
	board, pieces, _ := strings.Cut(page, "Pieces to cut out")
	if !strings.Contains(board, ">a</text>") || !strings.Contains(pieces, ">b</text>") {
		t.Error(page)
	}
}

// TestBookletRefuses: what does not fit on paper is refused before it is drawn, with a way out.
func TestBookletRefuses(t *testing.T) {
	for _, test := range []struct {
		text    string
		options render.BookletOptions
		want    string
	}{
		{"piece a = 1x1\npack 100x100 with 10000 of a", render.BookletOptions{},
			"there are 10000 pieces to cut out, and 500 are printed at most; `--pieces none`"},
		{"board b on square = 300x300\nplace man on b { none }", render.BookletOptions{},
			"90000 cells, and paper has room for"},
		{"board b on square = 1x120\nplace man on b { none }", render.BookletOptions{},
			"cells would have 1.4 mm, and 2 are"},
		{"latin 9", render.BookletOptions{CellSize: 25}, "with cells of 25 mm: --cell 18.9 does"},
		{"latin 3", render.BookletOptions{PaperName: "b5"}, `there is no paper "b5", but a4, letter, a5 and a3`},
		{"items a\noption a\n" + strings.Repeat("// a\n", 500), render.BookletOptions{},
			"its text has 502 lines; 400 are"},
	} {
		p := render.PrintedPuzzle{Puzzle: loadPuzzle(t, test.text, quadrille.Options{})}
		b, err := render.NewBooklet([]render.PrintedPuzzle{p}, test.options)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60s: %v, %v; want %q", test.text, b, err, test.want)
		}
	}
	// a description that leaves no height for the puzzles leaves their slots no width either
	long := "about \"\"\"\n" + strings.Repeat(strings.Repeat("word ", 15)+"\n", 56) + "\"\"\"\nlatin 4"
	b, err := render.NewBooklet(printedPuzzles(t, long, long), render.BookletOptions{PuzzlesPerPage: 20})
	if err == nil || !strings.Contains(err.Error(), "it would be 0.0 mm wide; fewer puzzles on a page or") {
		t.Errorf("a long description: %v, %v", b, err)
	}
	if _, err := render.NewBooklet(nil, render.BookletOptions{}); err == nil {
		t.Error("a booklet without puzzles")
	}
}

// TestBookletTwice: the same puzzles are the same bytes, in each format.
func TestBookletTwice(t *testing.T) {
	texts := []string{twelve, "use soma\npack soma_cube with soma", "latin 4 { distinct sum 5 on (0, 0) (0, 1) }"}
	var before [2]string
	for round := range 2 {
		b := newBooklet(t, render.BookletOptions{}, texts...)
		var pdf, html bytes.Buffer
		if err := errors.Join(b.PDF(&pdf), b.HTML(&html)); err != nil {
			t.Fatal(err)
		}
		if now := [2]string{pdf.String(), html.String()}; round > 0 && now != before {
			t.Error("the second booklet is another one")
		} else {
			before = now
		}
	}
	if n := strings.Count(before[1], "<img "); n != newBooklet(t, render.BookletOptions{}, texts...).PageCount() {
		t.Errorf("the HTML has %d images", n)
	}
}
