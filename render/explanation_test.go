package render_test

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/render"
)

// stepPicture is a square of 9 by 9 with one new digit.
func stepPicture(k int32) draw.Picture {
	pic := draw.Picture{Lattice: lattice.Square, DrawsPlainRegions: true, IsUnfinished: true,
		CellMarks: map[lattice.Cell]string{},
		NewCells:  map[lattice.Cell]bool{}}
	for r := range int32(9) {
		for c := range int32(9) {
			pic.BoardCells = append(pic.BoardCells, lattice.Cell{r, c})
		}
	}
	at := pic.BoardCells[int(k)%81]
	pic.CellMarks[at], pic.NewCells[at] = "7", true
	return pic
}

// steps returns so many steps and an ending without a picture.
func steps(n int) *render.Explanation {
	e := &render.Explanation{Title: "Steps <of> a puzzle"}
	for k := range n {
		e.ExplanationParts = append(e.ExplanationParts,
			render.ExplanationPart{PartNumber: k + 1, Picture: stepPicture(int32(k)),
				Sentences: fmt.Sprintf("Step %d puts 7 on (0, %d), as <b> & no other symbol fits there.", k+1, k)})
	}
	e.ExplanationParts = append(e.ExplanationParts, render.ExplanationPart{Sentences: "All is decided."})
	return e
}

// TestExplanationHTML: all words are text, whatever stands in them, each step has a picture, and no script runs.
func TestExplanationHTML(t *testing.T) {
	var out bytes.Buffer
	if err := steps(20).HTML(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for text, count := range map[string]int{
		"<li>": 21, "<img alt=": 20, "<h1>Steps &lt;of&gt; a puzzle</h1>": 1, "<script": 0,
		"<b>20.</b> Step 20 puts 7 on (0,&nbsp;19), as &lt;b&gt; &amp; no other": 1, "All is decided.": 1,
		"prefers-color-scheme: dark": 2, "@media print": 1, "A blue frame: what is new.": 1, "Yellow": 0,
	} {
		if n := strings.Count(page, text); n != count {
			t.Errorf("%q stands there %d times, and not %d times", text, n, count)
		}
	}
}

// TestExplanationPages: twenty steps with a square of 9 by 9 fill several pages of A4 as PDF, and one high picture as
// SVG, which has all words, and no coordinates on two lines. A single step is as wide as it needs to be.
func TestExplanationPages(t *testing.T) {
	var pdf, svg, one bytes.Buffer
	single := steps(1)
	single.ExplanationParts = single.ExplanationParts[:1]
	if err := errors.Join(steps(20).PDF(&pdf), steps(20).SVG(&svg), single.SVG(&one)); err != nil {
		t.Fatal(err)
	}
	if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf.Bytes(), -1)); n < 2 || n > 4 {
		t.Errorf("%d pages", n)
	}
	words := regexp.MustCompile(`<text [^>]*>([^<]*)</text>`).FindAllStringSubmatch(svg.String(), -1)
	var text []string
	for _, w := range words {
		text = append(text, w[1])
	}
	all := strings.Join(text, " ")
	for k := range 20 {
		if want := fmt.Sprintf("(0, %d)", k); !strings.Contains(all, want) {
			t.Errorf("%s is not there", want)
		}
	}
	if n := strings.Count(svg.String(), `class="new"`); n != 20 || !strings.Contains(svg.String(), `width="210mm"`) {
		t.Errorf("%d new cells are framed", n)
	}
	for _, line := range text {
		if strings.HasSuffix(line, "(0,") {
			t.Errorf("a line ends within coordinates: %s", line)
		}
	}
	if strings.Contains(one.String(), `width="210mm"`) || !strings.Contains(one.String(), `cell-0-0"`) {
		t.Errorf("a single step is drawn otherwise:\n%.300s", one.String())
	}
}

// TestKeyOfMarks: the marks that pictures have are explained, and no others; a cross on what is given is no mark.
func TestKeyOfMarks(t *testing.T) {
	for mark, want := range map[string]string{draw.CrossMark: "×: not there.", draw.NotMark + "12": "≠: not these.",
		"12": ""} {
		for _, given := range []bool{false, true} {
			e := steps(1)
			pic := &e.ExplanationParts[0].Picture
			at := pic.BoardCells[80]
			pic.CellMarks[at], pic.GivenCells = mark, map[lattice.Cell]bool{at: given}
			var page bytes.Buffer
			if err := e.HTML(&page); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"×: not there.", "≠: not these."} {
				if has := strings.Contains(page.String(), key); has != (key == want && !given) {
					t.Errorf("mark %s, given %v: %q stands there: %v", mark, given, key, has)
				}
			}
		}
	}
}

// TestExplanationWithoutPictures: words alone are a page, but no picture.
func TestExplanationWithoutPictures(t *testing.T) {
	e := &render.Explanation{Title: "Core", ExplanationParts: []render.ExplanationPart{{PartNumber: 1,
		Sentences: "The option A D."}}}
	var page, pdf bytes.Buffer
	if err := errors.Join(e.HTML(&page), e.PDF(&pdf)); err != nil ||
		!strings.Contains(page.String(), "The option A D.") {
		t.Errorf("%v\n%s", err, page.String())
	}
	if err := e.SVG(&page); !errors.Is(err, quadrille.ErrNothingToDraw) {
		t.Errorf("SVG: %v", err)
	}
}
