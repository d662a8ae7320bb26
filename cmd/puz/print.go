package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/batch"
	"quadrille/cmd/console"
	"quadrille/generate"
	"quadrille/lang/source"
	"quadrille/render"
)

// bookletFormats are the formats of puzzles on paper.
var bookletFormats = []string{"pdf", "html", "svg", "png"}

func (p *puz) printCommand() *cli.Command {
	return &cli.Command{
		Name:      "print",
		Usage:     "put puzzles on paper as people solve them, with answers at the end",
		ArgsUsage: "PATH…",
		Description: `Title, rules in words, the board with its clues, the pieces to cut out at the board's own
scale, and the answers on a page at the end. The name behind -o says how: .pdf, .html, .svg or
.png, of which each page is a file. A PATH is a file, a folder, a folder with all below it
(puzzles/...), a link of puzz.link, or a file of sudokus or JSON with a puzzle a line. Print at 100
percent: lengths are true. Cells are 10 mm wide, or less where that does not fit.

   puz print examples/scott.puz -o scott.pdf
   puz print examples/logic/nonogram.puz --answers flipped -o nonogram.pdf
   puz print examples/scott.puz --cell 15 --paper letter -o scott.pdf
   puz print examples/sudoku --per-page 4 -o booklet.pdf
   puz print examples/logic/kakuro.puz --answers none -o kakuro.svg
   puz make killer --count 20 -o booklet.pdf     made and printed in one step`,
		Flags: slices.Concat(console.PuzzleFlags(), []cli.Flag{
			console.OneOfFlag(&cli.StringFlag{Name: "format", Value: "pdf", Usage: "write `FORMAT`"},
				bookletFormats...),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Action: setFormatByExtension(bookletFormats...),
				Usage: "write to `FILE`; of several pages in SVG or PNG each has a file"},
			console.TimeoutFlag(),
		}, bookletFlags()),
		Action: p.WithTimeout(p.runPrint),
	}
}

// bookletFlags returns the flags of puzzles on paper.
func bookletFlags() []cli.Flag {
	return []cli.Flag{
		console.OneOfFlag(&cli.StringFlag{Name: "answers", Value: "page", Usage: "put the answers `WHERE`"},
			"page: on pages at the end", "flipped: there, upside down", "none: nowhere, and search for none"),
		console.RangeFlag(1, maxPerPage, &cli.IntFlag{Name: "per-page", Usage: "put `N` puzzles on a page",
			DefaultText: "as many as fit"}),
		&cli.Float64Flag{Name: "cell", Usage: "make squares `MM` wide, and other cells in proportion",
			DefaultText: "10, or less where that does not fit"},
		console.OneOfFlag(&cli.StringFlag{Name: "paper", Value: render.PaperNames()[0], Usage: "print on `PAPER`"},
			render.PaperNames()...),
		console.OneOfFlag(&cli.StringFlag{Name: "pieces", Value: "cut", Usage: "print pieces `HOW`"},
			"cut: as many as there are, to cut out", "none: not at all"),
		console.OneOfFlag(&cli.StringFlag{Name: "rules", Value: "words", Usage: "print the rules `HOW`"},
			"words: a sentence each", "none: not at all"),
	}
}

// bookletFlagNames returns the names of the flags of puzzles on paper.
func bookletFlagNames() (names []string) {
	for _, f := range bookletFlags() {
		names = append(names, f.Names()[0])
	}
	return names
}

// maxPerPage is the largest number of puzzles on a page.
const maxPerPage = 20

// readBookletFlags returns the options of a booklet.
func readBookletFlags(c *cli.Context) (o render.BookletOptions, err error) {
	o = render.BookletOptions{PaperName: c.String("paper"), CellSize: c.Float64("cell"),
		PuzzlesPerPage: c.Int("per-page"),
		AnswersFlipped: c.String("answers") == "flipped", WithoutRules: c.String("rules") == "none",
		WithoutPieces: c.String("pieces") == "none"}
	if c.IsSet("cell") && !(2 <= o.CellSize && o.CellSize <= 200) {
		err = errors.New("--cell wants a number of millimetres from 2 to 200")
	}
	return o, err
}

func (p *puz) runPrint(c *cli.Context) error {
	o, err := console.PuzzleOptions(c)
	b, wrong := readBookletFlags(c)
	if err = cmp.Or(err, wrong); err != nil {
		return err
	}
	if c.NArg() == 0 {
		return errors.New("print wants at least one PATH; see `puz print --help`")
	}
	if err := p.checkTerminal(c); err != nil {
		return err
	}
	o.Limits = limitsOfQuickCheck(o.Limits) // a page has room only for small puzzles, so the limits can be small
	o.Format, o.Stop = quadrille.Format(c.String("from")), c.Context.Err
	var all []render.PrintedPuzzle
	err = p.eachPrintedPuzzle(c, o, func(q *quadrille.Puzzle) error {
		if len(all) == render.MaxPrinted {
			return fmt.Errorf("a booklet has %d puzzles at most", render.MaxPrinted)
		}
		one, err := p.addPrintedAnswer(c, render.PrintedPuzzle{Puzzle: q})
		all = append(all, one)
		return err
	})
	if err != nil {
		return err
	}
	return p.writeBooklet(c, all, b)
}

// eachPrintedPuzzle calls the function do for each puzzle that the command names: files, folders, links, and lines of
// files.
func (p *puz) eachPrintedPuzzle(c *cli.Context, o quadrille.Options, do func(*quadrille.Puzzle) error) error {
	for _, path := range c.Args().Slice() {
		files := []string{path}
		if info, err := os.Stat(strings.TrimSuffix(path, "/...")); err == nil && info.IsDir() {
			if files, err = puzzleFiles(files); err != nil {
				return err
			}
		}
		for _, name := range files {
			in, err := p.ReadInput(name)
			if err != nil {
				return err
			}
			if err := p.printInput(c, in, o, do); err != nil {
				return err
			}
		}
	}
	return nil
}

// printInput calls the function do for the puzzle of a file, or for the puzzle in each line of the file.
func (p *puz) printInput(c *cli.Context, in console.Input, o quadrille.Options,
	do func(*quadrille.Puzzle) error) error {
	use := func(q *quadrille.Puzzle, err error) error {
		if err != nil {
			return err
		}
		source.PrintList(p.Stderr, q.Warnings())
		return do(q)
	}
	if o.Format != "" || !holdsPuzzleLines(in.Text) {
		return use(p.LoadInput(c, in, o))
	}
	for line := range batch.ReadInputs(in.Name, bytes.NewReader(in.Text), o) {
		if line.Err != nil {
			return fmt.Errorf("%s: %w", line.Name, line.Err)
		}
		if err := use(quadrille.Load(line.Name, line.Text, line.Options)); err != nil {
			return err
		}
	}
	return nil
}

// holdsPuzzleLines reports whether each line of a text is a puzzle: an object of JSON, or a sudoku. A text with n lines
// of n characters is a single Latin square instead.
func holdsPuzzleLines(text []byte) bool {
	lines := strings.Fields(string(text))
	if len(lines) == 0 {
		return false
	}
	first := utf8.RuneCountInString(lines[0])
	return lines[0][0] == '{' || slices.Contains([]int{16, 81, 256, 625}, first) && len(lines) != first
}

// addPrintedAnswer adds the answer to a puzzle, if answers are printed.
func (p *puz) addPrintedAnswer(c *cli.Context, one render.PrintedPuzzle) (render.PrintedPuzzle, error) {
	if c.String("answers") == "none" {
		return one, nil
	}
	found, err := p.findFirstAnswer(c, one.Puzzle)
	switch {
	case err == nil:
		one.Answer = &found
	case errors.Is(err, quadrille.ErrNoSolution):
		one.HasNoAnswer, err = true, nil
	case c.Context.Err() != nil:
		fmt.Fprintf(p.Stderr, "%s: %v before an answer was found; --answers none prints it without one\n",
			one.Input().Name, context.Cause(c.Context))
		err = console.ExitError(console.ExitCodeOf(c.Context))
	}
	return one, err
}

// findFirstAnswer searches for a solution, and displays its progress.
func (p *puz) findFirstAnswer(c *cli.Context, q *quadrille.Puzzle) (quadrille.Solution, error) {
	s := quadrille.Search{Effort: &quadrille.Effort{}}
	watch := p.WatchSearch(c, &s)
	defer watch.ClearLine()
	return q.First(c.Context, s)
}

// writeBooklet writes puzzles on paper in the format of the flags.
func (p *puz) writeBooklet(c *cli.Context, all []render.PrintedPuzzle, o render.BookletOptions) error {
	b, err := render.NewBooklet(all, o)
	if err != nil {
		return err
	}
	target, format := c.String("output"), c.String("format")
	if kind := fileExtension(target); slices.Contains(bookletFormats, kind) {
		format = kind
	}
	switch format {
	case "pdf":
		err = p.Write(target, b.PDF)
	case "html":
		err = p.Write(target, b.HTML)
	default:
		err = p.writeBookletPages(b, target, format == "png")
	}
	if err == nil && target != "" && target != "-" {
		fmt.Fprintf(p.Stderr, "%s on %s\n", source.Plural(len(all), "puzzle"), source.Plural(b.PageCount(), "page"))
	}
	return err
}

// writeBookletPages writes each page as a picture, and writes all files or none.
func (p *puz) writeBookletPages(b *render.Booklet, target string, asPNG bool) error {
	files := p.newPictureFiles(target)
	files.asPNG = asPNG
	if b.PageCount() > 1 && !files.canWriteFurtherPages() {
		return fmt.Errorf("there are %d pages, and each is a file: say -o FILE.svg or FILE.png, or --format pdf",
			b.PageCount())
	}
	for k := range b.PageCount() {
		name := target
		if b.PageCount() > 1 {
			name = files.pageName(k + 1)
		}
		if err := files.writeDrawing(name, func(w io.Writer) error { return b.SVG(w, k) }); err != nil {
			return err
		}
	}
	return files.fileBatch.Commit()
}

// printMadePuzzles makes puzzles and writes them as a booklet, with their difficulty beside the titles.
func (p *puz) printMadePuzzles(c *cli.Context, q *quadrille.Puzzle, r generate.Recipe) error {
	o, err := readBookletFlags(c)
	if err != nil {
		return err
	}
	if err := refuseFlags(c, "a booklet", "format"); err != nil {
		return err
	}
	if c.Int("count") > render.MaxPrinted {
		return fmt.Errorf("a booklet has %d puzzles at most, and --count says %d", render.MaxPrinted, c.Int("count"))
	}
	var all []render.PrintedPuzzle
	err = p.eachMadePuzzle(c, q, r, func(made generate.MadePuzzle, _ int) error {
		one, err := p.addPrintedAnswer(c, render.PrintedPuzzle{Puzzle: made.Puzzle, TitleNote: made.Grade.LevelText()})
		all = append(all, one)
		return err
	})
	if err != nil {
		return err
	}
	return p.writeBooklet(c, all, o)
}
