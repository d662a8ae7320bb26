package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/batch"
	"quadrille/cmd/console"
	"quadrille/lang/source"
)

func batchFlag() cli.Flag {
	return &cli.BoolFlag{Name: "batch",
		Usage: "answer for many puzzles, a line each: FILES, and lines in them that are sudokus of 81 characters " +
			"or JSON"}
}

// nonBatchFlags lists the flags that apply only to a single puzzle.
var nonBatchFlags = []string{"job", "all", "best", "output", "assembly", "trace", "tally", "log", "stats", "progress",
	"zdd", "partial", "ascii", "color", "score", "top", "histogram"}

// answerBatch prints one line with the answer to each puzzle in the files. It finds at most limit solutions of each
// puzzle, unless --limit sets another number. With limit 0 it prints only the numbers of solutions.
func (p *puz) answerBatch(c *cli.Context, limit int) error {
	s, o, err := p.readBatchFlags(c, limit)
	if err != nil {
		return err
	}
	inputs := func(yield func(batch.Input) bool) {
		for _, name := range c.Args().Slice() {
			if !p.readInputs(name, o, yield) {
				return
			}
		}
	}
	var all, none, wrong int
	var bug *source.Bug
	for a := range batch.AnswerAll(c.Context, inputs, s) {
		all++
		switch found, exact := a.Number.Exact(); {
		case a.Err != nil:
			wrong++
		case exact && found.Sign() == 0:
			none++
		}
		if errors.As(a.Err, &bug) {
			p.ReportError(c.Context, a.Err) // after this error the other puzzles are still answered
		}
		if limit == 0 {
			a = a.WithoutSolution()
		}
		if err := p.printAnswer(a, c.String("format") == "json"); err != nil {
			return err
		}
	}
	told := fmt.Sprintf("%s: %d without a solution, %d wrong", source.Plural(all, "puzzle"), none, wrong)
	if err := c.Context.Err(); err != nil {
		return p.StoppedError(c.Context, err, told)
	}
	fmt.Fprintln(p.Stderr, told)
	switch {
	case bug != nil:
		return console.ExitError(console.ExitBug)
	case wrong > 0:
		return console.ExitError(console.ExitBadInput)
	case none > 0:
		return console.ExitError(console.ExitNoSolution)
	}
	return nil
}

// readBatchFlags reads the flags: the settings of the search, and the options to compile each puzzle.
func (p *puz) readBatchFlags(c *cli.Context, limit int) (s quadrille.Search, o quadrille.Options, err error) {
	if err := refuseFlags(c, "--batch prints a line for each puzzle, and", nonBatchFlags...); err != nil {
		return s, o, err
	}
	format := c.String("format")
	switch {
	case !c.Args().Present():
		return s, o, fmt.Errorf("%s --batch wants FILES, or - for standard input", c.Command.Name)
	case c.IsSet("format") && format != "text" && format != "json":
		return s, o, fmt.Errorf("--batch knows --format text and json, and no %q", format)
	}
	if s, err = p.SearchOptions(c); err != nil {
		return s, o, err
	}
	if !c.IsSet("limit") {
		s.Limit = limit
	}
	if !c.IsSet("threads") {
		s.Threads = runtime.GOMAXPROCS(0)
	}
	o, err = console.PuzzleOptions(c)
	o.Format = quadrille.Format(c.String("from"))
	return s, o, err
}

// readInputs yields the puzzles of a file. It returns false if yield has returned false.
func (p *puz) readInputs(name string, o quadrille.Options, yield func(batch.Input) bool) bool {
	from, shown := p.Stdin, "stdin"
	if name != "-" {
		f, err := console.OpenRegular(name)
		if err != nil {
			return yield(batch.Input{Name: name, Err: err})
		}
		defer f.Close()
		from, shown = f, filepath.Clean(name)
	}
	o.Files = console.Folder(filepath.Dir(name))
	for in := range batch.ReadInputs(shown, from, o) {
		if !yield(in) {
			return false
		}
	}
	return true
}

func (p *puz) printAnswer(a batch.Answer, asJSON bool) error {
	text := a.String()
	if asJSON {
		object, err := json.Marshal(a)
		if err != nil {
			return err
		}
		text = escapeJSON(object)
	}
	_, err := fmt.Fprintln(p.Stdout, text)
	return err
}
