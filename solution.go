package quadrille

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/compile"
	"quadrille/compile/album"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/paper"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/runtime/staged"
)

// Solution is a solution of a puzzle.
type Solution struct {
	puzzle  *Puzzle
	options matrix.Solution
	staged  *staged.Dissection // a dissection that was found in stages, in place of options
	// branched has the item that the search branched on for each option, if that was wanted.
	branched []matrix.ItemID
}

// Puzzle returns the puzzle that is solved. A zero Solution, such as comes with an error, solves one without items.
func (s Solution) Puzzle() *Puzzle {
	if s.puzzle == nil {
		nothing, _ := matrix.NewBuilder().Build() // in which nothing can be wrong
		return FromMatrix(nothing)
	}
	return s.puzzle
}

// Placement is what a solution puts somewhere: a piece or a man on its cells, letters on
// cells, or an option of the core.
type Placement struct {
	// Piece is the name of the piece or man, and "" for letters and the core.
	Piece string
	// Orientation numbers those of the piece; it is negative where there are none.
	Orientation int
	// Cells have as many coordinates as the lattice: rows before columns.
	Cells [][]int32
	// Onto says where each cell of a dissection goes.
	Onto [][]int32
	// Letters stand on the cells, one on each.
	Letters []string
	// Items are those of the option, as the matrix names them.
	Items []string
}

// Placements tells what the solution puts where: what is given in a Latin square, then
// pieces, men or letters in the order of the puzzle, then the options of the core. Empty
// cells are left out.
func (s Solution) Placements() []Placement {
	program := s.Puzzle().program
	out := []Placement{} // of nothing too, so that JSON has a list
	for _, pl := range s.DecodePlacements() {
		placement := Placement{Piece: pl.Piece, Orientation: -1, Letters: pl.Letters, Items: pl.Items}
		if pl.Of == "pack" {
			placement.Orientation = pl.Orientation
		}
		placement.Cells = lattice.Coordinates(pl.Cells, len(program.LatticeOf(pl).Axes))
		placement.Onto = lattice.Coordinates(pl.Onto, 2)
		out = append(out, placement)
	}
	return out
}

// DecodePlacements returns what the solution puts where, as the compiler says it, for packages of this module.
// [Solution.Placements] is for others.
func (s Solution) DecodePlacements() []compile.Placement {
	if s.staged != nil {
		return s.Puzzle().program.DecodeDissection(*s.staged)
	}
	return s.Puzzle().program.Decode(s.options)
}

// Options returns the options chosen, in the order of choice; none for a dissection that
// was found in stages, which chooses no options.
func (s Solution) Options() []matrix.OptionID { return s.options }

// Rows returns the items of each option. With [Search.Branches] each begins with the item
// that the search branched on, and the others follow around, as Knuth's program prints them.
func (s Solution) Rows() [][]string {
	var rows [][]string
	m, _ := s.Puzzle().program.Candidates() // solutions of a matrix have one
	for k, o := range s.options {
		row := m.OptionItems(o)
		if k < len(s.branched) && s.branched[k] >= 0 {
			first := slices.IndexFunc(m.Option(o), func(e matrix.Entry) bool { return e.Item == s.branched[k] })
			row = slices.Concat(row[first:], row[:first])
		}
		rows = append(rows, row)
	}
	if s.staged != nil {
		for _, pl := range s.Placements() {
			rows = append(rows, pl.Items)
		}
	}
	return rows
}

// Line writes the solution in one line: the symbols on the cells, row by row, if it is made
// of such and each is a single character; otherwise the items of each option, with
// semicolons between options, and behind the items the symbol of a cell and the orientation of a piece with colors: /2.
func (s Solution) Line() string {
	if line, ok := s.cellSymbols(); ok {
		return line
	}
	var options []string
	for k, row := range s.Rows() {
		if s.staged == nil {
			if o := s.Puzzle().program.OptionOrigin(s.options[k]); o.Filled {
				row = slices.Concat(row, o.Letters) // items need not tell the symbol
			} else if o.Piece != nil && o.Piece.Marks != nil {
				row = slices.Concat(row, []string{fmt.Sprintf("/%d", o.Orientation)}) // nor how the colors lie
			}
		}
		options = append(options, strings.Join(row, " "))
	}
	return strings.Join(options, "; ")
}

// Latin writes the solution of a Latin square as n lines of n characters, which can be read
// again; if there are symbols of its own, they are numbered from 1.
func (s Solution) Latin() (string, error) {
	if kinds := s.Puzzle().program.Puzzle.Statements(); len(kinds) > 1 {
		return "", fmt.Errorf("the format latin holds a square, and solutions of this puzzle have more: %s; json "+
			"holds all", source.JoinWords(kinds))
	}
	square := s.Puzzle().program.CompletedSquare(s.DecodePlacements())
	if n := square.Order(); n == 0 || n > MaxLatin {
		return "", fmt.Errorf("the format latin is for Latin squares up to order %d, and this puzzle asks for none",
			MaxLatin)
	}
	return square.String(), nil
}

// cellSymbols returns those on all cells, if there is nothing else to tell of the solution.
func (s Solution) cellSymbols() (string, bool) {
	if len(s.Puzzle().program.Puzzle.Statements()) > 1 {
		return "", false // on several boards
	}
	on := map[lattice.Cell]string{}
	for _, pl := range s.DecodePlacements() {
		if len(pl.Cells) == 0 || len(pl.Letters) != len(pl.Cells) {
			return "", false
		}
		for k, c := range pl.Cells {
			if on[c] = pl.Letters[k]; utf8.RuneCountInString(on[c]) != 1 {
				return "", false
			}
		}
	}
	var line strings.Builder
	for _, c := range slices.SortedFunc(maps.Keys(on), lattice.CompareCells) {
		line.WriteString(on[c])
	}
	return line.String(), line.Len() > 0
}

// MarshalJSON writes the placements as an object.
func (s Solution) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Placements []Placement `json:"placements"`
	}{s.Placements()})
}

// MarshalJSON leaves out what a placement has not; a piece always has cells, if only none.
func (p Placement) MarshalJSON() ([]byte, error) {
	out := struct {
		Piece       string     `json:"piece,omitempty"`
		Orientation *int       `json:"orientation,omitempty"`
		Cells       *[][]int32 `json:"cells,omitempty"`
		Onto        [][]int32  `json:"onto,omitempty"`
		Letters     []string   `json:"letters,omitempty"`
		Items       []string   `json:"items"`
	}{Piece: p.Piece, Onto: p.Onto, Letters: p.Letters, Items: append([]string{}, p.Items...)}
	if p.Orientation >= 0 {
		out.Orientation = &p.Orientation
	}
	// a piece of a dissection may have none
	if cells := append([][]int32{}, p.Cells...); p.Piece != "" || len(cells) > 0 {
		out.Cells = &cells
	}
	return json.Marshal(out)
}

// TextStyle says how to draw text: with plain ASCII, in the colors of a terminal.
type TextStyle = draw.TextStyle

// TextShelf puts texts side by side, as many as fit a terminal.
type TextShelf = draw.TextShelf

// IsDrawable reports whether solutions of the puzzle can be drawn. Those of the core are
// options and nothing else.
func (p *Puzzle) IsDrawable() bool { return p.program.IsDrawable() }

// ErrNothingToDraw says that the options of a puzzle are not about a board.
var ErrNothingToDraw = errors.New("there is nothing to draw: the options of this puzzle are not about a board")

// Text draws the solution, if it can be drawn, and lists the options of the core.
func (s Solution) Text(style TextStyle) string {
	text := ""
	if s.Puzzle().IsDrawable() {
		text = draw.Text(s.drawSolution(), style)
	}
	return text + s.Puzzle().program.ColorText(s.DecodePlacements()) +
		s.Puzzle().program.CoreText(s.DecodePlacements())
}

// String draws the solution without colors.
func (s Solution) String() string { return s.Text(TextStyle{}) }

func (s Solution) drawSolution() draw.Picture {
	return s.Puzzle().program.Picture(s.DecodePlacements())
}

// PerPage is how many pictures can still be read on one page of [SVGPage].
const PerPage = draw.PageFull

// SVG writes a page with solutions, or [ErrNothingToDraw]. One solution is a picture by
// itself; of more than [PerPage] the page is longer than wide.
func SVG(w io.Writer, solutions ...Solution) error {
	if len(solutions) == 1 && solutions[0].Puzzle().IsDrawable() {
		return draw.SVG(w, solutions[0].drawSolution())
	}
	return SVGPage(w, 1, solutions...)
}

// SVGPage writes a page with solutions, the numbers beside them beginning with the first;
// or [ErrNothingToDraw].
func SVGPage(w io.Writer, first int, solutions ...Solution) error {
	var pictures []draw.Picture
	for _, s := range solutions {
		if !s.Puzzle().IsDrawable() {
			return ErrNothingToDraw
		}
		pictures = append(pictures, s.drawSolution())
	}
	return draw.Sheet(w, first, pictures)
}

// PDF writes solutions as [PDFPages].
func PDF(w io.Writer, solutions ...Solution) error {
	return writeDocument(w, "", new(PDFPages), solutions)
}

// HTML writes solutions of one puzzle as an [Album].
func HTML(w io.Writer, known string, solutions ...Solution) error {
	return writeDocument(w, known, new(Album), solutions)
}

// Document is solutions of one puzzle as a file. They are drawn as they are added, so that little is left to do
// when a search is stopped.
type Document interface {
	// AddSolution adds a solution, or returns [ErrNothingToDraw].
	AddSolution(Solution) error
	// Write writes the file, or returns [ErrNothingToDraw] if it is empty. Known is what is said
	// about the number of solutions, such as "520 solutions".
	Write(w io.Writer, known string) error
}

func writeDocument(w io.Writer, known string, d Document, solutions []Solution) error {
	for _, s := range solutions {
		if err := d.AddSolution(s); err != nil {
			return err
		}
	}
	return d.Write(w, known)
}

// Album is a [Document] of HTML with a viewer to step through the solutions, which needs no network.
type Album struct{ file album.Album }

// AddSolution implements [Document].
func (a *Album) AddSolution(s Solution) error {
	p := s.Puzzle()
	if a.file.Title == "" {
		a.file.Title, a.file.InSpace = cmp.Or(p.Title(), filepath.Base(p.name)), p.checkPacksSpace() == nil
		if !p.isDump {
			a.file.Puzzle = string(p.text)
		}
	}
	leaf, err := s.albumPage(a.file.InSpace)
	if err != nil {
		return err
	}
	return a.file.AddPage(leaf)
}

// Write implements [Document].
func (a *Album) Write(w io.Writer, known string) error {
	if a.file.Title == "" {
		return ErrNothingToDraw
	}
	a.file.KnownCount = known
	return a.file.Write(w)
}

// PDFPages is a [Document] of PDF, on which lines are lines and letters are letters: one solution by itself, and more
// in pages of [PerPage]. A square has a side of ten millimetres, and a page of many the size A4. Nothing is said
// about the number of solutions.
type PDFPages struct{ pagedDocument[Solution] }

// AddSolution implements [Document].
func (p *PDFPages) AddSolution(s Solution) error {
	if !s.Puzzle().IsDrawable() {
		return ErrNothingToDraw
	}
	p.draw = func(w io.Writer, first int, some []Solution) error {
		if first == 1 {
			return SVG(w, some...)
		}
		return SVGPage(w, first, some...)
	}
	return p.appendItem(s)
}

// Write implements [Document].
func (p *PDFPages) Write(w io.Writer, _ string) error { return p.writePages(w) }

// PrintPictures writes documents of SVG that this package has written as PDF does it with solutions.
func PrintPictures(w io.Writer, pictures ...string) error {
	p := pagedDocument[string]{draw: func(w io.Writer, first int, some []string) error {
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

// pagedDocument is a document with as many things on a page as can be read.
type pagedDocument[T any] struct {
	draw     func(w io.Writer, first int, some []T) error // draws a page
	output   bytes.Buffer
	document *paper.Document // of the pages that are drawn, or nil
	drawn    int             // how many things are on them
	page     []T
}

func (p *pagedDocument[T]) appendItem(one T) (err error) {
	if len(p.page) == PerPage {
		err = p.drawPage()
	}
	p.page = append(p.page, one)
	return err
}

// drawPage draws a page.
func (p *pagedDocument[T]) drawPage() error {
	if p.document == nil {
		p.document = paper.NewDocument(&p.output)
	}
	var svg bytes.Buffer
	if err := p.draw(&svg, p.drawn+1, p.page); err != nil {
		return err
	}
	p.drawn, p.page = p.drawn+len(p.page), nil
	return p.document.AddPage(&svg)
}

func (p *pagedDocument[T]) writePages(w io.Writer) error {
	if len(p.page) == 0 {
		return ErrNothingToDraw
	}
	if err := p.drawPage(); err != nil {
		return err
	}
	if err := p.document.Close(); err != nil {
		return err
	}
	_, err := p.output.WriteTo(w)
	return err
}

// albumPage is what a file of HTML has of a solution.
func (s Solution) albumPage(inSpace bool) (leaf album.AlbumPage, err error) {
	for _, row := range s.Rows() {
		leaf.Options += source.EscapeText(strings.Join(row, " ")) + "\n"
	}
	if !s.Puzzle().IsDrawable() {
		return leaf, nil
	}
	var picture strings.Builder
	err = SVG(&picture, s)
	leaf.SVG = picture.String()
	if err != nil || !inSpace {
		return leaf, err
	}
	scene, err := s.Scene()
	if err != nil {
		return leaf, err
	}
	leaf.Scene, err = json.Marshal(scene)
	return leaf, err
}
