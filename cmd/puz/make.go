package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/compile/latin"
	"quadrille/compile/sudoku"
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
			&cli.IntFlag{Name: "n", Usage: "make a square of `N` by N, up to " + fmt.Sprint(latin.MaxOrder) + ", or N sudokus"},
			&cli.IntFlag{Name: "holes", Usage: "make `N` holes", DefaultText: "two fifths of the cells"},
			&cli.BoolFlag{Name: "balanced", Usage: "make equally many holes in each row and column"},
			&cli.Uint64Flag{Name: "seed", Usage: "draw by the number `N`"},
			outputFlag(),
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
	if n < 1 || n > latin.MaxOrder {
		return fmt.Errorf("-n wants a number from 1 to %d", latin.MaxOrder)
	}
	if !c.IsSet("holes") {
		holes = n * n * 2 / 5
	}
	if holes < 0 || holes > n*n {
		return fmt.Errorf("--holes wants a number from 0 to %d, for a square of %d by %d", n*n, n, n)
	}
	r := rand.New(rand.NewPCG(c.Uint64("seed"), 1))
	square := latin.Random(n, r)
	if c.Bool("balanced") {
		square = latin.Balanced(square, holes, r)
	} else {
		square = latin.Holes(square, holes, r)
	}
	return p.writeText(c.String("output"), square.String())
}

const (
	// mostSudokus bounds the lines that are made in one go.
	mostSudokus = 1_000_000
	// sudokuCandidates are drawn for each sudoku that is kept.
	sudokuCandidates = 10
)

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
	return p.write(c.String("output"), func(w io.Writer) error {
		for range n {
			if c.Context.Err() != nil {
				return context.Cause(c.Context)
			}
			if _, err := fmt.Fprintln(w, sudoku.Hard(r, sudokuCandidates)); err != nil {
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
		Flags:  flags([]cli.Flag{&cli.BoolFlag{Name: "count", Usage: "count the completions of each"}}, searchFlags()),
		Action: p.action(p.conjugates),
	}
}

func (p *puz) conjugates(c *cli.Context) error {
	in, err := p.oneFile(c)
	if err != nil {
		return err
	}
	square, err := latin.Read(in.name, string(in.text))
	if err != nil {
		return err
	}
	for k, conjugate := range latin.Conjugates() {
		turned := square.Conjugate(conjugate)
		if c.Bool("count") {
			if err := p.countConjugate(c, conjugate, turned); err != nil {
				return err
			}
			continue
		}
		if k > 0 {
			fmt.Fprintln(p.stdout)
		}
		fmt.Fprintf(p.stdout, "%s\n%s", conjugate, turned)
	}
	return nil
}

func (p *puz) countConjugate(c *cli.Context, name latin.Conjugate, square latin.Square) error {
	s, err := p.search(c)
	if err != nil {
		return err
	}
	q, err := quadrille.Load(string(name), []byte(square.Puzzle()), quadrille.Options{Format: "puz"})
	if err != nil {
		return err
	}
	n, err := p.counted(c, q, s)
	if err != nil {
		return p.stopped(c.Context, err, n.Solutions())
	}
	_, err = fmt.Fprintln(p.stdout, name, number(n))
	return err
}
