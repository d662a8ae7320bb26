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
   puz compile examples/scott.puz --to dlx -o scott.dlx`,
		Flags: append(append(commonFlags(), symmetryFlag()),
			&cli.StringFlag{Name: "to", Value: "dlx", Usage: "write `FORMAT`: dlx"},
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
	return p.writeTo(c.String("output"), func(w io.Writer) error {
		return format.WriteDLX(w, program.Problem)
	})
}
