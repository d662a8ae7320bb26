package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/lang/source"
)

// firstPictures is how many solutions are drawn if nobody says how many.
const firstPictures = 10

func (p *puz) solveCommand() *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "find the solutions of a puzzle and draw them",
		ArgsUsage: "FILE",
		Description: fmt.Sprintf(`Pictures are drawn of the first %d solutions, unless --limit or --all says
otherwise; the other formats give them all. With --format svg they come on one
page, or, if -o names a folder, each in a file of its own. Of more than %d solutions
a file becomes pages: scott-1.svg, scott-2.svg and so on.

   puz solve examples/scott.puz --limit 1
   puz solve examples/scott.puz --all --up-to-symmetry --ascii
   puz solve examples/scott.puz --up-to-symmetry --all --format svg -o scott.svg
   puz solve examples/scott.puz --best symmetry
   puz solve examples/langford.puz -D n=8 --format rows
   puz solve examples/scott.puz --format json | jq -r '.placements[].piece'
   puz solve examples/scott.puz --format none --stats text
   puz solve examples/matrix.puz --trace html -o trace.html`, firstPictures, quadrille.PerPage),
		Flags: flags(puzzleFlags(), classFlags(), searchFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "draw every solution"},
			&cli.StringFlag{Name: "best", Usage: "print the solutions that are best by `SCORE` alone: symmetry (edges between pieces that are edges in the reflection)"},
		}, drawingFlags(), jobFlags()),
		Action: p.action(p.solve),
	}
}

func (p *puz) solve(c *cli.Context) error {
	if c.IsSet("job") {
		return p.solveJob(c)
	}
	if filmed(c) {
		return p.film(c)
	}
	out, err := p.output(c, p.stdout)
	if err != nil {
		return err
	}
	q, s, err := p.question(c)
	if err != nil {
		return err
	}
	best, err := bestOf(c, q)
	if err != nil {
		return err
	}
	few := looked(c) && !c.Bool("all") && s.Limit == 0 && best == nil
	if few {
		s.Limit = firstPictures
	}
	p.announce(q)
	n, err := p.writeAll(c, q, s, out, best)
	if finished := out.finish(); err == nil || c.Context.Err() != nil {
		err = errors.Join(err, finished) // a page has what was found
	}
	if err != nil {
		return p.stopped(c.Context, err, source.Plural(n, "solution"))
	}
	if err := p.printEffort(p.stderr, c.String("stats"), s.Effort); err != nil {
		return err
	}
	return p.complete(n, few, s.Effort.Rest, q)
}

// looked reports whether people look at the solutions; then a few are enough.
func looked(c *cli.Context) bool { return c.String("format") == "text" || c.String("format") == "svg" }

// complete tells what is known of solutions that were not printed.
func (p *puz) complete(n int, few bool, rest quadrille.Rest, q *quadrille.Puzzle) error {
	upTo := ""
	if g, ok := q.Group(); ok {
		upTo = " up to " + g.UpTo
	}
	switch {
	case rest == quadrille.NoMore && n == 0:
		fmt.Fprintln(p.stderr, "0 solutions"+upTo)
		return exit(exitNoSolution)
	case rest == quadrille.NoMore:
		fmt.Fprintln(p.stderr, source.Plural(n, "solution")+upTo)
	case few:
		fmt.Fprintf(p.stderr, "these are the first %d; --all draws every solution, `puz count` counts them\n", n)
	case rest == quadrille.More:
		fmt.Fprintf(p.stderr, "stopped after %s; there are more\n", source.Plural(n, "solution"))
	default:
		fmt.Fprintf(p.stderr, "stopped after %s; there may be more\n", source.Plural(n, "solution"))
	}
	return nil
}

// writeAll searches and writes what it finds, or the best of it.
func (p *puz) writeAll(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search, out *output, best *best) (n int, err error) {
	if s.Tallies, err = p.readTally(c.String("tally"), q); err != nil {
		return 0, err
	}
	watch := p.watch(c, &s)
	out.watch = watch
	for solution, failed := range q.Solutions(c.Context, s) {
		if failed != nil {
			err = failed
			break
		}
		n++
		if best != nil {
			best.offer(n, solution)
			continue
		}
		watch.aside(func() { err = out.write(found{n: n, Solution: solution}) })
		if err != nil {
			return n, err
		}
	}
	watch.clear()
	if best != nil && err == nil {
		for _, f := range best.kept {
			if err := out.write(f); err != nil {
				return n, err
			}
		}
	}
	return n, errors.Join(err, p.writeTally(c.String("tally"), s.Tallies))
}

// announce prints the group whose classes are counted.
func (p *puz) announce(q *quadrille.Puzzle) {
	if g, ok := q.Group(); ok {
		fmt.Fprintln(p.stderr, g)
	}
}

// found is a solution that is to be written: the n-th, with its score if scores were
// asked for.
type found struct {
	quadrille.Solution
	n     int
	score *quadrille.Score
}

// best keeps the solutions with the best score so far.
type best struct {
	score func(quadrille.Solution) quadrille.Score
	kept  []found
}

// bestOf returns what keeps the best solutions, or nil if all are wanted.
func bestOf(c *cli.Context, q *quadrille.Puzzle) (*best, error) {
	switch by := c.String("best"); {
	case by == "":
		return nil, nil
	case by != "symmetry":
		return nil, fmt.Errorf("--best knows symmetry, and no %q", by)
	}
	score, err := q.Scorer()
	if err != nil {
		return nil, fmt.Errorf("--best %w", err)
	}
	return &best{score: score}, nil
}

// offer scores the n-th solution, and keeps it if none is better.
func (b *best) offer(n int, s quadrille.Solution) {
	score := b.score(s)
	if len(b.kept) > 0 {
		switch d := score.Compare(*b.kept[0].score); {
		case d < 0:
			return
		case d > 0:
			b.kept = b.kept[:0]
		}
	}
	b.kept = append(b.kept, found{s, n, &score})
}

// drawingFlags belong to every command that prints solutions.
func drawingFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "text", Usage: "print solutions as `FORMAT`: text, svg, json, rows, none"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write SVG to `FILE`, in pages if it is much, or into a folder; with --job, any format to a file"},
		&cli.BoolFlag{Name: "ascii", Usage: "draw with + - | only"},
		&cli.StringFlag{Name: "color", Value: "auto", Usage: "color the pieces `WHEN`: auto, always, never"},
	}
}

// output writes solutions in some format. What finish writes comes last; it is
// called however the search ends.
type output struct {
	write  func(found) error
	finish func() error
	watch  *watch // what else is on the terminal
}

// output makes one; formats other than SVG are written to w.
func (p *puz) output(c *cli.Context, w io.Writer) (*output, error) {
	format := c.String("format")
	if format != "svg" && c.IsSet("output") && !c.IsSet("job") {
		return nil, errors.New("-o goes with --format svg; other formats are written to standard output")
	}
	nothing := func() error { return nil }
	switch format {
	case "text":
		style, err := p.style(c, w)
		out := &output{write: func(f found) error { return f.text(w, style) }, finish: nothing}
		if style.Width > 0 {
			out.shelve(w, style)
		}
		return out, err
	case "svg":
		pictures := &pictures{puz: p, target: c.String("output")}
		return &output{write: pictures.add, finish: pictures.write}, nil
	case "json":
		return &output{write: func(f found) error { return f.json(w) }, finish: nothing}, nil
	case "rows":
		return &output{write: func(f found) error { return f.rows(w) }, finish: nothing}, nil
	case "none":
		return &output{write: func(found) error { return nil }, finish: nothing}, nil
	}
	return nil, fmt.Errorf("--format knows text, svg, json, rows and none, and no %q", format)
}

// style is how text looks on a stream. A terminal that is dumb shows no color.
func (p *puz) style(c *cli.Context, w io.Writer) (quadrille.Style, error) {
	style := quadrille.Style{ASCII: c.Bool("ascii"), Width: columns(w)}
	switch when := c.String("color"); when {
	case "auto":
		style.Color = isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	case "always":
		style.Color = true
	case "never":
	default:
		return style, fmt.Errorf("--color knows auto, always and never, and no %q", when)
	}
	return style, nil
}

// text draws a board, and lists the options of the core.
func (f found) text(w io.Writer, style quadrille.Style) error {
	score := ""
	if f.score != nil {
		score = fmt.Sprintf(": horizontal symmetry %d, vertical symmetry %d", f.score.Horizontal, f.score.Vertical)
		if f.score.Turned != 0 {
			score += fmt.Sprintf(", when turned by %d°", f.score.Turned)
		}
	}
	_, err := fmt.Fprintf(w, "solution %d%s\n%s\n", f.n, score, f.Text(style))
	return err
}

// json writes one object on a line.
func (f found) json(w io.Writer) error {
	text, err := json.Marshal(struct {
		Solution   int                   `json:"solution"`
		Symmetry   *quadrille.Score      `json:"symmetry,omitempty"`
		Placements []quadrille.Placement `json:"placements"`
	}{f.n, f.score, append([]quadrille.Placement{}, f.Placements()...)})
	if err != nil {
		return err
	}
	var line strings.Builder
	for _, r := range string(text) {
		if unicode.IsGraphic(r) {
			line.WriteRune(r)
		} else {
			fmt.Fprintf(&line, "\\u%04x", r)
		}
	}
	_, err = fmt.Fprintln(w, line.String())
	return err
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

// aWhile is how long a picture on a terminal waits for others to stand beside it.
const aWhile = 300 * time.Millisecond

// shelve prints solutions side by side.
func (o *output) shelve(w io.Writer, style quadrille.Style) {
	var mu sync.Mutex
	var failed error
	shelf := quadrille.Shelf{Width: style.Width}
	print := func(text string) {
		if _, err := io.WriteString(w, text); failed == nil {
			failed = err
		}
	}
	late := time.AfterFunc(time.Hour, func() {
		o.watch.aside(func() {
			mu.Lock()
			defer mu.Unlock()
			print(shelf.Take())
		})
	})
	o.write = func(f found) error {
		var text strings.Builder
		if err := f.text(&text, style); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		print(shelf.Put(text.String()))
		late.Reset(aWhile)
		return failed
	}
	o.finish = func() error {
		late.Stop()
		mu.Lock()
		defer mu.Unlock()
		print(shelf.Take())
		return failed
	}
}

// pictures collects what is drawn as SVG: for a folder a file for each
// solution, written at once; otherwise one page for all, or for a file pages that can be read.
type pictures struct {
	puz    *puz
	target string
	page   []quadrille.Solution
	pages  int // that are full
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
	if err := os.MkdirAll(p.target, 0o777); err != nil {
		return plain(err)
	}
	return p.draw(filepath.Join(p.target, fmt.Sprintf("solution-%d.svg", f.n)), f.Solution)
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

func (p *pictures) write() error {
	switch {
	case len(p.page) == 0:
		return nil
	case p.pages == 0:
		return p.draw(p.target, p.page...)
	}
	err := p.turn()
	if err == nil {
		fmt.Fprintf(p.puz.stderr, "%d pages: %s to %s\n", p.pages, p.name(1), p.name(p.pages))
	}
	return err
}

func (p *pictures) draw(name string, solutions ...quadrille.Solution) error {
	return p.put(name, func(w io.Writer) error { return quadrille.SVG(w, solutions...) })
}

func (p *pictures) put(name string, draw func(io.Writer) error) error {
	err := p.puz.write(name, draw)
	if errors.Is(err, quadrille.ErrNothingToDraw) {
		return fmt.Errorf("%w; --format rows lists them", quadrille.ErrNothingToDraw)
	}
	return err
}

func (p *puz) dissectCommand() *cli.Command {
	return &cli.Command{
		Name:      "dissect",
		Usage:     "find the fewest pieces of a dissection",
		ArgsUsage: "FILE",
		Description: `With 2 pieces, then 3 and so on, whatever number the file says, until there is a
solution; its rules hold. The number is printed, and one solution is drawn.

   puz dissect --minimum examples/dissection.puz
   puz dissect --minimum --timeout 1m examples/dissection.puz`,
		Flags: flags(puzzleFlags(), searchFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "minimum", Usage: "look for the fewest pieces (the only thing that this command does)"},
		}, drawingFlags()[2:]),
		Action: p.action(p.dissect),
	}
}

func (p *puz) dissect(c *cli.Context) error {
	if !c.Bool("minimum") {
		return errors.New("dissect wants --minimum; `puz solve` finds the dissections into as many pieces as a file says")
	}
	style, err := p.style(c, p.stdout)
	if err != nil {
		return err
	}
	q, s, err := p.question(c)
	if err != nil {
		return err
	}
	watch := p.watch(c, &s)
	solution, pieces, err := q.FewestPieces(c.Context, s)
	watch.clear()
	switch {
	case errors.Is(err, quadrille.ErrNone):
		fmt.Fprintln(p.stderr, "there is no dissection at all")
		return exit(exitNoSolution)
	case err != nil && pieces > 0:
		fmt.Fprintf(p.stderr, "there is no dissection into fewer than %d pieces\n", pieces)
		return p.stopped(c.Context, err, "no solution")
	case err != nil:
		return err
	}
	fmt.Fprintf(p.stdout, "%d pieces\n", pieces)
	return found{Solution: solution, n: 1}.text(p.stdout, style)
}
