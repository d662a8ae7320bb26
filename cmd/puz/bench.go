package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/bench"
	"quadrille/cmd/console"
)

func (p *puz) benchCommand() *cli.Command {
	return &cli.Command{
		Name:      "bench",
		Usage:     "run a table of puzzles, and compare with published figures, or engines with one another",
		ArgsUsage: "RUN.yaml",
		Description: `Each row of the file is a puzzle, how to search it, and what was published.
The table has our figure, theirs where it differs, and the ratio. Rows that take
minutes are left out unless --slow is given. The exit code is 1 if a row differs
that does not say why.

If the file names engines, each of them runs each row, several times and by turns,
and the table has the median times and their ratios to the first engine on one thread.
The exit code is then 1 if the engines, or a published number of solutions, disagree.

   puz bench examples/paper.yaml
   puz bench examples/paper.yaml --only 'queens*' --json
   puz bench examples/paper.yaml --slow --resume paper.jsonl
   puz bench examples/speed.yaml --repeat 3 --markdown speed.md`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "slow", Usage: "run the slow rows as well"},
			&cli.StringFlag{Name: "only",
				Usage: "run the rows whose names match `PATTERN`, with * for anything; slow ones too"},
			console.ThreadsFlag(1, "search on `N` threads where a row does not say"),
			&cli.BoolFlag{Name: "json", Usage: "print an object a line"},
			console.RangeFlag(1, bench.MaxRepeats, &cli.IntFlag{Name: "repeat",
				Usage: "run each engine `N` times on each row", DefaultText: "as the file says"}),
			&cli.StringFlag{Name: "resume", Usage: "keep the rows that are done in `FILE`, and do not run them again"},
			&cli.StringFlag{Name: "markdown", Usage: "write the tables of engines side by side to `FILE` as well"},
		},
		Action: p.WithTimeout(p.runBench),
	}
}

func (p *puz) runBench(c *cli.Context) error {
	in, err := p.ReadOneFile(c)
	if err != nil {
		return err
	}
	f, err := bench.ReadRunFile(in.Name, in.Text)
	if err != nil {
		return err
	}
	if c.IsSet("repeat") {
		f.RunCount = c.Int("repeat")
	}
	rows, skipped := f.SelectRows(c.String("only"), c.Bool("slow"))
	b := bench.Bench{
		OutputWriter: p.Stdout, RemarksWriter: p.Stderr, PrintsJSON: c.Bool("json"), Threads: c.Int("threads"),
		ReadFile: func(name string) ([]byte, error) { in, err := p.ReadInput(name); return in.Text, err },
		CompilePuzzle: func(name string, text []byte, o quadrille.Options) (*quadrille.Puzzle, error) {
			return p.LoadInput(c, console.Input{Name: name, Text: text}, o)
		},
		Progress: func(s *quadrille.Search) func() { return p.WatchSearch(c, s).ClearLine },
	}
	if name := c.String("resume"); name != "" {
		keep, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return err
		}
		defer keep.Close()
		b.KeptResults = keep
	}
	switch {
	case len(rows) == 0 && c.String("only") != "":
		return fmt.Errorf("no row has a name that matches %q", c.String("only"))
	case len(f.Engines) > 0 && b.KeptResults != nil:
		return errors.New("--resume is for rows with published figures: times are taken anew")
	case len(f.Engines) > 0:
		err = b.CompareEngines(c.Context, f, rows, skipped, p.markdownWriter(c.String("markdown")))
	case c.IsSet("repeat") || c.IsSet("markdown"):
		return fmt.Errorf("--repeat and --markdown are for engines side by side, and %s names none", in.Name)
	default:
		err = b.ComparePublished(c.Context, f.Title, rows, skipped)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bench.ErrDiffers):
		return console.ExitError(console.ExitNoSolution)
	case errors.Is(err, bench.ErrPartial):
		return console.ExitError(console.ExitStopped)
	case c.Context.Err() != nil && errors.Is(err, context.Cause(c.Context)):
		return console.ExitError(console.ExitCodeOf(c.Context))
	}
	return err
}

// markdownWriter returns a function that writes to the named file, or nil if the name is "".
func (p *puz) markdownWriter(name string) func(func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	return func(write func(io.Writer) error) error { return p.Write(name, write) }
}
