package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
)

func (p *puz) makeCommand() *cli.Command {
	return &cli.Command{
		Name:      "make",
		Usage:     "make hard problems at random",
		ArgsUsage: "latin|sudoku",
		Description: `latin: a Latin square is drawn at random and holes are made in it: the result has
at least one completion. Balanced holes, equally many in each row and column, are
much harder to fill.

sudoku: puzzles with one solution, of which no clue can be left out; the hardest of
several is kept each time. Each is a line of 81 characters, row by row.

   puz make latin -n 33 --holes 400 --seed 1 -o square.txt
   puz make latin -n 30 --holes 316 --balanced | puz solve --from latin - --limit 1
   puz make sudoku -n 1000 --seed 1 -o sudokus.txt`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "n", Usage: "make a square of `N` by N, up to " + fmt.Sprint(quadrille.MaxLatin) + ", or N sudokus"},
			&cli.IntFlag{Name: "holes", Usage: "make `N` holes", DefaultText: "two fifths of the cells"},
			&cli.BoolFlag{Name: "balanced", Usage: "make equally many holes in each row and column"},
			&cli.Uint64Flag{Name: "seed", Usage: "draw by the number `N`"},
			console.OutputFlag(),
		},
		Action: p.make,
	}
}

func (p *puz) make(c *cli.Context) error {
	if c.NArg() == 1 {
		switch c.Args().First() {
		case "latin":
			return p.makeLatin(c)
		case "sudoku":
			return p.makeSudokus(c)
		}
	}
	return errors.New("make wants to know what: `puz make latin -n 30` or `puz make sudoku`; see `puz make --help`")
}

func (p *puz) makeLatin(c *cli.Context) error {
	n, holes := c.Int("n"), c.Int("holes")
	if !c.IsSet("holes") {
		holes = n * n * 2 / 5
	}
	square, err := quadrille.MakeLatin(n, holes, c.Bool("balanced"), rand.New(rand.NewPCG(c.Uint64("seed"), 1)))
	if err != nil {
		return fmt.Errorf("-n and --holes: %w", err)
	}
	return p.WriteText(c.String("output"), square)
}

// mostSudokus bounds the lines that are made in one go.
const mostSudokus = 1_000_000

func (p *puz) makeSudokus(c *cli.Context) error {
	n := c.Int("n")
	switch {
	case !c.IsSet("n"):
		n = 1
	case n < 1 || n > mostSudokus:
		return fmt.Errorf("-n wants a number from 1 to %d", mostSudokus)
	}
	if c.IsSet("holes") || c.IsSet("balanced") {
		return errors.New("--holes and --balanced are for Latin squares: a sudoku has as many holes as leave it one solution")
	}
	r := rand.New(rand.NewPCG(c.Uint64("seed"), 1))
	return p.Write(c.String("output"), func(w io.Writer) error {
		for range n {
			if c.Context.Err() != nil {
				return context.Cause(c.Context)
			}
			if _, err := fmt.Fprintln(w, quadrille.MakeSudoku(r)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *puz) conjugatesCommand() *cli.Command {
	return &cli.Command{
		Name:      "conjugates",
		Usage:     "print the six conjugates of a partial Latin square",
		ArgsUsage: "SQUARE",
		Description: `A Latin square is a set of triples: a row, a column and a value. The conjugates
give the three roles to one another, and have as many completions each. SQUARE
is n lines of n characters: a dot, or 1 to 9, a to z, A to Z.

   puz conjugates square.txt
   puz conjugates square.txt --count      with the number of completions`,
		Flags:  slices.Concat([]cli.Flag{&cli.BoolFlag{Name: "count", Usage: "count the completions of each"}}, console.SearchFlags()),
		Action: p.Action(p.conjugates),
	}
}

func (p *puz) conjugates(c *cli.Context) error {
	in, err := p.OneFile(c)
	if err != nil {
		return err
	}
	all, err := quadrille.Conjugates(in.Name, in.Text)
	if err != nil {
		return err
	}
	for k, conjugate := range all {
		if c.Bool("count") {
			if err := p.countConjugate(c, conjugate); err != nil {
				return err
			}
			continue
		}
		if k > 0 {
			fmt.Fprintln(p.Stdout)
		}
		fmt.Fprintf(p.Stdout, "%s\n%s", conjugate.Name, conjugate.Text)
	}
	return nil
}

func (p *puz) countConjugate(c *cli.Context, conjugate quadrille.Conjugate) error {
	s, err := p.Search(c)
	if err != nil {
		return err
	}
	q, err := quadrille.Load(conjugate.Name, []byte(conjugate.Text), quadrille.Options{Format: "latin"})
	if err != nil {
		return err
	}
	n, err := p.counted(c, q, s)
	if err != nil {
		return p.Stopped(c.Context, err, n.Solutions())
	}
	_, err = fmt.Fprintln(p.Stdout, conjugate.Name, number(n))
	return err
}
