package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
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
			n, err = q.WriteProof(c.Context, w, s)
		}
		return err
	})
	watch.ClearLine()
	switch {
	case errors.Is(err, quadrille.ErrNotExact):
		return n, fmt.Errorf("%w; `puz compile --candidates` writes the matrix, whose number of solutions "+
			"`puz count --proof` proves", err)
	case errors.Is(err, quadrille.ErrMemory):
		err = fmt.Errorf("%w; --engine links writes a proof without tables", err)
	}
	if err != nil {
		return n, p.StoppedError(c.Context, err, "no proof")
	}
	return n, nil
}
