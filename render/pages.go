// Package render writes solutions of puzzles as files: pages in SVG and PDF, an HTML file that shows solutions one by
// one, drawings of boards and pieces, bodies for 3D printers and viewers, the order of assembly of the pieces, and the
// film of a search, a page that plays its moves.
//
// Its input is puzzles and solutions of package quadrille, which itself writes a solution as text or as a single
// picture. It does not know how solutions are found.
package render

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"

	"quadrille"
	"quadrille/compile/draw"
	"quadrille/lang/source"
	"quadrille/render/pdf"
	"quadrille/render/raster"
)

// solutionPicture returns the picture of a solution.
func solutionPicture(s quadrille.Solution) draw.Picture {
	return s.Puzzle().Program().Picture(s.DecodePlacements())
}

// PerPage is the largest number of pictures that are readable on one page of [SVGPage].
const PerPage = draw.MaxPagePictures

// SVG writes a page with solutions, or returns [quadrille.ErrNothingToDraw]. A single solution fills the page.
// With more than [PerPage] solutions the page becomes longer.
func SVG(w io.Writer, solutions ...quadrille.Solution) error {
	if len(solutions) == 1 && solutions[0].Puzzle().IsDrawable() {
		return draw.WriteSVG(w, solutionPicture(solutions[0]))
	}
	return SVGPage(w, 1, solutions...)
}

// SVGPage writes a page with solutions, whose numbers start with the argument first. It returns
// [quadrille.ErrNothingToDraw] for puzzles without a board.
func SVGPage(w io.Writer, first int, solutions ...quadrille.Solution) error {
	var pictures []draw.Picture
	for _, s := range solutions {
		if !s.Puzzle().IsDrawable() {
			return quadrille.ErrNothingToDraw
		}
		pictures = append(pictures, solutionPicture(s))
	}
	return draw.WriteSheet(w, first, pictures)
}

// PNG converts an SVG page, as the function write produces it, to PNG.
func PNG(w io.Writer, write func(io.Writer) error) error {
	var svg bytes.Buffer
	if err := write(&svg); err != nil {
		return err
	}
	return raster.PNG(w, &svg)
}

// PDF writes solutions as a document of [PDFPages].
func PDF(w io.Writer, solutions ...quadrille.Solution) error {
	return writeDocument(w, "", new(PDFPages), solutions)
}

// HTML writes solutions of one puzzle as an [Album]. The argument known describes how many solutions are known.
func HTML(w io.Writer, known string, solutions ...quadrille.Solution) error {
	return writeDocument(w, known, new(Album), solutions)
}

// Document is a file with solutions of one puzzle. Solutions are drawn as they are added, so that little work is left
// when a search is stopped.
type Document interface {
	// AddSolution adds a solution, or returns [quadrille.ErrNothingToDraw].
	AddSolution(quadrille.Solution) error
	// Write writes the file, or returns [quadrille.ErrNothingToDraw] if no solution was added. The argument known
	// describes how many solutions are known, as in "520 solutions".
	Write(w io.Writer, known string) error
}

func writeDocument(w io.Writer, known string, d Document, solutions []quadrille.Solution) error {
	for _, s := range solutions {
		if err := d.AddSolution(s); err != nil {
			return err
		}
	}
	return d.Write(w, known)
}

// Album is a [Document] in HTML, with a viewer for the solutions. It needs no network.
type Album struct{ file albumFile }

// AddSolution implements [Document].
func (a *Album) AddSolution(s quadrille.Solution) error { return a.addPage(s, nil) }

// addPage adds a solution with the order of assembly that its scene shows. If plan is nil, it is the order of
// [PlanAssembly].
func (a *Album) addPage(s quadrille.Solution, plan *Assembly) error {
	p := s.Puzzle()
	if a.file.PageTitle == "" {
		a.file.PageTitle, a.file.HasScenes = cmp.Or(p.Title(), filepath.Base(p.Input().Name)),
			checkPacksSpace(p) == nil
		if !p.Input().IsDump {
			a.file.PuzzleText = string(p.Input().Text)
		}
	}
	page, err := newAlbumPage(s, a.file.HasScenes, plan)
	if err != nil {
		return err
	}
	return a.file.AddPage(page)
}

// Write implements [Document].
func (a *Album) Write(w io.Writer, known string) error {
	if a.file.PageTitle == "" {
		return quadrille.ErrNothingToDraw
	}
	a.file.KnownCount = known
	return a.file.WriteHTML(w)
}

// PDFPages is a [Document] in PDF with vector lines and fonts. A single solution has a page of its own size, with
// squares of ten millimetres. Several solutions are put on A4 pages with [PerPage] solutions on each. The number of
// solutions is not mentioned.
type PDFPages struct {
	pagedDocument[quadrille.Solution]
}

// AddSolution implements [Document].
func (p *PDFPages) AddSolution(s quadrille.Solution) error {
	if !s.Puzzle().IsDrawable() {
		return quadrille.ErrNothingToDraw
	}
	p.drawItems = func(w io.Writer, first int, some []quadrille.Solution) error {
		if first == 1 {
			return SVG(w, some...)
		}
		return SVGPage(w, first, some...)
	}
	return p.appendItem(s)
}

// Write implements [Document].
func (p *PDFPages) Write(w io.Writer, _ string) error { return p.writePages(w) }

// PicturesPDF writes SVG documents of this package as a PDF document with the pages of [PDFPages].
func PicturesPDF(w io.Writer, pictures ...string) error {
	p := pagedDocument[string]{drawItems: func(w io.Writer, first int, some []string) error {
		if len(pictures) == 1 {
			_, err := io.WriteString(w, some[0])
			return err
		}
		return draw.ComposeSVG(w, first, some)
	}}
	for _, svg := range pictures {
		if err := p.appendItem(svg); err != nil {
			return err
		}
	}
	return p.writePages(w)
}

// pagedDocument is a PDF document that puts several elements on each page, as many as are readable.
type pagedDocument[T any] struct {
	// drawItems draws a page with some elements. The argument first is the number of the first element on the page.
	drawItems    func(w io.Writer, first int, some []T) error
	outputBuffer bytes.Buffer
	document     *pdf.Document // document with the pages drawn so far, or nil
	drawnCount   int           // number of elements on the pages drawn so far
	// waitingItems holds the elements that wait for the next page.
	waitingItems []T
}

func (p *pagedDocument[T]) appendItem(one T) (err error) {
	if len(p.waitingItems) == PerPage {
		err = p.drawPage()
	}
	p.waitingItems = append(p.waitingItems, one)
	return err
}

// drawPage draws the waiting elements as a page.
func (p *pagedDocument[T]) drawPage() error {
	if p.document == nil {
		p.document = pdf.NewDocument(&p.outputBuffer)
	}
	var svg bytes.Buffer
	if err := p.drawItems(&svg, p.drawnCount+1, p.waitingItems); err != nil {
		return err
	}
	p.drawnCount, p.waitingItems = p.drawnCount+len(p.waitingItems), nil
	return p.document.AddPage(&svg)
}

func (p *pagedDocument[T]) writePages(w io.Writer) error {
	if len(p.waitingItems) == 0 {
		return quadrille.ErrNothingToDraw
	}
	if err := p.drawPage(); err != nil {
		return err
	}
	if err := p.document.Close(); err != nil {
		return err
	}
	_, err := p.outputBuffer.WriteTo(w)
	return err
}

// newAlbumPage returns the page of a solution for an album. If inSpace is true, the page has a scene, with the given
// order of assembly.
func newAlbumPage(s quadrille.Solution, inSpace bool, plan *Assembly) (page albumPage, err error) {
	for _, t := range s.Tables() {
		page.OptionsText += t.Text() + "\n"
	}
	for _, row := range s.OptionItems() {
		page.OptionsText += source.EscapeText(strings.Join(row, " ")) + "\n"
	}
	if !s.Puzzle().IsDrawable() {
		return page, nil
	}
	var picture strings.Builder
	err = SVG(&picture, s)
	page.SVG = picture.String()
	if err != nil || !inSpace {
		return page, err
	}
	scene, err := NewScene(s)
	if err != nil {
		return page, err
	}
	if plan != nil {
		scene.AssemblyPlan = plan
	}
	page.Scene, err = json.Marshal(scene)
	return page, err
}
