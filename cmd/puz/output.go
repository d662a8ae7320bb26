package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
)

// found is a solution that is to be written: the n-th, with its score if scores were
// asked for.
type found struct {
	quadrille.Solution
	n     int
	score *quadrille.Score
	shown []string // the names of the scores that text has; none stands for both symmetries
}

// drawingFlags belong to every command that prints solutions.
func drawingFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{
		&cli.StringFlag{Name: "format", Value: "text", Usage: "print solutions as `FORMAT`: text, svg, pdf, html, json, rows, latin, dots, glb, none"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Action: formatByName, Usage: "write PDF or HTML to `FILE`, or SVG, in pages if it is much, or glb, or into a folder; with --job, any format to a file"},
		&cli.BoolFlag{Name: "assembly", Usage: "say in which order the pieces of a solution in space go in, with text and json"},
	}, sizeFlags(), console.TextFlags())
}

// formatByName takes the format from the name of a file, unless it was said.
func formatByName(c *cli.Context, file string) error {
	kind := strings.TrimPrefix(filepath.Ext(file), ".")
	if c.IsSet("format") || !slices.Contains(fileFormats, kind) {
		return nil
	}
	return c.Set("format", kind)
}

// output writes solutions in some format. What finish writes comes last; it is
// called however the search ends.
type output struct {
	write  func(found) error
	finish func(known string) error // with what is known of the number of solutions
	watch  *console.Progress        // what else is on the terminal
}

// output makes one; formats other than SVG are written to w.
func (p *puz) output(c *cli.Context, w io.Writer) (*output, error) {
	format, assembly := c.String("format"), c.Bool("assembly")
	switch {
	case !ownFiles(c) && c.IsSet("output") && !c.IsSet("job"):
		return nil, errors.New("-o goes with --format svg, pdf, html and glb; other formats are written to standard output")
	case assembly && format != "text" && format != "json":
		return nil, errors.New("--assembly goes with --format text and json")
	case format != "glb" && (c.IsSet("cell") || c.IsSet("clearance") || c.IsSet("height")):
		return nil, errors.New("--cell, --clearance and --height go with --format glb")
	}
	nothing := func(string) error { return nil }
	switch format {
	case "text":
		style, err := p.Style(c, w)
		out := &output{write: func(f found) error { return f.text(w, style, assembly) }, finish: nothing}
		if style.Width > 0 {
			out.shelve(w, style, assembly)
		}
		return out, err
	case "svg":
		pictures := p.pictures(c.String("output"))
		return &output{write: pictures.add, finish: func(string) error { return pictures.write() }}, nil
	case "glb":
		return p.glbOutput(c)
	case "html":
		return p.whole(c.String("output"), new(quadrille.Album)), nil
	case "pdf":
		return p.whole(c.String("output"), new(quadrille.Pages)), nil
	case "json":
		return &output{write: func(f found) error { return f.json(w, assembly) }, finish: nothing}, nil
	case "rows":
		return &output{write: func(f found) error { return f.rows(w) }, finish: nothing}, nil
	case "latin":
		return &output{write: func(f found) error { return f.square(w) }, finish: nothing}, nil
	case "dots":
		return &output{write: func(f found) error {
			text, err := f.Dots(f.n)
			if err == nil {
				_, err = io.WriteString(w, text)
			}
			return err
		}, finish: nothing}, nil
	case "none":
		return &output{write: func(found) error { return nil }, finish: nothing}, nil
	}
	return nil, fmt.Errorf("--format knows text, svg, pdf, html, json, rows, latin, dots, glb and none, and no %q", format)
}

// text draws a board, lists the options of the core, and says in which order pieces go in.
func (f found) text(w io.Writer, style quadrille.Style, assembly bool) error {
	order := ""
	if assembly {
		text, err := f.AssemblyText()
		if err != nil {
			return err
		}
		order = "put together:\n" + text
	}
	_, err := fmt.Fprintf(w, "solution %d%s\n%s%s\n", f.n, f.scores(), f.Text(style), order)
	return err
}

// json writes one object on a line.
func (f found) json(w io.Writer, assembly bool) error {
	object := struct {
		Solution   int                   `json:"solution"`
		Symmetry   *quadrille.Score      `json:"symmetry,omitempty"`
		Placements []quadrille.Placement `json:"placements"`
		Assembly   *quadrille.Assembly   `json:"assembly,omitempty"`
	}{f.n, f.score, f.Placements(), nil}
	if assembly {
		plan, err := f.Assembly()
		if err != nil {
			return err
		}
		object.Assembly = &plan
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, escaped(text))
	return err
}

// escaped escapes what a terminal does not show as it is, in JSON.
func escaped(text []byte) string {
	var line strings.Builder
	for _, r := range string(text) {
		if unicode.IsGraphic(r) {
			line.WriteRune(r)
		} else {
			fmt.Fprintf(&line, "\\u%04x", r)
		}
	}
	return line.String()
}

// rows writes each option on a line, by the names of its items, and a blank line behind
// each solution.
func (f found) rows(w io.Writer) error {
	var b strings.Builder
	for _, row := range f.Rows() {
		b.WriteString(source.Printable(strings.Join(row, " ")) + "\n")
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// square writes a Latin square as text that is read again, and a blank line before all but the
// first.
func (f found) square(w io.Writer) error {
	text, err := f.Latin()
	if err == nil {
		_, err = io.WriteString(w, strings.Repeat("\n", min(1, f.n-1))+text)
	}
	return err
}

// aWhile is how long a picture on a terminal waits for others to stand beside it.
const aWhile = 300 * time.Millisecond

// shelve prints solutions side by side.
func (o *output) shelve(w io.Writer, style quadrille.Style, assembly bool) {
	var mu sync.Mutex
	var failed error
	shelf := quadrille.Shelf{Width: style.Width}
	print := func(text func() string) error {
		mu.Lock()
		defer mu.Unlock()
		_, err := io.WriteString(w, text())
		failed = cmp.Or(failed, err)
		return failed
	}
	late := time.AfterFunc(time.Hour, func() { o.watch.Aside(func() { print(shelf.Take) }) })
	o.write = func(f found) error {
		var text strings.Builder
		if err := f.text(&text, style, assembly); err != nil {
			return err
		}
		late.Reset(aWhile)
		return print(func() string { return shelf.Put(text.String()) })
	}
	o.finish = func(string) error {
		late.Stop()
		return print(shelf.Take)
	}
}

// whole writes all solutions as one file, unless there are none. Each is drawn as it comes, so a
// limit of time leaves little to draw.
func (p *puz) whole(name string, file quadrille.Document) *output {
	empty := true
	add := func(f found) error {
		defer p.Files.Hold()()
		empty = false
		return drawn(file.Add(f.Solution))
	}
	return &output{write: add, finish: func(known string) error {
		if empty {
			return nil
		}
		return drawn(p.Write(name, func(w io.Writer) error { return file.Write(w, known) }))
	}}
}

// pictures collects what is drawn as SVG: for a folder a file for each
// solution; otherwise one page for all, or for a file pages that can be read. The files appear
// together when the search has ended, or none of them after an error.
type pictures struct {
	puz    *puz
	batch  *console.Batch
	failed bool // nothing is to appear
	target string
	page   []quadrille.Solution
	pages  int // that are full
}

func (p *puz) pictures(target string) *pictures {
	return &pictures{puz: p, batch: p.Files.Batch(), target: target}
}

func (p *pictures) add(f found) error {
	if !p.intoFolder() {
		var err error
		if len(p.page) == quadrille.PerPage && p.divisible() {
			err = p.turn()
		}
		p.page = append(p.page, f.Solution)
		return err
	}
	return p.inFolder(fmt.Sprintf("solution-%d.svg", f.n), func(w io.Writer) error { return quadrille.SVG(w, f.Solution) })
}

// inFolder writes a file in the folder, which is made.
func (p *pictures) inFolder(name string, write func(io.Writer) error) error {
	if err := os.MkdirAll(p.target, 0o777); err != nil {
		return console.Plain(err)
	}
	return p.put(filepath.Join(p.target, name), write)
}

// intoFolder reports whether the target is a folder, or is to become one.
func (p *pictures) intoFolder() bool {
	info, err := os.Stat(p.target)
	return strings.HasSuffix(p.target, "/") || err == nil && info.IsDir()
}

// divisible reports whether the target is a file, beside which others can stand.
func (p *pictures) divisible() bool {
	info, err := os.Stat(p.target)
	return p.target != "" && p.target != "-" && (err != nil || info.Mode().IsRegular())
}

// turn writes a page of several.
func (p *pictures) turn() error {
	first := p.pages*quadrille.PerPage + 1
	p.pages++
	err := p.put(p.name(p.pages), func(w io.Writer) error { return quadrille.SVGPage(w, first, p.page...) })
	p.page = nil
	return err
}

func (p *pictures) name(page int) string {
	kind := filepath.Ext(p.target)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(p.target, kind), page, kind)
}

func (p *pictures) write() (err error) {
	switch {
	case p.failed:
		return nil
	case len(p.page) > 0 && p.pages == 0:
		err = p.put(p.target, func(w io.Writer) error { return quadrille.SVG(w, p.page...) })
	case len(p.page) > 0:
		err = p.turn()
	}
	if err == nil {
		err = p.batch.Commit()
	}
	if err == nil && p.pages > 0 {
		fmt.Fprintf(p.puz.Stderr, "%d pages: %s to %s\n", p.pages, p.name(1), p.name(p.pages))
	}
	return err
}

func (p *pictures) put(name string, draw func(io.Writer) error) (err error) {
	if name == "" || name == "-" {
		err = p.puz.Write(name, draw)
	} else {
		err = p.batch.Write(name, draw)
	}
	if err != nil {
		p.failed = true
		p.batch.Discard()
	}
	return drawn(err)
}

// drawn says what to do where there is nothing to draw.
func drawn(err error) error {
	if errors.Is(err, quadrille.ErrNothingToDraw) {
		return fmt.Errorf("%w; --format rows lists them", quadrille.ErrNothingToDraw)
	}
	return err
}
