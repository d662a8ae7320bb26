package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/explain"
	"quadrille/lang/source"
)

func (p *puz) hintCommand() *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "tell the next step toward a solution, or all steps, with their reasons",
		ArgsUsage: "FILE",
		Description: `A step is what a person can see: a symbol or a piece that has one place left, a line that
has room for some symbols alone, two cells that need the same two symbols. Each step holds
for every solution. The picture has what is known by then, and a × on each cell for which
something is excluded. The last step says whether only trial helps from there on.

   puz hint examples/first/sudoku.puz
   puz hint examples/first/nonogram.puz --all
   puz hint examples/first/sudoku.puz --all --format json | jq -r .words
   puz hint examples/first/sudoku.puz --all -o steps.html    a page; also pdf, svg and png`,
		Flags: slices.Concat(console.PuzzleFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "tell all steps, and not only the next one"},
			&cli.BoolFlag{Name: "trials",
				Usage: "try places until forced moves refute one, where nothing easier helps"},
		}, formatFlags("print steps as `FORMAT`", "text", "json", "svg", "png", "pdf", "html"),
			[]cli.Flag{console.TimeoutFlag()}, console.TextFlags()),
		Action: p.WithTimeout(p.runHint),
	}
}

func (p *puz) runHint(c *cli.Context) error {
	q, _, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	if c.Bool("all") && c.String("format") == "text" {
		return p.Write(c.String("output"), func(w io.Writer) error { return p.listSteps(c, q, w) })
	}
	return p.writeReasons(c, "Steps toward a solution: "+pageTitle(q), func(visit func(explain.Reason) error) error {
		for step, err := range explain.Steps(c.Context, q, c.Bool("trials")) {
			if err != nil {
				return p.StoppedError(c.Context, err, "no further step")
			}
			if err := visit(step); err != nil || !c.Bool("all") {
				return err
			}
		}
		return nil
	})
}

// listSteps prints all steps in words, and a picture of what is known at the end.
func (p *puz) listSteps(c *cli.Context, q *quadrille.Puzzle, w io.Writer) error {
	n := 0
	for step, err := range explain.Steps(c.Context, q, c.Bool("trials")) {
		if err != nil {
			return p.StoppedError(c.Context, err, source.Plural(n, "step"))
		}
		if step.Kind == explain.Ended {
			_, err = io.WriteString(w, step.Text(p.TextStyle(c, w)))
		} else {
			n++
			_, err = fmt.Fprintf(w, "%d. %s\n", n, step.Sentences)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
