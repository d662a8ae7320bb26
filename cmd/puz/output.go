package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// solution is one that is to be written: the n-th, with its score if scores
// were asked for.
type solution struct {
	n       int
	program *compile.Program
	options matrix.Solution
	score   *lattice.Score
	turned  int // by so many degrees the picture has that score
}

// output writes solutions in some format. What finish writes comes last; it is
// called however the search ends.
type output struct {
	write  func(solution) error
	finish func() error
}

// Formats of solutions.
const (
	textFormat = "text"
	svgFormat  = "svg"
	jsonFormat = "json"
	rowsFormat = "rows"
	noFormat   = "none"
)

// drawn reports whether a format is for looking at: then a few are enough.
func drawn(format string) bool { return format == textFormat || format == svgFormat }

func (p *puz) output(c *cli.Context) (*output, error) {
	format := c.String("format")
	if format != svgFormat && c.IsSet("output") {
		return nil, errors.New("-o goes with --format svg; other formats are written to standard output")
	}
	nothing := func() error { return nil }
	switch format {
	case textFormat:
		style, err := p.style(c)
		return &output{func(s solution) error { return printText(p.stdout, s, style) }, nothing}, err
	case svgFormat:
		pictures := &pictures{puz: p, target: c.String("output")}
		return &output{pictures.add, pictures.write}, nil
	case jsonFormat:
		return &output{func(s solution) error { return printJSON(p.stdout, s) }, nothing}, nil
	case rowsFormat:
		return &output{func(s solution) error { return printRows(p.stdout, s) }, nothing}, nil
	case noFormat:
		return &output{func(solution) error { return nil }, nothing}, nil
	}
	return nil, fmt.Errorf("--format knows text, svg, json, rows and none, and no %q", format)
}

func (p *puz) style(c *cli.Context) (draw.Style, error) {
	style := draw.Style{ASCII: c.Bool("ascii")}
	switch when := c.String("color"); when {
	case "auto":
		style.Color = isTerminal(p.stdout) && os.Getenv("NO_COLOR") == ""
	case "always":
		style.Color = true
	case "never":
	default:
		return style, fmt.Errorf("--color knows auto, always and never, and no %q", when)
	}
	return style, nil
}

// printText draws a board, and lists the options of the core.
func printText(w io.Writer, s solution, style draw.Style) error {
	var b strings.Builder
	fmt.Fprintf(&b, "solution %d%s\n", s.n, s.scoreText())
	if s.program.Drawn() {
		b.WriteString(draw.Text(s.program.Picture(s.options), style))
	}
	for _, pl := range s.program.Decode(s.options) {
		if pl.Cells == nil && pl.Piece == "" {
			b.WriteString("  " + strings.Join(pl.Items, " ") + "\n")
		}
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *solution) scoreText() string {
	if s.score == nil {
		return ""
	}
	text := fmt.Sprintf(": horizontal symmetry %d, vertical symmetry %d", s.score.Horizontal, s.score.Vertical)
	if s.turned != 0 {
		text += fmt.Sprintf(", when turned by %d°", s.turned)
	}
	return text
}

// jsonSolution is the form of a solution for programs: one object a line.
type jsonSolution struct {
	Solution   int             `json:"solution"`
	Symmetry   *jsonSymmetry   `json:"symmetry,omitempty"`
	Placements []jsonPlacement `json:"placements"`
}

type jsonSymmetry struct {
	Horizontal int `json:"horizontal"`
	Vertical   int `json:"vertical"`
	Turned     int `json:"turned"`
}

type jsonPlacement struct {
	Piece       string    `json:"piece,omitempty"`
	Orientation *int      `json:"orientation,omitempty"`
	Cells       [][]int32 `json:"cells,omitempty"`
	Onto        [][]int32 `json:"onto,omitempty"`
	Letters     []string  `json:"letters,omitempty"`
	Items       []string  `json:"items"`
}

func printJSON(w io.Writer, s solution) error {
	out := jsonSolution{Solution: s.n, Placements: []jsonPlacement{}}
	if s.score != nil {
		out.Symmetry = &jsonSymmetry{s.score.Horizontal, s.score.Vertical, s.turned}
	}
	for _, pl := range s.program.Decode(s.options) {
		j := jsonPlacement{Piece: pl.Piece, Letters: pl.Letters, Items: append([]string{}, pl.Items...)}
		if pl.Piece != "" && s.program.Puzzle.Pack != nil {
			j.Orientation = &pl.Orientation
		}
		for _, cell := range pl.Cells {
			j.Cells = append(j.Cells, cell[:len(s.program.Lattice().Axes)])
		}
		for _, cell := range pl.Onto {
			j.Onto = append(j.Onto, cell[:2])
		}
		out.Placements = append(out.Placements, j)
	}
	return json.NewEncoder(w).Encode(out)
}

// printRows writes each option on a line, by the names of its items, and a
// blank line behind each solution.
func printRows(w io.Writer, s solution) error {
	var b strings.Builder
	for _, o := range s.options {
		b.WriteString(strings.Join(s.program.OptionItems(o), " ") + "\n")
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// pictures collects what is drawn as SVG: for a folder a file for each
// solution, written at once; otherwise one page for all.
type pictures struct {
	puz    *puz
	target string
	page   []draw.Picture
}

func (p *pictures) add(s solution) error {
	if !s.program.Drawn() {
		return errors.New("there is nothing to draw: the options of this puzzle are not about a board; --format rows lists them")
	}
	picture := s.program.Picture(s.options)
	if !p.intoFolder() {
		p.page = append(p.page, picture)
		return nil
	}
	if err := os.MkdirAll(p.target, 0o777); err != nil {
		return plain(err)
	}
	return p.puz.writeTo(filepath.Join(p.target, fmt.Sprintf("solution-%d.svg", s.n)), func(w io.Writer) error { return draw.SVG(w, picture) })
}

// intoFolder reports whether the target is a folder, or is to become one.
func (p *pictures) intoFolder() bool {
	info, err := os.Stat(p.target)
	return strings.HasSuffix(p.target, "/") || err == nil && info.IsDir()
}

func (p *pictures) write() error {
	if len(p.page) == 0 {
		return nil
	}
	page := func(w io.Writer) error { return draw.Sheet(w, p.page) }
	if len(p.page) == 1 {
		page = func(w io.Writer) error { return draw.SVG(w, p.page[0]) }
	}
	return p.puz.writeTo(p.target, page)
}
