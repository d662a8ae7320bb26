package render

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"html"
	"io"

	"quadrille"
	"quadrille/compile/draw"
	"quadrille/lang/source"
	"quadrille/render/pdf"
)

// A [Booklet] is a document for printing puzzles. Each puzzle has its title, its rules in words, the board with its
// clues, and the pieces to cut out. Answers follow at the end. Lengths are in millimetres on paper.

// paperSizes holds the width and the height of each paper, in millimetres.
var paperSizes = map[string][2]float64{"a3": {297, 420}, "a4": {210, 297}, "a5": {148, 210}, "letter": {215.9, 279.4}}

// PaperNames returns the names of papers, the usual one first.
func PaperNames() []string { return []string{"a4", "letter", "a5", "a3"} }

// BookletOptions holds the settings of a booklet. The zero value suits most uses.
type BookletOptions struct {
	// PaperName is one of [PaperNames], or "".
	PaperName string
	// CellSize is the width of a square in millimetres; cells of other lattices are in proportion. 0 stands for ten
	// millimetres where that fits, and for less elsewhere.
	CellSize float64
	// PuzzlesPerPage is the number of puzzles on a page. 0 stands for as many as fit with squares of the usual width.
	PuzzlesPerPage int
	// AnswersFlipped turns the answers upside down.
	AnswersFlipped bool
	// WithoutRules and WithoutPieces leave out the rules in words, and the pieces to cut out.
	WithoutRules, WithoutPieces bool
}

// PrintedPuzzle is a puzzle of a booklet.
type PrintedPuzzle struct {
	*quadrille.Puzzle
	// TitleNote is written beside the title, such as "hard". It may be empty.
	TitleNote string
	// Answer is the answer to print at the end; nil if none is printed. HasNoAnswer tells that the puzzle has no
	// solution.
	Answer      *quadrille.Solution
	HasNoAnswer bool
}

// MaxPrinted is the largest number of puzzles of a booklet.
const MaxPrinted = 1000

// Booklet is a document of pages with puzzles, ready to be printed.
type Booklet struct {
	pages []draw.Page
}

// PageCount returns the number of pages.
func (b *Booklet) PageCount() int { return len(b.pages) }

// SVG writes the page with an index, from 0, as an SVG document with the size of the paper.
func (b *Booklet) SVG(w io.Writer, page int) error { return b.pages[page].SVG(w) }

// PDF writes all pages as a document.
func (b *Booklet) PDF(w io.Writer) error { return writePagesPDF(w, b.pages) }

// writePagesPDF writes pages as a document.
func writePagesPDF(w io.Writer, pages []draw.Page) error {
	d := pdf.NewDocument(w)
	for _, page := range pages {
		var svg bytes.Buffer
		if err := page.SVG(&svg); err != nil {
			return err
		}
		if err := d.AddPage(&svg); err != nil {
			return err
		}
	}
	return d.Close()
}

// HTML writes all pages as one HTML file, which gives the same pages when it is printed. Pages are images, in which no
// script runs.
func (b *Booklet) HTML(w io.Writer) error {
	var out bytes.Buffer
	size := fmt.Sprintf("%gmm %gmm", b.pages[0].Width, b.pages[0].Height)
	fmt.Fprintf(&out, bookletHead, html.EscapeString(source.EscapeText(b.pages[0].Title)), size)
	for k := range b.pages {
		var page bytes.Buffer
		if err := b.SVG(&page, k); err != nil {
			return err
		}
		fmt.Fprintf(&out,
			"<img alt=\"page %d\" style=\"width:%gmm;height:%gmm\" src=\"data:image/svg+xml;base64,%s\">\n",
			k+1, b.pages[k].Width, b.pages[k].Height, base64.StdEncoding.EncodeToString(page.Bytes()))
	}
	out.WriteString("</body>\n</html>\n")
	_, err := out.WriteTo(w)
	return err
}

const bookletHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>%s</title>
<style>@page{size:%s;margin:0}body{margin:0;background:#777}img{display:block;margin:5mm auto;background:white}
@media print{body{background:none}img{margin:0;break-after:page}}</style>
</head>
<body>
`

// NewBooklet lays puzzles out on pages. If a puzzle does not fit, the error names it and suggests a remedy.
func NewBooklet(puzzles []PrintedPuzzle, o BookletOptions) (*Booklet, error) {
	size := paperSizes[cmp.Or(o.PaperName, PaperNames()[0])]
	switch {
	case len(puzzles) == 0 || len(puzzles) > MaxPrinted:
		return nil, fmt.Errorf("a booklet has from 1 to %d puzzles, and these are %d", MaxPrinted, len(puzzles))
	case size[0] == 0:
		return nil, fmt.Errorf("there is no paper %q, but %s", o.PaperName, source.JoinWords(PaperNames()))
	}
	t := &typesetter{options: o, paperSize: size, isRulerOnPage: map[int]bool{}}
	var all []*puzzleParts
	for k, p := range puzzles {
		s, err := collectParts(p, o, t.textWidth())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Input().Name, err)
		}
		if len(puzzles) > 1 {
			s.puzzleTitle = fmt.Sprintf("%d. %s", k+1, s.puzzleTitle)
		}
		all = append(all, s)
	}
	if err := t.placePuzzles(all); err != nil {
		return nil, err
	}
	t.placeAnswers(all)
	t.addPageFeet(all[0].puzzleTitle)
	return &Booklet{t.pages}, nil
}
