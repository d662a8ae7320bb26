package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/explain"
	"quadrille/render"
)

func (p *puz) uniqueCommand() *cli.Command {
	return &cli.Command{
		Name:      "unique",
		Usage:     "tell whether a puzzle has one solution, and which givens, pieces and rules make it so",
		ArgsUsage: "FILE",
		Description: `The answer is: no solution, one, or several.

Of several solutions two are drawn, with stars where they differ. Then a clue is named
that would leave one solution, or the clues that would leave the fewest.

Of a puzzle with one solution each given, fixed piece, rule and hole is left out by
itself. What is needed is told, and what follows from the rest. The work on this is
bounded; --all-clues goes on until each clue is decided.

The exit code is 0 if there is one solution, and 1 otherwise.

   puz unique examples/sudoku/01.puz
   puz unique examples/queens.puz -D n=6 -s
   puz unique examples/latin.puz --format svg -o two.svg
   puz unique examples/sudoku/01.puz --proof 01.proof    a proof that there is one, for puz-check
   puz unique --backbone examples/scott.puz              what all solutions share, and what none has
   puz unique --candidates examples/first/latin.puz --format json`,
		Flags: slices.Concat(console.PuzzleFlags(), console.ClassFlags(),
			console.SearchFlags("tally", "ordered", "limit", "stats", "trace"), console.TextFlags(), []cli.Flag{
				&cli.BoolFlag{Name: "all-clues",
					Usage: "test clues until each is decided; otherwise the work is bounded"},
				&cli.BoolFlag{Name: "backbone",
					Usage: "tell what all solutions have in common, and what none of them has"},
				&cli.BoolFlag{Name: "candidates",
					Usage: "tell what stands on each cell in some solution; as json, with the numbers of solutions"},
				proofFlag(),
			}, formatFlags("write `FORMAT`", "text", "json", "svg", "png")),
		Action: p.WithTimeout(p.runUnique),
	}
}

// drawableAnswer is an answer that can be printed as text or as a picture; json.Marshal can encode it.
type drawableAnswer interface {
	Text(quadrille.TextStyle) string
	SVG(io.Writer) error
}

func (p *puz) runUnique(c *cli.Context) error {
	q, s, err := p.LoadQuestion(c)
	if err = errors.Join(err, p.checkTerminal(c)); err != nil {
		return err
	}
	switch {
	case c.IsSet("proof") && (c.Bool("backbone") || c.Bool("candidates")):
		return errors.New("--proof proves a number of solutions, and --backbone and --candidates ask for none")
	case c.Bool("backbone") && c.Bool("candidates"):
		return errors.New("--backbone and --candidates are two questions")
	case c.Bool("all-clues") && (c.Bool("backbone") || c.Bool("candidates")):
		return errors.New("--all-clues is about the clues, and --backbone and --candidates are not")
	}
	watch := p.WatchSearch(c, &s)
	var a drawableAnswer
	one, none, printed, open := true, false, "", ""
	var failedWrite error
	printVerdict := func(u explain.Uniqueness) {
		if c.String("format") != "text" || c.String("output") != "" {
			return
		}
		printed = u.Text(p.TextStyle(c, p.Stdout))
		watch.WithLineHidden(func() { _, failedWrite = io.WriteString(p.Stdout, printed) })
	}
	switch {
	case c.Bool("candidates"):
		all, failed := explain.CountCandidates(c.Context, q, s)
		a, err, one, none = all, failed, all.SolutionCount > 0, all.SolutionCount == 0
	case c.Bool("backbone"):
		b, failed := explain.FindBackbone(c.Context, q, s)
		a, err, one, none = b, failed, b.IsSolvable, !b.IsSolvable
	default:
		u, failed := explain.CheckUniqueness(c.Context, q, s,
			explain.ClueOptions{AllClues: c.Bool("all-clues"), OnVerdict: printVerdict})
		open = u.UndecidedCluesText()
		a, err, one, none = u, failed, len(u.Solutions) == 1, len(u.Solutions) == 0
	}
	watch.ClearLine()
	if err != nil && c.Context.Err() == nil {
		return err
	}
	written := p.Write(c.String("output"), func(w io.Writer) error {
		switch c.String("format") {
		case "svg":
			return a.SVG(w)
		case "png":
			return render.PNG(w, a.SVG)
		case "json":
			return json.NewEncoder(w).Encode(a)
		}
		_, err := io.WriteString(w, strings.TrimPrefix(a.Text(p.TextStyle(c, p.Stdout)), printed))
		return err
	})
	if err == nil && open != "" {
		fmt.Fprintf(p.Stderr, "the bound of work left open %s: --all-clues decides it\n", open)
	}
	switch written = errors.Join(failedWrite, written); {
	case written != nil:
		return written
	case err != nil:
		return p.StoppedError(c.Context, err, "what is above")
	case c.IsSet("proof") && !one && !none:
		fmt.Fprintln(p.Stderr, "no proof is written: the two solutions show that there is not one alone")
	case c.IsSet("proof"):
		if _, err := p.writeProof(c, q, quadrille.Search{MaxMemory: s.MaxMemory}); err != nil {
			return err
		}
	}
	switch {
	case none:
		return p.exitWithoutSolution(c)
	case !one:
		return console.ExitError(console.ExitNoSolution)
	}
	return nil
}
