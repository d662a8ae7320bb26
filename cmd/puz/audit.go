package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/audit"
	"quadrille/cmd/console"
)

func (p *puz) auditCommand() *cli.Command {
	return &cli.Command{
		Name:      "audit",
		Usage:     "lower a puzzle a second time, and compare the matrices",
		ArgsUsage: "FILE",
		Description: `A proof of puz count --proof is about the matrix. That the matrix says what the text
says is looked at here: a second program, slow and plain, follows the appendix of the
language, and each item and option must be the same. It knows all statements, but no fix and
keep where edges are joined upside down, and says so with the place. The exit code is 1 where
the matrices differ.

   puz audit examples/scott.puz
   puz audit examples/scott.puz --dump scott.dlx    a matrix that somebody else wrote`,
		Flags: slices.Concat(console.PuzzleFlags(), console.ClassFlags(), []cli.Flag{
			&cli.StringFlag{Name: "dump", Usage: "compare the matrix in `FILE`, in place of the one that is compiled"},
			console.TimeoutFlag(),
		}),
		Action: p.WithTimeout(p.runAudit),
	}
}

func (p *puz) runAudit(c *cli.Context) error {
	q, err := p.LoadPuzzle(c)
	if err != nil {
		return err
	}
	var r audit.Report
	if name := c.String("dump"); name == "" {
		r, err = audit.ComparePuzzle(q)
	} else {
		dump, wrong := quadrille.LoadFile(name, quadrille.Options{})
		if wrong != nil {
			return wrong
		}
		m, _, wrong := dump.Matrix()
		if wrong != nil {
			return wrong
		}
		r, err = audit.CompareMatrix(q, m)
	}
	switch {
	case errors.Is(err, audit.ErrUnknown):
		return fmt.Errorf("%w; puz compile --explain prints what each statement made", err)
	case err != nil:
		return err
	}
	for _, d := range r.Differences {
		fmt.Fprintln(p.Stdout, d)
	}
	if len(r.Differences) > 0 {
		return console.ExitError(console.ExitNoSolution)
	}
	fmt.Fprintf(p.Stdout, "%d items and %d options are those of the text\n", r.CommonItemCount, r.CommonRowCount)
	if r.ExtraConstraints != "" {
		fmt.Fprintf(p.Stdout, "no item says %s: each solution is looked at\n", r.ExtraConstraints)
	}
	return nil
}
