package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"quadrille/runtime/format"
)

func (p *puz) compileCommand() *cli.Command {
	return &cli.Command{
		Name:      "compile",
		Usage:     "write the exact cover matrix of a puzzle",
		ArgsUsage: "FILE",
		Description: `The format dlx has a line with the items, | before the secondary ones, and
a line for each option.

   puz compile examples/scott.puz --to dlx
   puz compile examples/scott.puz --to dlx -o scott.dlx
   puz compile examples/scott.puz --explain -O 2`,
		Flags: append(append(commonFlags(), symmetryFlag()),
			&cli.StringFlag{Name: "to", Value: "dlx", Usage: "write `FORMAT`: dlx"},
			&cli.IntFlag{Name: "O", Usage: "shrink the problem first, at `LEVEL` 0, 1 or 2", DefaultText: "0"},
			&cli.BoolFlag{Name: "explain", Usage: "print what each statement made, and what was taken away, in place of the matrix"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output"},
		),
		Action: p.configured(p.compile),
	}
}

func (p *puz) compile(c *cli.Context) error {
	in, err := p.oneFile(c)
	if err != nil {
		return err
	}
	if to := c.String("to"); to != "dlx" {
		return fmt.Errorf("--to knows dlx, and no %q", to)
	}
	program, err := p.program(c, in)
	if err != nil {
		return err
	}
	reduced, err := reduceTo(c, program)
	if err != nil {
		return err
	}
	if program.Symmetry != nil && !c.Bool("explain") {
		fmt.Fprintln(p.stderr, "note: in the matrix only the placements of one piece are restricted; some of its solutions may still be images of others")
	}
	return p.writeTo(c.String("output"), func(w io.Writer) error {
		if c.Bool("explain") {
			explainMade(w, program, reduced)
			return nil
		}
		return format.WriteDLX(w, reduced.Problem)
	})
}
