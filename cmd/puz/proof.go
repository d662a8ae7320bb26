package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
	"quadrille/prove"
)

func proofFlag() cli.Flag {
	return &cli.StringFlag{Name: "proof",
		Usage: "write a proof of the number of solutions to `FILE`, which puz-check checks"}
}

// countWithProof counts the solutions, and stores a proof of their number in the file of --proof.
func (p *puz) countWithProof(c *cli.Context) error {
	if err := refuseFlags(c, "--proof proves the number of all solutions, and", "choose", "order", "option-order",
		"filter", "restarts", "limit", "tally", "trace", "log", "stats", "job", "zdd", "partial"); err != nil {
		return err
	}
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	n, err := p.writeProof(c, q, s)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Stdout, n)
	if n.AtLeast().Sign() == 0 && !c.IsSet("part") {
		return console.ExitError(console.ExitNoSolution)
	}
	return nil
}

// writeProof writes the file of --proof, and returns the number of solutions that it proves.
func (p *puz) writeProof(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search) (n quadrille.Number, err error) {
	write, err := proofParts(c)
	if err != nil {
		return n, err
	}
	watch := p.WatchSearch(c, &s)
	err = p.Write(c.String("proof"), func(w io.Writer) (err error) {
		if write != nil {
			n, err = write(q, w, s)
		} else {
			n, err = prove.Count(c.Context, q, w, s)
		}
		return err
	})
	watch.ClearLine()
	switch {
	case errors.Is(err, quadrille.ErrNotExact):
		return n, fmt.Errorf("%w; `puz compile --candidates` writes the matrix, whose number of solutions "+
			"`puz count --proof` proves", err)
	case errors.Is(err, quadrille.ErrMemory):
		err = fmt.Errorf("%w; --engine links writes a proof without tables, and `puz proof --to drat` one that "+
			"there is no solution, or no other", err)
	}
	if err != nil {
		return n, p.StoppedError(c.Context, err, "no proof")
	}
	return n, nil
}

func (p *puz) proofCommand() *cli.Command {
	return &cli.Command{
		Name:      "proof",
		Usage:     "write a proof that checkers of others read",
		ArgsUsage: "FILE [PROOF]",
		Description: `This project has two checkers for the proofs of puz count --proof. This command writes a
proof for checkers that others wrote; one of them, cake_scpog, is itself verified. It
follows the steps of PROOF, a file of puz count --proof, or else makes them. The format drat
has those of the engine learn. The formats:

   cpog      NAME.cnf and NAME.cpog: a formula in clauses, and a graph that counts its
             models, for cake_scpog and cpog-check
   veripb    NAME.opb and NAME.pbp: constraints, and each solution, or the best one where
             the puzzle has a goal, for VeriPB; for some thousands of solutions
   drat      NAME.cnf and NAME.drat: a formula in clauses, and clauses learned from it, by
             which it has no model, for drat-trim and other checkers of SAT solvers; the
             formula excludes each solution of the puzzle, so there is no other

   puz proof examples/langford.puz --to cpog -o langford
   puz count examples/langford.puz --proof langford.proof
   puz proof examples/langford.puz langford.proof --to veripb -o langford
   puz proof examples/mutilated-chessboard.puz --to drat -o chessboard`,
		Flags: slices.Concat(console.PuzzleFlags(), []cli.Flag{
			console.OneOfFlag(&cli.StringFlag{Name: "to", Value: string(prove.CPOG), Usage: "write `FORMAT`"},
				string(prove.CPOG), string(prove.VeriPB), string(prove.DRAT)),
			&cli.IntFlag{Name: "max-numbers", Value: 1 << 24,
				Usage: "write a proof of at most `N` numbers, about six bytes each"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"},
				Usage: "write the two files `NAME` with their endings"},
			console.TimeoutFlag(),
		}),
		Action: p.WithTimeout(p.runProof),
	}
}

// proofEndings are the endings of the two files of a proof.
var proofEndings = map[prove.Format][2]string{
	prove.CPOG:   {".cnf", ".cpog"},
	prove.VeriPB: {".opb", ".pbp"},
	prove.DRAT:   {".cnf", ".drat"},
}

func (p *puz) runProof(c *cli.Context) error {
	name, to := c.String("output"), prove.Format(c.String("to"))
	endings := proofEndings[to]
	switch {
	case c.NArg() < 1 || c.NArg() > 2:
		return fmt.Errorf("proof wants a FILE and perhaps a PROOF of it, and got %d; see `puz proof --help`", c.NArg())
	case name == "" || name == "-":
		return fmt.Errorf("proof writes two files: -o NAME names them NAME%s and NAME%s", endings[0], endings[1])
	case to == prove.DRAT && c.NArg() > 1:
		return errors.New("a proof in DRAT has the steps of the engine learn, and not those of a PROOF: leave it out")
	}
	in, err := p.ReadInput(c.Args().First())
	if err != nil {
		return err
	}
	o, err := console.PuzzleOptions(c)
	if err != nil {
		return err
	}
	q, err := p.LoadInput(c, in, o)
	if err != nil {
		return err
	}
	var certificate io.Reader
	if c.NArg() > 1 {
		f, err := console.OpenRegular(c.Args().Get(1))
		if err != nil {
			return err
		}
		defer f.Close()
		certificate = f
	}
	solutions := 0
	err = p.Write(name+endings[0], func(problem io.Writer) error {
		return p.Write(name+endings[1], func(out io.Writer) (err error) {
			if to == prove.DRAT {
				solutions, err = prove.NoOtherSolution(c.Context, q, problem, out, c.Int("max-numbers"))
				return err
			}
			return prove.Translate(c.Context, q, certificate, to, problem, out, c.Int("max-numbers"))
		})
	})
	switch {
	case errors.Is(err, prove.ErrTooLarge) && to == prove.DRAT:
		return fmt.Errorf("%w; --max-numbers allows more", err)
	case errors.Is(err, prove.ErrTooLarge):
		return fmt.Errorf("%w; --max-numbers allows more, and puz count --proof writes a proof of any size", err)
	case errors.Is(err, quadrille.ErrMemory) && to != prove.DRAT:
		fmt.Fprintln(p.Stderr, "partial: the steps need more memory; `puz count --proof` has --max-memory and "+
			"--engine links, and this command takes its file")
		return console.ExitError(console.ExitStopped)
	case err == nil && to == prove.DRAT && solutions == 0:
		fmt.Fprintln(p.Stderr, "proved: 0 solutions")
	case err == nil && to == prove.DRAT:
		fmt.Fprintf(p.Stderr, "proved: %s, which the formula excludes, and no other\n",
			source.Plural(solutions, "solution"))
	}
	return p.StoppedError(c.Context, err, "no proof")
}
